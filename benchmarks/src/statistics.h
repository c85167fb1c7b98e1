/*
 * The figures that a row of results gives.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_STATISTICS_H
#define BENCH_STATISTICS_H

#include <stddef.h>

struct bench_statistics {
    double median, min, max;
};

/* count > 0; sorts the values. */
struct bench_statistics bench_statistics_of(double *values, size_t count);

#endif
