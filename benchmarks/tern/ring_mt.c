/* Adapter for Tern's ring in MT mode. SPDX-License-Identifier: MIT */
#define RING_MODE          mt
#define RING_SYNC          TERN_RING_MT
#define RING_SIZES         RING_SIZES_ANY
#define RING_ENQUEUE_ALL   enqueue_bulk
#define BENCH_RING_SHARING BENCH_MANY_TO_MANY
#include "ring_mode.inc.h"
