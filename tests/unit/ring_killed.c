/*
 * A thread that is stopped, and a process that is killed, in the middle of an operation on a ring
 * in NB or LF mode: at points that the headers offer to tests. What the contract table of
 * <tern/ring.h> promises to the others must hold.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS */

static void reach(const char *point);
#define TERN_TEST_POINT(name) reach(#name)

#include "ring_fixture.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* ------------------------------------------------------------------------- stopping at a point */

/* Of this thread: at which point, the how-manieth time, and what then. */
static __thread struct {
    const char *point;
    unsigned times;
    bool kill; /* the process; else wait until told to go on */
} fate;

static sem_t reached, go_on;

static void reach(const char *point)
{
    if (fate.point == NULL || strcmp(point, fate.point) != 0 || --fate.times != 0)
        return;
    if (fate.kill)
        raise(SIGKILL);
    sem_post(&reached);
    while (sem_wait(&go_on) != 0)
        continue;
}

enum { MOST = 16 };

/* An operation of n elements, the first numbered `first`. */
struct operation {
    struct tern_ring *ring;
    bool enqueue;
    size_t n;
    uint64_t first;
    const char *point;
    unsigned times;
    bool kill;
    size_t done;
    uint64_t values[MOST];
};

static void *operate(void *arg)
{
    struct operation *o = arg;
    fate.point = o->point;
    fate.times = o->times;
    fate.kill = o->kill;
    for (size_t i = 0; i < o->n; i++)
        o->values[i] = o->first + i;
    if (o->n == 1 && o->enqueue)
        o->done = tern_ring_enqueue(o->ring, o->values) == 0;
    else if (o->n == 1)
        o->done = tern_ring_dequeue(o->ring, o->values) == 0;
    else if (o->enqueue)
        o->done = tern_ring_enqueue_burst(o->ring, o->values, o->n, NULL);
    else
        o->done = tern_ring_dequeue_burst(o->ring, o->values, o->n, NULL);
    fate.point = NULL;
    return o;
}

static pthread_t stop_in(struct operation *o)
{
    pthread_t thread;
    CHECK_EQ(sem_init(&reached, 0, 0), 0);
    CHECK_EQ(sem_init(&go_on, 0, 0), 0);
    CHECK_EQ(pthread_create(&thread, NULL, operate, o), 0);
    while (sem_wait(&reached) != 0)
        continue;
    return thread;
}

static void resume(pthread_t thread)
{
    CHECK_EQ(sem_post(&go_on), 0);
    CHECK_EQ(pthread_join(thread, NULL), 0);
}

/* Whether the process came as far as the point, and died there. */
static bool killed_in(struct operation *o)
{
    int status = 0;
    pid_t child;
    fflush(NULL);
    child = fork();
    CHECK_GE(child, 0);
    if (child == 0) {
        (void)operate(o);
        _exit(0);
    }
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFSIGNALED(status) || WIFEXITED(status));
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

/* A ring that a child shares. */
static struct tern_ring *shared_ring(enum tern_ring_mode mode, size_t capacity, size_t *bytes)
{
    struct tern_ring_options options = {
        .capacity = capacity, .elem_size = 8, .producer = mode, .consumer = mode};
    CHECK_EQ(tern_ring_memsize(&options, bytes), 0);
    void *memory = mmap(NULL, *bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK_NE(memory, MAP_FAILED);
    CHECK_EQ(tern_ring_init(memory, *bytes, &options), 0);
    return memory;
}

static void put(struct tern_ring *ring, uint64_t first, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t value = first + i;
        CHECK_EQ(tern_ring_enqueue(ring, &value), 0);
    }
}

static void take(struct tern_ring *ring, uint64_t first, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t value = 0;
        CHECK_EQ(tern_ring_dequeue(ring, &value), 0);
        CHECK_EQ(value, first + i);
    }
}

/* ------------------------------------------------------------------------------------------ NB */

static void check_unfinished_enqueue(struct tern_ring *ring)
{
    uint64_t values[4] = {1, 2, 3, 4};
    CHECK_EQ(tern_ring_dequeue(ring, values), -EAGAIN);
    errno = 0;
    CHECK_EQ(tern_ring_dequeue_bulk(ring, values, 1, NULL), (size_t)0);
    CHECK_EQ(errno, EAGAIN);
    errno = 0;
    CHECK_EQ(tern_ring_dequeue_burst(ring, values, 4, NULL), (size_t)0);
    CHECK_EQ(errno, EAGAIN);
    /* More than there will be even when it has finished: that is no reason of the peer's. */
    errno = 0;
    CHECK_EQ(tern_ring_dequeue_bulk(ring, values, tern_ring_count(ring) + 1, NULL), (size_t)0);
    CHECK_EQ(errno, 0);
}

static void check_unfinished_dequeue(struct tern_ring *ring)
{
    uint64_t values[4] = {1, 2, 3, 4};
    CHECK_EQ(tern_ring_enqueue(ring, values), -EAGAIN);
    errno = 0;
    CHECK_EQ(tern_ring_enqueue_bulk(ring, values, 1, NULL), (size_t)0);
    CHECK_EQ(errno, EAGAIN);
    errno = 0;
    CHECK_EQ(tern_ring_enqueue_burst(ring, values, 4, NULL), (size_t)0);
    CHECK_EQ(errno, EAGAIN);
    errno = 0;
    CHECK_EQ(tern_ring_enqueue_bulk(ring, values, tern_ring_free_count(ring) + 1, NULL), (size_t)0);
    CHECK_EQ(errno, 0);
}

static const char *const nb_enqueue_points[] = {"nb_enqueue_claimed", "nb_enqueue_copied"};
static const char *const nb_dequeue_points[] = {"nb_dequeue_claimed", "nb_dequeue_copied"};

/* What was enqueued before comes out, what lies behind waits for the unfinished one, and nobody
 * else waits for anything. */
TEST(ring_killed, nb_enqueue_is_stopped)
{
    for (size_t n = 1; n <= 3; n++) {
        for (size_t p = 0; p < 2; p++) {
            size_t bytes;
            struct tern_ring *ring = shared_ring(TERN_RING_NB, 7, &bytes);
            struct operation o = {ring, true, n, 102, nb_enqueue_points[p], 1, false, 0, {0}};
            put(ring, 100, 2);
            pthread_t thread = stop_in(&o);
            put(ring, 102 + n, 2);
            CHECK_EQ(tern_ring_count(ring), 4 + n);
            /* A burst takes what comes before, and has nothing to complain of. */
            uint64_t two[4] = {0};
            errno = 0;
            CHECK_EQ(tern_ring_dequeue_burst(ring, two, 4, NULL), (size_t)2);
            CHECK_EQ(two[0], UINT64_C(100));
            CHECK_EQ(two[1], UINT64_C(101));
            CHECK_EQ(errno, 0);
            check_unfinished_enqueue(ring);
            CHECK(!tern_ring_empty(ring));
            CHECK_EQ(tern_ring_count(ring), 2 + n);
            resume(thread);
            CHECK_EQ(o.done, n);
            take(ring, 102, n + 2);
            uint64_t value;
            CHECK_EQ(tern_ring_dequeue(ring, &value), -ENOENT);
            munmap(ring, bytes);
        }
    }
}

TEST(ring_killed, nb_dequeue_is_stopped)
{
    for (size_t n = 1; n <= 3; n++) {
        for (size_t p = 0; p < 2; p++) {
            size_t bytes;
            struct tern_ring *ring = shared_ring(TERN_RING_NB, 8, &bytes);
            struct operation o = {ring, false, n, 0, nb_dequeue_points[p], 1, false, 0, {0}};
            put(ring, 100, 8);
            pthread_t thread = stop_in(&o);
            CHECK_EQ(tern_ring_count(ring), 8 - n);
            check_unfinished_dequeue(ring);
            take(ring, 100 + n, 8 - n);
            uint64_t value = 0;
            CHECK_EQ(tern_ring_dequeue(ring, &value), -ENOENT);
            check_unfinished_dequeue(ring);
            CHECK(tern_ring_empty(ring));
            resume(thread);
            CHECK_EQ(o.done, n);
            for (size_t i = 0; i < n; i++)
                CHECK_EQ(o.values[i], 100 + i);
            put(ring, 200, 8);
            CHECK_EQ(tern_ring_enqueue(ring, &value), -ENOBUFS);
            munmap(ring, bytes);
        }
    }
}

/* More slots than the capacity: the ring is full, and that is what it says. */
TEST(ring_killed, nb_full_beside_an_unfinished_dequeue)
{
    size_t bytes;
    struct tern_ring *ring = shared_ring(TERN_RING_NB, 5, &bytes);
    struct operation o = {ring, false, 1, 0, "nb_dequeue_claimed", 1, false, 0, {0}};
    uint64_t value = 0;
    put(ring, 100, 5);
    pthread_t thread = stop_in(&o);
    put(ring, 105, 1);
    CHECK_EQ(tern_ring_enqueue(ring, &value), -ENOBUFS);
    resume(thread);
    CHECK_EQ(tern_ring_enqueue(ring, &value), -ENOBUFS);
    take(ring, 101, 5);
    munmap(ring, bytes);
}

/* A burst of which the first stamps are set: those are elements. */
TEST(ring_killed, nb_enqueue_is_killed)
{
    for (unsigned stamped = 0; stamped <= 3; stamped++) {
        size_t bytes;
        struct tern_ring *ring = shared_ring(TERN_RING_NB, 7, &bytes);
        struct operation o = {ring,
                              true,
                              3,
                              102,
                              stamped == 0 ? "nb_enqueue_copied" : "nb_stamped",
                              stamped == 0 ? 1 : stamped,
                              true,
                              0,
                              {0}};
        uint64_t value;
        put(ring, 100, 2);
        CHECK(killed_in(&o));
        put(ring, 105, 2);
        take(ring, 100, 2 + stamped);
        if (stamped < 3) {
            check_unfinished_enqueue(ring);
            CHECK_EQ(tern_ring_count(ring), 5 - (size_t)stamped);
            /* For ever; the rest of the room can be used, and is full then. */
            put(ring, 107, 2 + stamped);
            CHECK_EQ(tern_ring_enqueue(ring, &value), -ENOBUFS);
            check_unfinished_enqueue(ring);
        } else {
            take(ring, 105, 2);
            CHECK_EQ(tern_ring_dequeue(ring, &value), -ENOENT);
        }
        munmap(ring, bytes);
    }
}

TEST(ring_killed, nb_dequeue_is_killed)
{
    for (unsigned stamped = 0; stamped <= 3; stamped++) {
        size_t bytes;
        struct tern_ring *ring = shared_ring(TERN_RING_NB, 8, &bytes);
        struct operation o = {ring,
                              false,
                              3,
                              0,
                              stamped == 0 ? "nb_dequeue_copied" : "nb_stamped",
                              stamped == 0 ? 1 : stamped,
                              true,
                              0,
                              {0}};
        uint64_t value;
        put(ring, 100, 8);
        CHECK(killed_in(&o));
        if (stamped > 1) {
            /* A burst gets as far as the slots that are free. */
            uint64_t values[8] = {108, 109, 110};
            errno = 0;
            CHECK_EQ(tern_ring_enqueue_burst(ring, values, 3, NULL), (size_t)stamped);
            CHECK_EQ(errno, 0);
        } else {
            put(ring, 108, stamped);
        }
        take(ring, 103, 5 + stamped); /* its three are lost */
        CHECK_EQ(tern_ring_dequeue(ring, &value), -ENOENT);
        if (stamped < 3)
            check_unfinished_dequeue(ring);
        else
            put(ring, 200, 8);
        munmap(ring, bytes);
    }
}

/* ------------------------------------------------------------------------------------------ LF */

#if TERN_HAVE_DWCAS

/* All that the ring promises, as if nothing had happened. */
static void check_whole(struct tern_ring *ring, size_t capacity)
{
    uint64_t value = 0;
    for (int lap = 0; lap < 3; lap++) {
        CHECK_EQ(tern_ring_dequeue(ring, &value), -ENOENT);
        CHECK(tern_ring_empty(ring));
        put(ring, 500, capacity);
        CHECK_EQ(tern_ring_enqueue(ring, &value), -ENOBUFS);
        CHECK(tern_ring_full(ring));
        take(ring, 500, capacity);
    }
}

/* A burst of four, killed before and after each of them: those filled are elements, all others are
 * there and go on, and the ring is whole. */
TEST(ring_killed, lf_enqueue_is_killed)
{
    static const char *const points[] = {"lf_enqueue_found", "lf_enqueue_filled"};
    for (size_t capacity = 6; capacity <= 8; capacity++) {
        for (unsigned point = 0; point < 2; point++) {
            for (unsigned times = 1; times <= 4; times++) {
                size_t bytes, filled = times - (point == 0);
                struct tern_ring *ring = shared_ring(TERN_RING_LF, capacity, &bytes);
                struct operation o = {ring, true, 4, 102, points[point], times, true, 0, {0}};
                put(ring, 100, 2);
                CHECK(killed_in(&o));
                CHECK_EQ(tern_ring_count(ring), 2 + filled);
                if (2 + filled < capacity)
                    put(ring, 102 + filled, 1);
                take(ring, 100, 2 + filled + (2 + filled < capacity));
                check_whole(ring, capacity);
                munmap(ring, bytes);
            }
        }
    }
}

/* Before the claim nothing is lost, after it what it had claimed. */
TEST(ring_killed, lf_dequeue_is_killed)
{
    static const char *const points[] = {"lf_dequeue_copied", "lf_dequeue_claimed"};
    for (size_t n = 1; n <= 4; n++) {
        for (unsigned point = 0; point < 2; point++) {
            size_t bytes, lost = point == 0 ? 0 : n;
            struct tern_ring *ring = shared_ring(TERN_RING_LF, 7, &bytes);
            struct operation o = {ring, false, n, 0, points[point], 1, true, 0, {0}};
            put(ring, 100, 7);
            CHECK(killed_in(&o));
            CHECK_EQ(tern_ring_count(ring), 7 - lost);
            take(ring, 100 + lost, 7 - lost);
            check_whole(ring, 7);
            munmap(ring, bytes);
        }
    }
}

/* Stopped anywhere, for laps: it finds out, and does what it would have done. */
TEST(ring_killed, lf_enqueue_is_stopped)
{
    static const char *const points[] = {"lf_enqueue_found", "lf_enqueue_filled"};
    for (unsigned point = 0; point < 2; point++) {
        for (unsigned times = 1; times <= 3; times++) {
            size_t bytes, filled = times - (point == 0);
            struct tern_ring *ring = shared_ring(TERN_RING_LF, 7, &bytes);
            struct operation o = {ring, true, 3, 100, points[point], times, false, 0, {0}};
            pthread_t thread = stop_in(&o);
            take(ring, 100, filled);
            check_whole(ring, 7);
            put(ring, 300, 2);
            resume(thread);
            CHECK_EQ(o.done, (size_t)3);
            take(ring, 300, 2);
            take(ring, 100 + filled, 3 - filled);
            check_whole(ring, 7);
            munmap(ring, bytes);
        }
    }
}

/* What it has copied meanwhile belongs to others by then: it begins anew. */
TEST(ring_killed, lf_dequeue_is_stopped)
{
    for (size_t n = 1; n <= 3; n++) {
        size_t bytes;
        struct tern_ring *ring = shared_ring(TERN_RING_LF, 7, &bytes);
        struct operation o = {ring, false, n, 0, "lf_dequeue_copied", 1, false, 0, {0}};
        put(ring, 100, 5);
        pthread_t thread = stop_in(&o);
        take(ring, 100, 5);
        check_whole(ring, 7);
        put(ring, 300, 7);
        resume(thread);
        CHECK_EQ(o.done, n);
        for (size_t i = 0; i < n; i++)
            CHECK_EQ(o.values[i], 300 + i);
        take(ring, 300 + n, 7 - n);
        check_whole(ring, 7);
        munmap(ring, bytes);
    }
}

#endif
