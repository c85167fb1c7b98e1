/*
 * Tern's bounded stack: a LIFO of pointers with room for a fixed number of them, lock-free, for any
 * number of threads of one process or several.
 *
 * Which operations may run at once, and what each promises
 * ---------------------------------------------------------
 * Push and pop are any of theirs: single, bulk or burst.
 *
 *     operation                at once with             progress
 *     push, pop                all but those below      lock-free; with the option `locked`
 * blocking count, full, empty ...   all but those below      wait-free attach                   all
 * but those below      wait-free init, reset, destroy     nothing                  wait-free
 *
 * Lock-free: no operation waits for another thread. One that is stopped in the middle of a push or
 * a pop of n elements holds up nobody, but keeps up to n of the places in its hands, so that others
 * may find the stack full with fewer than capacity on it; one that dies there keeps them for good.
 * Blocking: whoever holds the lock holds up everybody, and who waits for it does so by the wait
 * policy (<tern/arch/wait.h>).
 *
 * A stack is ready for other threads once init has returned and its address has reached them by
 * something that synchronises. What a thread wrote before it pushed a pointer, the thread that pops
 * it sees.
 *
 * The order
 * ---------
 * Every operation takes effect at one moment, a bulk or burst with all its elements:
 * push_bulk(a[0 .. n)) is like a push of a[0], then of a[1] ... so that a[n - 1] is on top, and
 * pop_bulk(b[0 .. n)) like a pop into b[0], then into b[1] ... What one pushes in a batch another
 * pops in reverse.
 *
 * How it works
 * ------------
 * An array of cells, each on one of two lists, the used ones and the free ones, or in the hands of
 * an operation. Push takes cells off the free list, writes the pointers into them, and gives them
 * to the used list as one chain; pop takes a chain off the used list, reads, and gives it to the
 * free list. Top, length and generation of a list are one double-width word, so that its length is
 * exact at every moment and taking n cells is one CAS. Giving needs a CAS of one half of the word
 * only
 * (<tern/stack/list.h> says why). A push and a pop together are two double-width CAS and two of one
 * word. Valois (1994) and Michael (2004) have free lists by the same means; DPDK's rte_stack has
 * two such lists with their lengths beside them.
 *
 * On a port without double-width CAS the generation has 32 bits, and the length is a counter of its
 * own: count then includes what operations in progress have in their hands, so it is never less
 * than what is on the stack, never more than the capacity, and exact when no operation is in
 * progress.
 *
 * With the option `locked` the pointers are a plain array under a spinlock.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_STACK_BOUNDED_H
#define TERN_STACK_BOUNDED_H

#include <tern/arch/compiler.h>
#include <tern/arch/wait.h>
#include <tern/stack/bounded_layout.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

TERN_EXTERN_C_BEGIN

/* One struct for memsize, init and create. A zeroed one with the capacity filled in is the useful
 * default. */
struct tern_stack_bounded_options {
    size_t capacity; /* pointers, 1 .. TERN_STACK_BOUNDED_CAPACITY_MAX; exact, not rounded */
    bool locked;     /* a spinlock instead of lock-free lists */
    enum tern_wait_policy wait; /* locked: how to wait for it; default TERN_WAIT_ADAPTIVE */
};

/* Pointers. */
#define TERN_STACK_BOUNDED_CAPACITY_MAX (((size_t)1 << 28) - 1)

/* Bytes. The alignment that init wants of its memory. */
#define TERN_STACK_BOUNDED_ALIGN TERN_CACHE_LINE

/* -------------------------------------------------------------------------------- set-up --- */

/*
 * Stores the bytes that a stack with these options takes: a control block of twice
 * TERN_CACHE_LINE, and 16 bytes a pointer and 16 more, or locked 8 a pointer, rounded up to
 * TERN_STACK_BOUNDED_ALIGN. It allocates nothing beyond that, at no time.
 *
 *     -EINVAL     options or bytes is NULL, the capacity is 0, or the wait policy is not one
 *     -EOVERFLOW  the capacity is above TERN_STACK_BOUNDED_CAPACITY_MAX, or the bytes do not fit a
 *                 size_t
 *
 * On error *bytes is left alone.
 */
TERN_INLINE int tern_stack_bounded_memsize(const struct tern_stack_bounded_options *options,
                                           size_t *bytes);

/*
 * Makes an empty stack in the caller's memory of `bytes` bytes, which stays the caller's: there is
 * nothing to undo. What the memory held before does not matter.
 *
 *     the errors of memsize, and
 *     -EINVAL     stack is NULL or not aligned to TERN_STACK_BOUNDED_ALIGN
 *     -ENOSPC     `bytes` is less than memsize says
 *
 * On error the memory is left alone.
 */
TERN_INLINE int tern_stack_bounded_init(struct tern_stack_bounded *stack, size_t bytes,
                                        const struct tern_stack_bounded_options *options);

/* The same in memory of its own, from aligned_alloc. NULL on error, with errno set to ENOMEM or to
 * what memsize would say. To be ended by destroy, once no thread uses the stack any more. */
TERN_INLINE struct tern_stack_bounded *
tern_stack_bounded_create(const struct tern_stack_bounded_options *options);

/* Ends a stack made by create; not one made by init. NULL is ignored. Pointers still on it are
 * forgotten. */
TERN_INLINE void tern_stack_bounded_destroy(struct tern_stack_bounded *stack);

/*
 * Says whether a stack that this program can use is at `stack`, in `bytes` bytes that another
 * process may have initialised and mapped elsewhere: the stack has no pointer of its own inside,
 * and what the user's pointers mean over there is the user's matter. Nothing is written. The
 * creator hands it over after init by something that synchronises; attach also sees by itself a
 * stack whose init is complete.
 *
 *     0           yes
 *     -EINVAL     stack is NULL or not aligned to TERN_STACK_BOUNDED_ALIGN; or what is there is no
 *                 bounded stack, or one whose fields contradict each other
 *     -ENOTSUP    one of another layout version, or made by a program whose port has another
 *                 double-width CAS than this one's (none, or one)
 *     -ENOSPC     `bytes` is less than the stack takes
 */
TERN_INLINE int tern_stack_bounded_attach(struct tern_stack_bounded *stack, size_t bytes);

/* Empties the stack, and takes back the places that threads which died have kept. While no other
 * thread uses it. */
TERN_INLINE void tern_stack_bounded_reset(struct tern_stack_bounded *stack);

/* ----------------------------------------------------------------------------- operations --- */

/*
 * Puts a pointer on top.
 *
 *     0           done
 *     -ENOBUFS    full
 *     -EINVAL     the pointer is NULL, which pop says for empty
 */
TERN_INLINE int tern_stack_bounded_push(struct tern_stack_bounded *stack, void *pointer);

/* Takes the top pointer off; NULL if there is none. */
TERN_INLINE void *tern_stack_bounded_pop(struct tern_stack_bounded *stack);

/*
 * Bulk: pushes all n pointers of the array, or none. Burst: as many as there is room for, up to n,
 * from the front of the array. Returns how many: n or 0 for bulk, 0 .. n for burst. n may be
 * anything; 0 does nothing, and `pointers` may then be NULL. NULL elements are checked for under
 * TERN_DEBUG; a pop cannot be told from one of an empty stack when it meets one.
 */
TERN_INLINE size_t tern_stack_bounded_push_bulk(struct tern_stack_bounded *stack,
                                                void *const *pointers, size_t n);
TERN_INLINE size_t tern_stack_bounded_push_burst(struct tern_stack_bounded *stack,
                                                 void *const *pointers, size_t n);

/* Bulk: pops the upper n pointers, or none. Burst: as many as there are, up to n. Otherwise as
 * above; beyond what is returned the array is left alone. */
TERN_INLINE size_t tern_stack_bounded_pop_bulk(struct tern_stack_bounded *stack, void **pointers,
                                               size_t n);
TERN_INLINE size_t tern_stack_bounded_pop_burst(struct tern_stack_bounded *stack, void **pointers,
                                                size_t n);

/* -------------------------------------------------------------------------------- queries --- */

/* What was true of one moment during the call; but see above for ports without double-width CAS.
 * free_count is capacity - count. */
TERN_INLINE size_t tern_stack_bounded_count(const struct tern_stack_bounded *stack);
TERN_INLINE size_t tern_stack_bounded_free_count(const struct tern_stack_bounded *stack);
TERN_INLINE bool tern_stack_bounded_empty(const struct tern_stack_bounded *stack);
TERN_INLINE bool tern_stack_bounded_full(const struct tern_stack_bounded *stack);

/* As asked for at init. */
TERN_INLINE size_t tern_stack_bounded_capacity(const struct tern_stack_bounded *stack);
TERN_INLINE bool tern_stack_bounded_is_locked(const struct tern_stack_bounded *stack);

/* Writes what the stack is and where it stands, for people. 0, -EINVAL where stack or stream is
 * NULL, or -EIO where writing to the stream fails. */
TERN_INLINE int tern_stack_bounded_dump(const struct tern_stack_bounded *stack, FILE *stream);

TERN_EXTERN_C_END

#ifndef TERN_NO_INLINE
#    include <tern/stack/bounded_operations.h>
#    include <tern/stack/bounded_query.h>
#    include <tern/stack/bounded_setup.h>
#endif

#endif /* TERN_STACK_BOUNDED_H */
