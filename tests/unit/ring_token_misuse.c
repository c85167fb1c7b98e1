/* Tokens that are refused: of another mode, ring, side or session, twice, or for too many. */
#include "ring_token.h"

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

TEST(ring_token_misuse, sides_of_other_modes_refuse)
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

TEST(ring_token_misuse, no_token_at_all)
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

TEST(ring_token_misuse, tokens_that_are_not_open)
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

TEST(ring_token_misuse, more_than_was_started)
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

TEST(ring_token_misuse, the_token_of_another_ring)
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

TEST(ring_token_misuse, a_second_start_or_a_plain_operation_voids_it)
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

TEST(ring_token_misuse, reset_voids_it)
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

TEST(ring_token_misuse, a_token_from_before_reset_is_not_the_next_one)
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

TEST(ring_token_misuse, the_open_token_of_the_other_side)
{
    static const size_t some[] = {2, 7, 8, 0};
    ring_for_each(some, sizes, both_open);
}
