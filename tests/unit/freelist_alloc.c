/* alloc and free in all their forms, by one thread: nothing lost, nothing twice, limits exact. */
#include "freelist_fixture.h"

#define SIZE 40u
#define MOST 1000u

static void *objects[MOST + 1];

static const size_t magazines[] = {1, 2, 3, 7, 64, 1000};
static const size_t limits[] = {1, 2, 3, 63, 64, 65, 128, 129, 1000};

/* Calls `body` with a freelist of each kind, limit and magazine size. */
static void for_each(void (*body)(struct tern_freelist *, size_t))
{
    for (enum kind kind = 0; kind < KINDS; kind++) {
        for (size_t i = 0; i < COUNT_OF(limits); i++) {
            for (size_t j = 0; j < COUNT_OF(magazines); j++) {
                struct tern_freelist_options options = {
                    .object_size = SIZE, .max_objects = limits[i], .magazine_size = magazines[j]};
                struct made made = make(kind, options);
                body(made.freelist, limits[i]);
                CHECK_EQ(stats_of(made.freelist).in_use, (size_t)0);
                unmake(&made);
            }
        }
    }
}

static void limit_is_exact(struct tern_freelist *freelist, size_t limit)
{
    for (int round = 0; round < 3; round++) {
        CHECK_EQ(take_all(freelist, objects, limit, SIZE), limit);
        for (int again = 0; again < 2; again++) {
            errno = 0;
            CHECK_EQ(tern_freelist_alloc(freelist), NULL);
            CHECK_EQ(errno, ENOMEM);
        }
        CHECK(all_apart(objects, limit, SIZE));
        CHECK(still_there(objects, limit, SIZE));
        CHECK_EQ(stats_of(freelist).in_use, limit);
        errno = E2BIG;
        for (size_t i = 0; i < limit; i++)
            tern_freelist_free(freelist, objects[round == 1 ? limit - 1 - i : i]);
        CHECK_EQ(errno, E2BIG);
    }
}

TEST(freelist_alloc, limit_is_exact)
{
    for_each(limit_is_exact);
}

static void back_and_forth(struct tern_freelist *freelist, size_t limit)
{
    uint64_t random = test_seed();
    size_t have = 0;
    for (int step = 0; step < 400; step++) {
        random = random * UINT64_C(6364136223846793005) + 1;
        size_t n = 1 + (size_t)(random >> 33) % 70;
        if ((random >> 32 & 1) != 0) {
            while (n-- > 0 && have < limit) {
                objects[have] = tern_freelist_alloc(freelist);
                CHECK_NE(objects[have], NULL);
                object_write(objects[have], SIZE, have);
                have++;
            }
        } else {
            while (n-- > 0 && have > 0) {
                have--;
                CHECK(object_is(objects[have], SIZE, have));
                tern_freelist_free(freelist, objects[have]);
            }
        }
        CHECK_EQ(stats_of(freelist).in_use, have);
    }
    CHECK(all_apart(objects, have, SIZE));
    CHECK(still_there(objects, have, SIZE));
    tern_freelist_free_bulk(freelist, objects, have);
}

TEST(freelist_alloc, back_and_forth)
{
    for_each(back_and_forth);
}

/* The last one freed is the next one taken: it is in the cache of the core. */
TEST(freelist_alloc, last_in_first_out)
{
    for (enum kind kind = 0; kind < KINDS; kind++) {
        struct tern_freelist_options options = {.object_size = SIZE, .max_objects = 200};
        struct made made = make(kind, options);
        void *first = tern_freelist_alloc(made.freelist);
        void *second = tern_freelist_alloc(made.freelist);
        tern_freelist_free(made.freelist, first);
        CHECK_EQ(tern_freelist_alloc(made.freelist), first);
        tern_freelist_free(made.freelist, second);
        tern_freelist_free(made.freelist, first);
        CHECK_EQ(tern_freelist_alloc(made.freelist), first);
        CHECK_EQ(tern_freelist_alloc(made.freelist), second);
        tern_freelist_free(made.freelist, second);
        tern_freelist_free(made.freelist, first);
        unmake(&made);
    }
}

static void bulk(struct tern_freelist *freelist, size_t limit)
{
    for (size_t n = 1; n <= limit; n = n < 5 ? n + 1 : n + n / 3) {
        size_t have = 0;
        errno = E2BIG;
        while (have + n <= limit) {
            CHECK_EQ(tern_freelist_alloc_bulk(freelist, objects + have, n), n);
            for (size_t i = have; i < have + n; i++)
                object_write(objects[i], SIZE, i);
            have += n;
        }
        CHECK_EQ(errno, E2BIG);
        /* All or none: what is too much leaves all of the rest. */
        errno = 0;
        CHECK_EQ(tern_freelist_alloc_bulk(freelist, objects + have, limit - have + 1), (size_t)0);
        CHECK_EQ(errno, ENOMEM);
        CHECK_EQ(stats_of(freelist).in_use, have);
        CHECK_EQ(tern_freelist_alloc_bulk(freelist, objects + have, limit - have), limit - have);
        for (size_t i = have; i < limit; i++)
            object_write(objects[i], SIZE, i);
        CHECK(all_apart(objects, limit, SIZE));
        CHECK(still_there(objects, limit, SIZE));
        errno = E2BIG;
        for (size_t i = 0; i < limit; i += n)
            tern_freelist_free_bulk(freelist, objects + i, limit - i < n ? limit - i : n);
        CHECK_EQ(errno, E2BIG);
        CHECK_EQ(stats_of(freelist).in_use, (size_t)0);
    }
}

TEST(freelist_alloc, bulk_is_all_or_none)
{
    for_each(bulk);
}

TEST(freelist_alloc, bulk_of_odd_amounts)
{
    for (enum kind kind = 0; kind < KINDS; kind++) {
        struct tern_freelist_options options = {.object_size = SIZE, .max_objects = 10};
        struct made made = make(kind, options);
        errno = E2BIG;
        CHECK_EQ(tern_freelist_alloc_bulk(made.freelist, objects, 0), (size_t)0);
        CHECK_EQ(tern_freelist_alloc_bulk(made.freelist, NULL, 0), (size_t)0);
        tern_freelist_free_bulk(made.freelist, objects, 0);
        tern_freelist_free_bulk(made.freelist, NULL, 0);
        tern_freelist_free_bulk(made.freelist, NULL, 5);
        tern_freelist_free(made.freelist, NULL);
        tern_freelist_flush(made.freelist);
        CHECK_EQ(errno, E2BIG);
        CHECK_EQ(stats_of(made.freelist).caches, (size_t)0); /* none of these needs one */
        CHECK_EQ(tern_freelist_alloc_bulk(made.freelist, NULL, 3), (size_t)0);
        CHECK_EQ(errno, EINVAL);
        static const size_t too_many[] = {11, UINT32_MAX, (size_t)UINT32_MAX + 2, SIZE_MAX / 8,
                                          SIZE_MAX};
        for (size_t i = 0; i < COUNT_OF(too_many); i++) {
            errno = 0;
            CHECK_EQ(tern_freelist_alloc_bulk(made.freelist, objects, too_many[i]), (size_t)0);
            CHECK_EQ(errno, ENOMEM);
        }
        tern_freelist_free(made.freelist, NULL);
        CHECK_EQ(tern_freelist_alloc_bulk(made.freelist, objects, 10), (size_t)10);
        tern_freelist_free(made.freelist, NULL);
        CHECK_EQ(stats_of(made.freelist).in_use, (size_t)10);
        tern_freelist_free_bulk(made.freelist, objects, 10);
        unmake(&made);
    }
}

/* A number that no memory has is refused before anything is taken for it. */
TEST(freelist_alloc, bulk_beyond_all_memory)
{
    struct backing backing = BACKING_INIT;
    struct tern_freelist_options options = {.object_size = SIZE};
    backing_use(&backing, &options);
    struct tern_freelist *freelist = tern_freelist_create(&options);
    static const size_t too_many[] = {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 8 + 1,
                                      SIZE_MAX / SIZE + 1};
    size_t calls = backing.calls;
    for (size_t i = 0; i < COUNT_OF(too_many); i++) {
        errno = 0;
        CHECK_EQ(tern_freelist_alloc_bulk(freelist, objects, too_many[i]), (size_t)0);
        CHECK_EQ(errno, ENOMEM);
    }
    CHECK_LE(backing.calls, calls + 1); /* the thread's magazines */
    tern_freelist_destroy(freelist);
    CHECK_EQ(backing.pieces, (size_t)0);
}

static void by_cache(struct tern_freelist *freelist, size_t limit)
{
    struct tern_freelist_cache *cache = tern_freelist_cache_open(freelist);
    if (stats_of(freelist).magazine_size == TERN_NO_MAGAZINE) {
        errno = 0;
        CHECK_EQ(cache, NULL);
        CHECK_EQ(tern_freelist_cache_open(freelist), NULL);
        CHECK_EQ(errno, ENOTSUP);
        return;
    }
    CHECK_NE(cache, NULL);
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < limit; i++) {
            objects[i] = tern_freelist_cache_alloc(cache);
            CHECK_NE(objects[i], NULL);
            object_write(objects[i], SIZE, i);
        }
        errno = 0;
        CHECK_EQ(tern_freelist_cache_alloc(cache), NULL);
        CHECK_EQ(errno, ENOMEM);
        CHECK(still_there(objects, limit, SIZE));
        for (size_t i = 0; i < limit; i++)
            tern_freelist_cache_free(cache, objects[i]);
        tern_freelist_cache_free(cache, NULL);
        CHECK_EQ(tern_freelist_cache_alloc_bulk(cache, objects, limit + 1), (size_t)0);
        CHECK_EQ(tern_freelist_cache_alloc_bulk(cache, objects, limit), limit);
        CHECK(all_apart(objects, limit, SIZE));
        tern_freelist_cache_free_bulk(cache, objects, limit);
        CHECK_EQ(stats_of(freelist).in_use, (size_t)0);
        tern_freelist_cache_flush(cache);
        CHECK_EQ(stats_of(freelist).cached, (size_t)0);
    }
    errno = E2BIG;
    CHECK_EQ(tern_freelist_cache_alloc_bulk(cache, NULL, 0), (size_t)0);
    tern_freelist_cache_free_bulk(cache, NULL, 3);
    CHECK_EQ(errno, E2BIG);
    CHECK_EQ(tern_freelist_cache_alloc_bulk(cache, NULL, 1), (size_t)0);
    CHECK_EQ(errno, EINVAL);
    /* What a cache has when it is closed, others get. */
    CHECK_EQ(tern_freelist_cache_alloc_bulk(cache, objects, limit), limit);
    tern_freelist_cache_free_bulk(cache, objects, limit);
    CHECK_EQ(stats_of(freelist).caches, (size_t)1);
    tern_freelist_cache_close(cache);
    CHECK_EQ(stats_of(freelist).caches, (size_t)0);
    CHECK_EQ(stats_of(freelist).cached, (size_t)0);
    CHECK_EQ(take_all(freelist, objects, limit, SIZE), limit);
    tern_freelist_free_bulk(freelist, objects, limit);
}

TEST(freelist_alloc, by_cache)
{
    for_each(by_cache);
}

/* Up to 2 M objects are out of reach in another cache, and no more. */
TEST(freelist_alloc, what_another_cache_has)
{
    for (size_t m = 1; m <= 64; m *= 4) {
        struct tern_freelist_options options = {
            .object_size = SIZE, .max_objects = 10 * m, .magazine_size = m};
        struct tern_freelist *freelist = tern_freelist_create(&options);
        struct tern_freelist_cache *cache = tern_freelist_cache_open(freelist);
        CHECK_EQ(tern_freelist_cache_alloc_bulk(cache, objects, 10 * m), 10 * m);
        for (size_t i = 0; i < 10 * m; i++) {
            tern_freelist_cache_free(cache, objects[i]);
            CHECK_LE(stats_of(freelist).cached, 2 * m);
        }
        CHECK_EQ(stats_of(freelist).cached, 2 * m);
        CHECK_EQ(take_all(freelist, objects, MOST, SIZE), 8 * m);
        tern_freelist_cache_flush(cache);
        CHECK_EQ(take_all(freelist, objects + 8 * m, MOST, SIZE), 2 * m);
        tern_freelist_cache_close(cache);
        tern_freelist_free_bulk(freelist, objects, 10 * m);
        tern_freelist_destroy(freelist);
    }
}
