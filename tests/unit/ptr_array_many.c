/* Batched operations: counts, order, the slots freed, and the misuse of all operations. */
#include "ptr_array_fixture.h"

static const size_t sizes[] = {1, 2, 3, 5, 8, 16, 31, 32, 33, 70, 0};
enum { MOST = 80 };

static void put_many(struct fixture *f, size_t n, size_t expected)
{
    void *items[MOST];
    for (size_t i = 0; i < n; i++)
        items[i] = item_of(f->next_in + i);
    errno = E2BIG;
    CHECK_EQ(f->in->produce_batched(f->array, items, n), expected);
    CHECK_EQ(errno, E2BIG);
    f->next_in += expected;
}

static size_t take_many(struct fixture *f, size_t n, size_t expected)
{
    void *items[MOST + 1];
    size_t freed = SIZE_MAX;
    for (size_t i = 0; i <= MOST; i++)
        items[i] = f;
    errno = E2BIG;
    CHECK_EQ(f->out->consume_batched(f->array, items, n, &freed), expected);
    CHECK_EQ(errno, E2BIG);
    for (size_t i = 0; i < expected; i++)
        CHECK_EQ(items[i], item_of(f->next_out + i));
    CHECK_EQ(items[expected], f);
    f->next_out += expected;
    return freed;
}

/* All numbers of items, also more than there is room for, or than there are. */
static void counts(struct fixture *f)
{
    for (size_t n = 0; n <= f->size + 2; n++) {
        for (size_t m = 0; m <= f->size + 2; m++) {
            size_t fits = n < f->size ? n : f->size;
            put_many(f, n, fits);
            CHECK_EQ(tern_ptr_array_count(f->array), fits);
            fixture_check(f);
            take_many(f, m, m < fits ? m : fits);
            fixture_check(f);
            take_many(f, MOST, fixture_count(f));
            CHECK_EQ(tern_ptr_array_count(f->array), (size_t)0);
        }
    }
}

TEST(ptr_array_many, every_number_of_items)
{
    for_all(sizes, counts);
}

/* What the calls say to have freed is what the producer can write, at any moment. */
static void freed(struct fixture *f)
{
    size_t free_slots = f->size, step = 1;
    for (unsigned i = 0; i < 300; i++) {
        size_t n = step % (f->size + 1), m = step / 3 % (f->size + 1);
        size_t put = n < free_slots ? n : free_slots;
        put_many(f, n, put);
        free_slots -= put;
        size_t there = fixture_count(f);
        free_slots += take_many(f, m, m < there ? m : there);
        CHECK_LE(free_slots + fixture_count(f), f->size);
        CHECK_LT(f->size - free_slots - fixture_count(f), f->batch);
        CHECK_EQ(tern_ptr_array_full(f->array), free_slots == 0);
        step = step * 7 + 3;
    }
}

TEST(ptr_array_many, says_how_many_slots_were_freed)
{
    for_all(sizes, freed);
}

/* The last call may have found nothing more: then all slots are free. */
static void more_than_there_are(struct fixture *f)
{
    for (size_t offset = 0; offset < f->size; offset++) {
        put_many(f, f->size + 1, f->size);
        take_many(f, f->size / 2, f->size / 2);
        size_t left = fixture_count(f);
        take_many(f, left + 1, left);
        put_many(f, f->size, f->size);
        take_many(f, f->size + 1, f->size);
        put_many(f, 1, 1);
        take_many(f, 2, 1);
    }
}

TEST(ptr_array_many, asks_for_more_than_there_are)
{
    for_all(sizes, more_than_there_are);
}

static void misuse(struct fixture *f)
{
    void *items[3] = {item_of(0), NULL, item_of(2)};
    size_t free_now;

    CHECK_EQ(f->in->produce(f->array, NULL), -EINVAL);
    errno = 0;
    CHECK_EQ(f->in->produce_batched(f->array, items, 3), (size_t)0);
    CHECK_EQ(errno, EINVAL);
    items[1] = item_of(1), items[2] = NULL;
    errno = 0;
    CHECK_EQ(f->in->produce_batched(f->array, items, 3), (size_t)0);
    CHECK_EQ(errno, EINVAL);
    errno = 0;
    CHECK_EQ(f->in->produce_batched(f->array, NULL, 3), (size_t)0);
    CHECK_EQ(errno, EINVAL);
    CHECK(tern_ptr_array_empty(f->array));
    errno = 0;
    free_now = 77;
    CHECK_EQ(f->out->consume_batched(f->array, NULL, 3, &free_now), (size_t)0);
    CHECK_EQ(errno, EINVAL);
    CHECK_EQ(free_now, (size_t)0);

    /* Nothing is nothing, and no misuse. */
    errno = E2BIG;
    CHECK_EQ(f->in->produce_batched(f->array, NULL, 0), (size_t)0);
    free_now = 77;
    CHECK_EQ(f->out->consume_batched(f->array, NULL, 0, &free_now), (size_t)0);
    CHECK_EQ(free_now, (size_t)0);
    CHECK_EQ(f->out->consume_batched(f->array, NULL, 0, NULL), (size_t)0);
    CHECK_EQ(errno, E2BIG);
    CHECK(tern_ptr_array_empty(f->array));
    CHECK_EQ(tern_ptr_array_count(f->array), (size_t)0);
}

TEST(ptr_array_many, misuse)
{
    for_all(sizes, misuse);
}

/* The entry points of the other flavour do nothing and say so. */
TEST(ptr_array_many, wrong_flavour)
{
    void *items[2] = {item_of(5), item_of(6)};
    struct tern_ptr_array_options options = options_of(4, 0, LOCKED, LOCKED);
    struct tern_ptr_array *locked = tern_ptr_array_create(&options);
    options.producer = options.consumer = RAW;
    struct tern_ptr_array *raw = tern_ptr_array_create(&options);
    CHECK_EQ(tern_ptr_array_produce(raw, items[0]), 0);
    CHECK_EQ(tern_ptr_array_produce(locked, items[0]), 0);
    for (int closed = 0; closed < 2; closed++) {
        CHECK_EQ(tern_ptr_array_raw_produce(locked, items[0]), -EINVAL);
        CHECK_EQ(tern_ptr_array_locked_produce(raw, items[0]), -EINVAL);
#define EXPECT_EINVAL(call, value) \
    do {                           \
        errno = 0;                 \
        CHECK_EQ(call, value);     \
        CHECK_EQ(errno, EINVAL);   \
    } while (0)
        EXPECT_EINVAL(tern_ptr_array_raw_produce_batched(locked, items, 2), (size_t)0);
        EXPECT_EINVAL(tern_ptr_array_locked_produce_batched(raw, items, 2), (size_t)0);
        EXPECT_EINVAL(tern_ptr_array_raw_consume(locked), NULL);
        EXPECT_EINVAL(tern_ptr_array_locked_consume(raw), NULL);
        EXPECT_EINVAL(tern_ptr_array_raw_consume_batched(locked, items, 2, NULL), (size_t)0);
        EXPECT_EINVAL(tern_ptr_array_locked_consume_batched(raw, items, 2, NULL), (size_t)0);
        CHECK_EQ(items[0], item_of(5));
        CHECK_EQ(tern_ptr_array_count(raw), (size_t)1);
        CHECK_EQ(tern_ptr_array_count(locked), (size_t)1);
        tern_ptr_array_close(raw);
        tern_ptr_array_close(locked);
    }
    tern_ptr_array_destroy(raw, NULL, NULL);
    tern_ptr_array_destroy(locked, NULL, NULL);
}

static int return_item(void *item, void *context)
{
    *(void **)context = item;
    return 42;
}

static void peeks(struct fixture *f)
{
    void *seen = f;
    int result = 7;
    CHECK_EQ(tern_ptr_array_peek(f->array), NULL);
    CHECK_EQ(tern_ptr_array_peek_call(f->array, return_item, &seen, &result), -ENOENT);
    CHECK_EQ(seen, f);
    CHECK_EQ(result, 7);
    CHECK_EQ(tern_ptr_array_peek_call(f->array, NULL, &seen, &result), -EINVAL);
    for (size_t i = 0; i < 2 * f->size; i++) {
        put_many(f, 1, 1);
        for (int again = 0; again < 2; again++) {
            CHECK_EQ(tern_ptr_array_peek(f->array), item_of(f->next_out));
            CHECK_EQ(tern_ptr_array_peek_call(f->array, return_item, &seen, &result), 0);
            CHECK_EQ(seen, item_of(f->next_out));
            CHECK_EQ(result, 42);
            CHECK_EQ(tern_ptr_array_peek_call(f->array, return_item, &seen, NULL), 0);
        }
        CHECK_EQ(tern_ptr_array_count(f->array), (size_t)1);
        take_many(f, 2, 1);
    }
}

TEST(ptr_array_many, peek_leaves_the_item)
{
    for_all(sizes, peeks);
}

struct seen {
    size_t count;
    void *items[MOST];
};

static void note(void *item, void *context)
{
    struct seen *seen = context;
    seen->items[seen->count++] = item;
}

static void drains(struct fixture *f)
{
    struct seen seen = {0, {NULL}};
    put_many(f, f->size, f->size);
    CHECK_EQ(tern_ptr_array_drain(f->array, note, &seen), f->size);
    CHECK_EQ(seen.count, f->size);
    for (size_t i = 0; i < f->size; i++)
        CHECK_EQ(seen.items[i], item_of(i));
    CHECK(tern_ptr_array_empty(f->array));
    CHECK_EQ(tern_ptr_array_drain(f->array, note, &seen), (size_t)0);
    f->next_out = f->next_in;
    put_many(f, f->size, f->size);
    CHECK_EQ(tern_ptr_array_drain(f->array, NULL, NULL), f->size);
    f->next_out = f->next_in;
}

TEST(ptr_array_many, drain)
{
    for_all(sizes, drains);
}
