/*
 * Hot loop of one-thread, bulk-out-in and oversubscribed (template, see loops.h): allocates a burst
 * of objects, writes to each, and frees them all.
 *
 * SPDX-License-Identifier: MIT
 */

static inline void BENCH(churn_single)(struct bench_worker *worker)
{
    BENCH(heap) *heap = (BENCH(heap) *)worker->container;
    const size_t size = worker->elem_size;
    uint64_t number = bench_heap_first_number(worker), different = 0, refused = 0, objects = 0;

    do {
        for (unsigned i = 0; i < 256; i++) {
            void *object = BENCH(alloc_visibly)(heap);
            if (object == NULL) {
                refused++;
                continue;
            }
            bench_heap_write(object, size, number);
            __asm__ volatile("" : : : "memory");
            different |= bench_heap_difference(object, size, number);
            BENCH(free)(heap, object);
            number++;
        }
        objects += 256;
    } while (!bench_stopped(worker) && (different | refused) == 0);
    BENCH(say)(worker, objects, different, refused);
}

static inline void BENCH(churn_burst)(struct bench_worker *worker)
{
    BENCH(heap) *heap = (BENCH(heap) *)worker->container;
    void **hand = (void **)worker->buffer;
    const size_t burst = worker->burst, size = worker->elem_size;
    const unsigned looks = bench_stride_of_looks(burst);
    uint64_t number = bench_heap_first_number(worker), different = 0, refused = 0, objects = 0;

    do {
        for (unsigned i = 0; i < looks; i++) {
            refused += BENCH(take_out)(heap, hand, burst, size, number);
            different |= BENCH(put_in)(heap, hand, burst, size, number);
            number += burst;
        }
        objects += (uint64_t)looks * burst;
    } while (!bench_stopped(worker) && (different | refused) == 0);
    BENCH(say)(worker, objects, different, refused);
}

BENCH_HOT_LOOP void BENCH(churn_loop)(struct bench_worker *worker)
{
    worker->begin = bench_cycles();
    if (worker->burst == 1)
        BENCH(churn_single)(worker);
    else
        BENCH(churn_burst)(worker);
    worker->end = bench_cycles();
}
