/*
 * What a pointer array looks like in memory, grouped by who writes it:
 *
 *     +0     the consumers' line     next slot, and what only the consumer side touches
 *     +128   the producers' line     next slot, and what only the producer side touches
 *     +256   the consumers' lock
 *     +384   the producers' lock
 *     +512   what hardly ever changes: options, blocks
 *     +640   what those write who sleep: consumers, then producers
 *     +896   the first block of slots, as init makes it
 *     +1024  its slots: size of them, a pointer each
 *
 * There is no index that both sides use: a slot itself says whether it is free, by NULL. A side
 * keeps the address of its next slot, and not an index: one load less on the way to the slot.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_PTR_ARRAY_LAYOUT_H
#define TERN_PTR_ARRAY_LAYOUT_H

#include <tern/arch/atomic.h>
#include <tern/arch/cpu.h>
#include <tern/arch/spinlock.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A position: the address of a slot. */
typedef TERN_ATOMIC(tern_atomic_ptr *) tern_ptr_array_cursor;

/* An element of the caller's arrays, which may be of pointers to any type (typed.h). */
typedef void *__attribute__((__may_alias__)) tern_ptr_array_any;

/*
 * The slots of one size. Once published a block stays allocated until the end of the array, since
 * a lockless look may hold an address in it; a later resize uses it again.
 */
struct tern_ptr_array_block {
    TERN_CACHE_ALIGNED struct tern_ptr_array_block *next; /* in the list that it is in */
    tern_atomic_ptr *slots;
    size_t capacity; /* slots that there is memory for; its size may be less */
    bool published;  /* it has been in use */
};

/* What those who wait for items, or for room, sleep on. */
struct tern_ptr_array_bell {
    TERN_CACHE_ALIGNED tern_atomic_u32 event; /* one more to wake them */
    tern_atomic_u64 sleeps;                   /* how often any of them went to sleep */
};

/*
 * Gate of a side. The first never changes; the second is set once, by close, for producers; the
 * third means that threads of the other side sleep: set by them, taken away by who wakes them. The
 * rest is the number of threads of the other side that wait, asleep or not. Each counts itself for
 * as long as it waits.
 *
 * A raw operation does not look at its gate first. It may step on its own as long as next does not
 * come to `limit`, which it has to know for the sake of the last slot anyway; NULL sends it to look
 * at the gate at once. So close, and producers who wait, set the limit to NULL after the gate, and
 * of a side that is locked it always is NULL. Who sets it to an address looks at the gate
 * afterwards, and takes it back if there is something to be seen.
 */
#define TERN_PTR_ARRAY_LOCKED_GATE 1u
#define TERN_PTR_ARRAY_CLOSED_GATE 2u
#define TERN_PTR_ARRAY_ARMED_GATE  4u
#define TERN_PTR_ARRAY_WAITER_GATE 8u

struct tern_ptr_array {
    /* Written by the consumer side; other threads read next, epoch and passed. */
    struct {
        TERN_CACHE_ALIGNED tern_ptr_array_cursor next; /* the slot of the oldest item */
        tern_ptr_array_cursor limit;                   /* raw: the stop, or NULL; see below */
        tern_atomic_u32 gate;
        tern_atomic_ptr *stop;  /* at which next leaves the straight line: batch or array full */
        tern_atomic_ptr *clear; /* the first slot that is consumed and not yet cleared */
        tern_atomic_ptr *begin;
        tern_atomic_ptr *end;
        size_t batch;           /* slots that are cleared at once, 1 .. size */
        tern_atomic_u64 epoch;  /* one more whenever next goes elsewhere than to the next slot */
        tern_atomic_u64 passed; /* see tern_ptr_array_total */
    } consumer;

    /* Written by the producer side; other threads read next, epoch, passed and refused. */
    struct {
        TERN_CACHE_ALIGNED tern_ptr_array_cursor next; /* the slot of the next item */
        tern_ptr_array_cursor limit;                   /* raw: the end, or NULL; see below */
        tern_atomic_u32 gate;
        tern_atomic_ptr *begin;
        tern_atomic_ptr *end;
        tern_atomic_u64 epoch;
        tern_atomic_u64 passed;
        tern_atomic_u64 refused; /* calls that found the array full */
    } producer;

    struct {
        TERN_CACHE_ALIGNED struct tern_spinlock lock;
    } consumer_lock, producer_lock;

    /* Read by all, hardly ever written. */
    TERN_CACHE_ALIGNED tern_atomic_size size; /* slots in use */
    uint32_t wait;                            /* enum tern_wait_policy */
    size_t batch_wanted;                      /* as in the options; 0: by size */
    void *(*allocate)(void *context, size_t alignment, size_t bytes);
    void (*release)(void *context, void *memory);
    void *context;
    struct tern_ptr_array_block *block;  /* the one in use */
    struct tern_ptr_array_block *spares; /* those that were in use */
    struct tern_spinlock spares_lock;
    tern_atomic_u64 changes; /* odd while a resize or unconsume moves both sides */
    tern_atomic_u64 resizes, unconsumed, dropped;

    /* Written by who sleeps. */
    struct tern_ptr_array_bell items, room;

    struct tern_ptr_array_block first; /* made of the memory behind this */
};

#ifndef TERN_MODEL
/* What a side writes shares no line with what the other one touches. */
TERN_STATIC_ASSERT(offsetof(struct tern_ptr_array, producer) == TERN_CACHE_LINE, "layout");
TERN_STATIC_ASSERT(offsetof(struct tern_ptr_array, consumer_lock) == 2 * TERN_CACHE_LINE, "layout");
TERN_STATIC_ASSERT(offsetof(struct tern_ptr_array, producer_lock) == 3 * TERN_CACHE_LINE, "layout");
TERN_STATIC_ASSERT(offsetof(struct tern_ptr_array, size) == 4 * TERN_CACHE_LINE, "layout");
#endif

#endif /* TERN_PTR_ARRAY_LAYOUT_H */
