/*
 * Tern's ring: a bounded FIFO of fixed-size elements for one process or several, one thread or
 * many on either side.
 *
 * Which operations may run at once, and what each promises
 * ---------------------------------------------------------
 * E is any enqueue and D any dequeue: single, bulk, burst, and start to finish of a token. "many"
 * is a side in MT, RTS, HTS, NB or LF mode. "yes" needs nothing from the caller; "1" means that the
 * caller keeps the two from overlapping, because that side was made for one thread at a time; "no"
 * means never.
 *
 *                    E, ST    E, many  D, ST    D, many  counts, dump, htd_max  reset, destroy
 *     E, ST          1        -        yes      yes      yes                    no
 *     E, many        -        yes      yes      yes      yes                    no
 *     D, ST          yes      yes      1        -        yes                    no
 *     D, many        yes      yes      -        yes      yes                    no
 *     counts, dump   yes      yes      yes      yes      yes                    no
 *     init           no       no       no       no       no                     no
 *     attach         yes      yes      yes      yes      yes                    no
 *
 * One thread at a time (ST) does not mean always the same thread: a side may be handed over by
 * anything that synchronises, a mutex or a join. A ring is ready for other threads once init has
 * returned and its address has reached them by something that synchronises.
 *
 *     mode  progress of its operations; what a thread that is stopped in the middle of one does
 *     ST    wait-free: a bounded number of steps, whatever other threads do
 *     MT    blocking: operations become visible in the order in which they began. A stopped thread
 *           holds up its side: others wait before they begin, or once they have copied
 *     RTS   blocking: operations finish in any order, and become visible together once all that
 *           began before are finished. A stopped thread hides from the other side what its own
 *           side does meanwhile, and holds its side up when that exceeds htd_max elements
 *     HTS   blocking: one operation at a time. A stopped thread, or an open token, holds up its
 *           side
 *     NB    never waits for a peer: a call begins anew only because another one has succeeded. A
 *           stopped enqueue hides what is enqueued behind it until it finishes, and dequeues say
 *           -EAGAIN there; a stopped dequeue keeps its slots, and enqueues that come to them say
 *           -EAGAIN
 *     LF    lock-free: a stopped thread blocks nobody and hides nothing
 *     counts, dump, attach, htd_max: wait-free
 *
 * Who must wait does so by the ring's wait policy (<tern/arch/wait.h>), which gives the core to
 * the stopped thread: with more threads than cores the cost of an operation stays what it is with
 * two. Modes other than ST are not fair: whoever runs goes first. No side ever waits for the other
 * one: it says full or empty. A thread that dies in the middle of an operation on an MT, RTS or HTS
 * side stops that side for good.
 *
 * The modes for the whole ring
 * ----------------------------
 * NB and LF mark each slot, so both sides have the mode or neither. They have no tokens (ENOTSUP).
 *
 * NB promises:
 *   - No call waits for a peer, in no way. All else is as with MT: any element size, bulk all or
 *     nothing and next to each other, exact capacity.
 *   - Operations are ordered by their claims. An element that is enqueued behind one whose enqueue
 *     is unfinished stays invisible until that one finishes. A slot whose dequeue is unfinished is
 *     not free, so an enqueue may be refused in a ring that is not full.
 *   - The caller can tell: -ENOENT means that no enqueue has begun that has not been dequeued, and
 *     -ENOBUFS that `capacity` elements are claimed and not dequeued; -EAGAIN means that it would
 *     have gone on if an operation ahead of it were finished. Then give the core away, and try
 *     again. Bulk and burst that return 0 for that reason set errno to EAGAIN; they touch errno for
 *     no other. (A burst that moved some says nothing: asking would cost a cache miss each time.)
 *   - A thread that is killed between claim and end: in an enqueue, what lies behind its slots is
 *     never seen; in a dequeue, its elements are lost, and enqueues come as far as its slots. Calls
 *     still return. Only init makes such a ring whole again.
 *
 * LF promises:
 *   - Lock-free for any number of threads: stopping or killing any of them at any step blocks
 *     nobody, and hides no element whose enqueue has taken effect.
 *   - Each element's enqueue, and each dequeue, is linearizable. A burst of n is n enqueues in
 *     order; those of others may come between, and it ends at the first that finds the ring full.
 *     What one thread enqueues comes out in its order. A bulk dequeue is all or nothing, of
 *     elements next to each other, at one moment; a burst dequeue likewise, of what there was at
 *     some moment during the call.
 *   - There is no bulk enqueue of more than one element: it does nothing and returns 0 with errno
 *     ENOTSUP. Options that need it say so (need_enqueue_bulk), and has_enqueue_bulk tells.
 *   - Exact capacity, also after threads have been killed.
 *   - A thread that is killed loses at most what its one call held: of an enqueue, elements not yet
 *     put in; of a dequeue, those that it had claimed.
 *   - Elements of 1 to 8 bytes, and a port with double-width CAS; else set-up says -ENOTSUP. Larger
 *     elements would need cells that a killed thread takes with it.
 *   - bulk and burst dequeue may overwrite all n elements of the caller's array, whatever they
 *     return.
 *
 * How it works
 * ------------
 * Each side has a head, where the next operation begins, and a tail, up to which operations are
 * finished. Positions are counts of elements since the start; the slot of a position is its value
 * modulo a power of two. They have 64 bits, and 32 with RTS and HTS, which keep two numbers in one
 * word; both wrap without harm.
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
 * The two sides are the same machine with another limit, so each mode is written once, in
 * <tern/ring/move_*.h>; NB and LF, whose slots say themselves what they are, in whole_*.h.
 * A side remembers the limit it last saw and looks at the other side's tail,
 * which costs a cache miss, only when that one is used up.
 *
 * Sources: the single-producer ring after Lamport, "Specifying concurrent program modules" (1983);
 * the remembered limit after Lee, Bu, Chandranmenon, "A lock-free, cache-efficient multi-core
 * synchronization mechanism for line-rate network traffic monitoring" (2010); head and tail a
 * side, moved in order, is the classical ring of FreeBSD's buf_ring and DPDK's rte_ring; RTS and
 * HTS are DPDK's designs of 2020; NB after Vyukov's bounded queue (2010); LF in the shape of
 * progress64's lfring (2018), of the family of LCRQ (2013) and SCQ (2019).
 *
 * Conventions
 * -----------
 * Set-up functions return 0 or a negative errno value and never leave a half-made ring. A single
 * operation returns 0, -ENOBUFS (full), -ENOENT (empty), -EAGAIN (NB: neither, but a peer is
 * unfinished) or -EINVAL (misuse). Bulk and burst return a count; misuse returns 0 and sets errno,
 * while a ring too full or too empty returns 0 or less than asked for and leaves errno alone.
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

/* How a side is used. Each side has its own, and any pair of the first four works together; NB and
 * LF hold for the whole ring. */
enum tern_ring_mode {
    TERN_RING_MT = 0, /* any number of threads at once; head by CAS, tail in order */
    TERN_RING_ST,     /* one thread at a time */
    TERN_RING_RTS,    /* any number of threads; relaxed tail sync */
    TERN_RING_HTS,    /* any number of threads; head/tail sync, one operation at a time */
    TERN_RING_NB,     /* any number of threads; never waits. Both sides, or neither */
    TERN_RING_LF      /* any number of threads; lock-free. Both sides, or neither */
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
    enum tern_wait_policy wait;   /* how threads of a side wait; default TERN_WAIT_ADAPTIVE */
    size_t htd_max;               /* of RTS sides, elements, 1 .. capacity; 0: capacity / 8, or 1 */
    uint64_t start_position;      /* of both sides; for tests that want to see positions wrap */
    bool need_enqueue_bulk;       /* -ENOTSUP where the mode has no enqueue_bulk, which is LF */
};

/* Elements. What memory allows is far less. */
#define TERN_RING_CAPACITY_MAX (SIZE_MAX / 4 + 1)

/* Elements, where either side is RTS or HTS. */
#define TERN_RING_NARROW_CAPACITY_MAX ((size_t)1 << 30)

/* Bytes. The alignment that init wants of its memory. */
#define TERN_RING_ALIGN TERN_CACHE_LINE

/* -------------------------------------------------------------------------------- set-up --- */

/*
 * Stores the bytes that a ring with these options takes: 4 cache-line pairs (512 bytes) of control
 * block, and the capacity rounded up to a power of two times elem_size (LF: times 16), rounded up
 * to TERN_RING_ALIGN; with NB also 4 bytes a slot, likewise rounded up. A ring allocates nothing
 * beyond that, at no time.
 *
 *     -EINVAL     options or bytes is NULL, capacity or elem_size is 0, a mode or the wait policy
 *                 is not one of theirs, one side alone is NB or LF, or htd_max is above the
 * capacity -ENOTSUP    htd_max is not 0, and neither side is RTS; LF with elements above 8 bytes,
 * with need_enqueue_bulk, or on a port without double-width CAS -EOVERFLOW  capacity above
 * TERN_RING_CAPACITY_MAX, or with RTS or HTS above TERN_RING_NARROW_CAPACITY_MAX, or the bytes do
 * not fit a size_t
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

/*
 * Says whether a ring that this program can use is at `ring`, in `bytes` bytes that another process
 * may have initialised and mapped elsewhere: a ring has no pointer inside, and no lock. Nothing is
 * written. Any process that has the memory mapped writable may then use the ring as its own. The
 * creator hands it over after init, by something that synchronises; attach also sees by itself a
 * ring whose init is complete.
 *
 *     0           yes
 *     -EINVAL     ring is NULL or not aligned to TERN_RING_ALIGN; or what is there is no ring, or
 *                 one whose fields contradict each other
 *     -ENOTSUP    a ring of another layout version, or LF on a port without double-width CAS
 *     -ENOSPC     `bytes` is less than the ring takes
 */
TERN_INLINE int tern_ring_attach(struct tern_ring *ring, size_t bytes);

/* Empties the ring and sets its positions to 0, and with NB and LF each slot; open tokens are void.
 * Modes, capacity, htd_max and wait policy stay. While no other thread uses it. */
TERN_INLINE void tern_ring_reset(struct tern_ring *ring);

/* ----------------------------------------------------------------------------- operations --- */

/*
 * Copies one element of elem_size bytes in.
 *
 *     0           done
 *     -ENOBUFS    full; nothing changed
 *     -EAGAIN     NB: not full, but the dequeue of the next slot is unfinished; nothing changed
 */
TERN_INLINE int tern_ring_enqueue(struct tern_ring *ring, const void *element);

/*
 * Copies the oldest element out.
 *
 *     0           done
 *     -ENOENT     empty; *element is left alone
 *     -EAGAIN     NB: not empty, but the next enqueue is unfinished; *element is left alone
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
TERN_RING_DECLARE_OPERATIONS(rts_)
TERN_RING_DECLARE_OPERATIONS(hts_)
TERN_RING_DECLARE_OPERATIONS(nb_)
TERN_RING_DECLARE_OPERATIONS(lf_)

#undef TERN_RING_DECLARE_OPERATIONS

/* ------------------------------------------------------------------- peek and zero-copy --- */

/*
 * A claim that is still open: start fills it in, finish ends it. In between its holder writes the
 * slots that are to become elements, or reads the elements in place, and decides how many of them
 * to take. ST and HTS sides only. On an HTS side every other operation of the side waits until
 * finish, one by the holder itself for ever; on an ST side there must be none.
 *
 *     struct tern_ring_token token;
 *     if (tern_ring_dequeue_start_burst(ring, 32, &token, NULL) > 0) {
 *         ... look at token.first[0 .. first_count), token.second[0 .. second_count) ...
 *         tern_ring_dequeue_finish(ring, &token, how_many_to_take);
 *     }
 */
struct tern_ring_token {
    void *first;         /* the claimed slots, in order: first_count of them here, */
    size_t first_count;  /* */
    void *second;        /* and, where the slots begin anew, second_count here; else NULL, 0 */
    size_t second_count; /* */
    size_t count;        /* both together: what start returned */
    const void *side;    /* internal; NULL in a token that is not open */
    uint64_t position;   /* internal */
    uint64_t session;    /* internal */
};

/*
 * Claims n slots (enqueue) or elements (dequeue), or with burst up to n, and fills in the token.
 * Returns how many; 0 where there are not enough, where n is 0, and on misuse:
 *
 *     errno EINVAL    token is NULL
 *     errno ENOTSUP   the side is neither ST nor HTS
 *
 * With 0 the token is not open, and there is nothing to finish. On an ST side a second start that
 * returns more than 0 voids the token of the first. free_space and available are as above.
 */
TERN_INLINE size_t tern_ring_enqueue_start_bulk(struct tern_ring *ring, size_t n,
                                                struct tern_ring_token *token, size_t *free_space);
TERN_INLINE size_t tern_ring_enqueue_start_burst(struct tern_ring *ring, size_t n,
                                                 struct tern_ring_token *token, size_t *free_space);
TERN_INLINE size_t tern_ring_dequeue_start_bulk(struct tern_ring *ring, size_t n,
                                                struct tern_ring_token *token, size_t *available);
TERN_INLINE size_t tern_ring_dequeue_start_burst(struct tern_ring *ring, size_t n,
                                                 struct tern_ring_token *token, size_t *available);

/*
 * Ends the claim with its first n slots enqueued, or elements dequeued, and gives the rest back; 0
 * gives all back. The token is void afterwards.
 *
 *     0           done
 *     -EINVAL     the token is NULL, was never opened, was finished, or is not the one that this
 *                 side has open; or n is more than token->count. Nothing changed, and in the last
 *                 case the token is still open.
 */
TERN_INLINE int tern_ring_enqueue_finish(struct tern_ring *ring, struct tern_ring_token *token,
                                         size_t n);
TERN_INLINE int tern_ring_dequeue_finish(struct tern_ring *ring, struct tern_ring_token *token,
                                         size_t n);

/*
 * For who wants a copy rather than two pieces: writes the first n slots of an open token of the
 * producer side, or reads the first n elements of one of the consumer side, as often as wanted.
 * Returns n, or 0 with errno EINVAL where the token is not open or has fewer.
 */
TERN_INLINE size_t tern_ring_token_write(struct tern_ring *ring,
                                         const struct tern_ring_token *token, const void *elements,
                                         size_t n);
TERN_INLINE size_t tern_ring_token_read(struct tern_ring *ring, const struct tern_ring_token *token,
                                        void *elements, size_t n);

/* -------------------------------------------------------------------------------- htd_max --- */

/*
 * How many elements the head of an RTS side may be ahead of its tail: an operation that finds it
 * further ahead waits before it claims, and then claims all that it wants. It may be set while the
 * ring is in use.
 *
 *     0           done
 *     -ENOTSUP    the side is not RTS
 *     -EINVAL     set: 0, or more than the capacity; get: NULL
 */
TERN_INLINE int tern_ring_set_producer_htd_max(struct tern_ring *ring, size_t htd_max);
TERN_INLINE int tern_ring_set_consumer_htd_max(struct tern_ring *ring, size_t htd_max);
TERN_INLINE int tern_ring_producer_htd_max(const struct tern_ring *ring, size_t *htd_max);
TERN_INLINE int tern_ring_consumer_htd_max(const struct tern_ring *ring, size_t *htd_max);

/* -------------------------------------------------------------------------------- queries --- */

/*
 * Snapshots: true of some moment during the call if no operation runs, and always between 0 and
 * the capacity. An element counts from the moment its enqueue is published until its dequeue is
 * published. With NB it counts from the claim of its enqueue to that of its dequeue, so those of
 * unfinished enqueues count; with LF it counts while it can be dequeued, and the count walks over
 * what was enqueued since the last hint, at most the capacity. free_count is capacity - count of
 * one snapshot.
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

/* Whether enqueue_bulk takes more than one element: all modes but LF. */
TERN_INLINE bool tern_ring_has_enqueue_bulk(const struct tern_ring *ring);

/* "MT", "ST", "RTS", "HTS", "NB", "LF"; "?" for what is not a mode. */
TERN_INLINE const char *tern_ring_mode_name(enum tern_ring_mode mode);

/*
 * Writes what the ring is and where it stands, for people. Returns 0, -EINVAL where ring or stream
 * is NULL, or -EIO where writing to the stream fails; what a buffered stream holds back may still
 * fail later. The positions are read one after another.
 */
TERN_INLINE int tern_ring_dump(const struct tern_ring *ring, FILE *stream);

TERN_EXTERN_C_END

#ifndef TERN_NO_INLINE
#    include <tern/ring/operations.h>
#    include <tern/ring/query.h>
#    include <tern/ring/setup.h>
#    include <tern/ring/token.h>
#endif

#include <tern/ring/typed.h>

#endif /* TERN_RING_H */
