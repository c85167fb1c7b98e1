/*
 * The moves of a ring's positions by mode: one line a mode in each switch.
 *
 * Internal: users include <tern/ring.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_MOVE_H
#define TERN_RING_MOVE_H

#include <tern/ring/move_hts.h>
#include <tern/ring/move_mt.h>
#include <tern/ring/move_rts.h>
#include <tern/ring/move_st.h>

/* Claims what is asked for. */
TERN_ALWAYS_INLINE void tern_ring_claim(struct tern_ring_side *own,
                                        const struct tern_ring_side *opposite, uint32_t mode,
                                        struct tern_ring_request ask, struct tern_ring_claim *claim)
{
    switch (mode) {
    case TERN_RING_ST: tern_ring_claim_st(own, opposite, ask, claim); break;
    case TERN_RING_RTS: tern_ring_claim_rts(own, opposite, ask, claim); break;
    case TERN_RING_HTS: tern_ring_claim_hts(own, opposite, ask, claim); break;
    default: tern_ring_claim_mt(own, opposite, ask, claim); break;
    }
}

/* Hands what was claimed to the opposite side. claim->count is not 0. */
TERN_ALWAYS_INLINE void tern_ring_publish(struct tern_ring_side *own, uint32_t mode,
                                          const struct tern_ring_claim *claim)
{
    switch (mode) {
    case TERN_RING_ST: tern_ring_publish_st(own, claim); break;
    case TERN_RING_RTS: tern_ring_publish_rts(own, claim); break;
    case TERN_RING_HTS: tern_ring_publish_hts(own, claim); break;
    default: tern_ring_publish_mt(own, claim); break;
    }
}

#endif /* TERN_RING_MOVE_H */
