/*
 * The freelist without magazines: one stack of the indices of free objects.
 *
 * The links are in an array of indices beside the objects, so an object belongs to its user whole,
 * and nothing here depends on where the memory is mapped.
 *
 *     top      {tag 32, index 32}      links[i]: the index below i while i is free
 *
 *     pop      read top, then links[index];  {tag, index} -> {tag + 1, links[index]} by CAS
 *     push     links[last] = index;          {tag, index} -> {tag, first} by CAS
 *
 * The stack of Treiber (1986) with a tag against ABA, as <tern/stack.h> explains it. A link that is
 * stale is still the index of an object or one of the two values below, so it may be followed: the
 * CAS finds out. The tag has 32 bits, so that one word does, on every port. A pop is fooled only if
 * it stands still for a multiple of exactly 2^32 pops and then finds the same index on top.
 *
 * A thread or a process that dies anywhere in here leaves the list whole; lost are the objects that
 * it had taken off, or not put back yet.
 *
 * Internal: users include <tern/freelist.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_FREELIST_PLAIN_H
#define TERN_FREELIST_PLAIN_H

#include <tern/arch/atomic.h>
#include <tern/arch/cpu.h>

#include <stdbool.h>
#include <stdint.h>

TERN_EXTERN_C_BEGIN

/* In place of an index: below the lowest object; and, in a freelist that checks what is done to it,
 * the link of an object that is in use, or that is being freed and has not yet its canary. */
#define TERN_FREELIST_NONE    UINT32_MAX
#define TERN_FREELIST_IN_USE  (UINT32_MAX - 1)
#define TERN_FREELIST_FREEING (UINT32_MAX - 2)
#define TERN_FREELIST_INDICES (UINT32_MAX - 2) /* how many remain */
/* By how much a pop changes the tag. Only the test that shows what it is for has 0. */
#ifndef TERN_FREELIST_TAG_STEP
#    define TERN_FREELIST_TAG_STEP 1u
#endif

struct tern_freelist_plain {
    TERN_CACHE_ALIGNED tern_atomic_u64 top;
    TERN_CACHE_ALIGNED uint32_t capacity; /* objects */
};

static inline uint64_t tern_freelist_word(uint32_t tag, uint32_t index)
{
    return (uint64_t)tag << 32 | index;
}

static inline uint32_t tern_freelist_index(uint64_t word)
{
    return (uint32_t)(word & UINT32_MAX);
}

/* The word once what is below `left` is all that remains. */
static inline uint64_t tern_freelist_without(uint64_t word, uint32_t left)
{
    return tern_freelist_word((uint32_t)(word >> 32) + TERN_FREELIST_TAG_STEP, left);
}

/* All objects free, the first one on top; `tag` is 0 but for tests. */
static inline void tern_freelist_plain_init(struct tern_freelist_plain *plain,
                                            tern_atomic_u32 *links, uint32_t capacity, uint32_t tag)
{
    for (uint32_t i = 0; i < capacity; i++)
        tern_store_relaxed(&links[i], i + 1 < capacity ? i + 1 : TERN_FREELIST_NONE);
    plain->capacity = capacity;
    tern_store_relaxed(&plain->top, tern_freelist_word(tag, 0));
}

/* Takes the top object off: its index, or NONE. */
static inline uint32_t tern_freelist_plain_pop(struct tern_freelist_plain *plain,
                                               tern_atomic_u32 *links)
{
    for (;;) {
        /* Pairs with the release in push: the link of the top, and what was done to the object
         * before it was freed. The CAS of later pushes and pops continue that release. */
        uint64_t word = tern_load_acquire(&plain->top);
        uint32_t index = tern_freelist_index(word);
        if (TERN_UNLIKELY(index == TERN_FREELIST_NONE))
            return TERN_FREELIST_NONE;
        uint32_t next = tern_load_relaxed(&links[index]);
        TERN_TEST_POINT(freelist_pop);
        /* Relaxed: as the tag says that nothing has been taken off since, the top is the very write
         * that the load above has acquired. */
        if (TERN_LIKELY(
                tern_cas_strong_relaxed(&plain->top, &word, tern_freelist_without(word, next))))
            return index;
        tern_pause();
    }
}

/* Takes n objects off at once, n >= 1: the index of the first, linked to the others in the order
 * from the top; NONE if there are not as many. */
static inline uint32_t tern_freelist_plain_pop_n(struct tern_freelist_plain *plain,
                                                 tern_atomic_u32 *links, size_t n)
{
    for (;;) {
        /* As in pop. */
        uint64_t word = tern_load_acquire(&plain->top);
        uint32_t index = tern_freelist_index(word), next = index;
        size_t count = 0;
        while (count < n && next < plain->capacity) {
            next = tern_load_relaxed(&links[next]);
            count++;
        }
        TERN_TEST_POINT(freelist_pop_n);
        bool enough = count == n && next != TERN_FREELIST_IN_USE;
        /* Relaxed: as in pop. Where there are too few, the CAS changes nothing: that it finds the
         * word as it was shows that the links were all of one moment. */
        if (tern_cas_strong_relaxed(&plain->top, &word,
                                    enough ? tern_freelist_without(word, next) : word))
            return enough ? index : TERN_FREELIST_NONE;
        tern_pause();
    }
}

/* Puts a chain on top: `first`, and by their links down to `last`. */
static inline void tern_freelist_plain_push(struct tern_freelist_plain *plain,
                                            tern_atomic_u32 *links, uint32_t first, uint32_t last)
{
    uint64_t word = tern_load_relaxed(&plain->top);
    for (;;) {
        tern_store_relaxed(&links[last], tern_freelist_index(word));
        uint64_t pushed = tern_freelist_word((uint32_t)(word >> 32), first);
        /* Pairs with the acquire in pop and pop_n. */
        if (TERN_LIKELY(tern_cas_strong_release(&plain->top, &word, pushed)))
            return;
        tern_pause();
    }
}

/* How many are free. Exact if nobody takes or frees meanwhile; else of some attempts the last. */
static inline size_t tern_freelist_plain_count(struct tern_freelist_plain *plain,
                                               tern_atomic_u32 *links)
{
    size_t count = 0;
    for (unsigned attempt = 0; attempt < 3; attempt++) {
        uint64_t word = tern_load_relaxed(&plain->top);
        uint32_t index = tern_freelist_index(word);
        for (count = 0; index < plain->capacity && count < plain->capacity; count++)
            index = tern_load_relaxed(&links[index]);
        if (tern_load_relaxed(&plain->top) == word)
            break;
    }
    return count;
}

TERN_EXTERN_C_END

#endif /* TERN_FREELIST_PLAIN_H */
