/* Adapter for Tern's ring in ST mode. SPDX-License-Identifier: MIT */
#define RING_MODE          st
#define RING_SYNC          TERN_RING_ST
#define RING_SIZES         RING_SIZES_ANY
#define RING_ENQUEUE_ALL   enqueue_bulk
#define BENCH_RING_SHARING BENCH_ONE_TO_ONE
#include "ring_mode.inc.h"
