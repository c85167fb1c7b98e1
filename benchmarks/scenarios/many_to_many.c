/*
 * many-to-many: half of the threads enqueue, the others dequeue. What has come out and what is
 * left must be what went in, each object once; and where the candidate promises it, each thread
 * that dequeues gets those of one sender in the order in which they were sent.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdlib.h>

#include "../src/object.h"
#include "../src/round.h"
#include "../src/scenario.h"
#include "many_to_many_state.h"

enum { CHUNK = 64 };

/* Long enough that a stamp has left the core when its object is copied, and still in its cache. */
static size_t window_of(const struct bench_round *round)
{
    const size_t least = 256;
    return (least / round->burst + 2) * round->burst;
}

static size_t extra_size(const struct bench_round *round)
{
    return BENCH_PASSED_BYTES + window_of(round) * round->shape.elem_size;
}

static bool sends(const struct bench_round *round, unsigned worker)
{
    return bench_loop_of(round, worker) == BENCH_LOOP_SEND;
}

static int fill_windows(struct bench_round *round)
{
    const size_t size = round->shape.elem_size;

    for (unsigned i = 0; i < round->shape.threads; i++) {
        struct bench_passed *passed = round->workers[i].extra;
        char *window = bench_passed_window(passed);
        if (!sends(round, i))
            continue;
        passed->ahead = window_of(round);
        for (size_t j = 0; j < passed->ahead; j++)
            bench_stamp_write(window + j * size, size, bench_stamp(i, j + 1));
    }
    return 0;
}

/* What all have sent, and what all have received with the highest of each sender. */
static void add_up(const struct bench_round *round, struct bench_passed *sent,
                   struct bench_passed *received)
{
    for (unsigned i = 0; i < round->shape.threads; i++) {
        const struct bench_passed *passed = round->workers[i].extra;
        struct bench_passed *sum = sends(round, i) ? sent : received;
        sum->objects += passed->objects;
        sum->mixed += passed->mixed;
        sum->torn |= passed->torn;
        sum->disorder |= passed->disorder;
        for (unsigned j = 0; j < BENCH_SENDERS; j++)
            if (passed->last[j] > sum->last[j])
                sum->last[j] = passed->last[j];
        if (sends(round, i))
            sum->last[i] = bench_stamp(i, passed->objects);
    }
}

/* What is left counts as received. A container that makes objects up would never be empty. */
static void take_rest(struct bench_round *round, struct bench_passed *received, uint64_t sent,
                      char *objects)
{
    const size_t size = round->shape.elem_size;
    size_t n;

    while (received->objects <= sent &&
           (n = round->variant->take(round->container, objects, CHUNK)) != 0) {
        for (size_t i = 0; i < n; i++)
            received->mixed += bench_passed_receive(
                received, bench_stamp_read(objects + i * size, size, &received->torn),
                round->variant->ordered);
        received->objects += n;
    }
}

static unsigned compare(const struct bench_passed *sent, const struct bench_passed *received)
{
    unsigned faults = 0;

    if (received->objects < sent->objects)
        faults |= BENCH_FAULT_LOST;
    else if (received->objects > sent->objects)
        faults |= BENCH_FAULT_DOUBLED;
    else if (received->mixed != sent->mixed)
        faults |= BENCH_FAULT_CHANGED;
    if (received->torn)
        faults |= BENCH_FAULT_CHANGED;
    if (received->disorder)
        faults |= BENCH_FAULT_ORDER;
    /* Nothing came that was never sent. */
    for (unsigned i = 0; i < BENCH_SENDERS; i++)
        if (received->last[i] > sent->last[i])
            faults |= BENCH_FAULT_CHANGED;
    return faults;
}

static int expect_all_passed(struct bench_round *round)
{
    struct bench_passed *sums = bench_allocate(2, sizeof *sums);
    char *objects = bench_allocate(CHUNK, round->shape.elem_size);
    int status = -ENOMEM;

    if (sums != NULL && objects != NULL) {
        add_up(round, &sums[0], &sums[1]);
        take_rest(round, &sums[1], sums[0].objects, objects);
        round->faults |= compare(&sums[0], &sums[1]);
        status = bench_round_expect_empty(round);
    }
    free(sums);
    free(objects);
    return status;
}

const struct bench_scenario bench_scenario_many_to_many = {
    .name = "many-to-many",
    .summary = "half of the threads enqueue, the others dequeue",
    .uses_burst = true,
    .few_bursts = true,
    .threads = 0,
    .least_threads = 2,
    .least_elem_size = 8,
    .across = BENCH_ACROSS_THREADS,
    .loop_count = 2,
    .loops = {BENCH_LOOP_SEND, BENCH_LOOP_RECEIVE},
    .milliseconds = {40, 100, 150},
    .least_capacity = 1,
    .extra_size = extra_size,
    .prepare = fill_windows,
    .verify = expect_all_passed,
};
