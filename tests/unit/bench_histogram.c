/*
 * The histogram of tern-bench: which bucket a value goes to, and what the percentiles say of it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "../../benchmarks/src/histogram.c"
#include "../../benchmarks/src/random.h"

enum { PARTS = 1 << BENCH_HISTOGRAM_PART_BITS };

static struct bench_histogram *histogram_of(const uint64_t *values, size_t count)
{
    struct bench_histogram *histogram = calloc(1, sizeof *histogram);
    for (size_t i = 0; histogram != NULL && i < count; i++)
        bench_histogram_record(histogram, values[i]);
    return histogram;
}

/* From one value to the next the bucket stays or goes up by one, through all of them. */
TEST(bench_histogram, buckets_follow_each_other)
{
    size_t before = 0;
    for (uint64_t value = 0; value < 1u << 20; value++) {
        const size_t bucket = bench_histogram_bucket(value);
        CHECK(bucket == before || bucket == before + 1);
        before = bucket;
    }
    for (unsigned bit = 20; bit < 64; bit++) {
        const uint64_t power = (uint64_t)1 << bit;
        CHECK_EQ(bench_histogram_bucket(power), bench_histogram_bucket(power - 1) + 1);
    }
    CHECK_EQ(bench_histogram_bucket(UINT64_MAX), BENCH_HISTOGRAM_BUCKETS - 1);
}

/* The top of a bucket is in it, and the next value is not; it is close to all others in it. */
TEST(bench_histogram, tops)
{
    for (size_t bucket = 0; bucket < BENCH_HISTOGRAM_BUCKETS; bucket++) {
        const uint64_t top = top_of(bucket);
        CHECK_EQ(bench_histogram_bucket(top), bucket);
        if (top != UINT64_MAX)
            CHECK_EQ(bench_histogram_bucket(top + 1), bucket + 1);
        if (bucket != 0)
            CHECK_LE(top - top_of(bucket - 1), top / PARTS + 1);
    }
    CHECK_EQ(top_of(BENCH_HISTOGRAM_BUCKETS - 1), UINT64_MAX);
}

TEST(bench_histogram, empty)
{
    struct bench_histogram *histogram = histogram_of(NULL, 0);
    CHECK(histogram != NULL);
    CHECK_EQ(bench_histogram_percentile(histogram, 0), 0);
    CHECK_EQ(bench_histogram_percentile(histogram, 50), 0);
    CHECK_EQ(bench_histogram_percentile(histogram, 100), 0);
    free(histogram);
}

/* Small values are exact: 1 to 100, each once. */
TEST(bench_histogram, ranks)
{
    uint64_t values[100];
    for (size_t i = 0; i < 100; i++)
        values[i] = 100 - i;
    struct bench_histogram *histogram = histogram_of(values, 100);
    CHECK(histogram != NULL);
    CHECK_EQ(histogram->count, 100);
    CHECK_EQ(histogram->max, 100);
    CHECK_EQ(bench_histogram_percentile(histogram, 0), 1);
    CHECK_EQ(bench_histogram_percentile(histogram, 1), 1);
    CHECK_EQ(bench_histogram_percentile(histogram, 1.01), 2);
    CHECK_EQ(bench_histogram_percentile(histogram, 50), 50);
    CHECK_EQ(bench_histogram_percentile(histogram, 99), 99);
    CHECK_EQ(bench_histogram_percentile(histogram, 99.9), 100);
    CHECK_EQ(bench_histogram_percentile(histogram, 100), 100);
    free(histogram);
}

/* 99.9 and the like are not exact in binary, the rank is. */
TEST(bench_histogram, rank_of_inexact_percentages)
{
    CHECK_EQ(rank_of(99.9, 1000), 999);
    CHECK_EQ(rank_of(99.99, 10000), 9999);
    CHECK_EQ(rank_of(99.99, 1000000), 999900);
    CHECK_EQ(rank_of(99.99, 100000000), 99990000);
    CHECK_EQ(rank_of(99.99, 10001), 10000);
    CHECK_EQ(rank_of(100, UINT32_MAX), UINT32_MAX);
}

/* One that is larger than all others is the maximum and nothing else. */
TEST(bench_histogram, outlier)
{
    struct bench_histogram *histogram = histogram_of(NULL, 0);
    CHECK(histogram != NULL);
    for (unsigned i = 0; i < 9999; i++)
        bench_histogram_record(histogram, 100);
    bench_histogram_record(histogram, UINT64_MAX);
    CHECK_EQ(bench_histogram_percentile(histogram, 99.99), 100);
    CHECK_EQ(bench_histogram_percentile(histogram, 100), UINT64_MAX);
    free(histogram);
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Against the sorted values themselves: never below, and above by less than a bucket. */
TEST(bench_histogram, against_sorted_values)
{
    enum { COUNT = 20000 };
    static const double percents[] = {0, 10, 50, 90, 99, 99.9, 99.99, 100};
    static uint64_t values[COUNT];
    uint64_t random = test_seed();

    for (size_t i = 0; i < COUNT; i++) {
        const uint64_t draw = bench_random(&random);
        values[i] = bench_random(&random) >> draw % 64; /* of every magnitude */
    }
    struct bench_histogram *histogram = histogram_of(values, COUNT);
    CHECK(histogram != NULL);
    qsort(values, COUNT, sizeof *values, compare);
    for (size_t i = 0; i < sizeof percents / sizeof *percents; i++) {
        const uint64_t rank = rank_of(percents[i], COUNT);
        const uint64_t exact = values[rank == 0 ? 0 : rank - 1];
        const uint64_t told = bench_histogram_percentile(histogram, percents[i]);
        CHECK_GE(told, exact);
        CHECK_LE(told - exact, exact / PARTS);
    }
    CHECK_EQ(bench_histogram_percentile(histogram, 100), values[COUNT - 1]);
    free(histogram);
}
