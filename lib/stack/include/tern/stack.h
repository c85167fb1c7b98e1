/*
 * Tern's intrusive stack: a LIFO of nodes that live inside the user's objects, lock-free, for any
 * number of threads of one process.
 *
 * Which operations may run at once, and what each promises
 * ---------------------------------------------------------
 *     operation            at once with          progress    promises
 *     push, push_chain     all but init          lock-free   the nodes are on top, next to each
 * other pop                  all but init          lock-free   the top of one moment, or NULL if
 * the stack was empty at one moment pop_n                all but init          lock-free   the
 * upper n nodes of one moment, or all of them if there were fewer pop_all              all but init
 * lock-free   all nodes of one moment empty                all but init          wait-free   what
 * was true of one moment init                 nothing               wait-free next, link whoever
 * owns the node wait-free
 *
 * No operation waits for another thread: one that is stopped in the middle of an operation, or that
 * dies there, holds up nobody. What a thread wrote before it pushed a node, the thread that pops it
 * sees. A stack is ready for other threads once init has returned and its address has reached them
 * by something that synchronises.
 *
 * What the user owes
 * ------------------
 * - A node is on one stack at most, and pushed by the thread that owns it. Pop hands it over.
 * - The memory of a node that has ever been pushed stays mapped and readable for as long as any
 *   thread may be inside pop or pop_n of that stack, since such a thread may look at the link of a
 *   node that others have popped meanwhile. So objects come from memory that is not given back: an
 *   array, a pool, a freelist; not from malloc to be freed after the pop.
 * - For as long, the link of the node is written by the functions of <tern/stack/node.h> and of
 *   stacks only, and serves as nothing else. What it says does not matter meanwhile: links are
 *   never followed on the strength of a stale one. All other fields are the owner's: no stack ever
 *   reads or writes them.
 *
 * How it works
 * ------------
 * The stack of Treiber, "Systems programming: coping with parallelism" (IBM RJ 5118, 1986), with a
 * counter beside the pointer, as IBM's System/370 manual has it for its free list and Michael and
 * Scott (1996) for their queue: one word of two halves, {generation, top}.
 *
 *     pop      read generation, then top, then top->next;
 *              {generation, top} -> {generation + 1, next} by one double-width CAS
 *     push     node->next = top;  top -> node by CAS, the generation stays
 *
 * The danger is ABA: while a pop stands between reading `next` and its CAS, others pop the same
 * node, change what lies below, and push the node again; a CAS of the pointer alone would then
 * succeed and install a stale `next`. Every operation that takes nodes off makes the generation one
 * more, so it does not: a pop succeeds only if no node was taken off since it read the generation,
 * and as long as none is taken off, what lies below a node stays what it is.
 *
 * That is why the generation is read first: a top read before it might have been off the stack
 * and on again in between. And it is why push has no ABA: all that it says of the stack is "below
 * my node is `top`", and that is true whenever its CAS finds `top` there, whatever happened in
 * between. So a push leaves the generation alone, and needs no double-width CAS where the port has
 * a cheaper one for half of a pair.
 *
 * 64 bits of generation do not come again: at a pop a nanosecond, that takes 584 years.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_STACK_H
#define TERN_STACK_H

#include <tern/arch/compiler.h>
#include <tern/arch/cpu.h>
#include <tern/arch/dwcas.h>
#include <tern/stack/node.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

TERN_EXTERN_C_BEGIN

/* Alone on its line: whoever works on a stack takes the line from everybody else. */
struct tern_stack {
#if TERN_HAVE_DWCAS
    TERN_CACHE_ALIGNED tern_atomic_pair head; /* low: generation; high: the top node, or 0 */
#else
    TERN_CACHE_ALIGNED char none; /* init says -ENOTSUP */
#endif
};

/* Bytes. The alignment that init wants of its memory. */
#define TERN_STACK_ALIGN TERN_CACHE_LINE

/*
 * Makes an empty stack. What the memory held before does not matter. There is nothing to undo.
 *
 *     0           done
 *     -EINVAL     stack is NULL or not aligned to TERN_STACK_ALIGN
 *     -ENOTSUP    the port has no double-width CAS (TERN_HAVE_DWCAS is 0). None of the functions
 *                 below may then be called; <tern/stack_locked.h> has the same with a lock
 *
 * On error the memory is left alone.
 */
TERN_INLINE int tern_stack_init(struct tern_stack *stack);

/* Puts the node on top. */
TERN_INLINE void tern_stack_push(struct tern_stack *stack, struct tern_stack_node *node);

/*
 * Puts a chain on top at once: `first`, which becomes the top, and by their links down to `last`,
 * whose own link may be anything. Costs what push costs, whatever the length.
 */
TERN_INLINE void tern_stack_push_chain(struct tern_stack *stack, struct tern_stack_node *first,
                                       struct tern_stack_node *last);

/* Takes the top node off; NULL if there is none. */
TERN_INLINE struct tern_stack_node *tern_stack_pop(struct tern_stack *stack);

/*
 * Takes up to n nodes off the top at once. Returns how many: n, or fewer if the stack had no more,
 * 0 if it was empty. *chain is then the one that was on top, linked down to the lowest one, whose
 * link is NULL; or NULL for none. n may be anything; SIZE_MAX takes all and counts them.
 *
 * It walks down n nodes before its CAS, and anew after one that failed: with large n under
 * contention, pop_all or chains of fixed length are better.
 */
TERN_INLINE size_t tern_stack_pop_n(struct tern_stack *stack, size_t n,
                                    struct tern_stack_node **chain);

/* Takes all nodes off at once, without a walk: the one that was on top, linked down to the lowest
 * one, whose link is NULL; or NULL for none. */
TERN_INLINE struct tern_stack_node *tern_stack_pop_all(struct tern_stack *stack);

/* Whether there is no node, at some moment during the call. */
TERN_INLINE bool tern_stack_empty(const struct tern_stack *stack);

TERN_EXTERN_C_END

#ifndef TERN_NO_INLINE
#    include <tern/stack/intrusive.h>
#endif

#endif /* TERN_STACK_H */
