/*
 * What the lock-free stacks share: how the generation moves, and what a thread does whose CAS
 * failed because another thread's has just succeeded.
 *
 * That is a bounded number of pauses, doubled with each failure in a row. It waits for nobody: it
 * leaves the line for a moment to who has it and is about to use it again.
 *
 * Internal: users include <tern/stack.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_STACK_RETRY_H
#define TERN_STACK_RETRY_H

#include <tern/arch/cpu.h>

/* By how much what takes nodes off changes the generation. Only tests that show what it is for have
 * 0. */
#ifndef TERN_STACK_GENERATION_STEP
#    define TERN_STACK_GENERATION_STEP 1u
#endif

/* Pauses after the first failure, and at most. */
#ifndef TERN_BACKOFF_FIRST
#    define TERN_BACKOFF_FIRST 1u
#endif
#ifndef TERN_BACKOFF_MOST
#    define TERN_BACKOFF_MOST 64u
#endif

struct tern_backoff {
    unsigned pauses;
};

static inline struct tern_backoff tern_backoff_begin(void)
{
    struct tern_backoff backoff;
    backoff.pauses = TERN_BACKOFF_FIRST;
    return backoff;
}

static inline void tern_backoff_once(struct tern_backoff *backoff)
{
    for (unsigned i = 0; i < backoff->pauses; i++)
        tern_pause();
    if (backoff->pauses < TERN_BACKOFF_MOST)
        backoff->pauses *= 2;
}

#endif /* TERN_STACK_RETRY_H */
