/*
 * The figures that a row of results gives.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_STATISTICS_H
#define BENCH_STATISTICS_H

#include <stddef.h>

struct bench_statistics {
    size_t count; /* of values; 0: there are no figures */
    double median, min, max, sum;
};

/* Sorts the values. One that is NAN means that there are no figures. */
struct bench_statistics bench_statistics_of(double *values, size_t count);

#endif
