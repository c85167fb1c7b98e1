/*
 * oversubscribed: more threads than cores, so that threads are preempted in the
 * middle of an operation. Each takes a burst and puts all of it back.
 *
 * SPDX-License-Identifier: MIT
 */
#include "initial_set.h"

const struct bench_scenario bench_scenario_oversubscribed = {
    .name = "oversubscribed",
    .summary = "many threads on few cores take a burst and put it back",
    .uses_burst = true,
    .few_bursts = true,
    .threads = 0,
    .one_core_too = true,
    .across = BENCH_ACROSS_THREADS,
    .loop_count = 1,
    .loops = {BENCH_LOOP_CIRCULATE},
    .milliseconds = {100, 200, 200},
    .least_capacity = 2,
    .prepare = bench_round_fill_half,
    .verify = bench_round_expect_initial_set,
};
