/*
 * Tern's intrusive stack with a lock: the operations of <tern/stack.h> under a spinlock, for ports
 * without double-width CAS, and to compare.
 *
 * Which operations may run at once, and what each promises
 * ---------------------------------------------------------
 *     operation            at once with          progress    promises
 *     push, push_chain     all but init          blocking    as <tern/stack.h>
 *     pop, pop_n           all but init          blocking
 *     pop_all              all but init          blocking
 *     empty                all but init          wait-free
 *     init                 nothing               wait-free
 *
 * Blocking: whoever holds the lock holds up everybody, pop_n for as long as its walk takes; who
 * waits does so by the wait policy (<tern/arch/wait.h>).
 *
 * In exchange the user owes less: links and nodes are touched under the lock only, so a node that
 * was popped is the user's altogether, and its memory may be given back.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_STACK_LOCKED_H
#define TERN_STACK_LOCKED_H

#include <tern/arch/cpu.h>
#include <tern/arch/spinlock.h>
#include <tern/stack/node.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

TERN_EXTERN_C_BEGIN

struct tern_stack_locked {
    TERN_CACHE_ALIGNED struct tern_spinlock lock;
    uint32_t wait; /* enum tern_wait_policy */
    TERN_ATOMIC(struct tern_stack_node *) top;
};

/* Bytes. The alignment that init wants of its memory. */
#define TERN_STACK_LOCKED_ALIGN TERN_CACHE_LINE

/*
 * Makes an empty stack. There is nothing to undo.
 *
 *     0           done
 *     -EINVAL     stack is NULL or not aligned to TERN_STACK_LOCKED_ALIGN, or the wait policy is
 * not one
 *
 * On error the memory is left alone.
 */
TERN_INLINE int tern_stack_locked_init(struct tern_stack_locked *stack, enum tern_wait_policy wait);

/* As in <tern/stack.h>. */
TERN_INLINE void tern_stack_locked_push(struct tern_stack_locked *stack,
                                        struct tern_stack_node *node);
TERN_INLINE void tern_stack_locked_push_chain(struct tern_stack_locked *stack,
                                              struct tern_stack_node *first,
                                              struct tern_stack_node *last);
TERN_INLINE struct tern_stack_node *tern_stack_locked_pop(struct tern_stack_locked *stack);
TERN_INLINE size_t tern_stack_locked_pop_n(struct tern_stack_locked *stack, size_t n,
                                           struct tern_stack_node **chain);
TERN_INLINE struct tern_stack_node *tern_stack_locked_pop_all(struct tern_stack_locked *stack);
TERN_INLINE bool tern_stack_locked_empty(const struct tern_stack_locked *stack);

TERN_EXTERN_C_END

#ifndef TERN_NO_INLINE
#    include <tern/stack/locked.h>
#endif

#endif /* TERN_STACK_LOCKED_H */
