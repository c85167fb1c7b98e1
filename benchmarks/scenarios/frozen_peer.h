/*
 * Hot loops of frozen-peer (template, see loops.h), with each call timed. Where any thread may do
 * anything, all take up to a burst and put all of it back, as in oversubscribed; otherwise one
 * enqueues and one dequeues, as in core-to-core. A burst made of single operations is one call.
 *
 * SPDX-License-Identifier: MIT
 */

#if BENCH_SHARING >= BENCH_MANY_TO_MANY

static inline size_t BENCH(watched_take)(struct bench_worker *worker, struct bench_watch *watch,
                                         BENCH_UNIT *objects, size_t burst)
{
    BENCH(queue) *queue = (BENCH(queue) *)worker->container;
    const size_t n =
        burst == 1 ? BENCH(dequeue)(queue, objects) : BENCH(dequeue_burst)(queue, objects, burst);
    bench_watch_call(worker, watch);
    return n;
}

/* How many of n it could put back before the phase was over. */
static inline size_t BENCH(watched_put)(struct bench_worker *worker, struct bench_watch *watch,
                                        const BENCH_UNIT *objects, size_t n, size_t burst,
                                        enum bench_phase phase)
{
    BENCH(queue) *queue = (BENCH(queue) *)worker->container;
    size_t done = 0;

    do {
        const size_t moved =
            burst == 1 ? BENCH(enqueue)(queue, objects)
                       : BENCH(enqueue_burst)(queue, objects + done * BENCH_STRIDE, n - done);
        bench_watch_call(worker, watch);
        done += moved;
        if (done == n)
            return n;
        if (moved == 0)
            bench_pause();
    } while (bench_phase_lasts(worker, phase));
    return done;
}

/* What a worker still holds at the end of a phase is the first it puts back in the next. */
static inline void BENCH(watched_phase)(struct bench_worker *worker, size_t burst,
                                        enum bench_phase phase)
{
    struct bench_watch *watch = (struct bench_watch *)worker->extra;
    BENCH_UNIT *objects = (BENCH_UNIT *)worker->buffer;
    size_t n = worker->held_from + worker->held, done = worker->held_from;
    uint64_t taken = 0;

    bench_watch_begin(worker, watch, phase);
    do {
        if (done == n) {
            n = BENCH(watched_take)(worker, watch, objects, burst);
            done = 0;
            taken += n;
        }
        if (n == 0)
            bench_pause();
        else
            done += BENCH(watched_put)(worker, watch, objects + done * BENCH_STRIDE, n - done,
                                       burst, phase);
    } while (bench_phase_lasts(worker, phase));
    bench_watch_end(watch, taken);
    worker->held = n - done;
    worker->held_from = done;
}

static inline void BENCH(watched)(struct bench_worker *worker, size_t burst)
{
    for (unsigned phase = 0; phase < BENCH_PHASES; phase++)
        BENCH(watched_phase)(worker, burst, (enum bench_phase)phase);
}

#else

static inline void BENCH(watched_produce)(struct bench_worker *worker, size_t burst)
{
    BENCH(queue) *queue = (BENCH(queue) *)worker->container;
    struct bench_watch *watch = (struct bench_watch *)worker->extra;
    const BENCH_UNIT *window = (const BENCH_UNIT *)worker->window;
    uint64_t objects = 0;
    size_t next = 0;

    for (unsigned phase = 0; phase < BENCH_PHASES; phase++) {
        bench_watch_begin(worker, watch, (enum bench_phase)phase);
        do {
            const size_t moved = BENCH(produce_some)(queue, window + next * BENCH_STRIDE, burst);
            bench_watch_call(worker, watch);
            if (moved == 0)
                bench_pause();
            objects += moved;
            next += moved;
            while (next >= worker->period)
                next -= worker->period;
        } while (bench_phase_lasts(worker, (enum bench_phase)phase));
        bench_watch_end(watch, 0);
    }
    worker->control->produced = objects;
    /* Pairs with the acquire in consume_rest: the count, and all that was enqueued. */
    __atomic_store_n(&worker->control->producer_done, 1u, __ATOMIC_RELEASE);
}

static inline void BENCH(watched_consume)(struct bench_worker *worker, size_t burst)
{
    BENCH(queue) *queue = (BENCH(queue) *)worker->container;
    struct bench_watch *watch = (struct bench_watch *)worker->extra;
    BENCH_UNIT *out = (BENCH_UNIT *)worker->buffer;
    struct BENCH(consumer) at = {0, 0, 0};

    for (unsigned phase = 0; phase < BENCH_PHASES; phase++) {
        const uint64_t before = at.objects;
        bench_watch_begin(worker, watch, (enum bench_phase)phase);
        do {
            const size_t moved = BENCH(consume_some)(queue, out, burst);
            bench_watch_call(worker, watch);
            if (moved == 0)
                bench_pause();
            BENCH(check)(worker, &at, out, moved);
        } while (bench_phase_lasts(worker, (enum bench_phase)phase));
        bench_watch_end(watch, at.objects - before);
    }
    BENCH(consume_rest)(worker, &at);
}

static inline void BENCH(watched)(struct bench_worker *worker, size_t burst)
{
    if (worker->index == 0)
        BENCH(watched_produce)(worker, burst);
    else
        BENCH(watched_consume)(worker, burst);
}

#endif

BENCH_HOT_LOOP void BENCH(watched_loop)(struct bench_worker *worker)
{
    const struct bench_watch *watch = (const struct bench_watch *)worker->extra;
    const struct bench_watch_phase *frozen = &watch->phases[BENCH_PHASE_FROZEN];

    /* burst is a parameter beside the worker's so that 1 is a constant inside. */
    if (worker->burst == 1)
        BENCH(watched)(worker, 1);
    else
        BENCH(watched)(worker, worker->burst);
    worker->begin = frozen->begin;
    worker->end = frozen->end;
    worker->objects = frozen->objects;
}
