/*
 * aarch64, with the atomics of ARMv8.1 (LSE) where the target has them, else with exclusive
 * loads and stores. Include <tern/arch/port.h>, not this header.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_AARCH64_PORT_H
#define TERN_ARCH_AARCH64_PORT_H

#include <stdbool.h>
#include <stdint.h>

/* Lines are 64 bytes on most cores and 128 on some (Apple), and some fetch them in pairs. */
#define TERN_CACHE_LINE 128

#define TERN_HAVE_DWCAS 1

/* `yield` is a no-op on nearly every core; `isb` waits for the pipeline to drain, some tens of
 * cycles, which is what x86's pause is worth. */
static inline void tern_port_pause(void)
{
    __asm__ __volatile__("isb" ::: "memory");
}

static inline uint64_t tern_port_cycles(void)
{
    uint64_t ticks;
    __asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
}

#ifdef __ARM_FEATURE_ATOMICS

/* casp wants both pairs in consecutive registers that start with an even one. */
#    define TERN_PORT_DWCAS_DEFINE(order, instruction)                                  \
        static inline bool tern_port_dwcas_##order(                                     \
            volatile uint64_t word[2], uint64_t expected[2], const uint64_t desired[2]) \
        {                                                                               \
            const uint64_t expected_low = expected[0], expected_high = expected[1];     \
            const uint64_t new_low = desired[0], new_high = desired[1];                 \
            /* Nothing but registers from here on: a call would take x0 to x3. */       \
            register uint64_t found_low __asm__("x0") = expected_low;                   \
            register uint64_t found_high __asm__("x1") = expected_high;                 \
            register uint64_t desired_low __asm__("x2") = new_low;                      \
            register uint64_t desired_high __asm__("x3") = new_high;                    \
            __asm__ __volatile__(instruction " %0, %1, %3, %4, %2"                      \
                                 : "+r"(found_low), "+r"(found_high),                   \
                                   "+Q"(*(volatile char(*)[16])word)                    \
                                 : "r"(desired_low), "r"(desired_high)                  \
                                 : "memory");                                           \
            bool equal = found_low == expected_low && found_high == expected_high;      \
            expected[0] = found_low;                                                    \
            expected[1] = found_high;                                                   \
            return equal;                                                               \
        }

TERN_PORT_DWCAS_DEFINE(relaxed, "casp")
TERN_PORT_DWCAS_DEFINE(acquire, "caspa")
TERN_PORT_DWCAS_DEFINE(release, "caspl")
TERN_PORT_DWCAS_DEFINE(acq_rel, "caspal")

#else

/*
 *     do { found = exclusive load of the pair
 *          replacement = found == expected ? desired : found
 *     } while the exclusive store of the replacement fails
 *
 * The store happens in the unequal case too, with the value just loaded. Before LSE2 an exclusive
 * load of a pair is atomic only if the matching store succeeds; without it the two halves handed
 * back could come from two different values.
 */
#    define TERN_PORT_DWCAS_DEFINE(order, load, store)                                           \
        static inline bool tern_port_dwcas_##order(                                              \
            volatile uint64_t word[2], uint64_t expected[2], const uint64_t desired[2])          \
        {                                                                                        \
            uint64_t found_low, found_high, low, high;                                           \
            uint32_t failed;                                                                     \
            __asm__ __volatile__("1: " load " %0, %1, %5\n"                                      \
                                 "   cmp %0, %6\n"                                               \
                                 "   ccmp %1, %7, #0, eq\n"                                      \
                                 "   csel %2, %8, %0, eq\n"                                      \
                                 "   csel %3, %9, %1, eq\n"                                      \
                                 "   " store " %w4, %2, %3, %5\n"                                \
                                 "   cbnz %w4, 1b\n"                                             \
                                 : "=&r"(found_low), "=&r"(found_high), "=&r"(low), "=&r"(high), \
                                   "=&r"(failed), "+Q"(*(volatile char(*)[16])word)              \
                                 : "r"(expected[0]), "r"(expected[1]), "r"(desired[0]),          \
                                   "r"(desired[1])                                               \
                                 : "cc", "memory");                                              \
            bool equal = found_low == expected[0] && found_high == expected[1];                  \
            expected[0] = found_low;                                                             \
            expected[1] = found_high;                                                            \
            return equal;                                                                        \
        }

TERN_PORT_DWCAS_DEFINE(relaxed, "ldxp", "stxp")
TERN_PORT_DWCAS_DEFINE(acquire, "ldaxp", "stxp")
TERN_PORT_DWCAS_DEFINE(release, "ldxp", "stlxp")
TERN_PORT_DWCAS_DEFINE(acq_rel, "ldaxp", "stlxp")

#endif

#define TERN_PORT_DWCAS(word, expected, desired, order) \
    tern_port_dwcas_##order(word, expected, desired)

#endif /* TERN_ARCH_AARCH64_PORT_H */
