/*
 * LF: strictly lock-free. A slot is a pair {position, value}: the position that it was last filled
 * for, and the element.
 *
 *     enqueue  find the first position that is not filled, T, and fill its slot by one DWCAS:
 *              {T - slots, whatever} -> {T, element}
 *     dequeue  read the elements from the head on, as far as slots are filled, and move the head
 *              over all of them by one CAS
 *
 * The filled positions are always all those below T: a slot is filled only by who has found the
 * position before it filled. So there is no tail to be moved, and nothing that a stopped thread
 * could leave half done. Where the search for T starts is a hint, which any value serves that T has
 * passed.
 *
 * Invariant, with head the consumers' tail:
 *
 *     head <= T <= head + capacity, and all three only grow
 *     the slot of p holds a position q <= p, q = p modulo slots; q = p where p < T, at least;
 *     q >= p - slots where p <= T
 *     hint <= T,  limit <= head + capacity
 *
 * Why this is linearizable, element by element.
 *   - An enqueue takes effect with its DWCAS: it makes T one more, and is allowed only where a head
 *     was seen with T < head + capacity; the head only grows, so that still holds. The slot then
 *     belongs to T - slots, which the head has passed, so no element is lost.
 *   - "Full": T was at least t when t was reached, and the head, loaded after that, is t - capacity
 *     or less; by the invariant it is just that, and T is t: at that load the ring is full.
 *   - A dequeue takes effect with its CAS. That it finds the head as it was means that nobody has
 *     passed it meanwhile, so no slot from there on has been filled anew: the values are those of
 *     the positions that were read before them, however the two halves were loaded.
 *   - "Empty", or fewer than n: the slot of h + i was loaded after the head, h. If it is not filled
 *     T was at most h + i at that moment, and the head at least h.
 *   - A burst of enqueues is one after another. A burst of dequeues is one operation that takes
 *     what there was at some moment during the call, and at least 1 if it finds any.
 *
 * Lock-free: a DWCAS fails only where another one has filled that position, a CAS of the head only
 * where another one has moved it (or, weak, for no reason); the search takes at most 2 x slots
 * steps more than others enqueue meanwhile.
 *
 * In the shape of progress64's lfring (ARM, 2018), without its count of what is reserved; compare
 * Nikolaev, "A scalable, portable, and memory-efficient lock-free FIFO queue" (SCQ, 2019), and
 * Morrison and Afek, "Fast concurrent queues for x86 processors" (LCRQ, 2013).
 *
 * An element is up to 8 bytes. Larger ones would have to lie elsewhere, with their index in the
 * slot: then a cell belongs to a thread while it copies, and a thread that is killed there takes
 * the cell with it, and the capacity is no longer what was promised.
 *
 * Internal: users include <tern/ring.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_WHOLE_LF_H
#define TERN_RING_WHOLE_LF_H

#include <tern/arch/dwcas.h>
#include <tern/ring/claim.h>

#include <errno.h>
#include <string.h>

/* Bytes. What fits beside the position. */
#define TERN_RING_LF_ELEMENT_MAX sizeof(uint64_t)

/* Of an element. No ring of larger ones has this mode, but the code for it is compiled. */
TERN_ALWAYS_INLINE size_t tern_ring_lf_bytes(size_t size)
{
    return size < TERN_RING_LF_ELEMENT_MAX ? size : TERN_RING_LF_ELEMENT_MAX;
}

/* The bytes beyond the element are 0. */
TERN_ALWAYS_INLINE uint64_t tern_ring_lf_value(const unsigned char *element, size_t size)
{
    uint64_t value = 0;
    if (size == sizeof value)
        memcpy(&value, element, sizeof value); /* a move, also where the size is not a constant */
    else
        memcpy(&value, element, tern_ring_lf_bytes(size));
    return value;
}

TERN_ALWAYS_INLINE void tern_ring_lf_element(void *element, uint64_t value, size_t size)
{
    if (size == sizeof value)
        memcpy(element, &value, sizeof value);
    else
        memcpy(element, &value, tern_ring_lf_bytes(size));
}

#if TERN_HAVE_DWCAS

TERN_ALWAYS_INLINE tern_atomic_pair *tern_ring_lf_slot(const struct tern_ring *ring, uint64_t mask,
                                                       uint64_t position)
{
    return (tern_atomic_pair *)(void *)(uintptr_t)(ring + 1) + (size_t)(position & mask);
}

/* As if each slot had been filled for the lap before. */
static inline void tern_ring_lf_set_slots(struct tern_ring *ring, uint64_t position)
{
    const uint64_t mask = ring->producer.mask;
    for (uint64_t i = 0; i <= mask; i++) {
        struct tern_pair empty = {position + i - (mask + 1), 0};
        tern_pair_init(tern_ring_lf_slot(ring, mask, position + i), empty);
    }
}

/* Enqueues n elements one after another, until the ring is full; returns how many. Stores the
 * position after the last filled that was seen. */
TERN_ALWAYS_INLINE size_t tern_ring_lf_append(struct tern_ring *ring, const void *elements,
                                              size_t n, size_t size, uint64_t *reached)
{
    struct tern_ring_side *own = &ring->producer;
    const unsigned char *element = (const unsigned char *)elements;
    const uint64_t mask = own->mask, slots = mask + 1;
    const size_t capacity = own->capacity;
    size_t done = 0;
    /* Pairs with the release of the hint below: slots before it are seen filled. */
    uint64_t tail = tern_load_acquire(&own->tail);
    /* Pairs with the release of the limit below: consumers have read what is to be overwritten. */
    uint64_t limit = tern_load_acquire(&own->shared_limit);

    while (done < n) {
        tern_atomic_pair *slot = tern_ring_lf_slot(ring, mask, tail);
        /* Pairs with the release of the DWCAS below, in other threads: slots before it are seen
         * filled. It also keeps the look at the head behind it. */
        struct tern_pair found = tern_pair_load_halves_acquire(slot);
        if ((int64_t)(found.low - tail) >= 0) {
            tail = found.low + 1; /* filled, and so is everything before */
            continue;
        }
        TERN_CHECK(found.low == tail - slots);
        if (TERN_UNLIKELY((int64_t)(limit - tail) <= 0)) {
            /* Pairs with the release of the head's CAS: as the limit. */
            limit = tern_load_acquire(&ring->consumer.tail) + capacity;
            if ((int64_t)(limit - tail) <= 0)
                break;
            tern_store_release(&own->shared_limit, limit);
            TERN_TEST_POINT(lf_enqueue_looked);
        }
        found.low = tail - slots;
        struct tern_pair filled = {tail, tern_ring_lf_value(element, size)};
        TERN_TEST_POINT(lf_enqueue_found);
        /* Pairs with the acquire of the pair above, and with that of dequeue. */
        if (TERN_LIKELY(tern_dwcas_release(slot, &found, filled))) {
            TERN_TEST_POINT(lf_enqueue_filled);
            tail++;
            done++;
            element += size;
        }
    }
    /* A hint that is older than another's does no harm. */
    if ((int64_t)(tail - tern_load_relaxed(&own->tail)) > 0)
        tern_store_release(&own->tail, tail);
    *reached = tail;
    return done;
}

/* Dequeues n elements, or fewer if that will do; returns how many. Stores the head after them. */
TERN_ALWAYS_INLINE size_t tern_ring_lf_remove(struct tern_ring *ring, void *elements, size_t n,
                                              size_t size, enum tern_ring_amount amount,
                                              uint64_t *reached)
{
    struct tern_ring_side *own = &ring->consumer;
    const uint64_t mask = own->mask;
    size_t most = n <= own->capacity ? n : own->capacity;
    uint64_t head;

    for (;;) {
        unsigned char *element = (unsigned char *)elements;
        size_t count = 0;
        /* Pairs with the release of the CAS below: slots before it have been seen filled. */
        head = tern_load_acquire(&own->tail);
        uint64_t position = head;
        while (count < most) {
            /* Pairs with the release of the DWCAS of enqueue. */
            struct tern_pair found =
                tern_pair_load_halves_acquire(tern_ring_lf_slot(ring, mask, head + count));
            position = found.low;
            if (TERN_UNLIKELY(position != head + count))
                break;
            tern_ring_lf_element(element, found.high, size);
            element += size;
            count++;
        }
        if (TERN_UNLIKELY(count < n)) {
            /* Filled for a later lap: the head is not where it was. */
            if (count < most && (int64_t)(position - (head + count)) > 0)
                continue;
            TERN_CHECK(count == most || position == head + count - (mask + 1));
            if (amount == TERN_RING_EXACTLY || count == 0) {
                *reached = head;
                return 0;
            }
        }
        TERN_TEST_POINT(lf_dequeue_copied);
        /* Pairs with the acquire above, and with the one in enqueue: what was read may be
         * overwritten from now on. */
        if (TERN_LIKELY(tern_cas_weak_release(&own->tail, &head, head + count))) {
            TERN_TEST_POINT(lf_dequeue_claimed);
            *reached = head + count;
            return count;
        }
    }
}

/* The elements from `head` on, up to the capacity: a search for T as in enqueue. Relaxed: whether a
 * slot is filled is all that is asked of it, and each is looked at after the head has been. */
static inline size_t tern_ring_lf_count_from(const struct tern_ring *ring, uint64_t head)
{
    const struct tern_ring_side *own = &ring->producer;
    uint64_t tail = tern_load_relaxed(&own->tail);
    if ((int64_t)(tail - head) < 0)
        tail = head;
    while (tail - head < own->capacity) {
        uint64_t position = tern_pair_load_low_relaxed(tern_ring_lf_slot(ring, own->mask, tail));
        if ((int64_t)(position - tail) < 0)
            break;
        tail = position + 1;
    }
    return tail - head < own->capacity ? (size_t)(tail - head) : own->capacity;
}

#else /* no double-width CAS: init refuses, so nobody gets here */

static inline void tern_ring_lf_set_slots(struct tern_ring *ring, uint64_t position)
{
    (void)ring, (void)position;
}

TERN_ALWAYS_INLINE size_t tern_ring_lf_append(struct tern_ring *ring, const void *elements,
                                              size_t n, size_t size, uint64_t *reached)
{
    (void)ring, (void)elements, (void)n, (void)size, (void)reached;
    return 0;
}

TERN_ALWAYS_INLINE size_t tern_ring_lf_remove(struct tern_ring *ring, void *elements, size_t n,
                                              size_t size, enum tern_ring_amount amount,
                                              uint64_t *reached)
{
    (void)ring, (void)elements, (void)n, (void)size, (void)amount, (void)reached;
    return 0;
}

static inline size_t tern_ring_lf_count_from(const struct tern_ring *ring, uint64_t head)
{
    (void)ring, (void)head;
    return 0;
}

#endif

static inline size_t tern_ring_lf_count(const struct tern_ring *ring)
{
    /* Pairs with the release of the head's CAS: what that consumer had seen filled is seen filled
     * here, so there is no emptiness that never was. */
    return tern_ring_lf_count_from(ring, tern_load_acquire(&ring->consumer.tail));
}

/* ------------------------------------------------------------------------------ operations --- */

TERN_ALWAYS_INLINE int tern_ring_lf_enqueue_one(struct tern_ring *ring, const void *element,
                                                size_t size)
{
    uint64_t reached;
    return TERN_LIKELY(tern_ring_lf_append(ring, element, 1, size, &reached) == 1) ? 0 : -ENOBUFS;
}

TERN_ALWAYS_INLINE int tern_ring_lf_dequeue_one(struct tern_ring *ring, void *element, size_t size)
{
    uint64_t reached, found = 0;
    if (TERN_UNLIKELY(tern_ring_lf_remove(ring, &found, 1, size, TERN_RING_EXACTLY, &reached) == 0))
        return -ENOENT;
    tern_ring_lf_element(element, found, size);
    return 0;
}

/* What bulk says here. */
TERN_OUT_OF_LINE size_t tern_ring_lf_no_bulk(void)
{
    errno = ENOTSUP;
    return 0;
}

TERN_ALWAYS_INLINE size_t tern_ring_lf_enqueue_many(struct tern_ring *ring, const void *elements,
                                                    size_t n, size_t size,
                                                    enum tern_ring_amount amount,
                                                    size_t *free_space)
{
    uint64_t reached = 0;
    if (amount == TERN_RING_EXACTLY && n != 1)
        return tern_ring_lf_no_bulk();
    size_t done = tern_ring_lf_append(ring, elements, n, size, &reached);
    if (free_space != NULL) {
        /* Others may have filled or freed more meanwhile; full is what ended a short burst. */
        uint64_t used = reached - tern_load_relaxed(&ring->consumer.tail);
        size_t capacity = ring->producer.capacity;
        if ((int64_t)used < 0)
            used = 0;
        *free_space = done < n || used > capacity ? 0 : capacity - (size_t)used;
    }
    return done;
}

TERN_ALWAYS_INLINE size_t tern_ring_lf_dequeue_many(struct tern_ring *ring, void *elements,
                                                    size_t n, size_t size,
                                                    enum tern_ring_amount amount, size_t *available)
{
    uint64_t reached = 0;
    size_t done = tern_ring_lf_remove(ring, elements, n, size, amount, &reached);
    if (available != NULL)
        *available = tern_ring_lf_count_from(ring, reached);
    return done;
}

#endif /* TERN_RING_WHOLE_LF_H */
