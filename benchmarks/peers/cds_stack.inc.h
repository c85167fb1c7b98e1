/*
 * One of libcds' stacks (template, see cds_stack.cpp and scenarios/loops.h).
 *
 * SPDX-License-Identifier: MIT
 */

#define BENCH_ELEM_SIZE 8
#define BENCH_UNIT      bench_pointer
#define BENCH_SHARING   BENCH_MANY_TO_MANY
#define BENCH_BULK      0
#define BENCH_LIFO      1

typedef cds_stack<CDS_STACK> BENCH(queue);

static inline BENCH(queue) * BENCH(create)(const struct bench_shape *shape)
{
    return create<CDS_STACK>(shape);
}

static inline void BENCH(destroy)(BENCH(queue) * queue)
{
    delete queue;
}

static inline bool BENCH(enqueue)(BENCH(queue) * queue, const bench_pointer *object)
{
    return queue->stack->push(*object);
}

static inline bool BENCH(dequeue)(BENCH(queue) * queue, bench_pointer *object)
{
    return queue->stack->pop(*object);
}

#include "../scenarios/loops.h"

#undef CDS_STACK
