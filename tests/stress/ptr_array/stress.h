/*
 * What the files of the pointer array's stress test share. One idea each:
 *
 *     run.c        threads, placement, the watchdog, results
 *     transfer.c   producers to consumers, raw and locked
 *     storm.c      resizes, unconsumes and looks beside them
 *     handover.c   threads that wait for each other
 *
 * An item knows who made it, its number, and how often it has come out: by consume or by a
 * callback, exactly once is right.
 */
#ifndef TERN_STRESS_PTR_ARRAY_H
#define TERN_STRESS_PTR_ARRAY_H

#include "test.h"

#include <tern/arch/wait.h>
#include <tern/ptr_array.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef __has_feature
#    define __has_feature(x) 0
#endif
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#    define SLOWER 20
#elif defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#    define SLOWER 6
#else
#    define SLOWER test_slower() /* an emulator */
#endif

enum { MAX_THREADS = 24, MAX_BURST = 16 };

struct item {
    uint64_t number, check; /* plain: whoever consumes it must see what its producer wrote */
    uint32_t producer;
    tern_atomic_u32 out; /* how often it has come out */
};

/* One test while it runs. */
struct run {
    tern_atomic_u64 progress; /* what the watchdog looks at */
    tern_atomic_u32 failed, stop;
    char message[200];
};

__attribute__((format(printf, 2, 3))) void fail(struct run *run, const char *format, ...);
bool has_failed(struct run *run);
void moved(struct run *run, uint64_t by);

/* A thread of a test: body(context, index). */
struct crew {
    struct run *run;
    void (*body)(void *context, unsigned index);
    void *context;
    unsigned count;
    bool packed; /* four threads a core; else as many cores as there are */
};

/* Starts them all and waits until they have ended. Nothing moving for a minute is the end of the
 * program. With an observer, that runs until they have ended. */
void run_crew(const struct crew *crew, void (*observer)(void *context));

/* Prints what it was and how it ended. */
__attribute__((format(printf, 2, 3))) void finish(struct run *run, const char *format, ...);
bool print_results(void);

uint64_t random_next(uint64_t *state);

void item_make(struct item *item, uint32_t producer, uint64_t number);
/* Whether it is as it was made; counts that it has come out. */
void item_came_out(struct run *run, struct item *item);
void item_dispose(void *item, void *run);

void *allocate(size_t count, size_t size);

/* Each runs all of its configurations. */
void transfers(void);
void storms(void);
void handovers(void);

#endif
