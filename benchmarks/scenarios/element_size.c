/*
 * element-size: the loop of one-thread, with elements from 4 bytes to a cache line.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../src/scenario.h"

#include "../src/round.h"

const struct bench_scenario bench_scenario_element_size = {
    .name = "element-size",
    .summary = "one-thread with elements of several sizes",
    .uses_burst = true,
    .few_bursts = true,
    .threads = 1,
    .elem_size_count = 5,
    .elem_sizes = {4, 8, 16, 32, 64},
    .across = BENCH_ACROSS_SIZES,
    .loop_count = 1,
    .loops = {BENCH_LOOP_ONE_THREAD},
    .milliseconds = {10, 50, 50},
    .least_capacity = 1,
    .verify = bench_round_expect_empty,
};
