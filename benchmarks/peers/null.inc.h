/*
 * The null container for one element size (template, see null.c and scenarios/loops.h).
 *
 * SPDX-License-Identifier: MIT
 */

typedef struct null_queue BENCH(queue);

static inline size_t BENCH(enqueue_bulk)(struct null_queue *queue, const BENCH_UNIT *objects,
                                         size_t n)
{
    queue->objects = (const unsigned char *)objects;
    queue->held = n;
    /* The compiler must not see through the two calls that follow each other. */
    __asm__("" : : : "memory");
    return n;
}

static inline size_t BENCH(dequeue_bulk)(struct null_queue *queue, BENCH_UNIT *objects, size_t n)
{
    __asm__("" : : : "memory");
    if (n > queue->held)
        n = queue->held;
    if (n == 0)
        return 0;
    memcpy(objects, queue->objects, n * NULL_SIZE(queue));
    queue->objects += n * NULL_SIZE(queue);
    queue->held -= n;
    return n;
}

static inline size_t BENCH(enqueue_burst)(struct null_queue *queue, const BENCH_UNIT *objects,
                                          size_t n)
{
    return BENCH(enqueue_bulk)(queue, objects, n);
}

static inline size_t BENCH(dequeue_burst)(struct null_queue *queue, BENCH_UNIT *objects, size_t n)
{
    return BENCH(dequeue_bulk)(queue, objects, n);
}

static inline bool BENCH(enqueue)(struct null_queue *queue, const BENCH_UNIT *object)
{
    return BENCH(enqueue_bulk)(queue, object, 1) == 1;
}

static inline bool BENCH(dequeue)(struct null_queue *queue, BENCH_UNIT *object)
{
    __asm__("" : : : "memory");
    if (queue->held == 0)
        return false;
    memcpy(object, queue->objects, NULL_SIZE(queue));
    queue->objects += NULL_SIZE(queue);
    queue->held--;
    return true;
}

static inline struct null_queue *BENCH(create)(const struct bench_shape *shape)
{
    return null_create(shape);
}

static inline void BENCH(destroy)(struct null_queue *queue)
{
    free(queue);
}

#define BENCH_SHARING BENCH_ONE_THREAD
#define BENCH_BULK    1
#include "../scenarios/loops.h"

#undef NULL_SIZE
