/*
 * TERN_RING_DEFINE(name, type): a ring of one type.
 *
 *     TERN_RING_DEFINE(job_ring, struct job *)
 *
 *     struct tern_ring_options options = {.capacity = 1024};
 *     struct job_ring *ring = job_ring_create(&options);
 *     job_ring_enqueue(ring, job);
 *
 * defines `struct name`, which is a tern_ring that the compiler will not mix up with another, and
 * the set-up functions, counts and operations with `name_` in place of `tern_ring_`. Elements are
 * passed as the type itself (enqueue) or as pointers to it; the element size is known at compile
 * time, so each copy is one or two moves. elem_size in the options may be left 0; any other value
 * than the size of the type is -EINVAL. `&ring->ring` is the ring itself, for what is not wrapped.
 *
 * The type must be one that may be copied byte by byte.
 *
 * Internal: users include <tern/ring.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_TYPED_H
#define TERN_RING_TYPED_H

#define TERN_RING_TYPED_INLINE static inline __attribute__((unused))

#ifdef TERN_NO_INLINE
/* The library is called instead, which looks the size up. */
#    define TERN_RING_SIZED(operation, size, ...) tern_ring_##operation(__VA_ARGS__)
#else
#    define TERN_RING_SIZED(operation, size, ...) tern_ring_sized_##operation(__VA_ARGS__, size)
#endif

/* The caller's options with the size of the type filled in. */
TERN_RING_TYPED_INLINE int tern_ring_typed_options(const struct tern_ring_options *options,
                                                   size_t size, struct tern_ring_options *filled)
{
    if (options == NULL || (options->elem_size != 0 && options->elem_size != size))
        return -EINVAL;
    *filled = *options;
    filled->elem_size = size;
    return 0;
}

#define TERN_RING_DEFINE(name, type)                       \
    struct name {                                          \
        struct tern_ring ring;                             \
    };                                                     \
    TERN_RING_TYPED_SETUP(name, type)                      \
    TERN_RING_TYPED_QUERIES(name)                          \
    TERN_RING_TYPED_OPERATIONS(name, type, )               \
    TERN_RING_TYPED_OPERATIONS(name, type, st_)            \
    TERN_RING_TYPED_OPERATIONS(name, type, mt_)            \
    TERN_RING_TYPED_OPERATIONS(name, type, rts_)           \
    TERN_RING_TYPED_OPERATIONS(name, type, hts_)           \
    TERN_RING_TYPED_OPERATIONS(name, type, nb_)            \
    TERN_RING_TYPED_OPERATIONS(name, type, lf_)            \
    /* Takes the semicolon after TERN_RING_DEFINE(...). */ \
    struct name

#define TERN_RING_TYPED_SETUP(name, type)                                                      \
    TERN_RING_TYPED_INLINE int name##_memsize(const struct tern_ring_options *options,         \
                                              size_t *bytes)                                   \
    {                                                                                          \
        struct tern_ring_options filled;                                                       \
        int error = tern_ring_typed_options(options, sizeof(type), &filled);                   \
        return error != 0 ? error : tern_ring_memsize(&filled, bytes);                         \
    }                                                                                          \
    TERN_RING_TYPED_INLINE int name##_init(struct name *ring, size_t bytes,                    \
                                           const struct tern_ring_options *options)            \
    {                                                                                          \
        struct tern_ring_options filled;                                                       \
        int error = tern_ring_typed_options(options, sizeof(type), &filled);                   \
        return error != 0 ? error : tern_ring_init((struct tern_ring *)ring, bytes, &filled);  \
    }                                                                                          \
    TERN_RING_TYPED_INLINE int name##_attach(struct name *ring, size_t bytes)                  \
    {                                                                                          \
        int error = tern_ring_attach((struct tern_ring *)ring, bytes);                         \
        if (error != 0)                                                                        \
            return error;                                                                      \
        return tern_ring_elem_size(&ring->ring) == sizeof(type) ? 0 : -EINVAL;                 \
    }                                                                                          \
    TERN_RING_TYPED_INLINE struct name *name##_create(const struct tern_ring_options *options) \
    {                                                                                          \
        struct tern_ring_options filled;                                                       \
        int error = tern_ring_typed_options(options, sizeof(type), &filled);                   \
        if (error != 0) {                                                                      \
            errno = -error;                                                                    \
            return NULL;                                                                       \
        }                                                                                      \
        return (struct name *)tern_ring_create(&filled);                                       \
    }                                                                                          \
    TERN_RING_TYPED_INLINE void name##_destroy(struct name *ring)                              \
    {                                                                                          \
        tern_ring_destroy((struct tern_ring *)ring);                                           \
    }                                                                                          \
    TERN_RING_TYPED_INLINE void name##_reset(struct name *ring)                                \
    {                                                                                          \
        tern_ring_reset(&ring->ring);                                                          \
    }

#define TERN_RING_TYPED_QUERIES(name)                                             \
    TERN_RING_TYPED_INLINE size_t name##_count(const struct name *ring)           \
    {                                                                             \
        return tern_ring_count(&ring->ring);                                      \
    }                                                                             \
    TERN_RING_TYPED_INLINE size_t name##_free_count(const struct name *ring)      \
    {                                                                             \
        return tern_ring_free_count(&ring->ring);                                 \
    }                                                                             \
    TERN_RING_TYPED_INLINE bool name##_full(const struct name *ring)              \
    {                                                                             \
        return tern_ring_full(&ring->ring);                                       \
    }                                                                             \
    TERN_RING_TYPED_INLINE bool name##_empty(const struct name *ring)             \
    {                                                                             \
        return tern_ring_empty(&ring->ring);                                      \
    }                                                                             \
    TERN_RING_TYPED_INLINE size_t name##_capacity(const struct name *ring)        \
    {                                                                             \
        return tern_ring_capacity(&ring->ring);                                   \
    }                                                                             \
    TERN_RING_TYPED_INLINE int name##_dump(const struct name *ring, FILE *stream) \
    {                                                                             \
        return tern_ring_dump((const struct tern_ring *)ring, stream);            \
    }

#define TERN_RING_TYPED_OPERATIONS(name, type, infix)                                    \
    TERN_RING_TYPED_INLINE int name##_##infix##enqueue(struct name *ring, type element)  \
    {                                                                                    \
        return TERN_RING_SIZED(infix##enqueue, sizeof(type), &ring->ring, &element);     \
    }                                                                                    \
    TERN_RING_TYPED_INLINE int name##_##infix##dequeue(struct name *ring, type *element) \
    {                                                                                    \
        return TERN_RING_SIZED(infix##dequeue, sizeof(type), &ring->ring, element);      \
    }                                                                                    \
    TERN_RING_TYPED_MANY(name, type, infix, bulk)                                        \
    TERN_RING_TYPED_MANY(name, type, infix, burst)

#define TERN_RING_TYPED_MANY(name, type, infix, kind)                                         \
    TERN_RING_TYPED_INLINE size_t name##_##infix##enqueue_##kind(                             \
        struct name *ring, type const *elements, size_t n, size_t *free_space)                \
    {                                                                                         \
        return TERN_RING_SIZED(infix##enqueue_##kind, sizeof(type), &ring->ring, elements, n, \
                               free_space);                                                   \
    }                                                                                         \
    TERN_RING_TYPED_INLINE size_t name##_##infix##dequeue_##kind(                             \
        struct name *ring, type *elements, size_t n, size_t *available)                       \
    {                                                                                         \
        return TERN_RING_SIZED(infix##dequeue_##kind, sizeof(type), &ring->ring, elements, n, \
                               available);                                                    \
    }

#endif /* TERN_RING_TYPED_H */
