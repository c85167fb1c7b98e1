/*
 * ST: one thread at a time on this side.
 *
 * The tail is the head: nothing can be claimed and not yet published when the next claim begins.
 * The remembered limit is never older than the tail here, nor shared. Wait-free.
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
    if (ask.look || TERN_RING_IS_SHORT(room < ask.wanted, ask.lead)) {
        room = tern_ring_look(own, opposite, ask.lead, position);
        tern_store_relaxed(&own->limit, position + room);
        if (room < ask.wanted)
            claim->count = tern_ring_less(room, ask.amount);
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
