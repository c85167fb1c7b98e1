/*
 * How fast the cycle counter ticks.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

/* Measured for some milliseconds at the first call, from the main thread. */
double bench_cycles_per_second(void);

/* Of the raw clock, which nobody adjusts. */
double bench_seconds_now(void);

#endif
