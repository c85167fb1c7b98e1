/* Adapter for Tern's ring in LF mode. SPDX-License-Identifier: MIT */
#define RING_MODE  lf
#define RING_SYNC  TERN_RING_LF
#define RING_SIZES RING_SIZES_TO_8
/* It has no bulk enqueue; a burst takes as much as there is room for. */
#define RING_ENQUEUE_ALL   enqueue_burst
#define BENCH_RING_SHARING BENCH_MANY_TO_MANY
#include "ring_mode.inc.h"
