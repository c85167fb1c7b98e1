/*
 * The two machine operations the harness needs, from Tern's own layer.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_CPU_H
#define BENCH_CPU_H

#include <tern/arch/cpu.h>

static inline uint64_t bench_cycles(void)
{
    return tern_cycles();
}

static inline void bench_pause(void)
{
    tern_pause();
}

#endif
