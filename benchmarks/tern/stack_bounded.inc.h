/*
 * Tern's bounded stack, lock-free or locked (template, see stack.c and scenarios/loops.h).
 *
 * SPDX-License-Identifier: MIT
 */

#define BENCH_ELEM_SIZE 8
#define BENCH_UNIT      bench_pointer
#define BENCH_SHARING   BENCH_MANY_TO_MANY
#define BENCH_BULK      1
#define BENCH_LIFO      1

typedef struct tern_stack_bounded BENCH(queue);

static inline struct tern_stack_bounded *BENCH(create)(const struct bench_shape *shape)
{
    struct tern_stack_bounded_options options = {0};
    options.capacity = shape->capacity;
    options.locked = STACK_LOCKED;
    return tern_stack_bounded_create(&options);
}

static inline void BENCH(destroy)(struct tern_stack_bounded *stack)
{
    tern_stack_bounded_destroy(stack);
}

static inline bool BENCH(enqueue)(struct tern_stack_bounded *stack, const bench_pointer *object)
{
    return tern_stack_bounded_push(stack, *object) == 0;
}

static inline bool BENCH(dequeue)(struct tern_stack_bounded *stack, bench_pointer *object)
{
    void *pointer = tern_stack_bounded_pop(stack);
    if (pointer == NULL)
        return false;
    *object = pointer;
    return true;
}

static inline size_t BENCH(enqueue_bulk)(struct tern_stack_bounded *stack,
                                         const bench_pointer *objects, size_t n)
{
    return tern_stack_bounded_push_bulk(stack, objects, n);
}

static inline size_t BENCH(dequeue_bulk)(struct tern_stack_bounded *stack, bench_pointer *objects,
                                         size_t n)
{
    return tern_stack_bounded_pop_bulk(stack, objects, n);
}

static inline size_t BENCH(enqueue_burst)(struct tern_stack_bounded *stack,
                                          const bench_pointer *objects, size_t n)
{
    return tern_stack_bounded_push_burst(stack, objects, n);
}

static inline size_t BENCH(dequeue_burst)(struct tern_stack_bounded *stack, bench_pointer *objects,
                                          size_t n)
{
    return tern_stack_bounded_pop_burst(stack, objects, n);
}

#include "../scenarios/loops.h"

#undef STACK_LOCKED
