/*
 * Included in front of everything: makes lqarx and stqcx. of ppc64le instructions that do not
 * exist, with the same fields, for emulate_lqarx.c to catch. qemu before 8.0 has the two, but its
 * stqcx. never succeeds. tests/cross/orders looks at the real ones.
 */
__asm__(".macro lqarx rt, ra, rb\n"
        ".long (\\rt << 21) | (\\ra << 16) | (\\rb << 11) | (276 << 1)\n"
        ".endm\n"
        ".macro stqcx. rs, ra, rb\n"
        ".long (\\rs << 21) | (\\ra << 16) | (\\rb << 11) | (182 << 1) | 1\n"
        ".endm\n");
