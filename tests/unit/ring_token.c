/*
 * Tokens: claims that stay open between start and finish, for peek and zero-copy, on ST and HTS
 * sides against every mode of the other side.
 */
#include "ring_token.h"

#include <pthread.h>

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
