/*
 * Waiting for an item or for room, timeouts, and close. What is about time only checks that it did
 * not end too early, and that it ends.
 */
#define _POSIX_C_SOURCE 200809L
#include "ptr_array_fixture.h"

#include <pthread.h>
#include <time.h>

enum { MILLI = 1000000 };
#define LONG_TIME (UINT64_C(60) * 1000 * MILLI)

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 * MILLI + (uint64_t)time.tv_nsec;
}

static void nap(long milliseconds)
{
    struct timespec time = {.tv_sec = 0, .tv_nsec = milliseconds * MILLI};
    nanosleep(&time, NULL);
}

static struct tern_ptr_array *create(size_t size, enum tern_ptr_array_flavour producer,
                                     enum tern_ptr_array_flavour consumer,
                                     enum tern_wait_policy wait)
{
    struct tern_ptr_array_options options = options_of(size, 0, producer, consumer);
    options.wait = wait;
    struct tern_ptr_array *array = tern_ptr_array_create(&options);
    CHECK_NE(array, NULL);
    return array;
}

/* Calls body for all flavours of both sides and both wait policies. */
static void for_each(void (*body)(struct tern_ptr_array *), size_t size)
{
    for (unsigned i = 0; i < 8; i++) {
        struct tern_ptr_array *array = create(size, i & 1 ? RAW : LOCKED, i & 2 ? RAW : LOCKED,
                                              i & 4 ? TERN_WAIT_SPIN : TERN_WAIT_ADAPTIVE);
        body(array);
        tern_ptr_array_destroy(array, NULL, NULL);
    }
}

static void no_need_to_wait(struct tern_ptr_array *array)
{
    void *item = NULL;
    const uint64_t times[] = {0, 1, LONG_TIME, TERN_PTR_ARRAY_FOREVER};
    for (size_t i = 0; i < 4; i++) {
        CHECK_EQ(tern_ptr_array_produce_wait(array, item_of(i), times[i]), 0);
        CHECK_EQ(tern_ptr_array_consume_wait(array, &item, times[i]), 0);
        CHECK_EQ(item, item_of(i));
    }
}

TEST(ptr_array_wait, no_need_to_wait)
{
    for_each(no_need_to_wait, 1);
}

static void times_out(struct tern_ptr_array *array)
{
    const uint64_t times[] = {0, 1, 1000, 3 * MILLI};
    for (size_t i = 0; i < 4; i++) {
        void *item = item_of(77);
        uint64_t began = now();
        CHECK_EQ(tern_ptr_array_consume_wait(array, &item, times[i]), -ETIMEDOUT);
        CHECK_GE(now() - began, times[i]);
        CHECK_EQ(item, item_of(77));
    }
    CHECK_EQ(tern_ptr_array_produce(array, item_of(1)), 0);
    for (size_t i = 0; i < 4; i++) {
        uint64_t began = now();
        CHECK_EQ(tern_ptr_array_produce_wait(array, item_of(2), times[i]), -ETIMEDOUT);
        CHECK_GE(now() - began, times[i]);
    }
    CHECK_EQ(tern_ptr_array_count(array), (size_t)1);
    CHECK_EQ(tern_ptr_array_consume(array), item_of(1));
}

TEST(ptr_array_wait, times_out)
{
    for_each(times_out, 1);
}

static void misuse(struct tern_ptr_array *array)
{
    CHECK_EQ(tern_ptr_array_consume_wait(array, NULL, LONG_TIME), -EINVAL);
    CHECK_EQ(tern_ptr_array_produce_wait(array, NULL, LONG_TIME), -EINVAL);
    CHECK(tern_ptr_array_empty(array));
}

TEST(ptr_array_wait, misuse)
{
    for_each(misuse, 3);
}

static void closed(struct tern_ptr_array *array)
{
    void *items[2] = {item_of(1), item_of(2)}, *item = NULL;
    CHECK(!tern_ptr_array_is_closed(array));
    CHECK_EQ(tern_ptr_array_produce_batched(array, items, 2), (size_t)2);
    for (int again = 0; again < 2; again++) {
        tern_ptr_array_close(array);
        CHECK(tern_ptr_array_is_closed(array));
        CHECK_EQ(tern_ptr_array_produce(array, items[0]), -EPIPE);
        CHECK_EQ(tern_ptr_array_produce(array, NULL), -EINVAL);
        errno = 0;
        CHECK_EQ(tern_ptr_array_produce_batched(array, items, 2), (size_t)0);
        CHECK_EQ(errno, EPIPE);
        CHECK_EQ(tern_ptr_array_produce_batched(array, items, 0), (size_t)0);
        CHECK_EQ(tern_ptr_array_produce_wait(array, items[0], LONG_TIME), -EPIPE);
        CHECK_EQ(tern_ptr_array_count(array), (size_t)2);
    }
    /* A resize changes nothing about that. */
    CHECK_EQ(tern_ptr_array_resize(array, 5, NULL, NULL), 0);
    CHECK_EQ(tern_ptr_array_produce(array, items[0]), -EPIPE);
    /* What remains comes out, and what has come out may be given back. */
    CHECK_EQ(tern_ptr_array_consume_wait(array, &item, LONG_TIME), 0);
    CHECK_EQ(item, item_of(1));
    CHECK_EQ(tern_ptr_array_unconsume(array, &item, 1, NULL, NULL), (size_t)1);
    CHECK_EQ(tern_ptr_array_consume(array), item_of(1));
    CHECK_EQ(tern_ptr_array_consume_wait(array, &item, 0), 0);
    CHECK_EQ(item, item_of(2));
    CHECK_EQ(tern_ptr_array_consume_wait(array, &item, 0), -EPIPE);
    CHECK_EQ(tern_ptr_array_consume_wait(array, &item, TERN_PTR_ARRAY_FOREVER), -EPIPE);
    CHECK_EQ(item, item_of(2));
    CHECK_EQ(tern_ptr_array_consume(array), NULL);
}

TEST(ptr_array_wait, closed)
{
    for_each(closed, 3);
}

/* ------------------------------------------------------------------------------- threads --- */

struct waiter {
    struct tern_ptr_array *array;
    void *item;
    uint64_t time;
    int status;
    pthread_t thread;
};

static void *wait_for_item(void *context)
{
    struct waiter *waiter = context;
    waiter->status = tern_ptr_array_consume_wait(waiter->array, &waiter->item, waiter->time);
    return NULL;
}

static void *wait_for_room(void *context)
{
    struct waiter *waiter = context;
    waiter->status = tern_ptr_array_produce_wait(waiter->array, waiter->item, waiter->time);
    return NULL;
}

static void start(struct waiter *waiter, struct tern_ptr_array *array, void *(*body)(void *),
                  void *item)
{
    waiter->array = array;
    waiter->item = item;
    waiter->time = TERN_PTR_ARRAY_FOREVER;
    waiter->status = 1;
    CHECK_EQ(pthread_create(&waiter->thread, NULL, body, waiter), 0);
}

static void join(struct waiter *waiter)
{
    CHECK_EQ(pthread_join(waiter->thread, NULL), 0);
}

/* Until so many threads have gone to sleep, if they ever do. */
static void await_sleeps(const struct tern_ptr_array *array, uint64_t sleeps)
{
    struct tern_ptr_array_statistics s;
    do {
        nap(1);
        tern_ptr_array_get_statistics(array, &s);
    } while (array->wait == TERN_WAIT_ADAPTIVE && s.producer_sleeps + s.consumer_sleeps < sleeps);
    nap(1);
}

/* Until so many producers wait and consumers know it, whether they sleep or spin. */
static void await_producers(const struct tern_ptr_array *array, uint32_t count)
{
    do
        nap(1);
    while (tern_load_relaxed(&array->consumer.gate) / TERN_PTR_ARRAY_WAITER_GATE < count);
}

static void woken_by_produce(struct tern_ptr_array *array)
{
    struct waiter waiter;
    start(&waiter, array, wait_for_item, NULL);
    await_sleeps(array, 1);
    CHECK_EQ(tern_ptr_array_produce(array, item_of(3)), 0);
    join(&waiter);
    CHECK_EQ(waiter.status, 0);
    CHECK_EQ(waiter.item, item_of(3));
}

TEST(ptr_array_wait, produce_wakes)
{
    for_each(woken_by_produce, 3);
}

static void woken_by_batch(struct tern_ptr_array *array)
{
    void *items[2] = {item_of(3), item_of(4)};
    struct waiter waiter;
    start(&waiter, array, wait_for_item, NULL);
    await_sleeps(array, 1);
    CHECK_EQ(tern_ptr_array_produce_batched(array, items, 2), (size_t)2);
    join(&waiter);
    CHECK_EQ(waiter.item, item_of(3));
}

TEST(ptr_array_wait, produce_batched_wakes)
{
    for_each(woken_by_batch, 3);
}

/* One consume of a full array is enough for who sleeps, whatever the batch is. */
static void woken_by_consume(struct tern_ptr_array *array)
{
    size_t size = tern_ptr_array_size(array), freed = 0;
    struct waiter waiter;
    void *item = NULL;
    for (size_t i = 0; i < size; i++)
        CHECK_EQ(tern_ptr_array_produce(array, item_of(i)), 0);
    for (unsigned way = 0; way < 3; way++) {
        start(&waiter, array, wait_for_room, item_of(99));
        await_producers(array, 1);
        await_sleeps(array, way + 1);
        if (way == 0)
            CHECK_EQ(tern_ptr_array_consume(array), item_of(0));
        else if (way == 1)
            CHECK_EQ(tern_ptr_array_consume_batched(array, &item, 1, &freed), (size_t)1);
        else
            CHECK_EQ(tern_ptr_array_consume_wait(array, &item, 0), 0);
        join(&waiter);
        CHECK_EQ(waiter.status, 0);
    }
    CHECK_EQ(tern_ptr_array_count(array), size);
}

TEST(ptr_array_wait, consume_wakes)
{
    for_each(woken_by_consume, 3);
    for_each(woken_by_consume, 100);
}

static void woken_by_unconsume(struct tern_ptr_array *array)
{
    struct waiter waiter;
    void *item = item_of(8);
    if (tern_load_relaxed(&array->consumer.gate) == 0)
        return; /* the waiter has the consumer side */
    start(&waiter, array, wait_for_item, NULL);
    await_sleeps(array, 1);
    CHECK_EQ(tern_ptr_array_unconsume(array, &item, 1, NULL, NULL), (size_t)1);
    join(&waiter);
    CHECK_EQ(waiter.item, item_of(8));
}

TEST(ptr_array_wait, unconsume_wakes)
{
    for_each(woken_by_unconsume, 3);
}

static void woken_by_resize(struct tern_ptr_array *array)
{
    struct waiter waiter;
    if (tern_load_relaxed(&array->producer.gate) == 0)
        return;
    CHECK_EQ(tern_ptr_array_produce(array, item_of(0)), 0);
    start(&waiter, array, wait_for_room, item_of(1));
    await_sleeps(array, 1);
    CHECK_EQ(tern_ptr_array_resize(array, 2, NULL, NULL), 0);
    join(&waiter);
    CHECK_EQ(waiter.status, 0);
    CHECK_EQ(tern_ptr_array_count(array), (size_t)2);
}

TEST(ptr_array_wait, resize_wakes)
{
    for_each(woken_by_resize, 1);
}

/* A raw producer's array gets another size while a consumer sleeps: the producer keeps to it. */
TEST(ptr_array_wait, resize_beside_a_sleeper)
{
    for (size_t size = 1; size < 40; size += 3) {
        struct waiter waiter;
        struct tern_ptr_array *array = create(40, RAW, LOCKED, TERN_WAIT_ADAPTIVE);
        start(&waiter, array, wait_for_item, NULL);
        await_sleeps(array, 1);
        CHECK_EQ(tern_ptr_array_resize(array, size, NULL, NULL), 0);
        for (size_t i = 0; i < 3 * size; i++) {
            while (tern_ptr_array_raw_produce(array, item_of(i)) == -ENOBUFS)
                CHECK_NE(tern_ptr_array_consume(array), NULL);
            CHECK_LE(tern_ptr_array_count(array), size);
        }
        join(&waiter);
        CHECK_EQ(waiter.status, 0);
        tern_ptr_array_destroy(array, NULL, NULL);
    }
}

static void dispose_none(void *item, void *context)
{
    (void)context;
    CHECK_EQ(item, NULL); /* nothing is to be dropped */
}

/* An array of 32, with a batch of 16, that is full and looks so after five consumes. */
static struct tern_ptr_array *create_with_hidden_room(enum tern_ptr_array_flavour consumer)
{
    struct tern_ptr_array_options options = options_of(32, 16, LOCKED, consumer);
    struct tern_ptr_array *array = tern_ptr_array_create(&options);
    CHECK_NE(array, NULL);
    for (size_t i = 0; i < 32; i++)
        CHECK_EQ(tern_ptr_array_produce(array, item_of(i)), 0);
    for (size_t i = 0; i < 5; i++)
        CHECK_EQ(tern_ptr_array_consume(array), item_of(i));
    CHECK(tern_ptr_array_full(array));
    return array;
}

/* Every change frees what was consumed, for those who sleep too, and though it fails. */
TEST(ptr_array_wait, changes_wake_producers)
{
    for (unsigned way = 0; way < 3; way++) {
        struct tern_ptr_array *array = create_with_hidden_room(RAW);
        struct tern_ptr_array *arrays[] = {array};
        struct waiter waiters[3];
        void *item = item_of(4);
        struct tern_ptr_array_statistics s;
        for (size_t i = 0; i < 3; i++)
            start(&waiters[i], array, wait_for_room, item_of(40 + i));
        await_sleeps(array, 3);
        CHECK_EQ(tern_ptr_array_count(array), (size_t)27);
        if (way == 0)
            CHECK_EQ(tern_ptr_array_unconsume(array, &item, 1, NULL, NULL), (size_t)1);
        else if (way == 1)
            CHECK_EQ(tern_ptr_array_resize(array, 8, NULL, NULL), -ENOSPC);
        else
            CHECK_EQ(tern_ptr_array_resize_multiple(arrays, 1, 32, dispose_none, NULL), 0);
        for (size_t i = 0; i < 3; i++) {
            join(&waiters[i]);
            CHECK_EQ(waiters[i].status, 0);
        }
        tern_ptr_array_get_statistics(array, &s);
        CHECK_EQ(s.dropped, UINT64_C(0));
        CHECK_EQ(tern_ptr_array_destroy(array, NULL, NULL), (size_t)(way == 0 ? 31 : 30));
    }
}

/* As long as one waits each consume frees its slot, also those that follow the one that woke it. */
static void each_consume_is_room(struct tern_ptr_array *array)
{
    enum { PRODUCERS = 3 };
    size_t size = tern_ptr_array_size(array);
    uint64_t sleeps = 0;
    if (tern_load_relaxed(&array->producer.gate) == 0)
        return;
    for (size_t i = 0; i < size; i++)
        CHECK_EQ(tern_ptr_array_produce(array, item_of(i)), 0);
    for (unsigned round = 0; round < (test_quick() ? 10u : 30u); round++) {
        struct tern_ptr_array_statistics s;
        struct waiter waiters[PRODUCERS];
        for (size_t i = 0; i < PRODUCERS; i++)
            start(&waiters[i], array, wait_for_room, item_of(i));
        await_producers(array, PRODUCERS);
        await_sleeps(array, sleeps + PRODUCERS);
        for (size_t i = 0; i < PRODUCERS; i++)
            CHECK_NE(tern_ptr_array_consume(array), NULL);
        for (size_t i = 0; i < PRODUCERS; i++) {
            join(&waiters[i]);
            CHECK_EQ(waiters[i].status, 0);
        }
        CHECK_EQ(tern_load_relaxed(&array->consumer.gate) / TERN_PTR_ARRAY_WAITER_GATE, 0u);
        tern_ptr_array_get_statistics(array, &s);
        sleeps = s.producer_sleeps;
        CHECK_EQ(tern_ptr_array_count(array), size);
    }
}

TEST(ptr_array_wait, each_consume_is_room)
{
    for_each(each_consume_is_room, 100);
}

/* Behind a locked consumer, what was consumed before the wait is room for it as well. */
TEST(ptr_array_wait, room_that_was_consumed_before)
{
    for (unsigned spin = 0; spin < 2; spin++) {
        struct tern_ptr_array *array = create_with_hidden_room(LOCKED);
        array->wait = spin ? TERN_WAIT_SPIN : TERN_WAIT_ADAPTIVE;
        CHECK_EQ(tern_ptr_array_produce_wait(array, item_of(9), LONG_TIME), 0);
        CHECK_EQ(tern_ptr_array_count(array), (size_t)28);
        tern_ptr_array_destroy(array, NULL, NULL);
    }
}

/* However often a wait tries, it has been refused once. */
static void refused_once(struct tern_ptr_array *array)
{
    struct tern_ptr_array_statistics s;
    CHECK_EQ(tern_ptr_array_produce(array, item_of(1)), 0);
    for (uint64_t waits = 1; waits < 4; waits++) {
        CHECK_EQ(tern_ptr_array_produce_wait(array, item_of(2), 2 * MILLI), -ETIMEDOUT);
        tern_ptr_array_get_statistics(array, &s);
        CHECK_EQ(s.refused, waits);
    }
}

TEST(ptr_array_wait, a_wait_is_refused_once)
{
    for_each(refused_once, 1);
}

enum { WAITERS = 6 };

static void woken_by_close(struct tern_ptr_array *array)
{
    struct waiter waiters[WAITERS];
    size_t count = tern_load_relaxed(&array->consumer.gate) == 0 ? 1 : WAITERS;
    for (size_t i = 0; i < count; i++)
        start(&waiters[i], array, wait_for_item, NULL);
    await_sleeps(array, count);
    tern_ptr_array_close(array);
    for (size_t i = 0; i < count; i++) {
        join(&waiters[i]);
        CHECK_EQ(waiters[i].status, -EPIPE);
    }
}

TEST(ptr_array_wait, close_wakes_all_consumers)
{
    for_each(woken_by_close, 1);
}

static void producers_woken_by_close(struct tern_ptr_array *array)
{
    struct waiter waiters[WAITERS];
    size_t count = tern_load_relaxed(&array->producer.gate) == 0 ? 1 : WAITERS;
    CHECK_EQ(tern_ptr_array_produce(array, item_of(0)), 0);
    for (size_t i = 0; i < count; i++)
        start(&waiters[i], array, wait_for_room, item_of(i));
    await_sleeps(array, count);
    tern_ptr_array_close(array);
    for (size_t i = 0; i < count; i++) {
        join(&waiters[i]);
        CHECK_EQ(waiters[i].status, -EPIPE);
    }
    CHECK_EQ(tern_ptr_array_count(array), (size_t)1);
}

TEST(ptr_array_wait, close_wakes_all_producers)
{
    for_each(producers_woken_by_close, 1);
}

/* One produce of many items is enough for all who sleep: each that is woken wakes the next. */
TEST(ptr_array_wait, a_batch_reaches_all_sleepers)
{
    struct waiter waiters[WAITERS];
    void *items[WAITERS];
    struct tern_ptr_array *array = create(WAITERS, RAW, LOCKED, TERN_WAIT_ADAPTIVE);
    uint64_t slept = 0;
    for (unsigned round = 0; round < 20; round++) {
        size_t sum = 0;
        struct tern_ptr_array_statistics s;
        for (size_t i = 0; i < WAITERS; i++) {
            start(&waiters[i], array, wait_for_item, NULL);
            items[i] = item_of(i);
        }
        await_sleeps(array, slept + WAITERS);
        CHECK_EQ(tern_ptr_array_produce_batched(array, items, WAITERS), (size_t)WAITERS);
        for (size_t i = 0; i < WAITERS; i++) {
            join(&waiters[i]);
            CHECK_EQ(waiters[i].status, 0);
            sum += (size_t)(uintptr_t)waiters[i].item;
        }
        CHECK_EQ(sum, (size_t)(WAITERS * (WAITERS + 1) / 2 * 8));
        tern_ptr_array_get_statistics(array, &s);
        slept = s.consumer_sleeps;
    }
    tern_ptr_array_destroy(array, NULL, NULL);
}

/* Room for all comes at once, from a resize: the same. */
TEST(ptr_array_wait, room_reaches_all_sleepers)
{
    struct waiter waiters[WAITERS];
    struct tern_ptr_array *array = create(1, LOCKED, LOCKED, TERN_WAIT_ADAPTIVE);
    CHECK_EQ(tern_ptr_array_produce(array, item_of(0)), 0);
    for (size_t i = 0; i < WAITERS; i++)
        start(&waiters[i], array, wait_for_room, item_of(i + 1));
    await_sleeps(array, WAITERS);
    CHECK_EQ(tern_ptr_array_resize(array, WAITERS + 1, NULL, NULL), 0);
    for (size_t i = 0; i < WAITERS; i++) {
        join(&waiters[i]);
        CHECK_EQ(waiters[i].status, 0);
    }
    CHECK_EQ(tern_ptr_array_count(array), (size_t)(WAITERS + 1));
    tern_ptr_array_destroy(array, NULL, NULL);
}

/* A sleeper whose time ends does not take the wake-up of another with it. */
TEST(ptr_array_wait, timeouts_beside_wake_ups)
{
    struct tern_ptr_array *array = create(4, RAW, LOCKED, TERN_WAIT_ADAPTIVE);
    for (unsigned round = 0; round < (test_quick() ? 50u : 300u); round++) {
        struct waiter patient, hasty;
        start(&patient, array, wait_for_item, NULL);
        hasty.array = array;
        hasty.item = NULL;
        hasty.time = round % 7 * 100000;
        hasty.status = 1;
        CHECK_EQ(pthread_create(&hasty.thread, NULL, wait_for_item, &hasty), 0);
        nap(round % 2);
        CHECK_EQ(tern_ptr_array_produce(array, item_of(1)), 0);
        join(&hasty);
        if (hasty.status == 0)
            CHECK_EQ(tern_ptr_array_produce(array, item_of(1)), 0);
        join(&patient);
        CHECK_EQ(patient.status, 0);
    }
    tern_ptr_array_destroy(array, NULL, NULL);
}
