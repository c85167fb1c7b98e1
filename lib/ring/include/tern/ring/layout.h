/*
 * What a ring looks like in memory: position-independent, no pointer and no lock inside.
 *
 *     +0     producer: its own line      limit, and what the producers read
 *     +128   producer: published line    tail, head, shared limit
 *     +256   consumer: its own line      limit, and what the consumers read
 *     +384   consumer: published line    tail, head, shared limit
 *     +512   slots: a power of two of them, elem_size bytes each, no gaps
 *
 * The own line of a side is touched by that side alone, so it stays in the cache of whoever works
 * there; the published line is what the other side looks at. What never changes after init stands
 * on both own lines, since a line that is fetched anyway is free, and a fifth line is not.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_LAYOUT_H
#define TERN_RING_LAYOUT_H

#include <tern/arch/atomic.h>
#include <tern/arch/cpu.h>

#include <stddef.h>
#include <stdint.h>

struct tern_ring_side {
    /* The own line. */
    TERN_CACHE_ALIGNED tern_atomic_u64 limit; /* ST: how far claims may go as far as it knows */
    uint64_t mask;                            /* slots - 1 */
    size_t capacity;                          /* elements */
    size_t elem_size;                         /* bytes */
    uint32_t mode;                            /* enum tern_ring_mode */
    uint32_t wait;                            /* enum tern_wait_policy */

    /* The published line. */
    TERN_CACHE_ALIGNED tern_atomic_u64 tail; /* up to here this side has finished */
    tern_atomic_u64 head;                    /* MT: where the next claim begins */
    tern_atomic_u64 shared_limit; /* MT: the limit, which several threads remember together */
};

struct tern_ring {
    struct tern_ring_side producer;
    struct tern_ring_side consumer;
};

#ifndef TERN_MODEL
/* Programs and libraries built at different times share rings: this is their contract. */
TERN_STATIC_ASSERT(offsetof(struct tern_ring, producer.tail) == TERN_CACHE_LINE, "layout");
TERN_STATIC_ASSERT(offsetof(struct tern_ring, consumer) == 2 * TERN_CACHE_LINE, "layout");
TERN_STATIC_ASSERT(sizeof(struct tern_ring) == 4 * TERN_CACHE_LINE, "layout");
#endif

/* The slots begin where the control block ends. */
static inline void *tern_ring_slots(struct tern_ring *ring)
{
    return ring + 1;
}

#endif /* TERN_RING_LAYOUT_H */
