/*
 * A thread that ceases for good in the middle of an operation, at every point at which that leaves
 * the ring in another state, and what its peers are promised then: each of their calls returns
 * (one that did not would be reported as a livelock), and
 *
 *     NB   what was enqueued before the position at which it ceased comes out; what lies behind is
 *          hidden, counted, and answered with -EAGAIN; nothing comes out twice
 *     LF   all comes out but what the ceased dequeue had claimed, at most n elements; what the
 *          ceased enqueue had put in before comes out too; and the ring is as large as before
 *
 * Include this first: it defines the points.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_TESTS_MODEL_RING_CEASING_HPP
#define TERN_TESTS_MODEL_RING_CEASING_HPP

namespace model {
struct ceased {};
void cease_or_not();
} // namespace model

#define TERN_TEST_POINT(name) ::model::cease_or_not()

#include "ring_many.hpp"

namespace model {

/* The thread that may cease: whoever is in an operation while `mortal` is its index. */
inline int mortal = -1;

inline void cease_or_not()
{
    if (mortal >= 0 && static_cast<int>(rl::ctx().threadx_->index_) == mortal && rl::rand(2) == 1)
        throw ceased();
}

/*
 * One scenario: `setup` as in ring_test, with a thread more, the first, that does `fatal` and may
 * cease in it: an enqueue if `producer_ceases`, else a dequeue.
 */
template <typename setup>
struct ceasing_test : rl::test_suite<ceasing_test<setup>, 1 + setup::producers + setup::consumers> {
    static constexpr unsigned most = 16;
    static constexpr unsigned others = setup::producers + 1; /* and what was prefilled */
    static constexpr bool hides = setup::producer_mode == TERN_RING_NB;

    ring_memory<setup::producer_mode, setup::slots> memory;
    unsigned taken[others + 1]; /* by producer; the last one is the mortal */
    uint64_t received[setup::consumers + 2][most];
    unsigned received_count[setup::consumers + 2];
    bool has_ceased;

    tern_ring *ring()
    {
        return &memory.ring;
    }

    void before()
    {
        tern_ring_options options = {};
        options.capacity = setup::capacity;
        options.elem_size = sizeof(uint64_t);
        options.producer = options.consumer = setup::producer_mode;
        options.start_position = setup::start;
        mortal = -1;
        has_ceased = false;
        RL_ASSERT(tern_ring_init(ring(), SIZE_MAX, &options) == 0);
        for (unsigned &count : taken)
            count = 0;
        for (unsigned &count : received_count)
            count = 0;
        produce(setup::producers, plan{single, setup::prefill, 1});
        RL_ASSERT(taken[setup::producers] == setup::prefill);
        mortal = 0;
    }

    void thread(unsigned index)
    {
        if (index == 0)
            cease();
        else if (index <= setup::producers)
            produce(index - 1, setup::produce);
        else
            consume(index - 1 - setup::producers, setup::consume);
    }

    void cease()
    {
        try {
            if (setup::producer_ceases)
                produce(others, setup::fatal);
            else
                consume(setup::consumers, setup::fatal);
        } catch (const ceased &) {
            has_ceased = true;
        }
    }

    void produce(unsigned producer, plan plan)
    {
        for (unsigned i = 0; i < plan.operations; i++) {
            uint64_t elements[2];
            for (unsigned k = 0; k < plan.n; k++)
                elements[k] = element_of(producer, taken[producer] + k);
            if (plan.what == single)
                taken[producer] += tern_ring_enqueue(ring(), elements) == 0;
            else
                taken[producer] += static_cast<unsigned>(
                    tern_ring_enqueue_burst(ring(), elements, plan.n, nullptr));
        }
    }

    int consume(unsigned consumer, plan plan)
    {
        int result = 0;
        for (unsigned i = 0; i < plan.operations; i++) {
            uint64_t elements[2];
            size_t done;
            if (plan.what == single) {
                result = tern_ring_dequeue(ring(), elements);
                done = result == 0;
            } else {
                done = tern_ring_dequeue_burst(ring(), elements, plan.n, nullptr);
            }
            for (size_t k = 0; k < done; k++) {
                RL_ASSERT(received_count[consumer] < most);
                received[consumer][received_count[consumer]++] = elements[k];
            }
        }
        return result;
    }

    void after()
    {
        mortal = -1;
        int end = consume(setup::consumers + 1, plan{single, most, 1});
        unsigned lost = check_received();
        size_t count = tern_ring_count(ring());
        if (!has_ceased) {
            RL_ASSERT(end == -ENOENT && count == 0 && lost == 0);
            fill(setup::capacity);
        } else if (setup::producer_ceases && hides) {
            /* Its own slots, and what is hidden behind them; unless it had stamped all. */
            RL_ASSERT(end == (count == 0 ? -ENOENT : -EAGAIN) && count <= setup::capacity);
            RL_ASSERT(count >= lost && count - lost <= setup::fatal.n);
            RL_ASSERT(count != lost || count == 0);
        } else if (setup::producer_ceases) {
            RL_ASSERT(end == -ENOENT && count == 0 && lost == 0);
            fill(setup::capacity);
        } else {
            RL_ASSERT(end == -ENOENT && count == 0 && lost <= setup::fatal.n);
            if (hides)
                fill_up_to_unfinished();
            else
                fill(setup::capacity);
        }
    }

    /* Each at most once; those of a producer from its first on, in order at each consumer. Returns
     * how many that an enqueue has reported did not come out. */
    unsigned check_received()
    {
        unsigned lost = 0;
        for (unsigned producer = 0; producer <= others; producer++) {
            for (unsigned number = 0; number < most; number++) {
                unsigned times = times_received(element_of(producer, number));
                RL_ASSERT(times <= 1);
                if (number < taken[producer])
                    lost += times == 0;
                else if (times != 0) /* put in by the call that did not return */
                    RL_ASSERT(producer == others && has_ceased && number < setup::fatal.n &&
                              (number == 0 || times_received(element_of(producer, number - 1))));
            }
        }
        return lost;
    }

    unsigned times_received(uint64_t element)
    {
        unsigned times = 0;
        for (unsigned consumer = 0; consumer < setup::consumers + 2; consumer++)
            for (unsigned i = 0; i < received_count[consumer]; i++)
                times += received[consumer][i] == element;
        return times;
    }

    void fill(size_t room)
    {
        uint64_t element = 0;
        for (size_t i = 0; i < room; i++)
            RL_ASSERT(tern_ring_enqueue(ring(), &element) == 0);
        RL_ASSERT(tern_ring_enqueue(ring(), &element) == -ENOBUFS);
        RL_ASSERT(tern_ring_count(ring()) == room);
    }

    /* The slots of the ceased dequeue are not free again, which is no fullness. */
    void fill_up_to_unfinished()
    {
        uint64_t element = 0;
        size_t room = 0;
        int result;
        while ((result = tern_ring_enqueue(ring(), &element)) == 0)
            room++;
        RL_ASSERT(result == (room < setup::capacity ? -EAGAIN : -ENOBUFS));
        RL_ASSERT(tern_ring_count(ring()) == room);
    }
};

template <tern_ring_mode mode> struct ceasing : modes<mode, mode> {
    static constexpr unsigned prefill = 1;
    static constexpr bool producer_ceases = true;
    static constexpr plan fatal = {single, 1, 1};
    static constexpr plan produce = {single, 1, 1};
    static constexpr plan consume = {single, 1, 1};
};

/* Beside one producer and one consumer, or beside two of its own side. */
template <tern_ring_mode mode> struct enqueue_ceases : ceasing<mode> {
};
template <tern_ring_mode mode> struct dequeue_ceases : ceasing<mode> {
    static constexpr bool producer_ceases = false;
};
template <typename base> struct in_a_burst : base {
    static constexpr size_t capacity = 3, slots = 4;
    static constexpr plan fatal = {burst, 1, 2};
    static constexpr plan produce = {burst, 1, 2};
    static constexpr plan consume = {burst, 1, 2};
};
template <typename base> struct twice : base {
    static constexpr plan produce = {single, 2, 1};
    static constexpr plan consume = {single, 2, 1};
};
template <typename base> struct beside_two : base {
    static constexpr unsigned producers = 2, consumers = 2;
};

/* The second field of a scenario of a thread that ceases. */
template <typename setup, search how>
constexpr engine ceasing_over = over<ceasing_test<setup>, how>;

} // namespace model

#define MODEL_RING_CEASING(name, mode)                                                      \
    {name ": an enqueue ceases", ceasing_over<enqueue_ceases<mode>, bounded>, 2, false},    \
        {name ": a dequeue ceases", ceasing_over<dequeue_ceases<mode>, bounded>, 2, false}, \
        {name ": an enqueue ceases in a burst",                                             \
         ceasing_over<in_a_burst<enqueue_ceases<mode>>, sampled>, 50000, true},             \
        {name ": a dequeue ceases in a burst",                                              \
         ceasing_over<in_a_burst<dequeue_ceases<mode>>, sampled>, 50000, true},             \
        {name ": an enqueue ceases, two rounds",                                            \
         ceasing_over<twice<enqueue_ceases<mode>>, sampled>, 50000, true},                  \
        {name ": a dequeue ceases, two rounds",                                             \
         ceasing_over<twice<dequeue_ceases<mode>>, sampled>, 50000, true},                  \
        {name ": an enqueue ceases beside two and two",                                     \
         ceasing_over<beside_two<enqueue_ceases<mode>>, sampled>, 50000, false},            \
    {                                                                                       \
        name ": a dequeue ceases beside two and two",                                       \
            ceasing_over<beside_two<dequeue_ceases<mode>>, sampled>, 50000, false           \
    }

#endif /* TERN_TESTS_MODEL_RING_CEASING_HPP */
