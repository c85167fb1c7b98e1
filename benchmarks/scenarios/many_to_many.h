/*
 * Hot loops of many-to-many (template, see loops.h): half of the threads send, the others receive.
 * A failed try pauses once and counts as a try, so that all get to see the stop flag; after many in
 * a row the core is left to others, since with more threads than cores the one that could empty or
 * fill the container may be waiting for it. What is left in the container at the end is for the
 * verification.
 *
 * A sender's objects lie ready in a window of its own, and one that has gone is stamped anew for
 * the next time round: no store of the harness is in flight when the container copies an object.
 *
 * SPDX-License-Identifier: MIT
 */

static inline size_t BENCH(send_some)(BENCH(queue) * queue, const BENCH_UNIT *in, size_t n,
                                      size_t burst)
{
    if (burst == 1)
        return BENCH(enqueue)(queue, in);
    return BENCH(enqueue_bulk)(queue, in, n);
}

/* burst is a parameter beside the worker's so that 1 is a constant inside. */
static inline void BENCH(send)(struct bench_worker *worker, size_t burst)
{
    BENCH(queue) *queue = (BENCH(queue) *)worker->container;
    struct bench_passed *passed = (struct bench_passed *)worker->extra;
    BENCH_UNIT *window = (BENCH_UNIT *)bench_passed_window(passed);
    const size_t ahead = (size_t)passed->ahead;
    const unsigned looks = bench_stride_of_looks(burst);
    uint64_t stamp = bench_stamp(worker->index, 1), mixed = 0;
    size_t next = 0;
    unsigned failures = 0;

    do {
        for (unsigned i = 0; i < looks; i++) {
            /* The window is a multiple of the burst: the end cuts none that was not cut before. */
            const size_t n = burst < ahead - next ? burst : ahead - next;
            const size_t moved = BENCH(send_some)(queue, window + next * BENCH_STRIDE, n, burst);
            if (moved == 0) {
                bench_passed_refused(passed);
                bench_give_way(&failures);
                continue;
            }
            failures = 0;
            for (size_t j = 0; j < moved; j++) {
                mixed += bench_stamp_mix(stamp);
                bench_stamp_write(window + (next + j) * BENCH_STRIDE, BENCH_SIZE, stamp + ahead);
                stamp++;
            }
            next = next + moved == ahead ? 0 : next + moved;
        }
    } while (!bench_stopped(worker));

    passed->objects = stamp - bench_stamp(worker->index, 1);
    passed->mixed = mixed;
}

BENCH_HOT_LOOP void BENCH(send_loop)(struct bench_worker *worker)
{
    worker->begin = bench_cycles();
    if (worker->burst == 1)
        BENCH(send)(worker, 1);
    else
        BENCH(send)(worker, worker->burst);
    worker->end = bench_cycles();
    worker->objects = 0; /* only what is dequeued counts */
    worker->faults = 0;
}

static inline void BENCH(receive)(struct bench_worker *worker, size_t burst)
{
    BENCH(queue) *queue = (BENCH(queue) *)worker->container;
    struct bench_passed *passed = (struct bench_passed *)worker->extra;
    BENCH_UNIT *out = (BENCH_UNIT *)worker->buffer;
    const unsigned looks = bench_stride_of_looks(burst);
    uint64_t objects = 0, mixed = 0;
    unsigned failures = 0;
    bool torn = false;

    do {
        for (unsigned i = 0; i < looks; i++) {
            const size_t moved = BENCH(consume_some)(queue, out, burst);
            if (moved == 0) {
                bench_passed_refused(passed);
                bench_give_way(&failures);
                continue;
            }
            failures = 0;
            for (size_t j = 0; j < moved; j++)
                mixed += bench_passed_receive(
                    passed, bench_stamp_read(out + j * BENCH_STRIDE, BENCH_SIZE, &torn),
                    BENCH_ORDERED);
            objects += moved;
        }
    } while (!bench_stopped(worker));
    passed->objects = objects;
    passed->mixed = mixed;
    passed->torn = torn;
}

BENCH_HOT_LOOP void BENCH(receive_loop)(struct bench_worker *worker)
{
    worker->begin = bench_cycles();
    if (worker->burst == 1)
        BENCH(receive)(worker, 1);
    else
        BENCH(receive)(worker, worker->burst);
    worker->end = bench_cycles();
    worker->objects = ((struct bench_passed *)worker->extra)->objects;
    worker->faults = 0;
}
