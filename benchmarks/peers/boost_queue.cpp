/*
 * Adapter for the queues of Boost.Lockfree (https://www.boost.org): the ring of one producer and
 * one consumer, and the linked queue for any number of threads, with nodes for all that it must
 * hold made beforehand and no others, as is its bounded_push.
 *
 * The ring moves several objects at once, up to as many as there are or there is room for; the
 * linked queue has no bulk.
 *
 * SPDX-License-Identifier: MIT
 */
#include <boost/lockfree/queue.hpp>
#include <boost/lockfree/spsc_queue.hpp>
#include <new>

#include "../scenarios/adapter.h"
#include "peers.h"

template <class Queue> static Queue *create(const struct bench_shape *shape)
{
    try {
        return new Queue(shape->capacity);
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

#define BENCH_ADAPTER   boost_spsc
#define BENCH_ELEM_SIZE 8
#define BENCH_UNIT      bench_pointer
#define BENCH_SHARING   BENCH_ONE_TO_ONE
#define BENCH_BULK      1

typedef boost::lockfree::spsc_queue<void *> boost_spsc_queue;

static inline boost_spsc_queue *boost_spsc_create(const struct bench_shape *shape)
{
    return create<boost_spsc_queue>(shape);
}

static inline void boost_spsc_destroy(boost_spsc_queue *queue)
{
    delete queue;
}

static inline bool boost_spsc_enqueue(boost_spsc_queue *queue, const bench_pointer *object)
{
    return queue->push(*object);
}

static inline bool boost_spsc_dequeue(boost_spsc_queue *queue, bench_pointer *object)
{
    return queue->pop(*object);
}

static inline size_t boost_spsc_enqueue_burst(boost_spsc_queue *queue, const bench_pointer *objects,
                                              size_t n)
{
    return queue->push(objects, n);
}

static inline size_t boost_spsc_dequeue_burst(boost_spsc_queue *queue, bench_pointer *objects,
                                              size_t n)
{
    return queue->pop(objects, n);
}

static inline size_t boost_spsc_enqueue_bulk(boost_spsc_queue *queue, const bench_pointer *objects,
                                             size_t n)
{
    return boost_spsc_enqueue_burst(queue, objects, n);
}

static inline size_t boost_spsc_dequeue_bulk(boost_spsc_queue *queue, bench_pointer *objects,
                                             size_t n)
{
    return boost_spsc_dequeue_burst(queue, objects, n);
}

#include "../scenarios/loops.h"

#define BENCH_ADAPTER   boost_linked
#define BENCH_ELEM_SIZE 8
#define BENCH_UNIT      bench_pointer
#define BENCH_SHARING   BENCH_MANY_TO_MANY
#define BENCH_BULK      0

typedef boost::lockfree::queue<void *> boost_linked_queue;

static inline boost_linked_queue *boost_linked_create(const struct bench_shape *shape)
{
    return create<boost_linked_queue>(shape);
}

static inline void boost_linked_destroy(boost_linked_queue *queue)
{
    delete queue;
}

static inline bool boost_linked_enqueue(boost_linked_queue *queue, const bench_pointer *object)
{
    return queue->bounded_push(*object);
}

static inline bool boost_linked_dequeue(boost_linked_queue *queue, bench_pointer *object)
{
    return queue->pop(*object);
}

#include "../scenarios/loops.h"

static const struct bench_variant *const spsc_variants[] = {&boost_spsc_variant};
static const struct bench_variant *const linked_variants[] = {&boost_linked_variant};

const struct bench_candidate bench_boost_spsc_queue = {spsc_variants, 1, NULL};
const struct bench_candidate bench_boost_queue = {linked_variants, 1, NULL};
