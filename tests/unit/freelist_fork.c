/*
 * fork: the child has a freelist that is whole, goes on with the magazines of the thread that
 * called fork, and has lost those of the others.
 */
#define _POSIX_C_SOURCE 200809L

#include "freelist_fixture.h"

#include <sys/wait.h>
#include <unistd.h>

#ifndef __has_feature
#    define __has_feature(x) 0
#endif
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#    define CHILD_THREADS 0 /* a child of several threads may start none of its own there */
#else
#    define CHILD_THREADS 10
#endif

#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#    define MAY_TRIM false /* its malloc is not ready for a fork while other threads are in it */
#else
#    define MAY_TRIM true
#endif

enum { SIZE = 40, OBJECTS = 2000, MAGAZINE = 16, THREADS = 3 };

/* What a child may find; 0 is good. */
enum finding { GOOD, WRONG_STATS, TOO_FEW, TOO_MANY, TWICE, OVERWRITTEN, NOT_AGAIN, NO_THREAD };

static struct tern_freelist *freelist;
static struct tern_freelist_options options = {.object_size = SIZE,
                                               .max_objects = OBJECTS,
                                               .initial_objects = OBJECTS,
                                               .magazine_size = MAGAZINE};

/* Takes all that the child can have, at most `lost` less than all, and gives it back. */
static enum finding take_what_is_there(size_t lost)
{
    static void *objects[OBJECTS + 1];
    size_t first = 0;
    for (int round = 0; round < 3; round++) {
        size_t n = take_all(freelist, objects, OBJECTS + 1, SIZE);
        if (n > OBJECTS)
            return TOO_MANY;
        if (n + lost < OBJECTS)
            return TOO_FEW;
        if (!all_apart(objects, n, SIZE))
            return TWICE;
        if (!still_there(objects, n, SIZE))
            return OVERWRITTEN;
        if (round != 0 && n != first)
            return NOT_AGAIN;
        first = n;
        for (size_t i = 0; i < n; i++)
            tern_freelist_free(freelist, objects[i]);
    }
    return GOOD;
}

static void *use_in_thread(void *argument)
{
    void *object = tern_freelist_alloc(freelist);
    (void)argument;
    tern_freelist_free(freelist, object);
    return object;
}

/* In the child: with threads of its own, and a freelist of its own, and an end of both. */
static enum finding live_on(size_t lost)
{
    enum finding found = take_what_is_there(lost);
    for (int i = 0; i < CHILD_THREADS && found == GOOD; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, use_in_thread, NULL) != 0)
            return NO_THREAD;
        pthread_join(thread, NULL);
        found = take_what_is_there(lost);
    }
    struct tern_freelist *other = tern_freelist_create(&options);
    tern_freelist_free(other, tern_freelist_alloc(other));
    tern_freelist_destroy(other);
    tern_freelist_destroy(freelist);
    return found;
}

static void expect_good(pid_t child)
{
    int status = -1;
    CHECK_GT(child, 0);
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK_EQ(status, 0);
}

/* Of one thread: nothing is lost, and what is in its magazines is not twice. */
TEST(freelist_fork, of_a_single_thread)
{
    static void *objects[100];
    freelist = tern_freelist_create(&options);
    struct tern_freelist_cache *cache = tern_freelist_cache_open(freelist);
    for (size_t n = 0; n < 100; n += 7) {
        CHECK_EQ(tern_freelist_alloc_bulk(freelist, objects, n), n);
        for (size_t i = 0; i < n; i++) {
            object_write(objects[i], SIZE, i);
            if (i % 2 != 0)
                tern_freelist_free(freelist, objects[i]);
        }
        pid_t child = fork();
        if (child == 0) {
            alarm(60);
            for (size_t i = 0; i < n; i += 2) {
                if (!object_is(objects[i], SIZE, i))
                    _exit(OVERWRITTEN);
                tern_freelist_free(freelist, objects[i]);
            }
            tern_freelist_cache_free(cache, tern_freelist_cache_alloc(cache));
            tern_freelist_cache_flush(cache);
            _exit((int)live_on(0));
        }
        expect_good(child);
        for (size_t i = 0; i < n; i += 2) {
            CHECK(object_is(objects[i], SIZE, i));
            tern_freelist_free(freelist, objects[i]);
        }
    }
    CHECK_EQ(take_what_is_there(0), GOOD);
    tern_freelist_destroy(freelist);
}

/* Of several, which stand still with full magazines: just those are lost, and counted. */
static pthread_barrier_t barrier;

static void *fill_magazines(void *argument)
{
    void *objects[2 * MAGAZINE];
    (void)argument;
    for (size_t i = 0; i < 2 * MAGAZINE; i++)
        objects[i] = tern_freelist_alloc(freelist);
    for (size_t i = 0; i < 2 * MAGAZINE; i++)
        tern_freelist_free(freelist, objects[i]);
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    return NULL;
}

TEST(freelist_fork, magazines_of_other_threads_are_lost)
{
    pthread_t threads[THREADS];
    freelist = tern_freelist_create(&options);
    void *mine = tern_freelist_alloc(freelist);
    CHECK_EQ(pthread_barrier_init(&barrier, NULL, THREADS + 1), 0);
    for (size_t i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&threads[i], NULL, fill_magazines, NULL), 0);
    pthread_barrier_wait(&barrier);
    size_t cached = stats_of(freelist).cached;
    size_t lost = cached - (MAGAZINE - 1); /* those are this thread's */
    CHECK_GE(lost, (size_t)THREADS * MAGAZINE);
    pid_t child = fork();
    if (child == 0) {
        struct tern_freelist_stats stats;
        alarm(60);
        tern_freelist_stats(freelist, &stats);
        if (stats.lost != lost || stats.cached != MAGAZINE - 1 || stats.caches != 1 ||
            stats.in_use != 1)
            _exit(WRONG_STATS);
        tern_freelist_free(freelist, mine);
        _exit((int)live_on(lost));
    }
    expect_good(child);
    CHECK_EQ(stats_of(freelist).lost, (size_t)0);
    CHECK_EQ(stats_of(freelist).cached, cached);
    tern_freelist_free(freelist, mine);
    pthread_barrier_wait(&barrier);
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&barrier);
    CHECK_EQ(take_what_is_there(0), GOOD);
    tern_freelist_destroy(freelist);
}

/* Of several that are anywhere in the middle of anything. */
static tern_atomic_u32 stop;

static void *never_rest(void *argument)
{
    void *objects[3 * MAGAZINE];
    uint64_t random = (uint64_t)(uintptr_t)argument;
    while (tern_load_relaxed(&stop) == 0) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
        size_t n = 1 + (size_t)(random >> 33) % (3 * MAGAZINE);
        for (size_t i = 0; i < n; i++)
            objects[i] = tern_freelist_alloc(freelist);
        for (size_t i = 0; i < n; i++)
            tern_freelist_free(freelist, objects[i]);
        if (MAY_TRIM && n == 1)
            tern_freelist_trim(freelist);
    }
    return NULL;
}

TEST(freelist_fork, while_others_are_busy)
{
    pthread_t threads[THREADS];
    freelist = tern_freelist_create(&options);
    CHECK_EQ(take_what_is_there(0), GOOD);
    tern_store_relaxed(&stop, 0u);
    for (size_t i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&threads[i], NULL, never_rest, (void *)(uintptr_t)(i + 1)), 0);
    for (int i = 0; i < (test_quick() || test_slower() > 1 ? 20 : 100); i++) {
        /* In use or in magazines of each thread, and one magazine in its hands. */
        size_t lost = THREADS * (3 * MAGAZINE + 3 * MAGAZINE);
        tern_freelist_free(freelist, tern_freelist_alloc(freelist));
        pid_t child = fork();
        if (child == 0) {
            alarm(60);
            _exit((int)live_on(lost));
        }
        expect_good(child);
    }
    tern_store_relaxed(&stop, 1u);
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    CHECK_EQ(take_what_is_there(0), GOOD);
    tern_freelist_destroy(freelist);
}
