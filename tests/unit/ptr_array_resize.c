/*
 * resize, resize_multiple, unconsume: what stays, what goes, what a lack of memory does, and how
 * much memory many resizes take. The random test has the rest.
 */
#include "ptr_array_fixture.h"

/* Memory that runs out after so many allocations, and its accounts. */
struct heap {
    size_t left, blocks, bytes, most_bytes;
    size_t shift; /* bytes that it is off the alignment */
};

static void *heap_allocate(void *context, size_t alignment, size_t bytes)
{
    struct heap *heap = context;
    if (heap->left == 0)
        return NULL;
    heap->left--;
    heap->blocks++;
    heap->bytes += bytes;
    if (heap->bytes > heap->most_bytes)
        heap->most_bytes = heap->bytes;
    unsigned char *memory = aligned_alloc(alignment, bytes + 2 * alignment);
    memcpy(memory, &bytes, sizeof bytes);
    return memory + alignment + heap->shift;
}

static void heap_release(void *context, void *memory)
{
    struct heap *heap = context;
    size_t bytes;
    unsigned char *base = (unsigned char *)memory - TERN_PTR_ARRAY_ALIGN - heap->shift;
    memcpy(&bytes, base, sizeof bytes);
    heap->blocks--;
    heap->bytes -= bytes;
    free(base);
}

static struct tern_ptr_array *create(struct heap *heap, size_t size, size_t batch)
{
    struct tern_ptr_array_options options = options_of(size, batch, LOCKED, LOCKED);
    options.allocate = heap_allocate;
    options.release = heap_release;
    options.context = heap;
    struct tern_ptr_array *array = tern_ptr_array_create(&options);
    CHECK_NE(array, NULL);
    return array;
}

struct seen {
    size_t count;
    void *items[300];
    struct tern_ptr_array *array; /* not NULL: the callback uses it */
};

static void note(void *item, void *context)
{
    struct seen *seen = context;
    seen->items[seen->count++] = item;
    if (seen->array != NULL) {
        /* No lock is held: any operation may be called. */
        void *oldest = tern_ptr_array_consume(seen->array);
        CHECK_NE(oldest, NULL);
        CHECK_EQ(tern_ptr_array_produce(seen->array, oldest), 0);
    }
}

/* Every size to every size, with every number of items, wherever they stand. */
TEST(ptr_array_resize, the_oldest_stay)
{
    enum { UP_TO = 9 };
    for (size_t from = 1; from <= UP_TO; from++) {
        for (size_t to = 1; to <= UP_TO; to++) {
            for (size_t n = 0; n <= from; n++) {
                for (size_t offset = 0; offset < from; offset++) {
                    struct heap heap = {10, 0, 0, 0, 0};
                    struct seen seen = {0, {NULL}, NULL};
                    struct tern_ptr_array *array = create(&heap, from, 1);
                    size_t kept = n < to ? n : to;
                    for (size_t i = 0; i < offset; i++) {
                        tern_ptr_array_produce(array, item_of(99));
                        tern_ptr_array_consume(array);
                    }
                    for (size_t i = 0; i < n; i++)
                        CHECK_EQ(tern_ptr_array_produce(array, item_of(i)), 0);
                    CHECK_EQ(tern_ptr_array_resize(array, to, note, &seen), 0);
                    CHECK_EQ(tern_ptr_array_size(array), to);
                    CHECK_EQ(tern_ptr_array_count(array), kept);
                    CHECK_EQ(seen.count, n - kept);
                    for (size_t i = kept; i < n; i++)
                        CHECK_EQ(seen.items[i - kept], item_of(i));
                    for (size_t i = kept; i < to; i++)
                        CHECK_EQ(tern_ptr_array_produce(array, item_of(i)), 0);
                    CHECK_EQ(tern_ptr_array_produce(array, item_of(to)), -ENOBUFS);
                    for (size_t i = 0; i < to; i++)
                        CHECK_EQ(tern_ptr_array_consume(array), item_of(i));
                    CHECK_EQ(tern_ptr_array_consume(array), NULL);
                    tern_ptr_array_destroy(array, NULL, NULL);
                    CHECK_EQ(heap.blocks, (size_t)0);
                }
            }
        }
    }
}

TEST(ptr_array_resize, the_callback_may_use_the_array)
{
    struct heap heap = {10, 0, 0, 0, 0};
    struct tern_ptr_array *array = create(&heap, 10, 1);
    struct seen seen = {0, {NULL}, array};
    for (size_t i = 0; i < 10; i++)
        tern_ptr_array_produce(array, item_of(i));
    CHECK_EQ(tern_ptr_array_resize(array, 4, note, &seen), 0);
    CHECK_EQ(seen.count, (size_t)6);
    void *items[5] = {item_of(20), item_of(21), item_of(22), item_of(23), item_of(24)};
    CHECK_EQ(tern_ptr_array_unconsume(array, items, 5, note, &seen), (size_t)0);
    CHECK_EQ(seen.count, (size_t)11);
    CHECK_EQ(tern_ptr_array_destroy(array, NULL, NULL), (size_t)4);
}

TEST(ptr_array_resize, wrong_sizes)
{
    struct heap heap = {10, 0, 0, 0, 0};
    struct tern_ptr_array *array = create(&heap, 4, 0), *arrays[2] = {array, NULL};
    struct seen seen = {0, {NULL}, NULL};
    CHECK_EQ(tern_ptr_array_resize(array, 0, note, &seen), -EINVAL);
    CHECK_EQ(tern_ptr_array_resize(array, TERN_PTR_ARRAY_SIZE_MAX + 1, note, &seen), -EOVERFLOW);
    CHECK_EQ(tern_ptr_array_resize(array, SIZE_MAX, note, &seen), -EOVERFLOW);
    CHECK_EQ(tern_ptr_array_resize(array, SIZE_MAX / sizeof(void *) + 2, note, &seen), -EOVERFLOW);
    CHECK_EQ(tern_ptr_array_resize_multiple(arrays, 1, 0, note, &seen), -EINVAL);
    CHECK_EQ(tern_ptr_array_resize_multiple(arrays, 1, SIZE_MAX, note, &seen), -EOVERFLOW);
    CHECK_EQ(tern_ptr_array_resize_multiple(NULL, 1, 8, note, &seen), -EINVAL);
    CHECK_EQ(tern_ptr_array_resize_multiple(arrays, 1, 8, NULL, NULL), -EINVAL);
    CHECK_EQ(tern_ptr_array_resize_multiple(arrays, 2, 8, note, &seen), -EINVAL);
    CHECK_EQ(tern_ptr_array_resize_multiple(NULL, 0, 8, NULL, NULL), 0);
    CHECK_EQ(tern_ptr_array_size(array), (size_t)4);
    CHECK_EQ(heap.blocks, (size_t)1);
    tern_ptr_array_destroy(array, NULL, NULL);
}

TEST(ptr_array_resize, without_memory_nothing_changes)
{
    struct heap heap = {1, 0, 0, 0, 0};
    struct seen seen = {0, {NULL}, NULL};
    struct tern_ptr_array *array = create(&heap, 4, 0);
    for (size_t i = 0; i < 4; i++)
        tern_ptr_array_produce(array, item_of(i));
    size_t bytes = heap.bytes;
    for (size_t size = 1; size < 10; size++)
        CHECK_EQ(tern_ptr_array_resize(array, size, note, &seen), -ENOMEM);
    CHECK_EQ(tern_ptr_array_resize(array, TERN_PTR_ARRAY_SIZE_MAX, note, &seen), -ENOMEM);
    CHECK_EQ(seen.count, (size_t)0);
    CHECK_EQ(tern_ptr_array_size(array), (size_t)4);
    CHECK_EQ(tern_ptr_array_count(array), (size_t)4);
    CHECK_EQ(heap.bytes, bytes);
    for (size_t i = 0; i < 4; i++)
        CHECK_EQ(tern_ptr_array_consume(array), item_of(i));
    tern_ptr_array_destroy(array, NULL, NULL);
    CHECK_EQ(heap.blocks, (size_t)0);
}

/* Memory off the alignment is given back, and nothing else has changed. */
TEST(ptr_array_resize, misaligned_memory)
{
    struct heap heap = {3, 0, 0, 0, 0};
    struct seen seen = {0, {NULL}, NULL};
    struct tern_ptr_array *array = create(&heap, 4, 0), *arrays[] = {array, array};
    for (size_t i = 0; i < 4; i++)
        CHECK_EQ(tern_ptr_array_produce(array, item_of(i)), 0);
    for (heap.shift = sizeof(void *); heap.shift < TERN_PTR_ARRAY_ALIGN; heap.shift *= 2) {
        heap.left = 2;
        CHECK_EQ(tern_ptr_array_resize(array, 2, note, &seen), -EINVAL);
        CHECK_EQ(tern_ptr_array_resize_multiple(arrays, 2, 2, note, &seen), -EINVAL);
        CHECK_EQ(heap.left, (size_t)0);
        CHECK_EQ(heap.blocks, (size_t)1);
    }
    heap.shift = 0;
    CHECK_EQ(seen.count, (size_t)0);
    CHECK_EQ(tern_ptr_array_size(array), (size_t)4);
    CHECK_EQ(tern_ptr_array_destroy(array, NULL, NULL), (size_t)4);
    CHECK_EQ(heap.blocks, (size_t)0);
}

/* Of several arrays the memory runs out at each in turn: none has changed, and nothing is kept. */
TEST(ptr_array_resize, multiple_all_or_none)
{
    enum { ARRAYS = 4 };
    for (size_t fail_at = 0; fail_at <= ARRAYS; fail_at++) {
        struct heap heap = {ARRAYS, 0, 0, 0, 0};
        struct seen seen = {0, {NULL}, NULL};
        struct tern_ptr_array *arrays[ARRAYS];
        for (size_t a = 0; a < ARRAYS; a++) {
            arrays[a] = create(&heap, 8, 0);
            for (size_t i = 0; i <= a; i++)
                CHECK_EQ(tern_ptr_array_produce(arrays[a], item_of(10 * a + i)), 0);
        }
        size_t bytes = heap.bytes;
        heap.left = fail_at;
        CHECK_EQ(tern_ptr_array_resize_multiple(arrays, ARRAYS, 2, note, &seen),
                 fail_at < ARRAYS ? -ENOMEM : 0);
        if (fail_at < ARRAYS) {
            CHECK_EQ(heap.bytes, bytes);
            CHECK_EQ(seen.count, (size_t)0);
        } else {
            const size_t dropped[] = {22, 32, 33};
            CHECK_EQ(seen.count, sizeof dropped / sizeof dropped[0]);
            for (size_t i = 0; i < seen.count; i++)
                CHECK_EQ(seen.items[i], item_of(dropped[i]));
        }
        for (size_t a = 0; a < ARRAYS; a++) {
            size_t count = fail_at == ARRAYS && a > 1 ? 2 : a + 1;
            CHECK_EQ(tern_ptr_array_size(arrays[a]), (size_t)(fail_at < ARRAYS ? 8 : 2));
            CHECK_EQ(tern_ptr_array_count(arrays[a]), count);
            for (size_t i = 0; i < count; i++)
                CHECK_EQ(tern_ptr_array_consume(arrays[a]), item_of(10 * a + i));
            tern_ptr_array_destroy(arrays[a], NULL, NULL);
        }
        CHECK_EQ(heap.blocks, (size_t)0);
    }
}

/* The same array twice is two resizes. */
TEST(ptr_array_resize, multiple_of_the_same)
{
    struct heap heap = {10, 0, 0, 0, 0};
    struct seen seen = {0, {NULL}, NULL};
    struct tern_ptr_array *array = create(&heap, 3, 0), *arrays[] = {array, array};
    tern_ptr_array_produce(array, item_of(1));
    CHECK_EQ(tern_ptr_array_resize_multiple(arrays, 2, 5, note, &seen), 0);
    CHECK_EQ(tern_ptr_array_size(array), (size_t)5);
    CHECK_EQ(tern_ptr_array_consume(array), item_of(1));
    tern_ptr_array_destroy(array, NULL, NULL);
    CHECK_EQ(heap.blocks, (size_t)0);
}

/* The memory of any number of resizes is less than four times that of the largest of them, rounded
 * up, and a line for each block; and repeating them takes no more. */
TEST(ptr_array_resize, memory_is_bounded)
{
    struct heap heap = {SIZE_MAX, 0, 0, 0, 0};
    struct tern_ptr_array *array = create(&heap, 1, 1);
    size_t before = heap.bytes, most = 0, random = 1, settled = 0;
    for (unsigned i = 0; i < 20000; i++) {
        random = random * 1103515245 + 12345;
        size_t size = 1 + (random >> 8) % ((size_t)1 << (random >> 4) % 11);
        if (size > most)
            most = size;
        CHECK_EQ(tern_ptr_array_resize(array, size, NULL, NULL), 0);
        size_t rounded = 1;
        while (rounded < most)
            rounded *= 2;
        CHECK_LT(heap.bytes - before, 4 * rounded * sizeof(void *) + 2 * 12 * 3 * TERN_CACHE_LINE);
        if (i == 10000)
            settled = heap.bytes;
    }
    CHECK_EQ(heap.bytes, settled);
    tern_ptr_array_destroy(array, NULL, NULL);
    CHECK_EQ(heap.blocks, (size_t)0);
}

/* Between two sizes nothing is allocated any more. */
TEST(ptr_array_resize, to_and_fro)
{
    struct heap heap = {2, 0, 0, 0, 0};
    struct tern_ptr_array *array = create(&heap, 1000, 0);
    for (unsigned i = 0; i < 100; i++)
        CHECK_EQ(tern_ptr_array_resize(array, i % 2 == 0 ? 500 : 1000, NULL, NULL), 0);
    CHECK_EQ(heap.left, (size_t)0);
    tern_ptr_array_destroy(array, NULL, NULL);
}

/* The batch follows the size: an explicit one as far as it fits, the default by its rule. */
TEST(ptr_array_resize, the_batch_follows)
{
    const size_t wanted[] = {0, 1, 5, 8};
    for (size_t w = 0; w < 4; w++) {
        struct heap heap = {10, 0, 0, 0, 0};
        struct tern_ptr_array *array = create(&heap, 8, wanted[w]);
        const size_t sizes[] = {3, 64, 8};
        for (size_t s = 0; s < 3; s++) {
            size_t size = sizes[s], batch = wanted[w] < size ? wanted[w] : size, taken = 0;
            if (wanted[w] == 0)
                batch = size == 64 ? TERN_PTR_ARRAY_BATCH : 1;
            CHECK_EQ(tern_ptr_array_resize(array, size, NULL, NULL), 0);
            while (tern_ptr_array_produce(array, item_of(0)) == 0) {
            }
            while (tern_ptr_array_full(array)) {
                CHECK_NE(tern_ptr_array_consume(array), NULL);
                taken++;
            }
            CHECK_EQ(taken, batch);
            tern_ptr_array_drain(array, NULL, NULL);
        }
        tern_ptr_array_destroy(array, NULL, NULL);
    }
}

TEST(ptr_array_resize, unconsume_misuse)
{
    struct heap heap = {10, 0, 0, 0, 0};
    struct seen seen = {0, {NULL}, NULL};
    struct tern_ptr_array *array = create(&heap, 4, 0);
    void *items[3] = {item_of(0), item_of(1), NULL};
    errno = 0;
    CHECK_EQ(tern_ptr_array_unconsume(array, items, 3, note, &seen), (size_t)0);
    CHECK_EQ(errno, EINVAL);
    errno = 0;
    CHECK_EQ(tern_ptr_array_unconsume(array, NULL, 3, note, &seen), (size_t)0);
    CHECK_EQ(errno, EINVAL);
    errno = E2BIG;
    CHECK_EQ(tern_ptr_array_unconsume(array, NULL, 0, note, &seen), (size_t)0);
    CHECK_EQ(errno, E2BIG);
    CHECK_EQ(seen.count, (size_t)0);
    CHECK(tern_ptr_array_empty(array));
    tern_ptr_array_destroy(array, NULL, NULL);
}

/* What was consumed comes back as it was; more than fit: the last of them stay. */
static void unconsumed(struct fixture *f)
{
    void *items[80];
    struct seen seen = {0, {NULL}, NULL};
    for (size_t start = 0; start < f->size; start++) {
        for (size_t n = 0; n <= f->size; n++) {
            while (fixture_count(f) < f->size)
                fixture_put(f);
            CHECK_EQ(f->out->consume_batched(f->array, items, n, NULL), n);
            CHECK_EQ(tern_ptr_array_unconsume(f->array, items, n, note, &seen), n);
            CHECK_EQ(seen.count, (size_t)0);
            CHECK_EQ(tern_ptr_array_count(f->array), f->size);
            fixture_check(f);
            fixture_refused(f);
        }
        while (fixture_count(f) > 0)
            fixture_take(f);
        fixture_take_none(f);
        fixture_put(f);
        fixture_take(f);
        fixture_take_none(f);
    }
    while (fixture_count(f) < f->size)
        fixture_put(f);
    CHECK_EQ(f->out->consume_batched(f->array, items, f->size, NULL), f->size);
    f->next_out += f->size;
    fixture_put(f);
    CHECK_EQ(tern_ptr_array_unconsume(f->array, items, f->size, note, &seen), f->size - 1);
    CHECK_EQ(seen.count, (size_t)1);
    CHECK_EQ(seen.items[0], items[0]);
    f->next_out -= f->size - 1;
    while (fixture_count(f) > 0)
        fixture_take(f);
}

TEST(ptr_array_resize, unconsume_gives_back)
{
    static const size_t sizes[] = {1, 2, 3, 7, 8, 16, 40, 0};
    for_all(sizes, unconsumed);
}
