/*
 * Storm: while producers and consumers work, others resize and give back.
 *
 * Dropping: arrays become smaller than what is queued. Each item comes out exactly once, by a
 * consume or by a callback.
 *
 * Keeping: a few items go round, and more of them than there are threads that may hold one, so one
 * at least is always queued: the array never looks empty to anybody.
 */
#include "stress.h"

enum { ARRAYS = 2, LEAST_RESIZES = 200 };

struct storm {
    struct run run;
    struct tern_ptr_array *arrays[ARRAYS];
    unsigned producers, consumers, resizers; /* in the order of the threads' indices */
    uint64_t items, size_from, size_to;
    struct item *all;
    tern_atomic_u32 producing, consuming, resized;
    uint64_t looks;
};

static size_t random_size(const struct storm *s, uint64_t *random)
{
    return (size_t)(s->size_from + random_next(random) % (s->size_to - s->size_from + 1));
}

static void nap_sometimes(uint64_t *random)
{
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    for (uint64_t i = random_next(random) % 12; i > 0; i--)
        tern_wait_once(&wait);
}

static void resize(struct storm *s, uint64_t random)
{
    while (tern_load_relaxed(&s->consuming) != 0 && !has_failed(&s->run)) {
        size_t size = random_size(s, &random);
        int status =
            random_next(&random) % 2 == 0
                ? tern_ptr_array_resize_multiple(s->arrays, ARRAYS, size, item_dispose, &s->run)
                : tern_ptr_array_resize(s->arrays[random_next(&random) % ARRAYS], size,
                                        item_dispose, &s->run);
        if (status != 0)
            fail(&s->run, "resize to %zu: %d", size, status);
        moved(&s->run, 1);
        nap_sometimes(&random);
    }
}

/* ----------------------------------------------------------------------------------- dropping */

static void produce(struct storm *s, unsigned index)
{
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    struct item *own = s->all + index * s->items;
    for (uint64_t sent = 0; sent < s->items && !has_failed(&s->run);) {
        item_make(&own[sent], index, sent);
        if (tern_ptr_array_produce(s->arrays[(sent + index) % ARRAYS], &own[sent]) != 0) {
            tern_wait_once(&wait);
            continue;
        }
        wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
        sent++;
        moved(&s->run, 1);
    }
    if (tern_fetch_sub_acq_rel(&s->producing, 1u) == 1)
        for (unsigned a = 0; a < ARRAYS; a++)
            tern_ptr_array_close(s->arrays[a]);
}

/* Takes a few out, and gives some of them back. */
static bool take_and_give_back(struct storm *s, struct tern_ptr_array *array, uint64_t *random)
{
    void *items[MAX_BURST];
    size_t n =
        tern_ptr_array_consume_batched(array, items, 1 + random_next(random) % MAX_BURST, NULL);
    size_t keep = n;
    if (random_next(random) % 4 == 0)
        keep = random_next(random) % (n + 1);
    for (size_t i = 0; i < keep; i++)
        item_came_out(&s->run, items[i]);
    (void)tern_ptr_array_unconsume(array, items + keep, n - keep, item_dispose, &s->run);
    moved(&s->run, n);
    return n != 0;
}

static void consume(struct storm *s, uint64_t random)
{
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    while (!has_failed(&s->run)) {
        bool closed =
            tern_ptr_array_is_closed(s->arrays[0]) && tern_ptr_array_is_closed(s->arrays[1]);
        bool some = take_and_give_back(s, s->arrays[0], &random);
        some = take_and_give_back(s, s->arrays[1], &random) || some;
        if (!some && closed)
            break;
        if (some)
            wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
        else
            tern_wait_once(&wait);
    }
    (void)tern_fetch_sub_relaxed(&s->consuming, 1u);
}

static void drop_work(void *context, unsigned index)
{
    struct storm *s = context;
    if (index < s->producers)
        produce(s, index);
    else if (index < s->producers + s->consumers)
        consume(s, test_seed() + index);
    else
        resize(s, test_seed() * 3 + index);
}

static void drop_look(void *context)
{
    struct storm *s = context;
    uint64_t random = ++s->looks;
    size_t count = tern_ptr_array_count(s->arrays[s->looks % ARRAYS]);
    if (count > s->size_to)
        fail(&s->run, "count %zu, sizes up to %" PRIu64, count, s->size_to);
    (void)tern_ptr_array_empty(s->arrays[0]);
    (void)tern_ptr_array_full(s->arrays[1]);
    nap_sometimes(&random);
}

static void drop_check(struct storm *s)
{
    for (uint64_t i = 0; i < s->producers * s->items; i++)
        if (tern_load_relaxed(&s->all[i].out) != 1)
            fail(&s->run, "item %" PRIu64 " came out %" PRIu32 " times", i,
                 tern_load_relaxed(&s->all[i].out));
    for (unsigned a = 0; a < ARRAYS; a++) {
        struct tern_ptr_array_statistics t;
        tern_ptr_array_get_statistics(s->arrays[a], &t);
        if (t.produced + t.unconsumed != t.consumed + t.dropped)
            fail(&s->run, "statistics: %" PRIu64 " + %" PRIu64 " in, %" PRIu64 " + %" PRIu64 " out",
                 t.produced, t.unconsumed, t.consumed, t.dropped);
    }
}

/* ------------------------------------------------------------------------------------ keeping */

static void never_empty(struct storm *s)
{
    if (tern_ptr_array_empty(s->arrays[0]))
        fail(&s->run, "empty, with items in it");
    if (tern_ptr_array_count(s->arrays[0]) == 0)
        fail(&s->run, "count 0, with items in it");
}

static void circulate(struct storm *s, unsigned index)
{
    struct tern_ptr_array *array = s->arrays[0];
    uint64_t random = test_seed() + index;
    for (uint64_t i = 0;
         (i < s->items || tern_load_relaxed(&s->resized) < LEAST_RESIZES) && !has_failed(&s->run);
         i++) {
        void *item = tern_ptr_array_consume(array);
        if (item == NULL) {
            fail(&s->run, "nothing to consume, with items in it");
            break;
        }
        if (random_next(&random) % 2 == 0) {
            if (tern_ptr_array_unconsume(array, &item, 1, NULL, NULL) != 1)
                fail(&s->run, "no room to give back");
        } else {
            struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
            while (tern_ptr_array_produce(array, item) != 0 && !has_failed(&s->run))
                tern_wait_once(&wait); /* consumed slots of a batch are not free yet */
        }
        never_empty(s);
        moved(&s->run, 1);
    }
    (void)tern_fetch_sub_relaxed(&s->consuming, 1u);
}

static void keep_resize(struct storm *s, uint64_t random)
{
    while (tern_load_relaxed(&s->consuming) != 0 && !has_failed(&s->run)) {
        int status = tern_ptr_array_resize(s->arrays[0], random_size(s, &random), NULL, NULL);
        if (status != 0)
            fail(&s->run, "resize: %d", status);
        (void)tern_fetch_add_relaxed(&s->resized, 1u);
        nap_sometimes(&random);
    }
}

static void keep_work(void *context, unsigned index)
{
    struct storm *s = context;
    if (index < s->consumers)
        circulate(s, index);
    else
        keep_resize(s, test_seed() * 7 + index);
}

static void keep_look(void *context)
{
    struct storm *s = context;
    uint64_t random = ++s->looks;
    for (unsigned i = 0; i < 100; i++)
        never_empty(s);
    nap_sometimes(&random);
}

/* ----------------------------------------------------------------------------------------- */

static struct storm *open(size_t size, size_t batch, uint64_t from, uint64_t to)
{
    struct tern_ptr_array_options options = {.size = size, .clear_batch = batch};
    struct storm *s = allocate(1, sizeof *s);
    for (unsigned a = 0; a < ARRAYS; a++)
        s->arrays[a] = tern_ptr_array_create(&options);
    s->size_from = from;
    s->size_to = to;
    return s;
}

static void close(struct storm *s)
{
    for (unsigned a = 0; a < ARRAYS; a++)
        tern_ptr_array_destroy(s->arrays[a], NULL, NULL);
    free(s->all);
    free(s);
}

static void drop(unsigned producers, unsigned consumers, unsigned resizers, size_t to, bool packed)
{
    struct storm *s = open(to, 0, 1, to);
    s->producers = producers;
    s->consumers = consumers;
    s->resizers = resizers;
    s->items = 120000u / SLOWER / producers / (test_quick() ? 6 : 1);
    s->all = allocate(producers * s->items, sizeof *s->all);
    tern_store_relaxed(&s->producing, producers);
    tern_store_relaxed(&s->consuming, consumers);
    const struct crew crew = {&s->run, drop_work, s, producers + consumers + resizers, packed};
    run_crew(&crew, drop_look);
    drop_check(s);
    struct tern_ptr_array_statistics t;
    tern_ptr_array_get_statistics(s->arrays[0], &t);
    finish(&s->run,
           "storm %u+%u, %u resize 1..%zu, %s: %" PRIu64 " resizes, %" PRIu64 " dropped, %" PRIu64
           " given back",
           producers, consumers, resizers, to, packed ? "4 a core" : "spread", t.resizes, t.dropped,
           t.unconsumed);
    close(s);
}

static void keep(unsigned workers, unsigned resizers, size_t batch, bool packed)
{
    /* One item more than threads that may hold one; and in every size room for the consumed slots
     * of all batches but one, so that each item finds its way back. */
    size_t items = workers + 1, from = items + (batch > 0 ? batch : 1), to = from + 20;
    struct storm *s = open(from, batch, from, to);
    s->consumers = workers;
    s->items = 100000u / SLOWER / workers / (test_quick() ? 6 : 1);
    s->all = allocate(items, sizeof *s->all);
    for (size_t i = 0; i < items; i++)
        (void)tern_ptr_array_produce(s->arrays[0], &s->all[i]);
    tern_store_relaxed(&s->consuming, workers);
    const struct crew crew = {&s->run, keep_work, s, workers + resizers, packed};
    run_crew(&crew, keep_look);
    if (tern_ptr_array_count(s->arrays[0]) != items)
        fail(&s->run, "%zu of %zu items left", tern_ptr_array_count(s->arrays[0]), items);
    struct tern_ptr_array_statistics t;
    tern_ptr_array_get_statistics(s->arrays[0], &t);
    finish(&s->run, "never empty: %u workers, %u resize, batch %zu, %s: %" PRIu64 " resizes",
           workers, resizers, batch, packed ? "4 a core" : "spread", t.resizes);
    close(s);
}

void storms(void)
{
    drop(1, 1, 1, 8, false);
    drop(2, 2, 1, 64, false);
    drop(2, 2, 2, 3, true);
    drop(4, 4, 4, 300, false);
    keep(1, 1, 1, false);
    keep(2, 1, 1, false);
    keep(2, 2, 4, false);
    keep(8, 2, 0, true);
}
