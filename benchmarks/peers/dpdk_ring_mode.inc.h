/*
 * Adapter for DPDK's ring (https://www.dpdk.org) in one mode: the whole of dpdk_ring_st.c and so
 * on, each an object of its own, since together they take a compiler half a minute. Through the
 * inline functions for elements of a given size and the entry points of the mode, as its users call
 * it who know both.
 *
 * It needs no EAL: the ring is initialised in memory of our own. Compiled with DPDK's own flags,
 * see CMakeLists.txt.
 *
 * SPDX-License-Identifier: MIT
 */
#include <rte_common.h>
#include <rte_ring.h>
#include <rte_ring_elem.h>

#include "../scenarios/adapter.h"
#include "peers.h"

/* DPDK's ring begins at its end; the ring does not know the size of its elements. */
struct dpdk_queue {
    BENCH_LINE_ALIGNED unsigned elem_size;
};

static inline struct rte_ring *dpdk_ring(struct dpdk_queue *queue)
{
    return (struct rte_ring *)(void *)(queue + 1);
}

static struct dpdk_queue *dpdk_queue_create(const struct bench_shape *shape, unsigned flags)
{
    const unsigned elem_size = (unsigned)shape->elem_size;
    const unsigned capacity = (unsigned)shape->capacity;
    const ssize_t bytes = rte_ring_get_memsize_elem(elem_size, rte_align32pow2(capacity + 1));
    if (bytes < 0)
        return NULL;

    const size_t total = sizeof(struct dpdk_queue) + ((size_t)bytes + 127) / 128 * 128;
    struct dpdk_queue *queue = (struct dpdk_queue *)aligned_alloc(128, total);
    if (queue == NULL)
        return NULL;
    queue->elem_size = elem_size;
    if (rte_ring_init(dpdk_ring(queue), "bench", capacity, flags | RING_F_EXACT_SZ) != 0) {
        free(queue);
        return NULL;
    }
    return queue;
}

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

static const struct bench_variant *const dpdk_variants[] = {
    &BENCH_JOIN(DPDK_MODE, 8_variant),  &BENCH_JOIN(DPDK_MODE, 4_variant),
    &BENCH_JOIN(DPDK_MODE, 16_variant), &BENCH_JOIN(DPDK_MODE, 32_variant),
    &BENCH_JOIN(DPDK_MODE, 64_variant), &BENCH_JOIN(DPDK_MODE, any_variant)};
const struct bench_candidate BENCH_JOIN(bench_dpdk_ring, DPDK_MODE) = {
    dpdk_variants, sizeof dpdk_variants / sizeof *dpdk_variants, NULL};
