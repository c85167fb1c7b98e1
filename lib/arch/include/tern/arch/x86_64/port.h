/*
 * x86_64. Include <tern/arch/port.h>, not this header.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_X86_64_PORT_H
#define TERN_ARCH_X86_64_PORT_H

#include <stdbool.h>
#include <stdint.h>

/* Lines are 64 bytes, but the adjacent-line prefetcher pulls them in aligned pairs: two writers
 * on two lines of one pair still take the line from each other. */
#define TERN_CACHE_LINE 128

#define TERN_HAVE_DWCAS 1

/* A locked instruction holds the whole line, whatever its width, so those of 8 and of 16 bytes are
 * atomic to each other. */
#define TERN_PORT_HALF_CAS 1

static inline void tern_port_pause(void)
{
    __builtin_ia32_pause();
}

static inline uint64_t tern_port_cycles(void)
{
    return __builtin_ia32_rdtsc();
}

/*
 * cmpxchg16b compares rdx:rax with the 16 bytes, stores rcx:rbx where they are equal, else loads
 * them into rdx:rax; the locked form is a full barrier, so every order is served by it. It needs
 * no -mcx16, which only governs what the compiler itself emits. It faults on a word that is not
 * aligned to 16 bytes.
 */
static inline bool tern_port_dwcas(volatile uint64_t word[2], uint64_t expected[2],
                                   const uint64_t desired[2])
{
    bool equal;
    __asm__ __volatile__("lock cmpxchg16b %1"
                         : "=@ccz"(equal), "+m"(*(volatile char(*)[16])word), "+a"(expected[0]),
                           "+d"(expected[1])
                         : "b"(desired[0]), "c"(desired[1])
                         : "memory");
    return equal;
}

#define TERN_PORT_DWCAS(word, expected, desired, order) tern_port_dwcas(word, expected, desired)

#endif /* TERN_ARCH_X86_64_PORT_H */
