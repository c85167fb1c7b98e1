/*
 * What can be asked of a ring without changing it.
 *
 * Internal: users include <tern/ring.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_QUERY_H
#define TERN_RING_QUERY_H

#include <tern/ring/layout.h>
#include <tern/ring/whole_lf.h>

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

TERN_EXTERN_C_BEGIN

TERN_INLINE size_t tern_ring_count(const struct tern_ring *ring)
{
    if (ring->producer.mode == TERN_RING_LF)
        return tern_ring_lf_count(ring);
    /* The consumers' tail first: the producers' tail is never behind it, so the difference is
     * never negative. Pairs with the release in publish, or of an NB claim: that consumer had seen
     * a producers' tail which was further, and so does the load below. */
    uint64_t consumed = tern_load_acquire(&ring->consumer.tail);
    uint64_t produced = tern_load_relaxed(&ring->producer.tail);
    uint64_t count = (produced - consumed) & ring->producer.distance_mask;
    /* Between the two loads consumers may have made room and producers used it. */
    return count <= ring->producer.capacity ? (size_t)count : ring->producer.capacity;
}

TERN_INLINE size_t tern_ring_free_count(const struct tern_ring *ring)
{
    return ring->producer.capacity - tern_ring_count(ring);
}

TERN_INLINE bool tern_ring_full(const struct tern_ring *ring)
{
    return tern_ring_count(ring) == ring->producer.capacity;
}

TERN_INLINE bool tern_ring_empty(const struct tern_ring *ring)
{
    return tern_ring_count(ring) == 0;
}

TERN_INLINE size_t tern_ring_capacity(const struct tern_ring *ring)
{
    return ring->producer.capacity;
}

TERN_INLINE size_t tern_ring_elem_size(const struct tern_ring *ring)
{
    return ring->producer.elem_size;
}

TERN_INLINE enum tern_ring_mode tern_ring_producer_mode(const struct tern_ring *ring)
{
    return (enum tern_ring_mode)ring->producer.mode;
}

TERN_INLINE enum tern_ring_mode tern_ring_consumer_mode(const struct tern_ring *ring)
{
    return (enum tern_ring_mode)ring->consumer.mode;
}

TERN_INLINE bool tern_ring_has_enqueue_bulk(const struct tern_ring *ring)
{
    return ring->producer.mode != TERN_RING_LF;
}

TERN_INLINE const char *tern_ring_mode_name(enum tern_ring_mode mode)
{
    switch (mode) {
    case TERN_RING_MT: return "MT";
    case TERN_RING_ST: return "ST";
    case TERN_RING_RTS: return "RTS";
    case TERN_RING_HTS: return "HTS";
    case TERN_RING_NB: return "NB";
    case TERN_RING_LF: return "LF";
    }
    return "?";
}

static inline int tern_ring_set_htd_max(struct tern_ring_side *side, size_t htd_max)
{
    if (side->mode != TERN_RING_RTS)
        return -ENOTSUP;
    if (htd_max == 0 || htd_max > side->capacity)
        return -EINVAL;
    tern_store_relaxed(&side->htd_max, (uint32_t)htd_max);
    return 0;
}

static inline int tern_ring_get_htd_max(const struct tern_ring_side *side, size_t *htd_max)
{
    if (side->mode != TERN_RING_RTS)
        return -ENOTSUP;
    if (htd_max == NULL)
        return -EINVAL;
    *htd_max = tern_load_relaxed(&side->htd_max);
    return 0;
}

TERN_INLINE int tern_ring_set_producer_htd_max(struct tern_ring *ring, size_t htd_max)
{
    return tern_ring_set_htd_max(&ring->producer, htd_max);
}

TERN_INLINE int tern_ring_set_consumer_htd_max(struct tern_ring *ring, size_t htd_max)
{
    return tern_ring_set_htd_max(&ring->consumer, htd_max);
}

TERN_INLINE int tern_ring_producer_htd_max(const struct tern_ring *ring, size_t *htd_max)
{
    return tern_ring_get_htd_max(&ring->producer, htd_max);
}

TERN_INLINE int tern_ring_consumer_htd_max(const struct tern_ring *ring, size_t *htd_max)
{
    return tern_ring_get_htd_max(&ring->consumer, htd_max);
}

/* Where the next claim of a side begins, wherever its mode keeps that. */
static inline uint64_t tern_ring_next_claim(const struct tern_ring_side *side)
{
    switch (side->mode) {
    case TERN_RING_ST:
    case TERN_RING_NB:
    case TERN_RING_LF: return tern_load_relaxed(&side->tail);
    case TERN_RING_HTS: return tern_load_relaxed(&side->tail) >> 32;
    case TERN_RING_RTS: return tern_load_relaxed(&side->head) & UINT32_MAX;
    default: return tern_load_relaxed(&side->head);
    }
}

static inline int tern_ring_dump_side(const char *name, const struct tern_ring_side *side,
                                      FILE *stream)
{
    bool narrow = side->mode == TERN_RING_RTS || side->mode == TERN_RING_HTS;
    uint64_t tail = tern_load_relaxed(&side->tail);
    int written = fprintf(stream, "  %s: mode %s, head %" PRIu64 ", tail %" PRIu64, name,
                          tern_ring_mode_name((enum tern_ring_mode)side->mode),
                          tern_ring_next_claim(side), narrow ? tail & UINT32_MAX : tail);
    if (written >= 0 && side->mode == TERN_RING_RTS)
        written = fprintf(stream, ", htd_max %" PRIu32, tern_load_relaxed(&side->htd_max));
    return written < 0 ? written : fprintf(stream, "\n");
}

TERN_INLINE int tern_ring_dump(const struct tern_ring *ring, FILE *stream)
{
    if (ring == NULL || stream == NULL)
        return -EINVAL;
    if (fprintf(stream,
                "tern_ring: capacity %zu, count %zu, slots %" PRIu64
                ", element %zu bytes, wait %s\n",
                tern_ring_capacity(ring), tern_ring_count(ring), ring->producer.mask + 1,
                tern_ring_elem_size(ring),
                ring->producer.wait == TERN_WAIT_SPIN ? "spin" : "adaptive") < 0 ||
        tern_ring_dump_side("producer", &ring->producer, stream) < 0 ||
        tern_ring_dump_side("consumer", &ring->consumer, stream) < 0)
        return -EIO;
    return 0;
}

TERN_EXTERN_C_END

#endif /* TERN_RING_QUERY_H */
