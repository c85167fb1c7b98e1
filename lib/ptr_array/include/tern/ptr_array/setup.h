/*
 * Making and ending a pointer array.
 *
 * Internal: users include <tern/ptr_array.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_PTR_ARRAY_SETUP_H
#define TERN_PTR_ARRAY_SETUP_H

#include <tern/ptr_array/operations.h>

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

TERN_EXTERN_C_BEGIN

static inline void *tern_ptr_array_default_allocate(void *context, size_t alignment, size_t bytes)
{
    (void)context;
    return aligned_alloc(alignment, bytes);
}

static inline void tern_ptr_array_default_release(void *context, void *memory)
{
    (void)context;
    free(memory);
}

static inline bool tern_ptr_array_is_flavour_name(enum tern_ptr_array_flavour flavour)
{
    return flavour == TERN_PTR_ARRAY_LOCKED || flavour == TERN_PTR_ARRAY_RAW;
}

static inline int tern_ptr_array_check_options(const struct tern_ptr_array_options *options)
{
    if (options == NULL || options->size == 0 || options->clear_batch > options->size)
        return -EINVAL;
    if (!tern_ptr_array_is_flavour_name(options->producer) ||
        !tern_ptr_array_is_flavour_name(options->consumer))
        return -EINVAL;
    if (options->wait != TERN_WAIT_ADAPTIVE && options->wait != TERN_WAIT_SPIN)
        return -EINVAL;
    if ((options->allocate == NULL) != (options->release == NULL))
        return -EINVAL;
    return options->size <= TERN_PTR_ARRAY_SIZE_MAX ? 0 : -EOVERFLOW;
}

/* `bytes` in whole lines, as aligned_alloc wants them. TERN_PTR_ARRAY_SIZE_MAX leaves room. */
static inline size_t tern_ptr_array_lines(size_t bytes)
{
    return (bytes + TERN_PTR_ARRAY_ALIGN - 1) / TERN_PTR_ARRAY_ALIGN * TERN_PTR_ARRAY_ALIGN;
}

TERN_INLINE int tern_ptr_array_memsize(const struct tern_ptr_array_options *options, size_t *bytes)
{
    int error = tern_ptr_array_check_options(options);
    if (error != 0)
        return error;
    if (bytes == NULL)
        return -EINVAL;
    *bytes = tern_ptr_array_lines(sizeof(struct tern_ptr_array) +
                                  options->size * sizeof(tern_atomic_ptr));
    return 0;
}

/* How many slots are cleared at once in an array of this size. */
static inline size_t tern_ptr_array_batch(size_t wanted, size_t size)
{
    if (wanted == 0)
        return size >= 2 * TERN_PTR_ARRAY_BATCH ? TERN_PTR_ARRAY_BATCH : 1;
    return wanted < size ? wanted : size;
}

/* Of a raw side that is open: the end. */
static inline void tern_ptr_array_set_producer_limit(struct tern_ptr_array *array)
{
    if ((tern_load_relaxed(&array->producer.gate) & TERN_PTR_ARRAY_LOCKED_GATE) != 0)
        return;
    tern_store_relaxed(&array->producer.limit, array->producer.end);
    /* Pairs with the acquire of the gate in close, which then takes the limit away after it has
     * been set here; else close comes first, and the gate says so. A read-modify-write, since those
     * of one word have an order. */
    uint32_t gate = tern_fetch_or_release(&array->producer.gate, 0u);
    if ((gate & TERN_PTR_ARRAY_CLOSED_GATE) != 0)
        tern_store_relaxed(&array->producer.limit, (tern_atomic_ptr *)NULL);
}

/* Puts both sides to the beginning of `slots`, of which the first `count` hold items. Both sides
 * belong to the caller; next is moved last. */
static inline void tern_ptr_array_place(struct tern_ptr_array *array, tern_atomic_ptr *slots,
                                        size_t size, size_t count)
{
    tern_atomic_ptr *produce_at = count == size ? slots : slots + count;
    array->consumer.begin = slots;
    array->consumer.end = slots + size;
    array->consumer.batch = tern_ptr_array_batch(array->batch_wanted, size);
    tern_ptr_array_set_stop(array, slots);
    array->producer.begin = slots;
    array->producer.end = slots + size;
    tern_ptr_array_set_producer_limit(array);
    tern_store_relaxed(&array->size, size);
    TERN_PTR_ARRAY_LEAP_BEGIN(&array->producer);
    TERN_PTR_ARRAY_LEAP_BEGIN(&array->consumer);
    TERN_PTR_ARRAY_REBASE(&array->producer, produce_at, 0);
    TERN_PTR_ARRAY_REBASE(&array->consumer, slots, 0);
    /* Pair with the acquires in look and in totals: what is in the slots, and where next was. */
    tern_store_release(&array->producer.next, produce_at);
    tern_store_release(&array->consumer.next, slots);
    TERN_PTR_ARRAY_LEAP_END(&array->producer);
    TERN_PTR_ARRAY_LEAP_END(&array->consumer);
}

static inline void tern_ptr_array_init_bell(struct tern_ptr_array_bell *bell)
{
    tern_store_relaxed(&bell->event, 0u);
    tern_store_relaxed(&bell->sleeps, UINT64_C(0));
}

static inline uint32_t tern_ptr_array_gate_of(enum tern_ptr_array_flavour flavour)
{
    return flavour == TERN_PTR_ARRAY_LOCKED ? TERN_PTR_ARRAY_LOCKED_GATE : 0;
}

static inline void tern_ptr_array_init_sides(struct tern_ptr_array *array,
                                             const struct tern_ptr_array_options *options)
{
    tern_store_relaxed(&array->consumer.gate, tern_ptr_array_gate_of(options->consumer));
    tern_store_relaxed(&array->consumer.epoch, UINT64_C(0));
    tern_store_relaxed(&array->consumer.passed, UINT64_C(0));
    tern_store_relaxed(&array->consumer.next, (tern_atomic_ptr *)NULL);
    tern_store_relaxed(&array->consumer.limit, (tern_atomic_ptr *)NULL);
    tern_store_relaxed(&array->producer.gate, tern_ptr_array_gate_of(options->producer));
    tern_store_relaxed(&array->producer.epoch, UINT64_C(0));
    tern_store_relaxed(&array->producer.passed, UINT64_C(0));
    tern_store_relaxed(&array->producer.next, (tern_atomic_ptr *)NULL);
    tern_store_relaxed(&array->producer.limit, (tern_atomic_ptr *)NULL);
    tern_store_relaxed(&array->producer.refused, UINT64_C(0));
    tern_spinlock_init(&array->consumer_lock.lock);
    tern_spinlock_init(&array->producer_lock.lock);
}

static inline void tern_ptr_array_init_rest(struct tern_ptr_array *array,
                                            const struct tern_ptr_array_options *options)
{
    bool hooks = options->allocate != NULL;
    array->wait = (uint32_t)options->wait;
    array->batch_wanted = options->clear_batch;
    array->allocate = hooks ? options->allocate : tern_ptr_array_default_allocate;
    array->release = hooks ? options->release : tern_ptr_array_default_release;
    array->context = hooks ? options->context : NULL;
    array->spares = NULL;
    tern_spinlock_init(&array->spares_lock);
    tern_store_relaxed(&array->changes, UINT64_C(0));
    tern_store_relaxed(&array->resizes, UINT64_C(0));
    tern_store_relaxed(&array->unconsumed, UINT64_C(0));
    tern_store_relaxed(&array->dropped, UINT64_C(0));
    tern_ptr_array_init_bell(&array->items);
    tern_ptr_array_init_bell(&array->room);
}

TERN_INLINE int tern_ptr_array_init(struct tern_ptr_array *array, size_t bytes,
                                    const struct tern_ptr_array_options *options)
{
    size_t needed = 0;
    int error = tern_ptr_array_memsize(options, &needed);
    if (error != 0)
        return error;
    if (array == NULL || (uintptr_t)array % TERN_PTR_ARRAY_ALIGN != 0)
        return -EINVAL;
    if (bytes < needed)
        return -ENOSPC;
    tern_atomic_ptr *slots = (tern_atomic_ptr *)(void *)(array + 1);
    for (size_t i = 0; i < options->size; i++)
        tern_store_relaxed(&slots[i], (void *)NULL);
    tern_ptr_array_init_sides(array, options);
    tern_ptr_array_init_rest(array, options);
    array->first.next = NULL;
    array->first.slots = slots;
    array->first.capacity = options->size;
    array->first.published = true;
    array->block = &array->first;
    tern_ptr_array_place(array, slots, options->size, 0);
    return 0;
}

TERN_INLINE struct tern_ptr_array *
tern_ptr_array_create(const struct tern_ptr_array_options *options)
{
    size_t bytes = 0;
    int error = tern_ptr_array_memsize(options, &bytes);
    if (error != 0) {
        errno = -error;
        return NULL;
    }
    void *memory = options->allocate != NULL
                       ? options->allocate(options->context, TERN_PTR_ARRAY_ALIGN, bytes)
                       : tern_ptr_array_default_allocate(NULL, TERN_PTR_ARRAY_ALIGN, bytes);
    if (memory == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    struct tern_ptr_array *array = (struct tern_ptr_array *)memory;
    error = tern_ptr_array_init(array, bytes, options);
    if (error != 0) { /* the hook's memory is not aligned */
        if (options->release != NULL)
            options->release(options->context, memory);
        errno = -error;
        return NULL;
    }
    return array;
}

/* The blocks of the list that were allocated. */
static inline void tern_ptr_array_release_blocks(struct tern_ptr_array *array,
                                                 struct tern_ptr_array_block *block)
{
    while (block != NULL) {
        struct tern_ptr_array_block *next = block->next;
        if (block != &array->first)
            array->release(array->context, block);
        block = next;
    }
}

TERN_INLINE size_t tern_ptr_array_cleanup(struct tern_ptr_array *array,
                                          tern_ptr_array_dispose *dispose, void *context)
{
    if (array == NULL)
        return 0;
    size_t left = tern_ptr_array_drain(array, dispose, context);
    array->block->next = array->spares;
    tern_ptr_array_release_blocks(array, array->block);
    array->block = NULL;
    array->spares = NULL;
    return left;
}

TERN_INLINE size_t tern_ptr_array_destroy(struct tern_ptr_array *array,
                                          tern_ptr_array_dispose *dispose, void *context)
{
    if (array == NULL)
        return 0;
    size_t left = tern_ptr_array_cleanup(array, dispose, context);
    array->release(array->context, array);
    return left;
}

TERN_EXTERN_C_END

#endif /* TERN_PTR_ARRAY_SETUP_H */
