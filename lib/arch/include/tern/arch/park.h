/*
 * Sleeping until another thread says so, and the pair of fences that makes saying so cheap.
 *
 *     operation         progress                what it does
 *     tern_park         blocking                sleeps while *word is `value`: until an unpark,
 *                                               until a time, or for no reason
 *     tern_unpark_one   wait-free, system call  ends the sleep of one on the word
 *     tern_unpark_all   wait-free, system call  ends the sleep of all on the word
 *     tern_fence_light  wait-free, free         see below
 *     tern_fence_heavy  wait-free, system call  see below
 *     tern_park_clock   wait-free, system call  nanoseconds of a clock that is never set
 *
 * The problem (Dekker's): who delivers something stores it and then looks whether anybody sleeps;
 * who goes to sleep says so and then looks whether something has been delivered. Both looks can
 * miss, if each store is still on its way while the load behind it is done, and then the sleeper is
 * never woken. A full fence between store and load on both sides forbids that, and costs the one
 * who delivers, every time, for a sleeper who is hardly ever there.
 *
 * So the fences are unequal. The light one only keeps the compiler from swapping the two. The heavy
 * one, of who goes to sleep, makes every thread of the process that is running execute a full fence
 * in the meantime (membarrier, private expedited; those that are not running have executed one when
 * they were switched out). That fence stands somewhere in the other thread's program: before its
 * light fence, then its load behind sees what was stored before the heavy one; or after it, then
 * what it stored before is seen by the load behind the heavy one. It is the same as two full
 * fences, and the whole price is the sleeper's, who has time.
 *
 * Where the system has no membarrier, tern_fence_heavy does nothing and returns false: a store may
 * still be on its way, for nanoseconds. The sleeper then sleeps for TERN_PARK_RECHECK at most and
 * looks again.
 *
 * For threads of one process. Linux with 64 bits has futex and membarrier; elsewhere, and with
 * TERN_PORT_GENERIC, a park is a short nap.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_PARK_H
#define TERN_ARCH_PARK_H

#include <tern/arch/atomic.h>
#include <tern/arch/wait.h>

#include <stdbool.h>
#include <stdint.h>

/* Nanoseconds. */
#define TERN_PARK_RECHECK UINT64_C(1000000)
#define TERN_PARK_FOREVER UINT64_MAX

#if defined(TERN_MODEL)
#    include <tern/arch/model/park.h>
#else
#    include <errno.h>
#    include <time.h>

static inline void tern_fence_light(void)
{
    __asm__ __volatile__("" ::: "memory");
}

#    if defined(__linux__) && defined(__LP64__) && !defined(TERN_PORT_GENERIC)
#        include <sys/syscall.h>
#        define TERN_HAVE_FUTEX 1

TERN_EXTERN_C_BEGIN
/* The C library's syscall by another name: <unistd.h> declares it for programs that ask for more
 * than C11 only, and no other declaration agrees with all of its forms. */
long tern_park_syscall(long number, ...) __asm__("syscall");
TERN_EXTERN_C_END

/* The kernel's numbers. */
enum { TERN_FUTEX_WAIT_PRIVATE = 0 | 128, TERN_FUTEX_WAKE_PRIVATE = 1 | 128 };
enum { TERN_MEMBARRIER_PRIVATE_EXPEDITED = 1 << 3, TERN_MEMBARRIER_REGISTER = 1 << 4 };
enum { TERN_PARK_CLOCK_MONOTONIC = 1 };

/* Whether the fence stands. Registers the process the first time. */
static inline bool tern_fence_heavy(void)
{
    int error = errno;
    bool done = tern_park_syscall(SYS_membarrier, TERN_MEMBARRIER_PRIVATE_EXPEDITED, 0) == 0 ||
                (tern_park_syscall(SYS_membarrier, TERN_MEMBARRIER_REGISTER, 0) == 0 &&
                 tern_park_syscall(SYS_membarrier, TERN_MEMBARRIER_PRIVATE_EXPEDITED, 0) == 0);
    errno = error;
    return done;
}

static inline uint64_t tern_park_clock(void)
{
    struct timespec now = {0, 0};
    int error = errno;
    (void)tern_park_syscall(SYS_clock_gettime, TERN_PARK_CLOCK_MONOTONIC, &now);
    errno = error;
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static inline void tern_park(tern_atomic_u32 *word, uint32_t value, uint64_t nanoseconds)
{
    struct timespec time;
    int error = errno;
    time.tv_sec = (time_t)(nanoseconds / UINT64_C(1000000000));
    time.tv_nsec = (long)(nanoseconds % UINT64_C(1000000000));
    (void)tern_park_syscall(SYS_futex, word, TERN_FUTEX_WAIT_PRIVATE, value,
                            nanoseconds == TERN_PARK_FOREVER ? NULL : &time, NULL, 0);
    errno = error;
}

static inline void tern_unpark(tern_atomic_u32 *word, int threads)
{
    int error = errno;
    (void)tern_park_syscall(SYS_futex, word, TERN_FUTEX_WAKE_PRIVATE, threads, NULL, NULL, 0);
    errno = error;
}

static inline void tern_unpark_one(tern_atomic_u32 *word)
{
    tern_unpark(word, 1);
}

static inline void tern_unpark_all(tern_atomic_u32 *word)
{
    tern_unpark(word, INT32_MAX);
}

#    else
#        include <pthread.h>
#        include <sys/select.h>
#        define TERN_HAVE_FUTEX 0

static inline bool tern_fence_heavy(void)
{
    return false;
}

static inline uint64_t tern_park_clock(void)
{
    struct timespec now = {0, 0};
    (void)timespec_get(&now, TIME_UTC);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static inline void tern_park(tern_atomic_u32 *word, uint32_t value, uint64_t nanoseconds)
{
    struct timeval nap;
    int cancel, error = errno;
    if (tern_load_relaxed(word) != value)
        return;
    if (nanoseconds > TERN_PARK_RECHECK)
        nanoseconds = TERN_PARK_RECHECK;
    nap.tv_sec = 0;
    nap.tv_usec = (int)(nanoseconds / 1000 + 1);
    (void)pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    (void)select(0, NULL, NULL, NULL, &nap);
    (void)pthread_setcancelstate(cancel, &cancel);
    errno = error;
}

static inline void tern_unpark_one(tern_atomic_u32 *word)
{
    (void)word;
}

static inline void tern_unpark_all(tern_atomic_u32 *word)
{
    (void)word;
}
#    endif
#endif

#endif /* TERN_ARCH_PARK_H */
