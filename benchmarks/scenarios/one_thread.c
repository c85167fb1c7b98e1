/*
 * one-thread: what an operation costs when nobody else is there.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../src/scenario.h"

#include "../src/round.h"

const struct bench_scenario bench_scenario_one_thread = {
    .name = "one-thread",
    .summary = "one thread enqueues a burst and dequeues it again",
    .uses_burst = true,
    .threads = 1,
    .loop_count = 1,
    .loops = {BENCH_LOOP_ONE_THREAD},
    .milliseconds = {20, 50, 50},
    .least_capacity = 1,
    .verify = bench_round_expect_empty,
};

/* The same, by capacity. */
const struct bench_scenario bench_scenario_one_thread_capacities = {
    .name = "one-thread",
    .summary = "one thread enqueues a burst and dequeues it again, by capacity",
    .uses_burst = true,
    .few_bursts = true,
    .threads = 1,
    .capacity_count = 6,
    .capacities = {8, 64, 1000, 1023, 10000, 32000},
    .across = BENCH_ACROSS_CAPACITIES,
    .loop_count = 1,
    .loops = {BENCH_LOOP_ONE_THREAD},
    .milliseconds = {10, 50, 50},
    .least_capacity = 1,
    .verify = bench_round_expect_empty,
};
