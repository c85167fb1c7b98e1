/*
 * RTS, relaxed tail sync: claims as with MT, but nobody waits for a turn. Whoever finishes counts
 * itself, and the one who finds that all claims are finished moves the tail over all of them.
 * After DPDK's ring of that name (Ananyev, 2020).
 *
 *     head  {position, claims}      tail  {position, finished}
 *
 * A peer that stands still keeps the tail where it is, so what others finish stays hidden from the
 * opposite side; they go on until the head is htd_max ahead of the tail, and there they wait.
 *
 * Invariant: finished <= claims; and where finished = claims, every claim up to the head has been
 * finished. An increment of one of the two makes a new value of its word each time, which is what
 * keeps the CASes apart; 2^32 operations later a value comes again.
 *
 * Internal: users include <tern/ring.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_MOVE_RTS_H
#define TERN_RING_MOVE_RTS_H

#include <tern/ring/claim.h>

TERN_ALWAYS_INLINE bool tern_ring_rts_is_far_ahead(const struct tern_ring_side *own, uint64_t head)
{
    uint32_t tail = tern_ring_word_position(tern_load_relaxed(&own->tail));
    int32_t distance = (int32_t)(tern_ring_word_position(head) - tail);
    return distance > (int32_t)tern_load_relaxed(&own->htd_max);
}

TERN_OUT_OF_LINE void tern_ring_rts_await_tail(const struct tern_ring_side *own)
{
    struct tern_wait wait = tern_wait_begin(own->wait);
    do
        tern_wait_once(&wait);
    while (tern_ring_rts_is_far_ahead(own, tern_load_relaxed(&own->head)));
}

/*
 * The remembered limit may be older than the head, as with MT, but by less than twice the capacity:
 * a claim that goes beyond it stores a newer one, and does so before publish, until when the tail
 * stays behind the claim; and neither a head is further from its tail than the capacity, nor the
 * two tails from each other. With capacities of at most 2^30 a signed difference of 32 bits tells
 * its age.
 */
TERN_ALWAYS_INLINE void tern_ring_claim_rts(struct tern_ring_side *own,
                                            const struct tern_ring_side *opposite,
                                            struct tern_ring_request ask,
                                            struct tern_ring_claim *claim)
{
    uint64_t head, next, room;
    uint32_t position;
    bool looked;

    for (;;) {
        /* Pairs with the release of the CAS below, in other threads of this side: what they saw
         * of the opposite tail is seen here, and room is never negative. */
        head = tern_load_acquire(&own->head);
        position = tern_ring_word_position(head);
        /* Relaxed, as with MT. */
        room = (uint32_t)(tern_load_relaxed(&own->shared_limit) - position);

        claim->count = ask.wanted;
        looked = ask.look || TERN_RING_IS_SHORT((int32_t)room < 0 || room < ask.wanted, ask.lead);
        if (looked) {
            room = tern_ring_look(own, opposite, ask.lead, position);
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
        if (TERN_UNLIKELY(tern_ring_rts_is_far_ahead(own, head))) {
            tern_ring_rts_await_tail(own);
            continue;
        }
        next = tern_ring_word(position + (uint32_t)claim->count, tern_ring_word_other(head) + 1);
        /* Pairs with the acquire of the head above. */
        if (tern_cas_weak_release(&own->head, &head, next)) {
            /* Even one that this claim has used up: else the last one would stay while the head
             * goes round. */
            if (looked)
                tern_store_relaxed(&own->shared_limit, position + room);
            break;
        }
    }
    claim->position = position;
    claim->left = (size_t)room - claim->count;
}

TERN_ALWAYS_INLINE void tern_ring_publish_rts(struct tern_ring_side *own,
                                              const struct tern_ring_claim *claim)
{
    uint64_t tail, head, next;

    (void)claim; /* which claim it was makes no difference, only that there is one fewer open */
    do {
        /* Pairs with the release of the CAS below, in other threads: whoever is counted as
         * finished in this tail has its claim in the head that is loaded next. With an older head
         * the counts could agree while an earlier claim is still open. */
        tail = tern_load_acquire(&own->tail);
        head = tern_load_relaxed(&own->head);
        next = tern_ring_word(tern_ring_word_position(tail), tern_ring_word_other(tail) + 1);
        if (tern_ring_word_other(next) == tern_ring_word_other(head))
            next = head;
        /* Pairs with the acquire in look, of the opposite side, also for the slots of those who
         * finished before: a CAS continues the release of the value that it replaces. */
    } while (!tern_cas_weak_release(&own->tail, &tail, next));
}

#endif /* TERN_RING_MOVE_RTS_H */
