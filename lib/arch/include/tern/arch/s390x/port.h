/*
 * s390x. Include <tern/arch/port.h>, not this header.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_S390X_PORT_H
#define TERN_ARCH_S390X_PORT_H

#include <stdbool.h>
#include <stdint.h>

/* Lines are 256 bytes. */
#define TERN_CACHE_LINE 256

#define TERN_HAVE_DWCAS 1

/* There is no such hint for programs: only the compiler must not merge two looks into one. */
static inline void tern_port_pause(void)
{
    __asm__ __volatile__("" ::: "memory");
}

/* The time-of-day clock, 4096 ticks a microsecond. */
static inline uint64_t tern_port_cycles(void)
{
    uint64_t ticks;
    __asm__ __volatile__("stckf %0" : "=Q"(ticks) : : "cc");
    return ticks;
}

/*
 * cdsg compares a pair of registers, even and odd, with the 16 bytes, stores another pair where
 * they are equal, else loads them into the first; the even register has the word that comes first
 * in memory. It serialises before and after, so every order is served by it.
 */
static inline bool tern_port_dwcas(volatile uint64_t word[2], uint64_t expected[2],
                                   const uint64_t desired[2])
{
    const uint64_t expected_low = expected[0], expected_high = expected[1];
    const uint64_t new_low = desired[0], new_high = desired[1];
    /* Nothing but registers from here on: a call would take them. */
    register uint64_t found_low __asm__("r2") = expected_low;
    register uint64_t found_high __asm__("r3") = expected_high;
    register uint64_t desired_low __asm__("r4") = new_low;
    register uint64_t desired_high __asm__("r5") = new_high;
    __asm__ __volatile__("cdsg %0, %3, %2"
                         : "+d"(found_low), "+d"(found_high), "+S"(*(volatile char(*)[16])word)
                         : "d"(desired_low), "d"(desired_high)
                         : "cc", "memory");
    bool equal = found_low == expected_low && found_high == expected_high;
    expected[0] = found_low;
    expected[1] = found_high;
    return equal;
}

#define TERN_PORT_DWCAS(word, expected, desired, order) tern_port_dwcas(word, expected, desired)

#endif /* TERN_ARCH_S390X_PORT_H */
