/* Adapter for Tern's ring in HTS mode. SPDX-License-Identifier: MIT */
#define RING_MODE          hts
#define RING_SYNC          TERN_RING_HTS
#define RING_SIZES         RING_SIZES_ANY
#define RING_ENQUEUE_ALL   enqueue_bulk
#define BENCH_RING_SHARING BENCH_MANY_TO_MANY
#include "ring_mode.inc.h"
