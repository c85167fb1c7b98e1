/*
 * Hot loops of cross-thread (template, see loops.h): one thread allocates and sends, the other one
 * receives and frees.
 *
 * SPDX-License-Identifier: MIT
 */

BENCH_HOT_LOOP void BENCH(allocate_loop)(struct bench_worker *worker)
{
    const struct bench_heap_extra *extra = (const struct bench_heap_extra *)worker->extra;
    struct bench_channel *channel = &extra->all[0]->channel;
    BENCH(heap) *heap = (BENCH(heap) *)worker->container;
    const size_t size = worker->elem_size, most_out = extra->most_out;
    const size_t chunk = most_out < BENCH_CHANNEL_CHUNK ? most_out : BENCH_CHANNEL_CHUNK;
    uint64_t sent = 0, taken = 0, refused = 0;
    unsigned failures = 0;

    worker->begin = bench_cycles();
    while (!bench_stopped(worker) && refused == 0) {
        if (sent + chunk - taken > most_out) {
            /* Pairs with the release in the other loop: an object that has been freed. */
            taken = __atomic_load_n(&channel->head, __ATOMIC_ACQUIRE);
            if (sent + chunk - taken > most_out) {
                bench_give_way(&failures);
                continue;
            }
        }
        failures = 0;
        for (size_t i = 0; i < chunk && refused == 0; i++) {
            void *object = BENCH(alloc_visibly)(heap);
            if (object == NULL) {
                refused++;
                break;
            }
            bench_heap_write(object, size, sent + 1);
            channel->slots[sent % BENCH_CHANNEL_SLOTS] = object;
            sent++;
        }
        /* Pairs with the acquire in the other loop: what is in the slots, and in the objects. */
        __atomic_store_n(&channel->tail, sent, __ATOMIC_RELEASE);
    }
    worker->end = bench_cycles();
    BENCH(say)(worker, 0, 0, refused);
    worker->control->produced = sent;
    /* Pairs with the acquire in the other loop: how many there are. */
    __atomic_store_n(&worker->control->producer_done, 1u, __ATOMIC_RELEASE);
}

BENCH_HOT_LOOP void BENCH(free_loop)(struct bench_worker *worker)
{
    const struct bench_heap_extra *extra = (const struct bench_heap_extra *)worker->extra;
    struct bench_channel *channel = &extra->all[0]->channel;
    BENCH(heap) *heap = (BENCH(heap) *)worker->container;
    const size_t size = worker->elem_size;
    uint64_t taken = 0, different = 0;
    unsigned failures = 0;

    worker->begin = bench_cycles();
    for (;;) {
        /* Pairs with the release at the end of the other loop. */
        const bool last = __atomic_load_n(&worker->control->producer_done, __ATOMIC_ACQUIRE) != 0;
        /* Pairs with the release in it. */
        const uint64_t there = __atomic_load_n(&channel->tail, __ATOMIC_ACQUIRE);
        if (there == taken) {
            if (last)
                break;
            bench_give_way(&failures);
            continue;
        }
        failures = 0;
        while (taken < there) {
            void *object = channel->slots[taken % BENCH_CHANNEL_SLOTS];
            taken++;
            different |= bench_heap_difference(object, size, taken);
            BENCH(free)(heap, object);
        }
        /* Pairs with the acquire in the other loop. */
        __atomic_store_n(&channel->head, taken, __ATOMIC_RELEASE);
    }
    worker->end = bench_cycles();
    BENCH(say)(worker, taken, different, 0);
    worker->faults |= bench_fault_if(taken != worker->control->produced, BENCH_FAULT_LOST);
}
