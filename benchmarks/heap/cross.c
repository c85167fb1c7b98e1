/*
 * cross-thread: objects are allocated here and freed there.
 *
 * SPDX-License-Identifier: MIT
 */
#include "verify.h"

static size_t on_the_way(const struct bench_round *round)
{
    return round->shape.capacity < BENCH_CHANNEL_SLOTS ? round->shape.capacity
                                                       : BENCH_CHANNEL_SLOTS;
}

const struct bench_scenario bench_scenario_cross_thread = {
    .name = "cross-thread",
    .summary = "one thread allocates, another on a different physical core frees",
    .threads = 2,
    .distinct_cores = true,
    .loop_count = 2,
    .loops = {BENCH_LOOP_ALLOCATE, BENCH_LOOP_FREE},
    .milliseconds = {40, 100, 100},
    .least_capacity = 1,
    .extra_size = bench_heap_extra_size,
    .most_out = on_the_way,
    .prepare = bench_heap_prepare,
    .verify = bench_heap_verify,
};
