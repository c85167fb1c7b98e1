/* Bulk and burst: how many, which ones, how much is left, at every offset and for any n. */
#include "ring_fixture.h"

static const size_t all_sizes[] = {1, 2, 3, 4, 5, 7, 8, 12, 16, 24, 100, 1000, 0};
static const size_t some_sizes[] = {1, 4, 8, 16, 24, 0};
static const size_t small_capacities[] = {1, 2, 3, 5, 7, 8, 0};
static const size_t large_capacities[] = {1000, 1024, 0};

/* Brings the ring to `count` elements. */
static void bring_to(struct ring_fixture *f, size_t count)
{
    if (fixture_count(f) < count)
        fixture_put(f, false, count - fixture_count(f), false);
    else
        fixture_take(f, false, fixture_count(f) - count, false);
    CHECK_EQ(fixture_count(f), count);
}

/* Any n at any filling: n and both kinds on both sides, asking for what is left or not. */
static void amounts_at(struct ring_fixture *f, size_t count)
{
    const size_t capacity = f->c.capacity;
    const size_t ns[] = {0,
                         1,
                         2,
                         count,
                         count + 1,
                         capacity - count,
                         capacity - count + 1,
                         capacity,
                         capacity + 1,
                         (size_t)UINT32_MAX + 1,
                         SIZE_MAX / 2,
                         SIZE_MAX / 2 + 1,
                         SIZE_MAX - capacity,
                         SIZE_MAX - 1,
                         SIZE_MAX};
    for (size_t i = 0; i < sizeof ns / sizeof ns[0]; i++) {
        for (unsigned how = 0; how < 4; how++) {
            bool burst = (how & 1) != 0;
            bool ask = (how & 2) != 0;
            bring_to(f, count);
            fixture_put(f, burst, ns[i], ask);
            fixture_check_counts(f);
            bring_to(f, count);
            fixture_take(f, burst, ns[i], ask);
            fixture_check_counts(f);
        }
    }
}

static void amounts_at_any_count(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    for (size_t count = 0; count <= c->capacity; count++)
        amounts_at(&f, count);
    fixture_close(&f);
}

static void amounts_at_some_counts(const struct ring_case *c)
{
    const size_t counts[] = {0, 1, c->capacity / 2, c->capacity - 1, c->capacity};
    struct ring_fixture f;
    fixture_open(&f, c);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        amounts_at(&f, counts[i]);
    fixture_close(&f);
}

TEST(ring_many, any_amount_at_any_count)
{
    ring_for_some(7, small_capacities, some_sizes, amounts_at_any_count);
}

TEST(ring_many, any_amount_in_large_rings)
{
    static const size_t sizes[] = {1, 8, 0};
    ring_for_some(4, large_capacities, sizes, amounts_at_some_counts);
}

/* Every n at every offset: each copy that is split at the end of the slots. */
static void every_offset(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    for (size_t offset = 0; offset < 17; offset++) {
        for (size_t n = 1; n <= c->capacity; n++) {
            for (unsigned how = 0; how < 4; how++) {
                /* Ends where it began, modulo the slots, so the offset below is the real one. */
                CHECK_EQ(fixture_put(&f, (how & 1) != 0, n, false), n);
                CHECK_EQ(fixture_take(&f, (how & 2) != 0, n, false), n);
                while (f.in % 16 != offset % 16) {
                    fixture_put_one(&f, 0);
                    fixture_take_one(&f);
                }
            }
        }
        fixture_put_one(&f, 0);
        fixture_take_one(&f);
    }
    fixture_close(&f);
}

TEST(ring_many, split_copies_at_every_offset)
{
    ring_for_some(11, small_capacities, all_sizes, every_offset);
}

/* Every length of a copy, short ones by fixed steps and long ones by the C library. */
static void every_length(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    for (size_t n = 1; n <= c->capacity; n++) {
        fixture_put(&f, false, n, false);
        fixture_take(&f, true, n, false);
    }
    fixture_check_counts(&f);
    fixture_close(&f);
}

TEST(ring_many, copies_of_every_length)
{
    static const size_t capacities[] = {150, 0};
    ring_for_some(6, capacities, all_sizes, every_length);
}

/* n == 0 is no operation, and still says what is left. */
static void nothing(const struct ring_case *c)
{
    struct ring_fixture f;
    const size_t counts[] = {0, 1, c->capacity / 2, c->capacity};
    fixture_open(&f, c);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        bring_to(&f, counts[i]);
        errno = E2BIG;
        for (unsigned how = 0; how < 4; how++) {
            CHECK_EQ(fixture_put(&f, (how & 1) != 0, 0, (how & 2) != 0), (size_t)0);
            CHECK_EQ(fixture_take(&f, (how & 1) != 0, 0, (how & 2) != 0), (size_t)0);
            fixture_check_counts(&f);
        }
        CHECK_EQ(errno, E2BIG);
    }
    bring_to(&f, 0);
    fixture_close(&f);
}

TEST(ring_many, zero_elements)
{
    ring_for_some(5, small_capacities, some_sizes, nothing);
}

/* Full and empty are no errors: errno stays. */
static void errno_stays(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    errno = E2BIG;
    fixture_take(&f, false, 1, true);
    fixture_take(&f, true, 1, true);
    fixture_put(&f, false, c->capacity + 1, true);
    fixture_put(&f, true, c->capacity + 1, true);
    fixture_put(&f, false, 1, true);
    fixture_put(&f, true, 1, true);
    CHECK_EQ(errno, E2BIG);
    fixture_take(&f, false, c->capacity + 1, true);
    fixture_take(&f, true, c->capacity + 1, true);
    CHECK_EQ(errno, E2BIG);
    fixture_close(&f);
}

TEST(ring_many, full_and_empty_leave_errno_alone)
{
    ring_for_some(5, small_capacities, some_sizes, errno_stays);
}

/* What is left is of now, however old the remembered limit is. */
static void left_is_of_now(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    for (size_t n = 1; n <= c->capacity; n++) {
        bring_to(&f, c->capacity);
        fixture_take(&f, false, n, true); /* the producers have not looked since */
        fixture_put(&f, false, 1, true);
        bring_to(&f, 0);
        fixture_put(&f, false, n, true); /* the consumers have not looked since */
        fixture_take(&f, true, 1, true);
        bring_to(&f, 0);
    }
    fixture_close(&f);
}

TEST(ring_many, what_is_left_is_of_now)
{
    ring_for_some(5, small_capacities, some_sizes, left_is_of_now);
    ring_for_some(4, large_capacities + 1, (const size_t[]){8, 0}, left_is_of_now);
}
