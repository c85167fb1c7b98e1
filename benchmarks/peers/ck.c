/*
 * Adapter for the rings of Concurrency Kit (https://github.com/concurrencykit/ck).
 *
 * They carry pointers only, and have no bulk operation. A ring of 2^k slots holds 2^k - 1 pointers.
 *
 * SPDX-License-Identifier: MIT
 */
#include <ck_ring.h>

#include "../scenarios/adapter.h"
#include "peers.h"

struct ck_queue {
    BENCH_LINE_ALIGNED struct ck_ring ring;
    BENCH_LINE_ALIGNED struct ck_ring_buffer slots[];
};

static const char *ck_refusal(const struct bench_shape *shape)
{
    if (((shape->capacity + 1) & shape->capacity) != 0)
        return "Concurrency Kit holds a power of two minus one";
    return NULL;
}

static struct ck_queue *ck_queue_create(const struct bench_shape *shape)
{
    const size_t slots = shape->capacity + 1;
    const size_t bytes = sizeof(struct ck_queue) + slots * sizeof(struct ck_ring_buffer);
    struct ck_queue *queue = aligned_alloc(128, (bytes + 127) / 128 * 128);
    if (queue != NULL)
        ck_ring_init(&queue->ring, (unsigned)slots);
    return queue;
}

#define BENCH_ADAPTER ck_ring_spsc
#define CK_ENQUEUE    ck_ring_enqueue_spsc
#define CK_DEQUEUE    ck_ring_dequeue_spsc
#define BENCH_SHARING BENCH_ONE_TO_ONE
#include "ck_ring.inc.h"

#define BENCH_ADAPTER ck_ring_mpmc
#define CK_ENQUEUE    ck_ring_enqueue_mpmc
#define CK_DEQUEUE    ck_ring_dequeue_mpmc
#define BENCH_SHARING BENCH_MANY_TO_MANY
#include "ck_ring.inc.h"

static const struct bench_variant *const spsc_variants[] = {&ck_ring_spsc_variant};
static const struct bench_variant *const mpmc_variants[] = {&ck_ring_mpmc_variant};

const struct bench_candidate bench_ck_ring_spsc = {spsc_variants, 1, ck_refusal};
const struct bench_candidate bench_ck_ring_mpmc = {mpmc_variants, 1, ck_refusal};
