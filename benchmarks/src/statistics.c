/* SPDX-License-Identifier: MIT */
#include "statistics.h"

#include <math.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct bench_statistics bench_statistics_of(double *values, size_t count)
{
    struct bench_statistics statistics = {0};

    for (size_t i = 0; i < count; i++) {
        if (isnan(values[i]))
            return (struct bench_statistics){0};
        statistics.sum += values[i];
    }
    if (count == 0)
        return statistics;
    qsort(values, count, sizeof *values, compare);
    statistics.count = count;
    statistics.median = (values[(count - 1) / 2] + values[count / 2]) / 2;
    statistics.min = values[0];
    statistics.max = values[count - 1];
    return statistics;
}
