/*
 * Tern's ring of one type in one mode (template, see ring_mode.inc.h and scenarios/loops.h).
 *
 * SPDX-License-Identifier: MIT
 */

/* bench_ring_8_st_enqueue and so on. */
#define RING_CALL_(type, mode, operation)  type##_##mode##_##operation
#define RING_CALL__(type, mode, operation) RING_CALL_(type, mode, operation)
#define RING_CALL(operation)               RING_CALL__(RING_TYPE, RING_MODE, operation)

typedef struct RING_TYPE BENCH(queue);

static inline BENCH(queue) * BENCH(create)(const struct bench_shape *shape)
{
    struct tern_ring_options options = {0};
    options.capacity = shape->capacity;
    options.producer = options.consumer = RING_SYNC;
    return BENCH_JOIN(RING_TYPE, create)(&options);
}

static inline void BENCH(destroy)(BENCH(queue) * queue)
{
    BENCH_JOIN(RING_TYPE, destroy)(queue);
}

static inline bool BENCH(enqueue)(BENCH(queue) * queue, const BENCH_UNIT *object)
{
    return RING_CALL(enqueue)(queue, *object) == 0;
}

static inline bool BENCH(dequeue)(BENCH(queue) * queue, BENCH_UNIT *object)
{
    return RING_CALL(dequeue)(queue, object) == 0;
}

static inline size_t BENCH(enqueue_bulk)(BENCH(queue) * queue, const BENCH_UNIT *objects, size_t n)
{
    return RING_CALL(RING_ENQUEUE_ALL)(queue, objects, n, NULL);
}

static inline size_t BENCH(dequeue_bulk)(BENCH(queue) * queue, BENCH_UNIT *objects, size_t n)
{
    return RING_CALL(dequeue_bulk)(queue, objects, n, NULL);
}

static inline size_t BENCH(enqueue_burst)(BENCH(queue) * queue, const BENCH_UNIT *objects, size_t n)
{
    return RING_CALL(enqueue_burst)(queue, objects, n, NULL);
}

static inline size_t BENCH(dequeue_burst)(BENCH(queue) * queue, BENCH_UNIT *objects, size_t n)
{
    return RING_CALL(dequeue_burst)(queue, objects, n, NULL);
}

#define BENCH_SHARING BENCH_RING_SHARING
#define BENCH_BULK    1
#include "../scenarios/loops.h"

#undef RING_CALL
#undef RING_CALL__
#undef RING_CALL_
#undef RING_TYPE
