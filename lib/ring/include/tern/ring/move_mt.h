/*
 * MT: the head moves by CAS, the tail in the order of the claims. The classical ring of FreeBSD's
 * buf_ring and DPDK's rte_ring, with a remembered limit, and without its convoy.
 *
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
 * peer is then followed at most by those who saw the tail move just before it stalled, about one a
 * core, and the queue is gone once they have run.
 *
 * Internal: users include <tern/ring.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_MOVE_MT_H
#define TERN_RING_MOVE_MT_H

#include <tern/ring/claim.h>

/* A peer whose operations last longer than a spin moves the tail only while this thread has given
 * its core away: so often in a row is taken for a peer that is running. */
#define TERN_RING_MT_PATIENCE 16

/* Neither load is needed for the claim to be right, so both are relaxed. */
TERN_OUT_OF_LINE void tern_ring_await_peers(const struct tern_ring_side *own)
{
    struct tern_wait wait = tern_wait_begin(own->wait);
    uint64_t before = tern_load_relaxed(&own->tail);
    uint64_t tail;
    unsigned begun_anew = 0;

    do {
        tern_wait_once(&wait);
        tail = tern_load_relaxed(&own->tail);
        if (tail != before) {
            if (!tern_wait_has_yielded(&wait) || ++begun_anew == TERN_RING_MT_PATIENCE)
                return;
            before = tail;
            wait = tern_wait_begin(own->wait);
        }
    } while (tail != tern_load_relaxed(&own->head));
}

/*
 * The remembered limit may lie before the head: two threads that looked at the opposite tail may
 * store what they saw in the wrong order. So it is compared as a signed difference, and a limit
 * that is too old only leads to a look.
 */
TERN_ALWAYS_INLINE void tern_ring_claim_mt(struct tern_ring_side *own,
                                           const struct tern_ring_side *opposite,
                                           struct tern_ring_request ask,
                                           struct tern_ring_claim *claim)
{
    uint64_t head, room;
    bool looked, waited = false;

    for (;;) {
        /* Pairs with the release of the CAS below, in other threads of this side. */
        head = tern_load_acquire(&own->head);
        /* Relaxed: whoever stored it had claimed before, by a CAS that the load of the head is
         * ordered after; or claimed later, and then the CAS below fails. */
        room = tern_load_relaxed(&own->shared_limit) - head;

        claim->count = ask.wanted;
        looked = ask.look || TERN_RING_IS_SHORT((int64_t)room < 0 || room < ask.wanted, ask.lead);
        if (looked) {
            room = tern_ring_look(own, opposite, ask.lead, head);
            if (TERN_UNLIKELY(room < ask.wanted))
                claim->count = tern_ring_less(room, ask.amount);
        }
        if (TERN_UNLIKELY(claim->count == 0)) {
            /* No CAS will tell whether the head was still there: who asked what is left must know.
             */
            if (!ask.look || tern_load_relaxed(&own->head) == head)
                break;
            continue;
        }
        /* Pairs with the release in publish, of the threads of this side who claimed before: their
         * slots become visible through this thread's tail as well, so it must have seen them. */
        claim->alone = TERN_LIKELY(tern_load_acquire(&own->tail) == head);
        if (!claim->alone && !waited) {
            tern_ring_await_peers(own);
            waited = true;
            continue;
        }
        /* Pairs with the acquire of the head above. */
        if (tern_cas_weak_release(&own->head, &head, head + claim->count)) {
            /* A limit that this claim has used up would tell the next one nothing. */
            if (looked && room != claim->count)
                tern_store_relaxed(&own->shared_limit, head + room);
            break;
        }
        waited = false;
    }
    claim->position = head;
    claim->left = (size_t)room - claim->count;
}

/* Waits until those who claimed before have published; out of line, since a peer is in the way. */
TERN_OUT_OF_LINE void tern_ring_await_turn(struct tern_ring_side *own, uint64_t position)
{
    struct tern_wait wait = tern_wait_begin(own->wait);
    /* As the acquire of the tail in claim. */
    while (tern_load_acquire(&own->tail) != position)
        tern_wait_once(&wait);
}

TERN_ALWAYS_INLINE void tern_ring_publish_mt(struct tern_ring_side *own,
                                             const struct tern_ring_claim *claim)
{
    if (TERN_UNLIKELY(!claim->alone))
        tern_ring_await_turn(own, claim->position);
    /* Pairs with the acquire in look, of the opposite side, and with those of the tail above. */
    tern_store_release(&own->tail, claim->position + claim->count);
}

#endif /* TERN_RING_MOVE_MT_H */
