/* The intrusive stack on a port without double-width CAS: there is none. */
#define TERN_PORT_GENERIC

#include "stack_intrusive.c"
