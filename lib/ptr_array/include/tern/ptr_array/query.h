/*
 * What any thread may ask at any time, without a lock.
 *
 * Internal: users include <tern/ptr_array.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_PTR_ARRAY_QUERY_H
#define TERN_PTR_ARRAY_QUERY_H

#include <tern/ptr_array/move.h>

#include <stdbool.h>

TERN_EXTERN_C_BEGIN

/*
 * Looks at the slot at `next`. Yields what is in it; *stayed says whether `next` was there all the
 * while, and not merely before and after: then it was this side's next slot at the moment of the
 * look.
 *
 * Within an epoch next goes from one slot to the next only, so the same address in the same epoch
 * is the same visit. Of the loads,
 *
 *     epoch 1   acquire: next, read after it, is of that epoch or of a later one
 *     next 1    acquire: and the slot at least as new as that next
 *     slot      acquire: who cleared it had moved next before, which next 2 then sees
 *     next 2    acquire: if it has come here by a leap, epoch 2 is another one
 *
 * The block that the address is in stays allocated as long as the array (see resize.h).
 */
#define TERN_PTR_ARRAY_LOOK(side, stayed, item)                                    \
    do {                                                                           \
        uint64_t epoch_ = tern_load_acquire(&(side)->epoch);                       \
        const tern_atomic_ptr *next_ = tern_load_acquire(&(side)->next);           \
        (item) = tern_load_acquire(next_);                                         \
        (stayed) = tern_load_acquire(&(side)->next) == next_ && epoch_ % 2 == 0 && \
                   tern_load_relaxed(&(side)->epoch) == epoch_;                    \
    } while (0)

/*
 * An item whose produce happened before this call, and whose consume did not, is seen: its slot,
 * when next is there, cannot be found empty without next having moved on.
 */
TERN_INLINE bool tern_ptr_array_empty(const struct tern_ptr_array *array)
{
    void *item;
    bool stayed;
    TERN_PTR_ARRAY_LOOK(&array->consumer, stayed, item);
    return item == NULL && stayed;
}

TERN_INLINE bool tern_ptr_array_full(const struct tern_ptr_array *array)
{
    void *item;
    bool stayed;
    TERN_PTR_ARRAY_LOOK(&array->producer, stayed, item);
    return item != NULL && stayed;
}

TERN_INLINE size_t tern_ptr_array_size(const struct tern_ptr_array *array)
{
    return tern_load_relaxed(&array->size);
}

TERN_INLINE bool tern_ptr_array_is_closed(const struct tern_ptr_array *array)
{
    /* Pairs with the release in close: what was produced is there. */
    return (tern_load_acquire(&array->producer.gate) & TERN_PTR_ARRAY_CLOSED_GATE) != 0;
}

/* How many items went through a side, of one moment; see tern_ptr_array_total. The loads of next
 * and of passed are acquire: if they are of a leap, epoch 2 is another one. */
#define TERN_PTR_ARRAY_SIDE_TOTAL(side, total, wait)                                   \
    do {                                                                               \
        for (;;) {                                                                     \
            uint64_t epoch_ = tern_load_acquire(&(side)->epoch);                       \
            const tern_atomic_ptr *next_ = tern_load_acquire(&(side)->next);           \
            (total) = tern_ptr_array_total(tern_load_acquire(&(side)->passed), next_); \
            if (epoch_ % 2 == 0 && tern_load_relaxed(&(side)->epoch) == epoch_)        \
                break;                                                                 \
            tern_wait_once(&(wait));                                                   \
        }                                                                              \
    } while (0)

/* All that is counted, of one moment as far as resize and unconsume are concerned. */
struct tern_ptr_array_totals {
    uint64_t consumed, produced, unconsumed, dropped, resizes;
};

static inline struct tern_ptr_array_totals
tern_ptr_array_get_totals(const struct tern_ptr_array *array)
{
    struct tern_wait wait = tern_wait_begin(array->wait);
    struct tern_ptr_array_totals totals;
    for (;; tern_wait_once(&wait)) {
        /* Pairs with the release in change_end. */
        uint64_t changes = tern_load_acquire(&array->changes);
        if (changes % 2 != 0)
            continue;
        /* The consumers first: what they took had been counted as produced by then. */
        TERN_PTR_ARRAY_SIDE_TOTAL(&array->consumer, totals.consumed, wait);
        TERN_PTR_ARRAY_SIDE_TOTAL(&array->producer, totals.produced, wait);
        /* Pair with the releases of unconsume and resize: who sees the new value sees the odd
         * number before it. So do the loads above. */
        totals.unconsumed = tern_load_acquire(&array->unconsumed);
        totals.dropped = tern_load_acquire(&array->dropped);
        totals.resizes = tern_load_acquire(&array->resizes);
        if (tern_load_relaxed(&array->changes) == changes)
            return totals;
    }
}

TERN_INLINE size_t tern_ptr_array_count(const struct tern_ptr_array *array)
{
    struct tern_ptr_array_totals totals = tern_ptr_array_get_totals(array);
    uint64_t count = totals.produced + totals.unconsumed - totals.consumed - totals.dropped;
    size_t size = tern_load_relaxed(&array->size);
    /* Between the two sides' loads consumers may have made room and producers used it. */
    return count < size ? (size_t)count : size;
}

TERN_INLINE void tern_ptr_array_get_statistics(const struct tern_ptr_array *array,
                                               struct tern_ptr_array_statistics *statistics)
{
    struct tern_ptr_array_totals totals = tern_ptr_array_get_totals(array);
    statistics->produced = totals.produced;
    statistics->consumed = totals.consumed;
    statistics->unconsumed = totals.unconsumed;
    statistics->dropped = totals.dropped;
    statistics->resizes = totals.resizes;
    statistics->refused = tern_load_relaxed(&array->producer.refused);
    /* Pairs with the release in doze: a raw consumer that knows of it frees at once. */
    statistics->producer_sleeps = tern_load_acquire(&array->room.sleeps);
    /* Relaxed: a producer looks at the gate behind every item, with a fence. */
    statistics->consumer_sleeps = tern_load_relaxed(&array->items.sleeps);
}

TERN_EXTERN_C_END

#endif /* TERN_PTR_ARRAY_QUERY_H */
