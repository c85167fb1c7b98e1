/*
 * Where and how the results were measured.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_ENVIRONMENT_H
#define BENCH_ENVIRONMENT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/utsname.h>

struct bench_environment {
    char date[32]; /* ISO 8601, UTC, when the run began */
    char cpu[128];
    struct utsname system;
    const char *compiler;
    const char *flags;
    double tsc_hz; /* measured over the run */
    double load;   /* threads that others kept running in the minute before, negative: unknown */
    bool interrupted;

    /* Of the measurement of tsc_hz. */
    uint64_t begin_cycles;
    double begin_seconds;
};

void bench_environment_begin(struct bench_environment *environment);
void bench_environment_end(struct bench_environment *environment);

#endif
