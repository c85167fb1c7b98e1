/*
 * HTS, head/tail sync: head and tail in one word, one operation at a time. After DPDK's ring of
 * that name (Ananyev, 2020).
 *
 *     {tail, head}   equal: nobody is at work;   different: one is, and the others wait
 *
 * Since one thread has the side to itself from claim to publish, it may keep a claim open for as
 * long as it likes (peek, zero-copy), and may give part of it back.
 *
 * The word alone does not tell that nobody was at work between a look at it and the CAS: a claim
 * that is given back whole leaves the very same word, and so do 2^32 elements, which with large
 * claims take no longer than a preemption. So each claim also takes a number, the session, of 64
 * bits: who finds another number after its CAS than before gives the claim back.
 *
 * The remembered limit is stored by whoever has the claim, so it is never older than the tail.
 *
 * Internal: users include <tern/ring.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_MOVE_HTS_H
#define TERN_RING_MOVE_HTS_H

#include <tern/ring/claim.h>

TERN_ALWAYS_INLINE bool tern_ring_hts_is_open(uint64_t word)
{
    return tern_ring_word_position(word) != tern_ring_word_other(word);
}

/* Waits until nobody is at work; out of line, since a peer is in the way. */
TERN_OUT_OF_LINE void tern_ring_hts_await(const struct tern_ring_side *own)
{
    struct tern_wait wait = tern_wait_begin(own->wait);
    do
        tern_wait_once(&wait);
    while (tern_ring_hts_is_open(tern_load_relaxed(&own->tail)));
}

TERN_ALWAYS_INLINE void tern_ring_claim_hts(struct tern_ring_side *own,
                                            const struct tern_ring_side *opposite,
                                            struct tern_ring_request ask,
                                            struct tern_ring_claim *claim)
{
    uint64_t session, word, room;
    uint32_t position;
    bool looked;

    for (;;) {
        /* Pairs with the release of the same word below: the word and the limit that are loaded
         * next are not from before the claim of that number. */
        session = tern_load_acquire(&own->session);
        /* Pairs with the release in publish, of whoever was at work before: what it saw of the
         * opposite side, and the limit that it remembered. */
        word = tern_load_acquire(&own->tail);
        if (TERN_UNLIKELY(tern_ring_hts_is_open(word))) {
            tern_ring_hts_await(own);
            continue;
        }
        position = tern_ring_word_position(word);
        room = (uint32_t)(tern_load_relaxed(&own->shared_limit) - position);

        claim->count = ask.wanted;
        looked = ask.look || TERN_RING_IS_SHORT(room < ask.wanted, ask.lead);
        if (looked) {
            room = tern_ring_look(own, opposite, ask.lead, position);
            if (TERN_UNLIKELY(room < ask.wanted))
                claim->count = tern_ring_less(room, ask.amount);
        }
        if (TERN_UNLIKELY(claim->count == 0)) {
            /* No CAS will tell whether the word was still that: who asked what is left must know.
             */
            if (!ask.look || tern_load_relaxed(&own->tail) == word)
                break;
            continue;
        }
        /* Pairs with the release in publish, of whoever has been at work since the load. */
        if (!tern_cas_weak_acquire(&own->tail, &word,
                                   tern_ring_word(position, position + (uint32_t)claim->count)))
            continue;
        if (TERN_LIKELY(tern_load_relaxed(&own->session) == session))
            break;
        /* As in publish: the same word again, so nothing has happened. */
        tern_store_release(&own->tail, tern_ring_word(position, position));
    }
    if (claim->count != 0) {
        /* Pairs with the acquire of the session above. */
        tern_store_release(&own->session, session + 1);
        if (looked)
            tern_store_relaxed(&own->shared_limit, position + room);
    }
    claim->position = position;
    claim->left = (size_t)room - claim->count;
}

TERN_ALWAYS_INLINE void tern_ring_publish_hts(struct tern_ring_side *own,
                                              const struct tern_ring_claim *claim)
{
    uint32_t end = (uint32_t)(claim->position + claim->count);
    /* Pairs with the acquire in look, of the opposite side, and with the one in claim. */
    tern_store_release(&own->tail, tern_ring_word(end, end));
}

#endif /* TERN_RING_MOVE_HTS_H */
