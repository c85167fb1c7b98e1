/* Parking: what ends a park, errno, and the clock. */
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include <tern/arch/park.h>

#include <pthread.h>
#include <time.h>

static void nap(long milliseconds)
{
    struct timespec time = {.tv_sec = 0, .tv_nsec = milliseconds * 1000000};
    nanosleep(&time, NULL);
}

TEST(arch_park, another_value_does_not_sleep)
{
    tern_atomic_u32 word;
    tern_store_relaxed(&word, 1u);
    errno = E2BIG;
    tern_park(&word, 0, TERN_PARK_FOREVER);
    tern_park(&word, 2, TERN_PARK_FOREVER);
    CHECK_EQ(errno, E2BIG);
}

TEST(arch_park, the_time_ends)
{
    tern_atomic_u32 word;
    tern_store_relaxed(&word, 0u);
    errno = E2BIG;
    tern_park(&word, 0, 0);
    tern_park(&word, 0, 1000);
    tern_park(&word, 0, 2000000);
    CHECK_EQ(errno, E2BIG);
}

TEST(arch_park, nobody_to_wake)
{
    tern_atomic_u32 word;
    tern_store_relaxed(&word, 0u);
    errno = E2BIG;
    tern_unpark_one(&word);
    tern_unpark_all(&word);
    CHECK_EQ(errno, E2BIG);
}

TEST(arch_park, the_clock_goes_forward)
{
    uint64_t before = tern_park_clock();
    nap(2);
    uint64_t after = tern_park_clock();
    CHECK_GE(after - before, UINT64_C(2000000));
    CHECK_LT(after - before, UINT64_C(60000000000));
}

TEST(arch_park, the_heavy_fence_leaves_errno)
{
    errno = E2BIG;
    bool first = tern_fence_heavy(), second = tern_fence_heavy();
    tern_fence_light();
    CHECK_EQ(errno, E2BIG);
    CHECK_EQ(first, second);
}

enum { SLEEPERS = 4 };

struct sleepers {
    tern_atomic_u32 word, asleep, awake;
};

static void *sleep_until_one(void *context)
{
    struct sleepers *s = context;
    (void)tern_fetch_add_seq_cst(&s->asleep, 1u);
    while (tern_load_acquire(&s->word) == 0)
        tern_park(&s->word, 0, TERN_PARK_FOREVER);
    (void)tern_fetch_add_seq_cst(&s->awake, 1u);
    return NULL;
}

static void wake_up(void (*wake)(tern_atomic_u32 *), unsigned times)
{
    struct sleepers s;
    pthread_t threads[SLEEPERS];
    tern_store_relaxed(&s.word, 0u);
    tern_store_relaxed(&s.asleep, 0u);
    tern_store_relaxed(&s.awake, 0u);
    for (unsigned i = 0; i < SLEEPERS; i++)
        CHECK_EQ(pthread_create(&threads[i], NULL, sleep_until_one, &s), 0);
    while (tern_load_seq_cst(&s.asleep) != SLEEPERS)
        nap(1);
    nap(5);
    CHECK_EQ(tern_load_seq_cst(&s.awake), 0u);
    tern_store_release(&s.word, 1u);
    for (unsigned i = 0; i < times; i++)
        wake(&s.word);
    for (unsigned i = 0; i < SLEEPERS; i++)
        CHECK_EQ(pthread_join(threads[i], NULL), 0);
    CHECK_EQ(tern_load_seq_cst(&s.awake), (uint32_t)SLEEPERS);
}

TEST(arch_park, unpark_all)
{
    wake_up(tern_unpark_all, 1);
}

TEST(arch_park, unpark_one_at_a_time)
{
    wake_up(tern_unpark_one, SLEEPERS);
}
