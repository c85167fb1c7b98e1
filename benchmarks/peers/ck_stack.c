/*
 * Adapter for the stack of Concurrency Kit, the kind for many producers and many consumers.
 *
 * It is intrusive: its entry is the link of the item. It has no bulk operation for as many
 * objects as one wants, only one that takes all.
 *
 * SPDX-License-Identifier: MIT
 */
#include <ck_stack.h>

#include "../scenarios/adapter.h"
#include "peers.h"

#define BENCH_ADAPTER   ck_stack
#define BENCH_ELEM_SIZE 8
#define BENCH_UNIT      bench_pointer
#define BENCH_SHARING   BENCH_MANY_TO_MANY
#define BENCH_BULK      0
#define BENCH_LIFO      1

typedef struct ck_stack BENCH(queue);

_Static_assert(sizeof(struct ck_stack_entry) <= sizeof(((struct bench_item *)0)->link),
               "an entry must fit the link of an item");

static inline struct ck_stack *ck_stack_create(const struct bench_shape *shape)
{
    struct ck_stack *stack = aligned_alloc(128, 128);
    (void)shape;
    if (stack != NULL)
        ck_stack_init(stack);
    return stack;
}

static inline void ck_stack_destroy(struct ck_stack *stack)
{
    free(stack);
}

static inline bool ck_stack_enqueue(struct ck_stack *stack, const bench_pointer *object)
{
    ck_stack_push_mpmc(stack, (struct ck_stack_entry *)*object);
    return true;
}

static inline bool ck_stack_dequeue(struct ck_stack *stack, bench_pointer *object)
{
    struct ck_stack_entry *entry = ck_stack_pop_mpmc(stack);
    if (entry == NULL)
        return false;
    *object = entry;
    return true;
}

#include "../scenarios/loops.h"

static const struct bench_variant *const variants[] = {&ck_stack_variant};

const struct bench_candidate bench_ck_stack_mpmc = {variants, 1, NULL};
