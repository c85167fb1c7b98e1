/*
 * Hot loop of empty (template, see loops.h): a single dequeue that finds nothing.
 *
 * SPDX-License-Identifier: MIT
 */

BENCH_HOT_LOOP void BENCH(empty_loop)(struct bench_worker *worker)
{
    BENCH(queue) *queue = (BENCH(queue) *)worker->container;
    BENCH_UNIT *out = (BENCH_UNIT *)worker->buffer;
    uint64_t found = 0, calls = 0;

    worker->begin = bench_cycles();
    do {
        for (unsigned i = 0; i < 256; i++)
            found += BENCH(dequeue)(queue, out);
        calls += 256;
    } while (!bench_stopped(worker) && found == 0);
    worker->end = bench_cycles();

    worker->objects = calls;
    worker->faults = bench_fault_if(found != 0, BENCH_FAULT_DOUBLED);
}
