/*
 * The two moves, an item in and an item out, for whoever has the side to itself.
 *
 * Invariants, with positions counted along the laps through the array:
 *
 *     consumer.clear <= consumer.next <= producer.next <= consumer.clear + size
 *
 *     slots from consumer.next to producer.next hold items
 *     slots from consumer.clear to consumer.next hold what was consumed: not NULL, not yet free
 *     all others are NULL
 *
 * with the exception of the slot or slots that a move is about: each side moves its `next` before
 * it writes the slot behind it. A slot is written by the producer side while it is NULL, and by the
 * consumer side while it is not, so the two never write the same one.
 *
 * Internal: users include <tern/ptr_array.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_PTR_ARRAY_MOVE_H
#define TERN_PTR_ARRAY_MOVE_H

#include <tern/arch/park.h>
#include <tern/ptr_array/layout.h>

#include <stdbool.h>

/* Adds to a counter that has one writer at a time. */
#define TERN_PTR_ARRAY_ADD(counter, amount) \
    tern_store_relaxed((counter), tern_load_relaxed(counter) + (uint64_t)(amount))

/*
 * How many items went through a side: `passed`, and where next stands, counted in slots from
 * address 0. So a step is one store, of next; only what moves next otherwise changes `passed`.
 */
static inline uint64_t tern_ptr_array_total(uint64_t passed, const tern_atomic_ptr *next)
{
    return passed + (uint64_t)((uintptr_t)next / sizeof *next);
}

/* For a leap to `to`, with which `items` go through. Pairs with the acquire in totals. */
#define TERN_PTR_ARRAY_REBASE(side, to, items)                                                   \
    tern_store_release(&(side)->passed, tern_ptr_array_total(tern_load_relaxed(&(side)->passed), \
                                                             tern_load_relaxed(&(side)->next)) + \
                                            (items)-tern_ptr_array_total(0, (to)))

/*
 * Around a move of next to elsewhere than the next slot, for lockless looks (query.h): the epoch is
 * odd meanwhile, and another one afterwards. What is stored in between is stored with release: who
 * sees it sees the odd epoch, or a later one. The end pairs with the first load of the epoch in
 * look and in totals: who sees the even epoch sees what was stored in between.
 */
#define TERN_PTR_ARRAY_LEAP_BEGIN(side) \
    tern_store_relaxed(&(side)->epoch, tern_load_relaxed(&(side)->epoch) + 1)
#define TERN_PTR_ARRAY_LEAP_END(side) \
    tern_store_release(&(side)->epoch, tern_load_relaxed(&(side)->epoch) + 1)

static inline size_t tern_ptr_array_distance(const tern_atomic_ptr *from, const tern_atomic_ptr *to)
{
    return (size_t)(to - from);
}

/* ------------------------------------------------------------------------------ producers --- */

/* The step from the last slot to the first. */
TERN_OUT_OF_LINE void tern_ptr_array_lap(struct tern_ptr_array *array)
{
    TERN_PTR_ARRAY_LEAP_BEGIN(&array->producer);
    TERN_PTR_ARRAY_REBASE(&array->producer, array->producer.begin, 1);
    /* As in put. */
    tern_store_release(&array->producer.next, array->producer.begin);
    TERN_PTR_ARRAY_LEAP_END(&array->producer);
}

/* Whether there was room. */
TERN_ALWAYS_INLINE bool tern_ptr_array_put(struct tern_ptr_array *array, void *item)
{
    tern_atomic_ptr *slot = tern_load_relaxed(&array->producer.next);
    tern_atomic_ptr *next = slot + 1;
    /* Pairs with the release in clear: whoever took the last item from here has done so. */
    if (TERN_UNLIKELY(tern_load_acquire(slot) != NULL))
        return false;
    /* next before the slot, so that nobody sees more items consumed than produced, nor takes the
     * item below for one that a full array has at its next slot. */
    if (TERN_UNLIKELY(next == array->producer.end))
        tern_ptr_array_lap(array);
    else
        /* Pairs with the acquire in look and in totals. */
        tern_store_release(&array->producer.next, next);
    /* Pairs with the acquire in take and in look: the item is ready, and next has moved. */
    tern_store_release(slot, item);
    return true;
}

/* ------------------------------------------------------------------------------ consumers --- */

/* Of a raw side for which nobody waits: the stop. */
static inline void tern_ptr_array_set_consumer_limit(struct tern_ptr_array *array)
{
    if ((tern_load_relaxed(&array->consumer.gate) & TERN_PTR_ARRAY_LOCKED_GATE) != 0)
        return;
    tern_store_relaxed(&array->consumer.limit, array->consumer.stop);
    /* Pairs with the heavy fence of a producer that goes to sleep: either it takes the limit away
     * after it has been set here, or the gate says so. */
    tern_fence_light();
    if (tern_load_relaxed(&array->consumer.gate) >= TERN_PTR_ARRAY_WAITER_GATE)
        tern_store_relaxed(&array->consumer.limit, (tern_atomic_ptr *)NULL);
}

/* How far next may go from here before a turn. */
static inline void tern_ptr_array_set_stop(struct tern_ptr_array *array, tern_atomic_ptr *next)
{
    size_t left = tern_ptr_array_distance(next, array->consumer.end);
    array->consumer.clear = next;
    array->consumer.stop = next + (left < array->consumer.batch ? left : array->consumer.batch);
    tern_ptr_array_set_consumer_limit(array);
}

TERN_ALWAYS_INLINE void tern_ptr_array_clear_one(tern_atomic_ptr *slot)
{
    /* Pairs with the acquire in put: the item has been taken; and with that in look: next has moved
     * past this slot. */
    tern_store_release(slot, (void *)NULL);
}

/*
 * Frees the slots of [from, to), last first: the producer looks at the first of them, and takes the
 * line only once all are free. Four at a time, for a quarter of the counting.
 */
TERN_ALWAYS_INLINE void tern_ptr_array_clear(tern_atomic_ptr *from, tern_atomic_ptr *to)
{
    for (; tern_ptr_array_distance(from, to) >= 4; to -= 4) {
        tern_ptr_array_clear_one(to - 1);
        tern_ptr_array_clear_one(to - 2);
        tern_ptr_array_clear_one(to - 3);
        tern_ptr_array_clear_one(to - 4);
    }
    while (to != from)
        tern_ptr_array_clear_one(--to);
}

/* Moves next to the end of a batch, or of the array, and frees what was consumed. */
TERN_OUT_OF_LINE size_t tern_ptr_array_turn(struct tern_ptr_array *array, tern_atomic_ptr *next)
{
    tern_atomic_ptr *from = array->consumer.clear, *to = next;
    /* next before the slots are cleared, see look. */
    if (next == array->consumer.end) {
        next = array->consumer.begin;
        TERN_PTR_ARRAY_LEAP_BEGIN(&array->consumer);
        TERN_PTR_ARRAY_REBASE(&array->consumer, next, 1);
        /* Pairs with the acquire in look and in totals. */
        tern_store_release(&array->consumer.next, next);
        TERN_PTR_ARRAY_LEAP_END(&array->consumer);
    } else {
        /* The same. */
        tern_store_release(&array->consumer.next, next);
    }
    tern_ptr_array_clear(from, to);
    tern_ptr_array_set_stop(array, next);
    return tern_ptr_array_distance(from, to);
}

/* Frees what was consumed before the batch is full. */
TERN_OUT_OF_LINE size_t tern_ptr_array_free_early(struct tern_ptr_array *array)
{
    tern_atomic_ptr *from = array->consumer.clear, *to = tern_load_relaxed(&array->consumer.next);
    tern_ptr_array_clear(from, to);
    tern_ptr_array_set_stop(array, to);
    return tern_ptr_array_distance(from, to);
}

/* The oldest item, or NULL; adds to *freed the slots that it made free. */
TERN_ALWAYS_INLINE void *tern_ptr_array_take(struct tern_ptr_array *array, size_t *freed)
{
    tern_atomic_ptr *slot = tern_load_relaxed(&array->consumer.next);
    /* Pairs with the release in put. */
    void *item = tern_load_acquire(slot);
    if (TERN_UNLIKELY(item == NULL)) {
        /* Nothing else to do: an array that was found empty is free to the last slot. */
        if (array->consumer.clear != slot)
            *freed += tern_ptr_array_free_early(array);
        return NULL;
    }
    if (TERN_UNLIKELY(slot + 1 == array->consumer.stop)) {
        *freed += tern_ptr_array_turn(array, slot + 1);
    } else {
        /* Pairs with the acquire in look and in totals. */
        tern_store_release(&array->consumer.next, slot + 1);
    }
    return item;
}

#endif /* TERN_PTR_ARRAY_MOVE_H */
