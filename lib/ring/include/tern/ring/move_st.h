/*
 * ST: one thread at a time on this side.
 *
 * The tail is the head: nothing can be claimed and not yet published when the next claim begins.
 * A limit that a claim uses up is not remembered: it would tell the next one nothing, and one that
 * lies before the tail says the same. Wait-free.
 *
 * Internal: users include <tern/ring.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_MOVE_ST_H
#define TERN_RING_MOVE_ST_H

#include <tern/ring/claim.h>

TERN_ALWAYS_INLINE void tern_ring_claim_st(struct tern_ring_side *own,
                                           const struct tern_ring_side *opposite,
                                           struct tern_ring_request ask,
                                           struct tern_ring_claim *claim)
{
    uint64_t position = tern_load_relaxed(&own->tail);
    uint64_t room = tern_load_relaxed(&own->limit) - position;

    claim->count = ask.wanted;
    if (ask.look || TERN_RING_IS_SHORT((int64_t)room < 0 || room < ask.wanted, ask.lead)) {
        room = tern_ring_look(own, opposite, ask.lead, position);
        if (TERN_UNLIKELY(room < ask.wanted))
            claim->count = tern_ring_less(room, ask.amount);
        if (TERN_UNLIKELY(room != claim->count))
            tern_store_relaxed(&own->limit, position + room);
    }
    claim->position = position;
    claim->left = (size_t)room - claim->count;
}

TERN_ALWAYS_INLINE void tern_ring_publish_st(struct tern_ring_side *own,
                                             const struct tern_ring_claim *claim)
{
    /* Pairs with the acquire in look, of the opposite side. */
    tern_store_release(&own->tail, claim->position + claim->count);
}

#endif /* TERN_RING_MOVE_ST_H */
