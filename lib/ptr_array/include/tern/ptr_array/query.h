/*
 * What any thread may ask at any time, without a lock.
 *
 * Internal: users include <tern/ptr_array.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_PTR_ARRAY_QUERY_H
#define TERN_PTR_ARRAY_QUERY_H

#include <tern/ptr_array/layout.h>

#include <errno.h>
#include <stdbool.h>

TERN_EXTERN_C_BEGIN

/*
 * Looks at the slot at `next`. Returns what is in it; *stayed says whether `next` was there all the
 * while, and not merely before and after: then it was this side's next slot at the moment of the
 * look.
 *
 * Epochs and addresses: within an epoch next only goes forward, so that the same address in the
 * same epoch is the same visit. A step back, a lap and a change of blocks each begin a new epoch
 * first. Of the loads,
 *
 *     epoch 1   acquire: next, read after it, is at least as new as the beginning of that epoch
 *     next 1    acquire: and the slot at least as new as that next
 *     slot      acquire: who cleared it had moved next before, which next 2 then sees
 *     next 2    acquire: and the epoch in which it was written, or a later one, is what epoch 2
 * sees
 *
 * The block that the address is in stays allocated as long as the array (see resize.h).
 */
#define TERN_PTR_ARRAY_LOOK(side, stayed, item)                    \
    do {                                                           \
        uint64_t epoch_ = tern_load_acquire(&(side)->epoch);       \
        tern_atomic_ptr *next_ = tern_load_acquire(&(side)->next); \
        (item) = tern_load_acquire(next_);                         \
        (stayed) = tern_load_acquire(&(side)->next) == next_ &&    \
                   tern_load_relaxed(&(side)->epoch) == epoch_;    \
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

TERN_EXTERN_C_END

#endif /* TERN_PTR_ARRAY_QUERY_H */
