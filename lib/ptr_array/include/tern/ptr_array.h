/*
 * Tern's pointer array: a bounded FIFO of pointers in which NULL marks a free slot.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_PTR_ARRAY_H
#define TERN_PTR_ARRAY_H

#include <tern/arch/compiler.h>
#include <tern/arch/wait.h>
#include <tern/ptr_array/layout.h>

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

TERN_EXTERN_C_BEGIN

/* How a side is used. Each side has its own. */
enum tern_ptr_array_flavour {
    TERN_PTR_ARRAY_LOCKED = 0, /* any number of threads, behind a spinlock */
    TERN_PTR_ARRAY_RAW         /* one thread at a time, no lock */
};

struct tern_ptr_array_options {
    size_t size;                          /* slots, 1 or more; exact, not rounded */
    enum tern_ptr_array_flavour producer; /* default TERN_PTR_ARRAY_LOCKED */
    enum tern_ptr_array_flavour consumer; /* default TERN_PTR_ARRAY_LOCKED */
    size_t clear_batch; /* slots freed at once, 1 .. size; 0: TERN_PTR_ARRAY_BATCH, or 1 where the
                           size is less than twice that */
    enum tern_wait_policy wait; /* how threads wait; default TERN_WAIT_ADAPTIVE */
    /* Memory for create and resize; both or none (aligned_alloc and free). */
    void *(*allocate)(void *context, size_t alignment, size_t bytes);
    void (*release)(void *context, void *memory);
    void *context;
};

/* Slots: two cache lines of 64 bytes. */
#define TERN_PTR_ARRAY_BATCH ((size_t)16)

/* Slots. What memory allows is far less. */
#define TERN_PTR_ARRAY_SIZE_MAX (SIZE_MAX / 4 / sizeof(tern_atomic_ptr))

/* Bytes. The alignment that init wants of its memory. */
#define TERN_PTR_ARRAY_ALIGN TERN_CACHE_LINE

TERN_INLINE int tern_ptr_array_memsize(const struct tern_ptr_array_options *options, size_t *bytes);
TERN_INLINE int tern_ptr_array_init(struct tern_ptr_array *array, size_t bytes,
                                    const struct tern_ptr_array_options *options);
TERN_INLINE struct tern_ptr_array *
tern_ptr_array_create(const struct tern_ptr_array_options *options);
TERN_INLINE size_t tern_ptr_array_cleanup(struct tern_ptr_array *array,
                                          void (*dispose)(void *item, void *context),
                                          void *context);
TERN_INLINE size_t tern_ptr_array_destroy(struct tern_ptr_array *array,
                                          void (*dispose)(void *item, void *context),
                                          void *context);

#define TERN_PTR_ARRAY_DECLARE_OPERATIONS(infix)                                               \
    TERN_INLINE int tern_ptr_array_##infix##produce(struct tern_ptr_array *array, void *item); \
    TERN_INLINE size_t tern_ptr_array_##infix##produce_batched(struct tern_ptr_array *array,   \
                                                               void *const *items, size_t n);  \
    TERN_INLINE void *tern_ptr_array_##infix##consume(struct tern_ptr_array *array);           \
    TERN_INLINE size_t tern_ptr_array_##infix##consume_batched(                                \
        struct tern_ptr_array *array, void **items, size_t n, size_t *freed);
TERN_PTR_ARRAY_DECLARE_OPERATIONS()
TERN_PTR_ARRAY_DECLARE_OPERATIONS(raw_)
TERN_PTR_ARRAY_DECLARE_OPERATIONS(locked_)

#undef TERN_PTR_ARRAY_DECLARE_OPERATIONS

TERN_INLINE void *tern_ptr_array_peek(struct tern_ptr_array *array);
TERN_INLINE int tern_ptr_array_peek_call(struct tern_ptr_array *array,
                                         int (*call)(void *item, void *context), void *context,
                                         int *result);
TERN_INLINE size_t tern_ptr_array_flush(struct tern_ptr_array *array);
TERN_INLINE size_t tern_ptr_array_drain(struct tern_ptr_array *array,
                                        void (*dispose)(void *item, void *context), void *context);
TERN_INLINE size_t tern_ptr_array_unconsume(struct tern_ptr_array *array, void *const *items,
                                            size_t n, void (*dispose)(void *item, void *context),
                                            void *context);
TERN_INLINE int tern_ptr_array_resize(struct tern_ptr_array *array, size_t size,
                                      void (*dispose)(void *item, void *context), void *context);
TERN_INLINE int tern_ptr_array_resize_multiple(struct tern_ptr_array *const *arrays, size_t n,
                                               size_t size,
                                               void (*dispose)(void *item, void *context),
                                               void *context);

#define TERN_PTR_ARRAY_FOREVER UINT64_MAX

TERN_INLINE int tern_ptr_array_consume_wait(struct tern_ptr_array *array, void **item,
                                            uint64_t nanoseconds);
TERN_INLINE int tern_ptr_array_produce_wait(struct tern_ptr_array *array, void *item,
                                            uint64_t nanoseconds);
TERN_INLINE void tern_ptr_array_close(struct tern_ptr_array *array);

TERN_INLINE bool tern_ptr_array_empty(const struct tern_ptr_array *array);
TERN_INLINE bool tern_ptr_array_full(const struct tern_ptr_array *array);
TERN_INLINE bool tern_ptr_array_is_closed(const struct tern_ptr_array *array);
TERN_INLINE size_t tern_ptr_array_size(const struct tern_ptr_array *array);
TERN_INLINE size_t tern_ptr_array_count(const struct tern_ptr_array *array);

struct tern_ptr_array_statistics {
    uint64_t produced;        /* items that went in by produce */
    uint64_t consumed;        /* items that came out by consume */
    uint64_t unconsumed;      /* items put back by unconsume */
    uint64_t dropped;         /* items for which a resize left no room */
    uint64_t resizes;         /* that were done */
    uint64_t refused;         /* produces that found the array full */
    uint64_t producer_sleeps; /* how often a thread went to sleep for want of room */
    uint64_t consumer_sleeps; /* ... of an item */
};

TERN_INLINE void tern_ptr_array_get_statistics(const struct tern_ptr_array *array,
                                               struct tern_ptr_array_statistics *statistics);

TERN_EXTERN_C_END

#ifndef TERN_NO_INLINE
#    include <tern/ptr_array/operations.h>
#    include <tern/ptr_array/query.h>
#    include <tern/ptr_array/resize.h>
#    include <tern/ptr_array/setup.h>
#    include <tern/ptr_array/wait.h>
#endif

#include <tern/ptr_array/typed.h>

#endif /* TERN_PTR_ARRAY_H */
