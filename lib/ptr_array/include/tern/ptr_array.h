/*
 * Tern's pointer array: a bounded FIFO of pointers in which NULL marks a free slot.
 *
 * Which operations may run at once, and what each promises
 * ---------------------------------------------------------
 * P is produce and produce_batched. C is consume, consume_batched, peek, peek_call, flush and
 * drain. "change" is unconsume, resize and resize_multiple. "look" is empty, full, count, size,
 * is_closed and get_statistics. "yes" needs nothing from the caller; "1" means that the caller
 * keeps the two from overlapping, because that side was made raw; "no" means never.
 *
 *                P, raw  P, locked  C, raw  C, locked  change       look  close  cleanup, destroy
 *     P, raw     1       -          yes     yes        1            yes   yes *  no
 *     P, locked  -       yes        yes     yes        yes          yes   yes    no
 *     C, raw     yes     yes        1       -          1            yes   yes    no
 *     C, locked  yes     yes        -       yes        yes          yes   yes    no
 *     change     1       yes        1       yes        1 if a side  yes   yes    no
 *                                                      is raw
 *     look       yes     yes        yes     yes        yes          yes   yes    no
 *
 * consume_wait is a C and produce_wait a P for as long as they wait: a raw side belongs to the
 * thread that waits there. One thread at a time does not mean always the same thread: a side may be
 * handed over by anything that synchronises.
 *
 *     operation                        progress
 *     P and C, raw                     wait-free
 *     P and C, locked                  blocking: one thread at a time, behind a spinlock that gives
 *                                      its core away (<tern/arch/spinlock.h>). Not fair. Neither
 *                                      side ever waits for the other one's lock
 *     empty, full, size, is_closed     wait-free
 *     count, get_statistics            wait for a change that is under way, and for a step from the
 *                                      last slot to the first
 *     change                           blocking: takes both locks, consumer's first, then
 *                                      producer's. Of a raw side the caller has to hold the side
 *     consume_wait, produce_wait       blocking, that is what they are for
 *     close                            blocking where producers are locked, else wait-free
 *
 * * A raw produce that runs while another thread closes the array may still succeed after close has
 * returned. Its item is in the array, for a consumer that looks again or for destroy; only
 * consume_wait may have said by then that nothing more will come.
 *
 * What the array promises
 * -----------------------
 * - Items come out in the order in which they went in. The size is exact: an array in which a
 *   consume found nothing takes as many items as it has slots, and never one more. (empty, which
 *   only looks, frees nothing.)
 * - What a thread did before it produced an item is visible to who consumes it. And backwards: what
 *   a thread did before it consumed an item is visible to who produces into the slot that this
 *   made free. (So a producer may keep as many buffers as there are slots, and use them again in
 *   turn, if consumers are done with a buffer before they consume it: peek, read, consume.)
 * - When a slot can be used again. Consumed slots are freed in batches, the last one first, so that
 *   a producer behind a full array takes a cache line once a batch and not once an item. With a
 *   batch of b, at most b - 1 slots are consumed and not yet free, hence a full array becomes
 *   writable at the latest by the consume of its b-th item; sooner,
 *
 *       - when the slot is the last of the array's memory: a consume that goes back to the first
 *         slot frees all that it leaves behind;
 *       - when a consume finds the array empty, and by flush: all that was consumed;
 *       - while producers wait in produce_wait, asleep or spinning: with every consume, whatever
 *         the batch. Behind locked consumers what was consumed before is freed as well, so that
 *         nothing consumed is withheld from who waits. From a raw consumer nobody else can take
 *         over what it has consumed: that becomes free with its first consume that begins once a
 *         producer waits;
 *       - by every change.
 *
 *   A producer waits in this sense once the first short spin of produce_wait is over: at the latest
 *   when the statistics count its sleep.
 *
 *   A batch of 1 frees each slot with its consume. No slot stays behind for good: an array that
 *   looks full to producers holds at least size - b + 1 items, and before all of them are consumed
 *   the batch is full.
 * - empty never says yes while there is an item whose produce happened before the call and whose
 *   consume did not; not during a change either, nor while slots are freed. It may say no although
 *   the last item has just been consumed, and does so during a change.
 * - No wake-up is lost (<tern/ptr_array/sleep.h>), and who does not wait pays one relaxed load for
 *   those who may.
 *
 * How it works
 * ------------
 * There is no index that both sides read. Each side goes round the slots by itself, and the slot
 * says what is to be done: not NULL is an item for consumers and "full" for producers, NULL is room
 * for producers and "empty" for consumers. So an item that passes from core to core takes one cache
 * line with it, that of its slot, and several items share that line.
 *
 *                 cleared     next (consumers)                next (producers)
 *                    v             v                               v
 *       NULL  NULL   x   x   x   item  item  item  item  item    NULL  NULL  NULL
 *                    consumed, not yet free
 *
 * Sources: the slot that says itself whether it is free is the FastForward queue of Giacomoni,
 * Moseley and Vachharajani, "FastForward for efficient pipeline parallelism" (2008); locks on the
 * sides, clearing in batches, unconsume and resize have the behaviour of Linux' ptr_ring, which the
 * code shares nothing with. Sleeping by unequal fences: see <tern/arch/park.h>.
 *
 * Conventions
 * -----------
 * Set-up functions return 0 or a negative errno value and never leave a half-made array. produce
 * returns 0 or a negative errno value, consume an item or NULL, and NULL for empty leaves errno
 * alone. Batched calls return a count; on misuse they return 0 and set errno.
 *
 * A pointer array is for the threads of one process: it holds addresses.
 *
 * Build with TERN_DEBUG for checks that would cost the hot path. See <tern/arch/compiler.h> for
 * TERN_NO_INLINE, which makes every function below a call into the library.
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

/* How a side is used. Each side has its own; both pairs work together. */
enum tern_ptr_array_flavour {
    TERN_PTR_ARRAY_LOCKED = 0, /* any number of threads, behind a spinlock */
    TERN_PTR_ARRAY_RAW         /* one thread at a time, no lock */
};

/*
 * One struct for memsize, init and create, so that the three cannot disagree. A zeroed struct with
 * the size filled in is the useful default.
 */
struct tern_ptr_array_options {
    size_t size;                          /* slots, 1 .. TERN_PTR_ARRAY_SIZE_MAX; not rounded */
    enum tern_ptr_array_flavour producer; /* default TERN_PTR_ARRAY_LOCKED */
    enum tern_ptr_array_flavour consumer; /* default TERN_PTR_ARRAY_LOCKED */
    size_t clear_batch;         /* slots that are freed at once, 1 .. size; 0: TERN_PTR_ARRAY_BATCH,
                                   or 1 where the size is less than twice that */
    enum tern_wait_policy wait; /* how threads wait; default TERN_WAIT_ADAPTIVE */

    /* Memory for create and resize: both or none, which is aligned_alloc and free. `bytes` is a
     * multiple of `alignment`, which is TERN_PTR_ARRAY_ALIGN. Called without any lock held. */
    void *(*allocate)(void *context, size_t alignment, size_t bytes);
    void (*release)(void *context, void *memory);
    void *context;
};

/* What an item is handed to that the array has no place for, or no longer. Called without any lock
 * held: it may use the array, but must not end it. */
typedef void tern_ptr_array_dispose(void *item, void *context);

/* Slots: two lines of 64 bytes. */
#define TERN_PTR_ARRAY_BATCH ((size_t)16)

/* Slots. What memory allows is far less. */
#define TERN_PTR_ARRAY_SIZE_MAX (SIZE_MAX / 4 / sizeof(tern_atomic_ptr))

/* Bytes. The alignment that init wants of its memory. */
#define TERN_PTR_ARRAY_ALIGN TERN_CACHE_LINE

/* Nanoseconds: a time that does not end. */
#define TERN_PTR_ARRAY_FOREVER UINT64_MAX

/* -------------------------------------------------------------------------------- set-up --- */

/*
 * Stores the bytes that an array with these options takes: eight times TERN_CACHE_LINE, and a
 * pointer for each slot, rounded up to TERN_PTR_ARRAY_ALIGN. Only a resize allocates more.
 *
 *     -EINVAL     options or bytes is NULL, size is 0, clear_batch is above the size, a flavour or
 *                 the wait policy is not one of theirs, or only one of the hooks is set
 *     -EOVERFLOW  size above TERN_PTR_ARRAY_SIZE_MAX
 *
 * On error *bytes is left alone.
 */
TERN_INLINE int tern_ptr_array_memsize(const struct tern_ptr_array_options *options, size_t *bytes);

/*
 * Makes an empty array in the caller's memory of `bytes` bytes at `array`, which stays the
 * caller's. What the memory held before does not matter. To be ended by cleanup if it was resized.
 *
 *     the errors of memsize, and
 *     -EINVAL     array is NULL or not aligned to TERN_PTR_ARRAY_ALIGN
 *     -ENOSPC     `bytes` is less than memsize says
 *
 * On error the memory is left alone.
 */
TERN_INLINE int tern_ptr_array_init(struct tern_ptr_array *array, size_t bytes,
                                    const struct tern_ptr_array_options *options);

/*
 * The same in memory of its own. NULL on error, with errno set to ENOMEM, to what memsize would
 * say, or to EINVAL where the hook's memory is not aligned. To be ended by destroy.
 */
TERN_INLINE struct tern_ptr_array *
tern_ptr_array_create(const struct tern_ptr_array_options *options);

/*
 * The end of an array made by init, or by create, once no thread uses it any more. Items that are
 * left go to dispose, oldest first; with NULL they are forgotten. Returns how many there were. NULL
 * is ignored.
 */
TERN_INLINE size_t tern_ptr_array_cleanup(struct tern_ptr_array *array,
                                          tern_ptr_array_dispose *dispose, void *context);
TERN_INLINE size_t tern_ptr_array_destroy(struct tern_ptr_array *array,
                                          tern_ptr_array_dispose *dispose, void *context);

/* ----------------------------------------------------------------------------- operations --- */

/*
 * produce: puts the item in.
 *
 *     0           done
 *     -ENOBUFS    full; nothing changed
 *     -EPIPE      closed
 *     -EINVAL     item is NULL
 *
 * produce_batched: puts in as many of the n items as there is room for, from the front of `items`,
 * one behind the other. Returns how many. n may be anything; 0 does nothing. Less than n leaves
 * errno alone, but for misuse, when nothing is done and errno is
 *
 *     EINVAL      items, or one of them, is NULL
 *     EPIPE       closed
 *
 * consume: takes the oldest item out, or returns NULL where there is none.
 *
 * consume_batched: takes out up to n of the oldest, one behind the other, into `items`. Returns how
 * many. n may be anything; 0 does nothing. Where freed is not NULL, it receives the number of slots
 * that the call has made free for producers, among them those of earlier consumes. Misuse returns
 * 0 with errno EINVAL: items is NULL.
 *
 * Each is there three times. tern_ptr_array_produce finds out how the side is used;
 * tern_ptr_array_raw_produce and tern_ptr_array_locked_produce are for callers who know. On a side
 * of the other flavour they do nothing: raw_produce returns -EINVAL, the others 0 or NULL with
 * errno EINVAL.
 */
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

/*
 * The oldest item, which stays, or NULL. Where other threads may consume, they may have taken the
 * item by the time that this returns: then only its address is of use.
 */
TERN_INLINE void *tern_ptr_array_peek(struct tern_ptr_array *array);

/*
 * Calls call(item, context) with the oldest item, which stays, and which nobody else can consume
 * before call returns. call holds the consumers' lock if there is one: it has to be short, and must
 * not use the array, but for looks. Its value goes to *result if that is not NULL.
 *
 *     0           done
 *     -ENOENT     empty; *result is left alone
 *     -EINVAL     call is NULL
 */
TERN_INLINE int tern_ptr_array_peek_call(struct tern_ptr_array *array,
                                         int (*call)(void *item, void *context), void *context,
                                         int *result);

/* Frees all slots that have been consumed, without waiting for the batch to be full. Returns how
 * many. */
TERN_INLINE size_t tern_ptr_array_flush(struct tern_ptr_array *array);

/* Consumes until there is nothing left. Items go to dispose, oldest first; with NULL they are
 * forgotten. Returns how many. */
TERN_INLINE size_t tern_ptr_array_drain(struct tern_ptr_array *array,
                                        tern_ptr_array_dispose *dispose, void *context);

/* ----------------------------------------------------------------------- unconsume, resize --- */

/*
 * Gives items back to the front, in the order in which they were consumed: items[0] will be the
 * next to come out. Where there is room for k of them only, the last k are put back, which are
 * those next to what is queued, and the others, items[0 .. n - k), go to dispose, in that order,
 * each exactly once; with NULL they remain the caller's.
 *
 * Returns k. n == 0 does nothing; misuse returns 0 with errno EINVAL: items, or one of them, is
 * NULL. A closed array takes them too.
 */
TERN_INLINE size_t tern_ptr_array_unconsume(struct tern_ptr_array *array, void *const *items,
                                            size_t n, tern_ptr_array_dispose *dispose,
                                            void *context);

/*
 * Gives the array another size, with the items that are queued. The oldest stay; those that do not
 * fit go to dispose, oldest first, each exactly once. With NULL nothing is ever dropped. The
 * clearing batch is the one of the options as far as it fits; where that is 0, it follows the size.
 *
 *     0           done
 *     -EINVAL     size is 0
 *     -EOVERFLOW  size above TERN_PTR_ARRAY_SIZE_MAX
 *     -ENOMEM     no memory
 *     -EINVAL     the hook's memory is not aligned; it has been given back
 *     -ENOSPC     dispose is NULL, and there are more items than would fit
 *
 * On error nothing has changed. Memory that was in use is kept for later resizes, until the end of
 * the array: altogether less than 4 times that of the largest size so far, rounded up to a power of
 * two, however often it is resized.
 */
TERN_INLINE int tern_ptr_array_resize(struct tern_ptr_array *array, size_t size,
                                      tern_ptr_array_dispose *dispose, void *context);

/*
 * The same for n arrays, one after the other. All memory is allocated before any of them is
 * changed: an error means that nothing has changed in any.
 *
 *     0           done; also where n is 0
 *     -EINVAL     size is 0; or arrays, one of them, or dispose is NULL; or memory as above
 *     -EOVERFLOW, -ENOMEM as above
 */
TERN_INLINE int tern_ptr_array_resize_multiple(struct tern_ptr_array *const *arrays, size_t n,
                                               size_t size, tern_ptr_array_dispose *dispose,
                                               void *context);

/* ----------------------------------------------------------------------- waiting and close --- */

/*
 * Waits for an item, or for room for one, at most so many nanoseconds; 0 tries once. First it spins
 * and yields, then it sleeps; with TERN_WAIT_SPIN it only spins, and looks at the clock, which is a
 * system call, every so many rounds. Room is what is promised above: every consume while it waits.
 *
 *     0           done: *item is the oldest item, or the item is in
 *     -ETIMEDOUT  nothing changed
 *     -EPIPE      closed, and for consumers: nothing is left
 *     -EINVAL     item is NULL
 */
TERN_INLINE int tern_ptr_array_consume_wait(struct tern_ptr_array *array, void **item,
                                            uint64_t nanoseconds);
TERN_INLINE int tern_ptr_array_produce_wait(struct tern_ptr_array *array, void *item,
                                            uint64_t nanoseconds);

/*
 * Ends producing, for good: every later produce is refused with -EPIPE. What is queued can be
 * consumed. All who wait are woken: producers get -EPIPE, consumers what is left and then -EPIPE.
 * May be called by any thread, and more than once.
 */
TERN_INLINE void tern_ptr_array_close(struct tern_ptr_array *array);

/* --------------------------------------------------------------------------------- looks --- */

/* See above. full: whether a produce would be refused for want of room. */
TERN_INLINE bool tern_ptr_array_empty(const struct tern_ptr_array *array);
TERN_INLINE bool tern_ptr_array_full(const struct tern_ptr_array *array);
TERN_INLINE bool tern_ptr_array_is_closed(const struct tern_ptr_array *array);

/* Slots, as asked for at init or by the last resize. */
TERN_INLINE size_t tern_ptr_array_size(const struct tern_ptr_array *array);

/* Items, a snapshot: exact if no operation runs, and always between 0 and the size. */
TERN_INLINE size_t tern_ptr_array_count(const struct tern_ptr_array *array);

/* Since init. Counting costs the operations nothing: `produced` and `consumed` follow from where
 * the sides stand. A snapshot, in which consumed <= produced + unconsumed. */
struct tern_ptr_array_statistics {
    uint64_t produced;        /* items that went in by produce */
    uint64_t consumed;        /* items that came out by consume */
    uint64_t unconsumed;      /* items put back by unconsume */
    uint64_t dropped;         /* items for which a resize left no room */
    uint64_t resizes;         /* that were done */
    uint64_t refused;         /* calls to produce that found the array full; a wait is one call */
    uint64_t producer_sleeps; /* how often a thread went to sleep for want of room */
    uint64_t consumer_sleeps; /* and for want of an item */
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
