/*
 * Adapter for moodycamel::ReaderWriterQueue (https://github.com/cameron314/readerwriterqueue), for
 * one producer and one consumer, by the operation that never allocates.
 *
 * It rounds its capacity up, and has no bulk.
 *
 * SPDX-License-Identifier: MIT
 */
#include <new>
#include <readerwriterqueue/readerwriterqueue.h>

#include "../scenarios/adapter.h"
#include "peers.h"

#define BENCH_ADAPTER   readerwriter
#define BENCH_ELEM_SIZE 8
#define BENCH_UNIT      bench_pointer
#define BENCH_SHARING   BENCH_ONE_TO_ONE
#define BENCH_BULK      0

typedef moodycamel::ReaderWriterQueue<void *> BENCH(queue);

static inline readerwriter_queue *readerwriter_create(const struct bench_shape *shape)
{
    try {
        return new readerwriter_queue(shape->capacity);
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

static inline void readerwriter_destroy(readerwriter_queue *queue)
{
    delete queue;
}

static inline bool readerwriter_enqueue(readerwriter_queue *queue, const bench_pointer *object)
{
    return queue->try_enqueue(*object);
}

static inline bool readerwriter_dequeue(readerwriter_queue *queue, bench_pointer *object)
{
    return queue->try_dequeue(*object);
}

#include "../scenarios/loops.h"

static const struct bench_variant *const variants[] = {&readerwriter_variant};

const struct bench_candidate bench_readerwriterqueue = {variants, 1, NULL};
