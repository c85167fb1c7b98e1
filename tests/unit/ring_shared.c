/*
 * One ring, two processes, two addresses: memory from shm_open, mapped anew by the child, which
 * then has nothing at the address where the ring was made.
 *
 * A child checks nothing by the macros, which would run the rest of the tests in it: it returns
 * what it found as its exit code.
 */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "ring_fixture.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef __has_feature
#    define __has_feature(x) 0
#endif
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
/* It does not see how threads of one process synchronise by way of another one. */
#    define SEES_ONE_PROCESS
#    define ELEMENTS 20000u
#else
#    define ELEMENTS 100000u
#endif

enum {
    CAPACITY = 100,
    SIZE = 24,          /* bytes of an element */
    MOST = 32,          /* elements of a call */
    LIMIT_SECONDS = 60, /* for either process: the other one may be dead */
};

/* What a child may find; 0 is good. */
enum finding { GOOD, NO_MAPPING, SAME_ADDRESS, NOT_ATTACHED, OUT_OF_ORDER, TOO_LATE, NO_THREAD };

/* ------------------------------------------------------------------------------ shared memory */

/* Memory without a name: it goes when both processes have, whatever happens to them. */
static int shared_memory(size_t bytes)
{
    char name[64];
    int fd = -1;
    for (unsigned attempt = 0; fd < 0 && attempt < 100; attempt++) {
        snprintf(name, sizeof name, "/tern-ring-%ld-%u", (long)getpid(), attempt);
        fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    if (fd >= 0)
        shm_unlink(name);
    CHECK_GE(fd, 0);
    CHECK_EQ(ftruncate(fd, (off_t)bytes), 0);
    return fd;
}

static void *map(int fd, size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* In the child: the same memory elsewhere, and no longer where it was. */
static enum finding move_to(int fd, size_t bytes, struct tern_ring **ring)
{
    struct tern_ring *here = map(fd, bytes);
    if (here == NULL)
        return NO_MAPPING;
    if (here == *ring)
        return SAME_ADDRESS;
    munmap(*ring, bytes);
    if (tern_ring_attach(here, bytes) != 0)
        return NOT_ATTACHED;
    *ring = here;
    return GOOD;
}

/* --------------------------------------------------------------------------- waiting for peers */

struct patience {
    struct tern_wait wait;
    unsigned rounds;
    time_t until;
};

static time_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

static struct patience patience_begin(void)
{
    struct patience p = {tern_wait_begin(TERN_WAIT_ADAPTIVE), 0, now() + LIMIT_SECONDS};
    return p;
}

static bool patience_ends(struct patience *p)
{
    tern_wait_once(&p->wait);
    return ++p->rounds % 256 == 0 && now() > p->until;
}

/* ------------------------------------------------------------------------ from one to the other */

static enum finding send_all(struct tern_ring *ring)
{
    struct patience patience = patience_begin();
    unsigned char elements[MOST * SIZE];
    for (uint64_t sent = 0; sent < ELEMENTS;) {
        size_t n = at_most(1 + sent % MOST, ELEMENTS - sent);
        elements_fill(elements, SIZE, sent, n);
        size_t done = n == 1 ? tern_ring_enqueue(ring, elements) == 0
                             : tern_ring_enqueue_burst(ring, elements, n, NULL);
        sent += done;
        if (done == 0 && patience_ends(&patience))
            return TOO_LATE;
    }
    return GOOD;
}

static enum finding receive_all(struct tern_ring *ring)
{
    struct patience patience = patience_begin();
    unsigned char elements[MOST * SIZE];
    for (uint64_t received = 0; received < ELEMENTS;) {
        size_t n = 1 + (received + 7) % MOST;
        size_t done = n == 1 ? tern_ring_dequeue(ring, elements) == 0
                             : tern_ring_dequeue_burst(ring, elements, n, NULL);
        if (elements_same(elements, SIZE, received, done) != done)
            return OUT_OF_ORDER;
        received += done;
        if (done == 0 && patience_ends(&patience))
            return TOO_LATE;
    }
    return GOOD;
}

static enum finding child_of(int fd, size_t bytes, struct tern_ring *ring,
                             enum finding (*body)(struct tern_ring *))
{
    alarm(2 * LIMIT_SECONDS);
    enum finding found = move_to(fd, bytes, &ring);
    return found == GOOD ? body(ring) : found;
}

/* The exit code of a child, or -1 if it did not exit by itself. */
static int exit_code(pid_t child)
{
    int status = 0;
    pid_t ended;
    do
        ended = waitpid(child, &status, 0);
    while (ended < 0 && errno == EINTR);
    return ended == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static struct tern_ring_options options_of(enum tern_ring_mode mode)
{
    struct tern_ring_options options = {.capacity = CAPACITY,
                                        .elem_size = SIZE,
                                        .producer = mode,
                                        .consumer = mode,
                                        .start_position = UINT64_MAX - 5000};
    snprintf(ring_case_text, sizeof ring_case_text, "%s/%s", tern_ring_mode_name(mode),
             tern_ring_mode_name(mode));
    return options;
}

static void two_processes(enum tern_ring_mode mode, bool child_sends)
{
    const struct tern_ring_options options = options_of(mode);
    size_t bytes = 0;
    CHECK_EQ(tern_ring_memsize(&options, &bytes), 0);
    int fd = shared_memory(bytes);
    struct tern_ring *ring = map(fd, bytes);
    CHECK_NE(ring, NULL);
    CHECK_EQ(tern_ring_init(ring, bytes, &options), 0);

    fflush(NULL); /* a child that ends must not say it again */
    pid_t child = fork();
    if (child == 0)
        _exit((int)child_of(fd, bytes, ring, child_sends ? send_all : receive_all));
    CHECK_NE(child, -1);
    enum finding found = (child_sends ? receive_all : send_all)(ring);
    int code = exit_code(child);
    CHECK_EQ(found, GOOD);
    CHECK_EQ(code, (int)GOOD);
    CHECK(tern_ring_empty(ring));
    munmap((void *)ring, bytes);
    close(fd);
    ring_case_text[0] = '\0';
}

TEST(ring_shared, a_child_sends)
{
    for (unsigned mode = 0; mode < RING_MODES; mode++)
        two_processes((enum tern_ring_mode)mode, true);
}

TEST(ring_shared, a_child_receives)
{
    for (unsigned mode = 0; mode < RING_MODES; mode++)
        two_processes((enum tern_ring_mode)mode, false);
}

/* ------------------------------------------------------------------- two senders, two receivers */

enum { SENDERS = 2 };

/* Beside the ring, in memory that both processes have. */
struct tally {
    tern_atomic_u64 received;
    tern_atomic_u64 wrong;
    tern_atomic_u32 times[SENDERS * ELEMENTS / 2];
};

struct party {
    struct tern_ring *ring;
    struct tally *tally;
    uint64_t first; /* of the ELEMENTS / 2 that this process sends */
    enum finding found;
};

static void *send_half(void *arg)
{
    struct party *p = arg;
    struct patience patience = patience_begin();
    unsigned char elements[MOST * SIZE];
    for (uint64_t sent = 0; sent < ELEMENTS / 2;) {
        size_t n = at_most(1 + sent % MOST, ELEMENTS / 2 - sent);
        for (size_t i = 0; i < n; i++) {
            uint64_t id = p->first + sent + i;
            element_fill(elements + i * SIZE, SIZE, id);
            memcpy(elements + i * SIZE, &id, sizeof id); /* told, not guessed, by who receives */
        }
        size_t done = tern_ring_enqueue_burst(p->ring, elements, n, NULL);
        sent += done;
        if (done == 0 && patience_ends(&patience)) {
            p->found = TOO_LATE;
            break;
        }
    }
    return NULL;
}

static void *receive_some(void *arg)
{
    struct party *p = arg;
    struct patience patience = patience_begin();
    unsigned char elements[MOST * SIZE];
    uint64_t next[SENDERS] = {0};
    while (tern_load_relaxed(&p->tally->received) < ELEMENTS) {
        size_t done = tern_ring_dequeue_burst(p->ring, elements, MOST, NULL);
        if (done == 0 && patience_ends(&patience)) {
            p->found = TOO_LATE;
            break;
        }
        for (size_t i = 0; i < done; i++) {
            unsigned char expected[SIZE];
            uint64_t id;
            memcpy(&id, elements + i * SIZE, sizeof id);
            element_fill(expected, SIZE, id);
            memcpy(expected, &id, sizeof id);
            bool good = id < ELEMENTS && memcmp(expected, elements + i * SIZE, SIZE) == 0;
            if (good) {
                /* Of one sender in the order in which it sent. */
                uint64_t sender = id / (ELEMENTS / 2);
                good = id >= next[sender];
                next[sender] = id + 1;
                (void)tern_fetch_add_relaxed(&p->tally->times[id], 1u);
            }
            if (!good)
                (void)tern_fetch_add_relaxed(&p->tally->wrong, UINT64_C(1));
        }
        (void)tern_fetch_add_relaxed(&p->tally->received, (uint64_t)done);
    }
    return NULL;
}

/* What the parties share, with a ring of this mode. */
struct scene {
    struct tern_ring *ring;
    size_t bytes;
    int fd;
    struct tally *tally;
};

static struct scene scene_open(enum tern_ring_mode mode)
{
    const struct tern_ring_options options = options_of(mode);
    struct scene s = {.bytes = 0};
    CHECK_EQ(tern_ring_memsize(&options, &s.bytes), 0);
    s.fd = shared_memory(s.bytes);
    s.ring = map(s.fd, s.bytes);
    CHECK_NE(s.ring, NULL);
    CHECK_EQ(tern_ring_init(s.ring, s.bytes, &options), 0);
    s.tally =
        mmap(NULL, sizeof *s.tally, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK_NE(s.tally, MAP_FAILED);
    fflush(NULL);
    return s;
}

/* Every element arrived, once, as it was sent. */
static void scene_close(struct scene *s)
{
    CHECK_EQ(tern_load_relaxed(&s->tally->wrong), UINT64_C(0));
    CHECK_EQ(tern_load_relaxed(&s->tally->received), (uint64_t)ELEMENTS);
    for (size_t id = 0; id < ELEMENTS; id++)
        CHECK_EQ(tern_load_relaxed(&s->tally->times[id]), 1u);
    CHECK(tern_ring_empty(s->ring));
    munmap((void *)s->tally, sizeof *s->tally);
    munmap((void *)s->ring, s->bytes);
    close(s->fd);
    ring_case_text[0] = '\0';
}

#ifndef SEES_ONE_PROCESS

/* A process's part: a thread that sends and one that receives. */
static enum finding take_part(const struct scene *s, uint64_t first)
{
    struct party sender = {s->ring, s->tally, first, GOOD}, receiver = sender;
    pthread_t threads[2];
    if (pthread_create(&threads[0], NULL, send_half, &sender) != 0)
        return NO_THREAD;
    if (pthread_create(&threads[1], NULL, receive_some, &receiver) != 0)
        receiver.found = NO_THREAD;
    else
        pthread_join(threads[1], NULL);
    pthread_join(threads[0], NULL);
    return sender.found != GOOD ? sender.found : receiver.found;
}

static void two_and_two(enum tern_ring_mode mode)
{
    struct scene s = scene_open(mode);
    pid_t child = fork();
    if (child == 0) {
        alarm(2 * LIMIT_SECONDS);
        enum finding found = move_to(s.fd, s.bytes, &s.ring);
        _exit((int)(found == GOOD ? take_part(&s, ELEMENTS / 2) : found));
    }
    CHECK_NE(child, -1);
    enum finding found = take_part(&s, 0);
    int code = exit_code(child);
    CHECK_EQ(found, GOOD);
    CHECK_EQ(code, (int)GOOD);
    scene_close(&s);
}

TEST(ring_shared, two_processes_with_a_sender_and_a_receiver_each)
{
    two_and_two(TERN_RING_MT);
    two_and_two(TERN_RING_RTS);
    two_and_two(TERN_RING_HTS);
}

#endif

/* One thread each: two that send, and two that receive. */
static void four_processes(enum tern_ring_mode mode)
{
    struct scene s = scene_open(mode);
    pid_t child[2 * SENDERS];
    for (unsigned i = 0; i < 2 * SENDERS; i++) {
        child[i] = fork();
        if (child[i] != 0)
            continue;
        alarm(2 * LIMIT_SECONDS);
        enum finding found = move_to(s.fd, s.bytes, &s.ring);
        if (found != GOOD)
            _exit((int)found);
        struct party party = {s.ring, s.tally, i / 2 * (ELEMENTS / 2), GOOD};
        (void)(i % 2 == 0 ? send_half : receive_some)(&party);
        _exit((int)party.found);
    }
    int codes[2 * SENDERS];
    for (unsigned i = 0; i < 2 * SENDERS; i++)
        codes[i] = child[i] > 0 ? exit_code(child[i]) : -1;
    for (unsigned i = 0; i < 2 * SENDERS; i++)
        CHECK_EQ(codes[i], (int)GOOD);
    scene_close(&s);
}

TEST(ring_shared, four_processes)
{
    four_processes(TERN_RING_MT);
    four_processes(TERN_RING_RTS);
    four_processes(TERN_RING_HTS);
}

/* One process ends in the middle: what it has done stays, and the other goes on. */
static enum finding send_a_few(struct tern_ring *ring)
{
    unsigned char elements[10 * SIZE];
    elements_fill(elements, SIZE, 0, 10);
    return tern_ring_enqueue_bulk(ring, elements, 10, NULL) == 10 ? GOOD : OUT_OF_ORDER;
}

TEST(ring_shared, what_a_process_left_outlives_it)
{
    for (unsigned mode = 0; mode < RING_MODES; mode++) {
        const struct tern_ring_options options = options_of((enum tern_ring_mode)mode);
        unsigned char elements[10 * SIZE];
        size_t bytes = 0;
        CHECK_EQ(tern_ring_memsize(&options, &bytes), 0);
        int fd = shared_memory(bytes);
        struct tern_ring *ring = map(fd, bytes);
        CHECK_NE(ring, NULL);
        CHECK_EQ(tern_ring_attach(ring, bytes), -EINVAL); /* before there is one */
        CHECK_EQ(tern_ring_init(ring, bytes, &options), 0);
        fflush(NULL);
        pid_t child = fork();
        if (child == 0)
            _exit((int)child_of(fd, bytes, ring, send_a_few));
        CHECK_NE(child, -1);
        CHECK_EQ(exit_code(child), (int)GOOD);
        CHECK_EQ(tern_ring_count(ring), (size_t)10);
        CHECK_EQ(tern_ring_dequeue_burst(ring, elements, 10, NULL), (size_t)10);
        CHECK_EQ(elements_same(elements, SIZE, 0, 10), (size_t)10);
        munmap((void *)ring, bytes);
        close(fd);
    }
    ring_case_text[0] = '\0';
}
