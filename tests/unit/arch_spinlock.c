/* The spinlock: one holder at a time, whatever the policy. */
#include "test.h"

#include <tern/arch/spinlock.h>

#include <pthread.h>
#include <string.h>

TEST(arch_spinlock, a_zeroed_lock_is_free)
{
    struct tern_spinlock lock;
    memset((void *)&lock, 0, sizeof lock);
    CHECK(tern_spinlock_try(&lock));
    CHECK(!tern_spinlock_try(&lock));
    tern_spinlock_unlock(&lock);
    CHECK(tern_spinlock_try(&lock));
    tern_spinlock_unlock(&lock);
}

TEST(arch_spinlock, init_frees)
{
    struct tern_spinlock lock;
    memset((void *)&lock, 0xFF, sizeof lock);
    tern_spinlock_init(&lock);
    tern_spinlock_lock(&lock, TERN_WAIT_SPIN);
    CHECK(!tern_spinlock_try(&lock));
    tern_spinlock_unlock(&lock);
    tern_spinlock_lock(&lock, TERN_WAIT_ADAPTIVE);
    CHECK(!tern_spinlock_try(&lock));
    tern_spinlock_unlock(&lock);
}

struct contended {
    struct tern_spinlock lock;
    enum tern_wait_policy policy;
    unsigned times;
    /* Plain, so that a lock that lets two in loses counts, and TSan sees it. */
    unsigned long long counter;
    unsigned inside;
    unsigned crowded;
};

static void *count(void *arg)
{
    struct contended *c = arg;
    for (unsigned i = 0; i < c->times; i++) {
        /* Every fourth time by try. */
        if (i % 4 != 0 || !tern_spinlock_try(&c->lock))
            tern_spinlock_lock(&c->lock, c->policy);
        c->crowded += c->inside++ != 0;
        c->counter++;
        c->inside--;
        tern_spinlock_unlock(&c->lock);
    }
    return arg;
}

static void check_exclusion(enum tern_wait_policy policy, unsigned threads, unsigned times)
{
    pthread_t thread[4];
    struct contended c = {.policy = policy, .times = times};
    for (unsigned i = 0; i < threads; i++)
        CHECK_EQ(pthread_create(&thread[i], NULL, count, &c), 0);
    for (unsigned i = 0; i < threads; i++)
        CHECK_EQ(pthread_join(thread[i], NULL), 0);
    CHECK_EQ(c.counter, (unsigned long long)threads * times);
    CHECK_EQ(c.crowded, 0u);
    CHECK(tern_spinlock_try(&c.lock));
}

TEST(arch_spinlock, four_threads_exclude_each_other)
{
    check_exclusion(TERN_WAIT_ADAPTIVE, 4, test_quick() ? 20000 : 100000);
}

TEST(arch_spinlock, spinning_threads_exclude_each_other)
{
    check_exclusion(TERN_WAIT_SPIN, 2, test_quick() ? 5000 : 20000);
}

/* The holder's writes are seen by whom it lets in: also with a lock that was taken by try. */
static struct tern_spinlock handed;
static unsigned written;

static void *write_and_unlock(void *arg)
{
    written = 42;
    tern_spinlock_unlock(&handed);
    return arg;
}

TEST(arch_spinlock, try_sees_what_the_holder_wrote)
{
    pthread_t thread;
    CHECK(tern_spinlock_try(&handed));
    CHECK_EQ(pthread_create(&thread, NULL, write_and_unlock, NULL), 0);
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    while (!tern_spinlock_try(&handed))
        tern_wait_once(&wait);
    CHECK_EQ(written, 42u);
    tern_spinlock_unlock(&handed);
    CHECK_EQ(pthread_join(thread, NULL), 0);
}
