/* SPDX-License-Identifier: MIT */
#include "statistics.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct bench_statistics bench_statistics_of(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
    const double upper = values[count / 2];
    const double lower = values[(count - 1) / 2];
    return (struct bench_statistics){(lower + upper) / 2, values[0], values[count - 1]};
}
