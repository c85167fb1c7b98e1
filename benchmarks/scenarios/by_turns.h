/*
 * Hot loop of the stacks' many-to-many (template, see loops.h): take bursts until the hand is
 * full or nothing is found, then put all of it back.
 *
 * An object is in one place at a time, so threads that only pushed would run out of objects, and
 * threads that only popped would have to bring them back through a container of their own.
 *
 * What a worker holds when it is stopped stays in its buffer, and verification puts it back.
 *
 * SPDX-License-Identifier: MIT
 */

/* burst is a parameter beside the worker's so that 1 is a constant inside. */
static inline void BENCH(take_turns)(struct bench_worker *worker, size_t burst)
{
    BENCH_UNIT *objects = (BENCH_UNIT *)worker->buffer;
    const size_t hand = worker->hand;
    uint64_t taken = 0;
    size_t held = 0, done = 0;

    do {
        size_t n;
        held = done = 0;
        do {
            n = BENCH(take_some)(worker, objects + held * BENCH_STRIDE, burst);
            held += n;
        } while (n != 0 && held + burst <= hand && !bench_stopped(worker));
        if (held == 0)
            bench_pause();
        taken += held;
        while (done < held && !bench_stopped(worker)) {
            const size_t some = held - done < burst ? held - done : burst;
            done += BENCH(put_back)(worker, objects + done * BENCH_STRIDE, some, burst);
        }
    } while (!bench_stopped(worker));

    worker->objects = taken;
    worker->faults = 0;
    worker->held = held - done;
    worker->held_from = done;
}

BENCH_HOT_LOOP void BENCH(by_turns_loop)(struct bench_worker *worker)
{
    worker->begin = bench_cycles();
    if (worker->burst == 1)
        BENCH(take_turns)(worker, 1);
    else
        BENCH(take_turns)(worker, worker->burst);
    worker->end = bench_cycles();
}
