/*
 * DPDK's ring in one mode with one element size (template, see dpdk_ring_mode.inc.h and
 * scenarios/loops.h).
 *
 * DPDK's own single operations are its bulk of a constant 1, so that is what they are here.
 *
 * SPDX-License-Identifier: MIT
 */

/* rte_ring_mp_rts_enqueue_bulk_elem and so on. */
#define DPDK_ENQUEUE(how) BENCH_JOIN(DPDK_PRODUCER, BENCH_JOIN(enqueue, how))
#define DPDK_DEQUEUE(how) BENCH_JOIN(DPDK_CONSUMER, BENCH_JOIN(dequeue, how))

typedef struct dpdk_queue BENCH(queue);

static inline struct dpdk_queue *BENCH(create)(const struct bench_shape *shape)
{
    return dpdk_queue_create(shape, DPDK_FLAGS);
}

static inline void BENCH(destroy)(struct dpdk_queue *queue)
{
    free(queue);
}

static inline bool BENCH(enqueue)(struct dpdk_queue *queue, const BENCH_UNIT *object)
{
    return DPDK_ENQUEUE(bulk_elem)(dpdk_ring(queue), object, DPDK_ELEM_SIZE(queue), 1, NULL) != 0;
}

static inline bool BENCH(dequeue)(struct dpdk_queue *queue, BENCH_UNIT *object)
{
    return DPDK_DEQUEUE(bulk_elem)(dpdk_ring(queue), object, DPDK_ELEM_SIZE(queue), 1, NULL) != 0;
}

static inline size_t BENCH(enqueue_bulk)(struct dpdk_queue *queue, const BENCH_UNIT *objects,
                                         size_t n)
{
    return DPDK_ENQUEUE(bulk_elem)(dpdk_ring(queue), objects, DPDK_ELEM_SIZE(queue), (unsigned)n,
                                   NULL);
}

static inline size_t BENCH(dequeue_bulk)(struct dpdk_queue *queue, BENCH_UNIT *objects, size_t n)
{
    return DPDK_DEQUEUE(bulk_elem)(dpdk_ring(queue), objects, DPDK_ELEM_SIZE(queue), (unsigned)n,
                                   NULL);
}

static inline size_t BENCH(enqueue_burst)(struct dpdk_queue *queue, const BENCH_UNIT *objects,
                                          size_t n)
{
    return DPDK_ENQUEUE(burst_elem)(dpdk_ring(queue), objects, DPDK_ELEM_SIZE(queue), (unsigned)n,
                                    NULL);
}

static inline size_t BENCH(dequeue_burst)(struct dpdk_queue *queue, BENCH_UNIT *objects, size_t n)
{
    return DPDK_DEQUEUE(burst_elem)(dpdk_ring(queue), objects, DPDK_ELEM_SIZE(queue), (unsigned)n,
                                    NULL);
}

#define BENCH_SHARING BENCH_RING_SHARING
#define BENCH_BULK    1
#include "../scenarios/loops.h"

#undef DPDK_ENQUEUE
#undef DPDK_DEQUEUE
#undef DPDK_ELEM_SIZE
