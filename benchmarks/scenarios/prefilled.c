/*
 * prefilled: the loop of one-thread, with a container that is never empty. What goes in is not what
 * comes out next, and is in no register or store buffer any more when it does.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../src/scenario.h"

#include <errno.h>
#include <stdlib.h>

#include "../src/round.h"

enum { PREFILLED = 64 };

static int expect_as_many(struct bench_round *round)
{
    void *object = bench_allocate(1, round->shape.elem_size);

    if (object == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < PREFILLED; i++)
        if (round->variant->take(round->container, object, 1) != 1)
            round->faults |= BENCH_FAULT_LOST;
    free(object);
    return bench_round_expect_empty(round);
}

const struct bench_scenario bench_scenario_prefilled = {
    .name = "prefilled",
    .summary = "one thread enqueues a burst and dequeues one, behind 64 objects",
    .uses_burst = true,
    .few_bursts = true,
    .threads = 1,
    .capacity_count = 2,
    .capacities = {1000, 1023},
    .loop_count = 1,
    .loops = {BENCH_LOOP_PREFILLED},
    .milliseconds = {20, 50, 50},
    .least_capacity = PREFILLED + 1,
    .prefilled = PREFILLED,
    .verify = expect_as_many,
};
