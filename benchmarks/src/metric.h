/*
 * What a round measures. `cost` always; a scenario may name others beside it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_METRIC_H
#define BENCH_METRIC_H

/* How the rounds of a row are made into the one figure of the table. JSON and CSV give the
 * median, the minimum and the maximum of every metric. */
enum bench_over_rounds {
    BENCH_MEDIAN,
    BENCH_SUM,    /* of what is counted: a rare event is not to vanish in a median of 0 */
    BENCH_LONGEST /* the maximum */
};

struct bench_metric {
    const char *name; /* as in JSON: at most 9 characters fit the columns of the table */
    const char *unit;
    enum bench_over_rounds over_rounds;
};

/* The places of a round's values: cost, then the scenario's own in their order. */
enum { BENCH_COST, BENCH_OWN_METRICS, BENCH_MAX_METRICS = 10 };

#endif
