/*
 * The hot loops of the suite of allocators, made for one allocator.
 *
 * A template: it has no include guard, and each inclusion makes one
 * `static const struct bench_variant BENCH(variant)`. Before it, define
 *
 *   BENCH_ADAPTER        a prefix for the names of this inclusion
 *   BENCH_SHARING        BENCH_ONE_THREAD or BENCH_MANY_TO_MANY
 *   BENCH_BULK           1 when it allocates and frees several objects at once, else 0
 *
 * and then, as static inline functions over a type `BENCH(heap)`, for objects of shape->elem_size,
 *
 *   BENCH(heap) *BENCH(create)(const struct bench_shape *);    NULL: failed
 *   void   BENCH(destroy)(BENCH(heap) *);
 *   void  *BENCH(alloc)(BENCH(heap) *);
 *   void   BENCH(free)(BENCH(heap) *, void *object);
 *   size_t BENCH(in_use)(BENCH(heap) *);                       SIZE_MAX: it does not know
 *   bool   BENCH(alloc_bulk)(BENCH(heap) *, void **objects, size_t n);      with BENCH_BULK
 *   void   BENCH(free_bulk)(BENCH(heap) *, void **objects, size_t n);       with BENCH_BULK
 *
 * SPDX-License-Identifier: MIT
 */
#include "../scenarios/adapter.h"
#include "heap.h"

/* Without it a compiler that sees malloc and free of one object leaves both out. */
static inline void *BENCH(alloc_visibly)(BENCH(heap) * heap)
{
    void *object = BENCH(alloc)(heap);
    __asm__ volatile("" : "+r"(object) : : "memory");
    return object;
}

/* Allocates n objects and writes to them; the number of those that it did not get. */
static inline uint64_t BENCH(take_out)(BENCH(heap) * heap, void **objects, size_t n, size_t size,
                                       uint64_t number)
{
    uint64_t refused = 0;
#if BENCH_BULK
    if (n > 1) {
        if (!BENCH(alloc_bulk)(heap, objects, n)) {
            memset(objects, 0, n * sizeof *objects);
            return n;
        }
        for (size_t i = 0; i < n; i++)
            bench_heap_write(objects[i], size, number + i);
        return 0;
    }
#endif
    for (size_t i = 0; i < n; i++) {
        void *object = BENCH(alloc_visibly)(heap);
        if (object != NULL)
            bench_heap_write(object, size, number + i);
        refused += object == NULL;
        objects[i] = object;
    }
    return refused;
}

/* Checks and frees n objects, of which some may be NULL; not 0 if one was not as it had been
 * written. */
static inline uint64_t BENCH(put_in)(BENCH(heap) * heap, void **objects, size_t n, size_t size,
                                     uint64_t number)
{
    uint64_t different = 0;
    __asm__ volatile("" : : : "memory");
#if BENCH_BULK
    if (n > 1) {
        if (objects[0] == NULL)
            return 0; /* all or none */
        for (size_t i = 0; i < n; i++)
            different |= bench_heap_difference(objects[i], size, number + i);
        BENCH(free_bulk)(heap, objects, n);
        return different;
    }
#endif
    for (size_t i = 0; i < n; i++) {
        if (objects[i] == NULL)
            continue;
        different |= bench_heap_difference(objects[i], size, number + i);
        BENCH(free)(heap, objects[i]);
    }
    return different;
}

static inline void BENCH(say)(struct bench_worker *worker, uint64_t objects, uint64_t different,
                              uint64_t refused)
{
    worker->objects = objects;
    worker->faults = bench_fault_if(different != 0, BENCH_FAULT_CHANGED) |
                     bench_fault_if(refused != 0, BENCH_FAULT_REFUSED);
}

#include "churn.h"
#if BENCH_SHARING >= BENCH_MANY_TO_MANY
#    include "cross.h"
#    include "swap.h"
#endif

static void *BENCH(create_any)(const struct bench_shape *shape)
{
    return BENCH(create)(shape);
}

static void BENCH(destroy_any)(void *container)
{
    BENCH(destroy)((BENCH(heap) *)container);
}

/* For set-up and verification: objects are pointers here. */
static size_t BENCH(put)(void *container, const void *objects, size_t n)
{
    for (size_t i = 0; i < n; i++)
        BENCH(free)((BENCH(heap) *)container, ((void *const *)objects)[i]);
    return n;
}

static size_t BENCH(take)(void *container, void *objects, size_t n)
{
    size_t taken = 0;
    void *object;
    while (taken < n && (object = BENCH(alloc_visibly)((BENCH(heap) *)container)) != NULL)
        ((void **)objects)[taken++] = object;
    return taken;
}

static size_t BENCH(in_use_any)(void *container)
{
    return BENCH(in_use)((BENCH(heap) *)container);
}

static const struct bench_variant BENCH(variant) = {
    .create = BENCH(create_any),
    .destroy = BENCH(destroy_any),
    .put = BENCH(put),
    .take = BENCH(take),
    .in_use = BENCH(in_use_any),
    .loop =
        {
            [BENCH_LOOP_CHURN] = BENCH(churn_loop),
#if BENCH_SHARING >= BENCH_MANY_TO_MANY
            [BENCH_LOOP_CIRCULATE] = BENCH(churn_loop),
            [BENCH_LOOP_ALLOCATE] = BENCH(allocate_loop),
            [BENCH_LOOP_FREE] = BENCH(free_loop),
            [BENCH_LOOP_SWAP] = BENCH(swap_loop),
#endif
        },
};

#undef BENCH_ADAPTER
#undef BENCH_SHARING
#undef BENCH_BULK
