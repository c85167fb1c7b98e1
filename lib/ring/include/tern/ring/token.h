/*
 * Peek and zero-copy: a claim that stays open between start and finish, held by a token.
 *
 * ST and HTS only, where one thread has the side to itself from claim to publish. An ST side is
 * not marked while a token is open, since nobody else may use it anyway; an HTS side is, by its
 * open word, and others wait.
 *
 * A token fits if it names this side, carries the session of the side, and begins where the side
 * stands. Every token has a session number of its own, and finish takes it away by CAS, so that of
 * two finishes with copies of one token only one goes through.
 *
 * Internal: users include <tern/ring.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_TOKEN_H
#define TERN_RING_TOKEN_H

#include <tern/ring/operations.h>

#include <errno.h>

TERN_EXTERN_C_BEGIN

static inline void tern_ring_token_fill(struct tern_ring *ring, const struct tern_ring_side *own,
                                        const struct tern_ring_claim *claim,
                                        struct tern_ring_token *token)
{
    unsigned char *slots = (unsigned char *)tern_ring_slots(ring);
    size_t index = (size_t)(claim->position & own->mask);
    size_t before_end = (size_t)own->mask + 1 - index;

    token->side = own;
    token->session = tern_load_relaxed(&own->session);
    token->position = claim->position;
    token->count = claim->count;
    token->first_count = claim->count < before_end ? claim->count : before_end;
    token->second_count = claim->count - token->first_count;
    token->first = slots + index * own->elem_size;
    token->second = token->second_count != 0 ? slots : NULL;
}

static inline bool tern_ring_token_fits(const struct tern_ring_side *own,
                                        const struct tern_ring_token *token, size_t n)
{
    if (token == NULL || token->side != own || n > token->count ||
        tern_load_relaxed(&own->session) != token->session)
        return false;
    uint64_t where = token->position; /* which an ST side leaves with any plain operation */
    if (own->mode == TERN_RING_HTS)
        where = tern_ring_word((uint32_t)where, (uint32_t)(where + token->count));
    return tern_load_relaxed(&own->tail) == where;
}

static inline size_t tern_ring_start(struct tern_ring *ring, struct tern_ring_side *own,
                                     const struct tern_ring_side *opposite,
                                     struct tern_ring_request ask, struct tern_ring_token *token,
                                     size_t *left)
{
    struct tern_ring_claim claim = {0, 0, 0, false};

    if (token == NULL)
        return tern_ring_misuse();
    memset(token, 0, sizeof *token);
    if (own->mode != TERN_RING_ST && own->mode != TERN_RING_HTS) {
        errno = ENOTSUP;
        return 0;
    }
    if (ask.wanted == 0)
        return own == &ring->producer ? tern_ring_enqueue_nothing(ring, left)
                                      : tern_ring_dequeue_nothing(ring, left);

    tern_ring_claim(own, opposite, own->mode, ask, &claim);
    if (claim.count != 0) {
        /* An HTS claim has taken its number already. */
        if (own->mode == TERN_RING_ST)
            tern_store_relaxed(&own->session, tern_load_relaxed(&own->session) + 1);
        tern_ring_token_fill(ring, own, &claim, token);
    }
    if (left != NULL)
        *left = claim.left;
    return claim.count;
}

static inline int tern_ring_finish(struct tern_ring_side *own, struct tern_ring_token *token,
                                   size_t n)
{
    if (!tern_ring_token_fits(own, token, n))
        return -EINVAL;
    uint64_t session = token->session;
    if (!tern_cas_strong_relaxed(&own->session, &session, session + 1))
        return -EINVAL;

    struct tern_ring_claim claim = {token->position, n, 0, true};
    memset(token, 0, sizeof *token);
    tern_ring_publish(own, own->mode, &claim);
    return 0;
}

#define TERN_RING_START(kind, amount)                                                              \
    TERN_INLINE size_t tern_ring_enqueue_start_##kind(struct tern_ring *ring, size_t n,            \
                                                      struct tern_ring_token *token, size_t *left) \
    {                                                                                              \
        struct tern_ring_request ask = {ring->producer.capacity, n, amount, left != NULL};         \
        return tern_ring_start(ring, &ring->producer, &ring->consumer, ask, token, left);          \
    }                                                                                              \
    TERN_INLINE size_t tern_ring_dequeue_start_##kind(struct tern_ring *ring, size_t n,            \
                                                      struct tern_ring_token *token, size_t *left) \
    {                                                                                              \
        struct tern_ring_request ask = {0, n, amount, left != NULL};                               \
        return tern_ring_start(ring, &ring->consumer, &ring->producer, ask, token, left);          \
    }

TERN_RING_START(bulk, TERN_RING_EXACTLY)
TERN_RING_START(burst, TERN_RING_UP_TO)

#undef TERN_RING_START

TERN_INLINE int tern_ring_enqueue_finish(struct tern_ring *ring, struct tern_ring_token *token,
                                         size_t n)
{
    return tern_ring_finish(&ring->producer, token, n);
}

TERN_INLINE int tern_ring_dequeue_finish(struct tern_ring *ring, struct tern_ring_token *token,
                                         size_t n)
{
    return tern_ring_finish(&ring->consumer, token, n);
}

TERN_INLINE size_t tern_ring_token_write(struct tern_ring *ring,
                                         const struct tern_ring_token *token, const void *elements,
                                         size_t n)
{
    if (!tern_ring_token_fits(&ring->producer, token, n))
        return tern_ring_misuse();
    if (n != 0)
        tern_ring_put(ring, ring->producer.mask, token->position, elements, n,
                      ring->producer.elem_size);
    return n;
}

TERN_INLINE size_t tern_ring_token_read(struct tern_ring *ring, const struct tern_ring_token *token,
                                        void *elements, size_t n)
{
    if (!tern_ring_token_fits(&ring->consumer, token, n))
        return tern_ring_misuse();
    if (n != 0)
        tern_ring_take(ring, ring->consumer.mask, token->position, elements, n,
                       ring->consumer.elem_size);
    return n;
}

TERN_EXTERN_C_END

#endif /* TERN_RING_TOKEN_H */
