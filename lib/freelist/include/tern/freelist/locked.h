/*
 * A stack of magazines behind a lock, for ports without a double-width CAS.
 *
 * Internal: users include <tern/freelist.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_FREELIST_LOCKED_H
#define TERN_FREELIST_LOCKED_H

#include <tern/arch/cpu.h>
#include <tern/arch/spinlock.h>
#include <tern/stack/node.h>

#include <stddef.h>

TERN_EXTERN_C_BEGIN

struct tern_freelist_locked {
    TERN_CACHE_ALIGNED struct tern_spinlock lock;
    struct tern_stack_node *top;
};

static inline int tern_freelist_locked_init(struct tern_freelist_locked *stack)
{
    tern_spinlock_init(&stack->lock);
    stack->top = NULL;
    return 0;
}

static inline void tern_freelist_locked_push(struct tern_freelist_locked *stack,
                                             struct tern_stack_node *node)
{
    tern_spinlock_lock(&stack->lock, TERN_WAIT_ADAPTIVE);
    tern_stack_link(node, stack->top);
    stack->top = node;
    tern_spinlock_unlock(&stack->lock);
}

static inline struct tern_stack_node *tern_freelist_locked_pop(struct tern_freelist_locked *stack)
{
    tern_spinlock_lock(&stack->lock, TERN_WAIT_ADAPTIVE);
    struct tern_stack_node *node = stack->top;
    if (node != NULL)
        stack->top = tern_stack_next(node);
    tern_spinlock_unlock(&stack->lock);
    return node;
}

static inline struct tern_stack_node *
tern_freelist_locked_pop_all(struct tern_freelist_locked *stack)
{
    tern_spinlock_lock(&stack->lock, TERN_WAIT_ADAPTIVE);
    struct tern_stack_node *node = stack->top;
    stack->top = NULL;
    tern_spinlock_unlock(&stack->lock);
    return node;
}

TERN_EXTERN_C_END

#endif /* TERN_FREELIST_LOCKED_H */
