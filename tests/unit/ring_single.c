/* One element at a time: order, exact capacity, and what a refused operation leaves alone. */
#include "ring_fixture.h"

static const size_t all_sizes[] = {1, 2, 3, 4, 5, 7, 8, 12, 16, 24, 100, 1000, 0};
static const size_t some_sizes[] = {1, 4, 8, 24, 0};
static const size_t all_capacities[] = {1, 2, 3, 7, 8, 1000, 1023, 1024, 0};
static const size_t small_capacities[] = {1, 2, 3, 5, 7, 8, 0};

static void fifo(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    /* Three times through the slots, with one, two ... elements in between. */
    for (size_t held = 0; held < 3; held++) {
        if (held < c->capacity)
            fixture_put_one(&f, 0);
        for (size_t i = 0; i < c->capacity + 1; i++) {
            if (fixture_count(&f) == c->capacity)
                fixture_take_one(&f);
            fixture_put_one(&f, 0);
            fixture_take_one(&f);
        }
    }
    while (fixture_count(&f) > 0)
        fixture_take_one(&f);
    fixture_check_counts(&f);
    fixture_close(&f);
}

TEST(ring_single, first_in_first_out)
{
    ring_for_some(6, all_capacities, all_sizes, fifo);
}

static void exact_capacity(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    for (int lap = 0; lap < 2; lap++) {
        for (size_t i = 0; i < c->capacity; i++) {
            fixture_put_one(&f, 0);
            CHECK_EQ(tern_ring_count(f.ring), i + 1);
        }
        fixture_put_one(&f, -ENOBUFS);
        fixture_check_counts(&f);
        /* One out, one in, and full again. */
        fixture_take_one(&f);
        fixture_put_one(&f, 0);
        fixture_put_one(&f, -ENOBUFS);
        while (fixture_count(&f) > 0)
            fixture_take_one(&f);
        fixture_check_counts(&f);
    }
    fixture_close(&f);
}

TEST(ring_single, holds_exactly_its_capacity)
{
    ring_for_some(6, all_capacities, all_sizes, exact_capacity);
}

/* Every number of elements at every offset in the slots, each from full and from empty. */
static void every_offset(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    for (size_t offset = 0; offset < 17; offset++) {
        for (size_t n = 0; n <= c->capacity; n++) {
            for (size_t i = 0; i < n; i++)
                fixture_put_one(&f, 0);
            fixture_check_counts(&f);
            if (n == c->capacity)
                fixture_put_one(&f, -ENOBUFS);
            for (size_t i = 0; i < n; i++)
                fixture_take_one(&f);
            fixture_check_counts(&f);
        }
        fixture_put_one(&f, 0);
        fixture_take_one(&f);
    }
    fixture_close(&f);
}

TEST(ring_single, at_every_offset)
{
    ring_for_some(4, small_capacities, some_sizes, every_offset);
}

static void refused(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);

    /* Empty: the target is left alone, and errno too. */
    memset(f.array, RING_GUARD_BYTE, f.array_bytes);
    for (int i = 0; i < 3; i++) {
        errno = E2BIG;
        CHECK_EQ(f.deq->dequeue(f.ring, f.array), -ENOENT);
        CHECK_EQ(errno, E2BIG);
        CHECK(bytes_are(f.array, f.array_bytes, RING_GUARD_BYTE));
    }
    fixture_check_counts(&f);

    /* Full: the elements stay as they are, and so does errno. */
    while (fixture_count(&f) < c->capacity)
        fixture_put_one(&f, 0);
    for (int i = 0; i < 3; i++) {
        memset(f.array, 0xEE, f.array_bytes);
        errno = E2BIG;
        CHECK_EQ(f.enq->enqueue(f.ring, f.array), -ENOBUFS);
        CHECK_EQ(errno, E2BIG);
    }
    fixture_check_counts(&f);
    while (fixture_count(&f) > 0)
        fixture_take_one(&f);
    fixture_close(&f);
}

TEST(ring_single, a_refused_operation_changes_nothing)
{
    ring_for_some(4, all_capacities, some_sizes, refused);
}

/* The remembered limits: each side keeps seeing what the other one did since. */
static void behind_each_other(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    for (size_t step = 1; step <= c->capacity; step++) {
        for (int again = 0; again < 3; again++) {
            while (fixture_count(&f) < c->capacity)
                fixture_put_one(&f, 0);
            fixture_put_one(&f, -ENOBUFS);
            for (size_t i = 0; i < step; i++)
                fixture_take_one(&f);
            for (size_t i = 0; i < step; i++)
                fixture_put_one(&f, 0);
            fixture_put_one(&f, -ENOBUFS);
            fixture_check_counts(&f);
        }
        while (fixture_count(&f) > 0)
            fixture_take_one(&f);
        CHECK_EQ(f.deq->dequeue(f.ring, f.array), -ENOENT);
    }
    fixture_close(&f);
}

TEST(ring_single, each_side_sees_what_the_other_did)
{
    ring_for_some(4, small_capacities, some_sizes, behind_each_other);
}
