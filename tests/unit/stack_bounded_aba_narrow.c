/* The tests of stack_bounded_aba.c on the lists of ports without double-width CAS. */
#define TERN_STACK_WIDE 0

#include "stack_bounded_aba.c"
