/* The port for targets without assembly, and what stands on it: it has to build and to work. */
#define _POSIX_C_SOURCE 200809L /* nanosleep */
#define TERN_PORT_GENERIC

#include "test.h"

#include <tern/arch/cpu.h>
#include <tern/arch/dwcas.h>
#include <tern/arch/spinlock.h>
#include <tern/arch/wait.h>
#include <tern/ring.h>

#include <pthread.h>
#include <time.h>

TEST(arch_generic, has_no_dwcas)
{
    CHECK_EQ(TERN_HAVE_DWCAS, 0);
    CHECK_EQ(sizeof(struct tern_pair), (size_t)16);
}

TEST(arch_generic, cycles_go_on_over_a_sleep)
{
    const struct timespec nap = {.tv_nsec = 2000000};
    uint64_t before = tern_cycles();
    nanosleep(&nap, NULL);
    /* Nanoseconds on this port. */
    CHECK_GE(tern_cycles() - before, UINT64_C(1000000));
}

static struct tern_spinlock lock;
static unsigned counter;

static void *count(void *arg)
{
    for (int i = 0; i < 20000; i++) {
        tern_spinlock_lock(&lock, TERN_WAIT_ADAPTIVE);
        counter++;
        tern_spinlock_unlock(&lock);
        tern_pause();
    }
    return arg;
}

TEST(arch_generic, spinlock)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        CHECK_EQ(pthread_create(&threads[i], NULL, count, NULL), 0);
    for (int i = 0; i < 2; i++)
        CHECK_EQ(pthread_join(threads[i], NULL), 0);
    CHECK_EQ(counter, 40000u);
}

static void *produce(void *arg)
{
    for (uint64_t i = 1; i <= 20000; i++) {
        struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
        while (tern_ring_enqueue(arg, &i) != 0)
            tern_wait_once(&wait);
    }
    return arg;
}

TEST(arch_generic, ring)
{
    struct tern_ring_options options = {.capacity = 7, .elem_size = 8};
    struct tern_ring *ring = tern_ring_create(&options);
    pthread_t producer;
    CHECK_NE(ring, NULL);
    CHECK_EQ(pthread_create(&producer, NULL, produce, ring), 0);
    for (uint64_t i = 1; i <= 20000; i++) {
        struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
        uint64_t value = 0;
        while (tern_ring_dequeue(ring, &value) != 0)
            tern_wait_once(&wait);
        CHECK_EQ(value, i);
    }
    CHECK_EQ(pthread_join(producer, NULL), 0);
    CHECK(tern_ring_empty(ring));
    tern_ring_destroy(ring);
}

/* LF needs what this port has not; a ring that another program made so can be told apart. */
TEST(arch_generic, no_lock_free_ring)
{
    struct tern_ring_options options = {
        .capacity = 7, .elem_size = 8, .producer = TERN_RING_LF, .consumer = TERN_RING_LF};
    size_t bytes = 0;
    CHECK_EQ(tern_ring_memsize(&options, &bytes), -ENOTSUP);
    CHECK_EQ(tern_ring_create(&options), NULL);
    CHECK_EQ(errno, ENOTSUP);
    options.producer = options.consumer = TERN_RING_NB;
    struct tern_ring *ring = tern_ring_create(&options);
    uint64_t value = 7;
    CHECK_NE(ring, NULL);
    CHECK_EQ(tern_ring_enqueue(ring, &value), 0);
    CHECK_EQ(tern_ring_lf_enqueue(ring, &value), -EINVAL);
    CHECK_EQ(tern_ring_dequeue(ring, &value), 0);
    ring->producer.mode = ring->consumer.mode = TERN_RING_LF;
    CHECK_EQ(tern_ring_attach(ring, SIZE_MAX), -ENOTSUP);
    tern_ring_destroy(ring);
}
