/*
 * The operations of the intrusive stack under a lock. The lock orders everything, so what is atomic
 * here is relaxed, and only because empty looks without it.
 *
 * Internal: users include <tern/stack_locked.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_STACK_LOCKED_OPERATIONS_H
#define TERN_STACK_LOCKED_OPERATIONS_H

#include <tern/stack_locked.h>

#include <errno.h>

TERN_EXTERN_C_BEGIN

TERN_INLINE int tern_stack_locked_init(struct tern_stack_locked *stack, enum tern_wait_policy wait)
{
    if (stack == NULL || (uintptr_t)stack % TERN_STACK_LOCKED_ALIGN != 0)
        return -EINVAL;
    if (wait != TERN_WAIT_ADAPTIVE && wait != TERN_WAIT_SPIN)
        return -EINVAL;
    tern_spinlock_init(&stack->lock);
    stack->wait = (uint32_t)wait;
    tern_store_relaxed(&stack->top, (struct tern_stack_node *)NULL);
    return 0;
}

TERN_INLINE void tern_stack_locked_push_chain(struct tern_stack_locked *stack,
                                              struct tern_stack_node *first,
                                              struct tern_stack_node *last)
{
    TERN_CHECK(first != NULL && last != NULL);
    tern_spinlock_lock(&stack->lock, stack->wait);
    tern_store_relaxed(&last->next, tern_load_relaxed(&stack->top));
    tern_store_relaxed(&stack->top, first);
    tern_spinlock_unlock(&stack->lock);
}

TERN_INLINE void tern_stack_locked_push(struct tern_stack_locked *stack,
                                        struct tern_stack_node *node)
{
    tern_stack_locked_push_chain(stack, node, node);
}

TERN_INLINE size_t tern_stack_locked_pop_n(struct tern_stack_locked *stack, size_t n,
                                           struct tern_stack_node **chain)
{
    size_t count = 0;
    *chain = NULL;
    if (n == 0)
        return 0;
    tern_spinlock_lock(&stack->lock, stack->wait);
    struct tern_stack_node *first = tern_load_relaxed(&stack->top);
    struct tern_stack_node *last = NULL, *below = first;
    for (; count < n && below != NULL; count++) {
        last = below;
        below = tern_stack_next(below);
    }
    tern_store_relaxed(&stack->top, below);
    tern_spinlock_unlock(&stack->lock);
    if (last != NULL)
        tern_store_relaxed(&last->next, (struct tern_stack_node *)NULL);
    *chain = first;
    return count;
}

TERN_INLINE struct tern_stack_node *tern_stack_locked_pop(struct tern_stack_locked *stack)
{
    tern_spinlock_lock(&stack->lock, stack->wait);
    struct tern_stack_node *node = tern_load_relaxed(&stack->top);
    if (node != NULL)
        tern_store_relaxed(&stack->top, tern_stack_next(node));
    tern_spinlock_unlock(&stack->lock);
    return node;
}

TERN_INLINE struct tern_stack_node *tern_stack_locked_pop_all(struct tern_stack_locked *stack)
{
    tern_spinlock_lock(&stack->lock, stack->wait);
    struct tern_stack_node *node = tern_load_relaxed(&stack->top);
    tern_store_relaxed(&stack->top, (struct tern_stack_node *)NULL);
    tern_spinlock_unlock(&stack->lock);
    return node;
}

TERN_INLINE bool tern_stack_locked_empty(const struct tern_stack_locked *stack)
{
    return tern_load_relaxed(&stack->top) == NULL;
}

TERN_EXTERN_C_END

#endif /* TERN_STACK_LOCKED_OPERATIONS_H */
