/*
 * Tern's ring: a bounded FIFO of fixed-size elements for one process or several, one thread or
 * many on either side.
 *
 * Which operations may run at once, and what each promises
 * ---------------------------------------------------------
 * E is any enqueue (single, bulk, burst), D any dequeue. "yes" needs nothing from the caller;
 * "1" means that the caller keeps the two from overlapping, because that side was made for one
 * thread at a time; "no" means never.
 *
 *                    E, ST side  E, MT side  D, ST side  D, MT side  counts, dump  reset, destroy
 *     E, ST side     1           -           yes         yes         yes           no
 *     E, MT side     -           yes         yes         yes         yes           no
 *     D, ST side     yes         yes         1           -           yes           no
 *     D, MT side     yes         yes         -           yes         yes           no
 *     counts, dump   yes         yes         yes         yes         yes           no
 *     init           no          no          no          no          no            no
 *
 * One thread at a time (ST) does not mean always the same thread: a side may be handed over by
 * anything that synchronises, a mutex or a join. A ring is ready for other threads once init has
 * returned and its address has reached them by something that synchronises.
 *
 *     operation        progress
 *     E, D on an ST    wait-free: a bounded number of steps, whatever other threads do
 *     E, D on an MT    blocking: operations of one side become visible in the order in which they
 *                      began, so one whose thread was stopped in the middle holds up the others of
 *                      its side once they have copied their elements. They wait by the ring's wait
 *                      policy. It never holds up the other side, which goes on with what is
 *                      visible.
 *     counts           wait-free
 *
 * A thread that dies in the middle of an operation on an MT side stops that side for good.
 *
 * How it works
 * ------------
 * Each side has a head, where the next operation begins, and a tail, up to which operations are
 * finished. Positions are 64-bit counts of elements since the start, which never wrap in practice
 * and would do no harm if they did; the slot of a position is its value modulo a power of two.
 *
 *         consumer.tail  consumer.head     producer.tail  producer.head
 *               v              v                 v              v
 *        free   |  being read  |    elements     |  being       |  free
 *               |              |                 |  written     |
 *        -------+--------------+-----------------+--------------+--------->  positions
 *
 *     operation:  claim   move the own head by n, not past the limit
 *                 copy    in or out of the slots that were claimed
 *                 publish move the own tail by n, in the order of the claims
 *
 *     limit of the producer:  consumer.tail + capacity
 *     limit of the consumer:  producer.tail
 *
 * The two sides are the same machine with another limit, so it is written once, in
 * <tern/ring/move.h>. A side remembers the limit it last saw and looks at the other side's tail,
 * which costs a cache miss, only when that one is used up.
 *
 * Sources: the single-producer ring after Lamport, "Specifying concurrent program modules" (1983);
 * the remembered limit after Lee, Bu, Chandranmenon, "A lock-free, cache-efficient multi-core
 * synchronization mechanism for line-rate network traffic monitoring" (2010); head and tail a
 * side, moved in order, is the classical ring of FreeBSD's buf_ring and DPDK's rte_ring.
 *
 * Conventions
 * -----------
 * Set-up functions return 0 or a negative errno value and never leave a half-made ring. A single
 * operation returns 0, -ENOBUFS (full), -ENOENT (empty) or -EINVAL (misuse). Bulk and burst
 * return a count; misuse returns 0 and sets errno, while a ring too full or too empty returns 0
 * or less than asked for and leaves errno alone.
 *
 * Build with TERN_DEBUG for checks that would cost the hot path. See <tern/arch/compiler.h> for
 * TERN_NO_INLINE, which makes every function below a call into the library.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_RING_H
#define TERN_RING_H

#include <tern/arch/compiler.h>
#include <tern/arch/wait.h>
#include <tern/ring/layout.h>

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

TERN_EXTERN_C_BEGIN

/* How a side is used. Each side has its own; any pair of modes works together. */
enum tern_ring_mode {
    TERN_RING_MT = 0, /* any number of threads at once */
    TERN_RING_ST      /* one thread at a time */
};

/*
 * One struct for memsize, init and create, so that the three cannot disagree. A zeroed struct
 * with capacity and elem_size filled in is the useful default.
 */
struct tern_ring_options {
    size_t capacity;              /* elements, 1 .. TERN_RING_CAPACITY_MAX; exact, not rounded */
    size_t elem_size;             /* bytes of one element, 1 or more; 4, 8 and 16 are fastest */
    enum tern_ring_mode producer; /* default TERN_RING_MT */
    enum tern_ring_mode consumer; /* default TERN_RING_MT */
    enum tern_wait_policy wait;   /* how an MT side waits; default TERN_WAIT_ADAPTIVE */
    uint64_t start_position;      /* of both sides; for tests that want to see positions wrap */
};

/* Elements. What memory allows is far less. */
#define TERN_RING_CAPACITY_MAX (SIZE_MAX / 4 + 1)

/* Bytes. The alignment that init wants of its memory. */
#define TERN_RING_ALIGN TERN_CACHE_LINE

/* -------------------------------------------------------------------------------- set-up --- */

/*
 * Stores the bytes that a ring with these options takes: 4 cache-line pairs (512 bytes) of control
 * block, and the capacity rounded up to a power of two times elem_size, rounded up to
 * TERN_RING_ALIGN. A ring allocates nothing beyond that, at no time.
 *
 *     -EINVAL     options or bytes is NULL, capacity or elem_size is 0, or a mode or the wait
 *                 policy is not one of theirs
 *     -EOVERFLOW  capacity above TERN_RING_CAPACITY_MAX, or the bytes do not fit a size_t
 *
 * On error *bytes is left alone.
 */
TERN_INLINE int tern_ring_memsize(const struct tern_ring_options *options, size_t *bytes);

/*
 * Makes an empty ring in the caller's memory of `bytes` bytes at `ring`, which stays the caller's:
 * there is nothing to undo but to stop using it. What the memory held before does not matter; a
 * second init makes a second, empty ring there, and must not race with any use of the first.
 *
 *     the errors of memsize, and
 *     -EINVAL     ring is NULL or not aligned to TERN_RING_ALIGN
 *     -ENOSPC     `bytes` is less than memsize says
 *
 * On error the memory is left alone.
 */
TERN_INLINE int tern_ring_init(struct tern_ring *ring, size_t bytes,
                               const struct tern_ring_options *options);

/*
 * The same in memory of its own, from aligned_alloc. NULL on error, with errno set to ENOMEM or to
 * what memsize would say. To be ended by destroy, once no thread uses the ring any more.
 */
TERN_INLINE struct tern_ring *tern_ring_create(const struct tern_ring_options *options);

/* Ends a ring made by create; not one made by init. NULL is ignored. Elements still in it are
 * forgotten. */
TERN_INLINE void tern_ring_destroy(struct tern_ring *ring);

/* Empties the ring and sets its positions to 0. Modes, capacity and wait policy stay. While no
 * other thread uses it. */
TERN_INLINE void tern_ring_reset(struct tern_ring *ring);

/* ----------------------------------------------------------------------------- operations --- */

/*
 * Copies one element of elem_size bytes in.
 *
 *     0           done
 *     -ENOBUFS    full; nothing changed
 */
TERN_INLINE int tern_ring_enqueue(struct tern_ring *ring, const void *element);

/*
 * Copies the oldest element out.
 *
 *     0           done
 *     -ENOENT     empty; *element is left alone
 */
TERN_INLINE int tern_ring_dequeue(struct tern_ring *ring, void *element);

/*
 * Bulk: copies all n elements of the array in, next to each other and in order, or none of them.
 * Burst: copies as many as fit, up to n, from the front of the array.
 *
 * Returns how many: n or 0 for bulk, 0 .. n for burst. n may be anything; 0 does nothing and
 * returns 0, and `elements` may then be NULL. Where free_space is not NULL, it receives the room
 * that was left afterwards; asking for it makes the call look at the consumers' tail, which costs
 * a cache miss in most cases.
 */
TERN_INLINE size_t tern_ring_enqueue_bulk(struct tern_ring *ring, const void *elements, size_t n,
                                          size_t *free_space);
TERN_INLINE size_t tern_ring_enqueue_burst(struct tern_ring *ring, const void *elements, size_t n,
                                           size_t *free_space);

/*
 * Bulk: copies the n oldest elements out, or none. Burst: as many as there are, up to n. They
 * were next to each other in the ring. Where `available` is not NULL, it receives the number of
 * elements left afterwards. Otherwise as above.
 */
TERN_INLINE size_t tern_ring_dequeue_bulk(struct tern_ring *ring, void *elements, size_t n,
                                          size_t *available);
TERN_INLINE size_t tern_ring_dequeue_burst(struct tern_ring *ring, void *elements, size_t n,
                                           size_t *available);

/*
 * The same six for callers who know the mode of the side: tern_ring_st_enqueue,
 * tern_ring_mt_dequeue_burst, and so on. They save the branches that find out. On a side that has
 * another mode they do nothing: a single operation returns -EINVAL, bulk and burst return 0 with
 * errno EINVAL, and free_space or available is left alone.
 */
#define TERN_RING_DECLARE_OPERATIONS(infix)                                                     \
    TERN_INLINE int tern_ring_##infix##enqueue(struct tern_ring *ring, const void *element);    \
    TERN_INLINE int tern_ring_##infix##dequeue(struct tern_ring *ring, void *element);          \
    TERN_INLINE size_t tern_ring_##infix##enqueue_bulk(                                         \
        struct tern_ring *ring, const void *elements, size_t n, size_t *free_space);            \
    TERN_INLINE size_t tern_ring_##infix##enqueue_burst(                                        \
        struct tern_ring *ring, const void *elements, size_t n, size_t *free_space);            \
    TERN_INLINE size_t tern_ring_##infix##dequeue_bulk(struct tern_ring *ring, void *elements,  \
                                                       size_t n, size_t *available);            \
    TERN_INLINE size_t tern_ring_##infix##dequeue_burst(struct tern_ring *ring, void *elements, \
                                                        size_t n, size_t *available);

TERN_RING_DECLARE_OPERATIONS(st_)
TERN_RING_DECLARE_OPERATIONS(mt_)

#undef TERN_RING_DECLARE_OPERATIONS

/* -------------------------------------------------------------------------------- queries --- */

/*
 * Snapshots: true of some moment during the call if no operation runs, and always between 0 and
 * the capacity. An element counts from the moment its enqueue is published until its dequeue is
 * published. free_count is capacity - count of one snapshot.
 */
TERN_INLINE size_t tern_ring_count(const struct tern_ring *ring);
TERN_INLINE size_t tern_ring_free_count(const struct tern_ring *ring);
TERN_INLINE bool tern_ring_full(const struct tern_ring *ring);
TERN_INLINE bool tern_ring_empty(const struct tern_ring *ring);

/* As asked for at init. */
TERN_INLINE size_t tern_ring_capacity(const struct tern_ring *ring);
TERN_INLINE size_t tern_ring_elem_size(const struct tern_ring *ring);
TERN_INLINE enum tern_ring_mode tern_ring_producer_mode(const struct tern_ring *ring);
TERN_INLINE enum tern_ring_mode tern_ring_consumer_mode(const struct tern_ring *ring);

/* "ST", "MT"; "?" for what is not a mode. */
TERN_INLINE const char *tern_ring_mode_name(enum tern_ring_mode mode);

/*
 * Writes what the ring is and where it stands, for people. Returns 0, -EINVAL where ring or stream
 * is NULL, or -EIO where the stream fails. The positions are read one after another.
 */
TERN_INLINE int tern_ring_dump(const struct tern_ring *ring, FILE *stream);

TERN_EXTERN_C_END

#ifndef TERN_NO_INLINE
#    include <tern/ring/operations.h>
#    include <tern/ring/query.h>
#    include <tern/ring/setup.h>
#endif

#include <tern/ring/typed.h>

#endif /* TERN_RING_H */
