/*
 * empty: what it costs to find nothing; the calls count as the objects.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../src/scenario.h"

#include "../src/round.h"

const struct bench_scenario bench_scenario_empty = {
    .name = "empty",
    .summary = "one thread dequeues one from an empty container (cost of a call)",
    .uses_burst = false,
    .threads = 1,
    .loop_count = 1,
    .loops = {BENCH_LOOP_EMPTY},
    .milliseconds = {20, 50, 50},
    .least_capacity = 1,
    .verify = bench_round_expect_empty,
};
