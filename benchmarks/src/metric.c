/* SPDX-License-Identifier: MIT */
#include "metric.h"

#include "scenario.h"

unsigned bench_metric_count(const struct bench_scenario *scenario)
{
    return BENCH_OWN_METRICS + scenario->own_metric_count;
}

const struct bench_metric *bench_metric_of(const struct bench_scenario *scenario, unsigned place)
{
    static const struct bench_metric cost = {"cost", "cycles/object", BENCH_MEDIAN};
    return place == BENCH_COST ? &cost : &scenario->own_metrics[place - BENCH_OWN_METRICS];
}
