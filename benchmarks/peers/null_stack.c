/*
 * The harness alone, for the stacks: remembers where the burst that went in last is, and
 * copies it out from its end. See null.c.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../scenarios/adapter.h"
#include "peers.h"

#define BENCH_ADAPTER   null_stack
#define BENCH_ELEM_SIZE 8
#define BENCH_UNIT      bench_pointer
#define BENCH_SHARING   BENCH_ONE_THREAD
#define BENCH_BULK      1
#define BENCH_LIFO      1

typedef struct null_stack {
    const bench_pointer *objects; /* that went in last, and have not come out */
    size_t held;
} BENCH(queue);

static inline struct null_stack *null_stack_create(const struct bench_shape *shape)
{
    (void)shape;
    return calloc(1, sizeof(struct null_stack));
}

static inline void null_stack_destroy(struct null_stack *stack)
{
    free(stack);
}

static inline size_t null_stack_enqueue_bulk(struct null_stack *stack, const bench_pointer *objects,
                                             size_t n)
{
    stack->objects = objects;
    stack->held = n;
    /* The compiler must not see through the two calls that follow each other. */
    __asm__("" : : : "memory");
    return n;
}

static inline size_t null_stack_dequeue_bulk(struct null_stack *stack, bench_pointer *objects,
                                             size_t n)
{
    __asm__("" : : : "memory");
    if (n > stack->held)
        n = stack->held;
    for (size_t i = 0; i < n; i++)
        objects[i] = stack->objects[--stack->held];
    return n;
}

static inline size_t null_stack_enqueue_burst(struct null_stack *stack,
                                              const bench_pointer *objects, size_t n)
{
    return null_stack_enqueue_bulk(stack, objects, n);
}

static inline size_t null_stack_dequeue_burst(struct null_stack *stack, bench_pointer *objects,
                                              size_t n)
{
    return null_stack_dequeue_bulk(stack, objects, n);
}

static inline bool null_stack_enqueue(struct null_stack *stack, const bench_pointer *object)
{
    return null_stack_enqueue_bulk(stack, object, 1) == 1;
}

static inline bool null_stack_dequeue(struct null_stack *stack, bench_pointer *object)
{
    return null_stack_dequeue_bulk(stack, object, 1) == 1;
}

#include "../scenarios/loops.h"

static const struct bench_variant *const variants[] = {&null_stack_variant};

const struct bench_candidate bench_null_stack = {variants, 1, NULL};
