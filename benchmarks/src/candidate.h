/*
 * What an adapter offers to the benchmark, and what a worker thread gets from it.
 *
 * An adapter (benchmarks/tern, benchmarks/peers) wraps one container, in one
 * file. It defines the container's operations as static inline functions and
 * includes scenarios/loops.h, which makes the hot loop of every scenario out of
 * them; so nothing is called through a pointer inside a loop. This header and
 * loops.h compile as C11 and as C++17, since some peers are C++.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_CANDIDATE_H
#define BENCH_CANDIDATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Two lines apart: the adjacent-line prefetcher pulls pairs. */
#define BENCH_LINE_ALIGNED __attribute__((aligned(128)))

/* One for each kind of worker thread; a scenario runs one or two kinds. */
enum bench_loop {
    BENCH_LOOP_ONE_THREAD,
    BENCH_LOOP_EMPTY,
    BENCH_LOOP_PRODUCE,
    BENCH_LOOP_CONSUME,
    BENCH_LOOP_CIRCULATE,
    BENCH_LOOP_SEND,
    BENCH_LOOP_RECEIVE,
    BENCH_LOOP_BY_TURNS,
    BENCH_LOOP_WATCHED,
    BENCH_LOOP_SEND_ON_TIME,
    BENCH_LOOP_RECEIVE_TIMED,
    BENCH_LOOP_PREFILLED,
    BENCH_LOOP_CHURN,
    BENCH_LOOP_ALLOCATE,
    BENCH_LOOP_FREE,
    BENCH_LOOP_SWAP,
    BENCH_LOOP_COUNT
};

/* What verification can find wrong; bits, since a round may break in several ways. */
enum bench_fault {
    BENCH_FAULT_ORDER = 1,    /* not the next object: out of order, or of the wrong content */
    BENCH_FAULT_LOST = 2,     /* went in, never came out */
    BENCH_FAULT_DOUBLED = 4,  /* came out more often than it went in */
    BENCH_FAULT_CHANGED = 8,  /* came out with a content that never went in */
    BENCH_FAULT_REFUSED = 16, /* the container did not take an object it had room for */
    BENCH_FAULT_STUCK = 32    /* a call did not return */
};

/* What an object points to in suites of items: the container that holds it may use the link. */
struct bench_item {
    __attribute__((aligned(64))) void *link[2];
    uint64_t content[6];
};

/* What a container is created for. */
struct bench_shape {
    size_t capacity;  /* objects it must be able to hold */
    size_t elem_size; /* bytes */
    unsigned threads; /* that use it at once */
    size_t most_out;  /* objects of an allocator that are out at once; 0 for containers */
    size_t held;      /* objects that a single thread puts in before it takes any out */
};

/* Shared by the workers of one round; read often, written about once. */
struct bench_control {
    BENCH_LINE_ALIGNED uint32_t stop;
    BENCH_LINE_ALIGNED uint32_t producer_done;
    uint64_t produced; /* valid once producer_done is set */
    /* Of frozen-peer: see crew.h and watch.h. */
    BENCH_LINE_ALIGNED uint32_t phase;
    BENCH_LINE_ALIGNED uint64_t frozen_at, thawed_at; /* in cycles, of the last freeze */
    uint32_t thaws, freeze_microseconds;
    /* Of latency, in cycles: when the first object is due, and how much later each next one. */
    BENCH_LINE_ALIGNED uint64_t first_due, interval;
};

/* One worker thread of one round. */
struct bench_worker {
    BENCH_LINE_ALIGNED void *container;
    struct bench_control *control;
    const void *window; /* period + burst objects ready to be enqueued: see object.h */
    void *buffer;       /* room for a hand of objects */
    void *extra;        /* what the scenario keeps for each worker, or NULL */
    size_t period;
    size_t prefilled; /* objects that its loop puts in before all others: see object.h */
    size_t burst;
    size_t hand; /* objects it may hold: a burst, or what the scenario says */
    size_t elem_size;
    unsigned index; /* 0, 1 ... among the workers of the round */
    /* Written by the worker when it ends. */
    uint64_t begin, end; /* in cycles */
    uint64_t objects;    /* dequeued */
    size_t held;         /* objects still in its buffer, */
    size_t held_from;    /* from this one on */
    unsigned faults;     /* bits of enum bench_fault */
    int interruptions;   /* how often a signal has frozen it */
};

/* A candidate for one element size. */
struct bench_variant {
    size_t elem_size; /* bytes; 0 means any */
    bool ordered;     /* what one thread puts in comes out in that order */
    void *(*create)(const struct bench_shape *shape);
    void (*destroy)(void *container);
    /* For set-up and verification only, never in the timed part. An allocator frees and
     * allocates here; the objects are pointers then. */
    size_t (*put)(void *container, const void *objects, size_t n);
    size_t (*take)(void *container, void *objects, size_t n);
    /* NULL where the container does not allow it, such as many producers. */
    void (*loop[BENCH_LOOP_COUNT])(struct bench_worker *worker);
    /* NULL, or of an allocator: objects that are out, when no thread is at work; SIZE_MAX where it
     * does not count. */
    size_t (*in_use)(void *container);
};

struct bench_candidate {
    const struct bench_variant *const *variants; /* exact element sizes before "any" */
    size_t variant_count;
    /* NULL, or the reason why it cannot be created like this. */
    const char *(*refusal)(const struct bench_shape *shape);
};

#ifdef __cplusplus
}
#endif

#endif
