/*
 * Transfer: producers send numbered items, consumers take them out. Each arrives exactly once, as
 * it was made, and each consumer sees the numbers of each producer rise. A third party looks at
 * counts all the time.
 */
#include "stress.h"

struct transfer {
    struct run run;
    struct tern_ptr_array *array;
    unsigned producers, consumers;
    size_t burst;
    uint64_t items; /* of each producer */
    struct item *all;
    tern_atomic_u32 producing;
    uint64_t looks;
};

static size_t put(struct transfer *t, struct item *first, size_t n)
{
    void *items[MAX_BURST];
    if (n == 1)
        return tern_ptr_array_produce(t->array, first) == 0;
    for (size_t i = 0; i < n; i++)
        items[i] = first + i;
    return tern_ptr_array_produce_batched(t->array, items, n);
}

static void produce(struct transfer *t, unsigned index)
{
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    struct item *own = t->all + index * t->items;
    uint64_t random = test_seed() + index, sent = 0;
    while (sent < t->items && !has_failed(&t->run)) {
        size_t n = 1 + random_next(&random) % t->burst;
        if (n > t->items - sent)
            n = (size_t)(t->items - sent);
        for (size_t i = 0; i < n; i++)
            item_make(&own[sent + i], index, sent + i);
        size_t done = put(t, &own[sent], n);
        if (done == 0) {
            tern_wait_once(&wait);
            continue;
        }
        wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
        sent += done;
        moved(&t->run, done);
    }
    if (tern_fetch_sub_acq_rel(&t->producing, 1u) == 1)
        tern_ptr_array_close(t->array);
}

static size_t take(struct transfer *t, void **items, size_t n)
{
    if (n > 1)
        return tern_ptr_array_consume_batched(t->array, items, n, NULL);
    items[0] = tern_ptr_array_consume(t->array);
    return items[0] != NULL;
}

static void consume(struct transfer *t, unsigned index)
{
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    uint64_t next[MAX_THREADS] = {0}, random = test_seed() - index;
    void *items[MAX_BURST];
    while (!has_failed(&t->run)) {
        bool closed = tern_ptr_array_is_closed(t->array);
        size_t done = take(t, items, 1 + random_next(&random) % t->burst);
        if (done == 0) {
            if (closed)
                break;
            tern_wait_once(&wait);
            continue;
        }
        wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
        for (size_t i = 0; i < done; i++) {
            struct item *item = items[i];
            item_came_out(&t->run, item);
            if (item->number < next[item->producer])
                fail(&t->run, "item %" PRIu64 " after %" PRIu64, item->number,
                     next[item->producer] - 1);
            next[item->producer] = item->number + 1;
        }
        moved(&t->run, done);
    }
}

static void work(void *context, unsigned index)
{
    struct transfer *t = context;
    if (index < t->producers)
        produce(t, index);
    else
        consume(t, index);
}

static void look(void *context)
{
    struct transfer *t = context;
    struct tern_ptr_array_statistics s;
    size_t size = tern_ptr_array_size(t->array), count = tern_ptr_array_count(t->array);
    tern_ptr_array_get_statistics(t->array, &s);
    if (count > size)
        fail(&t->run, "count %zu of %zu", count, size);
    if (s.consumed > s.produced || s.produced > t->producers * t->items)
        fail(&t->run, "%" PRIu64 " produced, %" PRIu64 " consumed", s.produced, s.consumed);
    (void)tern_ptr_array_empty(t->array);
    (void)tern_ptr_array_full(t->array);
    /* It must not take the cores of those it looks at. */
    if (++t->looks % 64 == 0) {
        struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
        for (unsigned i = 0; i < TERN_WAIT_SPINS + TERN_WAIT_YIELDS + 1; i++)
            tern_wait_once(&wait);
    }
}

static void check(struct transfer *t)
{
    struct tern_ptr_array_statistics s;
    for (uint64_t i = 0; i < t->producers * t->items; i++)
        if (tern_load_relaxed(&t->all[i].out) != 1)
            fail(&t->run, "item %" PRIu64 " came out %" PRIu32 " times", i,
                 tern_load_relaxed(&t->all[i].out));
    tern_ptr_array_get_statistics(t->array, &s);
    if (s.produced != t->producers * t->items || s.consumed != s.produced)
        fail(&t->run, "in the end %" PRIu64 " produced, %" PRIu64 " consumed", s.produced,
             s.consumed);
}

static void transfer(unsigned producers, unsigned consumers, size_t size, size_t batch,
                     size_t burst, bool packed)
{
    struct transfer *t = allocate(1, sizeof *t);
    struct tern_ptr_array_options options = {.size = size, .clear_batch = batch};
    /* A side of one thread is raw; of two and more it is locked. */
    options.producer = producers == 1 ? TERN_PTR_ARRAY_RAW : TERN_PTR_ARRAY_LOCKED;
    options.consumer = consumers == 1 ? TERN_PTR_ARRAY_RAW : TERN_PTR_ARRAY_LOCKED;
    t->array = tern_ptr_array_create(&options);
    t->producers = producers;
    t->consumers = consumers;
    t->burst = burst;
    t->items = (size < 8 ? 60000u : 300000u) / SLOWER / producers / (test_quick() ? 6 : 1);
    t->all = allocate(producers * t->items, sizeof *t->all);
    tern_store_relaxed(&t->producing, producers);
    const struct crew crew = {&t->run, work, t, producers + consumers, packed};
    run_crew(&crew, look);
    check(t);
    finish(&t->run, "transfer %u+%u, %s, size %zu, batch %zu, n 1..%zu: %" PRIu64 " looks",
           producers, consumers, packed ? "4 a core" : "spread", size, batch, burst, t->looks);
    tern_ptr_array_destroy(t->array, NULL, NULL);
    free(t->all);
    free(t);
}

void transfers(void)
{
    static const unsigned sides[][2] = {{1, 1}, {1, 4}, {4, 1}, {2, 2}, {8, 8}};
    static const size_t sizes[][2] = {{1, 1}, {2, 2}, {7, 3}, {64, 0}, {1000, 0}, {1000, 1000}};
    unsigned turn = 0;
    for (size_t s = 0; s < sizeof sides / sizeof sides[0]; s++) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++, turn++)
            transfer(sides[s][0], sides[s][1], sizes[i][0], sizes[i][1],
                     turn % 2 == 0 ? 1 : MAX_BURST, turn % 3 == 0);
    }
}
