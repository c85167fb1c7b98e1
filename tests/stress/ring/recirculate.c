/*
 * Recirculate: the ring is filled to begin with, and workers take a burst out and put all of it
 * back. Whoever holds an element also owns a cache line outside the ring: it bears the stamp of
 * the holder before, as the element does; the worker checks it, puts its own stamp on both, and
 * checks once more before it puts the element back. Two holders of one element would meet there.
 * In the end the same elements are in the ring. Calls are timed.
 */
#include "stress.h"

#include <sched.h>

static size_t in_circulation(const struct config *c)
{
    return c->full ? c->capacity : (c->capacity + 1) / 2;
}

void fill(struct run *run)
{
    const struct config *c = run->config;
    for (uint64_t id = 0; id < in_circulation(c); id++) {
        element_write(run->lines[id].word, c->words, 0, id);
        if (tern_ring_enqueue(run->ring, run->lines[id].word) != 0)
            fail(run, "no room to begin with");
    }
}

static void count_ticks(struct worker *w, uint64_t took)
{
    w->ticks.calls++;
    w->ticks.sum += took;
    if (took > w->ticks.worst)
        w->ticks.worst = took;
}

static size_t take(struct worker *w, uint64_t *elements)
{
    bool empty;
    size_t n = random_amount(w);
    uint64_t began = tern_cycles();
    size_t done = call_dequeue(w, elements, n, false, &empty);
    if (done != 0)
        count_ticks(w, tern_cycles() - began);
    return done;
}

/*
 * There are no more elements than slots, so what was taken fits at once; except that an RTS
 * consumer hides the room that it made while an earlier one is at work, that with NB a slot may
 * still be read, and that a token may put back fewer.
 */
static void put(struct worker *w, const uint64_t *elements, size_t n)
{
    const struct config *c = w->run->config;
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    for (size_t put = 0; put < n && !has_failed(w->run);) {
        uint64_t began = tern_cycles();
        size_t done = call_enqueue(w, elements + put * c->words, n - put);
        if (done != 0)
            count_ticks(w, tern_cycles() - began);
        put += done;
        if (put == n)
            break;
        if (c->consumer != TERN_RING_RTS && c->consumer != TERN_RING_NB && !c->tokens)
            fail(w->run, "no room for %zu, with %zu of %zu in circulation", n, in_circulation(c),
                 c->capacity);
        tern_wait_once(&wait);
    }
}

/* Now and then, as long as a few calls take, or until others have had the core. */
static void pause_at_random(struct worker *w)
{
    unsigned draw = random_below(w, 64);
    if (!w->run->config->pauses)
        return;
    if (draw == 0)
        (void)sched_yield();
    for (unsigned i = draw < 16 ? random_below(w, 64) : 0; i > 0; i--)
        tern_pause();
}

static void stamp(struct worker *w, uint64_t *element)
{
    const struct config *c = w->run->config;
    unsigned who;
    uint64_t id;
    if (!element_read(element, c->words, &who, &id) || id >= in_circulation(c)) {
        fail(w->run, "worker %u got a changed element, first word 0x%016" PRIx64, w->index,
             element[0]);
        return;
    }
    if (!element_is(w->run->lines[id].word, c->words, who, id))
        fail(w->run, "element %" PRIu64 " of worker %u has been stamped by another", id, who);
    element_write(element, c->words, w->index, id);
    memcpy(w->run->lines[id].word, element, c->words * sizeof element[0]);
}

static void check_stamp(struct worker *w, const uint64_t *element)
{
    const struct config *c = w->run->config;
    unsigned who;
    uint64_t id;
    if (!element_read(element, c->words, &who, &id) || id >= in_circulation(c) ||
        !element_is(w->run->lines[id].word, c->words, w->index, id))
        fail(w->run, "somebody else has element %" PRIu64 " of worker %u", id, w->index);
}

void *recirculate(void *worker)
{
    struct worker *w = worker;
    const struct config *c = w->run->config;
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    uint64_t elements[MAX_BURST * MAX_WORDS];

    freeze_enter(w);
    for (uint64_t round = 0; round < c->items && !has_failed(w->run);) {
        size_t done = take(w, elements);
        if (done == 0) {
            tern_wait_once(&wait);
            continue;
        }
        wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
        for (size_t i = 0; i < done; i++)
            stamp(w, elements + i * c->words);
        pause_at_random(w);
        for (size_t i = 0; i < done; i++)
            check_stamp(w, elements + i * c->words);
        put(w, elements, done);
        pause_at_random(w);
        moved(w, done);
        round++;
    }
    tern_store_relaxed(&w->ended, 1u);
    (void)tern_fetch_sub_release(&w->run->producing, 1u);
    return NULL;
}

void check_circulation(struct run *run)
{
    const struct config *c = run->config;
    uint64_t element[MAX_WORDS];
    unsigned times[MAX_CAPACITY] = {0};
    size_t count = 0;
    while (tern_ring_dequeue(run->ring, element) == 0) {
        unsigned who;
        uint64_t id;
        if (!element_read(element, c->words, &who, &id) || id >= in_circulation(c) ||
            !element_is(run->lines[id].word, c->words, who, id) || times[id]++ != 0)
            fail(run, "a changed or doubled element, first word 0x%016" PRIx64, element[0]);
        count++;
    }
    if (count != in_circulation(c))
        fail(run, "%zu of %zu elements are left", count, in_circulation(c));
}
