/* What the tests of tokens have in common: start and finish on either side, and their pieces. */
#ifndef RING_TOKEN_H
#define RING_TOKEN_H

#include "ring_fixture.h"

/* The three functions of one side, so that most tests are written once. */
struct side {
    const char *name;
    size_t (*start_bulk)(struct tern_ring *, size_t, struct tern_ring_token *, size_t *);
    size_t (*start_burst)(struct tern_ring *, size_t, struct tern_ring_token *, size_t *);
    int (*finish)(struct tern_ring *, struct tern_ring_token *, size_t);
    bool producer;
};

static const struct side sides[] = {
    {"producer", tern_ring_enqueue_start_bulk, tern_ring_enqueue_start_burst,
     tern_ring_enqueue_finish, true},
    {"consumer", tern_ring_dequeue_start_bulk, tern_ring_dequeue_start_burst,
     tern_ring_dequeue_finish, false},
};

static const size_t capacities[] = {1, 2, 3, 7, 8, 0};
static const size_t sizes[] = {1, 8, 24, 0};

static inline bool side_has_tokens(const struct ring_case *c, const struct side *side)
{
    return ring_has_tokens(side->producer ? c->producer : c->consumer);
}

/* What start may claim. */
static inline size_t room_of(const struct ring_fixture *f, const struct side *side)
{
    return side->producer ? f->c.capacity - fixture_count(f) : fixture_count(f);
}

static inline void bring_to(struct ring_fixture *f, size_t count)
{
    fixture_put(f, true, count > fixture_count(f) ? count - fixture_count(f) : 0, false);
    fixture_take(f, true, fixture_count(f) > count ? fixture_count(f) - count : 0, false);
}

/* Takes out whatever is in, in order. */
static inline void drain(struct ring_fixture *f)
{
    fixture_take(f, false, fixture_count(f), true);
    fixture_check_counts(f);
}

static inline bool is_zero(const struct tern_ring_token *token)
{
    return token->first == NULL && token->first_count == 0 && token->second == NULL &&
           token->second_count == 0 && token->count == 0 && token->session == 0;
}

/* Starts, and checks the return value, what is left, and the two pieces. */
static inline size_t start(struct ring_fixture *f, const struct side *side, bool burst, size_t n,
                           bool ask, struct tern_ring_token *token)
{
    const size_t room = room_of(f, side);
    const size_t expected = n <= room ? n : burst ? room : 0;
    const size_t slots = (size_t)f->ring->producer.mask + 1;
    const uint64_t position = f->c.start + (side->producer ? f->in : f->out);
    const size_t index = (size_t)(position % slots);
    unsigned char *const first_slot = tern_ring_slots(f->ring);
    size_t left = SIZE_MAX;

    memset((void *)token, 0xEE, sizeof *token);
    size_t done =
        (burst ? side->start_burst : side->start_bulk)(f->ring, n, token, ask ? &left : NULL);
    CHECK_EQ(done, expected);
    CHECK_EQ(left, ask ? room - done : SIZE_MAX);
    CHECK_EQ(token->count, done);
    if (done == 0) {
        CHECK(is_zero(token));
        return 0;
    }
    const size_t first = at_most(done, slots - index);
    CHECK_EQ(token->first, first_slot + index * f->c.elem_size);
    CHECK_EQ(token->first_count, first);
    CHECK_EQ(token->second_count, done - first);
    CHECK_EQ(token->second, done > first ? first_slot : NULL);
    fixture_check_counts(f); /* nothing is in or out before finish */
    return done;
}

/* The pieces of an open token filled with the next elements, or compared with the oldest. */
static inline void fill_pieces(const struct ring_fixture *f, const struct tern_ring_token *token)
{
    elements_fill(token->first, f->c.elem_size, f->in, token->first_count);
    if (token->second_count != 0)
        elements_fill(token->second, f->c.elem_size, f->in + token->first_count,
                      token->second_count);
}

static inline void check_pieces(const struct ring_fixture *f, const struct tern_ring_token *token)
{
    CHECK_EQ(elements_same(token->first, f->c.elem_size, f->out, token->first_count),
             token->first_count);
    if (token->second_count != 0)
        CHECK_EQ(elements_same(token->second, f->c.elem_size, f->out + token->first_count,
                               token->second_count),
                 token->second_count);
}

static inline void finish(struct ring_fixture *f, const struct side *side,
                          struct tern_ring_token *token, size_t n)
{
    CHECK_EQ(side->finish(f->ring, token, n), 0);
    CHECK(is_zero(token)); /* void */
    *(side->producer ? &f->in : &f->out) += n;
    fixture_check_counts(f);
}

#endif
