/*
 * Adapter for DPDK's stacks of pointers, lock-free and locked, through rte_stack_push and
 * rte_stack_pop, which choose between the two by a flag of the stack.
 *
 * Its functions that make a stack need an EAL. The struct is public and the operations are inline,
 * so that the fields are filled in here as its initialisation leaves them.
 *
 * SPDX-License-Identifier: MIT
 */
#include <rte_common.h>
#include <rte_stack.h>

#include "../scenarios/adapter.h"
#include "peers.h"

static struct rte_stack *dpdk_stack_allocate(const struct bench_shape *shape, size_t room,
                                             uint32_t flags)
{
    const size_t total = (sizeof(struct rte_stack) + room + 127) / 128 * 128;
    struct rte_stack *stack = (struct rte_stack *)aligned_alloc(128, total);
    if (stack == NULL)
        return NULL;
    memset(stack, 0, total);
    stack->capacity = (uint32_t)shape->capacity;
    stack->flags = flags;
    return stack;
}

/* Lock-free: all elements are in the list of those that are free. */
static struct rte_stack *dpdk_stack_create_lf(const struct bench_shape *shape)
{
    const size_t room = shape->capacity * sizeof(struct rte_stack_lf_elem);
    struct rte_stack *stack = dpdk_stack_allocate(shape, room, RTE_STACK_F_LF);
    if (stack == NULL)
        return NULL;
    for (size_t i = 0; i < shape->capacity; i++)
        __rte_stack_lf_push_elems(&stack->stack_lf.free, &stack->stack_lf.elems[i],
                                  &stack->stack_lf.elems[i], 1);
    return stack;
}

static struct rte_stack *dpdk_stack_create_locked(const struct bench_shape *shape)
{
    struct rte_stack *stack = dpdk_stack_allocate(shape, shape->capacity * sizeof(void *), 0);
    if (stack != NULL)
        rte_spinlock_init(&stack->stack_std.lock);
    return stack;
}

#define BENCH_ADAPTER     dpdk_stack_lf
#define DPDK_STACK_CREATE dpdk_stack_create_lf
#include "dpdk_stack.inc.h"

#define BENCH_ADAPTER     dpdk_stack_locked
#define DPDK_STACK_CREATE dpdk_stack_create_locked
#include "dpdk_stack.inc.h"

static const struct bench_variant *const lf_variants[] = {&dpdk_stack_lf_variant};
static const struct bench_variant *const locked_variants[] = {&dpdk_stack_locked_variant};

const struct bench_candidate bench_dpdk_stack_lf = {lf_variants, 1, NULL};
const struct bench_candidate bench_dpdk_stack_locked = {locked_variants, 1, NULL};
