/*
 * The head of a list on ports with double-width CAS: {generation 64, length 32, top 32}. Top and
 * length change together, so the length is exact at every moment.
 *
 * Internal: users include <tern/stack_bounded.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_STACK_LIST_WIDE_H
#define TERN_STACK_LIST_WIDE_H

#include <tern/arch/dwcas.h>
#include <tern/stack/chain.h>
#include <tern/stack/retry.h>

struct tern_stack_list {
    tern_atomic_pair head; /* low: generation; high: length << 32 | top */
};

typedef struct tern_pair tern_stack_head;

static inline uint32_t tern_stack_list_top(tern_stack_head head)
{
    return (uint32_t)head.high;
}

static inline size_t tern_stack_list_length(const struct tern_stack_list *list)
{
    return (size_t)(tern_pair_load_high_relaxed(&list->head) >> 32);
}

/* How many of n cells there are for sure: all, or fewer where the list says so. */
TERN_ALWAYS_INLINE size_t tern_stack_list_offers(tern_stack_head head, size_t n)
{
    size_t length = (size_t)(head.high >> 32);
    return length < n ? length : n;
}

static inline void tern_stack_list_init(struct tern_stack_list *list, uint32_t top, size_t length)
{
    struct tern_pair head;
    head.low = 0;
    head.high = (uint64_t)length << 32 | top;
    tern_pair_init(&list->head, head);
}

TERN_ALWAYS_INLINE tern_stack_head tern_stack_list_load(const struct tern_stack_list *list)
{
    /* Low half first, the generation. Pairs with the release in give: the links and values of the
     * cells, and that whoever gave them has done with them. */
    return tern_pair_load_halves_acquire(&list->head);
}

/* Takes `count` cells off, down to the one that links to `top`, if the list is still as it was. */
TERN_ALWAYS_INLINE bool tern_stack_list_try(struct tern_stack_list *list, tern_stack_head head,
                                            uint32_t top, size_t count)
{
    struct tern_pair left;
    left.low = head.low + TERN_STACK_GENERATION_STEP;
    left.high = (head.high & ~(uint64_t)UINT32_MAX) - ((uint64_t)count << 32) + top;
    /* Relaxed: a head comes only once, so that what this could acquire the load has acquired. */
    return tern_dwcas_relaxed(&list->head, &head, left);
}

TERN_ALWAYS_INLINE void tern_stack_list_give(struct tern_stack_list *list,
                                             struct tern_stack_cell *cells,
                                             const struct tern_stack_chain *chain)
{
    struct tern_backoff backoff = tern_backoff_begin();
    uint64_t high = tern_pair_load_high_relaxed(&list->head);
    for (;;) {
        uint64_t more = (high & ~(uint64_t)UINT32_MAX) + ((uint64_t)chain->count << 32);
        tern_stack_write_link(cells, chain->last, (uint32_t)high, 1);
        TERN_TEST_POINT(stack_list_give);
        /* Pairs with the acquire in load. Later CAS of the head continue the release. */
        if (TERN_LIKELY(tern_pair_cas_high_release(&list->head, &high, more + chain->first)))
            return;
        tern_backoff_once(&backoff);
    }
}

#endif /* TERN_STACK_LIST_WIDE_H */
