/*
 * many-to-many of the stacks: on all cores at once, each thread takes a hand of objects, burst by
 * burst, and then puts all of them back.
 *
 * SPDX-License-Identifier: MIT
 */
#include "initial_set.h"

/* Together the hands hold what there is, which is half the capacity; but each at least a burst. */
static size_t hand(const struct bench_round *round)
{
    const size_t share = round->shape.capacity / 2 / round->shape.threads;
    return share > round->burst ? share : round->burst;
}

const struct bench_scenario bench_scenario_by_turns = {
    .name = "many-to-many",
    .summary = "all threads pop by turns until the stack is empty, then push it all back",
    .uses_burst = true,
    .few_bursts = true,
    .threads = 0,
    .across = BENCH_ACROSS_THREADS,
    .loop_count = 1,
    .loops = {BENCH_LOOP_BY_TURNS},
    .milliseconds = {100, 200, 200},
    .least_capacity = 2,
    .hand = hand,
    .prepare = bench_round_fill_half,
    .verify = bench_round_expect_initial_set,
};
