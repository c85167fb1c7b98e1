/*
 * Counts of values over many orders of magnitude, to within a hundredth of each.
 *
 * Buckets as in Gil Tene's HdrHistogram (no C library of it is packaged in Debian 12): each power
 * of two is divided into the same number of equal parts, so that the place of a value is its
 * highest bits; smaller values than there are parts have a bucket each, and are exact. To record
 * one is a shift and an increment, cheap enough to do while one measures.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_HISTOGRAM_H
#define BENCH_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 2^PART_BITS parts of each power of two: a bucket is at most 1/128 of its values wide. */
enum {
    BENCH_HISTOGRAM_PART_BITS = 7,
    BENCH_HISTOGRAM_BUCKETS = (64 - BENCH_HISTOGRAM_PART_BITS + 1) << BENCH_HISTOGRAM_PART_BITS
};

/* All zero is an empty one. */
struct bench_histogram {
    uint64_t count; /* of values */
    uint64_t max;   /* the largest itself, not its bucket */
    uint64_t buckets[BENCH_HISTOGRAM_BUCKETS];
};

static inline size_t bench_histogram_bucket(uint64_t value)
{
    if (value >> BENCH_HISTOGRAM_PART_BITS == 0)
        return (size_t)value;
    /* How far to shift so that PART_BITS bits and the leading 1 are left. */
    const unsigned shift = 63u - (unsigned)__builtin_clzll(value) - BENCH_HISTOGRAM_PART_BITS;
    return ((size_t)shift << BENCH_HISTOGRAM_PART_BITS) + (size_t)(value >> shift);
}

static inline void bench_histogram_record(struct bench_histogram *histogram, uint64_t value)
{
    histogram->count++;
    histogram->buckets[bench_histogram_bucket(value)]++;
    if (value > histogram->max)
        histogram->max = value;
}

/*
 * The smallest value that at least `percent` of all are not above, as the highest that its bucket
 * stands for, but never more than the maximum. 0 when there are none.
 */
uint64_t bench_histogram_percentile(const struct bench_histogram *histogram, double percent);

#ifdef __cplusplus
}
#endif

#endif
