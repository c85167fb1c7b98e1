/*
 * The operations of the intrusive stack. <tern/stack.h> says how it works and why.
 *
 * Invariant: the nodes of the stack are those reached from `top` by links. A node that is on it
 * has a link that nobody writes. The generation changes with every head that has fewer nodes than
 * the one before, and only then.
 *
 * So a {generation, top} comes only once in the modification order of the head: while the
 * generation stays, the stack only grows upwards. A CAS that finds what was loaded finds the very
 * write that was loaded, and what it could acquire has been acquired by the load.
 *
 * Internal: users include <tern/stack.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_STACK_INTRUSIVE_H
#define TERN_STACK_INTRUSIVE_H

#include <tern/stack/retry.h>

#include <errno.h>

TERN_EXTERN_C_BEGIN

#if TERN_HAVE_DWCAS

static inline struct tern_stack_node *tern_stack_top(struct tern_pair head)
{
    return (struct tern_stack_node *)(uintptr_t)head.high;
}

/* The head once `top` is what is left of `head`. */
static inline struct tern_pair tern_stack_without(struct tern_pair head,
                                                  const struct tern_stack_node *top)
{
    struct tern_pair left;
    left.low = head.low + TERN_STACK_GENERATION_STEP;
    left.high = (uint64_t)(uintptr_t)top;
    return left;
}

TERN_INLINE int tern_stack_init(struct tern_stack *stack)
{
    struct tern_pair nothing = {0, 0};
    if (stack == NULL || (uintptr_t)stack % TERN_STACK_ALIGN != 0)
        return -EINVAL;
    tern_pair_init(&stack->head, nothing);
    return 0;
}

TERN_INLINE void tern_stack_push_chain(struct tern_stack *stack, struct tern_stack_node *first,
                                       struct tern_stack_node *last)
{
    struct tern_backoff backoff = tern_backoff_begin();
    TERN_CHECK(first != NULL && last != NULL);
    /* Relaxed: it is not looked into, only put below the chain, and the CAS validates it. */
    uint64_t top = tern_pair_load_high_relaxed(&stack->head);
    for (;;) {
        tern_stack_link(last, (struct tern_stack_node *)(uintptr_t)top);
        TERN_TEST_POINT(stack_push);
        /* Pairs with the acquire of the head in pop, pop_n and pop_all: the link, and what the
         * user wrote before. The CAS of later pushes and pops continue this release. */
        if (TERN_LIKELY(tern_pair_cas_high_release(&stack->head, &top, (uint64_t)(uintptr_t)first)))
            return;
        tern_backoff_once(&backoff);
    }
}

TERN_INLINE void tern_stack_push(struct tern_stack *stack, struct tern_stack_node *node)
{
    tern_stack_push_chain(stack, node, node);
}

TERN_INLINE struct tern_stack_node *tern_stack_pop(struct tern_stack *stack)
{
    struct tern_backoff backoff = tern_backoff_begin();
    for (;;) {
        /* Low half first, the generation. Pairs with the release in push: the link of the top, and
         * what its pusher wrote. */
        struct tern_pair head = tern_pair_load_halves_acquire(&stack->head);
        struct tern_stack_node *node = tern_stack_top(head);
        if (TERN_UNLIKELY(node == NULL))
            return NULL;
        /* Others may have popped the node: then this is any value, and the CAS fails. */
        struct tern_stack_node *next = tern_load_relaxed(&node->next);
        TERN_TEST_POINT(stack_pop);
        /* Relaxed: see the top of this file. */
        if (TERN_LIKELY(tern_dwcas_relaxed(&stack->head, &head, tern_stack_without(head, next))))
            return node;
        tern_backoff_once(&backoff);
    }
}

/* The lowest of the upper *n nodes of the stack as of `head`, or of all and their number in *n;
 * NULL when nodes have been taken off since, which is found out before a stale link is followed. */
static inline struct tern_stack_node *tern_stack_walk(const struct tern_stack *stack,
                                                      struct tern_pair head, size_t *n)
{
    struct tern_stack_node *node = tern_stack_top(head);
    size_t count;
    for (count = 1; count < *n; count++) {
        /* Pairs with the release in link: if another thread has popped the node and linked it
         * anew, this thread sees below that it was popped. */
        struct tern_stack_node *next = tern_load_acquire(&node->next);
        if (next == NULL)
            break;
        TERN_TEST_POINT(stack_walk);
        if (TERN_UNLIKELY(tern_pair_load_low_relaxed(&stack->head) != head.low))
            return NULL;
        node = next;
    }
    *n = count;
    return node;
}

TERN_INLINE size_t tern_stack_pop_n(struct tern_stack *stack, size_t n,
                                    struct tern_stack_node **chain)
{
    struct tern_backoff backoff = tern_backoff_begin();
    *chain = NULL;
    if (n == 0)
        return 0;
    for (;;) {
        size_t count = n;
        /* As in pop. */
        struct tern_pair head = tern_pair_load_halves_acquire(&stack->head);
        struct tern_stack_node *first = tern_stack_top(head);
        if (first == NULL)
            return 0;
        struct tern_stack_node *last = tern_stack_walk(stack, head, &count);
        if (TERN_LIKELY(last != NULL)) {
            struct tern_stack_node *next = tern_load_relaxed(&last->next);
            TERN_TEST_POINT(stack_pop_n);
            /* Relaxed: as in pop. */
            if (TERN_LIKELY(
                    tern_dwcas_relaxed(&stack->head, &head, tern_stack_without(head, next)))) {
                /* Relaxed: a walk ends at NULL, and then its CAS fails. */
                tern_store_relaxed(&last->next, (struct tern_stack_node *)NULL);
                *chain = first;
                return count;
            }
        }
        tern_backoff_once(&backoff);
    }
}

TERN_INLINE struct tern_stack_node *tern_stack_pop_all(struct tern_stack *stack)
{
    struct tern_backoff backoff = tern_backoff_begin();
    /* Relaxed: nothing is read through it before the CAS, which hands back a whole pair when this
     * one is torn or old. */
    struct tern_pair head = tern_pair_load_halves_relaxed(&stack->head);
    for (;;) {
        struct tern_stack_node *node = tern_stack_top(head);
        if (node == NULL)
            return NULL;
        TERN_TEST_POINT(stack_pop_all);
        /* Pairs with the release in push, as the load in pop does. */
        if (TERN_LIKELY(tern_dwcas_acquire(&stack->head, &head, tern_stack_without(head, NULL))))
            return node;
        tern_backoff_once(&backoff);
    }
}

TERN_INLINE bool tern_stack_empty(const struct tern_stack *stack)
{
    return tern_pair_load_high_relaxed(&stack->head) == 0;
}

#else /* without DWCAS: there is no stack, so nothing below may be called */

TERN_INLINE int tern_stack_init(struct tern_stack *stack)
{
    return stack == NULL || (uintptr_t)stack % TERN_STACK_ALIGN != 0 ? -EINVAL : -ENOTSUP;
}

TERN_INLINE void tern_stack_push_chain(struct tern_stack *stack, struct tern_stack_node *first,
                                       struct tern_stack_node *last)
{
    TERN_CHECK(TERN_HAVE_DWCAS);
    (void)stack, (void)first, (void)last;
}

TERN_INLINE void tern_stack_push(struct tern_stack *stack, struct tern_stack_node *node)
{
    tern_stack_push_chain(stack, node, node);
}

TERN_INLINE struct tern_stack_node *tern_stack_pop(struct tern_stack *stack)
{
    (void)stack;
    return NULL;
}

TERN_INLINE size_t tern_stack_pop_n(struct tern_stack *stack, size_t n,
                                    struct tern_stack_node **chain)
{
    (void)stack, (void)n;
    *chain = NULL;
    return 0;
}

TERN_INLINE struct tern_stack_node *tern_stack_pop_all(struct tern_stack *stack)
{
    (void)stack;
    return NULL;
}

TERN_INLINE bool tern_stack_empty(const struct tern_stack *stack)
{
    (void)stack;
    return true;
}

#endif

TERN_EXTERN_C_END

#endif /* TERN_STACK_INTRUSIVE_H */
