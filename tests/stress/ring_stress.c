/*
 * The ring under threads: pinned, one a core and four a core.
 *
 * Transfer: producers send numbered elements, consumers take them out. Each element arrives
 * exactly once (count, sum and a bit for each), with every byte as it was sent, and each consumer
 * sees the numbers of each producer rise. An observer asks for the counts all the while.
 *
 * Recirculate: the ring is half filled, and workers take a burst out, put their own stamp on each
 * element, and put all of it back. There is always room for it, and in the end the same elements
 * are there.
 *
 *     ring_stress [--quick]
 *
 * One line for each configuration, the totals, and "N passed, N failed".
 */
#define _GNU_SOURCE /* affinity */

#include "test.h"

#include <tern/ring.h>

#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifndef __has_feature
#    define __has_feature(x) 0
#endif
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#    define SLOWER 12
#elif defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#    define SLOWER 5
#else
#    define SLOWER 1
#endif

enum {
    MAX_SIDE = 8,       /* threads of a side */
    MAX_BURST = 32,     /* elements of one call */
    MAX_WORDS = 8,      /* 64-bit words of one element */
    STALL_SECONDS = 60, /* without any progress: give up */
};

enum placement { SPREAD, PACKED };

struct config {
    enum tern_ring_mode producer, consumer;
    unsigned producers, consumers; /* recirculate: workers, 0 */
    enum placement placement;      /* one thread a core as far as there are cores, or four */
    size_t capacity;
    size_t words;   /* of an element */
    unsigned burst; /* the largest */
    uint64_t items; /* of each producer; recirculate: rounds of each worker */
};

struct run;

struct worker {
    TERN_CACHE_ALIGNED tern_atomic_u64 progress;
    struct run *run;
    unsigned index;
    uint64_t random;
    /* What a consumer saw. */
    uint64_t count, sum;
    uint64_t next[MAX_SIDE]; /* the least number that may come from each producer */
    uint64_t *seen;          /* a bit for each element of all producers */
};

struct run {
    const struct config *config;
    struct tern_ring *ring;
    struct worker producers[MAX_SIDE], consumers[MAX_SIDE];
    tern_atomic_u32 producing, consuming; /* threads at work */
    tern_atomic_u32 closed;               /* nothing more will come */
    tern_atomic_u32 stop;                 /* the observer's end */
    tern_atomic_u32 failed;
    tern_atomic_u64 looks;
    char message[256];
};

/* ------------------------------------------------------------------------------------ helpers */

static int cores[CPU_SETSIZE];
static unsigned core_count;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void nap(long microseconds)
{
    const struct timespec time = {.tv_nsec = microseconds * 1000};
    nanosleep(&time, NULL);
}

static uint64_t mix(uint64_t z) /* splitmix64 */
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static unsigned random_below(struct worker *w, unsigned limit)
{
    w->random += UINT64_C(0x9e3779b97f4a7c15);
    return (unsigned)((mix(w->random) >> 32) * limit >> 32);
}

/* The first failure of a run is the one that is told; the others end by it. */
__attribute__((format(printf, 2, 3))) static void fail(struct run *run, const char *format, ...)
{
    uint32_t expected = 0;
    if (!tern_cas_strong_acq_rel(&run->failed, &expected, 1u))
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(run->message, sizeof run->message, format, args);
    va_end(args);
}

static bool has_failed(struct run *run)
{
    return tern_load_relaxed(&run->failed) != 0;
}

static void moved(struct worker *w, uint64_t by)
{
    tern_store_relaxed(&w->progress, tern_load_relaxed(&w->progress) + by);
}

/* ----------------------------------------------------------------------------------- elements */

/*
 * The first word: 8 bits of who sent it, 32 of its number, 24 of a checksum over both. The other
 * words follow from it, so that every byte of an element is checked.
 */
static uint64_t first_word(unsigned who, uint64_t number)
{
    uint64_t name = (uint64_t)who << 56 | number << 24;
    return name | mix(name) >> 40;
}

static void element_write(uint64_t *word, size_t words, unsigned who, uint64_t number)
{
    word[0] = first_word(who, number);
    for (size_t i = 1; i < words; i++)
        word[i] = mix(word[0] ^ i);
}

static bool element_read(const uint64_t *word, size_t words, unsigned *who, uint64_t *number)
{
    *who = (unsigned)(word[0] >> 56);
    *number = word[0] >> 24 & UINT32_MAX;
    bool good = word[0] == first_word(*who, *number);
    for (size_t i = 1; i < words; i++)
        good = word[i] == mix(word[0] ^ i) && good;
    return good;
}

/* --------------------------------------------------------------------------------- operations */

/* By a single, a bulk or a burst, by the general or the explicit entry point, at random. Burst
 * where only a burst can tell an empty ring. */
static size_t call_enqueue(struct worker *w, const uint64_t *elements, size_t n)
{
    struct tern_ring *ring = w->run->ring;
    const size_t capacity = w->run->config->capacity;
    const bool st = w->run->config->producer == TERN_RING_ST;
    unsigned kind = random_below(w, 16);
    size_t left = 0;
    size_t *ask = kind >= 12 ? &left : NULL;
    size_t done;

    switch (n == 1 && kind < 6 ? kind % 2 : 2 + kind % 4) {
    case 0: done = tern_ring_enqueue(ring, elements) == 0; break;
    case 1: done = (st ? tern_ring_st_enqueue : tern_ring_mt_enqueue)(ring, elements) == 0; break;
    case 2: done = tern_ring_enqueue_burst(ring, elements, n, ask); break;
    case 3:
        done =
            (st ? tern_ring_st_enqueue_burst : tern_ring_mt_enqueue_burst)(ring, elements, n, ask);
        break;
    case 4: done = tern_ring_enqueue_bulk(ring, elements, n, ask); break;
    default:
        done = (st ? tern_ring_st_enqueue_bulk : tern_ring_mt_enqueue_bulk)(ring, elements, n, ask);
        break;
    }
    if (done > n || left > capacity - done)
        fail(w->run, "enqueue of %zu did %zu and left room for %zu", n, done, left);
    return done;
}

static size_t call_dequeue(struct worker *w, uint64_t *elements, size_t n, bool burst)
{
    struct tern_ring *ring = w->run->ring;
    const size_t capacity = w->run->config->capacity;
    const bool st = w->run->config->consumer == TERN_RING_ST;
    unsigned kind = random_below(w, 16);
    size_t left = 0;
    size_t *ask = kind >= 12 ? &left : NULL;
    size_t done;

    switch (n == 1 && kind < 6 ? kind % 2 : 2 + kind % (burst ? 2 : 4)) {
    case 0: done = tern_ring_dequeue(ring, elements) == 0; break;
    case 1: done = (st ? tern_ring_st_dequeue : tern_ring_mt_dequeue)(ring, elements) == 0; break;
    case 2: done = tern_ring_dequeue_burst(ring, elements, n, ask); break;
    case 3:
        done =
            (st ? tern_ring_st_dequeue_burst : tern_ring_mt_dequeue_burst)(ring, elements, n, ask);
        break;
    case 4: done = tern_ring_dequeue_bulk(ring, elements, n, ask); break;
    default:
        done = (st ? tern_ring_st_dequeue_bulk : tern_ring_mt_dequeue_bulk)(ring, elements, n, ask);
        break;
    }
    if (done > n || left > capacity - done)
        fail(w->run, "dequeue of %zu did %zu and left %zu", n, done, left);
    return done;
}

static size_t random_amount(struct worker *w)
{
    size_t n = 1 + random_below(w, w->run->config->burst);
    return n < w->run->config->capacity ? n : w->run->config->capacity;
}

/* ----------------------------------------------------------------------------------- transfer */

static void *produce(void *arg)
{
    struct worker *w = arg;
    const struct config *c = w->run->config;
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    uint64_t elements[MAX_BURST * MAX_WORDS];

    for (uint64_t sent = 0; sent < c->items && !has_failed(w->run);) {
        size_t n = random_amount(w);
        if (n > c->items - sent)
            n = (size_t)(c->items - sent);
        for (size_t i = 0; i < n; i++)
            element_write(elements + i * c->words, c->words, w->index, sent + i);
        size_t done = call_enqueue(w, elements, n);
        if (done == 0) {
            tern_wait_once(&wait);
            continue;
        }
        wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
        sent += done;
        moved(w, done);
    }
    (void)tern_fetch_sub_release(&w->run->producing, 1u);
    return NULL;
}

static void check_arrival(struct worker *w, const uint64_t *element)
{
    const struct config *c = w->run->config;
    unsigned who;
    uint64_t number;
    if (!element_read(element, c->words, &who, &number) || who >= c->producers ||
        number >= c->items) {
        fail(w->run, "consumer %u got a changed element, first word 0x%016" PRIx64, w->index,
             element[0]);
        return;
    }
    if (number < w->next[who])
        fail(w->run, "consumer %u got number %" PRIu64 " of producer %u after %" PRIu64, w->index,
             number, who, w->next[who] - 1);
    w->next[who] = number + 1;
    w->count++;
    w->sum += number;
    uint64_t bit = who * c->items + number;
    w->seen[bit / 64] |= UINT64_C(1) << bit % 64;
}

static void *consume(void *arg)
{
    struct worker *w = arg;
    const struct config *c = w->run->config;
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    uint64_t elements[MAX_BURST * MAX_WORDS];

    while (!has_failed(w->run)) {
        /* Pairs with the release by which it was set: then no enqueue is to come. */
        bool closed = tern_load_acquire(&w->run->closed) != 0;
        size_t n = random_amount(w);
        memset(elements, 0xEE, n * c->words * sizeof elements[0]);
        size_t done = call_dequeue(w, elements, n, closed);
        if (done == 0) {
            if (closed)
                break;
            tern_wait_once(&wait);
            continue;
        }
        wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
        for (size_t i = 0; i < done; i++)
            check_arrival(w, elements + i * c->words);
        moved(w, done);
    }
    (void)tern_fetch_sub_release(&w->run->consuming, 1u);
    return NULL;
}

/* Sides of several threads may be asked for nothing by one more, for what is left. */
static void look(struct run *run)
{
    const struct config *c = run->config;
    size_t count = tern_ring_count(run->ring);
    size_t room = tern_ring_free_count(run->ring);
    size_t left = 0;
    if (count > c->capacity || room > c->capacity)
        fail(run, "count %zu, free count %zu of %zu", count, room, c->capacity);
    if (c->producer == TERN_RING_MT && tern_ring_enqueue_burst(run->ring, NULL, 0, &left) != 0)
        fail(run, "an enqueue of nothing did something");
    if (left > c->capacity)
        fail(run, "an enqueue of nothing found room for %zu of %zu", left, c->capacity);
    if (c->consumer == TERN_RING_MT && tern_ring_dequeue_bulk(run->ring, NULL, 0, &left) != 0)
        fail(run, "a dequeue of nothing did something");
    if (left > c->capacity)
        fail(run, "a dequeue of nothing found %zu of %zu", left, c->capacity);
}

static void *observe(void *arg)
{
    struct run *run = arg;
    uint64_t looks = 0;
    /* Without a rest only on a core of its own: else it takes the time of those it looks at. */
    const bool busy = run->config->producers + run->config->consumers < core_count;
    while (tern_load_relaxed(&run->stop) == 0) {
        look(run);
        if (++looks % 64 == 0 && !busy)
            nap(500);
    }
    tern_store_relaxed(&run->looks, looks);
    return NULL;
}

static void check_transfer(struct run *run)
{
    const struct config *c = run->config;
    uint64_t all = c->producers * c->items;
    uint64_t count = 0, sum = 0;
    for (unsigned i = 0; i < c->consumers; i++) {
        count += run->consumers[i].count;
        sum += run->consumers[i].sum;
    }
    if (count != all)
        fail(run, "%" PRIu64 " of %" PRIu64 " elements arrived", count, all);
    if (sum != c->producers * (c->items * (c->items - 1) / 2))
        fail(run, "the sum of the numbers is %" PRIu64, sum);
    for (uint64_t word = 0; word < (all + 63) / 64; word++) {
        uint64_t want = all - word * 64 >= 64 ? UINT64_MAX : (UINT64_C(1) << all % 64) - 1;
        uint64_t once = 0, twice = 0;
        for (unsigned i = 0; i < c->consumers; i++) {
            twice |= once & run->consumers[i].seen[word];
            once |= run->consumers[i].seen[word];
        }
        if (once != want || twice != 0)
            fail(run, "lost 0x%" PRIx64 " and doubled 0x%" PRIx64 " of elements %" PRIu64 " on",
                 want & ~once, twice, word * 64);
    }
    if (!tern_ring_empty(run->ring))
        fail(run, "%zu elements are left", tern_ring_count(run->ring));
}

/* -------------------------------------------------------------------------------- recirculate */

static size_t in_circulation(const struct config *c)
{
    return (c->capacity + 1) / 2;
}

static void *recirculate(void *arg)
{
    struct worker *w = arg;
    const struct config *c = w->run->config;
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    uint64_t elements[MAX_BURST * MAX_WORDS];

    for (uint64_t round = 0; round < c->items && !has_failed(w->run);) {
        size_t done = call_dequeue(w, elements, random_amount(w), false);
        if (done == 0) {
            tern_wait_once(&wait);
            continue;
        }
        wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
        for (size_t i = 0; i < done; i++) {
            uint64_t *element = elements + i * c->words;
            unsigned who;
            uint64_t id;
            if (!element_read(element, c->words, &who, &id) || id >= in_circulation(c))
                fail(w->run, "worker %u got a changed element, first word 0x%016" PRIx64, w->index,
                     element[0]);
            element_write(element, c->words, w->index, id);
        }
        /* There are fewer elements than slots, so all of these fit at once. */
        if (tern_ring_enqueue_bulk(w->run->ring, elements, done, NULL) != done)
            fail(w->run, "no room for %zu, with %zu of %zu in circulation", done, in_circulation(c),
                 c->capacity);
        moved(w, done);
        round++;
    }
    (void)tern_fetch_sub_release(&w->run->producing, 1u);
    return NULL;
}

static void fill_half(struct run *run)
{
    const struct config *c = run->config;
    for (uint64_t id = 0; id < in_circulation(c); id++) {
        uint64_t element[MAX_WORDS];
        element_write(element, c->words, 0, id);
        if (tern_ring_enqueue(run->ring, element) != 0)
            fail(run, "no room to begin with");
    }
}

static void check_circulation(struct run *run)
{
    const struct config *c = run->config;
    uint64_t element[MAX_WORDS];
    unsigned times[MAX_BURST * MAX_BURST] = {0};
    size_t count = 0;
    while (tern_ring_dequeue(run->ring, element) == 0) {
        unsigned who;
        uint64_t id;
        if (!element_read(element, c->words, &who, &id) || id >= in_circulation(c) ||
            times[id]++ != 0)
            fail(run, "a changed or doubled element, first word 0x%016" PRIx64, element[0]);
        count++;
    }
    if (count != in_circulation(c))
        fail(run, "%zu of %zu elements are left", count, in_circulation(c));
}

/* ---------------------------------------------------------------------------------- one run --- */

static bool is_transfer(const struct config *c)
{
    return c->consumers != 0;
}

static void *out_of_memory(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "ring_stress: out of memory\n");
        exit(1);
    }
    return memory;
}

static pthread_t start(void *(*body)(void *), void *arg, const struct config *c, unsigned index)
{
    unsigned threads = c->producers + c->consumers;
    unsigned used = c->placement == SPREAD ? core_count : (threads + 3) / 4;
    unsigned core = index % (used < core_count ? used : core_count);
    pthread_t thread;
    pthread_attr_t attr;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((unsigned)cores[core], &set);
    pthread_attr_init(&attr);
    (void)pthread_attr_setaffinity_np(&attr, sizeof set, &set);
    if (pthread_create(&thread, &attr, body, arg) != 0) {
        fprintf(stderr, "ring_stress: no thread\n");
        exit(1);
    }
    pthread_attr_destroy(&attr);
    return thread;
}

static unsigned passed, failed;
static uint64_t total_elements, total_looks;

static void print_results(double took)
{
    printf("total: %" PRIu64 " elements through the ring, %" PRIu64 " looks, %.1f s\n",
           total_elements, total_looks, took);
    printf("%u passed, %u failed\n", passed, failed);
    fflush(stdout);
}

static uint64_t progress_of(const struct run *run)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < MAX_SIDE; i++)
        sum += tern_load_relaxed(&run->producers[i].progress) +
               tern_load_relaxed(&run->consumers[i].progress);
    return sum;
}

/* Waits for the threads of a side, as long as anything moves. */
static void await(struct run *run, tern_atomic_u32 *at_work)
{
    uint64_t before = progress_of(run);
    double since = seconds();
    /* Pairs with the release at the end of each thread. */
    while (tern_load_acquire(at_work) != 0) {
        nap(500);
        if (progress_of(run) != before) {
            before = progress_of(run);
            since = seconds();
        } else if (seconds() - since > STALL_SECONDS) {
            /* The threads cannot be ended: this is the end of the program. */
            printf("FAILED  nothing moved for %d s after %" PRIu64 " elements\n", STALL_SECONDS,
                   before);
            tern_ring_dump(run->ring, stdout);
            failed++;
            print_results(0);
            _exit(1);
        }
    }
}

static void print_config(const struct config *c)
{
    printf("%s/%s ", tern_ring_mode_name(c->producer), tern_ring_mode_name(c->consumer));
    if (is_transfer(c))
        printf("%u+%u, ", c->producers, c->consumers);
    else
        printf("recirculate %u, ", c->producers);
    printf("%s, capacity %zu, %zu bytes, n %s%u: ", c->placement == SPREAD ? "spread" : "4 a core",
           c->capacity, c->words * 8, c->burst > 1 ? "1.." : "", c->burst);
    fflush(stdout);
}

static void run_threads(struct run *run)
{
    const struct config *c = run->config;
    pthread_t producers[MAX_SIDE], consumers[MAX_SIDE], observer;
    const uint64_t words = (c->producers * c->items + 63) / 64;

    tern_store_relaxed(&run->producing, c->producers);
    tern_store_relaxed(&run->consuming, c->consumers);
    for (unsigned i = 0; i < c->consumers; i++) {
        struct worker *w = &run->consumers[i];
        w->seen = out_of_memory(calloc((size_t)words, sizeof w->seen[0]));
    }
    for (unsigned i = 0; i < MAX_SIDE; i++) {
        run->producers[i].run = run->consumers[i].run = run;
        run->producers[i].index = run->consumers[i].index = i;
        run->producers[i].random = mix(test_seed() + passed + failed) + i;
        run->consumers[i].random = mix(test_seed() + passed + failed) - i - 1;
    }
    if (!is_transfer(c))
        fill_half(run);

    if (pthread_create(&observer, NULL, observe, run) != 0)
        exit(1);
    for (unsigned i = 0; i < c->producers; i++)
        producers[i] = start(is_transfer(c) ? produce : recirculate, &run->producers[i], c, i);
    for (unsigned i = 0; i < c->consumers; i++)
        consumers[i] = start(consume, &run->consumers[i], c, c->producers + i);
    await(run, &run->producing);
    /* Pairs with the acquire in consume. */
    tern_store_release(&run->closed, 1u);
    await(run, &run->consuming);
    tern_store_relaxed(&run->stop, 1u);
    for (unsigned i = 0; i < c->producers; i++)
        pthread_join(producers[i], NULL);
    for (unsigned i = 0; i < c->consumers; i++)
        pthread_join(consumers[i], NULL);
    pthread_join(observer, NULL);

    if (is_transfer(c))
        check_transfer(run);
    else
        check_circulation(run);
    for (unsigned i = 0; i < c->consumers; i++)
        free(run->consumers[i].seen);
}

static void run_config(const struct config *c)
{
    const double began = seconds();
    struct run *run = out_of_memory(aligned_alloc(_Alignof(struct run), sizeof *run));
    const struct tern_ring_options options = {.capacity = c->capacity,
                                              .elem_size = c->words * sizeof(uint64_t),
                                              .producer = c->producer,
                                              .consumer = c->consumer,
                                              /* Positions wrap on the way. */
                                              .start_position = UINT64_MAX - 1000};
    memset((void *)run, 0, sizeof *run);
    run->config = c;
    run->ring = out_of_memory(tern_ring_create(&options));
    print_config(c);
    run_threads(run);

    uint64_t elements = progress_of(run);
    uint64_t looks = tern_load_relaxed(&run->looks);
    printf("%" PRIu64 " elements, %" PRIu64 " looks, %.2f s: ",
           is_transfer(c) ? elements / 2 : elements, looks, seconds() - began);
    total_elements += is_transfer(c) ? elements / 2 : elements;
    total_looks += looks;
    if (has_failed(run)) {
        failed++;
        printf("FAILED\nFAILED  %s\n", run->message);
    } else {
        passed++;
        printf("ok\n");
    }
    fflush(stdout);
    tern_ring_destroy(run->ring);
    free(run);
}

/* ------------------------------------------------------------------------------ configurations */

static const struct {
    enum tern_ring_mode producer, consumer;
    unsigned producers, consumers;
} shapes[] = {
    {TERN_RING_ST, TERN_RING_ST, 1, 1}, {TERN_RING_MT, TERN_RING_MT, 1, 1},
    {TERN_RING_MT, TERN_RING_MT, 2, 2}, {TERN_RING_MT, TERN_RING_MT, 4, 4},
    {TERN_RING_MT, TERN_RING_ST, 4, 1}, {TERN_RING_ST, TERN_RING_MT, 1, 4},
    {TERN_RING_ST, TERN_RING_ST, 1, 0}, {TERN_RING_MT, TERN_RING_MT, 1, 0},
    {TERN_RING_MT, TERN_RING_MT, 2, 0}, {TERN_RING_MT, TERN_RING_MT, 8, 0},
};

/* A small ring makes threads wait for each other more often, so it gets less to do. */
static const struct {
    size_t capacity;
    uint64_t items;
} sizes[] = {{2, 60000}, {7, 120000}, {64, 400000}, {1023, 800000}};

int main(int argc, char **argv)
{
    const double began = seconds();
    cpu_set_t allowed;

    if (argc == 2 && strcmp(argv[1], "--quick") == 0) {
        setenv("TERN_TEST_QUICK", "1", 1);
    } else if (argc != 1) {
        fprintf(stderr, "usage: %s [--quick]\n", argv[0]);
        return 2;
    }
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        for (int core = 0; core < CPU_SETSIZE; core++) {
            if (CPU_ISSET((unsigned)core, &allowed))
                cores[core_count++] = core;
        }
    }
    if (core_count == 0)
        core_count = 1;
    printf("%u cores, seed %" PRIu64 " (TERN_TEST_SEED)\n", core_count, test_seed());

    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
        const unsigned threads = shapes[s].producers + shapes[s].consumers;
        for (unsigned i = 0; i < 2 * 2 * 2 * 4; i++) {
            struct config c = {.producer = shapes[s].producer,
                               .consumer = shapes[s].consumer,
                               .producers = shapes[s].producers,
                               .consumers = shapes[s].consumers,
                               .placement = i / 16 % 2 ? PACKED : SPREAD,
                               .words = i / 2 % 2 ? 8 : 1,
                               .burst = i % 2 ? MAX_BURST : 1,
                               .capacity = sizes[i / 4 % 4].capacity};
            if (c.placement == PACKED && (threads == 1 || (threads + 3) / 4 >= core_count))
                continue; /* four a core already */
            c.items = sizes[i / 4 % 4].items / (threads * SLOWER * (test_quick() ? 6 : 1));
            if (!is_transfer(&c))
                c.items /= 2;
            run_config(&c);
        }
    }
    print_results(seconds() - began);
    return failed != 0 || passed == 0;
}
