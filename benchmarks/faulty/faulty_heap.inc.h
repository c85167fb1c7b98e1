/*
 * The faulty allocator with one fault (template, see faulty_heap.c and heap/loops.h).
 *
 * SPDX-License-Identifier: MIT
 */

#define BENCH_ADAPTER FAULT_NAME
#define BENCH_SHARING BENCH_MANY_TO_MANY
#define BENCH_BULK    0

typedef struct faulty_heap BENCH(heap);

static BENCH(heap) * BENCH(create)(const struct bench_shape *shape)
{
    return faulty_create(shape, FAULT);
}

static void BENCH(destroy)(BENCH(heap) * heap)
{
    faulty_destroy(heap);
}

static inline void *BENCH(alloc)(BENCH(heap) * heap)
{
    return faulty_alloc(heap);
}

static inline void BENCH(free)(BENCH(heap) * heap, void *object)
{
    faulty_free(heap, object);
}

static inline size_t BENCH(in_use)(BENCH(heap) * heap)
{
    return faulty_in_use(heap);
}

#include "../heap/loops.h"

#undef FAULT
#undef FAULT_NAME
