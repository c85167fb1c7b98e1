/*
 * Making and ending a ring.
 *
 * Internal: users include <tern/ring.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_SETUP_H
#define TERN_RING_SETUP_H

#include <tern/arch/shared.h>
#include <tern/ring/layout.h>

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

TERN_EXTERN_C_BEGIN

static inline bool tern_ring_is_mode(enum tern_ring_mode mode)
{
    return mode == TERN_RING_MT || mode == TERN_RING_ST;
}

static inline int tern_ring_check_options(const struct tern_ring_options *options)
{
    if (options == NULL || options->capacity == 0 || options->elem_size == 0)
        return -EINVAL;
    if (!tern_ring_is_mode(options->producer) || !tern_ring_is_mode(options->consumer))
        return -EINVAL;
    if (options->wait != TERN_WAIT_ADAPTIVE && options->wait != TERN_WAIT_SPIN)
        return -EINVAL;
    if (options->capacity > TERN_RING_CAPACITY_MAX)
        return -EOVERFLOW;
    return 0;
}

/* The capacity rounded up to a power of two, so that the slot of a position is a mask away; the
 * surplus slots are never all in use, which keeps the capacity exact. */
static inline size_t tern_ring_slot_count(size_t capacity)
{
    size_t slots = 1;
    while (slots < capacity)
        slots *= 2;
    return slots;
}

TERN_INLINE int tern_ring_memsize(const struct tern_ring_options *options, size_t *bytes)
{
    int error = tern_ring_check_options(options);
    if (error != 0)
        return error;
    if (bytes == NULL)
        return -EINVAL;

    size_t slots = tern_ring_slot_count(options->capacity);
    size_t surplus = sizeof(struct tern_ring) + TERN_RING_ALIGN; /* control block and rounding */
    if (options->elem_size > (SIZE_MAX - surplus) / slots)
        return -EOVERFLOW;
    size_t exact = sizeof(struct tern_ring) + tern_shared_bytes(slots, options->elem_size);
    *bytes = (exact + TERN_RING_ALIGN - 1) / TERN_RING_ALIGN * TERN_RING_ALIGN;
    return 0;
}

/* Both sides at `position`, with nothing between them. */
static inline void tern_ring_set_positions(struct tern_ring *ring, uint64_t position)
{
    tern_store_relaxed(&ring->producer.head, position);
    tern_store_relaxed(&ring->producer.tail, position);
    tern_store_relaxed(&ring->producer.limit, position + ring->producer.capacity);
    tern_store_relaxed(&ring->producer.shared_limit, position + ring->producer.capacity);
    tern_store_relaxed(&ring->consumer.head, position);
    tern_store_relaxed(&ring->consumer.tail, position);
    tern_store_relaxed(&ring->consumer.limit, position);
    tern_store_relaxed(&ring->consumer.shared_limit, position);
}

static inline void tern_ring_init_side(struct tern_ring_side *side, enum tern_ring_mode mode,
                                       const struct tern_ring_options *options)
{
    side->mask = tern_ring_slot_count(options->capacity) - 1;
    side->capacity = options->capacity;
    side->elem_size = options->elem_size;
    side->mode = (uint32_t)mode;
    side->wait = (uint32_t)options->wait;
}

TERN_INLINE int tern_ring_init(struct tern_ring *ring, size_t bytes,
                               const struct tern_ring_options *options)
{
    size_t needed = 0;
    int error = tern_ring_memsize(options, &needed);
    if (error != 0)
        return error;
    if (ring == NULL || (uintptr_t)ring % TERN_RING_ALIGN != 0)
        return -EINVAL;
    if (bytes < needed)
        return -ENOSPC;
    tern_ring_init_side(&ring->producer, options->producer, options);
    tern_ring_init_side(&ring->consumer, options->consumer, options);
    tern_ring_set_positions(ring, options->start_position);
    return 0;
}

TERN_INLINE struct tern_ring *tern_ring_create(const struct tern_ring_options *options)
{
    size_t bytes = 0;
    int error = tern_ring_memsize(options, &bytes);
    if (error != 0) {
        errno = -error;
        return NULL;
    }
    struct tern_ring *ring = (struct tern_ring *)aligned_alloc(TERN_RING_ALIGN, bytes);
    if (ring == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    /* With the options and the memory that memsize has just approved, init cannot fail. */
    (void)tern_ring_init(ring, bytes, options);
    return ring;
}

TERN_INLINE void tern_ring_destroy(struct tern_ring *ring)
{
    free(ring);
}

TERN_INLINE void tern_ring_reset(struct tern_ring *ring)
{
    tern_ring_set_positions(ring, 0);
}

TERN_EXTERN_C_END

#endif /* TERN_RING_SETUP_H */
