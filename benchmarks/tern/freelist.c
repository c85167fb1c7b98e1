/*
 * Tern's freelist, as it is by default: magazines of 64, growing in slabs.
 *
 * SPDX-License-Identifier: MIT
 */
#include <tern/freelist.h>

#include "../scenarios/adapter.h"
#include "candidates.h"

#ifdef BENCH_LINKED
#    define BENCH_ADAPTER freelist_linked
#else
#    define BENCH_ADAPTER freelist
#endif
#define BENCH_SHARING BENCH_MANY_TO_MANY
#define BENCH_BULK    1

typedef struct tern_freelist BENCH(heap);

static BENCH(heap) * BENCH(create)(const struct bench_shape *shape)
{
    const struct tern_freelist_options options = {.object_size = shape->elem_size};
    return tern_freelist_create(&options);
}

static void BENCH(destroy)(BENCH(heap) * heap)
{
    tern_freelist_destroy(heap);
}

static inline void *BENCH(alloc)(BENCH(heap) * heap)
{
    return tern_freelist_alloc(heap);
}

static inline void BENCH(free)(BENCH(heap) * heap, void *object)
{
    tern_freelist_free(heap, object);
}

static inline bool BENCH(alloc_bulk)(BENCH(heap) * heap, void **objects, size_t n)
{
    return tern_freelist_alloc_bulk(heap, objects, n) == n;
}

static inline void BENCH(free_bulk)(BENCH(heap) * heap, void **objects, size_t n)
{
    tern_freelist_free_bulk(heap, objects, n);
}

static inline size_t BENCH(in_use)(BENCH(heap) * heap)
{
    struct tern_freelist_stats stats;
    return tern_freelist_stats(heap, &stats) == 0 ? stats.in_use : SIZE_MAX - 1;
}

#include "../heap/loops.h"

#ifdef BENCH_LINKED
#    define VARIANT   freelist_linked_variant
#    define CANDIDATE bench_tern_freelist_linked
#else
#    define VARIANT   freelist_variant
#    define CANDIDATE bench_tern_freelist
#endif

static const struct bench_variant *const variants[] = {&VARIANT};

const struct bench_candidate CANDIDATE = {variants, 1, NULL};
