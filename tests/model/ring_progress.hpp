/*
 * What a ring promises others when one thread stands still for good, in front of any step of its
 * operation: their calls end, after so many steps at most.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_TESTS_MODEL_RING_PROGRESS_HPP
#define TERN_TESTS_MODEL_RING_PROGRESS_HPP

#include "ring.hpp"

namespace model {

enum role { producing, consuming, both };

/*
 * `setup` is one as in ring.hpp, without its threads, and
 *
 *     stopping       the side on which the peer is that stops; it does one operation
 *     peer_steps     that this takes at most
 *     others         the side on which the other one is, or both; it does two operations on each
 *     htd_max        of RTS sides
 *     steps          that one operation of the other one takes at most
 */
template <typename setup> struct ring_stopped : rl::test_suite<ring_stopped<setup>, 2> {
    ring_memory<setup::producer_mode, setup::slots> memory;

    model::steps steps;
    uint64_t last[2]; /* at each thread, of the elements that came out */

    tern_ring *ring()
    {
        return &memory.ring;
    }

    void before()
    {
        tern_ring_options options = {};
        options.capacity = setup::capacity;
        options.elem_size = sizeof(uint64_t);
        options.producer = setup::producer_mode;
        options.consumer = setup::consumer_mode;
        options.start_position = setup::start;
        options.htd_max = setup::htd_max;
        RL_ASSERT(tern_ring_init(ring(), SIZE_MAX, &options) == 0);
        last[0] = last[1] = 0;
        for (unsigned i = 0; i < setup::prefill; i++)
            RL_ASSERT(enqueue(i + 1) == 0);
    }

    void thread(unsigned index)
    {
        if (index == 0)
            steps.stop_anywhere(setup::peer_steps, [this] { work(setup::stopping, 1, 0, 10); });
        else
            work(setup::others, 2, 1, 20);
    }

    void work(role role, unsigned times, unsigned thread, uint64_t first)
    {
        for (unsigned i = 0; i < times; i++) {
            if (role != consuming)
                bounded(thread, [&] { return enqueue(first + i); });
            if (role != producing)
                bounded(thread, [&] { return dequeue(thread); });
        }
    }

    template <typename function> void bounded(unsigned thread, function &&call)
    {
        if (thread == 0)
            call();
        else
            steps.at_most(setup::steps, call);
    }

    int enqueue(uint64_t element)
    {
        return tern_ring_enqueue(ring(), &element);
    }

    /* Prefilled elements are less than those of a thread, which are enqueued in order. */
    int dequeue(unsigned thread)
    {
        uint64_t element = 0;
        int result = tern_ring_dequeue(ring(), &element);
        if (result == 0) {
            RL_ASSERT(element != 0 && (element / 10 < last[thread] / 10 || element > last[thread]));
            last[thread] = element;
        }
        return result;
    }
};

template <typename setup, search how>
constexpr engine ring_stopped_over = over<ring_stopped<setup>, how>;

/* Half full, so that both sides have work. */
template <tern_ring_mode producer, tern_ring_mode consumer, role stopped, role working,
          unsigned steps_of_peer, unsigned steps_of_other>
struct stops : ring_setup {
    static constexpr tern_ring_mode producer_mode = producer, consumer_mode = consumer;
    static constexpr size_t htd_max = 0;
    static constexpr unsigned prefill = 1;
    static constexpr role stopping = stopped, others = working;
    static constexpr unsigned peer_steps = steps_of_peer, steps = steps_of_other;
};

} // namespace model

#endif /* TERN_TESTS_MODEL_RING_PROGRESS_HPP */
