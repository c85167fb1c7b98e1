/* SPDX-License-Identifier: MIT */
#include "watch.h"

static int interruptions_of(const struct bench_worker *worker)
{
    return __atomic_load_n(&worker->interruptions, __ATOMIC_RELAXED);
}

void bench_watch_begin(struct bench_worker *worker, struct bench_watch *watch,
                       enum bench_phase phase)
{
    watch->now = &watch->phases[phase];
    watch->notable = 0;
    watch->interruptions = interruptions_of(worker);
    watch->last = watch->now->begin = bench_cycles();
}

void bench_watch_end(struct bench_watch *watch, uint64_t objects)
{
    watch->now->end = bench_cycles();
    watch->now->objects = objects;
}

/*
 * Whether a stall came from the frozen thread, and not from the scheduler of the system, which
 * takes the core away at any time: it began while the thread was frozen or before, lasted through
 * at least the second half, and ended when the thread went on.
 */
static bool was_held(const struct bench_control *control, uint64_t begin, uint64_t end)
{
    /* Pairs with the release in the signal handler. A call that waited for the frozen thread has
     * seen that it went on. */
    const uint64_t thawed = __atomic_load_n(&control->thawed_at, __ATOMIC_ACQUIRE);
    const uint64_t frozen = __atomic_load_n(&control->frozen_at, __ATOMIC_RELAXED);
    return thawed > frozen && begin < frozen + (thawed - frozen) / 2 && end >= thawed;
}

void bench_watch_note(struct bench_worker *worker, struct bench_watch *watch, uint64_t end)
{
    const uint64_t took = end - watch->last;
    const int interruptions = interruptions_of(worker);

    /* A thread that was frozen itself is not one that was held up. */
    if (interruptions == watch->interruptions) {
        if (took > watch->now->longest)
            watch->now->longest = took;
        if (took > watch->threshold) {
            watch->now->stalls++;
            watch->now->held += was_held(worker->control, watch->last, end);
        }
        watch->notable =
            watch->now->longest < watch->threshold ? watch->now->longest : watch->threshold;
    }
    watch->interruptions = interruptions;
    watch->last = bench_cycles();
}
