/*
 * Tokens: claims that stay open between start and finish, for peek and zero-copy, on ST and HTS
 * sides against every mode of the other side.
 */
#include "ring_fixture.h"

#include <pthread.h>

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

static bool side_has_tokens(const struct ring_case *c, const struct side *side)
{
    return ring_has_tokens(side->producer ? c->producer : c->consumer);
}

/* What start may claim. */
static size_t room_of(const struct ring_fixture *f, const struct side *side)
{
    return side->producer ? f->c.capacity - fixture_count(f) : fixture_count(f);
}

static void bring_to(struct ring_fixture *f, size_t count)
{
    fixture_put(f, true, count > fixture_count(f) ? count - fixture_count(f) : 0, false);
    fixture_take(f, true, fixture_count(f) > count ? fixture_count(f) - count : 0, false);
}

/* Takes out whatever is in, in order. */
static void drain(struct ring_fixture *f)
{
    fixture_take(f, false, fixture_count(f), true);
    fixture_check_counts(f);
}

static bool is_zero(const struct tern_ring_token *token)
{
    return token->first == NULL && token->first_count == 0 && token->second == NULL &&
           token->second_count == 0 && token->count == 0 && token->session == 0;
}

/* Starts, and checks the return value, what is left, and the two pieces. */
static size_t start(struct ring_fixture *f, const struct side *side, bool burst, size_t n, bool ask,
                    struct tern_ring_token *token)
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
static void fill_pieces(const struct ring_fixture *f, const struct tern_ring_token *token)
{
    elements_fill(token->first, f->c.elem_size, f->in, token->first_count);
    if (token->second_count != 0)
        elements_fill(token->second, f->c.elem_size, f->in + token->first_count,
                      token->second_count);
}

static void check_pieces(const struct ring_fixture *f, const struct tern_ring_token *token)
{
    CHECK_EQ(elements_same(token->first, f->c.elem_size, f->out, token->first_count),
             token->first_count);
    if (token->second_count != 0)
        CHECK_EQ(elements_same(token->second, f->c.elem_size, f->out + token->first_count,
                               token->second_count),
                 token->second_count);
}

static void finish(struct ring_fixture *f, const struct side *side, struct tern_ring_token *token,
                   size_t n)
{
    CHECK_EQ(side->finish(f->ring, token, n), 0);
    CHECK(is_zero(token)); /* void */
    *(side->producer ? &f->in : &f->out) += n;
    fixture_check_counts(f);
}

/* ------------------------------------------------------------------------- what start promises */

/* Any n at any count, by bulk and burst, asking for what is left or not; and all given back. */
static void amounts(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    for (size_t s = 0; s < 2; s++) {
        if (!side_has_tokens(c, &sides[s]))
            continue;
        for (size_t count = 0; count <= c->capacity; count++) {
            const size_t ns[] = {0,
                                 1,
                                 2,
                                 count,
                                 count + 1,
                                 c->capacity - count,
                                 c->capacity,
                                 c->capacity + 1,
                                 SIZE_MAX / 2 + 1,
                                 SIZE_MAX};
            bring_to(&f, count);
            for (size_t i = 0; i < 4 * sizeof ns / sizeof ns[0]; i++) {
                struct tern_ring_token token;
                errno = E2BIG;
                if (start(&f, &sides[s], (i & 1) != 0, ns[i / 4], (i & 2) != 0, &token) != 0)
                    finish(&f, &sides[s], &token, 0);
                else
                    CHECK_EQ(sides[s].finish(f.ring, &token, 0), -EINVAL);
                CHECK_EQ(errno, E2BIG); /* too full, too empty and n = 0 are no misuse */
                fixture_check_counts(&f);
            }
        }
        drain(&f);
    }
    fixture_close(&f);
}

TEST(ring_token, any_amount_at_any_count)
{
    ring_for_some(3, capacities, sizes, amounts);
}

/*
 * Every length at every offset, with every part of it kept: written and read in place, the rest
 * claimed again. The opposite side is driven by plain operations.
 */
static void every_part(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    for (size_t offset = 0; offset < 2 * c->capacity + 2; offset++) {
        for (size_t n = 1; n <= c->capacity; n++) {
            for (size_t part = 0; part <= n; part++) {
                struct tern_ring_token token;
                if (side_has_tokens(c, &sides[0])) {
                    CHECK_EQ(start(&f, &sides[0], false, n, part % 2 == 0, &token), n);
                    fill_pieces(&f, &token);
                    finish(&f, &sides[0], &token, part);
                    CHECK_EQ(fixture_count(&f), part);
                }
                bring_to(&f, n);
                if (side_has_tokens(c, &sides[1])) {
                    CHECK_EQ(start(&f, &sides[1], true, SIZE_MAX, part % 2 != 0, &token), n);
                    check_pieces(&f, &token);
                    finish(&f, &sides[1], &token, part);
                    CHECK_EQ(fixture_count(&f), n - part);
                    /* Those that were not taken come again, in order. */
                    if (start(&f, &sides[1], true, SIZE_MAX, false, &token) != 0) {
                        check_pieces(&f, &token);
                        finish(&f, &sides[1], &token, 0);
                    }
                }
                drain(&f);
            }
        }
        fixture_put_one(&f, 0);
        fixture_take_one(&f);
    }
    fixture_close(&f);
}

TEST(ring_token, every_part_of_every_claim_at_every_offset)
{
    ring_for_some(3, capacities, sizes, every_part);
}

/* The same across the places where positions wrap. */
static void every_part_across(const struct ring_case *c)
{
    static const uint64_t wraps[] = {0, UINT64_C(1) << 32, UINT64_C(1) << 63};
    for (size_t i = 0; i < sizeof wraps / sizeof wraps[0]; i++) {
        struct ring_case here = *c;
        here.start = wraps[i] - c->capacity * 3;
        ring_case_name(&here);
        every_part(&here);
    }
}

TEST(ring_token, positions_wrap)
{
    static const size_t some[] = {1, 3, 8, 0};
    static const size_t size[] = {8, 0};
    ring_for_each(some, size, every_part_across);
}

/* For who wants a copy: token_write and token_read, any number of them, as often as wanted. */
static void copies(const struct ring_case *c)
{
    const size_t size = c->elem_size;
    struct ring_fixture f;
    fixture_open(&f, c);
    for (size_t offset = 0; offset < 2 * c->capacity + 2; offset++) {
        for (size_t n = 1; n <= c->capacity; n++) {
            struct tern_ring_token token;
            if (side_has_tokens(c, &sides[0])) {
                CHECK_EQ(start(&f, &sides[0], false, n, false, &token), n);
                memset(f.array, 0x11, f.array_bytes);
                CHECK_EQ(tern_ring_token_write(f.ring, &token, f.array, n), n);
                elements_fill(f.array, size, f.in, n);
                CHECK_EQ(tern_ring_token_write(f.ring, &token, f.array, n), n);
                memset(f.array, 0x22, f.array_bytes);
                CHECK_EQ(tern_ring_token_write(f.ring, &token, f.array, 0), (size_t)0);
                elements_fill(f.array, size, f.in, n);
                CHECK_EQ(tern_ring_token_write(f.ring, &token, f.array, n - 1), n - 1);
                finish(&f, &sides[0], &token, n);
            }
            bring_to(&f, n);
            if (side_has_tokens(c, &sides[1])) {
                CHECK_EQ(start(&f, &sides[1], false, n, false, &token), n);
                for (size_t part = 0; part <= n; part++) {
                    memset(f.array, RING_GUARD_BYTE, f.array_bytes);
                    CHECK_EQ(tern_ring_token_read(f.ring, &token, f.array, part), part);
                    CHECK_EQ(elements_same(f.array, size, f.out, part), part);
                    CHECK(bytes_are(f.array + part * size, f.array_bytes - part * size,
                                    RING_GUARD_BYTE));
                }
                finish(&f, &sides[1], &token, n);
            }
            drain(&f);
        }
        fixture_put_one(&f, 0);
        fixture_take_one(&f);
    }
    fixture_close(&f);
}

TEST(ring_token, write_and_read_copies)
{
    ring_for_some(3, capacities, sizes, copies);
}

/* The other side goes on while a token is open; and both sides may have one open. */
static void the_other_side_goes_on(const struct ring_case *c)
{
    const size_t half = c->capacity / 2;
    struct ring_fixture f;
    fixture_open(&f, c);
    for (unsigned again = 0; again < 5; again++) {
        struct tern_ring_token in, out;
        bring_to(&f, half);
        if (side_has_tokens(c, &sides[0])) {
            size_t n = start(&f, &sides[0], true, SIZE_MAX, true, &in);
            while (fixture_count(&f) > 0)
                fixture_take_one(&f);
            CHECK_EQ(f.deq->dequeue(f.ring, f.array), -ENOENT);
            fill_pieces(&f, &in);
            finish(&f, &sides[0], &in, n);
            drain(&f);
        }
        bring_to(&f, half);
        if (half != 0 && side_has_tokens(c, &sides[1])) {
            CHECK_EQ(start(&f, &sides[1], true, SIZE_MAX, true, &out), half);
            while (fixture_count(&f) < c->capacity)
                fixture_put_one(&f, 0);
            fixture_put_one(&f, -ENOBUFS);
            check_pieces(&f, &out);
            finish(&f, &sides[1], &out, half - 1);
            drain(&f);
        }
        bring_to(&f, half);
        if (half != 0 && side_has_tokens(c, &sides[0]) && side_has_tokens(c, &sides[1])) {
            CHECK_EQ(start(&f, &sides[0], false, 1, true, &in), (size_t)1);
            CHECK_EQ(start(&f, &sides[1], false, half, true, &out), half);
            fill_pieces(&f, &in);
            finish(&f, &sides[0], &in, 1);
            check_pieces(&f, &out);
            finish(&f, &sides[1], &out, half);
        }
        drain(&f);
    }
    fixture_close(&f);
}

TEST(ring_token, the_other_side_goes_on_meanwhile)
{
    ring_for_each(capacities, sizes, the_other_side_goes_on);
}

/* ------------------------------------------------------------------------------------- misuse */

/* What no refused call may change. */
static unsigned char *image_of(const struct ring_fixture *f)
{
    unsigned char *image = malloc(f->bytes);
    CHECK_NE(image, NULL);
    memcpy(image, (void *)f->ring, f->bytes);
    return image;
}

/* finish with this token is an error, for any n, that changes neither ring nor token. Nor do
 * token_write and token_read do anything with it. */
static void refused(struct ring_fixture *f, const struct side *side,
                    const struct tern_ring_token *token)
{
    const size_t ns[] = {0, 1, token->count, token->count + 1, SIZE_MAX};
    unsigned char *image = image_of(f);
    for (size_t i = 0; i < sizeof ns / sizeof ns[0]; i++) {
        struct tern_ring_token copy = *token;
        CHECK_EQ(side->finish(f->ring, &copy, ns[i]), -EINVAL);
        CHECK_MEM_EQ((const void *)&copy, (const void *)token, sizeof copy);
        errno = 0;
        memset(f->array, RING_GUARD_BYTE, f->array_bytes);
        if (side->producer)
            CHECK_EQ(tern_ring_token_write(f->ring, &copy, f->array, ns[i]), (size_t)0);
        else
            CHECK_EQ(tern_ring_token_read(f->ring, &copy, f->array, ns[i]), (size_t)0);
        CHECK_EQ(errno, EINVAL);
        CHECK(bytes_are(f->array, f->array_bytes, RING_GUARD_BYTE));
    }
    CHECK_MEM_EQ((const unsigned char *)f->ring, image, f->bytes);
    free(image);
    fixture_check_counts(f);
}

static void other_modes(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    bring_to(&f, (c->capacity + 1) / 2);
    for (size_t s = 0; s < 2; s++) {
        struct tern_ring_token token;
        size_t left = 12345;
        unsigned char *image;
        if (side_has_tokens(c, &sides[s]))
            continue;
        image = image_of(&f);
        for (size_t n = 0; n < 3; n++) {
            memset((void *)&token, 0xEE, sizeof token);
            errno = 0;
            CHECK_EQ(sides[s].start_bulk(f.ring, n, &token, &left), (size_t)0);
            CHECK_EQ(errno, ENOTSUP);
            CHECK_EQ(sides[s].finish(f.ring, &token, 0), -EINVAL);
            errno = 0;
            CHECK_EQ(sides[s].start_burst(f.ring, n, &token, NULL), (size_t)0);
            CHECK_EQ(errno, ENOTSUP);
        }
        CHECK_EQ(left, (size_t)12345);
        CHECK_MEM_EQ((const unsigned char *)f.ring, image, f.bytes);
        free(image);
        refused(&f, &sides[s], &token);
    }
    drain(&f);
    fixture_close(&f);
}

TEST(ring_token, sides_of_other_modes_refuse)
{
    ring_for_each(capacities, sizes, other_modes);
}

static void no_token(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    bring_to(&f, (c->capacity + 1) / 2);
    for (size_t s = 0; s < 2; s++) {
        unsigned char *image = image_of(&f);
        size_t left = 12345;
        errno = 0;
        CHECK_EQ(sides[s].start_bulk(f.ring, 1, NULL, &left), (size_t)0);
        CHECK_EQ(errno, EINVAL);
        errno = 0;
        CHECK_EQ(sides[s].start_burst(f.ring, 1, NULL, &left), (size_t)0);
        CHECK_EQ(errno, EINVAL);
        CHECK_EQ(left, (size_t)12345);
        CHECK_EQ(sides[s].finish(f.ring, NULL, 0), -EINVAL);
        CHECK_EQ(sides[s].finish(f.ring, NULL, 1), -EINVAL);
        errno = 0;
        CHECK_EQ(tern_ring_token_write(f.ring, NULL, f.array, 1), (size_t)0);
        CHECK_EQ(errno, EINVAL);
        errno = 0;
        CHECK_EQ(tern_ring_token_read(f.ring, NULL, f.array, 1), (size_t)0);
        CHECK_EQ(errno, EINVAL);
        CHECK_MEM_EQ((const unsigned char *)f.ring, image, f.bytes);
        free(image);
    }
    drain(&f);
    fixture_close(&f);
}

TEST(ring_token, no_token_at_all)
{
    ring_for_each(capacities, sizes, no_token);
}

/* Never opened, opened in vain, finished, copied before, of the other side. */
static void not_open(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    for (size_t s = 0; s < 2; s++) {
        const struct side *side = &sides[s], *other = &sides[1 - s];
        struct tern_ring_token token, copy, next;
        if (!side_has_tokens(c, side))
            continue;

        bring_to(&f, (c->capacity + 1) / 2);
        memset((void *)&token, 0, sizeof token);
        refused(&f, side, &token);
        CHECK_EQ(start(&f, side, false, c->capacity + 1, true, &token), (size_t)0);
        refused(&f, side, &token);

        bring_to(&f, side->producer ? 0 : c->capacity);
        for (size_t part = 0; part <= 1; part++) {
            bring_to(&f, side->producer ? 0 : c->capacity);
            CHECK_EQ(start(&f, side, false, 1, false, &token), (size_t)1);
            copy = token;
            if (side->producer)
                fill_pieces(&f, &token);
            finish(&f, side, &token, part);
            refused(&f, side, &token); /* a second finish */
            refused(&f, side, &copy);  /* by a copy */

            /* And by a copy while the next one is open, which stays so. */
            if (room_of(&f, side) == 0)
                continue;
            const size_t n = start(&f, side, true, SIZE_MAX, false, &next);
            if (side->producer)
                fill_pieces(&f, &next);
            refused(&f, side, &copy);
            if (side->producer)
                CHECK_EQ(elements_same(next.first, c->elem_size, f.in, next.first_count),
                         next.first_count);
            else
                check_pieces(&f, &next);
            finish(&f, side, &next, n);
        }

        /* The open token of one side is none of the other. */
        bring_to(&f, (c->capacity + 1) / 2);
        if (room_of(&f, side) != 0) {
            const size_t n = start(&f, side, true, SIZE_MAX, false, &token);
            refused(&f, other, &token);
            if (side->producer)
                fill_pieces(&f, &token);
            finish(&f, side, &token, n);
        }
        drain(&f);
    }
    fixture_close(&f);
}

TEST(ring_token, tokens_that_are_not_open)
{
    ring_for_each(capacities, sizes, not_open);
}

/* More than was started: an error, and the token is as good as before. */
static void too_many(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    for (size_t s = 0; s < 2; s++) {
        if (!side_has_tokens(c, &sides[s]))
            continue;
        for (size_t n = 1; n <= c->capacity; n++) {
            const size_t more[] = {n + 1, c->capacity + 1, SIZE_MAX / 2 + 1, SIZE_MAX};
            struct tern_ring_token token;
            bring_to(&f, sides[s].producer ? 0 : c->capacity);
            CHECK_EQ(start(&f, &sides[s], false, n, true, &token), n);
            if (sides[s].producer)
                fill_pieces(&f, &token);
            const struct tern_ring_token copy = token;
            unsigned char *image = image_of(&f);
            for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
                CHECK_EQ(sides[s].finish(f.ring, &token, more[i]), -EINVAL);
                errno = 0;
                CHECK_EQ(sides[s].producer ? tern_ring_token_write(f.ring, &token, f.array, more[i])
                                           : tern_ring_token_read(f.ring, &token, f.array, more[i]),
                         (size_t)0);
                CHECK_EQ(errno, EINVAL);
            }
            CHECK_MEM_EQ((const void *)&token, (const void *)&copy, sizeof token);
            CHECK_MEM_EQ((const unsigned char *)f.ring, image, f.bytes);
            free(image);
            finish(&f, &sides[s], &token, n);
            drain(&f);
        }
    }
    fixture_close(&f);
}

TEST(ring_token, more_than_was_started)
{
    ring_for_each(capacities, sizes, too_many);
}

/* Two rings with another history: the open token of one is none of the other. */
static void another_ring(const struct ring_case *c)
{
    struct ring_fixture f, g;
    fixture_open(&f, c);
    fixture_open(&g, c);
    for (size_t s = 0; s < 2; s++) {
        struct tern_ring_token of_f, of_g;
        if (!side_has_tokens(c, &sides[s]))
            continue;
        bring_to(&f, sides[s].producer ? 0 : c->capacity);
        bring_to(&g, sides[s].producer ? 0 : c->capacity);
        CHECK_EQ(start(&g, &sides[s], false, 1, false, &of_g), (size_t)1);
        finish(&g, &sides[s], &of_g, 0);
        CHECK_EQ(start(&g, &sides[s], false, 1, false, &of_g), (size_t)1);
        refused(&f, &sides[s], &of_g); /* with none open */
        CHECK_EQ(start(&f, &sides[s], false, 1, false, &of_f), (size_t)1);
        refused(&f, &sides[s], &of_g);
        refused(&g, &sides[s], &of_f);
        finish(&f, &sides[s], &of_f, 0);
        finish(&g, &sides[s], &of_g, 0);
        drain(&f);
        drain(&g);
    }
    fixture_close(&f);
    fixture_close(&g);
}

TEST(ring_token, the_token_of_another_ring)
{
    ring_for_each(capacities, sizes, another_ring);
}

/* On an ST side a second start, or a plain operation, voids what is open; never harmfully. */
static void voided(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    for (size_t s = 0; s < 2; s++) {
        const struct side *side = &sides[s];
        struct tern_ring_token first, second;
        if ((side->producer ? c->producer : c->consumer) != TERN_RING_ST)
            continue;
        bring_to(&f, side->producer ? 0 : c->capacity);
        const size_t n = start(&f, side, true, SIZE_MAX, false, &first);
        CHECK_EQ(start(&f, side, false, 1, false, &second), (size_t)1);
        refused(&f, side, &first);
        if (side->producer)
            fill_pieces(&f, &second);
        finish(&f, side, &second, 1);
        refused(&f, side, &first);
        CHECK_LE(n, c->capacity);

        bring_to(&f, side->producer ? 0 : c->capacity);
        CHECK_EQ(start(&f, side, false, 1, false, &first), (size_t)1);
        if (side->producer)
            fixture_put_one(&f, 0);
        else
            fixture_take_one(&f);
        CHECK_EQ(side->finish(f.ring, &first, 1), -EINVAL);
        CHECK_EQ(side->finish(f.ring, &first, 0), -EINVAL);
        fixture_check_counts(&f);
        drain(&f);
    }
    fixture_close(&f);
}

TEST(ring_token, a_second_start_or_a_plain_operation_voids_it)
{
    ring_for_each(capacities, sizes, voided);
}

/* After reset, an open token is void, and the side is free. */
static void reset(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    for (size_t s = 0; s < 2; s++) {
        struct tern_ring_token token;
        if (!side_has_tokens(c, &sides[s]))
            continue;
        bring_to(&f, sides[s].producer ? 0 : c->capacity);
        CHECK_NE(start(&f, &sides[s], true, SIZE_MAX, false, &token), (size_t)0);
        tern_ring_reset(f.ring);
        f.c.start = 0 - f.in;
        f.out = f.in;
        refused(&f, &sides[s], &token);
        CHECK_EQ(fixture_put(&f, true, SIZE_MAX, true), c->capacity);
        drain(&f);
    }
    fixture_close(&f);
}

TEST(ring_token, reset_voids_it)
{
    ring_for_each(capacities, sizes, reset);
}

/* Still so when the next one is open. */
static void reset_and_start(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    for (size_t s = 0; s < 2; s++) {
        struct tern_ring_token before, after;
        if (!side_has_tokens(c, &sides[s]))
            continue;
        tern_ring_reset(f.ring);
        f.out = f.in;
        f.c.start = 0 - f.in;
        bring_to(&f, sides[s].producer ? 0 : c->capacity);
        CHECK_NE(start(&f, &sides[s], true, SIZE_MAX, false, &before), (size_t)0);
        tern_ring_reset(f.ring);
        f.out = f.in;
        f.c.start = 0 - f.in;
        bring_to(&f, sides[s].producer ? 0 : c->capacity);
        CHECK_EQ(start(&f, &sides[s], false, 1, false, &after), (size_t)1);
        refused(&f, &sides[s], &before);
        finish(&f, &sides[s], &after, 0);
        drain(&f);
    }
    fixture_close(&f);
}

TEST(ring_token, a_token_from_before_reset_is_not_the_next_one)
{
    ring_for_each(capacities, sizes, reset_and_start);
}

/* Both sides have one open: each takes its own alone. */
static void both_open(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    if (ring_has_tokens(c->producer) && ring_has_tokens(c->consumer)) {
        struct tern_ring_token in, out;
        bring_to(&f, c->capacity / 2);
        CHECK_EQ(start(&f, &sides[0], false, 1, false, &in), (size_t)1);
        CHECK_EQ(start(&f, &sides[1], false, 1, false, &out), (size_t)1);
        refused(&f, &sides[1], &in);
        refused(&f, &sides[0], &out);
        fill_pieces(&f, &in);
        finish(&f, &sides[0], &in, 1);
        check_pieces(&f, &out);
        finish(&f, &sides[1], &out, 1);
        drain(&f);
    }
    fixture_close(&f);
}

TEST(ring_token, the_open_token_of_the_other_side)
{
    static const size_t some[] = {2, 7, 8, 0};
    ring_for_each(some, sizes, both_open);
}

/*
 * A claim that is given back whole leaves the side as if nobody had been there; still its slots go
 * from holder to holder, which TSan sees.
 */
static void *write_and_give_back(void *arg)
{
    struct tern_ring *ring = arg;
    const unsigned rounds = test_quick() ? 20000 : 100000;
    for (uint64_t i = 0; i < rounds; i++) {
        struct tern_ring_token token;
        if (tern_ring_enqueue_start_burst(ring, 1, &token, NULL) != 1)
            return NULL;
        memcpy(token.first, &i, sizeof i);
        if (tern_ring_enqueue_finish(ring, &token, 0) != 0)
            return NULL;
    }
    return ring;
}

TEST(ring_token, claims_that_are_given_back_by_several_threads)
{
    struct tern_ring_options options = {
        .capacity = 8, .elem_size = 8, .producer = TERN_RING_HTS, .consumer = TERN_RING_HTS};
    struct tern_ring *ring = tern_ring_create(&options);
    pthread_t threads[3];
    void *good[3] = {NULL};
    CHECK_NE(ring, NULL);
    for (unsigned i = 0; i < 3; i++)
        CHECK_EQ(pthread_create(&threads[i], NULL, write_and_give_back, ring), 0);
    for (unsigned i = 0; i < 3; i++)
        CHECK_EQ(pthread_join(threads[i], &good[i]), 0);
    for (unsigned i = 0; i < 3; i++)
        CHECK_EQ(good[i], ring);
    CHECK(tern_ring_empty(ring));
    tern_ring_destroy(ring);
}
