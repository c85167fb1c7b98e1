/*
 * amocas.q of riscv64, for an emulator without Zacas. A wrong register, width or field of the port
 * ends in a wrong result or in the SIGILL itself.
 */
#define _GNU_SOURCE /* names of registers */

#include "emulate.h"

static uint64_t program_counter(const mcontext_t *context)
{
    return context->__gregs[REG_PC];
}

static bool emulate(uint32_t instruction, mcontext_t *context)
{
    /* The place of x0, which always reads as zero, is the program counter's. */
    unsigned long *x = context->__gregs;
    const uint32_t rd = bits(instruction, 7, 5);
    const uint32_t rs1 = bits(instruction, 15, 5);
    const uint32_t rs2 = bits(instruction, 20, 5);
    const bool is_amocas_q = bits(instruction, 0, 7) == 0x2f && bits(instruction, 12, 3) == 4 &&
                             bits(instruction, 27, 5) == 5;
    if (!is_amocas_q || rd % 2 != 0 || rs2 % 2 != 0 || rd == 0 || rs2 == 0 || rs1 == 0 ||
        x[rs1] % 16 != 0)
        return false;

    volatile uint64_t *word = (volatile uint64_t *)x[rs1];
    emulation_begin();
    const uint64_t low = word[0], high = word[1];
    if (low == x[rd] && high == x[rd + 1]) {
        word[0] = x[rs2];
        word[1] = x[rs2 + 1];
    }
    emulation_end();
    x[rd] = low;
    x[rd + 1] = high;
    x[REG_PC] += 4;
    return true;
}
