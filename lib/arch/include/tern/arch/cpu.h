/*
 * What a container asks of the core it runs on, beside atomics.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_CPU_H
#define TERN_ARCH_CPU_H

#include <tern/arch/port.h>

#include <stdint.h>

/* Starts an object on its own line, away from what precedes it. */
#define TERN_CACHE_ALIGNED TERN_ALIGNAS(TERN_CACHE_LINE)

/* For a loop that waits for another core: saves power, frees the sibling thread's share of the
 * core, and avoids the pipeline flush when the awaited line finally changes. */
static inline void tern_pause(void)
{
    tern_port_pause();
}

/* Hints that the line will soon be read, or written. Any address is allowed, even NULL. */
static inline void tern_prefetch_read(const void *address)
{
    __builtin_prefetch(address, 0, 3);
}

static inline void tern_prefetch_write(const void *address)
{
    __builtin_prefetch(address, 1, 3);
}

/* Ticks of the constant-rate counter of this core: the TSC on x86_64, CNTVCT on aarch64, the time
 * base on ppc64le, the time-of-day clock on s390x, rdtime on riscv64; on the generic port
 * nanoseconds of the wall clock, which can be set. Not serialising: measure long stretches. */
static inline uint64_t tern_cycles(void)
{
    return tern_port_cycles();
}

#endif /* TERN_ARCH_CPU_H */
