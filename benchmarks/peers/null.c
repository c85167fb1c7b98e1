/*
 * The harness alone: what the loops cost with a container that does next to nothing.
 *
 * It remembers where the burst that went in last is and copies it out from there,
 * so that verification has something to verify. One thread only: between threads,
 * what passes the verification is a queue.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../scenarios/adapter.h"
#include "peers.h"

struct null_queue {
    const unsigned char *objects; /* of the last enqueue, from the next one to give back on */
    size_t held;
    size_t elem_size;
};

static struct null_queue *null_create(const struct bench_shape *shape)
{
    struct null_queue *queue = calloc(1, sizeof *queue);
    if (queue != NULL)
        queue->elem_size = shape->elem_size;
    return queue;
}

#define BENCH_ADAPTER    null_4
#define BENCH_ELEM_SIZE  4
#define BENCH_UNIT       uint32_t
#define NULL_SIZE(queue) ((size_t)4)
#include "null.inc.h"

#define BENCH_ADAPTER    null_8
#define BENCH_ELEM_SIZE  8
#define BENCH_UNIT       uint64_t
#define NULL_SIZE(queue) ((size_t)8)
#include "null.inc.h"

#define BENCH_ADAPTER    null_16
#define BENCH_ELEM_SIZE  16
#define BENCH_UNIT       struct bench_object_16
#define NULL_SIZE(queue) ((size_t)16)
#include "null.inc.h"

#define BENCH_ADAPTER    null_32
#define BENCH_ELEM_SIZE  32
#define BENCH_UNIT       struct bench_object_32
#define NULL_SIZE(queue) ((size_t)32)
#include "null.inc.h"

#define BENCH_ADAPTER    null_64
#define BENCH_ELEM_SIZE  64
#define BENCH_UNIT       struct bench_object_64
#define NULL_SIZE(queue) ((size_t)64)
#include "null.inc.h"

#define BENCH_ADAPTER    null_any
#define BENCH_ELEM_SIZE  0
#define BENCH_UNIT       unsigned char
#define NULL_SIZE(queue) ((queue)->elem_size)
#include "null.inc.h"

static const struct bench_variant *const variants[] = {&null_8_variant,  &null_4_variant,
                                                       &null_16_variant, &null_32_variant,
                                                       &null_64_variant, &null_any_variant};

const struct bench_candidate bench_null = {variants, 6, NULL};
