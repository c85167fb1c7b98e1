/* Options, memory and every error of set-up. */
#include "freelist_fixture.h"

static void *no_allocate(void *context, size_t alignment, size_t bytes)
{
    (void)context, (void)alignment, (void)bytes;
    return NULL;
}

static void no_release(void *context, void *memory, size_t bytes)
{
    (void)context, (void)memory, (void)bytes;
}

struct bad {
    const char *name;
    struct tern_freelist_options options;
    int fixed, grown; /* what memsize and create say */
};

static const struct bad bad[] = {
    {"no size", {.max_objects = 1}, -EINVAL, -EINVAL},
    {"alignment 3", {.object_size = 8, .alignment = 3, .max_objects = 1}, -EINVAL, -EINVAL},
    {"alignment SIZE_MAX",
     {.object_size = 8, .alignment = SIZE_MAX, .max_objects = 1},
     -EINVAL,
     -EINVAL},
    {"no limit", {.object_size = 8}, -EINVAL, 0},
    {"no limit, no magazine",
     {.object_size = 8, .magazine_size = TERN_NO_MAGAZINE},
     -EINVAL,
     -EINVAL},
    {"magazine too large",
     {.object_size = 8, .max_objects = 1, .magazine_size = TERN_FREELIST_MAGAZINE_MAX + 1},
     -EINVAL,
     -EINVAL},
    {"magazine SIZE_MAX - 1",
     {.object_size = 8, .max_objects = 1, .magazine_size = SIZE_MAX - 1},
     -EINVAL,
     -EINVAL},
    {"more at first than at most",
     {.object_size = 8, .max_objects = 3, .initial_objects = 4},
     -EINVAL,
     -EINVAL},
    {"checks -1",
     {.object_size = 8, .max_objects = 1, .checks = (enum tern_freelist_checks) - 1},
     -EINVAL,
     -EINVAL},
    {"checks 3",
     {.object_size = 8, .max_objects = 1, .checks = (enum tern_freelist_checks)3},
     -EINVAL,
     -EINVAL},
    {"allocate alone",
     {.object_size = 8, .max_objects = 1, .allocate = no_allocate},
     -EINVAL,
     -EINVAL},
    {"release alone",
     {.object_size = 8, .max_objects = 1, .release = no_release},
     -EINVAL,
     -EINVAL},
    {"size SIZE_MAX",
     {.object_size = SIZE_MAX, .alignment = 2, .max_objects = 1},
     -EOVERFLOW,
     -EOVERFLOW},
    {"product beyond SIZE_MAX",
     {.object_size = 16, .max_objects = SIZE_MAX / 16 + 1},
     -EOVERFLOW,
     -EOVERFLOW},
    {"product 0 modulo 2^64",
     {.object_size = (size_t)1 << 32, .max_objects = (size_t)1 << 32},
     -EOVERFLOW,
     -EOVERFLOW},
    {"initial product beyond SIZE_MAX",
     {.object_size = 16, .initial_objects = SIZE_MAX / 8},
     -EOVERFLOW,
     -EOVERFLOW},
    {"slab beyond SIZE_MAX",
     {.object_size = 16, .max_objects = 1, .slab_objects = SIZE_MAX / 8},
     -EOVERFLOW,
     -EOVERFLOW},
    {"total beyond SIZE_MAX", {.object_size = 16, .max_objects = SIZE_MAX / 16}, -EOVERFLOW, 0},
    {"threads beyond SIZE_MAX",
     {.object_size = 16, .max_objects = 1, .threads = SIZE_MAX / 16},
     -EOVERFLOW,
     0},
    {"more than indices",
     {.object_size = 1,
      .magazine_size = TERN_NO_MAGAZINE,
      .max_objects = TERN_FREELIST_PLAIN_MAX + 1},
     -EOVERFLOW,
     -EOVERFLOW},
    {"plain total beyond SIZE_MAX",
     {.object_size = SIZE_MAX / 16 + 1, .magazine_size = TERN_NO_MAGAZINE, .max_objects = 15},
     0,
     -ENOMEM},
    {"no memory",
     {.object_size = 16, .max_objects = 9, .allocate = no_allocate, .release = no_release},
     0,
     -ENOMEM},
    {"no plain memory",
     {.object_size = 16,
      .max_objects = 9,
      .magazine_size = TERN_NO_MAGAZINE,
      .allocate = no_allocate,
      .release = no_release},
     0,
     -ENOMEM},
};

TEST(freelist_setup, bad_options)
{
    static TERN_ALIGNAS(TERN_FREELIST_ALIGN) unsigned char memory[8192];
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        size_t bytes = 4711;
        int fixed = tern_freelist_memsize(&bad[i].options, &bytes);
        if (fixed != bad[i].fixed)
            FAIL("%s: memsize says %d", bad[i].name, fixed);
        if (fixed != 0) {
            CHECK_EQ(bytes, (size_t)4711);
            CHECK_EQ(tern_freelist_init((void *)memory, sizeof memory, &bad[i].options), fixed);
            CHECK_EQ(tern_freelist_init((void *)memory, SIZE_MAX, &bad[i].options), fixed);
        }
        errno = 0;
        struct tern_freelist *freelist = tern_freelist_create(&bad[i].options);
        if ((freelist == NULL) != (bad[i].grown != 0) ||
            (freelist == NULL && errno != -bad[i].grown))
            FAIL("%s: create says %d", bad[i].name, errno);
        tern_freelist_destroy(freelist);
    }
}

TEST(freelist_setup, null_arguments)
{
    struct tern_freelist_options options = {.object_size = 8, .max_objects = 8};
    struct tern_freelist_stats stats;
    size_t bytes = 4711;
    CHECK_EQ(tern_freelist_memsize(NULL, &bytes), -EINVAL);
    CHECK_EQ(bytes, (size_t)4711);
    CHECK_EQ(tern_freelist_memsize(&options, NULL), -EINVAL);
    CHECK_EQ(tern_freelist_init(NULL, SIZE_MAX, &options), -EINVAL);
    CHECK_EQ(tern_freelist_init(NULL, SIZE_MAX, NULL), -EINVAL);
    CHECK_EQ(tern_freelist_attach(NULL, SIZE_MAX), -EINVAL);
    errno = 0;
    CHECK_EQ(tern_freelist_create(NULL), NULL);
    CHECK_EQ(errno, EINVAL);
    tern_freelist_destroy(NULL);
    tern_freelist_cache_close(NULL);
    CHECK_EQ(tern_freelist_stats(NULL, &stats), -EINVAL);
    struct tern_freelist *freelist = tern_freelist_create(&options);
    CHECK_EQ(tern_freelist_stats(freelist, NULL), -EINVAL);
    tern_freelist_destroy(freelist);
}

TEST(freelist_setup, memory_misaligned_or_too_small)
{
    for (int plain = 0; plain < 2; plain++) {
        struct tern_freelist_options options = {
            .object_size = 8, .max_objects = 8, .magazine_size = plain ? TERN_NO_MAGAZINE : 0};
        size_t bytes = 0;
        CHECK_EQ(tern_freelist_memsize(&options, &bytes), 0);
        unsigned char *memory = aligned_alloc(2 * TERN_FREELIST_ALIGN, 2 * bytes);
        memset(memory, 0xC3, 2 * bytes);
        for (size_t off = 1; off < TERN_FREELIST_ALIGN; off *= 2)
            CHECK_EQ(tern_freelist_init((void *)(memory + off), bytes, &options), -EINVAL);
        CHECK_EQ(tern_freelist_init((void *)memory, bytes - 1, &options), -ENOSPC);
        CHECK_EQ(tern_freelist_init((void *)memory, 0, &options), -ENOSPC);
        options.alignment = 4 * TERN_FREELIST_ALIGN; /* more than this memory may have */
        unsigned char *odd = memory + TERN_FREELIST_ALIGN;
        CHECK_EQ(tern_freelist_init((void *)odd, SIZE_MAX, &options), -EINVAL);
        for (size_t i = 0; i < 2 * bytes; i++)
            CHECK_EQ(memory[i], 0xC3);
        options.alignment = 0;
        CHECK_EQ(tern_freelist_init((void *)memory, bytes, &options), 0);
        tern_freelist_destroy((void *)memory);
        free(memory);
    }
}

static const struct sizes {
    size_t size, alignment, stride, aligned;
} sizes[] = {
    {1, 0, 1, 1},       {2, 0, 2, 2},       {3, 0, 3, 1},
    {4, 0, 4, 4},       {8, 0, 8, 8},       {12, 0, 12, 4},
    {24, 0, 24, 8},     {64, 0, 64, 64},    {100, 0, 100, 4},
    {128, 0, 128, 128}, {256, 0, 256, 128}, {1000, 0, 1000, 8},
    {1, 16, 16, 16},    {24, 16, 32, 16},   {24, 1, 24, 1},
    {65, 64, 128, 64},  {1, 256, 256, 256}, {3000, 4096, 4096, 4096},
};

TEST(freelist_setup, sizes_and_alignments)
{
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        for (enum kind kind = 0; kind < KINDS; kind++) {
            struct tern_freelist_options options = {.object_size = sizes[i].size,
                                                    .alignment = sizes[i].alignment,
                                                    .max_objects = 40,
                                                    .slab_objects = 7,
                                                    .magazine_size = 3};
            void *objects[41];
            struct made made = make(kind, options);
            struct tern_freelist_stats stats = stats_of(made.freelist);
            CHECK_EQ(stats.object_size, sizes[i].size);
            CHECK_EQ(stats.stride, sizes[i].stride);
            CHECK_EQ(stats.max_objects, (size_t)40);
            CHECK_EQ(take_all(made.freelist, objects, 41, sizes[i].size), (size_t)40);
            CHECK(all_apart(objects, 40, sizes[i].stride));
            CHECK(still_there(objects, 40, sizes[i].size));
            for (size_t j = 0; j < 40; j++) {
                CHECK_EQ((uintptr_t)objects[j] % sizes[i].aligned, (uintptr_t)0);
                tern_freelist_free(made.freelist, objects[j]);
            }
            unmake(&made);
        }
    }
}

TEST(freelist_setup, zeroed_options_are_the_default)
{
    struct tern_freelist_options options;
    memset(&options, 0, sizeof options);
    options.object_size = 48;
    struct tern_freelist *freelist = tern_freelist_create(&options);
    CHECK_NE(freelist, NULL);
    struct tern_freelist_stats stats = stats_of(freelist);
    CHECK_EQ(stats.magazine_size, (size_t)64);
    CHECK_EQ(stats.max_objects, SIZE_MAX);
    CHECK_EQ(stats.objects, (size_t)0);
    CHECK_EQ(stats.slabs, (size_t)0);
    tern_freelist_free(freelist, tern_freelist_alloc(freelist));
    CHECK_EQ(stats_of(freelist).slabs, (size_t)1);
    tern_freelist_destroy(freelist);
}

/* A fixed freelist takes no memory beside that of its caller, whatever is done to it. */
TEST(freelist_setup, caller_memory_is_all)
{
    struct backing backing = BACKING_INIT;
    struct tern_freelist_options options = {
        .object_size = 24, .max_objects = 1000, .checks = TERN_FREELIST_CHECK_NOT};
    void *objects[1000];
    backing_use(&backing, &options);
    for (size_t magazine = 1; magazine < 3000; magazine = 4 * magazine + 3) {
        options.magazine_size = magazine;
        struct made made = make(FIXED, options);
        CHECK_EQ(stats_of(made.freelist).objects, (size_t)1000);
        CHECK_EQ(stats_of(made.freelist).bytes, made.bytes);
        for (int round = 0; round < 3; round++) {
            CHECK_EQ(take_all(made.freelist, objects, 1000, 24), (size_t)1000);
            CHECK_EQ(tern_freelist_alloc(made.freelist), NULL);
            for (size_t i = 0; i < 1000; i++) {
                CHECK_GE((uintptr_t)objects[i], (uintptr_t)made.memory);
                CHECK_LE((uintptr_t)objects[i] + 24, (uintptr_t)made.memory + made.bytes);
                tern_freelist_free(made.freelist, objects[i]);
            }
        }
        unmake(&made);
    }
    CHECK_EQ(backing.calls, (size_t)0);
}

TEST(freelist_setup, second_init_makes_a_new_freelist)
{
    struct tern_freelist_options options = {.object_size = 24, .max_objects = 10};
    void *objects[11];
    for (int plain = 0; plain < 2; plain++) {
        struct made made = make(plain ? PLAIN_FIXED : FIXED, options);
        CHECK_EQ(take_all(made.freelist, objects, 11, 24), (size_t)10);
        for (int i = 0; i < 10; i++)
            tern_freelist_free(made.freelist, objects[i]);
        tern_freelist_destroy(made.freelist);
        options.magazine_size = plain ? TERN_NO_MAGAZINE : 0;
        CHECK_EQ(tern_freelist_init(made.freelist, made.bytes, &options), 0);
        options.magazine_size = 0;
        CHECK_EQ(take_all(made.freelist, objects, 11, 24), (size_t)10);
        for (int i = 0; i < 10; i++)
            tern_freelist_free(made.freelist, objects[i]);
        unmake(&made);
    }
}
