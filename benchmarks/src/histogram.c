/* SPDX-License-Identifier: MIT */
#include "histogram.h"

/* The highest value that belongs to a bucket. */
static uint64_t top_of(size_t bucket)
{
    const size_t parts = (size_t)1 << BENCH_HISTOGRAM_PART_BITS;
    if (bucket < 2 * parts)
        return bucket;
    const size_t shift = bucket / parts - 1;
    const uint64_t bottom = (uint64_t)(bucket % parts + parts) << shift;
    return bottom + (((uint64_t)1 << shift) - 1);
}

/* percent of count, rounded up; 99.9 % of 1000 are 999, though 99.9 is not exact in binary. */
static uint64_t rank_of(double percent, uint64_t count)
{
    const double exact = percent * (double)count / 100 * (1 - 1e-12);
    const uint64_t down = (uint64_t)exact;
    return (double)down < exact ? down + 1 : down;
}

uint64_t bench_histogram_percentile(const struct bench_histogram *histogram, double percent)
{
    uint64_t wanted = rank_of(percent, histogram->count);
    uint64_t passed = 0;

    if (wanted == 0)
        wanted = 1; /* percentile 0 is the smallest value */
    for (size_t bucket = 0; bucket < BENCH_HISTOGRAM_BUCKETS; bucket++) {
        passed += histogram->buckets[bucket];
        if (passed >= wanted) {
            const uint64_t top = top_of(bucket);
            return top < histogram->max ? top : histogram->max;
        }
    }
    return histogram->max;
}
