/*
 * What every model of the ring shares: a ring in checked memory, threads that try to enqueue and
 * to dequeue, and what must be true afterwards.
 *
 * An element is its producer's number and the element's own: two producers' elements never look
 * alike, and one producer's are numbered in the order in which it enqueued them.
 *
 * Every operation is one attempt: a thread that finds the ring full or empty goes on, so that
 * executions end and a full search does. Afterwards the ring is drained, and then
 *
 *   - every element that an enqueue took has come out exactly once, as it was put in;
 *   - at each consumer, each producer's elements came out in its order, and those left in the ring
 *     come after all that have left it;
 *   - with one producer and one consumer, that is the whole FIFO order;
 *   - bulk was all or nothing;
 *   - the ring is empty, and takes its whole capacity once more, not an element beyond it.
 *
 * That a slot is never read before it is written, nor written before it is read, is checked by
 * Relacy at every access to the payload.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_TESTS_MODEL_RING_HPP
#define TERN_TESTS_MODEL_RING_HPP

#include "model.hpp"

#include <tern/ring.h>

#include <cstddef>
#include <cstdint>

namespace model {

/* What a thread does: `operations` times an attempt at `n` elements. */
enum kind { single, bulk, burst };

struct plan {
    kind what;
    unsigned operations;
    unsigned n;
};

constexpr uint64_t element_of(unsigned producer, unsigned number)
{
    return (producer + 1) * 100 + number;
}

/* A ring and what comes behind its control block, by mode, as memsize would have it. */
template <tern_ring_mode mode, size_t count> struct TERN_CACHE_ALIGNED ring_memory {
    tern_ring ring;
    TERN_SHARED(uint64_t) slots[count];
};

template <size_t count> struct TERN_CACHE_ALIGNED ring_memory<TERN_RING_NB, count> {
    tern_ring ring;
    TERN_SHARED(uint64_t) slots[count];
    TERN_CACHE_ALIGNED tern_ring_stamp stamps[count];
};

template <size_t count> struct TERN_CACHE_ALIGNED ring_memory<TERN_RING_LF, count> {
    tern_ring ring;
    tern_atomic_pair slots[count];
};

/*
 * One scenario. `setup` gives
 *
 *     producers, consumers, observers     how many threads of each
 *     capacity, slots                     of the ring; slots is the capacity rounded up
 *     producer_mode, consumer_mode
 *     start                               position of both sides at the start
 *     prefill                             elements in the ring before the threads start
 *     produce, consume                    the plan of each producer, and of each consumer
 *     observe(test)                       what an observer looks at; only with observers
 */
template <typename setup>
struct ring_test
    : rl::test_suite<ring_test<setup>, setup::producers + setup::consumers + setup::observers> {
    static constexpr unsigned producers = setup::producers, consumers = setup::consumers;
    static constexpr unsigned most = 16; /* elements that one thread may meet */

    ring_memory<setup::producer_mode, setup::slots> memory;

    /* What an element of an LF ring stands for, since its slots are atomics. */
    static constexpr bool shadowed = setup::producer_mode == TERN_RING_LF;
    shadow shadows[shadowed ? (producers + 1) * most : 1];

    /* Written by their own thread alone, and read when it has ended. Prefilled elements are those
     * of one more producer, and the final drain is one more consumer. */
    unsigned taken[producers + 1];
    uint64_t received[consumers + 1][most];
    unsigned received_count[consumers + 1];

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
        RL_ASSERT(tern_ring_init(ring(), SIZE_MAX, &options) == 0);
        for (unsigned &count : taken)
            count = 0;
        for (unsigned &count : received_count)
            count = 0;
        for (shadow &each : shadows)
            each.init();
        produce(producers, plan{single, setup::prefill, 1});
        RL_ASSERT(taken[producers] == setup::prefill);
    }

    void thread(unsigned index)
    {
        if (index < producers)
            produce(index, setup::produce);
        else if (index < producers + consumers)
            consume(index - producers, setup::consume);
        else
            setup::observe(*this);
    }

    void after()
    {
        consume(consumers, plan{single, most, 1});
        check_orders();
        check_conservation();
        check_capacity();
    }

    void produce(unsigned producer, plan plan)
    {
        for (unsigned i = 0; i < plan.operations; i++) {
            uint64_t elements[4];
            size_t done;
            for (unsigned k = 0; k < plan.n; k++) {
                elements[k] = element_of(producer, taken[producer] + k);
                hold(elements[k]);
            }
            if (plan.what == single)
                done = tern_ring_enqueue(ring(), elements) == 0 ? 1 : 0;
            else if (plan.what == bulk && tern_ring_has_enqueue_bulk(ring()))
                done = tern_ring_enqueue_bulk(ring(), elements, plan.n, nullptr);
            else
                done = tern_ring_enqueue_burst(ring(), elements, plan.n, nullptr);
            RL_ASSERT(plan.what != bulk || done == 0 || done == plan.n ||
                      !tern_ring_has_enqueue_bulk(ring()));
            taken[producer] += static_cast<unsigned>(done);
        }
    }

    void hold(uint64_t element)
    {
        if (shadowed && element >= 100 && element < (producers + 2) * 100 && element % 100 < most)
            shadows[(element / 100 - 1) * most + element % 100].take();
    }

    void consume(unsigned consumer, plan plan)
    {
        for (unsigned i = 0; i < plan.operations; i++) {
            uint64_t elements[4];
            size_t done;
            if (plan.what == single)
                done = tern_ring_dequeue(ring(), elements) == 0 ? 1 : 0;
            else if (plan.what == bulk)
                done = tern_ring_dequeue_bulk(ring(), elements, plan.n, nullptr);
            else
                done = tern_ring_dequeue_burst(ring(), elements, plan.n, nullptr);
            RL_ASSERT(plan.what != bulk || done == 0 || done == plan.n);
            for (size_t k = 0; k < done; k++) {
                RL_ASSERT(received_count[consumer] < most);
                received[consumer][received_count[consumer]++] = elements[k];
                hold(elements[k]);
            }
        }
    }

    /* Numbers of one producer only ever grow at one consumer, and from each consumer to the drain.
     */
    void check_orders()
    {
        for (unsigned producer = 0; producer <= producers; producer++) {
            for (unsigned consumer = 0; consumer < consumers; consumer++) {
                uint64_t last = 0;
                check_order(producer, consumer, last);
                check_order(producer, consumers, last);
            }
        }
    }

    void check_order(unsigned producer, unsigned consumer, uint64_t &last)
    {
        for (unsigned i = 0; i < received_count[consumer]; i++) {
            uint64_t element = received[consumer][i];
            if (element / 100 != producer + 1)
                continue;
            RL_ASSERT(element > last);
            last = element;
        }
    }

    void check_conservation()
    {
        unsigned total = 0, expected = 0;
        for (unsigned count : received_count)
            total += count;
        for (unsigned producer = 0; producer <= producers; producer++) {
            expected += taken[producer];
            for (unsigned number = 0; number < taken[producer]; number++)
                RL_ASSERT(times_received(element_of(producer, number)) == 1);
        }
        RL_ASSERT(total == expected);
    }

    unsigned times_received(uint64_t element)
    {
        unsigned times = 0;
        for (unsigned consumer = 0; consumer <= consumers; consumer++)
            for (unsigned i = 0; i < received_count[consumer]; i++)
                times += received[consumer][i] == element;
        return times;
    }

    void check_capacity()
    {
        uint64_t element = 0;
        RL_ASSERT(tern_ring_empty(ring()));
        for (size_t i = 0; i < setup::capacity; i++)
            RL_ASSERT(tern_ring_enqueue(ring(), &element) == 0);
        RL_ASSERT(tern_ring_enqueue(ring(), &element) == -ENOBUFS);
        RL_ASSERT(tern_ring_full(ring()));
    }
};

/* What most scenarios have in common; each overrides what it is about. */
struct ring_setup {
    static constexpr unsigned producers = 1, consumers = 1, observers = 0;
    static constexpr size_t capacity = 2, slots = 2;
    static constexpr tern_ring_mode producer_mode = TERN_RING_MT, consumer_mode = TERN_RING_MT;
    static constexpr uint64_t start = UINT64_MAX; /* wraps with the first element */
    static constexpr unsigned prefill = 0;
    static constexpr plan produce = {single, 2, 1};
    static constexpr plan consume = {single, 2, 1};
    template <typename test> static void observe(test &) {}
};

/* The second field of a scenario of the ring. */
template <typename setup, search how> constexpr engine ring_over = over<ring_test<setup>, how>;

} // namespace model

#endif /* TERN_TESTS_MODEL_RING_HPP */
