/*
 * What the moves of all modes have in common.
 *
 * A producer claims free slots and publishes elements, a consumer claims elements and publishes
 * free slots: the same moves, told apart only by the side that is `own`, the side that is
 * `opposite`, and `lead`, the distance which own may be ahead of the opposite tail: the capacity
 * for a producer, 0 for a consumer. A mode is one file with a pair of functions, claim and
 * publish, written once for both directions.
 *
 * Invariant, for each side, in the modification order of each word:
 *
 *     own.tail <= own.head <= opposite.tail + lead          (heads and tails only grow)
 *     any remembered limit <= opposite.tail + lead
 *
 * Internal: users include <tern/ring.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_CLAIM_H
#define TERN_RING_CLAIM_H

#include <tern/arch/atomic.h>
#include <tern/arch/wait.h>
#include <tern/ring/layout.h>

#include <stdbool.h>

enum tern_ring_amount {
    TERN_RING_EXACTLY, /* bulk: all or nothing */
    TERN_RING_UP_TO    /* burst: what there is */
};

/* What is asked of a claim. The compiler sees through it: every field is known where it is made. */
struct tern_ring_request {
    size_t lead;                  /* see above */
    size_t wanted;                /* elements */
    enum tern_ring_amount amount; /* and whether fewer will do */
    bool look; /* ask the opposite tail even when the remembered limit would do, so that claim.left
                  is of now */
};

struct tern_ring_claim {
    uint64_t position; /* the first that was claimed; the low 32 bits of it in RTS and HTS */
    size_t count;      /* how many, from there on; 0 when nothing was */
    size_t left;       /* room beyond these; only with `look`, else some older truth */
    bool alone;        /* MT: no earlier claim was open, so it is this one's turn to publish */
};

/* What a claim gets of `room` that is less than it wanted. */
TERN_ALWAYS_INLINE size_t tern_ring_less(uint64_t room, enum tern_ring_amount amount)
{
    return amount == TERN_RING_UP_TO ? (size_t)room : 0;
}

/*
 * The room beyond `position` as the opposite side has it published. RTS and HTS publish positions
 * of 32 bits, so with such a side anywhere in the ring both sides compare modulo 2^32, which
 * distance_mask says; capacities are at most 2^30 there.
 */
TERN_ALWAYS_INLINE uint64_t tern_ring_look(const struct tern_ring_side *own,
                                           const struct tern_ring_side *opposite, size_t lead,
                                           uint64_t position)
{
    /* Pairs with the release in publish of the opposite side: the slots up to there are written,
     * or read and free. */
    return (tern_load_acquire(&opposite->tail) + lead - position) & own->distance_mask;
}

/*
 * Says to the compiler which way a look at the remembered limit usually ends: a producer mostly
 * has a ring of room before it, while a consumer, whose lead is the constant 0, mostly runs right
 * behind its producer and has used it up. Each then has its usual path in a straight line.
 */
#define TERN_RING_IS_SHORT(condition, lead) \
    (__builtin_constant_p(lead) ? TERN_LIKELY(condition) : TERN_UNLIKELY(condition))

/* The two halves of an RTS or HTS word. It is always read and written whole: 32-bit and 64-bit
 * atomics on one word are outside the memory model. */
static inline uint64_t tern_ring_word(uint32_t position, uint32_t other)
{
    return (uint64_t)other << 32 | position;
}

static inline uint32_t tern_ring_word_position(uint64_t word)
{
    return (uint32_t)word;
}

static inline uint32_t tern_ring_word_other(uint64_t word)
{
    return (uint32_t)(word >> 32);
}

#endif /* TERN_RING_CLAIM_H */
