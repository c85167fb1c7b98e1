/*
 * Elements into and out of the slots.
 *
 * Internal: users include <tern/ring.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_SLOTS_H
#define TERN_RING_SLOTS_H

#include <tern/arch/shared.h>
#include <tern/ring/layout.h>

/* Copies with a constant size where that is worth it. A caller with a constant size of its own
 * gets one copy and no branch. */
#define TERN_RING_BY_SIZE(copy, slots, index, elements, count, size) \
    do {                                                             \
        switch (size) {                                              \
        case 4: copy(slots, index, elements, count, 4); break;       \
        case 8: copy(slots, index, elements, count, 8); break;       \
        case 16: copy(slots, index, elements, count, 16); break;     \
        default: copy(slots, index, elements, count, size); break;   \
        }                                                            \
    } while (0)

TERN_ALWAYS_INLINE void tern_ring_write(struct tern_ring *ring, size_t index, const void *elements,
                                        size_t count, size_t size)
{
    TERN_RING_BY_SIZE(tern_shared_copy_in, tern_ring_slots(ring), index, elements, count, size);
}

TERN_ALWAYS_INLINE void tern_ring_read(struct tern_ring *ring, size_t index, void *elements,
                                       size_t count, size_t size)
{
    TERN_RING_BY_SIZE(tern_shared_copy_out, tern_ring_slots(ring), index, elements, count, size);
}

#undef TERN_RING_BY_SIZE

/* The rare copies, in two pieces because the slots end in between; out of line, so that a hot
 * path holds one copy and not three. */
TERN_OUT_OF_LINE void tern_ring_write_split(struct tern_ring *ring, size_t index,
                                            const unsigned char *elements, size_t count)
{
    size_t size = ring->producer.elem_size;
    size_t first = (size_t)ring->producer.mask + 1 - index;
    tern_shared_copy_in(tern_ring_slots(ring), index, elements, first, size);
    tern_shared_copy_in(tern_ring_slots(ring), 0, elements + first * size, count - first, size);
}

TERN_OUT_OF_LINE void tern_ring_read_split(struct tern_ring *ring, size_t index,
                                           unsigned char *elements, size_t count)
{
    size_t size = ring->consumer.elem_size;
    size_t first = (size_t)ring->consumer.mask + 1 - index;
    tern_shared_copy_out(tern_ring_slots(ring), index, elements, first, size);
    tern_shared_copy_out(tern_ring_slots(ring), 0, elements + first * size, count - first, size);
}

/* Whether `count` slots from `index` on lie next to each other in memory. */
TERN_ALWAYS_INLINE bool tern_ring_in_one_piece(uint64_t mask, size_t index, size_t count)
{
    return TERN_LIKELY(index + count <= mask + 1);
}

/*
 * Elements into, or out of, slots that were claimed. The mask is handed in, because an operation
 * reads it before it claims: on most machines no load begins before a CAS is done.
 */
TERN_ALWAYS_INLINE void tern_ring_put(struct tern_ring *ring, uint64_t mask, uint64_t position,
                                      const void *elements, size_t count, size_t size)
{
    size_t index = (size_t)(position & mask);
    if (tern_ring_in_one_piece(mask, index, count))
        tern_ring_write(ring, index, elements, count, size);
    else
        tern_ring_write_split(ring, index, (const unsigned char *)elements, count);
}

TERN_ALWAYS_INLINE void tern_ring_take(struct tern_ring *ring, uint64_t mask, uint64_t position,
                                       void *elements, size_t count, size_t size)
{
    size_t index = (size_t)(position & mask);
    if (tern_ring_in_one_piece(mask, index, count))
        tern_ring_read(ring, index, elements, count, size);
    else
        tern_ring_read_split(ring, index, (unsigned char *)elements, count);
}

#endif /* TERN_RING_SLOTS_H */
