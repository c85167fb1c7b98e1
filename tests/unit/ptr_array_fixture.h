/*
 * What the unit tests of the pointer array share: every flavour of both sides, by its own entry
 * points and by the general ones, and items that are told apart by their number.
 */
#ifndef TERN_TESTS_PTR_ARRAY_FIXTURE_H
#define TERN_TESTS_PTR_ARRAY_FIXTURE_H

#include "test.h"

#include <tern/ptr_array.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define LOCKED TERN_PTR_ARRAY_LOCKED
#define RAW    TERN_PTR_ARRAY_RAW

/* The entry points of a side. */
struct producer_calls {
    enum tern_ptr_array_flavour flavour;
    int (*produce)(struct tern_ptr_array *, void *);
    size_t (*produce_batched)(struct tern_ptr_array *, void *const *, size_t);
};

struct consumer_calls {
    enum tern_ptr_array_flavour flavour;
    void *(*consume)(struct tern_ptr_array *);
    size_t (*consume_batched)(struct tern_ptr_array *, void **, size_t, size_t *);
};

static const struct producer_calls all_producers[] = {
    {RAW, tern_ptr_array_raw_produce, tern_ptr_array_raw_produce_batched},
    {LOCKED, tern_ptr_array_locked_produce, tern_ptr_array_locked_produce_batched},
    {RAW, tern_ptr_array_produce, tern_ptr_array_produce_batched},
    {LOCKED, tern_ptr_array_produce, tern_ptr_array_produce_batched},
};

static const struct consumer_calls all_consumers[] = {
    {RAW, tern_ptr_array_raw_consume, tern_ptr_array_raw_consume_batched},
    {LOCKED, tern_ptr_array_locked_consume, tern_ptr_array_locked_consume_batched},
    {RAW, tern_ptr_array_consume, tern_ptr_array_consume_batched},
    {LOCKED, tern_ptr_array_consume, tern_ptr_array_consume_batched},
};

enum { ALL_CALLS = 4 };

/* Item number n of 0 ...: an address that is never dereferenced. */
static inline void *item_of(size_t n)
{
    return (void *)(uintptr_t)(n * 8 + 8);
}

/* An array and what must be in it: the items from `next_out` to `next_in`. */
struct fixture {
    struct tern_ptr_array *array;
    const struct producer_calls *in;
    const struct consumer_calls *out;
    size_t size, batch; /* batch: as it is in effect */
    size_t next_in, next_out;
};

static inline struct tern_ptr_array_options options_of(size_t size, size_t batch,
                                                       enum tern_ptr_array_flavour producer,
                                                       enum tern_ptr_array_flavour consumer)
{
    struct tern_ptr_array_options options;
    memset(&options, 0, sizeof options);
    options.size = size;
    options.clear_batch = batch;
    options.producer = producer;
    options.consumer = consumer;
    return options;
}

static inline size_t fixture_count(const struct fixture *f)
{
    return f->next_in - f->next_out;
}

static inline void fixture_check(const struct fixture *f)
{
    CHECK_EQ(tern_ptr_array_empty(f->array), fixture_count(f) == 0);
    CHECK_EQ(tern_ptr_array_size(f->array), f->size);
    if (fixture_count(f) == f->size)
        CHECK(tern_ptr_array_full(f->array));
    if (fixture_count(f) + f->batch <= f->size)
        CHECK(!tern_ptr_array_full(f->array));
    CHECK_EQ(tern_ptr_array_peek(f->array), fixture_count(f) == 0 ? NULL : item_of(f->next_out));
}

static inline void fixture_put(struct fixture *f)
{
    CHECK_EQ(f->in->produce(f->array, item_of(f->next_in)), 0);
    f->next_in++;
}

static inline void fixture_take(struct fixture *f)
{
    CHECK_EQ(f->out->consume(f->array), item_of(f->next_out));
    f->next_out++;
}

static inline void fixture_take_none(struct fixture *f)
{
    errno = E2BIG;
    CHECK_EQ(f->out->consume(f->array), NULL);
    CHECK_EQ(errno, E2BIG);
}

static inline void fixture_refused(struct fixture *f)
{
    CHECK_EQ(f->in->produce(f->array, item_of(f->next_in)), -ENOBUFS);
}

static inline void fixture_close(struct fixture *f)
{
    CHECK_EQ(tern_ptr_array_destroy(f->array, NULL, NULL), fixture_count(f));
    f->array = NULL;
}

/* Calls body for all flavours and entry points of both sides, the sizes (ended by 0), and batches
 * of 1, 2, the default and all of the array. */
static inline void for_all(const size_t *sizes, void (*body)(struct fixture *))
{
    for (; *sizes != 0; sizes++) {
        const size_t batches[] = {1, 2, 0, *sizes};
        for (size_t i = 0; i < ALL_CALLS * ALL_CALLS * 4; i++) {
            const struct producer_calls *in = &all_producers[i % ALL_CALLS];
            const struct consumer_calls *out = &all_consumers[i / ALL_CALLS % ALL_CALLS];
            size_t batch = batches[i / (ALL_CALLS * ALL_CALLS)];
            if (batch > *sizes)
                continue;
            struct tern_ptr_array_options options =
                options_of(*sizes, batch, in->flavour, out->flavour);
            struct fixture f = {NULL, in, out, *sizes, batch, 0, 0};
            if (batch == 0)
                f.batch = *sizes < 2 * TERN_PTR_ARRAY_BATCH ? 1 : TERN_PTR_ARRAY_BATCH;
            f.array = tern_ptr_array_create(&options);
            CHECK_NE(f.array, NULL);
            fixture_check(&f);
            body(&f);
            fixture_close(&f);
        }
    }
}

#endif
