/* Adapter for DPDK's ring in ST mode. SPDX-License-Identifier: MIT */
#define DPDK_MODE          st
#define DPDK_FLAGS         (RING_F_SP_ENQ | RING_F_SC_DEQ)
#define DPDK_PRODUCER      rte_ring_sp
#define DPDK_CONSUMER      rte_ring_sc
#define BENCH_RING_SHARING BENCH_ONE_TO_ONE
#include "dpdk_ring_mode.inc.h"
