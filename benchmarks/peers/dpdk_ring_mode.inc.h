/*
 * DPDK's ring in one mode, for all element sizes (template, see dpdk.c).
 *
 * SPDX-License-Identifier: MIT
 */

#define BENCH_ADAPTER         BENCH_JOIN(DPDK_MODE, 4)
#define BENCH_ELEM_SIZE       4
#define BENCH_UNIT            uint32_t
#define DPDK_ELEM_SIZE(queue) 4u
#include "dpdk_ring.inc.h"

#define BENCH_ADAPTER         BENCH_JOIN(DPDK_MODE, 8)
#define BENCH_ELEM_SIZE       8
#define BENCH_UNIT            uint64_t
#define DPDK_ELEM_SIZE(queue) 8u
#include "dpdk_ring.inc.h"

#define BENCH_ADAPTER         BENCH_JOIN(DPDK_MODE, 16)
#define BENCH_ELEM_SIZE       16
#define BENCH_UNIT            struct bench_object_16
#define DPDK_ELEM_SIZE(queue) 16u
#include "dpdk_ring.inc.h"

#define BENCH_ADAPTER         BENCH_JOIN(DPDK_MODE, 32)
#define BENCH_ELEM_SIZE       32
#define BENCH_UNIT            struct bench_object_32
#define DPDK_ELEM_SIZE(queue) 32u
#include "dpdk_ring.inc.h"

#define BENCH_ADAPTER         BENCH_JOIN(DPDK_MODE, 64)
#define BENCH_ELEM_SIZE       64
#define BENCH_UNIT            struct bench_object_64
#define DPDK_ELEM_SIZE(queue) 64u
#include "dpdk_ring.inc.h"

#define BENCH_ADAPTER         BENCH_JOIN(DPDK_MODE, any)
#define BENCH_ELEM_SIZE       0
#define BENCH_UNIT            unsigned char
#define DPDK_ELEM_SIZE(queue) ((queue)->elem_size)
#include "dpdk_ring.inc.h"

#undef DPDK_MODE
#undef DPDK_FLAGS
#undef DPDK_PRODUCER
#undef DPDK_CONSUMER
#undef BENCH_RING_SHARING
