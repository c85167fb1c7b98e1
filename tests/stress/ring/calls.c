/* An operation of the ring, by any of the entry points that do it, at random. */
#include "stress.h"

struct family {
    int (*enqueue)(struct tern_ring *, const void *);
    int (*dequeue)(struct tern_ring *, void *);
    size_t (*enqueue_bulk)(struct tern_ring *, const void *, size_t, size_t *);
    size_t (*enqueue_burst)(struct tern_ring *, const void *, size_t, size_t *);
    size_t (*dequeue_bulk)(struct tern_ring *, void *, size_t, size_t *);
    size_t (*dequeue_burst)(struct tern_ring *, void *, size_t, size_t *);
};

#define FAMILY(infix)                                                                            \
    {                                                                                            \
        tern_ring_##infix##enqueue, tern_ring_##infix##dequeue, tern_ring_##infix##enqueue_bulk, \
            tern_ring_##infix##enqueue_burst, tern_ring_##infix##dequeue_bulk,                   \
            tern_ring_##infix##dequeue_burst                                                     \
    }

/* By mode: MT is 0, and so on. */
static const struct family explicit_family[] = {FAMILY(mt_),  FAMILY(st_), FAMILY(rts_),
                                                FAMILY(hts_), FAMILY(nb_), FAMILY(lf_)};

/* What is left is of the moment of the claim, when there is one; with LF of one after it. */
static bool is_too_much(const struct config *c, size_t left, size_t done)
{
    return left > (c->producer == TERN_RING_LF ? c->capacity : c->capacity - done);
}

static void returned(struct worker *w)
{
    tern_store_relaxed(&w->calls, tern_load_relaxed(&w->calls) + 1);
}

size_t random_amount(struct worker *w)
{
    size_t n = 1 + random_below(w, w->run->config->burst);
    return n < w->run->config->capacity ? n : w->run->config->capacity;
}

size_t call_enqueue(struct worker *w, const uint64_t *elements, size_t n)
{
    struct tern_ring *ring = w->run->ring;
    const struct config *c = w->run->config;
    const struct family *mode = &explicit_family[c->producer];
    size_t left = 0;
    size_t done;

    if (draws_token(w, c->producer))
        return token_enqueue(w, elements, n);
    unsigned kind = random_below(w, 16);
    size_t *ask = kind >= 12 ? &left : NULL;
    /* LF has no bulk of several. */
    switch (n == 1 && kind < 6 ? kind % 2 : 2 + kind % (tern_ring_has_enqueue_bulk(ring) ? 4 : 2)) {
    case 0: done = tern_ring_enqueue(ring, elements) == 0; break;
    case 1: done = mode->enqueue(ring, elements) == 0; break;
    case 2: done = tern_ring_enqueue_burst(ring, elements, n, ask); break;
    case 3: done = mode->enqueue_burst(ring, elements, n, ask); break;
    case 4: done = tern_ring_enqueue_bulk(ring, elements, n, ask); break;
    default: done = mode->enqueue_bulk(ring, elements, n, ask); break;
    }
    returned(w);
    if (done > n || is_too_much(c, left, done))
        fail(w->run, "enqueue of %zu did %zu and left room for %zu", n, done, left);
    return done;
}

size_t call_dequeue(struct worker *w, uint64_t *elements, size_t n, bool sure, bool *empty)
{
    struct tern_ring *ring = w->run->ring;
    const struct config *c = w->run->config;
    const struct family *mode = &explicit_family[c->consumer];
    size_t left = 0;
    size_t done;

    if (draws_token(w, c->consumer))
        return token_dequeue(w, elements, n, sure, empty);
    unsigned kind = random_below(w, 16);
    size_t *ask = kind >= 12 ? &left : NULL;
    switch (n == 1 && kind < 6 ? kind % 2 : 2 + kind % (sure ? 2 : 4)) {
    case 0: done = tern_ring_dequeue(ring, elements) == 0; break;
    case 1: done = mode->dequeue(ring, elements) == 0; break;
    case 2: done = tern_ring_dequeue_burst(ring, elements, n, ask); break;
    case 3: done = mode->dequeue_burst(ring, elements, n, ask); break;
    case 4: done = tern_ring_dequeue_bulk(ring, elements, n, ask); break;
    default: done = mode->dequeue_bulk(ring, elements, n, ask); break;
    }
    returned(w);
    if (done > n || is_too_much(c, left, done))
        fail(w->run, "dequeue of %zu did %zu and left %zu", n, done, left);
    *empty = done == 0;
    return done;
}
