/*
 * An intrusive stack of Tern's (template, see stack.c and scenarios/loops.h).
 *
 * A burst is pushed as one chain, whose links are part of what it costs, and popped as one.
 *
 * SPDX-License-Identifier: MIT
 */

#define BENCH_ELEM_SIZE 8
#define BENCH_UNIT      bench_pointer
#define BENCH_SHARING   BENCH_MANY_TO_MANY
#define BENCH_BULK      1
#define BENCH_LIFO      1

typedef STACK_TYPE BENCH(queue);

static inline STACK_TYPE *BENCH(create)(const struct bench_shape *shape)
{
    const size_t bytes = (sizeof(STACK_TYPE) + STACK_ALIGN - 1) / STACK_ALIGN * STACK_ALIGN;
    STACK_TYPE *stack = aligned_alloc(STACK_ALIGN, bytes);
    (void)shape;
    if (stack != NULL && STACK_INIT(stack) != 0) {
        free(stack);
        return NULL;
    }
    return stack;
}

static inline void BENCH(destroy)(STACK_TYPE *stack)
{
    free(stack);
}

static inline bool BENCH(enqueue)(STACK_TYPE *stack, const bench_pointer *object)
{
    STACK_CALL(push)(stack, (struct tern_stack_node *)*object);
    return true;
}

static inline bool BENCH(dequeue)(STACK_TYPE *stack, bench_pointer *object)
{
    struct tern_stack_node *node = STACK_CALL(pop)(stack);
    if (node == NULL)
        return false;
    *object = node;
    return true;
}

static inline size_t BENCH(enqueue_burst)(STACK_TYPE *stack, const bench_pointer *objects, size_t n)
{
    if (n == 0)
        return 0;
    for (size_t i = 1; i < n; i++)
        tern_stack_link((struct tern_stack_node *)objects[i],
                        (struct tern_stack_node *)objects[i - 1]);
    STACK_CALL(push_chain)
    (stack, (struct tern_stack_node *)objects[n - 1], (struct tern_stack_node *)objects[0]);
    return n;
}

static inline size_t BENCH(dequeue_burst)(STACK_TYPE *stack, bench_pointer *objects, size_t n)
{
    struct tern_stack_node *node;
    const size_t count = STACK_CALL(pop_n)(stack, n, &node);
    for (size_t i = 0; i < count; i++) {
        objects[i] = node;
        node = tern_stack_next(node);
    }
    return count;
}

static inline size_t BENCH(enqueue_bulk)(STACK_TYPE *stack, const bench_pointer *objects, size_t n)
{
    return BENCH(enqueue_burst)(stack, objects, n);
}

static inline size_t BENCH(dequeue_bulk)(STACK_TYPE *stack, bench_pointer *objects, size_t n)
{
    return BENCH(dequeue_burst)(stack, objects, n);
}

#include "../scenarios/loops.h"

#undef STACK_TYPE
#undef STACK_ALIGN
#undef STACK_CALL
#undef STACK_INIT
