/*
 * Random sequences of every operation, against a plain list of what must be in the array: contents,
 * order, counts, statistics, and each item that a callback gets.
 */
#include "ptr_array_fixture.h"

enum { MOST_SIZE = 70, MOST = 2 * MOST_SIZE };

/* The reference: items in order, and all that is counted. */
struct reference {
    void *items[4 * MOST];
    size_t count, size;
    struct tern_ptr_array_statistics statistics;
    void *handed[MOST]; /* what callbacks were given, in order */
    size_t handed_count;
};

static uint64_t draw_state;

static size_t draw(size_t limit)
{
    draw_state = draw_state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (size_t)(draw_state >> 33) % limit;
}

static void hand(void *item, void *context)
{
    struct reference *ref = context;
    ref->handed[ref->handed_count++] = item;
}

static void remove_front(struct reference *ref, size_t n)
{
    memmove(ref->items, ref->items + n, (ref->count - n) * sizeof ref->items[0]);
    ref->count -= n;
}

static void do_produce(struct tern_ptr_array *array, struct reference *ref, size_t *number)
{
    void *items[MOST];
    size_t n = draw(ref->size + 3);
    for (size_t i = 0; i < n; i++)
        items[i] = item_of(*number + i);
    size_t done = n == 1 ? tern_ptr_array_produce(array, items[0]) == 0
                         : tern_ptr_array_produce_batched(array, items, n);
    CHECK_LE(done, n);
    if (done < n) {
        CHECK(tern_ptr_array_full(array));
        ref->statistics.refused++;
    }
    memcpy(ref->items + ref->count, items, done * sizeof items[0]);
    ref->count += done;
    CHECK_LE(ref->count, ref->size);
    ref->statistics.produced += done;
    *number += done;
}

static void do_consume(struct tern_ptr_array *array, struct reference *ref)
{
    void *items[MOST];
    size_t n = draw(ref->size + 3), expected = n < ref->count ? n : ref->count;
    if (n == 1) {
        items[0] = tern_ptr_array_consume(array);
        CHECK_EQ(items[0] != NULL, expected == 1);
    } else {
        CHECK_EQ(tern_ptr_array_consume_batched(array, items, n, NULL), expected);
    }
    CHECK_MEM_EQ(items, ref->items, expected * sizeof items[0]);
    remove_front(ref, expected);
    ref->statistics.consumed += expected;
}

static void do_unconsume(struct tern_ptr_array *array, struct reference *ref, size_t *number)
{
    void *items[MOST];
    size_t n = draw(ref->size + 3), room = ref->size - ref->count;
    size_t fits = n < room ? n : room;
    bool callback = draw(2) == 0;
    for (size_t i = 0; i < n; i++)
        items[i] = item_of(*number + i);
    *number += n;
    ref->handed_count = 0;
    CHECK_EQ(tern_ptr_array_unconsume(array, items, n, callback ? hand : NULL, ref), fits);
    /* The last ones stay; the others are handed out in order. */
    CHECK_EQ(ref->handed_count, callback ? n - fits : 0);
    CHECK_MEM_EQ(ref->handed, items, ref->handed_count * sizeof items[0]);
    memmove(ref->items + fits, ref->items, ref->count * sizeof items[0]);
    memcpy(ref->items, items + n - fits, fits * sizeof items[0]);
    ref->count += fits;
    ref->statistics.unconsumed += fits;
}

static void do_resize(struct tern_ptr_array *array, struct reference *ref)
{
    size_t size = 1 + draw(MOST_SIZE), kept = ref->count < size ? ref->count : size;
    bool callback = draw(3) != 0;
    ref->handed_count = 0;
    if (!callback && kept < ref->count) {
        CHECK_EQ(tern_ptr_array_resize(array, size, NULL, NULL), -ENOSPC);
        return;
    }
    CHECK_EQ(tern_ptr_array_resize(array, size, callback ? hand : NULL, ref), 0);
    CHECK_EQ(ref->handed_count, ref->count - kept);
    CHECK_MEM_EQ(ref->handed, ref->items + kept, ref->handed_count * sizeof(void *));
    ref->statistics.dropped += ref->count - kept;
    ref->statistics.resizes++;
    ref->count = kept;
    ref->size = size;
}

static void check(struct tern_ptr_array *array, const struct reference *ref)
{
    struct tern_ptr_array_statistics got;
    CHECK_EQ(tern_ptr_array_count(array), ref->count);
    CHECK_EQ(tern_ptr_array_empty(array), ref->count == 0);
    CHECK_EQ(tern_ptr_array_size(array), ref->size);
    CHECK_EQ(tern_ptr_array_peek(array), ref->count == 0 ? NULL : ref->items[0]);
    if (ref->count == ref->size)
        CHECK(tern_ptr_array_full(array));
    tern_ptr_array_get_statistics(array, &got);
    CHECK_EQ(got.produced, ref->statistics.produced);
    CHECK_EQ(got.consumed, ref->statistics.consumed);
    CHECK_EQ(got.unconsumed, ref->statistics.unconsumed);
    CHECK_EQ(got.dropped, ref->statistics.dropped);
    CHECK_EQ(got.resizes, ref->statistics.resizes);
    CHECK_EQ(got.refused, ref->statistics.refused);
    CHECK_EQ(got.producer_sleeps, UINT64_C(0));
    CHECK_EQ(got.consumer_sleeps, UINT64_C(0));
}

static void sequence(enum tern_ptr_array_flavour producer, enum tern_ptr_array_flavour consumer)
{
    size_t size = 1 + draw(MOST_SIZE), number = 0;
    struct tern_ptr_array_options options = options_of(size, draw(size + 1), producer, consumer);
    struct tern_ptr_array *array = tern_ptr_array_create(&options);
    struct reference ref;
    memset(&ref, 0, sizeof ref);
    ref.size = size;
    CHECK_NE(array, NULL);
    for (unsigned step = 0; step < 400; step++) {
        switch (draw(12)) {
        case 0: do_unconsume(array, &ref, &number); break;
        case 1: do_resize(array, &ref); break;
        case 2:
            tern_ptr_array_flush(array);
            CHECK_EQ(tern_ptr_array_full(array), ref.count == ref.size);
            break;
        case 3:
        case 4:
        case 5:
        case 6: do_consume(array, &ref); break;
        default: do_produce(array, &ref, &number); break;
        }
        check(array, &ref);
    }
    ref.handed_count = 0;
    CHECK_EQ(tern_ptr_array_destroy(array, hand, &ref), ref.count);
    CHECK_MEM_EQ(ref.handed, ref.items, ref.count * sizeof(void *));
}

TEST(ptr_array_random, against_a_list)
{
    draw_state = test_seed();
    for (unsigned i = 0; i < (test_quick() ? 200u : 2000u); i++)
        sequence(i & 1 ? RAW : LOCKED, i & 2 ? RAW : LOCKED);
}
