/* One item at a time: order, the exact size, and when a full array becomes writable again. */
#include "ptr_array_fixture.h"

static const size_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 33, 100, 0};

static void fifo(struct fixture *f)
{
    for (size_t held = 0; held <= f->size && held < 5; held++) {
        for (size_t i = 0; i < 3 * f->size + 1; i++) {
            while (fixture_count(f) < held && fixture_count(f) + f->batch <= f->size)
                fixture_put(f);
            if (fixture_count(f) + f->batch <= f->size)
                fixture_put(f);
            fixture_take(f);
            fixture_check(f);
        }
        while (fixture_count(f) > 0)
            fixture_take(f);
        fixture_take_none(f);
        fixture_check(f);
    }
}

TEST(ptr_array_single, first_in_first_out)
{
    for_all(sizes, fifo);
}

/* An array that was found empty takes as many items as it has slots, wherever it stands. */
static void exact(struct fixture *f)
{
    for (size_t offset = 0; offset < f->size + 2; offset++) {
        while (fixture_count(f) < f->size) {
            fixture_check(f);
            fixture_put(f);
        }
        fixture_check(f);
        fixture_refused(f);
        fixture_refused(f);
        while (fixture_count(f) > 0)
            fixture_take(f);
        fixture_take_none(f);
        fixture_put(f);
        fixture_take(f);
        fixture_take_none(f);
        fixture_check(f);
    }
}

TEST(ptr_array_single, holds_exactly_its_size)
{
    for_all(sizes, exact);
}

/* The promise: a full array refuses until `batch` items have been consumed, or the last slot of
 * it; then all that was consumed is free. */
static void writable_again(struct fixture *f)
{
    for (size_t start = 0; start < f->size; start++) {
        /* `start` is where the oldest item stands. */
        while (fixture_count(f) < f->size)
            fixture_put(f);
        size_t consumed = 0;
        do {
            fixture_refused(f);
            CHECK(tern_ptr_array_full(f->array));
            fixture_take(f);
            consumed++;
        } while (consumed < f->batch && start + consumed < f->size);
        CHECK(!tern_ptr_array_full(f->array));
        for (size_t i = 0; i < consumed; i++)
            fixture_put(f);
        fixture_refused(f);
        while (fixture_count(f) > 0)
            fixture_take(f);
        fixture_take_none(f);
        /* To the next start. */
        while (f->next_in % f->size != (start + 1) % f->size) {
            fixture_put(f);
            fixture_take(f);
            fixture_take_none(f);
        }
    }
}

TEST(ptr_array_single, writable_again_after_a_batch)
{
    for_all(sizes, writable_again);
}

/* flush gives back at once what was consumed. */
static void flushed(struct fixture *f)
{
    for (size_t lap = 0; lap < 3 * f->size; lap++) {
        while (fixture_count(f) < f->size)
            fixture_put(f);
        fixture_take(f);
        CHECK_LE(tern_ptr_array_flush(f->array), (size_t)1);
        CHECK_EQ(tern_ptr_array_flush(f->array), (size_t)0);
        CHECK(!tern_ptr_array_full(f->array));
        fixture_put(f);
        fixture_refused(f);
        fixture_check(f);
    }
}

TEST(ptr_array_single, flush_frees_at_once)
{
    for_all(sizes, flushed);
}
