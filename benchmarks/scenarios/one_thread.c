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
