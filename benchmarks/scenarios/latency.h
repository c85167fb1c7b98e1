/*
 * Hot loops of latency (template, see loops.h): one thread enqueues an object whenever one is due,
 * another polls for it. An object carries the time at which it was due, not the time at which the
 * sender came to send it: a container that makes the sender late is charged with that.
 *
 * Those times are all known, so each object can be checked: the next is due one interval later.
 *
 * SPDX-License-Identifier: MIT
 */

/* What an object can carry of a time: all of it, or with 4 bytes the lower half. */
static inline uint64_t BENCH(time_in_object)(const struct bench_worker *worker, uint64_t cycles)
{
    (void)worker;
    return BENCH_SIZE < sizeof cycles ? (uint32_t)cycles : cycles;
}

BENCH_HOT_LOOP void BENCH(send_on_time_loop)(struct bench_worker *worker)
{
    BENCH(queue) *queue = (BENCH(queue) *)worker->container;
    struct bench_control *control = worker->control;
    BENCH_UNIT *object = (BENCH_UNIT *)worker->buffer;
    const uint64_t interval = control->interval;
    uint64_t sent = 0;
    /* So late that the receiver has come to its loop. */
    uint64_t due = bench_cycles() + BENCH_LATENCY_LEAD;

    control->first_due = due;
    worker->begin = due;
    do {
        if (bench_cycles() < due)
            continue;
        bench_stamp_write(object, BENCH_SIZE, due);
        while (!BENCH(enqueue)(queue, object)) {
            bench_pause();
            if (bench_stopped(worker))
                goto stopped;
        }
        sent++;
        due += interval;
    } while (!bench_stopped(worker));
stopped:
    worker->end = bench_cycles();
    worker->objects = 0; /* only what is dequeued counts */
    control->produced = sent;
    /* Pairs with the acquire in receive_rest: the count, and all that was enqueued. */
    __atomic_store_n(&control->producer_done, 1u, __ATOMIC_RELEASE);
}

/* The receiver's place in the sequence. */
struct BENCH(receiver) {
    uint64_t objects, next_due, different;
    bool torn;
};

static inline void BENCH(arrive)(const struct bench_worker *worker, struct BENCH(receiver) * at,
                                 const BENCH_UNIT *object)
{
    struct bench_histogram *histogram = (struct bench_histogram *)worker->extra;
    const uint64_t now = BENCH(time_in_object)(worker, bench_cycles());

    if (at->objects++ == 0)
        at->next_due = worker->control->first_due; /* written before what has just come */
    const uint64_t due = BENCH(time_in_object)(worker, at->next_due);
    at->different |= bench_stamp_read(object, BENCH_SIZE, &at->torn) ^ due;
    at->next_due += worker->control->interval;
    /* The counters of two cores may differ by some cycles. */
    const uint64_t took = BENCH(time_in_object)(worker, now - due);
    bench_histogram_record(histogram, now < due && BENCH_SIZE >= sizeof now ? 0 : took);
}

/* Takes out what is left once the sender has ended; one failed try means empty. */
static void BENCH(receive_rest)(struct bench_worker *worker, struct BENCH(receiver) * at)
{
    BENCH(queue) *queue = (BENCH(queue) *)worker->container;
    BENCH_UNIT *object = (BENCH_UNIT *)worker->buffer;

    while (__atomic_load_n(&worker->control->producer_done, __ATOMIC_ACQUIRE) == 0)
        bench_pause();
    const uint64_t sent = worker->control->produced;
    /* A container that makes objects up would never be empty. */
    while (at->objects <= sent && BENCH(dequeue)(queue, object))
        BENCH(arrive)(worker, at, object);
    worker->faults = bench_fault_if(at->different != 0, BENCH_FAULT_ORDER) |
                     bench_fault_if(at->torn, BENCH_FAULT_CHANGED) |
                     bench_fault_if(at->objects < sent, BENCH_FAULT_LOST) |
                     bench_fault_if(at->objects > sent, BENCH_FAULT_DOUBLED);
}

BENCH_HOT_LOOP void BENCH(receive_timed_loop)(struct bench_worker *worker)
{
    BENCH(queue) *queue = (BENCH(queue) *)worker->container;
    BENCH_UNIT *object = (BENCH_UNIT *)worker->buffer;
    struct BENCH(receiver) at = {0, 0, 0, false};

    worker->begin = bench_cycles();
    do {
        if (BENCH(dequeue)(queue, object))
            BENCH(arrive)(worker, &at, object);
    } while (!bench_stopped(worker));
    BENCH(receive_rest)(worker, &at);
    worker->objects = at.objects;
    worker->end = bench_cycles();
}
