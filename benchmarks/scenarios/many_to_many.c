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

/* Some worker that does not send, and so a sender whose stamps are free. */
static unsigned a_receiver(const struct bench_round *round)
{
    unsigned i = 0;
    while (sends(round, i))
        i++;
    return i;
}

static int fill_half(struct bench_round *round)
{
    const size_t size = round->shape.elem_size;
    char object[64] = {0};

    round->initial = round->shape.capacity / 2;
    for (size_t i = 0; i < round->initial; i++) {
        bench_stamp_write(object, size, bench_stamp(a_receiver(round), i + 1));
        if (round->variant->put(round->container, object, 1) != 1)
            round->faults |= BENCH_FAULT_REFUSED;
    }
    return fill_windows(round);
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

/* What was there before the round counts as sent. */
static void add_initial(const struct bench_round *round, struct bench_passed *sent)
{
    const unsigned sender = a_receiver(round);

    sent->objects += round->initial;
    for (size_t i = 0; i < round->initial; i++)
        sent->mixed += bench_stamp_mix(bench_stamp(sender, i + 1));
    sent->last[sender] = bench_stamp(sender, round->initial);
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
        if (round->initial != 0)
            add_initial(round, &sums[0]);
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

enum { REACH = BENCH_OWN_METRICS, EMPTY, FULL };

/* How long none found it empty or full, and how often they did after that. */
static int expect_all_passed_and_say_how_far(struct bench_round *round)
{
    uint64_t begin = UINT64_MAX, end = 0, first = UINT64_MAX, refused[2] = {0, 0};

    for (unsigned i = 0; i < round->shape.threads; i++) {
        const struct bench_worker *worker = &round->workers[i];
        const struct bench_passed *passed = worker->extra;
        if (worker->begin < begin)
            begin = worker->begin;
        if (worker->end > end)
            end = worker->end;
        if (passed->refused != 0 && passed->first_refused < first)
            first = passed->first_refused;
        refused[sends(round, i)] += passed->refused;
    }
    if (first > end)
        first = end;
    const double objects = round->objects != 0 ? (double)round->objects : 1;
    round->values[REACH] = (double)(first - begin);
    round->values[EMPTY] = (double)refused[0] / objects;
    round->values[FULL] = (double)refused[1] / objects;
    return expect_all_passed(round);
}

/* The same with a container that is half full when it begins. */
const struct bench_scenario bench_scenario_many_to_many_half = {
    .name = "many-to-many",
    .summary = "half of the threads enqueue, the others dequeue; half full at first",
    .uses_burst = true,
    .few_bursts = true,
    .threads = 0,
    .least_threads = 2,
    .least_elem_size = 8,
    .across = BENCH_ACROSS_THREADS,
    .loop_count = 2,
    .loops = {BENCH_LOOP_SEND, BENCH_LOOP_RECEIVE},
    .milliseconds = {40, 150, 200},
    .least_capacity = 2,
    .own_metric_count = 3,
    .own_metrics = {{"reach", "cycles", BENCH_MEDIAN},
                    {"empty", "tries/obj", BENCH_MEDIAN},
                    {"full", "tries/obj", BENCH_MEDIAN}},
    .extra_size = extra_size,
    .prepare = fill_half,
    .verify = expect_all_passed_and_say_how_far,
};
