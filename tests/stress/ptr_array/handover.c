/*
 * Hand-over: threads that wait for each other, a million times. A wake-up that is lost leaves them
 * asleep, which the watchdog finds: all times are without end.
 */
#include "stress.h"

struct handover {
    struct run run;
    struct tern_ptr_array *there, *back; /* back: of a ping-pong, else NULL */
    unsigned producers, consumers;
    uint64_t rounds; /* of each producer */
    tern_atomic_u32 producing;
    tern_atomic_u64 received, returned;
};

/* Half of the time one goes ahead, half of the time it lets the other one fall asleep. */
static void dawdle(uint64_t *random)
{
    uint64_t r = random_next(random);
    if (r % 16 != 0)
        return;
    for (uint64_t i = r / 16 % 2000; i > 0; i--)
        tern_pause();
}

static void pass(struct handover *h, struct tern_ptr_array *to, void *item)
{
    int status = tern_ptr_array_produce_wait(to, item, TERN_PTR_ARRAY_FOREVER);
    if (status != 0)
        fail(&h->run, "produce_wait: %d", status);
}

static void *await(struct handover *h, struct tern_ptr_array *from)
{
    void *item = NULL;
    int status = tern_ptr_array_consume_wait(from, &item, TERN_PTR_ARRAY_FOREVER);
    if (status != 0 && status != -EPIPE)
        fail(&h->run, "consume_wait: %d", status);
    return item;
}

static void produce(struct handover *h, unsigned index)
{
    uint64_t random = test_seed() + index;
    for (uint64_t i = 0; i < h->rounds && !has_failed(&h->run); i++) {
        void *item = (void *)(uintptr_t)(i + 1);
        pass(h, h->there, item);
        if (h->back != NULL && await(h, h->back) != item)
            fail(&h->run, "another item came back in round %" PRIu64, i);
        dawdle(&random);
        moved(&h->run, 1);
    }
    if (tern_fetch_sub_acq_rel(&h->producing, 1u) == 1)
        tern_ptr_array_close(h->there);
}

static void consume(struct handover *h, unsigned index)
{
    uint64_t random = test_seed() - index, received = 0;
    for (void *item; (item = await(h, h->there)) != NULL && !has_failed(&h->run);) {
        received++;
        if (h->back != NULL)
            pass(h, h->back, item);
        dawdle(&random);
        moved(&h->run, 1);
    }
    (void)tern_fetch_add_relaxed(&h->received, received);
}

static void work(void *context, unsigned index)
{
    struct handover *h = context;
    if (index < h->producers)
        produce(h, index);
    else
        consume(h, index);
}

static void hand_over(unsigned producers, unsigned consumers, size_t size, size_t batch,
                      bool ping_pong, bool packed, uint64_t total)
{
    struct handover *h = allocate(1, sizeof *h);
    struct tern_ptr_array_options options = {.size = size, .clear_batch = batch};
    struct tern_ptr_array_statistics s;
    options.producer = producers == 1 ? TERN_PTR_ARRAY_RAW : TERN_PTR_ARRAY_LOCKED;
    options.consumer = consumers == 1 ? TERN_PTR_ARRAY_RAW : TERN_PTR_ARRAY_LOCKED;
    h->there = tern_ptr_array_create(&options);
    h->back = ping_pong ? tern_ptr_array_create(&options) : NULL;
    h->producers = producers;
    h->consumers = consumers;
    h->rounds = total / SLOWER / producers / (test_quick() ? 10 : 1);
    tern_store_relaxed(&h->producing, producers);
    const struct crew crew = {&h->run, work, h, producers + consumers, packed};
    run_crew(&crew, NULL);
    if (tern_load_relaxed(&h->received) != h->rounds * producers)
        fail(&h->run, "%" PRIu64 " of %" PRIu64 " arrived", tern_load_relaxed(&h->received),
             h->rounds * producers);
    tern_ptr_array_get_statistics(h->there, &s);
    finish(&h->run,
           "%s %u+%u, size %zu, batch %zu, %s: %" PRIu64 " hand-overs, %" PRIu64 " and %" PRIu64
           " sleeps",
           ping_pong ? "ping-pong" : "hand-over", producers, consumers, size, batch,
           packed ? "one core" : "spread", h->rounds * producers, s.producer_sleeps,
           s.consumer_sleeps);
    tern_ptr_array_destroy(h->there, NULL, NULL);
    tern_ptr_array_destroy(h->back, NULL, NULL);
    free(h);
}

/* --------------------------------------------------------------------------------- one by one */

/*
 * An array that is full, with a batch as large as it is, and several producers that sleep beside
 * it. The consumer takes one item at a time, and the next one only when a producer has filled the
 * slot: so every consume has to free its slot, and to reach somebody, whoever has been woken
 * before.
 */

/* Until a producer waits in the sense of the header, behind its first short spin: all that have
 * filled a slot have returned, so who is counted still wants one, and will as there is none. */
static void await_waiter(struct handover *h, uint64_t filled)
{
    const struct tern_ptr_array *array = h->there;
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    while (tern_load_acquire(&h->returned) != filled ||
           tern_load_relaxed(&array->consumer.gate) < TERN_PTR_ARRAY_WAITER_GATE ||
           tern_load_relaxed(&array->consumer.limit) != NULL)
        tern_wait_once(&wait);
}

static void refill(void *context, unsigned index)
{
    struct handover *h = context;
    uint64_t round = 0;
    int status = 0;
    if (index < h->producers) {
        while ((status = tern_ptr_array_produce_wait(h->there, h, TERN_PTR_ARRAY_FOREVER)) == 0)
            (void)tern_fetch_add_release(&h->returned, UINT64_C(1));
        if (status != -EPIPE)
            fail(&h->run, "produce_wait: %d", status);
        return;
    }
    for (; round < h->rounds && !has_failed(&h->run); round++) {
        struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
        await_waiter(h, tern_ptr_array_size(h->there) + round);
        if (tern_ptr_array_consume(h->there) == NULL)
            fail(&h->run, "nothing in a full array");
        while (tern_ptr_array_count(h->there) != tern_ptr_array_size(h->there))
            tern_wait_once(&wait);
        moved(&h->run, 1);
    }
    tern_ptr_array_close(h->there);
    tern_store_relaxed(&h->received, round);
}

static void one_by_one(unsigned producers, size_t size, enum tern_ptr_array_flavour consumer,
                       bool packed, uint64_t total)
{
    struct handover *h = allocate(1, sizeof *h);
    struct tern_ptr_array_options options = {.size = size, .clear_batch = size};
    options.consumer = consumer;
    h->there = tern_ptr_array_create(&options);
    h->producers = producers;
    h->rounds = total / SLOWER / (test_quick() ? 10 : 1);
    const struct crew crew = {&h->run, refill, h, producers + 1, packed};
    run_crew(&crew, NULL);
    if (tern_load_relaxed(&h->received) != h->rounds)
        fail(&h->run, "%" PRIu64 " of %" PRIu64 " rounds", tern_load_relaxed(&h->received),
             h->rounds);
    finish(&h->run, "one by one, %u sleepers, size %zu, consumer %s, %s: %" PRIu64 " hand-overs",
           producers, size, consumer == TERN_PTR_ARRAY_RAW ? "raw" : "locked",
           packed ? "one core" : "spread", h->rounds);
    tern_ptr_array_destroy(h->there, NULL, NULL);
    free(h);
}

void handovers(void)
{
    one_by_one(2, 32, TERN_PTR_ARRAY_RAW, false, 100000);
    one_by_one(2, 2, TERN_PTR_ARRAY_LOCKED, true, 50000);
    one_by_one(5, 16, TERN_PTR_ARRAY_LOCKED, false, 50000);
    one_by_one(5, 3, TERN_PTR_ARRAY_RAW, true, 50000);
    hand_over(1, 1, 1, 1, false, false, 500000);
    hand_over(1, 1, 1, 1, true, false, 150000);
    hand_over(1, 1, 1, 1, true, true, 100000);
    hand_over(1, 1, 8, 8, false, false, 200000);
    hand_over(1, 4, 2, 2, false, false, 100000);
    hand_over(4, 1, 2, 2, false, false, 100000);
    hand_over(4, 4, 1, 1, false, false, 100000);
    hand_over(4, 4, 16, 16, false, true, 100000);
}
