/*
 * A LIFO of cells in an array, of which the bounded stack has two: the cells in use, and the free
 * ones. take claims cells off the top of a list, give puts a chain of them on top.
 *
 * It is the intrusive stack of <tern/stack.h> with places instead of pointers. What that header
 * says about ABA holds here: take makes the generation one more, and reads it first; give compares
 * the top (and the length where there is one), leaves the generation alone, and is a CAS of half
 * the word.
 *
 * The head is one of two, which give
 *
 *     tern_stack_list_load(list)              the head
 *     tern_stack_list_offers(head, n)         how many of n cells there may be
 *     tern_stack_list_try(list, head, below, n)
 *                                             takes the n cells above `below`; fails if the list is
 *                                             not as it was
 *     tern_stack_list_give(list, cells, chain)
 *
 * Internal: users include <tern/stack_bounded.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_STACK_LIST_H
#define TERN_STACK_LIST_H

#include <tern/arch/port.h>
#include <tern/stack/chain.h>
#include <tern/stack/retry.h>

/* 0 takes the narrow list where the wide one would do: for tests. */
#ifndef TERN_STACK_WIDE
#    define TERN_STACK_WIDE TERN_HAVE_DWCAS
#endif

#if TERN_STACK_WIDE
#    include <tern/stack/list_wide.h>
#else
#    include <tern/stack/list_narrow.h>
#endif

enum tern_stack_amount {
    TERN_STACK_EXACTLY, /* bulk: all or nothing */
    TERN_STACK_UP_TO    /* burst: what there is */
};

/* Takes n cells, or with UP_TO up to n, off the top at once. The chain has 0 where there are not
 * enough. n is not 0. */
TERN_ALWAYS_INLINE void tern_stack_list_take(struct tern_stack_list *list,
                                             struct tern_stack_cell *cells, size_t n,
                                             enum tern_stack_amount amount,
                                             struct tern_stack_chain *chain)
{
    struct tern_backoff backoff = tern_backoff_begin();
    for (;;) {
        tern_stack_head head = tern_stack_list_load(list);
        size_t count = tern_stack_list_offers(head, n);
        if (TERN_UNLIKELY(count == 0 || (count < n && amount == TERN_STACK_EXACTLY)))
            break;
        uint32_t top = tern_stack_list_top(head);
        uint32_t below = tern_stack_walk_cells(cells, top, count, !TERN_STACK_WIDE, chain);
        TERN_TEST_POINT(stack_list_take);
        if (!TERN_STACK_WIDE && chain->count < n && amount == TERN_STACK_EXACTLY) {
            /* That there are too few is true if the list is still as it was. */
            if (tern_stack_list_try(list, head, top, 0))
                break;
        } else if (TERN_LIKELY(tern_stack_list_try(list, head, below, chain->count))) {
            tern_stack_settle(cells, chain);
            return;
        }
        tern_backoff_once(&backoff);
    }
    chain->count = 0;
}

#endif /* TERN_STACK_LIST_H */
