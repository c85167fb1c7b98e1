/* Adapter for DPDK's ring in HTS mode. SPDX-License-Identifier: MIT */
#define DPDK_MODE          hts
#define DPDK_FLAGS         (RING_F_MP_HTS_ENQ | RING_F_MC_HTS_DEQ)
#define DPDK_PRODUCER      rte_ring_mp_hts
#define DPDK_CONSUMER      rte_ring_mc_hts
#define BENCH_RING_SHARING BENCH_MANY_TO_MANY
#include "dpdk_ring_mode.inc.h"
