/*
 * One kind of Concurrency Kit ring (template, see ck.c and scenarios/loops.h).
 *
 * SPDX-License-Identifier: MIT
 */

#define BENCH_ELEM_SIZE 8
#define BENCH_UNIT      uint64_t

typedef struct ck_queue BENCH(queue);

static inline bool BENCH(enqueue)(struct ck_queue *queue, const uint64_t *object)
{
    return CK_ENQUEUE(&queue->ring, queue->slots, (void *)(uintptr_t)*object);
}

static inline bool BENCH(dequeue)(struct ck_queue *queue, uint64_t *object)
{
    void *pointer;
    if (!CK_DEQUEUE(&queue->ring, queue->slots, &pointer))
        return false;
    *object = (uintptr_t)pointer;
    return true;
}

static inline struct ck_queue *BENCH(create)(const struct bench_shape *shape)
{
    return ck_queue_create(shape);
}

static inline void BENCH(destroy)(struct ck_queue *queue)
{
    free(queue);
}

#define BENCH_BULK 0
#include "../scenarios/loops.h"

#undef CK_ENQUEUE
#undef CK_DEQUEUE
