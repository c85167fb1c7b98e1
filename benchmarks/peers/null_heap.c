/*
 * The harness alone, of allocators: what the loops cost with one that takes the next object of an
 * array, and steps back by one at a free. One thread only.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../scenarios/adapter.h"
#include "peers.h"

struct null_heap {
    size_t size, next, end; /* bytes */
    unsigned char *objects;
};

#define BENCH_ADAPTER null_any
#define BENCH_SHARING BENCH_ONE_THREAD
#define BENCH_BULK    0

typedef struct null_heap BENCH(heap);

static BENCH(heap) * BENCH(create)(const struct bench_shape *shape)
{
    BENCH(heap) *heap = calloc(1, sizeof *heap);
    if (heap == NULL)
        return NULL;
    heap->size = shape->elem_size;
    heap->end = shape->most_out * shape->elem_size;
    heap->objects = aligned_alloc(64, (heap->end + 63) / 64 * 64);
    if (heap->objects == NULL) {
        free(heap);
        return NULL;
    }
    return heap;
}

static void BENCH(destroy)(BENCH(heap) * heap)
{
    free(heap->objects);
    free(heap);
}

static inline void *BENCH(alloc)(BENCH(heap) * heap)
{
    if (heap->next == heap->end)
        return NULL;
    void *object = heap->objects + heap->next;
    heap->next += heap->size;
    return object;
}

static inline void BENCH(free)(BENCH(heap) * heap, void *object)
{
    (void)object;
    heap->next -= heap->size;
}

static inline size_t BENCH(in_use)(BENCH(heap) * heap)
{
    return heap->next / heap->size;
}

#include "../heap/loops.h"

static const struct bench_variant *const variants[] = {&null_any_variant};

const struct bench_candidate bench_null_heap = {variants, 1, NULL};
