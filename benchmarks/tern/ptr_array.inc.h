/*
 * Tern's pointer array in one flavour (template, see ptr_array.c and scenarios/loops.h).
 *
 * SPDX-License-Identifier: MIT
 */

#define BENCH_ELEM_SIZE 8
#define BENCH_UNIT      bench_pointer
#define BENCH_BULK      1

/* tern_ptr_array_raw_produce and so on. */
#define ARRAY_CALL(operation) BENCH_JOIN(tern_ptr_array, BENCH_JOIN(FLAVOUR_NAME, operation))

typedef struct tern_ptr_array BENCH(queue);

static inline struct tern_ptr_array *BENCH(create)(const struct bench_shape *shape)
{
    struct tern_ptr_array_options options = {0};
    options.size = shape->capacity;
    options.producer = options.consumer = FLAVOUR;
    /* The largest batch that leaves room for what is held at once: with all slots needed, one. */
    size_t batch = shape->capacity - shape->held + (shape->held != 0);
    options.clear_batch = batch < TERN_PTR_ARRAY_BATCH ? batch : TERN_PTR_ARRAY_BATCH;
    return tern_ptr_array_create(&options);
}

static inline void BENCH(destroy)(struct tern_ptr_array *array)
{
    tern_ptr_array_destroy(array, NULL, NULL);
}

static inline bool BENCH(enqueue)(struct tern_ptr_array *array, const bench_pointer *object)
{
    return ARRAY_CALL(produce)(array, *object) == 0;
}

static inline bool BENCH(dequeue)(struct tern_ptr_array *array, bench_pointer *object)
{
    void *item = ARRAY_CALL(consume)(array);
    if (item == NULL)
        return false;
    *object = item;
    return true;
}

static inline size_t BENCH(enqueue_burst)(struct tern_ptr_array *array,
                                          const bench_pointer *objects, size_t n)
{
    return ARRAY_CALL(produce_batched)(array, objects, n);
}

static inline size_t BENCH(dequeue_burst)(struct tern_ptr_array *array, bench_pointer *objects,
                                          size_t n)
{
    return ARRAY_CALL(consume_batched)(array, objects, n, NULL);
}

static inline size_t BENCH(enqueue_bulk)(struct tern_ptr_array *array, const bench_pointer *objects,
                                         size_t n)
{
    return BENCH(enqueue_burst)(array, objects, n);
}

static inline size_t BENCH(dequeue_bulk)(struct tern_ptr_array *array, bench_pointer *objects,
                                         size_t n)
{
    return BENCH(dequeue_burst)(array, objects, n);
}

#include "../scenarios/loops.h"

#undef ARRAY_CALL
#undef FLAVOUR
#undef FLAVOUR_NAME
