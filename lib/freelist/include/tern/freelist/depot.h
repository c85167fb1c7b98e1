/*
 * Magazines, and the depot where threads exchange them.
 *
 * A magazine is a header and an array of M pointers to free objects. The depot is three stacks of
 * headers: full magazines, empty ones, and those in between, of which there are few. Whoever takes
 * a magazine off a stack owns it, and what is in it, until he puts it back; so M objects change
 * hands by one exchange of a pointer.
 *
 * A thread that pops may look at the link of a magazine that others have popped meanwhile
 * (<tern/stack.h>). Links are therefore in the headers and never in objects, which belong to users
 * by then; and the memory of headers is not given back before the freelist ends.
 *
 * Internal: users include <tern/freelist.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_FREELIST_DEPOT_H
#define TERN_FREELIST_DEPOT_H

#include <tern/arch/shared.h>
#include <tern/stack.h>

#include <stddef.h>
#include <stdint.h>

#if !TERN_HAVE_DWCAS
#    include <tern/stack_locked.h>
#endif

TERN_EXTERN_C_BEGIN

struct tern_freelist_magazine {
    struct tern_stack_node node;
    TERN_SHARED(void *) * items; /* M of them; never changes */
    TERN_SHARED(size_t) count;   /* objects in it, while it is in the depot */
};

/*
 * Without a double-width CAS the depot is behind locks. It is looked at once for M objects, so the
 * lock costs little; but a thread that is stopped while it holds one holds up those that need the
 * depot.
 */
#if TERN_HAVE_DWCAS
typedef struct tern_stack tern_freelist_stack;
#    define tern_freelist_stack_init(stack)       tern_stack_init(stack)
#    define tern_freelist_stack_push(stack, node) tern_stack_push(stack, node)
#    define tern_freelist_stack_pop(stack)        tern_stack_pop(stack)
#    define tern_freelist_stack_pop_all(stack)    tern_stack_pop_all(stack)
#else
typedef struct tern_stack_locked tern_freelist_stack;
#    define tern_freelist_stack_init(stack)       tern_stack_locked_init(stack, TERN_WAIT_ADAPTIVE)
#    define tern_freelist_stack_push(stack, node) tern_stack_locked_push(stack, node)
#    define tern_freelist_stack_pop(stack)        tern_stack_locked_pop(stack)
#    define tern_freelist_stack_pop_all(stack)    tern_stack_locked_pop_all(stack)
#endif

struct tern_freelist_depot {
    tern_freelist_stack full;
    tern_freelist_stack partial;
    tern_freelist_stack empty;
    TERN_CACHE_ALIGNED size_t limit; /* M */
};

static inline void tern_freelist_depot_init(struct tern_freelist_depot *depot, size_t limit)
{
    (void)tern_freelist_stack_init(&depot->full);
    (void)tern_freelist_stack_init(&depot->partial);
    (void)tern_freelist_stack_init(&depot->empty);
    depot->limit = limit;
}

static inline struct tern_freelist_magazine *tern_freelist_magazine_of(struct tern_stack_node *node)
{
    return node == NULL ? NULL : TERN_STACK_OBJECT(node, struct tern_freelist_magazine, node);
}

/* For a fork, whose child could not release a lock of another thread's. */
static inline void tern_freelist_depot_hold(struct tern_freelist_depot *depot)
{
#if TERN_HAVE_DWCAS
    (void)depot;
#else
    tern_spinlock_lock(&depot->full.lock, TERN_WAIT_ADAPTIVE);
    tern_spinlock_lock(&depot->partial.lock, TERN_WAIT_ADAPTIVE);
    tern_spinlock_lock(&depot->empty.lock, TERN_WAIT_ADAPTIVE);
#endif
}

static inline void tern_freelist_depot_release(struct tern_freelist_depot *depot)
{
#if TERN_HAVE_DWCAS
    (void)depot;
#else
    tern_spinlock_unlock(&depot->full.lock);
    tern_spinlock_unlock(&depot->partial.lock);
    tern_spinlock_unlock(&depot->empty.lock);
#endif
}

/* Gives away a magazine with `count` objects. */
static inline void tern_freelist_depot_put(struct tern_freelist_depot *depot,
                                           struct tern_freelist_magazine *magazine, size_t count)
{
    tern_freelist_stack *stack = count == depot->limit ? &depot->full
                                 : count == 0          ? &depot->empty
                                                       : &depot->partial;
    tern_shared_write(&magazine->count, count);
    tern_freelist_stack_push(stack, &magazine->node);
}

/* A magazine with objects, a full one if there is one; NULL if neither stack had any. */
static inline struct tern_freelist_magazine *
tern_freelist_depot_take(struct tern_freelist_depot *depot)
{
    struct tern_stack_node *node = tern_freelist_stack_pop(&depot->full);
    if (node == NULL)
        node = tern_freelist_stack_pop(&depot->partial);
    /* Between the two looks the objects may have gone from the one to the other. */
    if (node == NULL)
        node = tern_freelist_stack_pop(&depot->full);
    return tern_freelist_magazine_of(node);
}

/* A magazine with room, an empty one if there is one; NULL if neither stack had any. */
static inline struct tern_freelist_magazine *
tern_freelist_depot_room(struct tern_freelist_depot *depot)
{
    struct tern_stack_node *node = tern_freelist_stack_pop(&depot->empty);
    if (node == NULL)
        node = tern_freelist_stack_pop(&depot->partial);
    return tern_freelist_magazine_of(node);
}

/* Moves n objects from the end of one magazine to the end of another. */
static inline void tern_freelist_pour(struct tern_freelist_magazine *to, size_t to_count,
                                      struct tern_freelist_magazine *from, size_t from_count,
                                      size_t n)
{
    for (size_t i = 0; i < n; i++)
        tern_shared_write(&to->items[to_count + i],
                          tern_shared_read(&from->items[from_count - n + i]));
}

/*
 * Puts a magazine that may be neither full nor empty, after pouring it together with others of its
 * kind in the depot: so however many threads end with a few objects each, at most as many such
 * magazines are left as there were threads doing this at once.
 */
static inline void tern_freelist_depot_settle(struct tern_freelist_depot *depot,
                                              struct tern_freelist_magazine *magazine, size_t count)
{
    while (count != 0 && count != depot->limit) {
        struct tern_freelist_magazine *other =
            tern_freelist_magazine_of(tern_freelist_stack_pop(&depot->partial));
        if (other == NULL)
            break;
        size_t others = tern_shared_read(&other->count);
        size_t room = depot->limit - count;
        size_t n = others < room ? others : room;
        tern_freelist_pour(magazine, count, other, others, n);
        count += n;
        others -= n;
        if (count == depot->limit) {
            tern_freelist_depot_put(depot, magazine, count);
            magazine = other;
            count = others;
        } else {
            tern_freelist_depot_put(depot, other, others); /* which is empty now */
        }
    }
    tern_freelist_depot_put(depot, magazine, count);
}

TERN_EXTERN_C_END

#endif /* TERN_FREELIST_DEPOT_H */
