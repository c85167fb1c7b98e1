/* What stack_bounded.c tests, on a port without double-width CAS. */
#define TERN_PORT_GENERIC

#include "stack_bounded.c"
