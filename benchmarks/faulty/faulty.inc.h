/*
 * The faulty ring or stack with one fault (template, see faulty.cpp and scenarios/loops.h).
 *
 * SPDX-License-Identifier: MIT
 */

#define BENCH_ELEM_SIZE 8
#define BENCH_UNIT      uint64_t
#define BENCH_SHARING   BENCH_MANY_TO_MANY
#define BENCH_BULK      0
#define BENCH_LIFO      FAULT_IN_STACK

typedef struct faulty_container BENCH(queue);

static inline BENCH(queue) * BENCH(create)(const struct bench_shape *shape)
{
    return new (std::nothrow) faulty_container(FAULT, FAULT_IN_STACK, *shape);
}

static inline void BENCH(destroy)(BENCH(queue) * queue)
{
    delete queue;
}

static inline bool BENCH(enqueue)(BENCH(queue) * queue, const std::uint64_t *object)
{
    return queue->enqueue(*object);
}

static inline bool BENCH(dequeue)(BENCH(queue) * queue, std::uint64_t *object)
{
    return queue->dequeue(*object);
}

#include "../scenarios/loops.h"

#undef FAULT_IN_STACK
