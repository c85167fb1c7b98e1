/*
 * one-thread, bulk-out-in and oversubscribed of the allocators: threads that allocate a burst of
 * objects and free it again.
 *
 * SPDX-License-Identifier: MIT
 */
#include "bytes.h"
#include "verify.h"

enum { OUT = 512, SOME = 64 };

/* More than the one that is out, so that verification can compare some. */
static size_t some(const struct bench_round *round)
{
    (void)round;
    return SOME;
}

static size_t bursts_of_all(const struct bench_round *round)
{
    return round->burst * round->shape.threads;
}

static int verify_and_weigh(struct bench_round *round)
{
    const int status = bench_heap_verify(round);
    if (status != 0 || round->faults != 0)
        return status;
    return bench_heap_weigh(round, &round->values[BENCH_OWN_METRICS]);
}

const struct bench_scenario bench_scenario_pair = {
    .name = "one-thread",
    .summary = "one thread allocates an object and frees it again",
    .threads = 1,
    .loop_count = 1,
    .loops = {BENCH_LOOP_CHURN},
    .milliseconds = {20, 50, 50},
    .least_capacity = 1,
    .own_metric_count = 1,
    .own_metrics = {{"bytes/object", "bytes", BENCH_MEDIAN}},
    .extra_size = bench_heap_extra_size,
    .most_out = some,
    .prepare = bench_heap_prepare,
    .verify = verify_and_weigh,
};

const struct bench_scenario bench_scenario_bulk_out_in = {
    .name = "bulk-out-in",
    .summary = "one thread allocates 512 objects, then frees them all",
    .fixed_burst = OUT,
    .threads = 1,
    .loop_count = 1,
    .loops = {BENCH_LOOP_CHURN},
    .milliseconds = {20, 50, 50},
    .least_capacity = 1,
    .extra_size = bench_heap_extra_size,
    .most_out = bursts_of_all,
    .prepare = bench_heap_prepare,
    .verify = bench_heap_verify,
};

const struct bench_scenario bench_scenario_oversubscribed_heap = {
    .name = "oversubscribed",
    .summary = "many threads on few cores allocate a burst and free it again",
    .uses_burst = true,
    .few_bursts = true,
    .threads = 0,
    .one_core_too = true,
    .across = BENCH_ACROSS_THREADS,
    .loop_count = 1,
    .loops = {BENCH_LOOP_CIRCULATE},
    .milliseconds = {100, 200, 200},
    .least_capacity = 1,
    .extra_size = bench_heap_extra_size,
    .most_out = bursts_of_all,
    .prepare = bench_heap_prepare,
    .verify = bench_heap_verify,
};
