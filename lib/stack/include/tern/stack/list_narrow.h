/*
 * The head of a list on ports without double-width CAS: {generation 32, top 32} in one word. A list
 * does not know its length, and who sleeps in the middle of a take while others make a multiple of
 * 2^32 takes exactly may corrupt it: that is a minute at the least.
 *
 * Internal: users include <tern/stack_bounded.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_STACK_LIST_NARROW_H
#define TERN_STACK_LIST_NARROW_H

#include <tern/arch/atomic.h>
#include <tern/stack/chain.h>
#include <tern/stack/retry.h>

struct tern_stack_list {
    tern_atomic_u64 head; /* generation << 32 | top */
};

typedef uint64_t tern_stack_head;

static inline uint32_t tern_stack_list_top(tern_stack_head head)
{
    return (uint32_t)head;
}

TERN_ALWAYS_INLINE size_t tern_stack_list_offers(tern_stack_head head, size_t n)
{
    return tern_stack_list_top(head) == TERN_STACK_PLACE_END ? 0 : n;
}

static inline void tern_stack_list_init(struct tern_stack_list *list, uint32_t top, size_t length)
{
    (void)length;
    tern_store_relaxed(&list->head, (uint64_t)top);
}

TERN_ALWAYS_INLINE tern_stack_head tern_stack_list_load(const struct tern_stack_list *list)
{
    /* Pairs with the release in give: as in the wide list. */
    return tern_load_acquire(&list->head);
}

TERN_ALWAYS_INLINE bool tern_stack_list_try(struct tern_stack_list *list, tern_stack_head head,
                                            uint32_t top, size_t count)
{
    uint64_t left = (head & ~(uint64_t)UINT32_MAX) + top;
    if (count > 0)
        left += (uint64_t)TERN_STACK_GENERATION_STEP << 32;
    /* Relaxed: as in the wide list. */
    return tern_cas_strong_relaxed(&list->head, &head, left);
}

TERN_ALWAYS_INLINE void tern_stack_list_give(struct tern_stack_list *list,
                                             struct tern_stack_cell *cells,
                                             const struct tern_stack_chain *chain)
{
    struct tern_backoff backoff = tern_backoff_begin();
    uint64_t head = tern_load_relaxed(&list->head);
    for (;;) {
        uint64_t more = (head & ~(uint64_t)UINT32_MAX) + chain->first;
        tern_stack_write_link(cells, chain->last, (uint32_t)head, 1);
        TERN_TEST_POINT(stack_list_give);
        /* Pairs with the acquire in load. Later CAS of the head continue the release. */
        if (TERN_LIKELY(tern_cas_strong_release(&list->head, &head, more)))
            return;
        tern_backoff_once(&backoff);
    }
}

#endif /* TERN_STACK_LIST_NARROW_H */
