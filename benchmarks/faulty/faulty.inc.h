/*
 * The faulty ring with one fault (template, see faulty.c and scenarios/loops.h).
 *
 * SPDX-License-Identifier: MIT
 */

#define BENCH_ELEM_SIZE 8
#define BENCH_UNIT      uint64_t
#define BENCH_SHARING   BENCH_MANY_TO_MANY
#define BENCH_BULK      0

typedef struct faulty_queue BENCH(queue);

static inline struct faulty_queue *BENCH(create)(const struct bench_shape *shape)
{
    return faulty_create(shape, FAULT);
}

static inline void BENCH(destroy)(struct faulty_queue *queue)
{
    faulty_destroy(queue);
}

static inline bool BENCH(enqueue)(struct faulty_queue *queue, const uint64_t *object)
{
    return faulty_enqueue(queue, *object);
}

static inline bool BENCH(dequeue)(struct faulty_queue *queue, uint64_t *object)
{
    return faulty_dequeue(queue, object);
}

#include "../scenarios/loops.h"

#undef FAULT
