/* Slabs: growth, reserve, trim, statistics, and a backing that fails at every call in turn. */
#include "freelist_fixture.h"

#define SIZE 64u
#define MOST 20000u

static void *objects[MOST];

static struct tern_freelist_options options_of(struct backing *backing)
{
    struct tern_freelist_options options = {.object_size = SIZE};
    backing_use(backing, &options);
    return options;
}

static void check_backing(struct backing *backing)
{
    CHECK_EQ(backing->pieces, (size_t)0);
    CHECK_EQ(backing->bytes, (size_t)0);
    CHECK(!backing->misused);
}

TEST(freelist_memory, slabs_of_the_size_asked_for)
{
    for (size_t n = 1; n < 300; n = 2 * n + 1) {
        struct backing backing = BACKING_INIT;
        struct tern_freelist_options options = options_of(&backing);
        options.slab_objects = n;
        options.max_objects = 5 * n - (n > 1);
        struct tern_freelist *freelist = tern_freelist_create(&options);
        for (size_t i = 0; i < options.max_objects; i++) {
            objects[i] = tern_freelist_alloc(freelist);
            CHECK_NE(objects[i], NULL);
            CHECK_EQ(stats_of(freelist).slabs, i / n + 1);
        }
        /* The last slab is what the limit leaves. */
        CHECK_EQ(stats_of(freelist).objects, options.max_objects);
        CHECK_EQ(tern_freelist_alloc(freelist), NULL);
        CHECK(all_apart(objects, options.max_objects, SIZE));
        CHECK_EQ(stats_of(freelist).bytes, backing.bytes);
        tern_freelist_free_bulk(freelist, objects, options.max_objects);
        tern_freelist_destroy(freelist);
        check_backing(&backing);
    }
}

/* 8 bytes for the pointer, 24 / 64 for the magazine, less than one for all the rest. */
TEST(freelist_memory, overhead)
{
    static const size_t sizes[] = {8, 64, 1024};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        struct backing backing = BACKING_INIT;
        struct tern_freelist_options options = options_of(&backing);
        options.object_size = sizes[i];
        options.checks = TERN_FREELIST_CHECK_NOT;
        struct tern_freelist *freelist = tern_freelist_create(&options);
        while (stats_of(freelist).objects < 16384)
            objects[0] = tern_freelist_alloc(freelist);
        struct tern_freelist_stats stats = stats_of(freelist);
        CHECK_EQ(stats.bytes, backing.bytes);
        CHECK_LE(stats.bytes - stats.objects * sizes[i], 9 * stats.objects);
        CHECK_LE(stats.slabs, (size_t)32);
        tern_freelist_destroy(freelist);
        check_backing(&backing);
    }
}

TEST(freelist_memory, initial_objects_and_reserve)
{
    struct backing backing = BACKING_INIT;
    struct tern_freelist_options options = options_of(&backing);
    options.initial_objects = 1000;
    options.max_objects = 5000;
    struct tern_freelist *freelist = tern_freelist_create(&options);
    CHECK_EQ(stats_of(freelist).objects, (size_t)1000);
    CHECK_EQ(stats_of(freelist).available, (size_t)1000);
    CHECK_EQ(stats_of(freelist).slabs, (size_t)1);
    CHECK_EQ(tern_freelist_reserve(freelist, 0), 0);
    CHECK_EQ(tern_freelist_reserve(freelist, 1000), 0);
    CHECK_EQ(stats_of(freelist).slabs, (size_t)1);
    CHECK_EQ(tern_freelist_reserve(freelist, 1001), 0);
    CHECK_EQ(stats_of(freelist).objects, (size_t)1001);
    CHECK_EQ(tern_freelist_reserve(freelist, 5001), -ENOSPC);
    CHECK_EQ(tern_freelist_reserve(freelist, SIZE_MAX / SIZE), -ENOSPC);
    CHECK_EQ(tern_freelist_reserve(freelist, SIZE_MAX / SIZE + 1), -EOVERFLOW);
    CHECK_EQ(tern_freelist_reserve(freelist, SIZE_MAX), -EOVERFLOW);
    CHECK_EQ(stats_of(freelist).objects, (size_t)1001);
    CHECK_EQ(tern_freelist_reserve(freelist, 5000), 0);
    CHECK_EQ(stats_of(freelist).objects, (size_t)5000);
    size_t calls = backing.calls;
    CHECK_EQ(take_all(freelist, objects, MOST, SIZE), (size_t)5000);
    CHECK_LE(backing.calls, calls + 1); /* the thread's magazines */
    CHECK(all_apart(objects, 5000, SIZE));
    tern_freelist_free_bulk(freelist, objects, 5000);
    tern_freelist_destroy(freelist);
    check_backing(&backing);
}

TEST(freelist_memory, reserve_without_limit)
{
    struct backing backing = BACKING_INIT;
    struct tern_freelist_options options = options_of(&backing);
    struct tern_freelist *freelist = tern_freelist_create(&options);
    CHECK_EQ(tern_freelist_reserve(freelist, SIZE_MAX / SIZE), -ENOMEM);
    CHECK_EQ(tern_freelist_reserve(freelist, SIZE_MAX / 2 / SIZE), -ENOMEM);
    CHECK_EQ(tern_freelist_reserve(freelist, SIZE_MAX / SIZE + 1), -EOVERFLOW);
    CHECK_EQ(tern_freelist_reserve(freelist, 100), 0);
    CHECK_EQ(stats_of(freelist).objects, (size_t)100);
    tern_freelist_destroy(freelist);
    check_backing(&backing);
}

TEST(freelist_memory, reserve_of_a_fixed_one)
{
    for (enum kind kind = FIXED; kind < KINDS; kind++) {
        struct tern_freelist_options options = {.object_size = SIZE, .max_objects = 100};
        struct made made = make(kind, options);
        CHECK_EQ(tern_freelist_reserve(made.freelist, 100), 0);
        CHECK_EQ(tern_freelist_reserve(made.freelist, 101), -ENOSPC);
        CHECK_EQ(tern_freelist_trim(made.freelist), (size_t)0);
        CHECK_EQ(stats_of(made.freelist).available, (size_t)100);
        unmake(&made);
    }
}

TEST(freelist_memory, trim_of_all)
{
    struct backing backing = BACKING_INIT;
    struct tern_freelist_options options = options_of(&backing);
    struct tern_freelist *freelist = tern_freelist_create(&options);
    CHECK_EQ(tern_freelist_trim(freelist), (size_t)0);
    size_t most = 0;
    for (int round = 0; round < 4; round++) {
        CHECK_EQ(take_all(freelist, objects, MOST, SIZE), (size_t)MOST);
        CHECK(all_apart(objects, MOST, SIZE));
        CHECK_EQ(tern_freelist_trim(freelist), stats_of(freelist).bytes - backing.bytes);
        for (size_t i = 0; i < MOST; i++)
            tern_freelist_free(freelist, objects[i]);
        size_t before = backing.bytes;
        if (round == 0)
            most = before;
        CHECK_LE(before, most); /* the magazines of the round before serve again */
        size_t bytes = tern_freelist_trim(freelist);
        CHECK_EQ(before - backing.bytes, bytes);
        CHECK_GE(bytes, (size_t)MOST * SIZE);
        CHECK_EQ(stats_of(freelist).objects, (size_t)0);
        CHECK_EQ(stats_of(freelist).slabs, (size_t)0);
        CHECK_EQ(tern_freelist_trim(freelist), (size_t)0);
    }
    tern_freelist_destroy(freelist);
    check_backing(&backing);
}

/* Which slabs go depends on nothing but whether an object of theirs is in use or in a cache. */
TEST(freelist_memory, trim_of_some)
{
    uint64_t random = test_seed();
    for (int round = 0; round < 20; round++) {
        struct backing backing = BACKING_INIT;
        struct tern_freelist_options options = options_of(&backing);
        size_t have = 0;
        options.slab_objects = 50;
        options.magazine_size = 1 + (size_t)round * 5;
        struct tern_freelist *freelist = tern_freelist_create(&options);
        size_t n = take_all(freelist, objects, 2000, SIZE);
        CHECK_EQ(n, (size_t)2000);
        for (size_t i = 0; i < n; i++) {
            random = random * UINT64_C(6364136223846793005) + 1;
            if ((random >> 33) % 60 == 0) {
                objects[have] = objects[i];
                object_write(objects[have], SIZE, have);
                have++;
            } else {
                tern_freelist_free(freelist, objects[i]);
            }
        }
        size_t slabs = stats_of(freelist).slabs;
        size_t bytes = tern_freelist_trim(freelist);
        struct tern_freelist_stats stats = stats_of(freelist);
        CHECK_EQ(stats.objects, stats.slabs * 50);
        CHECK_LE(stats.slabs, have);
        CHECK_EQ(bytes > 0, slabs > stats.slabs);
        CHECK_EQ(stats.in_use, have);
        CHECK(still_there(objects, have, SIZE));
        /* The rest is as it was: all of it can be had, and nothing twice. */
        CHECK_EQ(tern_freelist_alloc_bulk(freelist, objects + have, stats.available),
                 stats.available);
        CHECK_EQ(stats_of(freelist).slabs, stats.slabs);
        CHECK(all_apart(objects, have + stats.available, SIZE));
        for (size_t i = have; i < have + stats.available; i++)
            object_write(objects[i], SIZE, i);
        CHECK(still_there(objects, have + stats.available, SIZE));
        tern_freelist_free_bulk(freelist, objects, have + stats.available);
        CHECK_GT(tern_freelist_trim(freelist), (size_t)0);
        CHECK_EQ(stats_of(freelist).objects, (size_t)0);
        tern_freelist_destroy(freelist);
        check_backing(&backing);
    }
}

TEST(freelist_memory, trim_leaves_what_open_caches_have)
{
    struct backing backing = BACKING_INIT;
    struct tern_freelist_options options = options_of(&backing);
    options.slab_objects = 64;
    struct tern_freelist *freelist = tern_freelist_create(&options);
    struct tern_freelist_cache *cache = tern_freelist_cache_open(freelist);
    void *object = tern_freelist_cache_alloc(cache);
    tern_freelist_cache_free(cache, object);
    CHECK_EQ(tern_freelist_trim(freelist), (size_t)0);
    CHECK_EQ(tern_freelist_cache_alloc(cache), object);
    tern_freelist_cache_free(cache, object);
    tern_freelist_cache_flush(cache);
    CHECK_GT(tern_freelist_trim(freelist), (size_t)64 * SIZE);
    CHECK_NE(tern_freelist_cache_alloc(cache), NULL);
    tern_freelist_destroy(freelist); /* the cache ends with it */
    check_backing(&backing);
}

/* What a program does that grows, shrinks and trims; with `checks` there is one more kind of
 * memory. Returns how many calls of the backing it made; stops where it cannot go on. */
static size_t life(size_t fail_at, enum tern_freelist_checks checks, size_t magazine)
{
    struct backing backing = BACKING_INIT;
    struct tern_freelist_options options = options_of(&backing);
    options.initial_objects = 10;
    options.slab_objects = 30;
    options.magazine_size = magazine;
    options.checks = checks;
    backing.fail_at = fail_at;
    errno = 0;
    struct tern_freelist *freelist = tern_freelist_create(&options);
    if (freelist == NULL) {
        CHECK_EQ(errno, ENOMEM);
        check_backing(&backing);
        return backing.calls;
    }
    struct tern_freelist_cache *cache = tern_freelist_cache_open(freelist);
    if (cache == NULL)
        CHECK_EQ(errno, ENOMEM);
    for (int round = 0; round < 2; round++) {
        size_t have = 0;
        for (size_t i = 0; i < 600; i++) {
            void *object = tern_freelist_alloc(freelist);
            if (object == NULL)
                CHECK_EQ(errno, ENOMEM);
            else
                objects[have++] = object;
        }
        have += tern_freelist_alloc_bulk(freelist, objects + have, 100);
        CHECK_GE(have, (size_t)599); /* a call that fails is no reason for the next one to fail */
        if (tern_freelist_reserve(freelist, 1000) == 0)
            CHECK_GE(stats_of(freelist).objects, (size_t)1000);
        CHECK(all_apart(objects, have, SIZE));
        CHECK_EQ(stats_of(freelist).in_use, have);
        CHECK_EQ(stats_of(freelist).bytes, backing.bytes);
        for (size_t i = 0; i < have; i++) {
            if (cache != NULL && i % 2 != 0)
                tern_freelist_cache_free(cache, objects[i]);
            else
                tern_freelist_free(freelist, objects[i]); /* never fails, with or without memory */
        }
        CHECK_EQ(stats_of(freelist).in_use, (size_t)0);
        tern_freelist_trim(freelist);
    }
    tern_freelist_cache_close(cache);
    tern_freelist_destroy(freelist);
    check_backing(&backing);
    return backing.calls;
}

TEST(freelist_memory, backing_fails_at_every_call)
{
    static const size_t magazines[] = {1, 8, 64};
    for (size_t i = 0; i < COUNT_OF(magazines); i++) {
        for (int checks = TERN_FREELIST_CHECK; checks <= TERN_FREELIST_CHECK_NOT; checks++) {
            enum tern_freelist_checks how = (enum tern_freelist_checks)checks;
            size_t calls = life(0, how, magazines[i]);
            CHECK_GT(calls, (size_t)20);
            for (size_t at = 1; at <= calls; at++)
                life(at, how, magazines[i]);
        }
    }
}

/* Without memory for magazines of its own, a thread shares two. */
TEST(freelist_memory, thread_without_magazines)
{
    struct backing backing = BACKING_INIT;
    struct tern_freelist_options options = options_of(&backing);
    options.initial_objects = options.max_objects = 500;
    struct tern_freelist *freelist = tern_freelist_create(&options);
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < 500; i++) {
            backing.fail_at = backing.calls + 1;
            objects[i] = tern_freelist_alloc(freelist);
            CHECK_NE(objects[i], NULL);
            object_write(objects[i], SIZE, i);
        }
        backing.fail_at = backing.calls + 1;
        CHECK_EQ(tern_freelist_alloc(freelist), NULL);
        CHECK(all_apart(objects, 500, SIZE));
        CHECK(still_there(objects, 500, SIZE));
        for (size_t i = 0; i < 500; i++) {
            backing.fail_at = backing.calls + 1;
            tern_freelist_free(freelist, objects[i]);
        }
        CHECK_EQ(stats_of(freelist).caches, (size_t)0);
        CHECK_LE(stats_of(freelist).cached, (size_t)128);
        CHECK_GT(stats_of(freelist).cached, (size_t)0);
        CHECK_EQ(stats_of(freelist).in_use, (size_t)0);
    }
    /* Now that there is memory, this thread has magazines, and gets what is in the shared ones. */
    backing.fail_at = 0;
    CHECK_EQ(take_all(freelist, objects, MOST, SIZE), (size_t)500);
    CHECK_EQ(stats_of(freelist).caches, (size_t)1);
    tern_freelist_free_bulk(freelist, objects, 500);
    tern_freelist_destroy(freelist);
    check_backing(&backing);
}
