/* The tests of stack_bounded_aba.c on lists whose generation stands still. */
#define TERN_STACK_GENERATION_STEP 0u

#include "stack_bounded_aba.c"
