/*
 * A spinlock over the wait policy.
 *
 *     operation            progress       may run at once with
 *     tern_spinlock_init   wait-free      nothing
 *     tern_spinlock_try    wait-free      anything but init
 *     tern_spinlock_lock   blocking       anything but init; not by the holder (it would wait for
 *                                         itself)
 *     tern_spinlock_unlock wait-free      anything but init; only by the holder
 *
 * Test-and-test-and-set (Rudolph and Segall 1984): a waiter reads its own copy of the line until
 * the lock looks free, and only then writes. The set is a compare-exchange rather than an
 * exchange, so that a waiter who comes too late leaves the line as it is.
 *
 * It is deliberately not fair. A fair lock (ticket, MCS) hands itself to the waiter who came
 * first, and when that one has been preempted, everybody waits for a time slice; here whoever
 * runs takes it.
 *
 * A zeroed lock is an unlocked one. It holds no pointer and no owner, so it works in memory that
 * several processes map; a process that dies with it locked leaves it locked.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_SPINLOCK_H
#define TERN_ARCH_SPINLOCK_H

#include <tern/arch/atomic.h>
#include <tern/arch/wait.h>

#include <stdbool.h>

struct tern_spinlock {
    tern_atomic_u32 held; /* 0 or 1 */
};

static inline void tern_spinlock_init(struct tern_spinlock *lock)
{
    tern_store_relaxed(&lock->held, 0u);
}

/* Takes the lock if it is free. Returns whether it did. */
static inline bool tern_spinlock_try(struct tern_spinlock *lock)
{
    uint32_t expected = 0;
    if (tern_load_relaxed(&lock->held) != 0)
        return false;
    /* Pairs with the release in unlock: what the last holder did is seen by this one. */
    return tern_cas_strong_acquire(&lock->held, &expected, 1u);
}

/* Waits as `policy`, an enum tern_wait_policy, says. */
static inline void tern_spinlock_lock(struct tern_spinlock *lock, uint32_t policy)
{
    struct tern_wait wait = tern_wait_begin(policy);
    while (!tern_spinlock_try(lock))
        tern_wait_once(&wait);
}

static inline void tern_spinlock_unlock(struct tern_spinlock *lock)
{
    TERN_CHECK(tern_load_relaxed(&lock->held) == 1);
    /* Pairs with the acquire in try. */
    tern_store_release(&lock->held, 0u);
}

#endif /* TERN_ARCH_SPINLOCK_H */
