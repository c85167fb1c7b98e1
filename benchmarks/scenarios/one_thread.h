/*
 * Hot loop of one-thread (template, see loops.h): a burst in, a burst out, the same one unless
 * there are objects before it.
 *
 * SPDX-License-Identifier: MIT
 */

static void BENCH(one_thread_single)(struct bench_worker *worker)
{
    BENCH(queue) *queue = (BENCH(queue) *)worker->container;
    const BENCH_UNIT *window = (const BENCH_UNIT *)worker->window;
    const size_t period = worker->period, before = worker->prefilled;
    BENCH_UNIT *out = (BENCH_UNIT *)worker->buffer;
    uint64_t different = 0, failed = 0, objects = 0;
    size_t next = 0;

    do {
        for (unsigned i = 0; i < 256; i++) {
            const BENCH_UNIT *in = window + next * BENCH_STRIDE;
            failed += !BENCH(enqueue)(queue, in);
#if BENCH_ELEM_SIZE == 0 || BENCH_ELEM_SIZE > 16
            /* What is not checked must be copied all the same: not a local variable. */
            failed += !BENCH(dequeue)(queue, out);
            different |= BENCH(difference)(out, in - before * BENCH_STRIDE, worker->elem_size);
#else
            /* A local variable, as users have; zeroed, or one never written would look right. */
            BENCH_UNIT object;
            memset(&object, 0, sizeof object);
            failed += !BENCH(dequeue)(queue, &object);
            different |= BENCH(difference)(&object, in - before, sizeof object);
#endif
            next = next + 1 == period ? 0 : next + 1;
        }
        objects += 256;
    } while (!bench_stopped(worker) && (different | failed) == 0);
    (void)out;

    worker->objects = objects;
    worker->faults = bench_fault_if(different != 0, BENCH_FAULT_ORDER) |
                     bench_fault_if(failed != 0, BENCH_FAULT_LOST);
}

static void BENCH(one_thread_bulk)(struct bench_worker *worker)
{
    BENCH(queue) *queue = (BENCH(queue) *)worker->container;
    const BENCH_UNIT *window = (const BENCH_UNIT *)worker->window;
    BENCH_UNIT *out = (BENCH_UNIT *)worker->buffer;
    const size_t burst = worker->burst, period = worker->period, before = worker->prefilled;
    const unsigned looks = bench_stride_of_looks(burst);
    uint64_t different = 0, missing = 0, objects = 0;
    size_t next = 0;

    do {
        for (unsigned i = 0; i < looks; i++) {
            const BENCH_UNIT *in = window + next * BENCH_STRIDE;
            missing += burst - BENCH(enqueue_bulk)(queue, in, burst);
            missing += burst - BENCH(dequeue_bulk)(queue, out, burst);
            different |= BENCH(differences)(worker, out, in - before * BENCH_STRIDE, burst);
            next += burst;
            while (next >= period)
                next -= period;
        }
        objects += (uint64_t)looks * burst;
    } while (!bench_stopped(worker) && (different | missing) == 0);

    worker->objects = objects;
    worker->faults = bench_fault_if(different != 0, BENCH_FAULT_ORDER) |
                     bench_fault_if(missing != 0, BENCH_FAULT_LOST);
}

BENCH_HOT_LOOP void BENCH(one_thread_loop)(struct bench_worker *worker)
{
    worker->begin = bench_cycles();
    if (worker->burst == 1)
        BENCH(one_thread_single)(worker);
    else
        BENCH(one_thread_bulk)(worker);
    worker->end = bench_cycles();
}

#if BENCH_SHARING >= BENCH_ONE_TO_ONE && !BENCH_LIFO
/* The same behind some objects, which the thread itself puts in. */
static void BENCH(prefilled_loop)(struct bench_worker *worker)
{
    BENCH(queue) *queue = (BENCH(queue) *)worker->container;
    const BENCH_UNIT *window = (const BENCH_UNIT *)worker->window;

    for (size_t i = worker->prefilled; i > 0; i--)
        BENCH(enqueue)(queue, window - i * BENCH_STRIDE);
    BENCH(one_thread_loop)(worker);
}
#endif
