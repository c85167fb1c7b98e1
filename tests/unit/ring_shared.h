/*
 * What the tests of a ring in shared memory have in common: one ring, several processes, several
 * addresses. Memory comes from shm_open, and a child maps it anew and then has nothing at the
 * address where the ring was made.
 *
 * A child checks nothing by the macros, which would run the rest of the tests in it: it returns
 * what it found as its exit code.
 */
#ifndef RING_SHARED_H
#define RING_SHARED_H

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
    SIZE = 24,          /* bytes of an element, at most */
    MOST = 32,          /* elements of a call */
    LIMIT_SECONDS = 60, /* for either process: the other one may be dead */
};

/* What a child may find; 0 is good. */
enum finding { GOOD, NO_MAPPING, SAME_ADDRESS, NOT_ATTACHED, OUT_OF_ORDER, TOO_LATE, NO_THREAD };

/* ------------------------------------------------------------------------------ shared memory */

/* Memory without a name: it goes when both processes have, whatever happens to them. */
static inline int shared_memory(size_t bytes)
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

static inline void *map(int fd, size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* In the child: the same memory elsewhere, and no longer where it was. */
static inline enum finding move_to(int fd, size_t bytes, struct tern_ring **ring)
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

static inline time_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

static inline struct patience patience_begin(void)
{
    struct patience p = {tern_wait_begin(TERN_WAIT_ADAPTIVE), 0, now() + LIMIT_SECONDS};
    return p;
}

static inline bool patience_ends(struct patience *p)
{
    tern_wait_once(&p->wait);
    return ++p->rounds % 256 == 0 && now() > p->until;
}

/* The exit code of a child, or -1 if it did not exit by itself. */
static inline int exit_code(pid_t child)
{
    int status = 0;
    pid_t ended;
    do
        ended = waitpid(child, &status, 0);
    while (ended < 0 && errno == EINTR);
    return ended == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static inline struct tern_ring_options options_of(enum tern_ring_mode mode)
{
    struct tern_ring_options options = {.capacity = CAPACITY,
                                        .elem_size = mode == TERN_RING_LF ? 8 : SIZE,
                                        .producer = mode,
                                        .consumer = mode,
                                        .start_position = UINT64_MAX - 5000};
    snprintf(ring_case_text, sizeof ring_case_text, "%s/%s", tern_ring_mode_name(mode),
             tern_ring_mode_name(mode));
    return options;
}

#endif
