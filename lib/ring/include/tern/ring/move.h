/*
 * The moves of a ring's positions, written once for both directions.
 *
 * A producer claims free slots and publishes elements, a consumer claims elements and publishes
 * free slots: the same moves, told apart only by the side that is `own`, the side that is
 * `opposite`, and `lead`, the distance which own may be ahead of the opposite tail: the capacity
 * for a producer, 0 for a consumer.
 *
 * A mode is a pair of functions here, claim and publish, and one line in each of the two switches
 * at the end.
 *
 * Invariant, for each side, in the modification order of each word:
 *
 *     own.tail <= own.head <= opposite.tail + lead          (heads and tails only grow)
 *     own.limit <= opposite.tail + lead
 *
 * limit may be older than head on an MT side: two threads that look at the opposite tail may store
 * what they saw in the wrong order. So room is a signed difference, and room below what is wanted
 * always ends in a look at the opposite tail itself.
 *
 * Internal: users include <tern/ring.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_MOVE_H
#define TERN_RING_MOVE_H

#include <tern/arch/atomic.h>
#include <tern/arch/wait.h>
#include <tern/ring/layout.h>

#include <stdbool.h>

enum tern_ring_amount {
    TERN_RING_EXACTLY, /* bulk: all or nothing */
    TERN_RING_UP_TO    /* burst: what there is */
};

struct tern_ring_claim {
    uint64_t position; /* the first that was claimed */
    size_t count;      /* how many, from there on; 0 when nothing was */
    size_t left;       /* room beyond these; only when asked for, else some older truth */
};

/* What a claim gets of `room` that is less than it wanted. */
TERN_ALWAYS_INLINE size_t tern_ring_less(uint64_t room, enum tern_ring_amount amount)
{
    return amount == TERN_RING_UP_TO ? (size_t)room : 0;
}

/*
 * Says to the compiler which way a look at the remembered limit usually ends: a producer mostly
 * has a ring of room before it, while a consumer, whose lead is the constant 0, mostly runs right
 * behind its producer and has used it up. Each then has its usual path in a straight line.
 */
#define TERN_RING_IS_SHORT(condition, lead) \
    (__builtin_constant_p(lead) ? TERN_LIKELY(condition) : TERN_UNLIKELY(condition))

/* ------------------------------------------------------------------------------------ ST --- */

/*
 * The tail is the head: with one thread on this side nothing can be claimed and not yet published
 * when the next claim begins. limit is never older than the tail here, nor shared.
 */
TERN_ALWAYS_INLINE void tern_ring_claim_st(struct tern_ring_side *own,
                                           const struct tern_ring_side *opposite, size_t lead,
                                           size_t wanted, enum tern_ring_amount amount, bool look,
                                           struct tern_ring_claim *claim)
{
    uint64_t position = tern_load_relaxed(&own->tail);
    uint64_t limit = tern_load_relaxed(&own->limit);

    if (look || TERN_RING_IS_SHORT(limit - position < wanted, lead)) {
        /* Pairs with the release in publish of the opposite side: the slots up to here are
         * written, or read and free. */
        limit = tern_load_acquire(&opposite->tail) + lead;
        tern_store_relaxed(&own->limit, limit);
        if (limit - position < wanted)
            wanted = tern_ring_less(limit - position, amount);
    }
    claim->position = position;
    claim->count = wanted;
    claim->left = (size_t)(limit - position) - wanted;
}

TERN_ALWAYS_INLINE void tern_ring_publish_st(struct tern_ring_side *own,
                                             const struct tern_ring_claim *claim)
{
    /* Pairs with the acquire of the opposite tail in either claim. */
    tern_store_release(&own->tail, claim->position + claim->count);
}

/* ------------------------------------------------------------------------------------ MT --- */

/*
 * The simple version reads head and opposite tail and moves the head by CAS. Two things are wrong
 * with it.
 *
 * The orders. On a weakly ordered machine a head that another thread has just moved may come with
 * an opposite tail from before that: room is then negative, and taken as unsigned, endless.
 * Acquire on the head together with release on the CAS makes whatever the other thread saw of the
 * opposite tail visible here. (A head that is too old does no harm: then the CAS fails.)
 *
 * The convoy. Claims are published in order, so with more threads than cores, a thread that is
 * preempted between the two leaves behind it a queue of others that have claimed and now wait for
 * their turn. When it runs again, the turn passes from one to the next, each of them somewhere in
 * the scheduler's queue; and whoever is done claims again, at the end of the line. It never
 * dissolves: from then on every operation costs a switch of threads.
 *
 * So a thread does not claim behind a peer who stands still. It looks whether claims are open
 * (tail is not head), and if so first waits for the tail to move while it spins, which with a peer
 * that is running takes no longer than waiting for its turn would. Once it has given its core away
 * it has not seen what happened meanwhile, and begins anew with the tail that it finds. A stalled
 * peer is then followed at most by those who looked at the same moment, one a core, and the queue
 * is gone once they have run.
 *
 * Neither look at tail and head here is needed for the claim to be right, so both are relaxed.
 */
TERN_OUT_OF_LINE void tern_ring_await_peers(const struct tern_ring_side *own)
{
    struct tern_wait wait = tern_wait_begin(own->wait);
    uint64_t before = tern_load_relaxed(&own->tail);
    uint64_t tail;

    do {
        tern_wait_once(&wait);
        tail = tern_load_relaxed(&own->tail);
        if (tail != before) {
            if (!tern_wait_has_yielded(&wait))
                return;
            before = tail;
            wait = tern_wait_begin(own->wait);
        }
    } while (tail != tern_load_relaxed(&own->head));
}

TERN_ALWAYS_INLINE void tern_ring_claim_mt(struct tern_ring_side *own,
                                           const struct tern_ring_side *opposite, size_t lead,
                                           size_t wanted, enum tern_ring_amount amount, bool look,
                                           struct tern_ring_claim *claim)
{
    uint64_t head, limit;
    size_t count;
    bool waited = false;

    for (;;) {
        count = wanted;
        /* Pairs with the release of the CAS below, in other threads of this side. */
        head = tern_load_acquire(&own->head);
        /* Pairs with the release of the same word below: whoever stored it had seen the slots up
         * to it written, or read and free, and so has now this thread. */
        limit = tern_load_acquire(&own->shared_limit);

        if (look ||
            TERN_RING_IS_SHORT((int64_t)(limit - head) < 0 || limit - head < wanted, lead)) {
            /* Pairs with the release in publish of the opposite side. */
            limit = tern_load_acquire(&opposite->tail) + lead;
            if (limit - head < wanted)
                count = tern_ring_less(limit - head, amount);
            /* A limit that this claim uses up tells the next one nothing. Pairs with the acquire
             * of the same word above. */
            if (limit - head != count)
                tern_store_release(&own->shared_limit, limit);
            if (count == 0)
                break;
        }
        if (TERN_UNLIKELY(tern_load_relaxed(&own->tail) != head) && !waited) {
            tern_ring_await_peers(own);
            waited = true;
            continue;
        }
        /* Pairs with the acquire of the head above. */
        if (tern_cas_weak_release(&own->head, &head, head + count))
            break;
        waited = false;
    }
    claim->position = head;
    claim->count = count;
    claim->left = (size_t)(limit - head) - count;
}

/* Waits until those who claimed before have published; out of line, since a peer is in the way. */
TERN_OUT_OF_LINE void tern_ring_await_turn(struct tern_ring_side *own, uint64_t position)
{
    struct tern_wait wait = tern_wait_begin(own->wait);
    do {
        tern_wait_once(&wait);
        /* As in publish. */
    } while (tern_load_acquire(&own->tail) != position);
}

TERN_ALWAYS_INLINE void tern_ring_publish_mt(struct tern_ring_side *own,
                                             const struct tern_ring_claim *claim)
{
    /* Pairs with the release below, of the threads of this side who claimed before: their slots
     * become visible through this thread's tail as well, so it must have seen them itself. */
    if (TERN_UNLIKELY(tern_load_acquire(&own->tail) != claim->position))
        tern_ring_await_turn(own, claim->position);
    /* Pairs with the acquire of the opposite tail in either claim, and with the one above. */
    tern_store_release(&own->tail, claim->position + claim->count);
}

/* -------------------------------------------------------------------------------- by mode --- */

/* Claims `wanted` positions, or fewer as `amount` allows. `look` asks for the opposite tail even
 * when the remembered limit would do, so that claim->left is of now. */
TERN_ALWAYS_INLINE void tern_ring_claim(struct tern_ring_side *own,
                                        const struct tern_ring_side *opposite, uint32_t mode,
                                        size_t lead, size_t wanted, enum tern_ring_amount amount,
                                        bool look, struct tern_ring_claim *claim)
{
    switch (mode) {
    case TERN_RING_ST: tern_ring_claim_st(own, opposite, lead, wanted, amount, look, claim); break;
    default: tern_ring_claim_mt(own, opposite, lead, wanted, amount, look, claim); break;
    }
}

/* Hands what was claimed to the opposite side. claim->count is not 0. */
TERN_ALWAYS_INLINE void tern_ring_publish(struct tern_ring_side *own, uint32_t mode,
                                          const struct tern_ring_claim *claim)
{
    switch (mode) {
    case TERN_RING_ST: tern_ring_publish_st(own, claim); break;
    default: tern_ring_publish_mt(own, claim); break;
    }
}

#undef TERN_RING_IS_SHORT

#endif /* TERN_RING_MOVE_H */
