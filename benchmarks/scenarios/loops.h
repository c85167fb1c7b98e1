/*
 * The hot loops of all scenarios, made for one container.
 *
 * A template: it has no include guard, and each inclusion makes one
 * `static const struct bench_variant BENCH(variant)`. Before it, define
 *
 *   BENCH_ADAPTER        a prefix for the names of this inclusion
 *   BENCH_ELEM_SIZE      bytes of an object, or 0 when known only at run time
 *   BENCH_UNIT           type of an object; unsigned char when the size is 0
 *   BENCH_SHARING        BENCH_ONE_THREAD, BENCH_ONE_TO_ONE or BENCH_MANY_TO_MANY
 *   BENCH_BULK           1 when it has bulk and burst operations, 0 when only single ones
 *   BENCH_LIFO           1 when it is a stack, or nothing
 *   BENCH_ORDERED        0 when what one thread puts in may come out in another order; default 1
 *
 * and then, as static inline functions over a type `BENCH(queue)`,
 *
 *   BENCH(queue) *BENCH(create)(const struct bench_shape *);   NULL: failed
 *   void   BENCH(destroy)(BENCH(queue) *);
 *   bool   BENCH(enqueue)(BENCH(queue) *, const BENCH_UNIT *object);
 *   bool   BENCH(dequeue)(BENCH(queue) *, BENCH_UNIT *object);
 *   size_t BENCH(enqueue_bulk)(BENCH(queue) *, const BENCH_UNIT *objects, size_t n);
 *   size_t BENCH(dequeue_bulk)(BENCH(queue) *, BENCH_UNIT *objects, size_t n);
 *   size_t BENCH(enqueue_burst), BENCH(dequeue_burst): the same, up to n.
 *
 * Without bulk, single operations are looped over (singles.h). Those may move fewer
 * than n, so the loops below take any count from 0 to n.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../src/histogram.h"
#include "../src/watch.h"
#include "adapter.h"
#include "many_to_many_state.h"

#ifndef BENCH_LIFO
#    define BENCH_LIFO 0
#endif

#if !BENCH_BULK
#    include "singles.h"
#endif

#ifndef BENCH_ORDERED
#    define BENCH_ORDERED 1
#endif

/* An object in units, and in bytes. */
#if BENCH_ELEM_SIZE == 0
#    define BENCH_STRIDE (worker->elem_size)
#    define BENCH_SIZE   (worker->elem_size)
#else
#    define BENCH_STRIDE ((size_t)1)
#    define BENCH_SIZE   ((size_t)BENCH_ELEM_SIZE)
#endif

/* 0 when the two objects are equal (at run-time sizes and above 16 bytes: their first and last
 * word). */
static inline uint64_t BENCH(difference)(const BENCH_UNIT *got, const BENCH_UNIT *want, size_t size)
{
#if BENCH_ELEM_SIZE == 0
    return bench_difference_32(got, want) | bench_difference_32(got + size - 4, want + size - 4);
#elif BENCH_ELEM_SIZE == 4
    (void)size;
    return bench_difference_32(got, want);
#elif BENCH_ELEM_SIZE == 8
    (void)size;
    return bench_difference_64(got, want);
#else
    (void)size;
    return bench_difference_64(got, want) |
           bench_difference_64((const char *)got + BENCH_ELEM_SIZE - 8,
                               (const char *)want + BENCH_ELEM_SIZE - 8);
#endif
}

/* Nonzero when one of n objects is not the one wanted; of a stack, last in, first out. */
static inline uint64_t BENCH(differences)(const struct bench_worker *worker, const BENCH_UNIT *got,
                                          const BENCH_UNIT *want, size_t n)
{
    uint64_t different = 0;
    BENCH_UNROLL
    for (size_t i = 0; i < n; i++) {
        const size_t place = BENCH_LIFO ? n - 1 - i : i;
        uint64_t difference = BENCH(difference)(got + i * BENCH_STRIDE, want + place * BENCH_STRIDE,
                                                worker->elem_size);
        BENCH_KEEP_SCALAR(difference);
        different |= difference;
    }
    return different;
}

#include "empty.h"
#include "one_thread.h"
#if BENCH_SHARING >= BENCH_ONE_TO_ONE && !BENCH_LIFO
#    include "core_to_core.h"
#endif
#if BENCH_SHARING >= BENCH_MANY_TO_MANY
#    include "oversubscribed.h"
#    if BENCH_LIFO
#        include "by_turns.h"
#    else
#        include "many_to_many.h"
#    endif
#endif
#if BENCH_SHARING >= BENCH_ONE_TO_ONE
#    include "frozen_peer.h"
#endif
#if BENCH_SHARING >= BENCH_ONE_TO_ONE && !BENCH_LIFO
#    include "latency.h"
#endif

static void *BENCH(create_any)(const struct bench_shape *shape)
{
    return BENCH(create)(shape);
}

static void BENCH(destroy_any)(void *container)
{
    BENCH(destroy)((BENCH(queue) *)container);
}

static size_t BENCH(put)(void *container, const void *objects, size_t n)
{
    return BENCH(enqueue_burst)((BENCH(queue) *)container, (const BENCH_UNIT *)objects, n);
}

static size_t BENCH(take)(void *container, void *objects, size_t n)
{
    return BENCH(dequeue_burst)((BENCH(queue) *)container, (BENCH_UNIT *)objects, n);
}

/* In the order of the fields and of enum bench_loop: C++17 has no designators. */
static const struct bench_variant BENCH(variant) = {
    BENCH_ELEM_SIZE,
    BENCH_ORDERED,
    BENCH(create_any),
    BENCH(destroy_any),
    BENCH(put),
    BENCH(take),
    {
        BENCH(one_thread_loop),
        BENCH(empty_loop),
#if BENCH_SHARING >= BENCH_ONE_TO_ONE && !BENCH_LIFO
        BENCH(produce_loop),
        BENCH(consume_loop),
#else
        NULL,
        NULL,
#endif
#if BENCH_SHARING >= BENCH_MANY_TO_MANY
        BENCH(circulate_loop),
#else
        NULL,
#endif
#if BENCH_SHARING >= BENCH_MANY_TO_MANY && !BENCH_LIFO
        BENCH(send_loop),
        BENCH(receive_loop),
#else
        NULL,
        NULL,
#endif
#if BENCH_SHARING >= BENCH_MANY_TO_MANY && BENCH_LIFO
        BENCH(by_turns_loop),
#else
        NULL,
#endif
#if BENCH_SHARING >= BENCH_ONE_TO_ONE
        BENCH(watched_loop),
#else
        NULL,
#endif
#if BENCH_SHARING >= BENCH_ONE_TO_ONE && !BENCH_LIFO
        BENCH(send_on_time_loop),
        BENCH(receive_timed_loop),
#else
        NULL,
        NULL,
#endif
#if BENCH_SHARING >= BENCH_ONE_TO_ONE && !BENCH_LIFO
        BENCH(prefilled_loop),
#else
        NULL,
#endif
    },
    NULL, /* it is no allocator */
};

#undef BENCH_STRIDE
#undef BENCH_SIZE
#undef BENCH_ORDERED
#undef BENCH_ADAPTER
#undef BENCH_ELEM_SIZE
#undef BENCH_UNIT
#undef BENCH_SHARING
#undef BENCH_BULK
#undef BENCH_LIFO
