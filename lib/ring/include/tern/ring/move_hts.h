/*
 * HTS, head/tail sync: head and tail in one word, one operation at a time. After DPDK's ring of
 * that name (Ananyev, 2020).
 *
 *     {tail, head}   equal: nobody is at work;   different: one is, and the others wait
 *
 * Since one thread has the side to itself from claim to publish, it may keep a claim open for as
 * long as it likes (peek, zero-copy), and may give part of it back.
 *
 * The remembered limit belongs to whoever has the claim: it is stored between claim and publish
 * alone. A thread that reads it before its own claim reads the right one if its CAS succeeds,
 * since then nobody was at work in between. It is therefore never older than the tail.
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
TERN_OUT_OF_LINE uint64_t tern_ring_hts_await(const struct tern_ring_side *own)
{
    struct tern_wait wait = tern_wait_begin(own->wait);
    uint64_t word;
    do {
        tern_wait_once(&wait);
        /* As in claim. */
        word = tern_load_acquire(&own->tail);
    } while (tern_ring_hts_is_open(word));
    return word;
}

TERN_ALWAYS_INLINE void tern_ring_claim_hts(struct tern_ring_side *own,
                                            const struct tern_ring_side *opposite,
                                            struct tern_ring_request ask,
                                            struct tern_ring_claim *claim)
{
    uint64_t word, room;
    uint32_t position;
    bool looked;

    for (;;) {
        /* Pairs with the release in publish, of whoever was at work before: what it saw of the
         * opposite side, and the limit that it remembered. */
        word = tern_load_acquire(&own->tail);
        if (TERN_UNLIKELY(tern_ring_hts_is_open(word)))
            word = tern_ring_hts_await(own);
        position = tern_ring_word_position(word);
        room = (uint32_t)(tern_load_relaxed(&own->shared_limit) - position);

        claim->count = ask.wanted;
        looked = ask.look || TERN_RING_IS_SHORT(room < ask.wanted, ask.lead);
        if (looked) {
            room = tern_ring_look(own, opposite, ask.lead, position);
            if (room < ask.wanted)
                claim->count = tern_ring_less(room, ask.amount);
        }
        if (claim->count == 0) {
            /* No CAS will tell whether the word was still that: who asked what is left must know.
             */
            if (!ask.look || tern_load_relaxed(&own->tail) == word)
                break;
            continue;
        }
        /* Relaxed: whoever reads the open word waits for the one that publish stores. */
        if (tern_cas_weak_relaxed(&own->tail, &word,
                                  tern_ring_word(position, position + (uint32_t)claim->count))) {
            if (looked)
                tern_store_relaxed(&own->shared_limit, position + room);
            break;
        }
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
