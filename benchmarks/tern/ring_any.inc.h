/*
 * Tern's ring of elements of any size in one mode (template, see ring_mode.inc.h and
 * scenarios/loops.h).
 *
 * SPDX-License-Identifier: MIT
 */

/* tern_ring_st_enqueue and so on. */
#define RING_CALL_(mode, operation)  tern_ring_##mode##_##operation
#define RING_CALL__(mode, operation) RING_CALL_(mode, operation)
#define RING_CALL(operation)         RING_CALL__(RING_MODE, operation)

typedef struct tern_ring BENCH(queue);

static inline struct tern_ring *BENCH(create)(const struct bench_shape *shape)
{
    struct tern_ring_options options = {0};
    options.capacity = shape->capacity;
    options.elem_size = shape->elem_size;
    options.producer = options.consumer = RING_SYNC;
    return tern_ring_create(&options);
}

static inline void BENCH(destroy)(struct tern_ring *queue)
{
    tern_ring_destroy(queue);
}

static inline bool BENCH(enqueue)(struct tern_ring *queue, const unsigned char *object)
{
    return RING_CALL(enqueue)(queue, object) == 0;
}

static inline bool BENCH(dequeue)(struct tern_ring *queue, unsigned char *object)
{
    return RING_CALL(dequeue)(queue, object) == 0;
}

static inline size_t BENCH(enqueue_bulk)(struct tern_ring *queue, const unsigned char *objects,
                                         size_t n)
{
    return RING_CALL(RING_ENQUEUE_ALL)(queue, objects, n, NULL);
}

static inline size_t BENCH(dequeue_bulk)(struct tern_ring *queue, unsigned char *objects, size_t n)
{
    return RING_CALL(dequeue_bulk)(queue, objects, n, NULL);
}

static inline size_t BENCH(enqueue_burst)(struct tern_ring *queue, const unsigned char *objects,
                                          size_t n)
{
    return RING_CALL(enqueue_burst)(queue, objects, n, NULL);
}

static inline size_t BENCH(dequeue_burst)(struct tern_ring *queue, unsigned char *objects, size_t n)
{
    return RING_CALL(dequeue_burst)(queue, objects, n, NULL);
}

#define BENCH_SHARING BENCH_RING_SHARING
#define BENCH_BULK    1
#include "../scenarios/loops.h"

#undef RING_CALL
#undef RING_CALL__
#undef RING_CALL_
