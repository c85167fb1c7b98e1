/*
 * Enqueue and dequeue: claim, copy, publish; or what a mode for the whole ring does instead.
 *
 * Internal: users include <tern/ring.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_OPERATIONS_H
#define TERN_RING_OPERATIONS_H

#include <tern/ring/move.h>
#include <tern/ring/query.h>
#include <tern/ring/slots.h>
#include <tern/ring/whole.h>

#include <errno.h>

TERN_EXTERN_C_BEGIN

/* What an entry point says when it takes the side as it is. */
#define TERN_RING_ANY_MODE UINT32_MAX

/* The mode to work in. `asked` is a constant in every caller, so only one of the two loads the
 * mode of the side, and the other one compares it. */
TERN_ALWAYS_INLINE uint32_t tern_ring_mode_of(const struct tern_ring_side *own, uint32_t asked)
{
    return asked == TERN_RING_ANY_MODE ? own->mode : asked;
}

TERN_ALWAYS_INLINE bool tern_ring_has_mode(const struct tern_ring_side *own, uint32_t asked)
{
    return asked == TERN_RING_ANY_MODE || TERN_LIKELY(own->mode == asked);
}

/* What bulk and burst say of misuse. */
TERN_OUT_OF_LINE size_t tern_ring_misuse(void)
{
    errno = EINVAL;
    return 0;
}

/* An operation on no elements: nothing is claimed, so nobody is waited for. */
TERN_OUT_OF_LINE size_t tern_ring_enqueue_nothing(const struct tern_ring *ring, size_t *free_space)
{
    if (free_space != NULL)
        *free_space = tern_ring_free_count(ring);
    return 0;
}

TERN_OUT_OF_LINE size_t tern_ring_dequeue_nothing(const struct tern_ring *ring, size_t *available)
{
    if (available != NULL)
        *available = tern_ring_count(ring);
    return 0;
}

/* -------------------------------------------------------------------------- one at a time --- */

TERN_ALWAYS_INLINE int tern_ring_enqueue_one(struct tern_ring *ring, uint32_t asked,
                                             const void *element, size_t size)
{
    struct tern_ring_side *own = &ring->producer;
    struct tern_ring_claim claim = {0, 0, 0, false};
    uint32_t mode = tern_ring_mode_of(own, asked);
    uint64_t mask = own->mask;

    TERN_CHECK(element != NULL && size == own->elem_size);
    if (!tern_ring_has_mode(own, asked))
        return -EINVAL;
    if (TERN_UNLIKELY(tern_ring_is_whole(mode)))
        return asked == TERN_RING_ANY_MODE ? tern_ring_found_enqueue_one(ring, element, size)
                                           : tern_ring_whole_enqueue_one(ring, mode, element, size);
    struct tern_ring_request ask = {own->capacity, 1, TERN_RING_EXACTLY, false};
    tern_ring_claim(own, &ring->consumer, mode, ask, &claim);
    if (TERN_UNLIKELY(claim.count == 0))
        return -ENOBUFS;
    tern_ring_write(ring, (size_t)(claim.position & mask), element, 1, size);
    tern_ring_publish(own, mode, &claim);
    return 0;
}

TERN_ALWAYS_INLINE int tern_ring_dequeue_one(struct tern_ring *ring, uint32_t asked, void *element,
                                             size_t size)
{
    struct tern_ring_side *own = &ring->consumer;
    struct tern_ring_claim claim = {0, 0, 0, false};
    uint32_t mode = tern_ring_mode_of(own, asked);
    uint64_t mask = own->mask;

    TERN_CHECK(element != NULL && size == own->elem_size);
    if (!tern_ring_has_mode(own, asked))
        return -EINVAL;
    if (TERN_UNLIKELY(tern_ring_is_whole(mode)))
        return asked == TERN_RING_ANY_MODE ? tern_ring_found_dequeue_one(ring, element, size)
                                           : tern_ring_whole_dequeue_one(ring, mode, element, size);
    struct tern_ring_request ask = {0, 1, TERN_RING_EXACTLY, false};
    tern_ring_claim(own, &ring->producer, mode, ask, &claim);
    if (TERN_UNLIKELY(claim.count == 0))
        return -ENOENT;
    tern_ring_read(ring, (size_t)(claim.position & mask), element, 1, size);
    tern_ring_publish(own, mode, &claim);
    return 0;
}

/* ---------------------------------------------------------------------------- many at once --- */

TERN_ALWAYS_INLINE size_t tern_ring_enqueue_many(struct tern_ring *ring, uint32_t asked,
                                                 const void *elements, size_t n, size_t size,
                                                 enum tern_ring_amount amount, size_t *free_space)
{
    struct tern_ring_side *own = &ring->producer;
    struct tern_ring_claim claim = {0, 0, 0, false};
    uint32_t mode = tern_ring_mode_of(own, asked);
    uint64_t mask = own->mask;

    TERN_CHECK((elements != NULL || n == 0) && size == own->elem_size);
    if (!tern_ring_has_mode(own, asked))
        return tern_ring_misuse();
    if (TERN_UNLIKELY(n == 0))
        return tern_ring_enqueue_nothing(ring, free_space);
    if (TERN_UNLIKELY(tern_ring_is_whole(mode)))
        return asked == TERN_RING_ANY_MODE
                   ? tern_ring_found_enqueue_many(ring, elements, n, size, amount, free_space)
                   : tern_ring_whole_enqueue_many(ring, mode, elements, n, size, amount,
                                                  free_space);
    struct tern_ring_request ask = {own->capacity, n, amount, free_space != NULL};
    tern_ring_claim(own, &ring->consumer, mode, ask, &claim);
    if (TERN_LIKELY(claim.count != 0)) {
        tern_ring_put(ring, mask, claim.position, elements, claim.count, size);
        tern_ring_publish(own, mode, &claim);
    }
    if (free_space != NULL)
        *free_space = claim.left;
    return claim.count;
}

TERN_ALWAYS_INLINE size_t tern_ring_dequeue_many(struct tern_ring *ring, uint32_t asked,
                                                 void *elements, size_t n, size_t size,
                                                 enum tern_ring_amount amount, size_t *available)
{
    struct tern_ring_side *own = &ring->consumer;
    struct tern_ring_claim claim = {0, 0, 0, false};
    uint32_t mode = tern_ring_mode_of(own, asked);
    uint64_t mask = own->mask;

    TERN_CHECK((elements != NULL || n == 0) && size == own->elem_size);
    if (!tern_ring_has_mode(own, asked))
        return tern_ring_misuse();
    if (TERN_UNLIKELY(n == 0))
        return tern_ring_dequeue_nothing(ring, available);
    if (TERN_UNLIKELY(tern_ring_is_whole(mode)))
        return asked == TERN_RING_ANY_MODE
                   ? tern_ring_found_dequeue_many(ring, elements, n, size, amount, available)
                   : tern_ring_whole_dequeue_many(ring, mode, elements, n, size, amount, available);
    struct tern_ring_request ask = {0, n, amount, available != NULL};
    tern_ring_claim(own, &ring->producer, mode, ask, &claim);
    if (TERN_LIKELY(claim.count != 0)) {
        tern_ring_take(ring, mask, claim.position, elements, claim.count, size);
        tern_ring_publish(own, mode, &claim);
    }
    if (available != NULL)
        *available = claim.left;
    return claim.count;
}

/* --------------------------------------------------------------------------- entry points --- */

/*
 * The six public operations of one family, and beneath each the same with the element size as an
 * argument, for the typed wrappers, which know it at compile time.
 */
#define TERN_RING_OPERATIONS(infix, asked)                                                         \
    TERN_ALWAYS_INLINE int tern_ring_sized_##infix##enqueue(struct tern_ring *ring,                \
                                                            const void *element, size_t size)      \
    {                                                                                              \
        return tern_ring_enqueue_one(ring, asked, element, size);                                  \
    }                                                                                              \
    TERN_ALWAYS_INLINE int tern_ring_sized_##infix##dequeue(struct tern_ring *ring, void *element, \
                                                            size_t size)                           \
    {                                                                                              \
        return tern_ring_dequeue_one(ring, asked, element, size);                                  \
    }                                                                                              \
    TERN_INLINE int tern_ring_##infix##enqueue(struct tern_ring *ring, const void *element)        \
    {                                                                                              \
        return tern_ring_enqueue_one(ring, asked, element, ring->producer.elem_size);              \
    }                                                                                              \
    TERN_INLINE int tern_ring_##infix##dequeue(struct tern_ring *ring, void *element)              \
    {                                                                                              \
        return tern_ring_dequeue_one(ring, asked, element, ring->consumer.elem_size);              \
    }                                                                                              \
    TERN_RING_OPERATIONS_MANY(infix, asked, bulk, TERN_RING_EXACTLY)                               \
    TERN_RING_OPERATIONS_MANY(infix, asked, burst, TERN_RING_UP_TO)

#define TERN_RING_OPERATIONS_MANY(infix, asked, kind, amount)                                     \
    TERN_ALWAYS_INLINE size_t tern_ring_sized_##infix##enqueue_##kind(                            \
        struct tern_ring *ring, const void *elements, size_t n, size_t *free_space, size_t size)  \
    {                                                                                             \
        return tern_ring_enqueue_many(ring, asked, elements, n, size, amount, free_space);        \
    }                                                                                             \
    TERN_ALWAYS_INLINE size_t tern_ring_sized_##infix##dequeue_##kind(                            \
        struct tern_ring *ring, void *elements, size_t n, size_t *available, size_t size)         \
    {                                                                                             \
        return tern_ring_dequeue_many(ring, asked, elements, n, size, amount, available);         \
    }                                                                                             \
    TERN_INLINE size_t tern_ring_##infix##enqueue_##kind(                                         \
        struct tern_ring *ring, const void *elements, size_t n, size_t *free_space)               \
    {                                                                                             \
        return tern_ring_enqueue_many(ring, asked, elements, n, ring->producer.elem_size, amount, \
                                      free_space);                                                \
    }                                                                                             \
    TERN_INLINE size_t tern_ring_##infix##dequeue_##kind(struct tern_ring *ring, void *elements,  \
                                                         size_t n, size_t *available)             \
    {                                                                                             \
        return tern_ring_dequeue_many(ring, asked, elements, n, ring->consumer.elem_size, amount, \
                                      available);                                                 \
    }

TERN_RING_OPERATIONS(, TERN_RING_ANY_MODE)
TERN_RING_OPERATIONS(st_, TERN_RING_ST)
TERN_RING_OPERATIONS(mt_, TERN_RING_MT)
TERN_RING_OPERATIONS(rts_, TERN_RING_RTS)
TERN_RING_OPERATIONS(hts_, TERN_RING_HTS)
TERN_RING_OPERATIONS(nb_, TERN_RING_NB)
TERN_RING_OPERATIONS(lf_, TERN_RING_LF)

#undef TERN_RING_OPERATIONS
#undef TERN_RING_OPERATIONS_MANY

TERN_EXTERN_C_END

#endif /* TERN_RING_OPERATIONS_H */
