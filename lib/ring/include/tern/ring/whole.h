/*
 * The modes that hold for the whole ring, since its slots bear stamps: one line a mode in each
 * switch. They have no claim and publish that would fit the other side's: each brings the four
 * operations of its own.
 *
 * Out of line, for the entry points that find the mode out: theirs is a jump away, and the modes
 * that they work out inline keep their registers.
 *
 * Internal: users include <tern/ring.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_WHOLE_H
#define TERN_RING_WHOLE_H

#include <tern/ring/whole_lf.h>
#include <tern/ring/whole_nb.h>

TERN_ALWAYS_INLINE bool tern_ring_is_whole(uint32_t mode)
{
    return mode >= TERN_RING_NB;
}

TERN_ALWAYS_INLINE int tern_ring_whole_enqueue_one(struct tern_ring *ring, uint32_t mode,
                                                   const void *element, size_t size)
{
    switch (mode) {
    case TERN_RING_LF: return tern_ring_lf_enqueue_one(ring, element, size);
    default: return tern_ring_nb_enqueue_one(ring, element, size);
    }
}

TERN_ALWAYS_INLINE int tern_ring_whole_dequeue_one(struct tern_ring *ring, uint32_t mode,
                                                   void *element, size_t size)
{
    switch (mode) {
    case TERN_RING_LF: return tern_ring_lf_dequeue_one(ring, element, size);
    default: return tern_ring_nb_dequeue_one(ring, element, size);
    }
}

TERN_ALWAYS_INLINE size_t tern_ring_whole_enqueue_many(struct tern_ring *ring, uint32_t mode,
                                                       const void *elements, size_t n, size_t size,
                                                       enum tern_ring_amount amount,
                                                       size_t *free_space)
{
    switch (mode) {
    case TERN_RING_LF:
        return tern_ring_lf_enqueue_many(ring, elements, n, size, amount, free_space);
    default: return tern_ring_nb_enqueue_many(ring, elements, n, size, amount, free_space);
    }
}

TERN_ALWAYS_INLINE size_t tern_ring_whole_dequeue_many(struct tern_ring *ring, uint32_t mode,
                                                       void *elements, size_t n, size_t size,
                                                       enum tern_ring_amount amount,
                                                       size_t *available)
{
    switch (mode) {
    case TERN_RING_LF: return tern_ring_lf_dequeue_many(ring, elements, n, size, amount, available);
    default: return tern_ring_nb_dequeue_many(ring, elements, n, size, amount, available);
    }
}

/* All slots as they are before the element of `position` is enqueued, which is the first. */
static inline void tern_ring_whole_set_slots(struct tern_ring *ring, uint64_t position)
{
    switch (ring->producer.mode) {
    case TERN_RING_LF: tern_ring_lf_set_slots(ring, position); break;
    default: tern_ring_nb_set_slots(ring, position); break;
    }
}

TERN_OUT_OF_LINE int tern_ring_found_enqueue_one(struct tern_ring *ring, const void *element,
                                                 size_t size)
{
    return tern_ring_whole_enqueue_one(ring, ring->producer.mode, element, size);
}

TERN_OUT_OF_LINE int tern_ring_found_dequeue_one(struct tern_ring *ring, void *element, size_t size)
{
    return tern_ring_whole_dequeue_one(ring, ring->consumer.mode, element, size);
}

TERN_OUT_OF_LINE size_t tern_ring_found_enqueue_many(struct tern_ring *ring, const void *elements,
                                                     size_t n, size_t size,
                                                     enum tern_ring_amount amount,
                                                     size_t *free_space)
{
    return tern_ring_whole_enqueue_many(ring, ring->producer.mode, elements, n, size, amount,
                                        free_space);
}

TERN_OUT_OF_LINE size_t tern_ring_found_dequeue_many(struct tern_ring *ring, void *elements,
                                                     size_t n, size_t size,
                                                     enum tern_ring_amount amount,
                                                     size_t *available)
{
    return tern_ring_whole_dequeue_many(ring, ring->consumer.mode, elements, n, size, amount,
                                        available);
}

#endif /* TERN_RING_WHOLE_H */
