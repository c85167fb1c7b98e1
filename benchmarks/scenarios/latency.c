/*
 * latency: how long an object takes from the time it was to be sent to the other core, while one
 * is sent at each tick of a fixed rate. The rate is far below what the containers can do, so that
 * nothing queues up: these are the latencies of an application with time to spare.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../src/scenario.h"

#include "../src/clock.h"
#include "../src/histogram.h"
#include "../src/round.h"

static size_t extra_size(const struct bench_round *round)
{
    (void)round;
    return sizeof(struct bench_histogram);
}

static int prepare(struct bench_round *round)
{
    const double interval = bench_cycles_per_second() / (double)round->rate;
    round->control->interval = interval < 1 ? 1 : (uint64_t)interval;
    return 0;
}

enum { P50 = BENCH_OWN_METRICS, P90, P99, P999, P9999, LONGEST, PLACES };

static int measure_and_verify(struct bench_round *round)
{
    static const double percents[] = {50, 90, 99, 99.9, 99.99, 100};
    const struct bench_histogram *histogram = round->workers[1].extra;
    const double nanoseconds = 1e9 / bench_cycles_per_second();

    if (histogram->count != 0)
        for (unsigned place = P50; place < PLACES; place++)
            round->values[place] =
                (double)bench_histogram_percentile(histogram, percents[place - P50]) * nanoseconds;
    return bench_round_expect_empty(round);
}

const struct bench_scenario bench_scenario_latency = {
    .name = "latency",
    .summary = "one-way latency from core to core at a fixed offered rate",
    .uses_burst = false,
    .threads = 2,
    .distinct_cores = true,
    .loop_count = 2,
    .loops = {BENCH_LOOP_SEND_ON_TIME, BENCH_LOOP_RECEIVE_TIMED},
    .milliseconds = {100, 300, 500},
    .least_capacity = 1,
    .own_metric_count = PLACES - BENCH_OWN_METRICS,
    .own_metrics = {{"p50", "ns", BENCH_MEDIAN},
                    {"p90", "ns", BENCH_MEDIAN},
                    {"p99", "ns", BENCH_MEDIAN},
                    {"p99.9", "ns", BENCH_MEDIAN},
                    {"p99.99", "ns", BENCH_MEDIAN},
                    {"max", "ns", BENCH_LONGEST}},
    .extra_size = extra_size,
    .prepare = prepare,
    .verify = measure_and_verify,
};
