/*
 * Times every call of a worker, to find those that others have held up.
 *
 * A call lasts from the end of the one before to its own end, so that one look at the cycle
 * counter times it, and the usual call costs that and a comparison. The rare long one is looked at
 * out of line.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_WATCH_H
#define BENCH_WATCH_H

#include "candidate.h"
#include "cpu.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Nobody is frozen in the first; in both, signals come and the same time passes. */
enum bench_phase { BENCH_PHASE_BASELINE, BENCH_PHASE_FROZEN, BENCH_PHASES };

struct bench_watch_phase {
    uint64_t begin, end; /* in cycles */
    uint64_t objects;    /* dequeued */
    uint64_t longest;    /* in cycles */
    unsigned stalls;     /* calls longer than the threshold */
    unsigned held;       /* of these, those that lasted until a frozen thread went on */
};

struct bench_watch {
    uint64_t last;    /* end of the last call */
    uint64_t notable; /* a longer one is the longest yet, or a stall */
    uint64_t threshold;
    int interruptions; /* of the worker, as far as they are seen to */
    struct bench_watch_phase phases[BENCH_PHASES], *now;
};

/* For the first call of a phase. */
void bench_watch_begin(struct bench_worker *worker, struct bench_watch *watch,
                       enum bench_phase phase);
void bench_watch_end(struct bench_watch *watch, uint64_t objects);
/* For a notable call that has just ended. */
void bench_watch_note(struct bench_worker *worker, struct bench_watch *watch, uint64_t end);

static inline void bench_watch_call(struct bench_worker *worker, struct bench_watch *watch)
{
    const uint64_t now = bench_cycles();
    if (__builtin_expect(now - watch->last > watch->notable, 0))
        bench_watch_note(worker, watch, now);
    else
        watch->last = now;
}

static inline bool bench_phase_lasts(const struct bench_worker *worker, enum bench_phase phase)
{
    return __atomic_load_n(&worker->control->phase, __ATOMIC_RELAXED) == (uint32_t)phase;
}

#ifdef __cplusplus
}
#endif

#endif
