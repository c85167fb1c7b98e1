/* The wait policy: what it counts, that it sleeps, and that a peer on the same core gets to run. */
#define _GNU_SOURCE /* sched_getcpu, affinity, RUSAGE_THREAD */

#include "test.h"

#include <tern/arch/atomic.h>
#include <tern/arch/wait.h>

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

TEST(arch_wait, a_wait_begins_at_nothing)
{
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_SPIN);
    CHECK_EQ(wait.policy, (uint32_t)TERN_WAIT_SPIN);
    CHECK_EQ(wait.rounds, 0u);
    CHECK_EQ(TERN_WAIT_ADAPTIVE, 0); /* a zeroed option is the default */
}

/* How often this thread has gone to sleep. */
static long sleeps(void)
{
    struct rusage usage;
    CHECK_EQ(getrusage(RUSAGE_THREAD, &usage), 0);
    return usage.ru_nvcsw;
}

TEST(arch_wait, spin_never_sleeps)
{
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_SPIN);
    const long before = sleeps();
    for (uint32_t i = 0; i < 10000; i++)
        tern_wait_once(&wait);
    CHECK_EQ(sleeps(), before);
    CHECK_GT(wait.rounds, 0u);
    CHECK_EQ(wait.policy, (uint32_t)TERN_WAIT_SPIN);
}

/* It spins and yields for a while, then sleeps, again and again. */
TEST(arch_wait, adaptive_sleeps_every_so_often)
{
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    const uint32_t cycle = TERN_WAIT_SPINS + TERN_WAIT_YIELDS;
    const double began = seconds();
    const long before = sleeps();
    tern_wait_once(&wait);
    CHECK_EQ(sleeps(), before);
    for (uint32_t i = 1; i < 10 * cycle + 10; i++) {
        tern_wait_once(&wait);
        CHECK_LE(wait.rounds, cycle + 1);
    }
    CHECK_GE(sleeps() - before, 10L);
    CHECK_GE((long)((seconds() - began) * 1e6), 10L * TERN_WAIT_SLEEP_MICRO);
    CHECK_EQ(wait.policy, (uint32_t)TERN_WAIT_ADAPTIVE);
}

enum { TURNS = 500, LIMIT_SECONDS = 60 };

static tern_atomic_u32 turn;
static tern_atomic_u32 given_up;

static void *every_other_turn(void *arg)
{
    const uint32_t mine = arg == NULL ? 0 : 1;
    const double until = seconds() + LIMIT_SECONDS;
    for (uint32_t i = mine; i < 2 * TURNS; i += 2) {
        struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
        while (tern_load_acquire(&turn) != i) {
            tern_wait_once(&wait);
            if (seconds() > until || tern_load_relaxed(&given_up) != 0) {
                tern_store_relaxed(&given_up, 1u);
                return NULL;
            }
        }
        tern_store_release(&turn, i + 1);
    }
    return NULL;
}

/* Two threads on one core that need each other at every step. */
TEST(arch_wait, a_peer_on_the_same_core_runs)
{
    static int second;
    pthread_t threads[2];
    cpu_set_t one;
    pthread_attr_t attr;

    CPU_ZERO(&one);
    CPU_SET((unsigned)sched_getcpu(), &one);
    CHECK_EQ(pthread_attr_init(&attr), 0);
    CHECK_EQ(pthread_attr_setaffinity_np(&attr, sizeof one, &one), 0);
    for (int i = 0; i < 2; i++) {
        CHECK_EQ(pthread_create(&threads[i], &attr, every_other_turn, i == 0 ? NULL : &second), 0);
    }
    for (int i = 0; i < 2; i++)
        CHECK_EQ(pthread_join(threads[i], NULL), 0);
    pthread_attr_destroy(&attr);
    CHECK_EQ(tern_load_relaxed(&given_up), 0u);
    CHECK_EQ(tern_load_relaxed(&turn), 2u * TURNS);
}
