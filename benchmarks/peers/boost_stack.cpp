/*
 * Adapter for the stack of Boost.Lockfree (https://www.boost.org), with nodes for all that it must
 * hold made beforehand and no others, as is its bounded_push.
 *
 * It pushes a range by one compare-and-swap, but has no bulk pop.
 *
 * SPDX-License-Identifier: MIT
 */
#include <boost/lockfree/stack.hpp>
#include <new>

#include "../scenarios/adapter.h"
#include "peers.h"

#define BENCH_ADAPTER   boost_stack
#define BENCH_ELEM_SIZE 8
#define BENCH_UNIT      bench_pointer
#define BENCH_SHARING   BENCH_MANY_TO_MANY
#define BENCH_BULK      1
#define BENCH_LIFO      1

typedef boost::lockfree::stack<void *> BENCH(queue);

static inline boost_stack_queue *boost_stack_create(const struct bench_shape *shape)
{
    try {
        return new boost_stack_queue(shape->capacity);
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

static inline void boost_stack_destroy(boost_stack_queue *stack)
{
    delete stack;
}

static inline bool boost_stack_enqueue(boost_stack_queue *stack, const bench_pointer *object)
{
    return stack->bounded_push(*object);
}

static inline bool boost_stack_dequeue(boost_stack_queue *stack, bench_pointer *object)
{
    return stack->pop(*object);
}

static inline size_t boost_stack_enqueue_burst(boost_stack_queue *stack,
                                               const bench_pointer *objects, size_t n)
{
    return static_cast<size_t>(stack->bounded_push(objects, objects + n) - objects);
}

static inline size_t boost_stack_dequeue_burst(boost_stack_queue *stack, bench_pointer *objects,
                                               size_t n)
{
    size_t i = 0;
    while (i < n && stack->pop(objects[i]))
        i++;
    return i;
}

static inline size_t boost_stack_enqueue_bulk(boost_stack_queue *stack,
                                              const bench_pointer *objects, size_t n)
{
    return boost_stack_enqueue_burst(stack, objects, n);
}

static inline size_t boost_stack_dequeue_bulk(boost_stack_queue *stack, bench_pointer *objects,
                                              size_t n)
{
    return boost_stack_dequeue_burst(stack, objects, n);
}

#include "../scenarios/loops.h"

static const struct bench_variant *const variants[] = {&boost_stack_variant};

const struct bench_candidate bench_boost_stack = {variants, 1, NULL};
