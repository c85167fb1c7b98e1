/*
 * The link of an intrusive stack: a field of the user's object, one for each stack that the object
 * is to be on at the same time.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_STACK_NODE_H
#define TERN_STACK_NODE_H

#include <tern/arch/atomic.h>

#include <stddef.h>

struct tern_stack_node {
    TERN_ATOMIC(struct tern_stack_node *) next;
};

/* The object whose field `member` is the node that `node` points at; not for NULL. */
#define TERN_STACK_OBJECT(node, type, member) \
    ((type *)(void *)((char *)(node)-offsetof(type, member)))

/* The node below this one, or NULL below the last, in a chain that the caller owns. */
static inline struct tern_stack_node *tern_stack_next(const struct tern_stack_node *node)
{
    return tern_load_relaxed(&node->next);
}

/*
 * Makes `next`, which may be NULL, the node below this one, in a chain that the caller owns.
 *
 * A thread in the middle of pop_n may still read the link of a node that others have popped
 * meanwhile. Pairs with the acquire in the walk of pop_n: who finds this link there also finds that
 * the stack has changed since, and does not follow it.
 */
static inline void tern_stack_link(struct tern_stack_node *node, struct tern_stack_node *next)
{
    tern_store_release(&node->next, next);
}

#endif /* TERN_STACK_NODE_H */
