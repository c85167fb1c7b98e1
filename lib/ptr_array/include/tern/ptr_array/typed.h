/*
 * TERN_PTR_ARRAY_DEFINE(name, type): an array of pointers to one type.
 *
 *     TERN_PTR_ARRAY_DEFINE(packet_queue, struct packet)
 *
 *     struct tern_ptr_array_options options = {.size = 1000};
 *     struct packet_queue *queue = packet_queue_create(&options);
 *     packet_queue_produce(queue, packet);
 *
 * defines `struct name`, which is a tern_ptr_array that the compiler will not mix up with another,
 * and every function with `name_` in place of `tern_ptr_array_` and `type *` in place of `void *`,
 * the items of callbacks included. `&queue->array` is the array itself.
 *
 * Internal: users include <tern/ptr_array.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_PTR_ARRAY_TYPED_H
#define TERN_PTR_ARRAY_TYPED_H

#define TERN_PTR_ARRAY_TYPED_INLINE static inline __attribute__((unused))

#define TERN_PTR_ARRAY_DEFINE(name, type)                       \
    struct name {                                               \
        struct tern_ptr_array array;                            \
    };                                                          \
    TERN_PTR_ARRAY_TYPED_CALLBACKS(name, type)                  \
    TERN_PTR_ARRAY_TYPED_SETUP(name, type)                      \
    TERN_PTR_ARRAY_TYPED_QUERIES(name)                          \
    TERN_PTR_ARRAY_TYPED_OPERATIONS(name, type, )               \
    TERN_PTR_ARRAY_TYPED_OPERATIONS(name, type, raw_)           \
    TERN_PTR_ARRAY_TYPED_OPERATIONS(name, type, locked_)        \
    TERN_PTR_ARRAY_TYPED_LOOKS(name, type)                      \
    TERN_PTR_ARRAY_TYPED_CHANGES(name, type)                    \
    TERN_PTR_ARRAY_TYPED_WAITS(name, type)                      \
    /* Takes the semicolon after TERN_PTR_ARRAY_DEFINE(...). */ \
    struct name

/* A callback of the type, called by one of void *. */
#define TERN_PTR_ARRAY_TYPED_CALLBACKS(name, type)                                            \
    struct name##_dispose_call {                                                              \
        void (*dispose)(type * item, void *context);                                          \
        void *context;                                                                        \
    };                                                                                        \
    TERN_PTR_ARRAY_TYPED_INLINE void name##_dispose_item(void *item, void *context)           \
    {                                                                                         \
        const struct name##_dispose_call *call = (const struct name##_dispose_call *)context; \
        call->dispose((type *)item, call->context);                                           \
    }                                                                                         \
    struct name##_peek_with {                                                                 \
        int (*call)(type * item, void *context);                                              \
        void *context;                                                                        \
    };                                                                                        \
    TERN_PTR_ARRAY_TYPED_INLINE int name##_peek_item(void *item, void *context)               \
    {                                                                                         \
        const struct name##_peek_with *with = (const struct name##_peek_with *)context;       \
        return with->call((type *)item, with->context);                                       \
    }

#define TERN_PTR_ARRAY_TYPED_SETUP(name, type)                                                   \
    TERN_PTR_ARRAY_TYPED_INLINE int name##_memsize(const struct tern_ptr_array_options *options, \
                                                   size_t *bytes)                                \
    {                                                                                            \
        return tern_ptr_array_memsize(options, bytes);                                           \
    }                                                                                            \
    TERN_PTR_ARRAY_TYPED_INLINE int name##_init(struct name *queue, size_t bytes,                \
                                                const struct tern_ptr_array_options *options)    \
    {                                                                                            \
        return tern_ptr_array_init((struct tern_ptr_array *)queue, bytes, options);              \
    }                                                                                            \
    TERN_PTR_ARRAY_TYPED_INLINE struct name *name##_create(                                      \
        const struct tern_ptr_array_options *options)                                            \
    {                                                                                            \
        return (struct name *)tern_ptr_array_create(options);                                    \
    }                                                                                            \
    TERN_PTR_ARRAY_TYPED_DISPOSING(name, type, cleanup)                                          \
    TERN_PTR_ARRAY_TYPED_DISPOSING(name, type, destroy)

/* A function that hands items to a callback, or forgets them where there is none. */
#define TERN_PTR_ARRAY_TYPED_DISPOSING(name, type, what)                                   \
    TERN_PTR_ARRAY_TYPED_INLINE size_t name##_##what(                                      \
        struct name *queue, void (*dispose)(type * item, void *context), void *context)    \
    {                                                                                      \
        struct name##_dispose_call call = {dispose, context};                              \
        return tern_ptr_array_##what((struct tern_ptr_array *)queue,                       \
                                     dispose != NULL ? name##_dispose_item : NULL, &call); \
    }

#define TERN_PTR_ARRAY_TYPED_QUERIES(name)                                      \
    TERN_PTR_ARRAY_TYPED_INLINE bool name##_empty(const struct name *queue)     \
    {                                                                           \
        return tern_ptr_array_empty(&queue->array);                             \
    }                                                                           \
    TERN_PTR_ARRAY_TYPED_INLINE bool name##_full(const struct name *queue)      \
    {                                                                           \
        return tern_ptr_array_full(&queue->array);                              \
    }                                                                           \
    TERN_PTR_ARRAY_TYPED_INLINE bool name##_is_closed(const struct name *queue) \
    {                                                                           \
        return tern_ptr_array_is_closed(&queue->array);                         \
    }                                                                           \
    TERN_PTR_ARRAY_TYPED_INLINE size_t name##_size(const struct name *queue)    \
    {                                                                           \
        return tern_ptr_array_size(&queue->array);                              \
    }                                                                           \
    TERN_PTR_ARRAY_TYPED_INLINE size_t name##_count(const struct name *queue)   \
    {                                                                           \
        return tern_ptr_array_count(&queue->array);                             \
    }                                                                           \
    TERN_PTR_ARRAY_TYPED_INLINE void name##_get_statistics(                     \
        const struct name *queue, struct tern_ptr_array_statistics *statistics) \
    {                                                                           \
        tern_ptr_array_get_statistics(&queue->array, statistics);               \
    }

#define TERN_PTR_ARRAY_TYPED_OPERATIONS(name, type, infix)                                       \
    TERN_PTR_ARRAY_TYPED_INLINE int name##_##infix##produce(struct name *queue, type *item)      \
    {                                                                                            \
        return tern_ptr_array_##infix##produce(&queue->array, (void *)item);                     \
    }                                                                                            \
    TERN_PTR_ARRAY_TYPED_INLINE type *name##_##infix##consume(struct name *queue)                \
    {                                                                                            \
        return (type *)tern_ptr_array_##infix##consume(&queue->array);                           \
    }                                                                                            \
    TERN_PTR_ARRAY_TYPED_INLINE size_t name##_##infix##produce_batched(                          \
        struct name *queue, type *const *items, size_t n)                                        \
    {                                                                                            \
        return tern_ptr_array_##infix##produce_batched(&queue->array,                            \
                                                       (void *const *)(const void *)items, n);   \
    }                                                                                            \
    TERN_PTR_ARRAY_TYPED_INLINE size_t name##_##infix##consume_batched(                          \
        struct name *queue, type **items, size_t n, size_t *freed)                               \
    {                                                                                            \
        return tern_ptr_array_##infix##consume_batched(&queue->array, (void **)(void *)items, n, \
                                                       freed);                                   \
    }

#define TERN_PTR_ARRAY_TYPED_LOOKS(name, type)                                                   \
    TERN_PTR_ARRAY_TYPED_INLINE type *name##_peek(struct name *queue)                            \
    {                                                                                            \
        return (type *)tern_ptr_array_peek(&queue->array);                                       \
    }                                                                                            \
    TERN_PTR_ARRAY_TYPED_INLINE int name##_peek_call(                                            \
        struct name *queue, int (*call)(type * item, void *context), void *context, int *result) \
    {                                                                                            \
        struct name##_peek_with with = {call, context};                                          \
        return tern_ptr_array_peek_call(&queue->array, call != NULL ? name##_peek_item : NULL,   \
                                        &with, result);                                          \
    }                                                                                            \
    TERN_PTR_ARRAY_TYPED_INLINE size_t name##_flush(struct name *queue)                          \
    {                                                                                            \
        return tern_ptr_array_flush(&queue->array);                                              \
    }                                                                                            \
    TERN_PTR_ARRAY_TYPED_DISPOSING(name, type, drain)

#define TERN_PTR_ARRAY_TYPED_CHANGES(name, type)                                               \
    TERN_PTR_ARRAY_TYPED_INLINE size_t name##_unconsume(                                       \
        struct name *queue, type *const *items, size_t n,                                      \
        void (*dispose)(type * item, void *context), void *context)                            \
    {                                                                                          \
        struct name##_dispose_call call = {dispose, context};                                  \
        return tern_ptr_array_unconsume(&queue->array, (void *const *)(const void *)items, n,  \
                                        dispose != NULL ? name##_dispose_item : NULL, &call);  \
    }                                                                                          \
    TERN_PTR_ARRAY_TYPED_INLINE int name##_resize(struct name *queue, size_t size,             \
                                                  void (*dispose)(type * item, void *context), \
                                                  void *context)                               \
    {                                                                                          \
        struct name##_dispose_call call = {dispose, context};                                  \
        return tern_ptr_array_resize(&queue->array, size,                                      \
                                     dispose != NULL ? name##_dispose_item : NULL, &call);     \
    }                                                                                          \
    TERN_PTR_ARRAY_TYPED_INLINE int name##_resize_multiple(                                    \
        struct name *const *queues, size_t n, size_t size,                                     \
        void (*dispose)(type * item, void *context), void *context)                            \
    {                                                                                          \
        struct name##_dispose_call call = {dispose, context};                                  \
        return tern_ptr_array_resize_multiple(                                                 \
            (struct tern_ptr_array *const *)(const void *)queues, n, size,                     \
            dispose != NULL ? name##_dispose_item : NULL, &call);                              \
    }

#define TERN_PTR_ARRAY_TYPED_WAITS(name, type)                                                   \
    TERN_PTR_ARRAY_TYPED_INLINE int name##_consume_wait(struct name *queue, type **item,         \
                                                        uint64_t nanoseconds)                    \
    {                                                                                            \
        void *any = NULL;                                                                        \
        int status =                                                                             \
            tern_ptr_array_consume_wait(&queue->array, item != NULL ? &any : NULL, nanoseconds); \
        if (status == 0)                                                                         \
            *item = (type *)any;                                                                 \
        return status;                                                                           \
    }                                                                                            \
    TERN_PTR_ARRAY_TYPED_INLINE int name##_produce_wait(struct name *queue, type *item,          \
                                                        uint64_t nanoseconds)                    \
    {                                                                                            \
        return tern_ptr_array_produce_wait(&queue->array, (void *)item, nanoseconds);            \
    }                                                                                            \
    TERN_PTR_ARRAY_TYPED_INLINE void name##_close(struct name *queue)                            \
    {                                                                                            \
        tern_ptr_array_close(&queue->array);                                                     \
    }

#endif /* TERN_PTR_ARRAY_TYPED_H */
