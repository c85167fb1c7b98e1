/*
 * What each worker of many-to-many counts, and its loops and verification share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_MANY_TO_MANY_STATE_H
#define BENCH_MANY_TO_MANY_STATE_H

#include "../src/cpu.h"
#include "../src/stamp.h"

struct bench_passed {
    uint64_t objects;             /* that this worker sent, or received */
    uint64_t mixed;               /* sum of bench_stamp_mix of their stamps */
    uint64_t ahead;               /* a sender: objects in its window */
    uint64_t refused;             /* tries that found it full, or empty */
    uint64_t first_refused;       /* when the first of them was, in cycles; 0: none was */
    bool torn, disorder;          /* a receiver: found so */
    uint64_t last[BENCH_SENDERS]; /* a receiver: highest stamp of each sender, 0: none */
    /* A sender's window follows, on a line boundary. */
};

enum { BENCH_PASSED_BYTES = (sizeof(struct bench_passed) + 127) / 128 * 128 };

static inline void *bench_passed_window(struct bench_passed *passed)
{
    return (char *)passed + BENCH_PASSED_BYTES;
}

/* Of a try that moved nothing. */
static inline void bench_passed_refused(struct bench_passed *passed)
{
    if (passed->refused++ == 0)
        passed->first_refused = bench_cycles();
}

/* A receiver's bookkeeping for one object, and what it adds to `mixed`. ordered: the objects of
 * one sender come in order. */
static inline uint64_t bench_passed_receive(struct bench_passed *passed, uint64_t stamp,
                                            bool ordered)
{
    uint64_t *last = &passed->last[bench_stamp_sender(stamp)];
    if (stamp > *last)
        *last = stamp;
    else if (ordered)
        passed->disorder = true;
    return bench_stamp_mix(stamp);
}

#endif
