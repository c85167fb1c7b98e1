/*
 * One kind of DPDK stack (template, see dpdk_stack.c and scenarios/loops.h).
 *
 * It has bulk operations only. A burst is a bulk of what there is, as its users write it who want
 * no more than that; where another thread was faster, it is none.
 *
 * SPDX-License-Identifier: MIT
 */

#define BENCH_ELEM_SIZE 8
#define BENCH_UNIT      bench_pointer
#define BENCH_SHARING   BENCH_MANY_TO_MANY
#define BENCH_BULK      1
#define BENCH_LIFO      1

typedef struct rte_stack BENCH(queue);

static inline struct rte_stack *BENCH(create)(const struct bench_shape *shape)
{
    return DPDK_STACK_CREATE(shape);
}

static inline void BENCH(destroy)(struct rte_stack *stack)
{
    free(stack);
}

static inline size_t BENCH(enqueue_bulk)(struct rte_stack *stack, const bench_pointer *objects,
                                         size_t n)
{
    return rte_stack_push(stack, objects, (unsigned)n);
}

static inline size_t BENCH(dequeue_bulk)(struct rte_stack *stack, bench_pointer *objects, size_t n)
{
    return rte_stack_pop(stack, objects, (unsigned)n);
}

static inline bool BENCH(enqueue)(struct rte_stack *stack, const bench_pointer *object)
{
    return BENCH(enqueue_bulk)(stack, object, 1) == 1;
}

static inline bool BENCH(dequeue)(struct rte_stack *stack, bench_pointer *object)
{
    return BENCH(dequeue_bulk)(stack, object, 1) == 1;
}

static inline size_t BENCH(enqueue_burst)(struct rte_stack *stack, const bench_pointer *objects,
                                          size_t n)
{
    const size_t room = rte_stack_free_count(stack);
    return BENCH(enqueue_bulk)(stack, objects, n < room ? n : room);
}

static inline size_t BENCH(dequeue_burst)(struct rte_stack *stack, bench_pointer *objects, size_t n)
{
    const size_t count = rte_stack_count(stack);
    return BENCH(dequeue_bulk)(stack, objects, n < count ? n : count);
}

#include "../scenarios/loops.h"

#undef DPDK_STACK_CREATE
