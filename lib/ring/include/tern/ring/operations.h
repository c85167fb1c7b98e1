/*
 * Enqueue and dequeue: claim, copy, publish.
 *
 * Internal: users include <tern/ring.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_OPERATIONS_H
#define TERN_RING_OPERATIONS_H

#include <tern/arch/shared.h>
#include <tern/ring/move.h>
#include <tern/ring/query.h>

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

/* ------------------------------------------------------------------------------- the slots --- */

/* Copies with a constant size where that is worth it. A caller with a constant size of its own
 * gets one copy and no branch. */
#define TERN_RING_BY_SIZE(copy, slots, index, elements, count, size) \
    do {                                                             \
        switch (size) {                                              \
        case 4: copy(slots, index, elements, count, 4); break;       \
        case 8: copy(slots, index, elements, count, 8); break;       \
        case 16: copy(slots, index, elements, count, 16); break;     \
        default: copy(slots, index, elements, count, size); break;   \
        }                                                            \
    } while (0)

TERN_ALWAYS_INLINE void tern_ring_write(struct tern_ring *ring, size_t index, const void *elements,
                                        size_t count, size_t size)
{
    TERN_RING_BY_SIZE(tern_shared_copy_in, tern_ring_slots(ring), index, elements, count, size);
}

TERN_ALWAYS_INLINE void tern_ring_read(struct tern_ring *ring, size_t index, void *elements,
                                       size_t count, size_t size)
{
    TERN_RING_BY_SIZE(tern_shared_copy_out, tern_ring_slots(ring), index, elements, count, size);
}

#undef TERN_RING_BY_SIZE

/* The rare copies, in two pieces because the slots end in between; out of line, so that a hot
 * path holds one copy and not three. */
TERN_OUT_OF_LINE void tern_ring_write_split(struct tern_ring *ring, size_t index,
                                            const unsigned char *elements, size_t count)
{
    size_t size = ring->producer.elem_size;
    size_t first = (size_t)ring->producer.mask + 1 - index;
    tern_shared_copy_in(tern_ring_slots(ring), index, elements, first, size);
    tern_shared_copy_in(tern_ring_slots(ring), 0, elements + first * size, count - first, size);
}

TERN_OUT_OF_LINE void tern_ring_read_split(struct tern_ring *ring, size_t index,
                                           unsigned char *elements, size_t count)
{
    size_t size = ring->consumer.elem_size;
    size_t first = (size_t)ring->consumer.mask + 1 - index;
    tern_shared_copy_out(tern_ring_slots(ring), index, elements, first, size);
    tern_shared_copy_out(tern_ring_slots(ring), 0, elements + first * size, count - first, size);
}

/* Whether `count` slots from `index` on lie next to each other in memory. */
TERN_ALWAYS_INLINE bool tern_ring_in_one_piece(uint64_t mask, size_t index, size_t count)
{
    return TERN_LIKELY(index + count <= mask + 1);
}

/*
 * Elements into, or out of, slots that were claimed. The mask is handed in, because an operation
 * reads it before it claims: on most machines no load begins before a CAS is done.
 */
TERN_ALWAYS_INLINE void tern_ring_put(struct tern_ring *ring, uint64_t mask, uint64_t position,
                                      const void *elements, size_t count, size_t size)
{
    size_t index = (size_t)(position & mask);
    if (tern_ring_in_one_piece(mask, index, count))
        tern_ring_write(ring, index, elements, count, size);
    else
        tern_ring_write_split(ring, index, (const unsigned char *)elements, count);
}

TERN_ALWAYS_INLINE void tern_ring_take(struct tern_ring *ring, uint64_t mask, uint64_t position,
                                       void *elements, size_t count, size_t size)
{
    size_t index = (size_t)(position & mask);
    if (tern_ring_in_one_piece(mask, index, count))
        tern_ring_read(ring, index, elements, count, size);
    else
        tern_ring_read_split(ring, index, (unsigned char *)elements, count);
}

/* What bulk and burst say of misuse. */
TERN_OUT_OF_LINE size_t tern_ring_misuse(void)
{
    errno = EINVAL;
    return 0;
}

/* An operation on no elements: nothing is claimed, so nobody is waited for. */
TERN_OUT_OF_LINE size_t tern_ring_nothing(size_t left, size_t *out)
{
    if (out != NULL)
        *out = left;
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
        return tern_ring_nothing(tern_ring_free_count(ring), free_space);
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
        return tern_ring_nothing(tern_ring_count(ring), available);
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

#undef TERN_RING_OPERATIONS
#undef TERN_RING_OPERATIONS_MANY

TERN_EXTERN_C_END

#endif /* TERN_RING_OPERATIONS_H */
