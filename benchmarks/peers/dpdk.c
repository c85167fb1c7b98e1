/*
 * Adapter for DPDK's ring (https://www.dpdk.org), through the inline functions for elements of a
 * given size and the entry points of the mode, as its users call it who know both.
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

#define DPDK_MODE          st
#define DPDK_FLAGS         (RING_F_SP_ENQ | RING_F_SC_DEQ)
#define DPDK_PRODUCER      rte_ring_sp
#define DPDK_CONSUMER      rte_ring_sc
#define BENCH_RING_SHARING BENCH_ONE_TO_ONE
#include "dpdk_ring_mode.inc.h"

#define DPDK_MODE          mt
#define DPDK_FLAGS         0u
#define DPDK_PRODUCER      rte_ring_mp
#define DPDK_CONSUMER      rte_ring_mc
#define BENCH_RING_SHARING BENCH_MANY_TO_MANY
#include "dpdk_ring_mode.inc.h"

#define DPDK_MODE          rts
#define DPDK_FLAGS         (RING_F_MP_RTS_ENQ | RING_F_MC_RTS_DEQ)
#define DPDK_PRODUCER      rte_ring_mp_rts
#define DPDK_CONSUMER      rte_ring_mc_rts
#define BENCH_RING_SHARING BENCH_MANY_TO_MANY
#include "dpdk_ring_mode.inc.h"

#define DPDK_MODE          hts
#define DPDK_FLAGS         (RING_F_MP_HTS_ENQ | RING_F_MC_HTS_DEQ)
#define DPDK_PRODUCER      rte_ring_mp_hts
#define DPDK_CONSUMER      rte_ring_mc_hts
#define BENCH_RING_SHARING BENCH_MANY_TO_MANY
#include "dpdk_ring_mode.inc.h"

#define DPDK_CANDIDATE(mode)                                          \
    static const struct bench_variant *const mode##_variants[] = {    \
        &mode##_8_variant,  &mode##_4_variant,  &mode##_16_variant,   \
        &mode##_32_variant, &mode##_64_variant, &mode##_any_variant}; \
    const struct bench_candidate bench_dpdk_ring_##mode = {mode##_variants, 6, NULL}

DPDK_CANDIDATE(st);
DPDK_CANDIDATE(mt);
DPDK_CANDIDATE(rts);
DPDK_CANDIDATE(hts);
