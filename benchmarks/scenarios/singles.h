/*
 * Bulk and burst for a container that has neither (template, see loops.h): single
 * operations until n are done or one fails, as its users write it.
 *
 * SPDX-License-Identifier: MIT
 */
#if BENCH_ELEM_SIZE == 0
#    error "a container without bulk needs an element size known at compile time"
#endif

static inline size_t BENCH(enqueue_bulk)(BENCH(queue) * queue, const BENCH_UNIT *objects, size_t n)
{
    size_t i = 0;
    while (i < n && BENCH(enqueue)(queue, &objects[i]))
        i++;
    return i;
}

static inline size_t BENCH(dequeue_bulk)(BENCH(queue) * queue, BENCH_UNIT *objects, size_t n)
{
    size_t i = 0;
    while (i < n && BENCH(dequeue)(queue, &objects[i]))
        i++;
    return i;
}

static inline size_t BENCH(enqueue_burst)(BENCH(queue) * queue, const BENCH_UNIT *objects, size_t n)
{
    return BENCH(enqueue_bulk)(queue, objects, n);
}

static inline size_t BENCH(dequeue_burst)(BENCH(queue) * queue, BENCH_UNIT *objects, size_t n)
{
    return BENCH(dequeue_bulk)(queue, objects, n);
}
