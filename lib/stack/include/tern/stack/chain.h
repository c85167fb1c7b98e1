/*
 * Cells and chains of them, out of which the lists of the bounded stack are made.
 *
 * A cell is known by its place, its offset in bytes, so that the array works at any address. Its
 * link says what lies below it, and how many cells from this one on lie next to each other in
 * memory and link to each other, itself included:
 *
 *     run r of cell c    c links to c + 1, that to c + 2 ... up to c + r - 1, whose run is 1
 *
 * Simple version: links alone. To take 32 cells off a list one then has to walk over them, load by
 * load, before the CAS, each load waiting for the one before it, and for the line from whoever
 * wrote it last; and once more to read or write the values. With runs, a batch that goes back as it
 * came is found by two loads, however long it is, and its values are an array.
 *
 * Cells on a list are never written. Whoever has taken a chain off owns it, and keeps its runs
 * true: a run that was cut is shortened, and runs that turn out to be neighbours are joined, so
 * that cells that were used one by one grow together again.
 *
 * A walk that has been overtaken may find links of another time. Every run that a cell ever had
 * ends inside the array, and every link leads to a cell, so the walk goes astray in the array only,
 * ends after n cells, and then its CAS fails. Links are therefore relaxed. The end of every list is
 * cell 0, on no list, which links to itself.
 *
 * Internal: users include <tern/stack_bounded.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_STACK_CHAIN_H
#define TERN_STACK_CHAIN_H

#include <tern/arch/atomic.h>
#include <tern/arch/shared.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tern_stack_cell {
    TERN_SHARED(void *) value; /* of whoever has the cell, or of the list it is on */
    tern_atomic_u64 link;      /* run << 32 | place of the cell below */
};

#define TERN_STACK_PLACE_END UINT32_C(0)

#ifndef TERN_MODEL
TERN_STATIC_ASSERT(sizeof(struct tern_stack_cell) <= 16, "places of 2^28 cells fit 32 bits");
#endif

/* Some cells, from the top down. */
struct tern_stack_chain {
    uint32_t first;
    uint32_t last;
    size_t count;
    /* The last run of it: where it begins, how many cells are of this chain, and whether more of it
     * stayed behind. And whether there are others before it. */
    uint32_t tail;
    size_t tail_count;
    bool cut;
    bool scattered;
};

/* The place of cell `index`; the cells of lists are 1, 2 ... */
static inline uint32_t tern_stack_place(size_t index)
{
    return (uint32_t)(index * sizeof(struct tern_stack_cell));
}

static inline struct tern_stack_cell *tern_stack_cell_at(struct tern_stack_cell *cells,
                                                         uint32_t place)
{
    return (struct tern_stack_cell *)(void *)((char *)cells + place);
}

/* The place `steps` cells further in memory. */
static inline uint32_t tern_stack_further(uint32_t place, size_t steps)
{
    return place + tern_stack_place(steps);
}

static inline uint64_t tern_stack_link_of(uint32_t below, size_t run)
{
    return (uint64_t)run << 32 | below;
}

static inline uint64_t tern_stack_read_link(struct tern_stack_cell *cells, uint32_t place)
{
    return tern_load_relaxed(&tern_stack_cell_at(cells, place)->link);
}

static inline void tern_stack_write_link(struct tern_stack_cell *cells, uint32_t place,
                                         uint32_t below, size_t run)
{
    tern_store_relaxed(&tern_stack_cell_at(cells, place)->link, tern_stack_link_of(below, run));
}

/* The run of a link, at most `most`. */
TERN_ALWAYS_INLINE size_t tern_stack_run(uint64_t link, size_t most)
{
    size_t run = (size_t)(link >> 32);
    return most == 1 || run >= most ? most : run;
}

/* What the link of the last cell of a run of `run` cells at `place`, whose own link is given, leads
 * to. */
TERN_ALWAYS_INLINE uint32_t tern_stack_below_run(struct tern_stack_cell *cells, uint32_t place,
                                                 uint64_t link, size_t run)
{
    if (run > 1)
        link = tern_stack_read_link(cells, tern_stack_further(place, run - 1));
    return (uint32_t)link;
}

/*
 * Walks down n cells from `top`, run by run, and says what lies below them. With `may_end` it stops
 * where the list does; without, the list has so many.
 */
TERN_ALWAYS_INLINE uint32_t tern_stack_walk_cells(struct tern_stack_cell *cells, uint32_t top,
                                                  size_t n, bool may_end,
                                                  struct tern_stack_chain *chain)
{
    uint32_t place = top;
    size_t left = n;
    chain->first = top;
    chain->scattered = false;
    for (;;) {
        uint64_t link = tern_stack_read_link(cells, place);
        size_t run = tern_stack_run(link, left);
        uint32_t below = tern_stack_below_run(cells, place, link, run);
        left -= run;
        if (TERN_LIKELY(left == 0) || (may_end && below == TERN_STACK_PLACE_END)) {
            chain->last = tern_stack_further(place, run - 1);
            chain->count = n - left;
            chain->tail = place;
            chain->tail_count = run;
            chain->cut = (link >> 32) != run;
            return below;
        }
        chain->scattered = true;
        place = below;
    }
}

/* ------------------------------------------------------------------- for who owns a chain --- */

/* Makes `count` cells from `place` on a run. The link of its last cell is the caller's. */
static inline void tern_stack_make_run(struct tern_stack_cell *cells, uint32_t place, size_t count)
{
    for (; count > 1; count--) {
        uint32_t below = tern_stack_further(place, 1);
        tern_stack_write_link(cells, place, below, count);
        place = below;
    }
}

/* Joins runs that are neighbours. The last run of the chain has been made true before. */
TERN_OUT_OF_LINE void tern_stack_join_runs(struct tern_stack_cell *cells,
                                           const struct tern_stack_chain *chain)
{
    uint32_t begin = chain->first, place = begin;
    size_t joined = 0, runs = 0; /* cells and runs from `begin` on that are neighbours */
    for (size_t left = chain->count; left > 0;) {
        uint64_t link = tern_stack_read_link(cells, place);
        size_t run = tern_stack_run(link, left);
        uint32_t below = tern_stack_below_run(cells, place, link, run);
        joined += run;
        runs++;
        left -= run;
        place = below;
        if (left == 0 || below != tern_stack_further(begin, joined)) {
            if (runs > 1)
                tern_stack_make_run(cells, begin, joined);
            begin = below;
            joined = runs = 0;
        }
    }
}

/* Makes the runs of a chain true that was taken off a list. */
TERN_ALWAYS_INLINE void tern_stack_settle(struct tern_stack_cell *cells,
                                          const struct tern_stack_chain *chain)
{
    if (TERN_UNLIKELY(chain->cut))
        tern_stack_make_run(cells, chain->tail, chain->tail_count);
    if (TERN_UNLIKELY(chain->scattered))
        tern_stack_join_runs(cells, chain);
}

#endif /* TERN_STACK_CHAIN_H */
