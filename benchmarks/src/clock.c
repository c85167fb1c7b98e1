/* SPDX-License-Identifier: MIT */
#include "clock.h"

#include <time.h>

#include "cpu.h"

double bench_seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double bench_cycles_per_second(void)
{
    static double rate;
    const struct timespec while_measuring = {.tv_nsec = 30000000};

    if (rate == 0) {
        const double begin_seconds = bench_seconds_now();
        const uint64_t begin_cycles = bench_cycles();
        /* How long exactly does not matter, as both clocks are read. */
        nanosleep(&while_measuring, NULL);
        const uint64_t cycles = bench_cycles() - begin_cycles;
        rate = (double)cycles / (bench_seconds_now() - begin_seconds);
    }
    return rate;
}
