/*
 * The stacks under threads: pinned, one a core and several a core, lock-free and locked.
 *
 *     stack_stress [--quick]
 *
 * Objects go round: each thread takes some off the stack by one of its operations, drawn at random,
 * and puts them back by another. Whoever holds an object owns it: it bears twice the stamp of the
 * holder before, the thread checks that, puts its own stamp on it, and checks once more before it
 * lets go. Two holders of one object would meet there. In the end every object is on the stack
 * once.
 *
 * One line for each configuration, and "N passed, N failed".
 */
#define _GNU_SOURCE /* CPU_SET, pthread_setaffinity_np */

#include "test.h"

#include <tern/stack.h>
#include <tern/stack_bounded.h>
#include <tern/stack_locked.h>

#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifndef __has_feature
#    define __has_feature(x) 0
#endif
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#    define SLOWER 20u
#elif defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#    define SLOWER 5u
#else
#    define SLOWER test_slower() /* an emulator */
#endif

enum { MOST_THREADS = 16, MOST_OBJECTS = 256, MOST_BATCH = 16, STALL_SECONDS = 60 };

struct object {
    struct tern_stack_node node;
    uint64_t id;
    uint64_t stamp[2]; /* the same; plain, since its holder alone may touch it */
};

static struct object objects[MOST_OBJECTS];
static struct tern_stack_locked locked;
static struct tern_stack_bounded *bounded;

struct config {
    const struct flavour *flavour;
    unsigned threads;
    unsigned objects;
    bool packed; /* all on one core */
    bool pauses;
    uint64_t rounds; /* of all threads together */
};

struct worker {
    const struct config *config;
    unsigned index;
    uint64_t random;
    uint64_t rounds;
    uint64_t moved;
    uint64_t empty;
    TERN_CACHE_ALIGNED tern_atomic_u64 progress;
};

static struct worker workers[MOST_THREADS];
static tern_atomic_u32 running;
static tern_atomic_u32 bad; /* somebody found something, and has said so */

static void found(const char *what, uint64_t a, uint64_t b)
{
    uint32_t nobody = 0;
    if (tern_cas_strong_relaxed(&bad, &nobody, 1u))
        printf("FAILED  %s: %" PRIu64 ", %" PRIu64 "\n", what, a, b);
}

static uint64_t draw(struct worker *w)
{
    w->random ^= w->random << 13;
    w->random ^= w->random >> 7;
    w->random ^= w->random << 17;
    return w->random >> 11;
}

static struct object *object_of(struct tern_stack_node *node)
{
    return TERN_STACK_OBJECT(node, struct object, node);
}

/* ----------------------------------------------------------------------------- flavours --- */

/* take gets up to n objects, put gives all of them back. */
struct flavour {
    const char *name;
    bool (*open)(const struct config *);
    size_t (*take)(struct worker *, struct object **, size_t n);
    void (*put)(struct worker *, struct object **, size_t n);
    void (*close)(void);
};

static void nothing_to_close(void) {}

static size_t spread_chain(struct tern_stack_node *chain, struct object **out)
{
    size_t n = 0;
    for (; chain != NULL; chain = tern_stack_next(chain))
        out[n++] = object_of(chain);
    return n;
}

static void make_chain(struct object **in, size_t n)
{
    for (size_t i = 0; i + 1 < n; i++)
        tern_stack_link(&in[i]->node, &in[i + 1]->node);
}

/* Both intrusive stacks, whose operations have the same form. pop_all is rare: it leaves nothing to
 * the others. */
#define INTRUSIVE(stack, prefix)                                                 \
    static size_t prefix##_take(struct worker *w, struct object **out, size_t n) \
    {                                                                            \
        struct tern_stack_node *chain;                                           \
        uint64_t how = draw(w) % 64;                                             \
        if (how == 0)                                                            \
            return spread_chain(tern_##prefix##_pop_all(&stack), out);           \
        if (how < 32) {                                                          \
            size_t count = tern_##prefix##_pop_n(&stack, n, &chain);             \
            if (spread_chain(chain, out) != count || count > n)                  \
                found("pop_n", count, n);                                        \
            return count;                                                        \
        }                                                                        \
        chain = tern_##prefix##_pop(&stack);                                     \
        if (chain == NULL)                                                       \
            return 0;                                                            \
        out[0] = object_of(chain);                                               \
        return 1;                                                                \
    }                                                                            \
    static void prefix##_put(struct worker *w, struct object **in, size_t n)     \
    {                                                                            \
        if (draw(w) % 2 == 0) {                                                  \
            make_chain(in, n);                                                   \
            tern_##prefix##_push_chain(&stack, &in[0]->node, &in[n - 1]->node);  \
            return;                                                              \
        }                                                                        \
        for (size_t i = 0; i < n; i++)                                           \
            tern_##prefix##_push(&stack, &in[i]->node);                          \
    }

INTRUSIVE(locked, stack_locked)

#if TERN_HAVE_DWCAS
static struct tern_stack lockfree;
INTRUSIVE(lockfree, stack)

static bool stack_open(const struct config *c)
{
    if (tern_stack_init(&lockfree) != 0)
        return false;
    for (unsigned i = 0; i < c->objects; i++)
        tern_stack_push(&lockfree, &objects[i].node);
    return true;
}
#endif

static bool stack_locked_open(const struct config *c)
{
    if (tern_stack_locked_init(&locked, TERN_WAIT_ADAPTIVE) != 0)
        return false;
    for (unsigned i = 0; i < c->objects; i++)
        tern_stack_locked_push(&locked, &objects[i].node);
    return true;
}

static bool open_bounded(const struct config *c, bool with_lock)
{
    struct tern_stack_bounded_options options = {.capacity = c->objects, .locked = with_lock};
    bounded = tern_stack_bounded_create(&options);
    if (bounded == NULL)
        return false;
    for (unsigned i = 0; i < c->objects; i++) {
        if (tern_stack_bounded_push(bounded, &objects[i]) != 0)
            return false;
    }
    return tern_stack_bounded_push(bounded, &objects[0]) != 0;
}

static bool bounded_open(const struct config *c)
{
    return open_bounded(c, false);
}

static bool bounded_locked_open(const struct config *c)
{
    return open_bounded(c, true);
}

static void bounded_close(void)
{
    tern_stack_bounded_destroy(bounded);
}

static size_t bounded_take(struct worker *w, struct object **out, size_t n)
{
    void *pointers[MOST_BATCH];
    size_t count = 0;
    switch (draw(w) % 3) {
    case 0:
        pointers[0] = tern_stack_bounded_pop(bounded);
        count = pointers[0] != NULL;
        break;
    case 1:
        count = tern_stack_bounded_pop_bulk(bounded, pointers, n);
        if (count != 0 && count != n)
            found("pop_bulk", count, n);
        break;
    default:
        count = tern_stack_bounded_pop_burst(bounded, pointers, n);
        if (count > n)
            found("pop_burst", count, n);
    }
    if (tern_stack_bounded_count(bounded) > w->config->objects)
        found("count", tern_stack_bounded_count(bounded), w->config->objects);
    for (size_t i = 0; i < count; i++)
        out[i] = pointers[i];
    return count;
}

/* There is room for all; but cells may be in the hands of others for a moment. */
static void bounded_put(struct worker *w, struct object **in, size_t n)
{
    void *pointers[MOST_BATCH];
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    for (size_t i = 0; i < n; i++)
        pointers[i] = in[i];
    for (size_t put = 0; put < n;) {
        size_t done;
        switch (draw(w) % 3) {
        case 0: done = tern_stack_bounded_push(bounded, pointers[put]) == 0; break;
        case 1: done = tern_stack_bounded_push_bulk(bounded, pointers + put, n - put); break;
        default: done = tern_stack_bounded_push_burst(bounded, pointers + put, n - put);
        }
        if (done == 0)
            tern_wait_once(&wait);
        put += done;
    }
}

static const struct flavour flavours[] = {
#if TERN_HAVE_DWCAS
    {"intrusive", stack_open, stack_take, stack_put, nothing_to_close},
#endif
    {"intrusive, locked", stack_locked_open, stack_locked_take, stack_locked_put, nothing_to_close},
    {"bounded", bounded_open, bounded_take, bounded_put, bounded_close},
    {"bounded, locked", bounded_locked_open, bounded_take, bounded_put, bounded_close},
};

/* ------------------------------------------------------------------------------ threads --- */

static void check_and_stamp(struct worker *w, struct object *o, uint64_t stamp)
{
    if (o->stamp[0] != o->stamp[1] || o->id != (uint64_t)(o - objects))
        found("an object has two holders, or was changed", o->stamp[0], o->stamp[1]);
    o->stamp[0] = stamp;
    o->stamp[1] = stamp;
    w->moved++;
}

static void pause_at_random(struct worker *w)
{
    uint64_t how = draw(w) % 64;
    if (how == 0)
        (void)sched_yield();
    for (uint64_t i = how < 16 ? draw(w) % 64 : 0; i > 0; i--)
        tern_pause();
}

static void *work(void *argument)
{
    struct worker *w = argument;
    const struct config *c = w->config;
    struct object *held[MOST_OBJECTS];
    for (uint64_t round = 0; round < w->rounds && tern_load_relaxed(&bad) == 0; round++) {
        uint64_t stamp = (uint64_t)(w->index + 1) << 48 | round;
        size_t n = c->flavour->take(w, held, 1 + draw(w) % MOST_BATCH);
        if (n == 0) {
            w->empty++;
            (void)sched_yield();
        }
        for (size_t i = 0; i < n; i++)
            check_and_stamp(w, held[i], stamp);
        if (c->pauses)
            pause_at_random(w);
        for (size_t i = 0; i < n; i++) {
            if (held[i]->stamp[0] != stamp || held[i]->stamp[1] != stamp)
                found("somebody else has the object too", held[i]->stamp[0], stamp);
        }
        for (size_t i = 0; i < n; i += MOST_BATCH)
            c->flavour->put(w, held + i, n - i < MOST_BATCH ? n - i : MOST_BATCH);
        tern_store_relaxed(&w->progress, round + 1);
    }
    /* Pairs with the acquire in await. */
    (void)tern_fetch_sub_release(&running, 1u);
    return NULL;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* As long as anything moves. */
static void await(const struct config *c)
{
    uint64_t before = 0;
    double since = seconds();
    struct timespec nap = {0, 1000000};
    /* Pairs with the release at the end of each thread. */
    while (tern_load_acquire(&running) != 0) {
        uint64_t now = 0;
        nanosleep(&nap, NULL);
        for (unsigned i = 0; i < c->threads; i++)
            now += tern_load_relaxed(&workers[i].progress);
        if (now != before) {
            before = now;
            since = seconds();
        } else if (seconds() - since > STALL_SECONDS) {
            /* The threads cannot be ended: this is the end of the program. */
            printf("FAILED  nothing moved for %d s after %" PRIu64 " rounds\n", STALL_SECONDS,
                   before);
            printf("0 passed, 1 failed\n");
            fflush(stdout);
            _exit(1);
        }
    }
}

static void start(pthread_t *thread, struct worker *w, const cpu_set_t *allowed)
{
    pthread_attr_t attributes;
    cpu_set_t one;
    size_t core = 0;
    unsigned skip = w->config->packed ? 0 : w->index % (unsigned)CPU_COUNT(allowed);
    while (!CPU_ISSET(core, allowed) || skip-- > 0)
        core++;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    pthread_attr_init(&attributes);
    if (pthread_attr_setaffinity_np(&attributes, sizeof one, &one) != 0 ||
        pthread_create(thread, &attributes, work, w) != 0) {
        perror("pthread_create");
        exit(1);
    }
    pthread_attr_destroy(&attributes);
}

/* Everything is on the stack, once. */
static void check_all_there(const struct config *c)
{
    struct worker w = {.config = c, .random = 1};
    unsigned times[MOST_OBJECTS] = {0};
    struct object *held[MOST_OBJECTS];
    size_t count = 0, n;
    while ((n = c->flavour->take(&w, held, 1)) > 0) {
        count += n;
        for (size_t i = 0; i < n; i++) {
            if (held[i]->stamp[0] != held[i]->stamp[1] || times[held[i] - objects]++ != 0)
                found("a changed or doubled object", held[i]->id, held[i]->stamp[0]);
        }
    }
    if (count != c->objects)
        found("objects in the end", count, c->objects);
}

static bool run(const struct config *c)
{
    pthread_t threads[MOST_THREADS];
    cpu_set_t allowed;
    uint64_t moved = 0, empty = 0;
    double began = seconds();

    for (unsigned i = 0; i < MOST_OBJECTS; i++) {
        objects[i].id = i;
        objects[i].stamp[0] = objects[i].stamp[1] = 0;
    }
    tern_store_relaxed(&bad, 0u);
    printf("%-18s %2u threads%s, %3u objects%s: ", c->flavour->name, c->threads,
           c->packed ? " on one core" : "", c->objects, c->pauses ? ", pauses" : "");
    fflush(stdout);
    if (!c->flavour->open(c)) {
        found("cannot be made", 0, 0);
        return false;
    }
    CPU_ZERO(&allowed);
    sched_getaffinity(0, sizeof allowed, &allowed);
    tern_store_relaxed(&running, c->threads);
    for (unsigned i = 0; i < c->threads; i++) {
        struct worker *w = &workers[i];
        memset((void *)w, 0, sizeof *w);
        w->config = c;
        w->index = i;
        w->rounds = c->rounds / c->threads;
        w->random = test_seed() * 0x9E3779B97F4A7C15u + i + 1;
        start(&threads[i], w, &allowed);
    }
    await(c);
    for (unsigned i = 0; i < c->threads; i++) {
        pthread_join(threads[i], NULL);
        moved += workers[i].moved;
        empty += workers[i].empty;
    }
    check_all_there(c);
    c->flavour->close();
    bool good = tern_load_relaxed(&bad) == 0;
    printf("%" PRIu64 " moved, %" PRIu64 " times empty, %.2f s: %s\n", moved, empty,
           seconds() - began, good ? "ok" : "FAILED");
    fflush(stdout);
    return good;
}

int main(int argc, char **argv)
{
    static const unsigned thread_counts[] = {1, 2, 4, 8, 16};
    static const unsigned object_counts[] = {2, 13, MOST_OBJECTS};
    unsigned passed = 0, failed = 0, turn = 0;
    if (argc == 2 && strcmp(argv[1], "--quick") == 0) {
        setenv("TERN_TEST_QUICK", "1", 1);
    } else if (argc != 1) {
        fprintf(stderr, "usage: %s [--quick]\n", argv[0]);
        return 2;
    }
    for (size_t f = 0; f < sizeof flavours / sizeof flavours[0]; f++) {
        for (size_t t = 0; t < sizeof thread_counts / sizeof thread_counts[0]; t++) {
            for (size_t o = 0; o < sizeof object_counts / sizeof object_counts[0]; o++, turn++) {
                struct config c = {.flavour = &flavours[f],
                                   .threads = thread_counts[t],
                                   .objects = object_counts[o],
                                   .packed = turn % 5 == 4,
                                   .pauses = turn % 2 == 1,
                                   .rounds = 3000000 / SLOWER / (test_quick() ? 10 : 1)};
                ++*(run(&c) ? &passed : &failed);
            }
        }
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0 || passed == 0;
}
