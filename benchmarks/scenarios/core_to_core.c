/*
 * core-to-core: one producer and one consumer, each on a physical core of its own.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../src/scenario.h"

#include "../src/round.h"

const struct bench_scenario bench_scenario_core_to_core = {
    .name = "core-to-core",
    .summary = "one thread enqueues, another on a different physical core dequeues",
    .uses_burst = true,
    .threads = 2,
    .distinct_cores = true,
    .loop_count = 2,
    .loops = {BENCH_LOOP_PRODUCE, BENCH_LOOP_CONSUME},
    .milliseconds = {40, 100, 100},
    .least_capacity = 1,
    .verify = bench_round_expect_empty,
};
