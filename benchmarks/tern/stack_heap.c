/*
 * Tern's intrusive stack as an allocator: an array of objects, all of them on a stack. Beside each
 * object is its link, which nobody but the stack may write to (<tern/stack.h> says why).
 *
 * SPDX-License-Identifier: MIT
 */
#include <tern/stack.h>

#include "../scenarios/adapter.h"
#include "candidates.h"

struct stack_heap {
    struct tern_stack stack;
    unsigned char *memory;
    size_t link; /* bytes from an object to its link */
    size_t count;
};

#ifdef BENCH_LINKED
#    define BENCH_ADAPTER stack_linked
#else
#    define BENCH_ADAPTER stack
#endif
#define BENCH_SHARING BENCH_MANY_TO_MANY
#define BENCH_BULK    0

typedef struct stack_heap BENCH(heap);

static struct tern_stack_node *node_of(const struct stack_heap *heap, void *object)
{
    return (struct tern_stack_node *)(void *)((unsigned char *)object + heap->link);
}

static void BENCH(destroy)(BENCH(heap) * heap)
{
    free(heap->memory);
    free(heap);
}

static BENCH(heap) * BENCH(create)(const struct bench_shape *shape)
{
    const size_t stride = (shape->elem_size + sizeof(struct tern_stack_node) + 15) / 16 * 16;
    BENCH(heap) *heap = aligned_alloc(_Alignof(struct stack_heap), sizeof *heap);

    if (heap == NULL)
        return NULL;
    heap->link = shape->elem_size;
    heap->count = shape->most_out;
    heap->memory = aligned_alloc(64, (stride * shape->most_out + 63) / 64 * 64);
    if (heap->memory == NULL || tern_stack_init(&heap->stack) != 0) {
        BENCH(destroy)(heap);
        return NULL;
    }
    for (size_t i = heap->count; i-- > 0;)
        tern_stack_push(&heap->stack, node_of(heap, heap->memory + i * stride));
    return heap;
}

static inline void *BENCH(alloc)(BENCH(heap) * heap)
{
    struct tern_stack_node *node = tern_stack_pop(&heap->stack);
    return node == NULL ? NULL : (unsigned char *)(void *)node - heap->link;
}

static inline void BENCH(free)(BENCH(heap) * heap, void *object)
{
    tern_stack_push(&heap->stack, node_of(heap, object));
}

/* No thread runs any more. */
static inline size_t BENCH(in_use)(BENCH(heap) * heap)
{
    size_t free_objects = 0;
    struct tern_stack_node *chain = tern_stack_pop_all(&heap->stack);
    while (chain != NULL) {
        struct tern_stack_node *next = tern_stack_next(chain);
        tern_stack_push(&heap->stack, chain);
        chain = next;
        free_objects++;
    }
    return heap->count - free_objects;
}

#include "../heap/loops.h"

#ifdef BENCH_LINKED
#    define VARIANT   stack_linked_variant
#    define CANDIDATE bench_tern_stack_heap_linked
#else
#    define VARIANT   stack_variant
#    define CANDIDATE bench_tern_stack_heap
#endif

static const struct bench_variant *const variants[] = {&VARIANT};

const struct bench_candidate CANDIDATE = {variants, 1, NULL};
