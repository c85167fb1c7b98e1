/*
 * Hot loops of core-to-core (template, see loops.h): one thread enqueues bursts,
 * another dequeues them. A failed try pauses once and counts as a try, so that
 * both always get to see the stop flag.
 *
 * SPDX-License-Identifier: MIT
 */

static inline size_t BENCH(produce_some)(BENCH(queue) * queue, const BENCH_UNIT *in, size_t burst)
{
    if (burst == 1)
        return BENCH(enqueue)(queue, in);
    return BENCH(enqueue_bulk)(queue, in, burst);
}

static inline size_t BENCH(consume_some)(BENCH(queue) * queue, BENCH_UNIT *out, size_t burst)
{
    if (burst == 1)
        return BENCH(dequeue)(queue, out);
    return BENCH(dequeue_bulk)(queue, out, burst);
}

/* burst is a parameter beside the worker's so that 1 is a constant inside. */
static inline void BENCH(produce)(struct bench_worker *worker, size_t burst)
{
    BENCH(queue) *queue = (BENCH(queue) *)worker->container;
    const BENCH_UNIT *window = (const BENCH_UNIT *)worker->window;
    const size_t period = worker->period;
    const unsigned looks = bench_stride_of_looks(burst);
    uint64_t objects = 0;
    size_t next = 0;

    do {
        for (unsigned i = 0; i < looks; i++) {
            size_t moved = BENCH(produce_some)(queue, window + next * BENCH_STRIDE, burst);
            if (moved == 0) {
                bench_pause();
                continue;
            }
            objects += moved;
            next += moved;
            while (next >= period)
                next -= period;
        }
    } while (!bench_stopped(worker));

    worker->control->produced = objects;
    /* Pairs with the acquire in consume_rest: the count, and all that was enqueued. */
    __atomic_store_n(&worker->control->producer_done, 1u, __ATOMIC_RELEASE);
}

BENCH_HOT_LOOP void BENCH(produce_loop)(struct bench_worker *worker)
{
    worker->begin = bench_cycles();
    if (worker->burst == 1)
        BENCH(produce)(worker, 1);
    else
        BENCH(produce)(worker, worker->burst);
    worker->end = bench_cycles();
    worker->objects = 0; /* only what is dequeued counts */
    worker->faults = 0;
}

/* The consumer's place in the sequence. */
struct BENCH(consumer) {
    uint64_t objects, different;
    size_t next;
};

static inline void BENCH(check)(const struct bench_worker *worker, struct BENCH(consumer) * at,
                                const BENCH_UNIT *out, size_t moved)
{
    const BENCH_UNIT *want = (const BENCH_UNIT *)worker->window + at->next * BENCH_STRIDE;
    at->different |= BENCH(differences)(worker, out, want, moved);
    at->objects += moved;
    at->next += moved;
    while (at->next >= worker->period)
        at->next -= worker->period;
}

/* Takes out what is left once the producer has ended; one failed try means empty. */
static void BENCH(consume_rest)(struct bench_worker *worker, struct BENCH(consumer) * at)
{
    BENCH(queue) *queue = (BENCH(queue) *)worker->container;
    BENCH_UNIT *out = (BENCH_UNIT *)worker->buffer;

    while (__atomic_load_n(&worker->control->producer_done, __ATOMIC_ACQUIRE) == 0)
        bench_pause();
    const uint64_t produced = worker->control->produced;
    /* A container that makes objects up would never be empty. */
    while (at->objects <= produced) {
        size_t moved = BENCH(dequeue_burst)(queue, out, worker->burst);
        if (moved == 0)
            break;
        BENCH(check)(worker, at, out, moved);
    }
    worker->faults = bench_fault_if(at->different != 0, BENCH_FAULT_ORDER) |
                     bench_fault_if(at->objects < produced, BENCH_FAULT_LOST) |
                     bench_fault_if(at->objects > produced, BENCH_FAULT_DOUBLED);
}

static inline void BENCH(consume)(struct bench_worker *worker, size_t burst)
{
    BENCH(queue) *queue = (BENCH(queue) *)worker->container;
    BENCH_UNIT *out = (BENCH_UNIT *)worker->buffer;
    const unsigned looks = bench_stride_of_looks(burst);
    struct BENCH(consumer) at = {0, 0, 0};

    do {
        for (unsigned i = 0; i < looks; i++) {
            size_t moved = BENCH(consume_some)(queue, out, burst);
            if (moved == 0) {
                bench_pause();
                continue;
            }
            BENCH(check)(worker, &at, out, moved);
        }
    } while (!bench_stopped(worker));
    BENCH(consume_rest)(worker, &at);
    worker->objects = at.objects;
}

BENCH_HOT_LOOP void BENCH(consume_loop)(struct bench_worker *worker)
{
    worker->begin = bench_cycles();
    if (worker->burst == 1)
        BENCH(consume)(worker, 1);
    else
        BENCH(consume)(worker, worker->burst);
    worker->end = bench_cycles();
}
