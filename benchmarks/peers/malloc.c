/*
 * malloc and free, of the C library or of what the process was started with instead (see
 * src/preload.h): one adapter for all of them, since to their users they look alike.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../scenarios/adapter.h"
#include "peers.h"

struct malloc_heap {
    size_t size;
};

#define BENCH_ADAPTER malloc_any
#define BENCH_SHARING BENCH_MANY_TO_MANY
#define BENCH_BULK    0

typedef struct malloc_heap BENCH(heap);

static BENCH(heap) * BENCH(create)(const struct bench_shape *shape)
{
    BENCH(heap) *heap = malloc(sizeof *heap);
    if (heap != NULL)
        heap->size = shape->elem_size;
    return heap;
}

static void BENCH(destroy)(BENCH(heap) * heap)
{
    free(heap);
}

static inline void *BENCH(alloc)(BENCH(heap) * heap)
{
    return malloc(heap->size);
}

static inline void BENCH(free)(BENCH(heap) * heap, void *object)
{
    (void)heap;
    free(object);
}

static inline size_t BENCH(in_use)(BENCH(heap) * heap)
{
    (void)heap;
    return SIZE_MAX;
}

#include "../heap/loops.h"

static const struct bench_variant *const variants[] = {&malloc_any_variant};

const struct bench_candidate bench_malloc = {variants, 1, NULL};
