/*
 * What needs both sides: unconsume and resize.
 *
 * Lockless looks go on meanwhile. One may hold the address of a slot of the block that a resize has
 * just taken out of use, and read it at any later time. So a block that was in use is never given
 * back before the end of the array; it becomes a spare, and a later resize to a size that fits uses
 * it again. Blocks are allocated for a power of two of slots, and only where no spare is large
 * enough, which with the one in use makes at most two of each power of two: all blocks together
 * have less than four times as many slots as the largest of them. Resizes of one array that run at
 * once may add one block each.
 *
 * What such a late look finds never makes an array look empty that is not:
 *
 *     next leaves the old block before any of its slots is cleared (retire), as with a consume;
 *     a block enters service in a new epoch, so an address in it is never taken for the same visit.
 *
 * Internal: users include <tern/ptr_array.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_PTR_ARRAY_RESIZE_H
#define TERN_PTR_ARRAY_RESIZE_H

#include <tern/ptr_array/operations.h>
#include <tern/ptr_array/setup.h>

TERN_EXTERN_C_BEGIN

/* --------------------------------------------------------------------------- both sides --- */

/* The lock order: consumer, producer. Between begin and end, counts and statistics wait. */
static inline void tern_ptr_array_change_begin(struct tern_ptr_array *array)
{
    tern_ptr_array_enter_consumer(array);
    tern_ptr_array_enter_producer(array);
    (void)tern_ptr_array_free_early(array);
    /* Odd. Whatever is stored until the end is stored with release: who reads it reads this. */
    tern_store_relaxed(&array->changes, tern_load_relaxed(&array->changes) + 1);
}

static inline void tern_ptr_array_change_end(struct tern_ptr_array *array)
{
    /* Pairs with the acquire in totals: an even number, and all that was changed before it. */
    tern_store_release(&array->changes, tern_load_relaxed(&array->changes) + 1);
    tern_ptr_array_leave_producer(array);
    tern_ptr_array_leave_consumer(array);
    /* change_begin has freed what was consumed, whatever becomes of the change. */
    tern_ptr_array_wake_producers(array);
}

/* ---------------------------------------------------------------------------- unconsume --- */

/* Moves next back by the items that fit, the last of them first. Returns how many did not. */
static inline size_t tern_ptr_array_put_back(struct tern_ptr_array *array, void *const *items,
                                             size_t n)
{
    const tern_ptr_array_any *from = items;
    tern_atomic_ptr *next = tern_load_relaxed(&array->consumer.next);
    TERN_PTR_ARRAY_LEAP_BEGIN(&array->consumer);
    while (n > 0) {
        tern_atomic_ptr *slot = next == array->consumer.begin ? array->consumer.end : next;
        slot--;
        if (tern_load_relaxed(slot) != NULL)
            break;
        tern_store_relaxed(slot, from[--n]);
        next = slot;
    }
    TERN_PTR_ARRAY_REBASE(&array->consumer, next, 0);
    /* Pairs with the acquires in look and in totals: the slots from here on, the epoch, passed. */
    tern_store_release(&array->consumer.next, next);
    TERN_PTR_ARRAY_LEAP_END(&array->consumer);
    tern_ptr_array_set_stop(array, next);
    return n;
}

TERN_INLINE size_t tern_ptr_array_unconsume(struct tern_ptr_array *array, void *const *items,
                                            size_t n, tern_ptr_array_dispose *dispose,
                                            void *context)
{
    if (n == 0)
        return 0;
    if (items == NULL || tern_ptr_array_has_null(items, n)) {
        errno = EINVAL;
        return 0;
    }
    tern_ptr_array_change_begin(array);
    size_t left = tern_ptr_array_put_back(array, items, n);
    /* Pairs with the acquire in totals. */
    tern_store_release(&array->unconsumed, tern_load_relaxed(&array->unconsumed) + (n - left));
    tern_ptr_array_change_end(array);
    tern_ptr_array_wake_consumers(array);
    for (size_t i = 0; dispose != NULL && i < left; i++)
        dispose(((const tern_ptr_array_any *)items)[i], context);
    return n - left;
}

/* ------------------------------------------------------------------------------- blocks --- */

/* The smallest spare with room for `size` slots, taken off the list. */
static inline struct tern_ptr_array_block *tern_ptr_array_take_spare(struct tern_ptr_array *array,
                                                                     size_t size)
{
    struct tern_ptr_array_block **best = NULL, **link, *block = NULL;
    tern_spinlock_lock(&array->spares_lock, array->wait);
    for (link = &array->spares; *link != NULL; link = &(*link)->next) {
        if ((*link)->capacity >= size && (best == NULL || (*link)->capacity < (*best)->capacity))
            best = link;
    }
    if (best != NULL) {
        block = *best;
        *best = block->next;
    }
    tern_spinlock_unlock(&array->spares_lock);
    return block;
}

/* 0, -ENOMEM, or -EINVAL where the hook's memory is not aligned. */
static inline int tern_ptr_array_allocate_block(struct tern_ptr_array *array, size_t size,
                                                struct tern_ptr_array_block **made)
{
    size_t capacity = 1;
    while (capacity < size)
        capacity *= 2;
    size_t bytes = sizeof(struct tern_ptr_array_block) + capacity * sizeof(tern_atomic_ptr);
    void *memory =
        array->allocate(array->context, TERN_PTR_ARRAY_ALIGN, tern_ptr_array_lines(bytes));
    if (memory == NULL)
        return -ENOMEM;
    if ((uintptr_t)memory % TERN_PTR_ARRAY_ALIGN != 0) {
        array->release(array->context, memory);
        return -EINVAL;
    }
    struct tern_ptr_array_block *block = (struct tern_ptr_array_block *)memory;
    block->next = NULL;
    block->slots = (tern_atomic_ptr *)(void *)(block + 1);
    block->capacity = capacity;
    block->published = false;
    for (size_t i = 0; i < capacity; i++)
        tern_store_relaxed(&block->slots[i], (void *)NULL);
    *made = block;
    return 0;
}

/* The same. */
static inline int tern_ptr_array_take_block(struct tern_ptr_array *array, size_t size,
                                            struct tern_ptr_array_block **block)
{
    *block = tern_ptr_array_take_spare(array, size);
    return *block != NULL ? 0 : tern_ptr_array_allocate_block(array, size, block);
}

/* Back to where it came from. */
static inline void tern_ptr_array_return_block(struct tern_ptr_array *array,
                                               struct tern_ptr_array_block *block)
{
    if (!block->published) {
        array->release(array->context, block);
        return;
    }
    tern_spinlock_lock(&array->spares_lock, array->wait);
    block->next = array->spares;
    array->spares = block;
    tern_spinlock_unlock(&array->spares_lock);
}

/* ------------------------------------------------------------------------------- resize --- */

/* A block out of use, and the items in it that did not fit into its successor. */
struct tern_ptr_array_retired {
    struct tern_ptr_array_block *block; /* NULL: nothing was done */
    size_t size;                        /* that it had */
    size_t first;                       /* slot of the first such item; the others follow */
    size_t count;
};

/* The item at a distance from a slot, in the circle of the block's first `size` slots. */
static inline void *tern_ptr_array_item_at(const struct tern_ptr_array_block *block, size_t size,
                                           size_t first, size_t distance)
{
    return tern_load_relaxed(&block->slots[(first + distance) % size]);
}

/* Puts the block in place of the present one; the oldest items, `kept` of them, move there. */
static inline void tern_ptr_array_replace(struct tern_ptr_array *array,
                                          struct tern_ptr_array_block *block, size_t size,
                                          const struct tern_ptr_array_retired *old, size_t kept)
{
    for (size_t i = 0; i < kept; i++)
        tern_store_relaxed(&block->slots[i],
                           tern_ptr_array_item_at(old->block, old->size, old->first, i));
    block->published = true;
    array->block = block;
    tern_ptr_array_place(array, block->slots, size, kept);
    /* Pair with the acquires in totals. */
    tern_store_release(&array->dropped, tern_load_relaxed(&array->dropped) + (old->count - kept));
    tern_store_release(&array->resizes, tern_load_relaxed(&array->resizes) + 1);
}

/* Exchanges the blocks. With `all` it does nothing where not all items fit. */
static inline struct tern_ptr_array_retired
tern_ptr_array_exchange(struct tern_ptr_array *array, struct tern_ptr_array_block *block,
                        size_t size, bool all)
{
    struct tern_ptr_array_retired old;
    tern_ptr_array_change_begin(array);
    old.block = array->block;
    old.size = tern_load_relaxed(&array->size);
    old.first = tern_ptr_array_distance(old.block->slots, tern_load_relaxed(&array->consumer.next));
    old.count = 0;
    while (old.count < old.size &&
           tern_ptr_array_item_at(old.block, old.size, old.first, old.count) != NULL)
        old.count++;
    size_t kept = old.count < size ? old.count : size;
    if (all && kept < old.count)
        old.block = NULL;
    else
        tern_ptr_array_replace(array, block, size, &old, kept);
    tern_ptr_array_change_end(array);
    old.first = (old.first + kept) % old.size;
    old.count -= kept;
    return old;
}

/* Hands out the items that did not fit, and clears the block for its next use. */
static inline void tern_ptr_array_retire(struct tern_ptr_array *array,
                                         const struct tern_ptr_array_retired *retired,
                                         tern_ptr_array_dispose *dispose, void *context)
{
    tern_atomic_ptr *slots = retired->block->slots;
    for (size_t i = 0; i < retired->count; i++)
        dispose(tern_ptr_array_item_at(retired->block, retired->size, retired->first, i), context);
    tern_ptr_array_clear(slots, slots + retired->size);
    tern_ptr_array_return_block(array, retired->block);
}

static inline int tern_ptr_array_check_size(size_t size)
{
    if (size == 0)
        return -EINVAL;
    return size <= TERN_PTR_ARRAY_SIZE_MAX ? 0 : -EOVERFLOW;
}

static inline int tern_ptr_array_resize_to(struct tern_ptr_array *array,
                                           struct tern_ptr_array_block *block, size_t size,
                                           tern_ptr_array_dispose *dispose, void *context)
{
    struct tern_ptr_array_retired retired =
        tern_ptr_array_exchange(array, block, size, dispose == NULL);
    if (retired.block == NULL) {
        tern_ptr_array_return_block(array, block);
        return -ENOSPC;
    }
    tern_ptr_array_retire(array, &retired, dispose, context);
    return 0;
}

TERN_INLINE int tern_ptr_array_resize(struct tern_ptr_array *array, size_t size,
                                      tern_ptr_array_dispose *dispose, void *context)
{
    int error = tern_ptr_array_check_size(size);
    if (error != 0)
        return error;
    struct tern_ptr_array_block *block;
    error = tern_ptr_array_take_block(array, size, &block);
    if (error != 0)
        return error;
    return tern_ptr_array_resize_to(array, block, size, dispose, context);
}

TERN_INLINE int tern_ptr_array_resize_multiple(struct tern_ptr_array *const *arrays, size_t n,
                                               size_t size, tern_ptr_array_dispose *dispose,
                                               void *context)
{
    int error = tern_ptr_array_check_size(size);
    if (error != 0)
        return error;
    if (n == 0)
        return 0;
    if (arrays == NULL || dispose == NULL)
        return -EINVAL;
    for (size_t i = 0; i < n; i++) {
        if (arrays[i] == NULL)
            return -EINVAL;
    }
    /* The blocks of all arrays, before anything is changed, as a list of the arrays' order. */
    struct tern_ptr_array_block *blocks = NULL, **last = &blocks;
    size_t taken = 0;
    for (; taken < n; taken++) {
        error = tern_ptr_array_take_block(arrays[taken], size, last);
        if (error != 0)
            break;
        (*last)->next = NULL;
        last = &(*last)->next;
    }
    for (size_t i = 0; i < taken; i++) {
        struct tern_ptr_array_block *block = blocks;
        blocks = block->next;
        if (error != 0)
            tern_ptr_array_return_block(arrays[i], block);
        else
            (void)tern_ptr_array_resize_to(arrays[i], block, size, dispose, context);
    }
    return error;
}

TERN_EXTERN_C_END

#endif /* TERN_PTR_ARRAY_RESIZE_H */
