/*
 * riscv64, with DWCAS where the target has Zacas. Include <tern/arch/port.h>, not this header.
 *
 * What is newer than the oldest assembler in use is written as an encoding: pause is a fence that
 * older cores take for one that does nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_RISCV64_PORT_H
#define TERN_ARCH_RISCV64_PORT_H

#include <stdbool.h>
#include <stdint.h>

/* Lines are 64 bytes, but there are cores that fetch the next one too. */
#define TERN_CACHE_LINE 128

static inline void tern_port_pause(void)
{
    __asm__ __volatile__(".insn i 0x0f, 0, x0, x0, 0x010" ::: "memory"); /* pause */
}

/* The clock of the platform: rdcycle is not for every program, and stops with the core. */
static inline uint64_t tern_port_cycles(void)
{
    uint64_t ticks;
    __asm__ __volatile__("rdtime %0" : "=r"(ticks));
    return ticks;
}

#ifdef __riscv_zacas

#    define TERN_HAVE_DWCAS 1

/*
 * amocas.q compares a pair of registers, even and odd, with the 16 bytes, stores another pair
 * where they are equal, and loads what it found into the first pair in either case; the even
 * register has the word that comes first in memory. It is an AMO of funct3 4 and funct5 00101;
 * below that come the bits aq and rl, which order it as those of any AMO do.
 */
#    define TERN_PORT_DWCAS_DEFINE(order, aq_rl)                                        \
        static inline bool tern_port_dwcas_##order(                                     \
            volatile uint64_t word[2], uint64_t expected[2], const uint64_t desired[2]) \
        {                                                                               \
            const uint64_t expected_low = expected[0], expected_high = expected[1];     \
            const uint64_t new_low = desired[0], new_high = desired[1];                 \
            /* Nothing but registers from here on: a call would take them. */           \
            register uint64_t found_low __asm__("a2") = expected_low;                   \
            register uint64_t found_high __asm__("a3") = expected_high;                 \
            register uint64_t desired_low __asm__("a4") = new_low;                      \
            register uint64_t desired_high __asm__("a5") = new_high;                    \
            __asm__ __volatile__(".insn r 0x2f, 4, (0x14 + " aq_rl "), %0, %3, %4"      \
                                 : "+r"(found_low), "+r"(found_high),                   \
                                   "+m"(*(volatile char(*)[16])word)                    \
                                 : "r"(word), "r"(desired_low), "r"(desired_high)       \
                                 : "memory");                                           \
            bool equal = found_low == expected_low && found_high == expected_high;      \
            expected[0] = found_low;                                                    \
            expected[1] = found_high;                                                   \
            return equal;                                                               \
        }

TERN_PORT_DWCAS_DEFINE(relaxed, "0")
TERN_PORT_DWCAS_DEFINE(acquire, "2")
TERN_PORT_DWCAS_DEFINE(release, "1")
TERN_PORT_DWCAS_DEFINE(acq_rel, "3")

#    define TERN_PORT_DWCAS(word, expected, desired, order) \
        tern_port_dwcas_##order(word, expected, desired)

#else

#    define TERN_HAVE_DWCAS 0

#endif

#endif /* TERN_ARCH_RISCV64_PORT_H */
