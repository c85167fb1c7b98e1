/*
 * Adapter for moodycamel::ConcurrentQueue (https://github.com/cameron314/concurrentqueue), for any
 * number of threads, without tokens and by the operations that never allocate.
 *
 * It holds what it was made for and somewhat more, in blocks of 32 for each thread. Its index of
 * the blocks of one thread is made as long as that thread may need, which by default it is not.
 *
 * SPDX-License-Identifier: MIT
 */
#include <concurrentqueue/concurrentqueue.h>
#include <new>

#include "../scenarios/adapter.h"
#include "peers.h"

namespace {

struct traits : moodycamel::ConcurrentQueueDefaultTraits {
    static const size_t IMPLICIT_INITIAL_INDEX_SIZE = 2048;
};
constexpr size_t MOST = (traits::IMPLICIT_INITIAL_INDEX_SIZE - 2) * traits::BLOCK_SIZE;

const char *refusal(const bench_shape *shape)
{
    return shape->capacity > MOST ? "this adapter's index of blocks is for 65472 objects" : NULL;
}
static_assert(MOST == 65472, "as the refusal says");

#define BENCH_ADAPTER   concurrent
#define BENCH_ELEM_SIZE 8
#define BENCH_UNIT      bench_pointer
#define BENCH_SHARING   BENCH_MANY_TO_MANY
#define BENCH_BULK      1

typedef moodycamel::ConcurrentQueue<void *, traits> BENCH(queue);

concurrent_queue *concurrent_create(const bench_shape *shape)
{
    try {
        /* The workers, and the thread that sets up and verifies. */
        return new concurrent_queue(shape->capacity, 0, shape->threads + 1);
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void concurrent_destroy(concurrent_queue *queue)
{
    delete queue;
}

inline bool concurrent_enqueue(concurrent_queue *queue, const bench_pointer *object)
{
    return queue->try_enqueue(*object);
}

inline bool concurrent_dequeue(concurrent_queue *queue, bench_pointer *object)
{
    return queue->try_dequeue(*object);
}

inline size_t concurrent_enqueue_bulk(concurrent_queue *queue, const bench_pointer *objects,
                                      size_t n)
{
    return queue->try_enqueue_bulk(objects, n) ? n : 0;
}

inline size_t concurrent_dequeue_bulk(concurrent_queue *queue, bench_pointer *objects, size_t n)
{
    return queue->try_dequeue_bulk(objects, n);
}

/* All, or else one by one while there is room. */
inline size_t concurrent_enqueue_burst(concurrent_queue *queue, const bench_pointer *objects,
                                       size_t n)
{
    size_t i = concurrent_enqueue_bulk(queue, objects, n);
    while (i < n && queue->try_enqueue(objects[i]))
        i++;
    return i;
}

inline size_t concurrent_dequeue_burst(concurrent_queue *queue, bench_pointer *objects, size_t n)
{
    return concurrent_dequeue_bulk(queue, objects, n);
}

#include "../scenarios/loops.h"

const bench_variant *const variants[] = {&concurrent_variant};

} // namespace

const struct bench_candidate bench_concurrentqueue = {variants, 1, refusal};
