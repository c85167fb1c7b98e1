/* Adapter for DPDK's ring in RTS mode. SPDX-License-Identifier: MIT */
#define DPDK_MODE          rts
#define DPDK_FLAGS         (RING_F_MP_RTS_ENQ | RING_F_MC_RTS_DEQ)
#define DPDK_PRODUCER      rte_ring_mp_rts
#define DPDK_CONSUMER      rte_ring_mc_rts
#define BENCH_RING_SHARING BENCH_MANY_TO_MANY
#include "dpdk_ring_mode.inc.h"
