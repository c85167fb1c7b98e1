/*
 * The wait policy: what whoever must wait for a peer does meanwhile.
 *
 *     struct tern_wait wait = tern_wait_begin(policy);
 *     while (the peer has not done its part)
 *         tern_wait_once(&wait);
 *
 * Simple version: spin with pause until the peer is done. With one thread a core that is right:
 * the peer is running, and done within a few hundred cycles. With more threads than cores the
 * peer may have been preempted in the middle, and then every cycle spent spinning is a cycle that
 * the peer does not get: whole time slices are burnt, and the cost of an operation rises a
 * thousandfold.
 *
 * So TERN_WAIT_ADAPTIVE, the default, spins a bounded number of times, which covers a peer that is
 * running; then it gives its core away, again and again, which lets a preempted peer run; and
 * every so often it sleeps for a moment, since a yield never reaches a peer of lower priority
 * under SCHED_FIFO, nor one that the scheduler has put behind the waiters.
 *
 *     pause x 1, 2, 4 ... 64  ->  sched_yield x 64  ->  sleep 50 us  ->  sched_yield x 63  -> ...
 *
 * The pauses grow, because each look takes the line from the peer that is about to write it.
 *
 * TERN_WAIT_SPIN only ever pauses: for one thread an isolated core, where a system call is worse
 * than any wait.
 *
 * A wait keeps its count in the caller's frame, so nothing is shared and nothing has to be reset.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_WAIT_H
#define TERN_ARCH_WAIT_H

#include <tern/arch/cpu.h>

#include <stdbool.h>
#include <stdint.h>

enum tern_wait_policy {
    TERN_WAIT_ADAPTIVE = 0, /* spin, then yield, then sleep: for any machine */
    TERN_WAIT_SPIN          /* only spin: one thread an isolated core */
};

struct tern_wait {
    uint32_t policy; /* an enum tern_wait_policy */
    uint32_t rounds; /* how often this wait has waited; starts anew with each sleep */
};

#ifdef TERN_MODEL
#    include <tern/arch/model/wait.h>
#else
#    include <errno.h>
#    include <pthread.h>
#    include <sched.h>
#    include <sys/select.h>

/* Rounds of spinning, the last of which is 1 << (TERN_WAIT_SPINS - 1) pauses, and of yielding. */
#    define TERN_WAIT_SPINS       7u
#    define TERN_WAIT_YIELDS      64u
#    define TERN_WAIT_SLEEP_MICRO 50

/* Out of line: it is a system call anyway, and its caller is a hot path. */
TERN_OUT_OF_LINE void tern_wait_yield(struct tern_wait *wait)
{
    if (wait->rounds < TERN_WAIT_SPINS + TERN_WAIT_YIELDS) {
        (void)sched_yield();
        return;
    }
    /* select and not nanosleep: it is declared without feature macros, so that a program compiled
     * as strict C11 can include this header. */
    struct timeval nap;
    int cancel, error = errno;
    nap.tv_sec = 0;
    nap.tv_usec = TERN_WAIT_SLEEP_MICRO;
    /* A waiting thread may hold a claim: a signal must not show in errno, and a pthread_cancel must
     * not end the thread here. */
    (void)pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    (void)select(0, NULL, NULL, NULL, &nap);
    (void)pthread_setcancelstate(cancel, &cancel);
    errno = error;
    wait->rounds = TERN_WAIT_SPINS;
}

static inline void tern_wait_once(struct tern_wait *wait)
{
    uint32_t last = TERN_WAIT_SPINS - 1;
    if (wait->policy == TERN_WAIT_SPIN || wait->rounds < TERN_WAIT_SPINS) {
        for (uint32_t i = 0; i >> (wait->rounds < last ? wait->rounds : last) == 0; i++)
            tern_pause();
        if (wait->rounds < TERN_WAIT_SPINS)
            wait->rounds++;
    } else {
        tern_wait_yield(wait);
        wait->rounds++;
    }
}
#endif

/* Whether this wait has given the core away at least once. */
static inline bool tern_wait_has_yielded(const struct tern_wait *wait)
{
    return wait->rounds > TERN_WAIT_SPINS;
}

static inline struct tern_wait tern_wait_begin(uint32_t policy)
{
    struct tern_wait wait;
    wait.policy = policy;
    wait.rounds = 0;
    return wait;
}

#endif /* TERN_ARCH_WAIT_H */
