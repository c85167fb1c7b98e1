/* The tests of stack_aba.c on a stack whose generation stands still. */
#define TERN_STACK_GENERATION_STEP 0u

#include "stack_aba.c"
