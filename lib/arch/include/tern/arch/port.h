/*
 * Picks the port: the one place that looks at the target.
 *
 * A port is one folder with one header, which gives
 *
 *     TERN_CACHE_LINE                bytes to keep between two sides, so that they are never on
 *                                    the same line nor on two that the hardware fetches as a pair
 *     TERN_HAVE_DWCAS                1 when tern_port_dwcas exists, else 0
 *     TERN_PORT_HALF_CAS             1 when a CAS of 64 bits on one half of a pair and a DWCAS of
 *                                    the whole are atomic to each other; not there, or 0, when
 *                                    that is not promised
 *     tern_port_pause()              tells the core that this is a waiting loop
 *     tern_port_cycles()             a counter that ticks at a constant rate, for measuring
 *     tern_port_dwcas(word, expected, desired, order)
 *                                    see <tern/arch/dwcas.h>
 *
 * A new port is a folder and a line here. TERN_PORT_GENERIC asks for the port without assembly,
 * which is also what an unknown target gets.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_PORT_H
#define TERN_ARCH_PORT_H

#include <tern/arch/compiler.h>

#if defined(TERN_MODEL)
#    include <tern/arch/model/port.h>
#elif defined(TERN_PORT_GENERIC)
#    include <tern/arch/generic/port.h>
#elif defined(__x86_64__) && !defined(__ILP32__)
#    include <tern/arch/x86_64/port.h>
#elif defined(__aarch64__) && !defined(__ILP32__)
#    include <tern/arch/aarch64/port.h>
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__) && defined(_ARCH_PWR8)
#    include <tern/arch/ppc64le/port.h>
#elif defined(__s390x__)
#    include <tern/arch/s390x/port.h>
#elif defined(__riscv) && __riscv_xlen == 64 && defined(__riscv_atomic)
#    include <tern/arch/riscv64/port.h>
#else
#    include <tern/arch/generic/port.h>
#endif

#endif /* TERN_ARCH_PORT_H */
