/* Options, memory, and every error of the set-up. */
#include "ptr_array_fixture.h"

TEST(ptr_array_setup, memsize_is_exact)
{
    for (size_t size = 1; size < 300; size++) {
        struct tern_ptr_array_options options = options_of(size, 0, RAW, RAW);
        size_t bytes = 0, exact = sizeof(struct tern_ptr_array) + size * sizeof(void *);
        CHECK_EQ(tern_ptr_array_memsize(&options, &bytes), 0);
        CHECK_GE(bytes, exact);
        CHECK_LT(bytes, exact + TERN_PTR_ARRAY_ALIGN);
        CHECK_EQ(bytes % TERN_PTR_ARRAY_ALIGN, (size_t)0);
    }
}

static void expect(const struct tern_ptr_array_options *options, int error)
{
    _Alignas(TERN_PTR_ARRAY_ALIGN) static unsigned char memory[4096];
    size_t bytes = 12345;
    memset(memory, 0xA5, sizeof memory);
    CHECK_EQ(tern_ptr_array_memsize(options, &bytes), error);
    CHECK_EQ(bytes, (size_t)12345);
    CHECK_EQ(tern_ptr_array_init((struct tern_ptr_array *)(void *)memory, sizeof memory, options),
             error);
    for (size_t i = 0; i < sizeof memory; i++)
        CHECK_EQ(memory[i], 0xA5);
    errno = 0;
    CHECK_EQ(tern_ptr_array_create(options), NULL);
    CHECK_EQ(errno, -error);
}

static void *no_allocate(void *context, size_t alignment, size_t bytes)
{
    (void)context, (void)alignment, (void)bytes;
    return NULL;
}

static void no_release(void *context, void *memory)
{
    (void)context, (void)memory;
}

TEST(ptr_array_setup, wrong_options)
{
    const struct tern_ptr_array_options good = options_of(8, 0, LOCKED, RAW);
    struct tern_ptr_array_options options;
    expect(NULL, -EINVAL);
    options = good, options.size = 0;
    expect(&options, -EINVAL);
    options = good, options.size = TERN_PTR_ARRAY_SIZE_MAX + 1;
    expect(&options, -EOVERFLOW);
    options = good, options.size = SIZE_MAX;
    expect(&options, -EOVERFLOW);
    options = good, options.size = SIZE_MAX / sizeof(void *) + 2; /* its bytes wrap to few */
    expect(&options, -EOVERFLOW);
    options = good, options.clear_batch = 9;
    expect(&options, -EINVAL);
    options = good, options.clear_batch = SIZE_MAX;
    expect(&options, -EINVAL);
    options = good, options.producer = (enum tern_ptr_array_flavour)2;
    expect(&options, -EINVAL);
    options = good, options.consumer = (enum tern_ptr_array_flavour)7;
    expect(&options, -EINVAL);
    options = good, options.wait = (enum tern_wait_policy)2;
    expect(&options, -EINVAL);
    options = good, options.allocate = no_allocate;
    expect(&options, -EINVAL);
    options = good, options.release = no_release;
    expect(&options, -EINVAL);
    CHECK_EQ(tern_ptr_array_memsize(&good, NULL), -EINVAL);
}

TEST(ptr_array_setup, largest_size_has_no_memory)
{
    struct tern_ptr_array_options options = options_of(TERN_PTR_ARRAY_SIZE_MAX, 0, RAW, RAW);
    size_t bytes = 0;
    CHECK_EQ(tern_ptr_array_memsize(&options, &bytes), 0);
    CHECK_GE(bytes / sizeof(void *), TERN_PTR_ARRAY_SIZE_MAX);
    options.allocate = no_allocate;
    options.release = no_release;
    errno = 0;
    CHECK_EQ(tern_ptr_array_create(&options), NULL);
    CHECK_EQ(errno, ENOMEM);
}

TEST(ptr_array_setup, wrong_memory)
{
    struct tern_ptr_array_options options = options_of(10, 0, RAW, RAW);
    size_t bytes = 0;
    CHECK_EQ(tern_ptr_array_memsize(&options, &bytes), 0);
    unsigned char *memory = aligned_alloc(TERN_PTR_ARRAY_ALIGN, bytes + TERN_PTR_ARRAY_ALIGN);
    CHECK_NE(memory, NULL);
    CHECK_EQ(tern_ptr_array_init(NULL, bytes, &options), -EINVAL);
    for (size_t shift = 8; shift < TERN_PTR_ARRAY_ALIGN; shift += 8)
        CHECK_EQ(
            tern_ptr_array_init((struct tern_ptr_array *)(void *)(memory + shift), bytes, &options),
            -EINVAL);
    CHECK_EQ(tern_ptr_array_init((struct tern_ptr_array *)(void *)memory, bytes - 1, &options),
             -ENOSPC);
    CHECK_EQ(tern_ptr_array_init((struct tern_ptr_array *)(void *)memory, 0, &options), -ENOSPC);
    CHECK_EQ(tern_ptr_array_init((struct tern_ptr_array *)(void *)memory, bytes, &options), 0);
    free(memory);
}

/* In the caller's memory, whatever it held, and a second time over it. */
TEST(ptr_array_setup, init_and_cleanup)
{
    struct tern_ptr_array_options options = options_of(3, 0, LOCKED, LOCKED);
    size_t bytes = 0;
    CHECK_EQ(tern_ptr_array_memsize(&options, &bytes), 0);
    struct tern_ptr_array *array = aligned_alloc(TERN_PTR_ARRAY_ALIGN, bytes);
    CHECK_NE(array, NULL);
    memset((void *)array, 0xEE, bytes);
    for (int again = 0; again < 2; again++) {
        CHECK_EQ(tern_ptr_array_init(array, bytes, &options), 0);
        CHECK(tern_ptr_array_empty(array));
        CHECK(!tern_ptr_array_full(array));
        CHECK_EQ(tern_ptr_array_count(array), (size_t)0);
        CHECK_EQ(tern_ptr_array_consume(array), NULL);
        for (size_t i = 0; i < 3; i++)
            CHECK_EQ(tern_ptr_array_produce(array, item_of(i)), 0);
        CHECK_EQ(tern_ptr_array_produce(array, item_of(3)), -ENOBUFS);
        CHECK_EQ(tern_ptr_array_count(array), (size_t)3);
    }
    CHECK_EQ(tern_ptr_array_cleanup(array, NULL, NULL), (size_t)3);
    free(array);
    CHECK_EQ(tern_ptr_array_cleanup(NULL, NULL, NULL), (size_t)0);
    CHECK_EQ(tern_ptr_array_destroy(NULL, NULL, NULL), (size_t)0);
}

struct seen {
    size_t count;
    void *items[64];
};

static void note(void *item, void *context)
{
    struct seen *seen = context;
    seen->items[seen->count++] = item;
}

/* What is left comes out in order, each once; a closed array too. */
TEST(ptr_array_setup, destroy_hands_out_what_is_left)
{
    for (size_t i = 0; i < 8; i++) {
        struct tern_ptr_array_options options =
            options_of(40, 0, i & 1 ? RAW : LOCKED, i & 2 ? RAW : LOCKED);
        struct tern_ptr_array *array = tern_ptr_array_create(&options);
        struct seen seen = {0, {NULL}};
        for (size_t k = 0; k < 40; k++)
            CHECK_EQ(tern_ptr_array_produce(array, item_of(k)), 0);
        for (size_t k = 0; k < 5; k++)
            CHECK_EQ(tern_ptr_array_consume(array), item_of(k));
        if (i & 4)
            tern_ptr_array_close(array);
        CHECK_EQ(tern_ptr_array_destroy(array, note, &seen), (size_t)35);
        CHECK_EQ(seen.count, (size_t)35);
        for (size_t k = 0; k < 35; k++)
            CHECK_EQ(seen.items[k], item_of(k + 5));
    }
}

struct heap {
    size_t allocated, released, bytes;
    bool misaligned;
    unsigned char *base;
};

static void *heap_allocate(void *context, size_t alignment, size_t bytes)
{
    struct heap *heap = context;
    if (bytes % alignment != 0)
        return NULL;
    heap->allocated++;
    heap->bytes += bytes;
    if (!heap->misaligned)
        return aligned_alloc(alignment, bytes);
    heap->base = aligned_alloc(alignment, bytes + alignment);
    return heap->base + 8;
}

static void heap_release(void *context, void *memory)
{
    struct heap *heap = context;
    heap->released++;
    free(heap->misaligned ? heap->base : memory);
}

TEST(ptr_array_setup, memory_of_the_callers_hooks)
{
    struct heap heap = {0, 0, 0, false, NULL};
    struct tern_ptr_array_options options = options_of(100, 0, RAW, RAW);
    size_t bytes = 0;
    options.allocate = heap_allocate;
    options.release = heap_release;
    options.context = &heap;
    CHECK_EQ(tern_ptr_array_memsize(&options, &bytes), 0);
    struct tern_ptr_array *array = tern_ptr_array_create(&options);
    CHECK_NE(array, NULL);
    CHECK_EQ(heap.allocated, (size_t)1);
    CHECK_EQ(heap.bytes, bytes);
    CHECK_EQ(tern_ptr_array_resize(array, 1000, NULL, NULL), 0);
    CHECK_EQ(heap.allocated, (size_t)2);
    CHECK_EQ(heap.released, (size_t)0);
    tern_ptr_array_destroy(array, NULL, NULL);
    CHECK_EQ(heap.released, (size_t)2);

    heap.misaligned = true;
    errno = 0;
    CHECK_EQ(tern_ptr_array_create(&options), NULL);
    CHECK_EQ(errno, EINVAL);
    CHECK_EQ(heap.released, (size_t)3);
}
