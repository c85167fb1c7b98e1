/*
 * A LIFO of cells in an array, the part that the bounded stack has two of: the cells in use, and
 * the free ones. take claims cells off the top of a list, give puts a chain of them on top.
 *
 * The intrusive stack of <tern/stack.h> with offsets in place of pointers, so that it works at any
 * address, and with the length beside the top, so that both change in one CAS:
 *
 *     wide      {generation 64, length 32, top 32} by double-width CAS
 *     narrow    {generation 32, top 32} in one word, for ports without: a list does not know its
 *               length, and whoever sleeps in the middle of take while others take 2^32 times
 *               exactly may corrupt it
 *
 * take makes the generation one more, and reads it first; give leaves it alone. What <tern/stack.h>
 * says about ABA holds here as it does there: give compares top and length, and writes down nothing
 * else of the list.
 *
 * A walk that has been overtaken may run through cells that are on another list by now. All links
 * there are lead to cells, whatever list they are of, so it goes astray in the array only and ends
 * after n steps; then its CAS fails. Links are therefore relaxed. The end of every list is cell 0,
 * on no list, which links to itself, so that the walk of a wide list, which knows beforehand that
 * there are enough, needs no look for the end.
 *
 * Internal: users include <tern/stack_bounded.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_STACK_LIST_H
#define TERN_STACK_LIST_H

#include <tern/arch/atomic.h>
#include <tern/arch/dwcas.h>
#include <tern/arch/shared.h>
#include <tern/stack/retry.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 0 takes the narrow list where the wide one would do: for tests. */
#ifndef TERN_STACK_WIDE
#    define TERN_STACK_WIDE TERN_HAVE_DWCAS
#endif

struct tern_stack_cell {
    TERN_SHARED(void *) value; /* of whoever has the cell, or of the list it is on */
    tern_atomic_u32 next;      /* the place of the cell below */
};

/* A place is the offset of a cell in bytes: a step of a walk is then one load. */
#define TERN_STACK_PLACE_END UINT32_C(0)

#ifndef TERN_MODEL
TERN_STATIC_ASSERT(sizeof(struct tern_stack_cell) <= 16, "places of 2^28 cells fit 32 bits");
#endif

static inline struct tern_stack_cell *tern_stack_cell_at(struct tern_stack_cell *cells,
                                                         uint32_t place)
{
    return (struct tern_stack_cell *)(void *)((char *)cells + place);
}

/* The place of cell `index`; the cells of lists are 1, 2 ... */
static inline uint32_t tern_stack_place(size_t index)
{
    return (uint32_t)(index * sizeof(struct tern_stack_cell));
}

/* Some cells of a list, from the top down. */
struct tern_stack_chain {
    uint32_t first;
    uint32_t last;
    size_t count;
};

/* ------------------------------------------------------------------ the head of a list --- */

#if TERN_STACK_WIDE

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
                                             struct tern_stack_chain chain)
{
    struct tern_backoff backoff = tern_backoff_begin();
    struct tern_stack_cell *last = tern_stack_cell_at(cells, chain.last);
    uint64_t high = tern_pair_load_high_relaxed(&list->head);
    for (;;) {
        uint64_t more = (high & ~(uint64_t)UINT32_MAX) + ((uint64_t)chain.count << 32);
        tern_store_relaxed(&last->next, (uint32_t)high);
        TERN_TEST_POINT(stack_list_give);
        /* Pairs with the acquire in load. Later CAS of the head continue the release. */
        if (TERN_LIKELY(tern_pair_cas_high_release(&list->head, &high, more + chain.first)))
            return;
        tern_backoff_once(&backoff);
    }
}

#else /* narrow */

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
                                             struct tern_stack_chain chain)
{
    struct tern_backoff backoff = tern_backoff_begin();
    struct tern_stack_cell *last = tern_stack_cell_at(cells, chain.last);
    uint64_t head = tern_load_relaxed(&list->head);
    for (;;) {
        uint64_t more = (head & ~(uint64_t)UINT32_MAX) + chain.first;
        tern_store_relaxed(&last->next, (uint32_t)head);
        TERN_TEST_POINT(stack_list_give);
        /* Pairs with the acquire in load. Later CAS of the head continue the release. */
        if (TERN_LIKELY(tern_cas_weak_release(&list->head, &head, more)))
            return;
        tern_backoff_once(&backoff);
    }
}

#endif

/* ------------------------------------------------------------------------------- take --- */

enum tern_stack_amount {
    TERN_STACK_EXACTLY, /* bulk: all or nothing */
    TERN_STACK_UP_TO    /* burst: what there is */
};

/* Walks down `chain->count` cells from the top and says what lies below them. A narrow list may
 * turn out to have fewer. */
TERN_ALWAYS_INLINE uint32_t tern_stack_list_walk(struct tern_stack_cell *cells, uint32_t top,
                                                 struct tern_stack_chain *chain)
{
    uint32_t place = top, below = top;
    size_t steps;
    chain->first = top;
    for (steps = 0; steps < chain->count; steps++) {
        if (!TERN_STACK_WIDE && below == TERN_STACK_PLACE_END)
            break;
        place = below;
        below = tern_load_relaxed(&tern_stack_cell_at(cells, place)->next);
    }
    chain->last = place;
    chain->count = steps;
    return below;
}

/* Takes n cells, or with UP_TO up to n, off the top at once. The chain has 0 where there are not
 * enough. n is not 0. */
TERN_ALWAYS_INLINE struct tern_stack_chain tern_stack_list_take(struct tern_stack_list *list,
                                                                struct tern_stack_cell *cells,
                                                                size_t n,
                                                                enum tern_stack_amount amount)
{
    struct tern_backoff backoff = tern_backoff_begin();
    struct tern_stack_chain chain;
    for (;;) {
        tern_stack_head head = tern_stack_list_load(list);
        chain.count = tern_stack_list_offers(head, n);
        if (TERN_UNLIKELY(chain.count == 0 || (chain.count < n && amount == TERN_STACK_EXACTLY)))
            break;
        uint32_t below = tern_stack_list_walk(cells, tern_stack_list_top(head), &chain);
        TERN_TEST_POINT(stack_list_take);
        if (!TERN_STACK_WIDE && chain.count < n && amount == TERN_STACK_EXACTLY) {
            /* That there were too few is true if the list has not changed meanwhile. */
            if (tern_stack_list_try(list, head, tern_stack_list_top(head), 0))
                break;
        } else if (TERN_LIKELY(tern_stack_list_try(list, head, below, chain.count))) {
            return chain;
        }
        tern_backoff_once(&backoff);
    }
    chain.count = 0;
    return chain;
}

#endif /* TERN_STACK_LIST_H */
