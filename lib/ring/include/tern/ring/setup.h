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
#include <tern/ring/claim.h>
#include <tern/ring/query.h>
#include <tern/ring/whole.h>

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

TERN_EXTERN_C_BEGIN

static inline bool tern_ring_is_mode(enum tern_ring_mode mode)
{
    return mode == TERN_RING_MT || mode == TERN_RING_ST || mode == TERN_RING_RTS ||
           mode == TERN_RING_HTS || mode == TERN_RING_NB || mode == TERN_RING_LF;
}

static inline bool tern_ring_has(const struct tern_ring_options *options, enum tern_ring_mode mode)
{
    return options->producer == mode || options->consumer == mode;
}

/* Whether positions of the ring are compared modulo 2^32. */
static inline bool tern_ring_is_narrow(const struct tern_ring_options *options)
{
    return tern_ring_has(options, TERN_RING_RTS) || tern_ring_has(options, TERN_RING_HTS);
}

static inline int tern_ring_check_options(const struct tern_ring_options *options)
{
    if (options == NULL || options->capacity == 0 || options->elem_size == 0)
        return -EINVAL;
    if (!tern_ring_is_mode(options->producer) || !tern_ring_is_mode(options->consumer))
        return -EINVAL;
    if (options->wait != TERN_WAIT_ADAPTIVE && options->wait != TERN_WAIT_SPIN)
        return -EINVAL;
    if (options->producer != options->consumer &&
        (tern_ring_has(options, TERN_RING_NB) || tern_ring_has(options, TERN_RING_LF)))
        return -EINVAL;
    if (options->producer == TERN_RING_LF &&
        (!TERN_HAVE_DWCAS || options->elem_size > TERN_RING_LF_ELEMENT_MAX ||
         options->need_enqueue_bulk))
        return -ENOTSUP;
    if (options->capacity > TERN_RING_CAPACITY_MAX ||
        (tern_ring_is_narrow(options) && options->capacity > TERN_RING_NARROW_CAPACITY_MAX))
        return -EOVERFLOW;
    if (options->htd_max != 0 && !tern_ring_has(options, TERN_RING_RTS))
        return -ENOTSUP;
    return options->htd_max <= options->capacity ? 0 : -EINVAL;
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

static inline size_t tern_ring_aligned(size_t bytes)
{
    return (bytes + TERN_RING_ALIGN - 1) / TERN_RING_ALIGN * TERN_RING_ALIGN;
}

static inline size_t tern_ring_slot_bytes(const struct tern_ring_options *options)
{
    return options->producer == TERN_RING_LF ? sizeof(struct tern_pair) : options->elem_size;
}

/* Where the slots end, in bytes from the ring: the end of the ring, or where the stamps begin. */
static inline size_t tern_ring_end_of_slots(const struct tern_ring_options *options)
{
    size_t slots = tern_ring_slot_count(options->capacity);
#if TERN_HAVE_DWCAS
    if (options->producer == TERN_RING_LF)
        return tern_ring_aligned(sizeof(struct tern_ring) + slots * sizeof(tern_atomic_pair));
#endif
    return tern_ring_aligned(sizeof(struct tern_ring) +
                             tern_shared_bytes(slots, options->elem_size));
}

TERN_INLINE int tern_ring_memsize(const struct tern_ring_options *options, size_t *bytes)
{
    int error = tern_ring_check_options(options);
    if (error != 0)
        return error;
    if (bytes == NULL)
        return -EINVAL;

    size_t slots = tern_ring_slot_count(options->capacity);
    size_t stamp = options->producer == TERN_RING_NB ? sizeof(tern_ring_stamp) : 0;
    size_t surplus = sizeof(struct tern_ring) + TERN_RING_ALIGN - 1; /* with the rounding */
    if (stamp != 0)
        surplus += TERN_RING_ALIGN - 1; /* with that of the stamps */
    size_t most = (SIZE_MAX - surplus) / slots;
    if (stamp >= most || tern_ring_slot_bytes(options) > most - stamp)
        return -EOVERFLOW;
    *bytes = tern_ring_end_of_slots(options);
    if (stamp != 0)
        *bytes = tern_ring_aligned(*bytes + slots * stamp);
    return 0;
}

static inline uint32_t tern_ring_log2(uint64_t slots)
{
    uint32_t log = 0;
    while (slots >> log > 1)
        log++;
    return log;
}

/* One side at `position`, with nothing claimed, and room up to `limit`. */
static inline void tern_ring_set_position(struct tern_ring_side *side, uint64_t position,
                                          uint64_t limit)
{
    uint64_t head = position, tail = position;
    if (side->mode == TERN_RING_RTS)
        head = tail = tern_ring_word((uint32_t)position, 0);
    else if (side->mode == TERN_RING_HTS)
        tail = tern_ring_word((uint32_t)position, (uint32_t)position);
    tern_store_relaxed(&side->head, head);
    tern_store_relaxed(&side->tail, tail);
    tern_store_relaxed(&side->limit, limit);
    tern_store_relaxed(&side->shared_limit, limit);
}

static inline void tern_ring_set_positions(struct tern_ring *ring, uint64_t position)
{
    tern_ring_set_position(&ring->producer, position, position + ring->producer.capacity);
    tern_ring_set_position(&ring->consumer, position, position);
    if (tern_ring_is_whole(ring->producer.mode))
        tern_ring_whole_set_slots(ring, position);
}

static inline void tern_ring_init_side(struct tern_ring_side *side, enum tern_ring_mode mode,
                                       const struct tern_ring_options *options)
{
    size_t htd_max = options->htd_max;
    if (htd_max == 0)
        htd_max = options->capacity >= 8 ? options->capacity / 8 : 1;
    side->mask = tern_ring_slot_count(options->capacity) - 1;
    side->distance_mask = tern_ring_is_narrow(options) ? UINT32_MAX : UINT64_MAX;
    side->capacity = options->capacity;
    side->elem_size = options->elem_size;
    side->shift = tern_ring_log2(side->mask + 1);
    side->stamps = mode == TERN_RING_NB ? tern_ring_end_of_slots(options) : 0;
    side->mode = (uint32_t)mode;
    side->wait = (uint32_t)options->wait;
    tern_store_relaxed(&side->htd_max, mode == TERN_RING_RTS ? (uint32_t)htd_max : 0u);
    tern_store_relaxed(&side->session, UINT64_C(0));
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
    /* What is about to be overwritten is no ring any more. */
    tern_store_relaxed(&ring->producer.magic, UINT64_C(0));
    tern_ring_init_side(&ring->producer, options->producer, options);
    tern_ring_init_side(&ring->consumer, options->consumer, options);
    tern_ring_set_positions(ring, options->start_position);
    /* Pairs with the acquire in attach: who finds it, finds the rest. */
    tern_store_release(&ring->producer.magic, TERN_RING_MAGIC | TERN_RING_LAYOUT_VERSION);
    return 0;
}

/* What must be true of a side that init has made from these options. */
static inline bool tern_ring_is_sound(const struct tern_ring_side *side,
                                      const struct tern_ring_options *options)
{
    uint32_t htd_max = tern_load_relaxed(&side->htd_max);
    return side->capacity == options->capacity && side->elem_size == options->elem_size &&
           side->mask == tern_ring_slot_count(options->capacity) - 1 &&
           side->distance_mask == (tern_ring_is_narrow(options) ? UINT32_MAX : UINT64_MAX) &&
           side->wait == (uint32_t)options->wait && side->shift == tern_ring_log2(side->mask + 1) &&
           side->stamps == (side->mode == TERN_RING_NB ? tern_ring_end_of_slots(options) : 0) &&
           (side->mode == TERN_RING_RTS ? htd_max >= 1 && htd_max <= options->capacity
                                        : htd_max == 0);
}

/* The options that made this control block, if any did. */
static inline bool tern_ring_options_of(const struct tern_ring *ring,
                                        struct tern_ring_options *options)
{
    const struct tern_ring_side *producer = &ring->producer, *consumer = &ring->consumer;
    memset(options, 0, sizeof *options);
    /* Compared as numbers: what is no enumerator must not become one. */
    if (producer->mode > TERN_RING_LF || consumer->mode > TERN_RING_LF ||
        producer->wait > TERN_WAIT_SPIN)
        return false;
    options->capacity = producer->capacity;
    options->elem_size = producer->elem_size;
    options->producer = (enum tern_ring_mode)producer->mode;
    options->consumer = (enum tern_ring_mode)consumer->mode;
    options->wait = (enum tern_wait_policy)producer->wait;
    return tern_ring_check_options(options) == 0 && tern_ring_is_sound(producer, options) &&
           tern_ring_is_sound(consumer, options);
}

TERN_INLINE int tern_ring_attach(struct tern_ring *ring, size_t bytes)
{
    if (ring == NULL || (uintptr_t)ring % TERN_RING_ALIGN != 0)
        return -EINVAL;
    if (bytes < sizeof(struct tern_ring))
        return -ENOSPC;
    /* Pairs with the release in init. */
    uint64_t magic = tern_load_acquire(&ring->producer.magic);
    if ((magic & ~TERN_RING_LAYOUT_MASK) != TERN_RING_MAGIC)
        return -EINVAL;
    if ((magic & TERN_RING_LAYOUT_MASK) != TERN_RING_LAYOUT_VERSION)
        return -ENOTSUP;
    if (ring->producer.mode == TERN_RING_LF && !TERN_HAVE_DWCAS)
        return -ENOTSUP;

    struct tern_ring_options options;
    size_t needed = 0;
    if (!tern_ring_options_of(ring, &options) || tern_ring_memsize(&options, &needed) != 0)
        return -EINVAL;
    return bytes < needed ? -ENOSPC : 0;
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
    /* Voids the tokens that are open. */
    tern_store_relaxed(&ring->producer.session, tern_load_relaxed(&ring->producer.session) + 1);
    tern_store_relaxed(&ring->consumer.session, tern_load_relaxed(&ring->consumer.session) + 1);
}

TERN_EXTERN_C_END

#endif /* TERN_RING_SETUP_H */
