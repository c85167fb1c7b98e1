/* Adapter for DPDK's ring in MT mode. SPDX-License-Identifier: MIT */
#define DPDK_MODE          mt
#define DPDK_FLAGS         0u
#define DPDK_PRODUCER      rte_ring_mp
#define DPDK_CONSUMER      rte_ring_mc
#define BENCH_RING_SHARING BENCH_MANY_TO_MANY
#include "dpdk_ring_mode.inc.h"
