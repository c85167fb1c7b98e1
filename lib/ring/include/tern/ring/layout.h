/*
 * What a ring looks like in memory: position-independent, no pointer and no lock inside.
 *
 *     +0     producer: its own line      limit, and what the producers read
 *     +128   producer: published line    tail, head, shared limit
 *     +256   consumer: its own line      limit, and what the consumers read
 *     +384   consumer: published line    tail, head, shared limit
 *     +512   slots: a power of two of them, elem_size bytes each, no gaps; with LF 16 bytes each
 *     then   with NB only, from the next multiple of 128 on: a stamp of 4 bytes for each slot
 *
 * The own line of a side is written by that side alone, and read by hardly anyone else, so it stays
 * in the cache of whoever works there; the published line is what the other side looks at. What
 * never changes after init stands on both own lines, since a line that is fetched anyway is free,
 * and a fifth line is not.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_LAYOUT_H
#define TERN_RING_LAYOUT_H

#include <tern/arch/atomic.h>
#include <tern/arch/cpu.h>
#include <tern/arch/dwcas.h>

#include <stddef.h>
#include <stdint.h>

/* What init writes into the control block, and attach looks for. The version changes with anything
 * above or below that two programs which share a ring must agree on. */
#define TERN_RING_LAYOUT_VERSION UINT64_C(2)
#define TERN_RING_LAYOUT_MASK    UINT64_C(0xff)
#define TERN_RING_MAGIC          UINT64_C(0x7465726e72696e00) /* "ternrin" */

struct tern_ring_side {
    /* The own line. */
    TERN_CACHE_ALIGNED tern_atomic_u64 limit; /* ST: how far claims may go as far as it knows */
    uint64_t mask;                            /* slots - 1 */
    uint64_t distance_mask;                   /* what differences of positions are modulo, - 1 */
    size_t capacity;                          /* elements */
    size_t elem_size;                         /* bytes */
    uint32_t mode;                            /* enum tern_ring_mode */
    uint32_t wait;                            /* enum tern_wait_policy */
    tern_atomic_u32 htd_max;                  /* RTS: how far the head may be ahead of the tail */
    uint32_t shift;                           /* slots are 2 to the power of it */
    tern_atomic_u64 magic; /* of the producer: that this is a ring, and of which layout */
    size_t stamps;         /* NB: where they begin, in bytes from the ring; else 0 */

    /* The published line. The low half of tail is the position up to which this side has finished;
     * with NB that to which it has claimed; with LF the consumers' is that to which they have
     * dequeued, and the producers' one that they have passed. */
    TERN_CACHE_ALIGNED tern_atomic_u64 tail; /* ST, MT, NB, LF: 64 bits; RTS: {position, count of
                                                finished operations}; HTS: {position, head} */
    tern_atomic_u64 head; /* MT: where the next claim begins; RTS: {that, count of claims} */
    tern_atomic_u64 shared_limit; /* the limit where several threads remember it together */
    tern_atomic_u64 session;      /* ST: number of the last token; HTS: of the last claim */
};

struct tern_ring {
    struct tern_ring_side producer;
    struct tern_ring_side consumer;
};

/* NB: what state a slot is in. 2 bits are enough, see whole_nb.h, and a test has no more, so that
 * it wraps; 4 bytes pass from core to core faster than one, which puts more slots on a line. */
typedef tern_atomic_u32 tern_ring_stamp;
#ifndef TERN_RING_STAMP_BITS
#    define TERN_RING_STAMP_BITS 32
#endif

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
