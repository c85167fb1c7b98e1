/*
 * lqarx and stqcx. of ppc64le, under the names that lqarx.h gives them: opcode 0 instead of 31.
 *
 * A reservation is kept as the value that was loaded. That makes it outlive a change there and
 * back, which a real one would not: nothing that stands on a compare-and-swap may mind.
 */
#define _GNU_SOURCE /* names of registers */

#include "emulate.h"

#include <asm/ptrace.h>

static _Thread_local struct {
    uint64_t address; /* 0: none */
    uint64_t low, high;
} reservation;

static uint64_t program_counter(const mcontext_t *context)
{
    return context->gp_regs[PT_NIP];
}

static bool emulate(uint32_t instruction, mcontext_t *context)
{
    unsigned long *r = context->gp_regs;
    const uint32_t pair = bits(instruction, 21, 5);
    const uint32_t ra = bits(instruction, 16, 5);
    const uint32_t rb = bits(instruction, 11, 5);
    const uint64_t address = (ra != 0 ? r[ra] : 0) + r[rb];
    const bool load = bits(instruction, 0, 11) == 276u << 1;
    const bool store = bits(instruction, 0, 11) == (182u << 1 | 1);
    if (bits(instruction, 26, 6) != 0 || load == store || pair % 2 != 0 || address % 16 != 0 ||
        (load && (pair == ra || pair == rb || pair + 1 == ra || pair + 1 == rb)))
        return false;

    volatile uint64_t *word = (volatile uint64_t *)address;
    emulation_begin();
    const uint64_t low = word[0], high = word[1];
    const bool held =
        reservation.address == address && reservation.low == low && reservation.high == high;
    if (store && held) {
        word[0] = r[pair + 1];
        word[1] = r[pair];
    }
    emulation_end();

    reservation.address = load ? address : 0;
    if (load) {
        r[pair] = reservation.high = high;
        r[pair + 1] = reservation.low = low;
    } else {
        /* CR0 says "equal" for done. */
        r[PT_CCR] = (r[PT_CCR] & 0x0fffffff) | (held ? 0x20000000 : 0);
    }
    r[PT_NIP] += 4;
    return true;
}
