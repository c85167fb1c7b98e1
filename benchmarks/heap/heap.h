/*
 * The suite of allocators: what its loops (heap/loops.h) and its scenarios share.
 *
 * An object is memory that was allocated. While it is out, its first and its last word carry a tag
 * of its address and of a number that is used once only. So an allocator is found out when it hands
 * out memory that somebody has already, or less of it than it should, or writes to what is out: the
 * tag is not what it was when the object is freed.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_HEAP_H
#define BENCH_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../src/candidate.h"
#include "../src/cpu.h"

/* From the thread that allocates to the one that frees: a ring of pointers, published by the chunk.
 * It is the same for all candidates, and part of what they all cost. */
enum { BENCH_CHANNEL_SLOTS = 1024, BENCH_CHANNEL_CHUNK = 32 };

struct bench_channel {
    BENCH_LINE_ALIGNED uint64_t head; /* taken, by the receiver */
    BENCH_LINE_ALIGNED uint64_t tail; /* there, by the sender */
    BENCH_LINE_ALIGNED void *slots[BENCH_CHANNEL_SLOTS];
};

/* Objects that go from hand to hand: place 0 is the number of the first, and 0 for no objects. */
typedef void **bench_batch;

/* What a worker has in worker->extra. */
struct bench_heap_extra {
    struct bench_heap_extra **all; /* of every worker, worker_count of them */
    size_t worker_count;
    size_t most_out;                        /* objects that may be out at once */
    bench_batch spare;                      /* of many-to-many: in no mailbox */
    BENCH_LINE_ALIGNED bench_batch mailbox; /* where threads leave a batch and take another one */
    struct bench_channel channel;           /* of cross-thread: the first worker's is the one */
};

/* Numbers that no other worker uses; never 0. */
static inline uint64_t bench_heap_first_number(const struct bench_worker *worker)
{
    return (uint64_t)(worker->index + 1) << 40;
}

static inline void bench_heap_write(void *object, size_t size, uint64_t number)
{
    uint64_t *words = (uint64_t *)object;
    const uint64_t tag = (uint64_t)(uintptr_t)object ^ number;
    words[0] = tag;
    words[size / sizeof *words - 1] = ~tag;
}

/* 0 when the object is as it was written. */
static inline uint64_t bench_heap_difference(const void *object, size_t size, uint64_t number)
{
    const uint64_t *words = (const uint64_t *)object;
    const uint64_t tag = (uint64_t)(uintptr_t)object ^ number;
    return (words[0] ^ tag) | (words[size / sizeof *words - 1] ^ ~tag);
}

#endif
