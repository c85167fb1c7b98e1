/*
 * Any target with C11 atomics, without assembly. Include <tern/arch/port.h>, not this header.
 *
 * There is no double-width CAS: the compiler's own may take a lock, and one per process at that.
 * Who needs one looks at TERN_HAVE_DWCAS and falls back to a 64-bit word of index and tag.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_GENERIC_PORT_H
#define TERN_ARCH_GENERIC_PORT_H

#include <stdint.h>
#include <time.h>

#define TERN_CACHE_LINE 128

#define TERN_HAVE_DWCAS 0

static inline void tern_port_pause(void)
{
    /* The compiler must not merge two looks at the same word into one. */
    __asm__ __volatile__("" ::: "memory");
}

static inline uint64_t tern_port_cycles(void)
{
    struct timespec now;
    (void)timespec_get(&now, TIME_UTC);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#endif /* TERN_ARCH_GENERIC_PORT_H */
