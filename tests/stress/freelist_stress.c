/*
 * Threads that allocate, write, hand objects to each other by way of shared places, check, and free
 * what others have allocated: pinned, one or eight a core, at a limit, beside trims, beside threads
 * that come and go. In the end every object is there, once.
 */
#define _GNU_SOURCE /* affinity */

#include "test.h"

#include <tern/freelist.h>

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLACES = 256, THREADS_MOST = 16, MOST = 4096 };

struct config {
    const char *name;
    unsigned threads;
    size_t object_size;
    size_t max_objects; /* of MOST at most */
    size_t magazine_size;
    bool at_limit; /* fewer objects than the threads want */
    bool trims;
    bool comings; /* each thread is many, one after another */
    bool caches;  /* every other thread has a cache opened for it */
    bool bulk;
    enum tern_freelist_checks checks;
};

struct run {
    const struct config *config;
    struct tern_freelist *freelist;
    tern_atomic_ptr places[PLACES];
    tern_atomic_u32 stop, failed;
    tern_atomic_u64 refused, exchanged;
    uint64_t rounds;
};

struct worker {
    struct run *run;
    unsigned index;
    uint64_t random;
    struct tern_freelist_cache *cache;
    void *held[64];
    size_t have;
};

/* ------------------------------------------------------------------------------------- objects */

static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* The first word is a seed, the others follow from it and from the address. */
static void object_write(void *object, size_t size, uint64_t seed)
{
    uint64_t *word = object;
    word[0] = seed;
    for (size_t i = 1; i < size / sizeof *word; i++)
        word[i] = mix(seed + i + (uintptr_t)object);
}

static bool object_good(const void *object, size_t size)
{
    const uint64_t *word = object;
    for (size_t i = 1; i < size / sizeof *word; i++) {
        if (word[i] != mix(word[0] + i + (uintptr_t)object))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------- workers */

static unsigned below(struct worker *w, unsigned limit)
{
    w->random = w->random * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (unsigned)((w->random >> 33) % limit);
}

static void take_one(struct worker *w)
{
    struct run *run = w->run;
    void *object =
        w->cache != NULL ? tern_freelist_cache_alloc(w->cache) : tern_freelist_alloc(run->freelist);
    if (object == NULL) {
        tern_fetch_add_relaxed(&run->refused, 1);
        return;
    }
    object_write(object, run->config->object_size, w->random);
    w->held[w->have++] = object;
}

static void take_many(struct worker *w, size_t n)
{
    struct run *run = w->run;
    void **to = w->held + w->have;
    size_t done = w->cache != NULL ? tern_freelist_cache_alloc_bulk(w->cache, to, n)
                                   : tern_freelist_alloc_bulk(run->freelist, to, n);
    if (done == 0)
        tern_fetch_add_relaxed(&run->refused, 1);
    for (size_t i = 0; i < done; i++)
        object_write(to[i], run->config->object_size, w->random + i);
    w->have += done;
}

static void check(struct worker *w, const void *object)
{
    if (!object_good(object, w->run->config->object_size))
        tern_store_relaxed(&w->run->failed, 1u);
}

static void give(struct worker *w, void *const *objects, size_t n)
{
    struct run *run = w->run;
    for (size_t i = 0; i < n; i++)
        check(w, objects[i]);
    if (n != 1) {
        if (w->cache != NULL)
            tern_freelist_cache_free_bulk(w->cache, objects, n);
        else
            tern_freelist_free_bulk(run->freelist, objects, n);
    } else if (w->cache != NULL) {
        tern_freelist_cache_free(w->cache, objects[0]);
    } else {
        tern_freelist_free(run->freelist, objects[0]);
    }
}

/* Puts an object where anybody may find it, and takes what was there. */
static void exchange(struct worker *w)
{
    struct run *run = w->run;
    void *mine = w->have != 0 ? w->held[--w->have] : NULL;
    void *theirs = tern_exchange_acq_rel(&run->places[below(w, PLACES)], mine);
    if (theirs == NULL)
        return;
    tern_fetch_add_relaxed(&run->exchanged, 1);
    give(w, &theirs, 1);
}

static void work(struct worker *w)
{
    const struct config *config = w->run->config;
    size_t most = sizeof w->held / sizeof w->held[0];
    unsigned action = below(w, 8);
    if (action < 3 && w->have < most) {
        take_one(w);
    } else if (action == 3 && config->bulk && w->have < most) {
        take_many(w, 1 + below(w, (unsigned)(most - w->have)));
    } else if (action < 6) {
        exchange(w);
    } else if (w->have != 0) {
        size_t n = config->bulk ? 1 + below(w, (unsigned)w->have) : 1;
        w->have -= n;
        give(w, w->held + w->have, n);
    }
}

static void pin(unsigned index)
{
    cpu_set_t all, one;
    unsigned cpu = 0, nth;
    if (sched_getaffinity(0, sizeof all, &all) != 0 || CPU_COUNT(&all) == 0)
        return;
    nth = index % (unsigned)CPU_COUNT(&all);
    for (; !CPU_ISSET(cpu, &all) || nth-- != 0; cpu++) {
    }
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    (void)sched_setaffinity(0, sizeof one, &one);
}

static void *live(void *argument)
{
    struct worker *w = argument;
    const struct config *config = w->run->config;
    uint64_t rounds = config->comings ? w->run->rounds / 100 : w->run->rounds;
    pin(w->index);
    w->cache =
        config->caches && w->index % 2 != 0 ? tern_freelist_cache_open(w->run->freelist) : NULL;
    for (uint64_t i = 0; i < rounds; i++)
        work(w);
    /* It ends with its magazines as they are, and leaves some objects in the places. */
    give(w, w->held, w->have);
    w->have = 0;
    tern_freelist_cache_close(w->cache);
    return NULL;
}

static void *live_many_times(void *argument)
{
    struct worker *w = argument;
    for (int i = 0; i < 100; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, live, w) != 0)
            return argument;
        pthread_join(thread, NULL);
    }
    return NULL;
}

static void *trim(void *argument)
{
    struct run *run = argument;
    while (tern_load_relaxed(&run->stop) == 0) {
        struct tern_freelist_stats stats;
        tern_freelist_trim(run->freelist);
        tern_freelist_stats(run->freelist, &stats);
        if (stats.in_use + stats.cached + stats.available + stats.lost != stats.objects)
            tern_store_relaxed(&run->failed, 2u);
        usleep(200);
    }
    return NULL;
}

/* ------------------------------------------------------------------------------------ checks */

static int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t) * (void *const *)a, y = (uintptr_t) * (void *const *)b;
    return (x > y) - (x < y);
}

static void check_all_there(struct run *run)
{
    static void *objects[MOST + 1];
    const struct config *config = run->config;
    size_t n = 0, in_places = 0;
    struct tern_freelist_stats stats;
    for (size_t i = 0; i < PLACES; i++) {
        void *object = tern_load_relaxed(&run->places[i]);
        if (object != NULL) {
            in_places++;
            CHECK(object_good(object, config->object_size));
        }
    }
    CHECK_EQ(tern_freelist_stats(run->freelist, &stats), 0);
    CHECK_EQ(stats.in_use, in_places);
    for (size_t i = 0; i < PLACES; i++) {
        void *object = tern_load_relaxed(&run->places[i]);
        if (object != NULL)
            tern_freelist_free(run->freelist, object);
    }
    while (n <= config->max_objects && (objects[n] = tern_freelist_alloc(run->freelist)) != NULL)
        n++;
    CHECK_EQ(n, config->max_objects);
    qsort(objects, n, sizeof objects[0], by_address);
    for (size_t i = 1; i < n; i++)
        CHECK_GE((uintptr_t)objects[i] - (uintptr_t)objects[i - 1], config->object_size);
    tern_freelist_free_bulk(run->freelist, objects, n);
}

static void stress(const struct config *config)
{
    static struct run run;
    static struct worker workers[THREADS_MOST];
    pthread_t threads[THREADS_MOST], trimmer;
    struct tern_freelist_options options = {.object_size = config->object_size,
                                            .max_objects = config->max_objects,
                                            .magazine_size = config->magazine_size,
                                            .slab_objects = 100,
                                            .checks = config->checks};
    memset((void *)&run, 0, sizeof run);
    run.config = config;
    run.rounds = (test_quick() ? 1000000u : 15000000u) / config->threads / test_slower();
    if (config->checks == TERN_FREELIST_CHECK)
        run.rounds /= 4;
    run.freelist = tern_freelist_create(&options);
    CHECK_NE(run.freelist, NULL);
    if (config->trims)
        CHECK_EQ(pthread_create(&trimmer, NULL, trim, &run), 0);
    for (unsigned i = 0; i < config->threads; i++) {
        workers[i] = (struct worker){.run = &run, .index = i, .random = test_seed() + i};
        CHECK_EQ(pthread_create(&threads[i], NULL, config->comings ? live_many_times : live,
                                &workers[i]),
                 0);
    }
    for (unsigned i = 0; i < config->threads; i++) {
        void *result = NULL;
        CHECK_EQ(pthread_join(threads[i], &result), 0);
        CHECK_EQ(result, NULL);
    }
    tern_store_relaxed(&run.stop, 1u);
    if (config->trims)
        CHECK_EQ(pthread_join(trimmer, NULL), 0);
    CHECK_EQ(tern_load_relaxed(&run.failed), 0u);
    CHECK_GT(tern_load_relaxed(&run.exchanged), UINT64_C(1000) / test_slower());
    if (config->at_limit)
        CHECK_GT(tern_load_relaxed(&run.refused), UINT64_C(0));
    else
        CHECK_EQ(tern_load_relaxed(&run.refused), UINT64_C(0));
    check_all_there(&run);
    tern_freelist_destroy(run.freelist);
}

#define COMMON .object_size = 64, .max_objects = 4096, .checks = TERN_FREELIST_CHECK_NOT

static const struct config configs[] = {
    {"pinned, one a core", .threads = 2, COMMON, .bulk = true},
    {"pinned, eight a core", .threads = 16, COMMON, .bulk = true, .magazine_size = 16},
    {"small magazines", .threads = 4, COMMON, .magazine_size = 1},
    {"caches", .threads = 4, COMMON, .caches = true, .bulk = true, .magazine_size = 7},
    {"beside trims", .threads = 4, COMMON, .trims = true, .bulk = true, .magazine_size = 16},
    {"threads that come and go", .threads = 8, COMMON, .comings = true, .magazine_size = 16},
    {"at the limit", .threads = 8, .object_size = 32, .max_objects = 200, .magazine_size = 8,
     .checks = TERN_FREELIST_CHECK_NOT, .at_limit = true, .bulk = true},
    {"at the limit, beside trims", .threads = 4, .object_size = 32, .max_objects = 150,
     .magazine_size = 4, .checks = TERN_FREELIST_CHECK_NOT, .at_limit = true, .trims = true,
     .comings = true, .caches = true, .bulk = true},
    {"that checks", .threads = 4, .object_size = 64, .max_objects = 4096, .magazine_size = 16,
     .checks = TERN_FREELIST_CHECK, .trims = true, .bulk = true, .caches = true},
    {"without magazines", .threads = 4, COMMON, .magazine_size = TERN_NO_MAGAZINE, .bulk = true},
    {"without magazines, eight a core, at the limit", .threads = 16, .object_size = 32,
     .max_objects = 200, .magazine_size = TERN_NO_MAGAZINE, .checks = TERN_FREELIST_CHECK_NOT,
     .at_limit = true, .bulk = true},
    {"without magazines, that checks", .threads = 4, .object_size = 64, .max_objects = 4096,
     .magazine_size = TERN_NO_MAGAZINE, .checks = TERN_FREELIST_CHECK, .bulk = true},
};

/* A test for each, by its number. */
#define STRESS(number, test_name)    \
    TEST(freelist_stress, test_name) \
    {                                \
        alarm(300);                  \
        stress(&configs[number]);    \
    }

STRESS(0, one_a_core)
STRESS(1, eight_a_core)
STRESS(2, small_magazines)
STRESS(3, caches)
STRESS(4, beside_trims)
STRESS(5, come_and_go)
STRESS(6, at_the_limit)
STRESS(7, at_the_limit_beside_trims)
STRESS(8, that_checks)
STRESS(9, plain)
STRESS(10, plain_at_the_limit)
STRESS(11, plain_that_checks)
