/* Threads, placement, the watchdog, results. */
#define _GNU_SOURCE
#include "stress.h"

#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <time.h>
#include <unistd.h>

enum { STALL_SECONDS = 120 };

static unsigned passed, failed;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
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

void moved(struct run *run, uint64_t by)
{
    (void)tern_fetch_add_relaxed(&run->progress, by);
}

uint64_t random_next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (memory == NULL) {
        fprintf(stderr, "ptr_array_stress: out of memory\n");
        exit(1);
    }
    return memory;
}

/* -------------------------------------------------------------------------------------- items */

static uint64_t check_of(const struct item *item)
{
    return (item->number + 1) * UINT64_C(0x9E3779B97F4A7C15) ^ item->producer;
}

void item_make(struct item *item, uint32_t producer, uint64_t number)
{
    item->producer = producer;
    item->number = number;
    item->check = check_of(item);
    tern_store_relaxed(&item->out, 0u);
}

void item_came_out(struct run *run, struct item *item)
{
    if (item->check != check_of(item))
        fail(run, "item %" PRIu64 " of producer %" PRIu32 " is not as it was made", item->number,
             item->producer);
    if (tern_fetch_add_relaxed(&item->out, 1u) != 0)
        fail(run, "item %" PRIu64 " of producer %" PRIu32 " came out twice", item->number,
             item->producer);
}

void item_dispose(void *item, void *run)
{
    item_came_out(run, item);
}

/* ------------------------------------------------------------------------------------ threads */

struct member {
    const struct crew *crew;
    tern_atomic_u32 *running;
    unsigned index;
    pthread_t thread;
};

static void *member_main(void *context)
{
    struct member *member = context;
    member->crew->body(member->crew->context, member->index);
    (void)tern_fetch_sub_release(member->running, 1u);
    return NULL;
}

static void start(struct member *member)
{
    const struct crew *crew = member->crew;
    cpu_set_t allowed, set;
    unsigned cores[CPU_SETSIZE], count = 0;
    pthread_attr_t attr;

    pthread_attr_init(&attr);
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        for (unsigned core = 0; core < CPU_SETSIZE; core++)
            if (CPU_ISSET(core, &allowed))
                cores[count++] = core;
        unsigned used = crew->packed ? (crew->count + 3) / 4 : count;
        CPU_ZERO(&set);
        CPU_SET(cores[member->index % (used < count ? used : count)], &set);
        (void)pthread_attr_setaffinity_np(&attr, sizeof set, &set);
    }
    if (pthread_create(&member->thread, &attr, member_main, member) != 0) {
        fprintf(stderr, "ptr_array_stress: no thread\n");
        exit(1);
    }
    pthread_attr_destroy(&attr);
}

static void watch(struct run *run, tern_atomic_u32 *running)
{
    uint64_t before = 0;
    double since = seconds();
    /* Pairs with the release at the end of each thread. */
    while (tern_load_acquire(running) != 0) {
        struct timespec nap = {.tv_nsec = 500000};
        nanosleep(&nap, NULL);
        uint64_t now = tern_load_relaxed(&run->progress);
        if (now != before) {
            before = now;
            since = seconds();
        } else if (seconds() - since > STALL_SECONDS) {
            printf("FAILED  nothing moved for %d s after %" PRIu64 " steps\n", STALL_SECONDS, now);
            failed++;
            print_results();
            _exit(1);
        }
    }
}

struct observer {
    void (*look)(void *context);
    void *context;
    struct run *run;
};

static void *observe(void *context)
{
    struct observer *observer = context;
    while (tern_load_relaxed(&observer->run->stop) == 0)
        observer->look(observer->context);
    return NULL;
}

void run_crew(const struct crew *crew, void (*observer)(void *context))
{
    struct member *members = allocate(crew->count, sizeof *members);
    struct observer looks = {observer, crew->context, crew->run};
    tern_atomic_u32 running;
    pthread_t thread;

    tern_store_relaxed(&running, crew->count);
    if (observer != NULL && pthread_create(&thread, NULL, observe, &looks) != 0)
        exit(1);
    for (unsigned i = 0; i < crew->count; i++) {
        members[i].crew = crew;
        members[i].running = &running;
        members[i].index = i;
        start(&members[i]);
    }
    watch(crew->run, &running);
    for (unsigned i = 0; i < crew->count; i++)
        pthread_join(members[i].thread, NULL);
    tern_store_relaxed(&crew->run->stop, 1u);
    if (observer != NULL)
        pthread_join(thread, NULL);
    free(members);
}

/* ------------------------------------------------------------------------------------ results */

void finish(struct run *run, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    if (has_failed(run)) {
        failed++;
        printf(": FAILED\nFAILED  %s\n", run->message);
    } else {
        passed++;
        printf(": ok\n");
    }
    fflush(stdout);
}

bool print_results(void)
{
    printf("%u passed, %u failed\n", passed, failed);
    fflush(stdout);
    return failed == 0 && passed != 0;
}
