/*
 * The port of the model checker. Include <tern/arch/port.h>, not this header.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_MODEL_PORT_H
#define TERN_ARCH_MODEL_PORT_H

#include <cstdint>

/* There is no cache here, and Relacy allocates a test with malloc, which aligns to this. */
#define TERN_CACHE_LINE 16

#define TERN_HAVE_DWCAS 1

static inline void tern_port_pause(void) {}

static inline uint64_t tern_port_cycles(void)
{
    return 0;
}

#endif /* TERN_ARCH_MODEL_PORT_H */
