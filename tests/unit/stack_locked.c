/* The intrusive stack with a lock: what stack_intrusive.c tests. */
#define TEST_LOCKED

#include "stack_intrusive.c"
