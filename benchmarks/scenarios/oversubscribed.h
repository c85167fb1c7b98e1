/*
 * Hot loop of oversubscribed (template, see loops.h): take up to a burst, put all
 * of it back. The harness never yields: how the container waits is what is
 * measured.
 *
 * It looks at the stop flag after each try, and where a burst is made of single
 * operations after each of them, since one may take some containers milliseconds.
 * What a worker then still holds stays in its buffer, and verification puts it back.
 *
 * SPDX-License-Identifier: MIT
 */

static inline size_t BENCH(take_some)(struct bench_worker *worker, BENCH_UNIT *objects,
                                      size_t burst)
{
    BENCH(queue) *queue = (BENCH(queue) *)worker->container;
    if (burst == 1)
        return BENCH(dequeue)(queue, objects);
#if BENCH_BULK
    return BENCH(dequeue_burst)(queue, objects, burst);
#else
    size_t n = 0;
    while (n < burst && !bench_stopped(worker) && BENCH(dequeue)(queue, &objects[n]))
        n++;
    return n;
#endif
}

/* How many of n it could put back before it was stopped. */
static inline size_t BENCH(put_back)(struct bench_worker *worker, const BENCH_UNIT *objects,
                                     size_t n, size_t burst)
{
    BENCH(queue) *queue = (BENCH(queue) *)worker->container;
    size_t done = 0;

    do {
#if BENCH_BULK
        const size_t moved =
            burst == 1 ? BENCH(enqueue)(queue, objects)
                       : BENCH(enqueue_burst)(queue, objects + done * BENCH_STRIDE, n - done);
#else
        const size_t moved = BENCH(enqueue)(queue, &objects[done]);
        (void)burst;
#endif
        done += moved;
        if (done == n)
            return n;
        if (moved == 0)
            bench_pause();
    } while (!bench_stopped(worker));
    return done;
}

/* burst is a parameter beside the worker's so that 1 is a constant inside. */
static inline void BENCH(circulate)(struct bench_worker *worker, size_t burst)
{
    BENCH_UNIT *objects = (BENCH_UNIT *)worker->buffer;
    uint64_t taken = 0;
    size_t n = 0, done = 0;

    do {
        n = BENCH(take_some)(worker, objects, burst);
        done = 0;
        if (n == 0) {
            bench_pause();
            continue;
        }
        taken += n;
        done = BENCH(put_back)(worker, objects, n, burst);
    } while (!bench_stopped(worker));

    worker->objects = taken;
    worker->faults = 0;
    worker->held = n - done;
    worker->held_from = done;
}

BENCH_HOT_LOOP void BENCH(circulate_loop)(struct bench_worker *worker)
{
    worker->begin = bench_cycles();
    if (worker->burst == 1)
        BENCH(circulate)(worker, 1);
    else
        BENCH(circulate)(worker, worker->burst);
    worker->end = bench_cycles();
}
