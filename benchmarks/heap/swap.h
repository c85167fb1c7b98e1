/*
 * Hot loop of many-to-many (template, see loops.h): each thread allocates a batch of objects,
 * leaves it in a mailbox, and frees the one that lay there, which may be anybody's.
 *
 * SPDX-License-Identifier: MIT
 */

BENCH_HOT_LOOP void BENCH(swap_loop)(struct bench_worker *worker)
{
    struct bench_heap_extra *extra = (struct bench_heap_extra *)worker->extra;
    BENCH(heap) *heap = (BENCH(heap) *)worker->container;
    const size_t burst = worker->burst, size = worker->elem_size;
    const unsigned looks = bench_stride_of_looks(burst);
    bench_batch batch = extra->spare;
    uint64_t number = bench_heap_first_number(worker), different = 0, refused = 0, objects = 0;
    size_t next = worker->index;

    worker->begin = bench_cycles();
    do {
        for (unsigned i = 0; i < looks; i++) {
            batch[0] = (void *)(uintptr_t)number;
            refused += BENCH(take_out)(heap, batch + 1, burst, size, number);
            number += burst;
            next = next + 1 >= extra->worker_count ? 0 : next + 1;
            /* Pairs with itself: what is in the batch, and in the objects. */
            batch = __atomic_exchange_n(&extra->all[next]->mailbox, batch, __ATOMIC_ACQ_REL);
            if (batch[0] != NULL)
                different |=
                    BENCH(put_in)(heap, batch + 1, burst, size, (uint64_t)(uintptr_t)batch[0]);
        }
        objects += (uint64_t)looks * burst;
    } while (!bench_stopped(worker) && (different | refused) == 0);
    worker->end = bench_cycles();
    batch[0] = NULL;
    extra->spare = batch;
    BENCH(say)(worker, objects, different, refused);
}
