/*
 * A bar with the time left, on stderr when that is a terminal; nothing otherwise.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_PROGRESS_H
#define BENCH_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct bench_progress {
    bool shown;
    uint64_t total, done; /* in milliseconds of measuring */
    double began;         /* in seconds */
};

void bench_progress_begin(struct bench_progress *progress, uint64_t total);
void bench_progress_show(const struct bench_progress *progress, const char *what);
void bench_progress_end(const struct bench_progress *progress); /* wipes the bar */

#endif
