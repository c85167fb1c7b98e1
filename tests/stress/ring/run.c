/* One run: its threads on their cores, an observer, a watch over progress; and the results. */
#include "stress.h"

#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <time.h>
#include <unistd.h>

enum { STALL_SECONDS = 60 }; /* without any progress: give up */

static int cores[CPU_SETSIZE];
unsigned core_count;

static unsigned passed, failed;
static uint64_t total_elements, total_looks, total_freezes;

/* Of all recirculation, by the modes of producer and consumer, without pauses and with them. */
enum { MODES = TERN_RING_LF + 1 };
static struct ticks total_ticks[MODES][MODES][2];

double seconds(void)
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

bool is_transfer(const struct config *c)
{
    return c->consumers != 0;
}

void fail(struct run *run, const char *format, ...)
{
    uint32_t expected = 0;
    if (!tern_cas_strong_acq_rel(&run->failed, &expected, 1u))
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(run->message, sizeof run->message, format, args);
    va_end(args);
}

bool has_failed(struct run *run)
{
    return tern_load_relaxed(&run->failed) != 0;
}

void moved(struct worker *w, uint64_t by)
{
    tern_store_relaxed(&w->progress, tern_load_relaxed(&w->progress) + by);
}

static void *out_of_memory(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "ring_stress: out of memory\n");
        exit(1);
    }
    return memory;
}

/* ------------------------------------------------------------------------------------ results */

static void add_ticks(struct ticks *to, const struct ticks *from)
{
    to->calls += from->calls;
    to->sum += from->sum;
    if (from->worst > to->worst)
        to->worst = from->worst;
}

static void print_ticks(const struct ticks *t)
{
    printf("%" PRIu64 " cycles a call, worst %" PRIu64, t->calls != 0 ? t->sum / t->calls : 0,
           t->worst);
}

bool print_results(double took)
{
    for (unsigned p = 0; p < MODES; p++) {
        for (unsigned c = 0; c < MODES; c++) {
            const struct ticks *t = total_ticks[p][c];
            if (t[0].calls + t[1].calls == 0)
                continue;
            printf("recirculate %s/%s: ", tern_ring_mode_name((enum tern_ring_mode)p),
                   tern_ring_mode_name((enum tern_ring_mode)c));
            print_ticks(&t[0]);
            printf("; with pauses ");
            print_ticks(&t[1]);
            printf("\n");
        }
    }
    printf("total: %" PRIu64 " elements through the ring, %" PRIu64 " looks, %" PRIu64
           " freezes, %.1f s\n",
           total_elements, total_looks, total_freezes, took);
    if (total_freezes == 0) {
        printf("FAILED  nobody was frozen\n");
        failed++;
    }
    printf("%u passed, %u failed\n", passed, failed);
    fflush(stdout);
    return failed == 0 && passed != 0;
}

static void print_config(const struct config *c)
{
    printf("%s/%s ", tern_ring_mode_name(c->producer), tern_ring_mode_name(c->consumer));
    if (is_transfer(c))
        printf("%u+%u, ", c->producers, c->consumers);
    else
        printf("recirculate %u%s%s, ", c->producers, c->full ? " full" : "",
               c->pauses ? " with pauses" : "");
    if (c->tokens)
        printf("tokens, ");
    if (c->freezes)
        printf("freezes, ");
    printf("%s, capacity %zu, %zu bytes, n %s%u: ", c->placement == SPREAD ? "spread" : "4 a core",
           c->capacity, c->words * 8, c->burst > 1 ? "1.." : "", c->burst);
    fflush(stdout);
}

/* ------------------------------------------------------------------------------------ threads */

void find_cores(void)
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        for (int core = 0; core < CPU_SETSIZE; core++) {
            if (CPU_ISSET((unsigned)core, &allowed))
                cores[core_count++] = core;
        }
    }
    if (core_count == 0)
        core_count = 1;
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

/* Sides of several threads may be asked for nothing by one more, for what is left. */
static void look(struct run *run)
{
    const struct config *c = run->config;
    size_t count = tern_ring_count(run->ring);
    size_t room = tern_ring_free_count(run->ring);
    uint64_t nothing[1] = {0};
    size_t left = 0;
    if (count > c->capacity || room > c->capacity)
        fail(run, "count %zu, free count %zu of %zu", count, room, c->capacity);
    if (c->producer != TERN_RING_ST && tern_ring_enqueue_burst(run->ring, nothing, 0, &left) != 0)
        fail(run, "an enqueue of nothing did something");
    if (left > c->capacity)
        fail(run, "an enqueue of nothing found room for %zu of %zu", left, c->capacity);
    if (c->consumer != TERN_RING_ST && tern_ring_dequeue_bulk(run->ring, nothing, 0, &left) != 0)
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
        /* How far an RTS head may be ahead changes while it is in use. */
        size_t htd_max = 1 + looks % run->config->capacity;
        (void)tern_ring_set_producer_htd_max(run->ring, htd_max);
        (void)tern_ring_set_consumer_htd_max(run->ring, run->config->capacity + 1 - htd_max);
        if (++looks % 64 == 0 && !busy)
            nap(500);
    }
    tern_store_relaxed(&run->looks, looks);
    return NULL;
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

static void prepare(struct run *run)
{
    const struct config *c = run->config;
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
        fill(run);
}

static void run_threads(struct run *run)
{
    const struct config *c = run->config;
    struct freezer freezer = {.run = run};
    pthread_t *producers = freezer.producers, *consumers = freezer.consumers, observer, freezing;

    prepare(run);
    if (pthread_create(&observer, NULL, observe, run) != 0)
        exit(1);
    for (unsigned i = 0; i < c->producers; i++)
        producers[i] = start(is_transfer(c) ? produce : recirculate, &run->producers[i], c, i);
    for (unsigned i = 0; i < c->consumers; i++)
        consumers[i] = start(consume, &run->consumers[i], c, c->producers + i);
    if (c->freezes && pthread_create(&freezing, NULL, freeze, &freezer) != 0)
        exit(1);
    await(run, &run->producing);
    /* Pairs with the acquire in consume. */
    tern_store_release(&run->closed, 1u);
    await(run, &run->consuming);
    tern_store_relaxed(&run->stop, 1u);
    if (c->freezes)
        pthread_join(freezing, NULL);
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

void run_config(const struct config *c)
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

    uint64_t elements = progress_of(run) / (is_transfer(c) ? 2 : 1);
    uint64_t looks = tern_load_relaxed(&run->looks);
    printf("%" PRIu64 " elements, ", elements);
    if (!is_transfer(c)) {
        struct ticks ticks = {0, 0, 0};
        for (unsigned i = 0; i < c->producers; i++)
            add_ticks(&ticks, &run->producers[i].ticks);
        add_ticks(&total_ticks[c->producer][c->consumer][c->pauses], &ticks);
        print_ticks(&ticks);
        printf(", ");
    }
    printf("%" PRIu64 " looks, %.2f s: ", looks, seconds() - began);
    total_elements += elements;
    total_looks += looks;
    total_freezes += tern_load_relaxed(&run->freezes);
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
