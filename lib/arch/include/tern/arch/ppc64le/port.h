/*
 * ppc64le: POWER8 and later, which is what the little-endian ABI asks for. Include
 * <tern/arch/port.h>, not this header.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_PPC64LE_PORT_H
#define TERN_ARCH_PPC64LE_PORT_H

#include <stdbool.h>
#include <stdint.h>

/* Lines are 128 bytes. */
#define TERN_CACHE_LINE 128

#define TERN_HAVE_DWCAS 1

/* The hint "yield": the other threads of the core may have what this one does not need. */
static inline void tern_port_pause(void)
{
    __asm__ __volatile__("or 27, 27, 27" ::: "memory");
}

static inline uint64_t tern_port_cycles(void)
{
    uint64_t ticks;
    __asm__ __volatile__("mftb %0" : "=r"(ticks)); /* the time base */
    return ticks;
}

/*
 *     do { found = load of the pair with a reservation
 *          if (found != expected) break
 *     } while the conditional store of desired fails
 *
 * An aligned quadword load is whole by itself, so the failure path has no store. A pair lies in
 * an even and an odd register, and the even one has the more significant half in either byte
 * order: here the second word of memory.
 *
 * The barriers are those by which C11 is mapped to POWER (Batty, Memarian, Owens, Sarkar and
 * Sewell 2012): a release is lwsync in front, which orders everything but an earlier store with a
 * later load. An acquire is isync behind, after branches that depend on the load and the store: no
 * later access starts before they are decided. A relaxed one has none.
 */
#define TERN_PORT_DWCAS_DEFINE(order, before, after)                                            \
    static inline bool tern_port_dwcas_##order(volatile uint64_t word[2], uint64_t expected[2], \
                                               const uint64_t desired[2])                       \
    {                                                                                           \
        const uint64_t expected_low = expected[0], expected_high = expected[1];                 \
        const uint64_t new_low = desired[0], new_high = desired[1];                             \
        /* Nothing but registers from here on: a call would take them. */                       \
        register uint64_t found_high __asm__("r8");                                             \
        register uint64_t found_low __asm__("r9");                                              \
        register uint64_t desired_high __asm__("r10") = new_high;                               \
        register uint64_t desired_low __asm__("r11") = new_low;                                 \
        __asm__ __volatile__(                                                                   \
            before "1: lqarx %0, %y2\n"                                                         \
                   "   cmpd %1, %5\n"                                                           \
                   "   bne- 2f\n"                                                               \
                   "   cmpd %0, %6\n"                                                           \
                   "   bne- 2f\n"                                                               \
                   "   stqcx. %3, %y2\n"                                                        \
                   "   bne- 1b\n"                                                               \
                   "2:\n" after                                                                 \
            : "=&r"(found_high), "=&r"(found_low), "+Z"(*(volatile char(*)[16])word)            \
            : "r"(desired_high), "r"(desired_low), "r"(expected_low), "r"(expected_high)        \
            : "cr0", "memory");                                                                 \
        bool equal = found_low == expected_low && found_high == expected_high;                  \
        expected[0] = found_low;                                                                \
        expected[1] = found_high;                                                               \
        return equal;                                                                           \
    }

TERN_PORT_DWCAS_DEFINE(relaxed, "", "")
TERN_PORT_DWCAS_DEFINE(acquire, "", "isync\n")
TERN_PORT_DWCAS_DEFINE(release, "lwsync\n", "")
TERN_PORT_DWCAS_DEFINE(acq_rel, "lwsync\n", "isync\n")

#define TERN_PORT_DWCAS(word, expected, desired, order) \
    tern_port_dwcas_##order(word, expected, desired)

#endif /* TERN_ARCH_PPC64LE_PORT_H */
