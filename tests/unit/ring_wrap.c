/* Positions that pass 2^32, 2^63 and 2^64: nothing may notice. */
#include "ring_fixture.h"

static const size_t capacities[] = {1, 2, 3, 7, 8, 0};
static const size_t sizes[] = {1, 8, 12, 0};

static const struct {
    const char *name;
    uint64_t last; /* the position before the wrap */
} wraps[] = {{"32 bits", UINT32_MAX}, {"63 bits", INT64_MAX}, {"64 bits", UINT64_MAX}};

/* Runs body with start positions from which the wrap comes after 1, 2 ... operations. */
static void across(const struct ring_case *c, void (*body)(struct ring_fixture *))
{
    for (size_t w = 0; w < sizeof wraps / sizeof wraps[0]; w++) {
        for (uint64_t before = 0; before <= 2 * c->capacity + 1; before++) {
            struct ring_case here = *c;
            struct ring_fixture f;
            here.start = wraps[w].last - before;
            ring_case_name(&here);
            fixture_open(&f, &here);
            fixture_check_counts(&f);
            body(&f);
            fixture_close(&f);
        }
    }
}

static void single(struct ring_fixture *f)
{
    for (int lap = 0; lap < 3; lap++) {
        CHECK_EQ(f->deq->dequeue(f->ring, f->array), -ENOENT);
        for (size_t i = 0; i < f->c.capacity; i++) {
            fixture_put_one(f, 0);
            fixture_check_counts(f);
        }
        fixture_put_one(f, -ENOBUFS);
        for (size_t i = 0; i < f->c.capacity; i++) {
            fixture_take_one(f);
            fixture_check_counts(f);
        }
    }
}

static void every_single(const struct ring_case *c)
{
    across(c, single);
}

TEST(ring_wrap, single)
{
    ring_for_some(3, capacities, sizes, every_single);
}

static void many(struct ring_fixture *f)
{
    for (size_t n = 1; n <= f->c.capacity + 1; n++) {
        for (unsigned how = 0; how < 4; how++) {
            bool burst = (how & 1) != 0;
            bool ask = (how & 2) != 0;
            fixture_put(f, burst, n, ask);
            fixture_put(f, burst, SIZE_MAX, ask);
            fixture_check_counts(f);
            fixture_put(f, !burst, f->c.capacity, ask);
            fixture_check_counts(f);
            fixture_take(f, burst, n, ask);
            fixture_check_counts(f);
            fixture_take(f, burst, 0, ask);
            fixture_take(f, burst, SIZE_MAX, ask);
            fixture_take(f, !burst, f->c.capacity + 1, ask);
            fixture_check_counts(f);
            fixture_take(f, true, f->c.capacity, ask);
        }
    }
}

static void every_many(const struct ring_case *c)
{
    across(c, many);
}

TEST(ring_wrap, bulk_and_burst)
{
    ring_for_some(3, capacities, sizes, every_many);
}

/* A ring that stays full, and one that holds one element, while the positions wrap. */
static void steady(struct ring_fixture *f)
{
    const size_t held[] = {1, f->c.capacity};
    for (size_t h = 0; h < 2; h++) {
        fixture_put(f, true, held[h] - fixture_count(f), true);
        for (size_t i = 0; i < 3 * f->c.capacity; i++) {
            fixture_take_one(f);
            fixture_put_one(f, 0);
            if (held[h] == f->c.capacity)
                fixture_put_one(f, -ENOBUFS);
            fixture_check_counts(f);
        }
    }
    fixture_take(f, false, f->c.capacity, true);
}

static void every_steady(const struct ring_case *c)
{
    across(c, steady);
}

TEST(ring_wrap, held_full_and_nearly_empty)
{
    ring_for_some(3, capacities, sizes, every_steady);
}

/* After a reset positions start at 0 again, whatever they were. */
static void reset(struct ring_fixture *f)
{
    fixture_put(f, true, (f->c.capacity + 1) / 2, false);
    tern_ring_reset(f->ring);
    f->in = f->out = 0;
    fixture_check_counts(f);
    single(f);
}

static void every_reset(const struct ring_case *c)
{
    across(c, reset);
}

TEST(ring_wrap, reset)
{
    ring_for_some(3, capacities, sizes, every_reset);
}
