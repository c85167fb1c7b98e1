/*
 * An allocator under a mutex that can be told to do one thing wrong now and then.
 *
 * SPDX-License-Identifier: MIT
 */
#include <pthread.h>

#include "../scenarios/adapter.h"
#include "faulty.h"

enum fault {
    FAULT_NONE,
    FAULT_LOSSY,       /* forgets an object that is freed */
    FAULT_DOUBLING,    /* hands out an object and keeps it */
    FAULT_CHANGING,    /* writes to the object that was handed out before */
    FAULT_OVERLAPPING, /* objects are a word shorter than they should be, all the time */
    FAULT_REFUSING,    /* from some point on has none */
    FAULT_DYING        /* at some point ends the process */
};

enum { FIRST_FAULT = 5000, BETWEEN_FAULTS = 997, SPARE = 64 };

struct faulty_heap {
    enum fault fault;
    pthread_mutex_t mutex;
    unsigned char *memory;
    void **free_objects; /* with room for those that are there twice */
    size_t count, free_count, room;
    uint64_t *last; /* handed out */
    uint64_t operations;
};

static bool due(const struct faulty_heap *heap, enum fault fault)
{
    return heap->fault == fault && heap->operations > FIRST_FAULT &&
           heap->operations % BETWEEN_FAULTS < 2;
}

static void faulty_destroy(struct faulty_heap *heap)
{
    pthread_mutex_destroy(&heap->mutex);
    free(heap->memory);
    free(heap->free_objects);
    free(heap);
}

static struct faulty_heap *faulty_create(const struct bench_shape *shape, enum fault fault)
{
    const size_t stride = shape->elem_size - (fault == FAULT_OVERLAPPING ? sizeof(uint64_t) : 0);
    struct faulty_heap *heap = calloc(1, sizeof *heap);

    if (heap == NULL)
        return NULL;
    heap->fault = fault;
    pthread_mutex_init(&heap->mutex, NULL);
    heap->count = shape->most_out + SPARE;
    heap->room = 2 * heap->count;
    heap->memory = malloc(heap->count * shape->elem_size);
    heap->free_objects = calloc(heap->room, sizeof *heap->free_objects);
    if (heap->memory == NULL || heap->free_objects == NULL) {
        faulty_destroy(heap);
        return NULL;
    }
    while (heap->free_count < heap->count) {
        heap->free_objects[heap->free_count] = heap->memory + heap->free_count * stride;
        heap->free_count++;
    }
    return heap;
}

static void *faulty_alloc(struct faulty_heap *heap)
{
    void *object = NULL;

    pthread_mutex_lock(&heap->mutex);
    heap->operations++;
    if (heap->fault == FAULT_DYING && heap->operations > FIRST_FAULT)
        abort();
    if (due(heap, FAULT_CHANGING) && heap->last != NULL)
        *heap->last ^= 1;
    if (heap->free_count != 0 &&
        !(heap->fault == FAULT_REFUSING && heap->operations > FIRST_FAULT)) {
        object = heap->free_objects[--heap->free_count];
        heap->last = object;
    }
    if (due(heap, FAULT_DOUBLING))
        heap->free_count++;
    pthread_mutex_unlock(&heap->mutex);
    return object;
}

static void faulty_free(struct faulty_heap *heap, void *object)
{
    pthread_mutex_lock(&heap->mutex);
    heap->operations++;
    if (object == heap->last)
        heap->last = NULL;
    if (!due(heap, FAULT_LOSSY) && heap->free_count < heap->room)
        heap->free_objects[heap->free_count++] = object;
    pthread_mutex_unlock(&heap->mutex);
}

static size_t faulty_in_use(struct faulty_heap *heap)
{
    return heap->count - heap->free_count;
}

#define FAULT      FAULT_NONE
#define FAULT_NAME fault_none_heap
#include "faulty_heap.inc.h"

#define FAULT      FAULT_LOSSY
#define FAULT_NAME fault_lossy_heap
#include "faulty_heap.inc.h"

#define FAULT      FAULT_DOUBLING
#define FAULT_NAME fault_doubling_heap
#include "faulty_heap.inc.h"

#define FAULT      FAULT_CHANGING
#define FAULT_NAME fault_changing_heap
#include "faulty_heap.inc.h"

#define FAULT      FAULT_OVERLAPPING
#define FAULT_NAME fault_overlapping_heap
#include "faulty_heap.inc.h"

#define FAULT      FAULT_REFUSING
#define FAULT_NAME fault_refusing_heap
#include "faulty_heap.inc.h"

#define FAULT      FAULT_DYING
#define FAULT_NAME fault_dying_heap
#include "faulty_heap.inc.h"

#define CANDIDATE(name)                                                             \
    static const struct bench_variant *const name##_variants[] = {&name##_variant}; \
    const struct bench_candidate bench_##name = {name##_variants, 1, NULL}

CANDIDATE(fault_none_heap);
CANDIDATE(fault_lossy_heap);
CANDIDATE(fault_doubling_heap);
CANDIDATE(fault_changing_heap);
CANDIDATE(fault_overlapping_heap);
CANDIDATE(fault_refusing_heap);
CANDIDATE(fault_dying_heap);
