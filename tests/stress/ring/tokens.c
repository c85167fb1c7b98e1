/*
 * Operations by a token, on sides that have them: start by bulk or burst, write or check in place,
 * look again whether anybody else was there, and finish with all, some or none.
 */
#include "stress.h"

/* One thread of a side, and that one not always, so that tokens meet plain operations. */
bool draws_token(struct worker *w, enum tern_ring_mode mode)
{
    return w->run->config->tokens && w->index == 0 &&
           (mode == TERN_RING_ST || mode == TERN_RING_HTS) && random_below(w, 4) != 0;
}

static uint64_t *slot_of(const struct tern_ring_token *token, size_t i, size_t words)
{
    return i < token->first_count ? (uint64_t *)token->first + i * words
                                  : (uint64_t *)token->second + (i - token->first_count) * words;
}

/* Most often all of them; sometimes none. */
static size_t random_part(struct worker *w, size_t count)
{
    return random_below(w, 2) == 0 ? count : random_below(w, (unsigned)count + 1);
}

static void check_token(struct worker *w, const struct tern_ring_token *token, size_t done,
                        size_t n, size_t left)
{
    const size_t capacity = w->run->config->capacity;
    if (done > n || left > capacity - done || token->count != done ||
        token->first_count + token->second_count != done)
        fail(w->run, "start of %zu did %zu, in pieces of %zu and %zu, and left %zu", n, done,
             token->first_count, token->second_count, left);
}

/* A copy that was kept is void, whoever has the side by now. */
static void check_void(struct worker *w, struct tern_ring_token *copy, bool producer)
{
    struct tern_ring *ring = w->run->ring;
    if ((producer ? tern_ring_enqueue_finish(ring, copy, 0)
                  : tern_ring_dequeue_finish(ring, copy, 0)) != -EINVAL)
        fail(w->run, "a token was finished twice");
}

size_t token_enqueue(struct worker *w, const uint64_t *elements, size_t n)
{
    struct tern_ring *ring = w->run->ring;
    const size_t words = w->run->config->words;
    struct tern_ring_token token, copy;
    size_t left = 0;
    size_t *ask = random_below(w, 4) == 0 ? &left : NULL;
    size_t claimed = random_below(w, 2) == 0 ? tern_ring_enqueue_start_burst(ring, n, &token, ask)
                                             : tern_ring_enqueue_start_bulk(ring, n, &token, ask);
    check_token(w, &token, claimed, n, left);
    if (claimed == 0)
        return 0;

    if (random_below(w, 2) == 0) {
        if (tern_ring_token_write(ring, &token, elements, claimed) != claimed)
            fail(w->run, "an open token was not written");
    } else {
        for (size_t i = 0; i < claimed; i++)
            memcpy(slot_of(&token, i, words), elements + i * words, words * sizeof elements[0]);
    }
    for (size_t i = 0; i < claimed; i++) {
        if (memcmp(slot_of(&token, i, words), elements + i * words, words * sizeof elements[0]) !=
            0)
            fail(w->run, "somebody wrote into a slot of an open token");
    }
    size_t done = random_part(w, claimed);
    copy = token;
    if (tern_ring_enqueue_finish(ring, &token, done) != 0)
        fail(w->run, "an open token was not finished");
    check_void(w, &copy, true);
    return done;
}

size_t token_dequeue(struct worker *w, uint64_t *elements, size_t n, bool sure, bool *empty)
{
    struct tern_ring *ring = w->run->ring;
    const size_t words = w->run->config->words;
    struct tern_ring_token token, copy;
    size_t left = 0;
    size_t *ask = random_below(w, 4) == 0 ? &left : NULL;
    size_t claimed = sure || random_below(w, 2) == 0
                         ? tern_ring_dequeue_start_burst(ring, n, &token, ask)
                         : tern_ring_dequeue_start_bulk(ring, n, &token, ask);
    check_token(w, &token, claimed, n, left);
    *empty = claimed == 0;
    if (claimed == 0)
        return 0;

    for (size_t i = 0; i < claimed; i++) {
        unsigned who;
        uint64_t number;
        if (!element_read(slot_of(&token, i, words), words, &who, &number))
            fail(w->run, "an open token shows a changed element");
    }
    if (tern_ring_token_read(ring, &token, elements, claimed) != claimed)
        fail(w->run, "an open token was not read");
    for (size_t i = 0; i < claimed; i++) {
        if (memcmp(slot_of(&token, i, words), elements + i * words, words * sizeof elements[0]) !=
            0)
            fail(w->run, "somebody wrote into an element of an open token");
    }
    size_t done = random_part(w, claimed);
    copy = token;
    if (tern_ring_dequeue_finish(ring, &token, done) != 0)
        fail(w->run, "an open token was not finished");
    check_void(w, &copy, false);
    return done;
}
