/*
 * Transfer: producers send numbered elements, consumers take them out. Each element arrives
 * exactly once (count, sum and a bit for each), with every byte as it was sent, and each consumer
 * sees the numbers of each producer rise.
 */
#include "stress.h"

void *produce(void *worker)
{
    struct worker *w = worker;
    const struct config *c = w->run->config;
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    uint64_t elements[MAX_BURST * MAX_WORDS];

    freeze_enter(w);
    for (uint64_t sent = 0; sent < c->items && !has_failed(w->run);) {
        size_t n = random_amount(w);
        if (n > c->items - sent)
            n = (size_t)(c->items - sent);
        for (size_t i = 0; i < n; i++)
            element_write(elements + i * c->words, c->words, w->index, sent + i);
        size_t done = call_enqueue(w, elements, n);
        if (done == 0) {
            tern_wait_once(&wait);
            continue;
        }
        wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
        sent += done;
        moved(w, done);
    }
    tern_store_relaxed(&w->ended, 1u);
    (void)tern_fetch_sub_release(&w->run->producing, 1u);
    return NULL;
}

static void check_arrival(struct worker *w, const uint64_t *element)
{
    const struct config *c = w->run->config;
    unsigned who;
    uint64_t number;
    if (!element_read(element, c->words, &who, &number) || who >= c->producers ||
        number >= c->items) {
        fail(w->run, "consumer %u got a changed element, first word 0x%016" PRIx64, w->index,
             element[0]);
        return;
    }
    if (number < w->next[who])
        fail(w->run, "consumer %u got number %" PRIu64 " of producer %u after %" PRIu64, w->index,
             number, who, w->next[who] - 1);
    w->next[who] = number + 1;
    w->count++;
    w->sum += number;
    uint64_t bit = who * c->items + number;
    w->seen[bit / 64] |= UINT64_C(1) << bit % 64;
}

void *consume(void *worker)
{
    struct worker *w = worker;
    const struct config *c = w->run->config;
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    uint64_t elements[MAX_BURST * MAX_WORDS];

    freeze_enter(w);
    while (!has_failed(w->run)) {
        /* Pairs with the release by which it was set: then no enqueue is to come. */
        bool closed = tern_load_acquire(&w->run->closed) != 0;
        size_t n = random_amount(w);
        bool empty;
        memset(elements, 0xEE, n * c->words * sizeof elements[0]);
        size_t done = call_dequeue(w, elements, n, closed, &empty);
        if (closed && empty)
            break;
        if (done == 0) {
            tern_wait_once(&wait);
            continue;
        }
        wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
        for (size_t i = 0; i < done; i++)
            check_arrival(w, elements + i * c->words);
        moved(w, done);
    }
    tern_store_relaxed(&w->ended, 1u);
    (void)tern_fetch_sub_release(&w->run->consuming, 1u);
    return NULL;
}

void check_transfer(struct run *run)
{
    const struct config *c = run->config;
    uint64_t all = c->producers * c->items;
    uint64_t count = 0, sum = 0;
    for (unsigned i = 0; i < c->consumers; i++) {
        count += run->consumers[i].count;
        sum += run->consumers[i].sum;
    }
    if (count != all)
        fail(run, "%" PRIu64 " of %" PRIu64 " elements arrived", count, all);
    if (sum != c->producers * (c->items * (c->items - 1) / 2))
        fail(run, "the sum of the numbers is %" PRIu64, sum);
    for (uint64_t word = 0; word < (all + 63) / 64; word++) {
        uint64_t want = all - word * 64 >= 64 ? UINT64_MAX : (UINT64_C(1) << all % 64) - 1;
        uint64_t once = 0, twice = 0;
        for (unsigned i = 0; i < c->consumers; i++) {
            twice |= once & run->consumers[i].seen[word];
            once |= run->consumers[i].seen[word];
        }
        if (once != want || twice != 0)
            fail(run, "lost 0x%" PRIx64 " and doubled 0x%" PRIx64 " of elements %" PRIu64 " on",
                 want & ~once, twice, word * 64);
    }
    if (!tern_ring_empty(run->ring))
        fail(run, "%zu elements are left", tern_ring_count(run->ring));
}
