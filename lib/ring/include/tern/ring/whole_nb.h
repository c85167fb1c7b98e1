/*
 * NB: no call ever waits. Each slot bears a stamp that says for which position it is free, or
 * filled; a thread claims n positions by one CAS once all n stamps are as it needs them, copies,
 * and stamps the slots for the other side. After Vyukov's bounded MPMC queue (2010), with n at
 * once.
 *
 *     stamp of a slot        2 x lap        free for the position of that lap
 *                            2 x lap + 1    filled with the element of it
 *     lap of a position      position / slots
 *
 * Peers finish in any order, so the stamp of the last slot says nothing about those before it: all
 * are looked at. Who finds one that is not ready does not wait: an operation of a peer that has
 * claimed it is unfinished, and that is what it answers.
 *
 * Invariant, with `claimed` a side's tail:
 *
 *     consumer.claimed <= producer.claimed <= consumer.claimed + capacity
 *     a slot is free for p, filled with p, or free for p + slots, in turn, where
 *     p >= producer.claimed                       it is free for p, or not yet
 *     consumer.claimed <= p < producer.claimed    it is filled with p, or not yet
 *
 * Why a stamp of two bits would do. A claim at position p succeeds only if the tail was p all the
 * time since it was loaded, 64 bits of it, so that no slot from p on has been claimed meanwhile.
 * The acquire of the tail shows what those saw who had claimed before, also the stamp of that slot
 * one lap ago. So the slot of p can only show one of three neighbours: a producer finds it free
 * for p - slots, filled with that, or free for p; a consumer filled with p - slots, free for p, or
 * filled with p. Modulo 4 they differ. Nor does a thread that sleeps for any time do harm: either
 * it has claimed, and then its slots stay as they are, or its CAS fails.
 *
 * Internal: users include <tern/ring.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_WHOLE_NB_H
#define TERN_RING_WHOLE_NB_H

#include <tern/ring/claim.h>
#include <tern/ring/slots.h>

#include <errno.h>

enum tern_ring_nb_state { TERN_RING_NB_FREE = 0, TERN_RING_NB_FILLED = 1 };

struct tern_ring_nb_claim {
    uint64_t position;
    size_t count;    /* how many, from there on; 0 when nothing was */
    size_t left;     /* room or elements beyond these; only where asked for */
    bool unfinished; /* it would have been more, if not for a peer in the middle of its operation */
};

TERN_ALWAYS_INLINE uint32_t tern_ring_nb_stamp(const struct tern_ring_side *own, uint64_t position,
                                               enum tern_ring_nb_state state)
{
    uint64_t stamp = position >> own->shift << 1 | (uint64_t)state;
    return (uint32_t)(stamp & ((UINT64_C(1) << TERN_RING_STAMP_BITS) - 1));
}

TERN_ALWAYS_INLINE tern_ring_stamp *tern_ring_nb_stamps(struct tern_ring *ring,
                                                        const struct tern_ring_side *own)
{
    return (tern_ring_stamp *)(void *)((unsigned char *)ring + own->stamps);
}

static inline void tern_ring_nb_set_slots(struct tern_ring *ring, uint64_t position)
{
    const struct tern_ring_side *own = &ring->producer;
    tern_ring_stamp *stamps = tern_ring_nb_stamps(ring, own);
    for (uint64_t i = 0; i <= own->mask; i++)
        tern_store_relaxed(&stamps[(size_t)((position + i) & own->mask)],
                           tern_ring_nb_stamp(own, position + i, TERN_RING_NB_FREE));
}

/* How many of `count` slots from `index` on, which do not wrap, bear this stamp before one does
 * not. */
TERN_ALWAYS_INLINE size_t tern_ring_nb_run(const tern_ring_stamp *stamp, size_t count,
                                           uint32_t wanted)
{
    size_t run = 0;
    /* Pairs with the release in stamp_all, of the opposite side: the slot is written, or read. */
    while (run < count && TERN_LIKELY(tern_load_acquire(&stamp[run]) == wanted))
        run++;
    return run;
}

/* How many of `count` slots from `position` on are in this state before one is not. */
TERN_ALWAYS_INLINE size_t tern_ring_nb_ready(struct tern_ring *ring,
                                             const struct tern_ring_side *own, uint64_t position,
                                             size_t count, enum tern_ring_nb_state state)
{
    const tern_ring_stamp *stamps = tern_ring_nb_stamps(ring, own);
    size_t index = (size_t)(position & own->mask), first = count, run;
    if (!tern_ring_in_one_piece(own->mask, index, count))
        first = (size_t)own->mask + 1 - index;
    run = tern_ring_nb_run(stamps + index, first, tern_ring_nb_stamp(own, position, state));
    if (TERN_UNLIKELY(first < count) && run == first)
        run += tern_ring_nb_run(stamps, count - first,
                                tern_ring_nb_stamp(own, position + first, state));
    return run;
}

TERN_ALWAYS_INLINE void tern_ring_nb_stamp_run(tern_ring_stamp *stamp, size_t count, uint32_t value)
{
    /* Pairs with the acquire in run, of the opposite side. */
    for (size_t i = 0; i < count; i++) {
        tern_store_release(&stamp[i], value);
        TERN_TEST_POINT(nb_stamped);
    }
}

/* Hands the slots to the opposite side, in this state for the position `lead` from theirs. */
TERN_ALWAYS_INLINE void tern_ring_nb_hand_over(struct tern_ring *ring,
                                               const struct tern_ring_side *own, uint64_t position,
                                               size_t count, uint64_t lead,
                                               enum tern_ring_nb_state state)
{
    tern_ring_stamp *stamps = tern_ring_nb_stamps(ring, own);
    size_t index = (size_t)(position & own->mask), first = count;
    if (!tern_ring_in_one_piece(own->mask, index, count))
        first = (size_t)own->mask + 1 - index;
    tern_ring_nb_stamp_run(stamps + index, first, tern_ring_nb_stamp(own, position + lead, state));
    if (TERN_UNLIKELY(first < count))
        tern_ring_nb_stamp_run(stamps, count - first,
                               tern_ring_nb_stamp(own, position + lead + first, state));
}

/* ---------------------------------------------------------------------------------- claims --- */

/*
 * Claims of producers. The limit keeps the capacity exact where there are more slots than that, and
 * tells full from unfinished. It is any sum of the capacity and a tail that the consumers have had,
 * so it may be remembered and read in any order: an older one is only smaller.
 */
TERN_ALWAYS_INLINE void tern_ring_nb_claim_free(struct tern_ring *ring, size_t wanted,
                                                enum tern_ring_amount amount, bool look,
                                                struct tern_ring_nb_claim *claim)
{
    struct tern_ring_side *own = &ring->producer;
    uint64_t position, room;
    bool looked;

    for (;;) {
        size_t run;
        /* Pairs with the release of the CAS below, in other threads of this side: the tail of the
         * consumers that they have seen, and the stamps. */
        position = tern_load_acquire(&own->tail);
        room = tern_load_relaxed(&own->shared_limit) - position;

        claim->count = wanted;
        /* A limit behind the tail is an old one; one that is too far ahead tells that this tail is.
         */
        looked = look || TERN_UNLIKELY(room > own->capacity || room < wanted);
        if (looked) {
            room = tern_load_relaxed(&ring->consumer.tail) + own->capacity - position;
            TERN_CHECK((int64_t)room >= 0);
            if (TERN_UNLIKELY(room > own->capacity))
                continue;
            if (TERN_UNLIKELY(room < wanted))
                claim->count = tern_ring_less(room, amount);
        }
        /* With a position that others have left behind the room may be more than there are slots;
         * the CAS will fail, but until then nobody looks beyond them. */
        run = tern_ring_nb_ready(ring, own, position,
                                 claim->count <= own->capacity ? claim->count : own->capacity,
                                 TERN_RING_NB_FREE);
        claim->unfinished = TERN_UNLIKELY(run < claim->count);
        if (claim->unfinished)
            claim->count = tern_ring_less(run, amount);
        if (TERN_UNLIKELY(claim->count == 0)) {
            /* No CAS will tell whether this was true of now. */
            if (tern_load_relaxed(&own->tail) == position)
                break;
            continue;
        }
        /* Pairs with the acquire of the tail above. */
        if (TERN_LIKELY(tern_cas_weak_release(&own->tail, &position, position + claim->count))) {
            if (looked && room != claim->count)
                tern_store_relaxed(&own->shared_limit, position + room);
            break;
        }
    }
    claim->position = position;
    claim->left = (size_t)room - claim->count;
}

/*
 * A consumer that finds nothing has to look at the producers' tail, to tell empty from unfinished.
 * Right behind a producer that would cost both of them a cache miss for each element: the producer
 * needs that line for its next claim. Most often the element is under way, so a consumer that is
 * the first to find nothing at this position looks at the stamp a few times more, and at the tail
 * only then; it leaves word, in `limit`, so that nobody does this twice for one position.
 */
#ifndef TERN_RING_NB_LOOKS
#    define TERN_RING_NB_LOOKS 8
#endif

TERN_OUT_OF_LINE bool tern_ring_nb_look_again(struct tern_ring *ring, uint64_t position)
{
    struct tern_ring_side *own = &ring->consumer;
    if (tern_load_relaxed(&own->limit) == position)
        return false;
    for (unsigned i = 0; i < TERN_RING_NB_LOOKS; i++) {
        if (tern_ring_nb_ready(ring, own, position, 1, TERN_RING_NB_FILLED) != 0)
            return true;
        tern_pause();
    }
    tern_store_relaxed(&own->limit, position);
    return false;
}

/*
 * Claims of consumers. The stamps tell what there is, so the producers' line is left to them.
 */
TERN_ALWAYS_INLINE void tern_ring_nb_claim_filled(struct tern_ring *ring, size_t wanted,
                                                  enum tern_ring_amount amount, bool look,
                                                  struct tern_ring_nb_claim *claim)
{
    struct tern_ring_side *own = &ring->consumer;
    size_t most = wanted <= own->capacity ? wanted : own->capacity;
    uint64_t position, claimed = 0;

    for (;;) {
        size_t run;
        /* Pairs with the release of the CAS below, in other threads of this side: the stamps that
         * they have seen, and with them the tail of the producers. */
        position = tern_load_acquire(&own->tail);
        run = tern_ring_nb_ready(ring, own, position, most, TERN_RING_NB_FILLED);
        claim->count = run;
        claim->unfinished = false;
        if (TERN_UNLIKELY(run < wanted))
            claim->count = tern_ring_less(run, amount);
        if (look || TERN_UNLIKELY(claim->count == 0)) {
            if (claim->count == 0 && tern_ring_nb_look_again(ring, position + run))
                continue;
            /* Not behind the slots that were found filled: their stamps are newer than it. */
            claimed = tern_load_relaxed(&ring->producer.tail) - position;
            TERN_CHECK((int64_t)claimed >= (int64_t)run);
            claim->unfinished = claim->count == 0 && run < most && claimed > run &&
                                (amount == TERN_RING_UP_TO || claimed >= wanted);
            /* It may have been finished before the look at the tail. */
            if (claim->unfinished &&
                tern_ring_nb_ready(ring, own, position + run, 1, TERN_RING_NB_FILLED) != 0)
                continue;
        }
        if (TERN_UNLIKELY(claim->count == 0)) {
            /* No CAS will tell whether this was true of now. */
            if (tern_load_relaxed(&own->tail) == position)
                break;
            continue;
        }
        /* Pairs with the acquire of the tail above. */
        if (TERN_LIKELY(tern_cas_weak_release(&own->tail, &position, position + claim->count)))
            break;
    }
    claim->position = position;
    claim->left = (size_t)claimed - claim->count;
}

/* ------------------------------------------------------------------------------ operations --- */

/* The claim of a single operation that finds its slot not ready, or the limit used up. */
TERN_OUT_OF_LINE void tern_ring_nb_claim_free_one(struct tern_ring *ring,
                                                  struct tern_ring_nb_claim *claim)
{
    tern_ring_nb_claim_free(ring, 1, TERN_RING_EXACTLY, false, claim);
}

TERN_OUT_OF_LINE void tern_ring_nb_claim_filled_one(struct tern_ring *ring,
                                                    struct tern_ring_nb_claim *claim)
{
    tern_ring_nb_claim_filled(ring, 1, TERN_RING_EXACTLY, false, claim);
}

/* The usual case, with all that it needs read and worked out before the CAS: on most machines no
 * load begins before a CAS is done. */
TERN_ALWAYS_INLINE int tern_ring_nb_enqueue_one(struct tern_ring *ring, const void *element,
                                                size_t size)
{
    struct tern_ring_side *own = &ring->producer;
    const uint64_t mask = own->mask;
    tern_ring_stamp *stamps = tern_ring_nb_stamps(ring, own);
    uint64_t position;
    uint32_t ready;

    do {
        /* As in claim_free. */
        position = tern_load_acquire(&own->tail);
        ready = tern_ring_nb_stamp(own, position, TERN_RING_NB_FREE);
        /* The stamp as in run. */
        if (TERN_UNLIKELY((int64_t)(tern_load_relaxed(&own->shared_limit) - position) <= 0 ||
                          tern_load_acquire(&stamps[position & mask]) != ready)) {
            struct tern_ring_nb_claim claim = {0, 0, 0, false};
            tern_ring_nb_claim_free_one(ring, &claim);
            if (claim.count == 0)
                return claim.unfinished ? -EAGAIN : -ENOBUFS;
            position = claim.position;
            ready = tern_ring_nb_stamp(own, position, TERN_RING_NB_FREE);
            break;
        }
        /* As in claim_free. */
    } while (TERN_UNLIKELY(!tern_cas_weak_release(&own->tail, &position, position + 1)));
    TERN_TEST_POINT(nb_enqueue_claimed);
    tern_ring_write(ring, (size_t)(position & mask), element, 1, size);
    TERN_TEST_POINT(nb_enqueue_copied);
    /* As in stamp_run. */
    tern_store_release(&stamps[position & mask], ready | TERN_RING_NB_FILLED);
    return 0;
}

TERN_ALWAYS_INLINE int tern_ring_nb_dequeue_one(struct tern_ring *ring, void *element, size_t size)
{
    struct tern_ring_side *own = &ring->consumer;
    const uint64_t mask = own->mask;
    tern_ring_stamp *stamps = tern_ring_nb_stamps(ring, own);
    uint64_t position;
    uint32_t emptied;

    do {
        /* As in claim_filled. */
        position = tern_load_acquire(&own->tail);
        emptied = tern_ring_nb_stamp(own, position + mask + 1, TERN_RING_NB_FREE);
        /* As in run. */
        if (TERN_UNLIKELY(tern_load_acquire(&stamps[position & mask]) !=
                          tern_ring_nb_stamp(own, position, TERN_RING_NB_FILLED))) {
            struct tern_ring_nb_claim claim = {0, 0, 0, false};
            tern_ring_nb_claim_filled_one(ring, &claim);
            if (claim.count == 0)
                return claim.unfinished ? -EAGAIN : -ENOENT;
            position = claim.position;
            emptied = tern_ring_nb_stamp(own, position + mask + 1, TERN_RING_NB_FREE);
            break;
        }
        /* As in claim_filled. */
    } while (TERN_UNLIKELY(!tern_cas_weak_release(&own->tail, &position, position + 1)));
    TERN_TEST_POINT(nb_dequeue_claimed);
    tern_ring_read(ring, (size_t)(position & mask), element, 1, size);
    TERN_TEST_POINT(nb_dequeue_copied);
    /* As in stamp_run. */
    tern_store_release(&stamps[position & mask], emptied);
    return 0;
}

TERN_ALWAYS_INLINE size_t tern_ring_nb_enqueue_many(struct tern_ring *ring, const void *elements,
                                                    size_t n, size_t size,
                                                    enum tern_ring_amount amount,
                                                    size_t *free_space)
{
    struct tern_ring_side *own = &ring->producer;
    struct tern_ring_nb_claim claim = {0, 0, 0, false};
    tern_ring_nb_claim_free(ring, n, amount, free_space != NULL, &claim);
    if (TERN_LIKELY(claim.count != 0)) {
        TERN_TEST_POINT(nb_enqueue_claimed);
        tern_ring_put(ring, own->mask, claim.position, elements, claim.count, size);
        TERN_TEST_POINT(nb_enqueue_copied);
        tern_ring_nb_hand_over(ring, own, claim.position, claim.count, 0, TERN_RING_NB_FILLED);
    }
    if (TERN_UNLIKELY(claim.unfinished && claim.count == 0))
        errno = EAGAIN;
    if (free_space != NULL)
        *free_space = claim.left;
    return claim.count;
}

TERN_ALWAYS_INLINE size_t tern_ring_nb_dequeue_many(struct tern_ring *ring, void *elements,
                                                    size_t n, size_t size,
                                                    enum tern_ring_amount amount, size_t *available)
{
    struct tern_ring_side *own = &ring->consumer;
    struct tern_ring_nb_claim claim = {0, 0, 0, false};
    tern_ring_nb_claim_filled(ring, n, amount, available != NULL, &claim);
    if (TERN_LIKELY(claim.count != 0)) {
        TERN_TEST_POINT(nb_dequeue_claimed);
        tern_ring_take(ring, own->mask, claim.position, elements, claim.count, size);
        TERN_TEST_POINT(nb_dequeue_copied);
        tern_ring_nb_hand_over(ring, own, claim.position, claim.count, own->mask + 1,
                               TERN_RING_NB_FREE);
    }
    if (TERN_UNLIKELY(claim.unfinished && claim.count == 0))
        errno = EAGAIN;
    if (available != NULL)
        *available = claim.left;
    return claim.count;
}

#endif /* TERN_RING_WHOLE_NB_H */
