/*
 * Tern's freelist: an allocator of objects of one size, for any number of threads.
 *
 * Which operations may run at once, and what each promises
 * ---------------------------------------------------------
 * "own" is whoever the cache belongs to: for the functions that take the freelist, the calling
 * thread, for which nothing is asked of the caller; for those that take a cache, whoever has opened
 * it, one thread at a time.
 *
 *     operation                    at once with           progress
 *     alloc, free, bulk, flush     all but init, destroy  lock-free, and without any atomic
 * operation M - 1 times out of M; but see below cache_alloc, _free, ...      the same; own cache
 * the same cache_open, cache_close      the same               blocking reserve, trim, stats all
 * but init, destroy  blocking attach                       all but init, destroy  wait-free init,
 * create                 nothing                - destroy                      nothing; see there
 * blocking
 *
 * An alloc that finds no free object waits for the lock of the freelist, to take a slab from the
 * backing memory or to find that the limit is reached. The first call of a thread takes a lock to
 * get its magazines. A free waits only for a trim that has all magazines in its hands. On ports
 * without a double-width CAS (TERN_HAVE_DWCAS is 0) one call in M takes a lock for a moment.
 * With TERN_NO_MAGAZINE every alloc and free is lock-free on all ports. Nothing here may be called
 * by a signal handler.
 *
 * How it works
 * ------------
 * Each thread has two magazines, arrays of M pointers to free objects, and takes from them and
 * gives back to them as it likes. When both are empty it fetches a full one from the depot, and
 * when both are full it puts one there: a stack of full magazines and one of empty ones
 * (<tern/stack.h>), so one compare-and-swap moves M objects. An object may be freed by any thread.
 * Links are in the magazines, never in the objects. What the magazines cost is 8 + 24 / M bytes an
 * object, and for each thread two of them and 128 bytes.
 *
 * Source: Bonwick and Adams, "Magazines and vmem: extending the slab allocator to many CPUs and
 * arbitrary resources", USENIX 2001; there the depot has a lock.
 *
 * With a limit on the objects, up to 2 M of them may sit in the magazines of each other thread and
 * cannot be had by the one that asks (stats tells how many): a limit has to leave room for that,
 * or the magazines have to be small, or there have to be none. A thread that ends, or calls flush,
 * gives its own back.
 *
 * TERN_NO_MAGAZINE is a plain lock-free freelist of a fixed number of objects, which holds no
 * pointer and so works in memory that several processes map, each at its own address. There every
 * call is a compare-and-swap on one word. A process that dies takes along the objects it had
 * allocated, and those of the one call it was in; the freelist stays whole.
 *
 * fork
 * ----
 * The child has the freelist as it was. The magazines of the thread that called fork go on as its
 * own; those of all other threads are lost to the child with the objects in them, up to 2 M for
 * each (and up to M for one that was just exchanging a magazine), until it destroys the freelist;
 * stats counts them. They are not taken over, because a thread may have been in the middle of a
 * call, and its magazine is no data for others then. A cache opened by cache_open is whole in the
 * child if nobody was in a call with it.
 *
 * An atfork handler of the program that was registered before the first freelist was created runs
 * while the locks of all freelists are held, and must not use any.
 *
 * Misuse
 * ------
 * In a freelist that checks what is done to it, a double free, a free of a pointer that is none of
 * its objects, and a write to an object after its free end the program, with a message that says
 * which; destroy reports objects that were never freed; and AddressSanitizer and Valgrind are told
 * which objects are free (not by a plain freelist, whose memory other processes write as well, and
 * which reports how many were never freed, not which). A freelist checks if it was created by a
 * source compiled with TERN_DEBUG, or if its options say so, whatever the rest of the program and
 * the library were compiled with: sizes, addresses' alignment and the interface stay the same.
 *
 * Linking
 * -------
 * alloc and free are inlined as far as the loaded magazine goes; the rest is always in the library,
 * which keeps track of threads. With TERN_NO_INLINE create and init are the library's too, and with
 * them the default of `checks`. The library must stay loaded until all threads that used a freelist
 * have ended: the shared one sees to that; a static one inside a plugin must not be unloaded
 * before.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_FREELIST_H
#define TERN_FREELIST_H

#include <tern/arch/compiler.h>
#include <tern/freelist/front.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

TERN_EXTERN_C_BEGIN

/* Bytes. The alignment that init and attach want of their memory, or that of the objects if it is
 * greater. */
#define TERN_FREELIST_ALIGN TERN_CACHE_LINE

/* As magazine_size: a plain freelist, without threads' magazines. */
#define TERN_NO_MAGAZINE SIZE_MAX

#define TERN_FREELIST_MAGAZINE_DEFAULT ((size_t)64)
#define TERN_FREELIST_MAGAZINE_MAX     ((size_t)1 << 20)
#define TERN_FREELIST_THREADS_DEFAULT  ((size_t)8)
/* The most objects with TERN_NO_MAGAZINE. */
#define TERN_FREELIST_PLAIN_MAX ((size_t)UINT32_MAX - 2)

enum tern_freelist_checks {
    TERN_FREELIST_CHECK_DEFAULT = 0, /* if TERN_DEBUG was defined where create or init is called */
    TERN_FREELIST_CHECK,
    TERN_FREELIST_CHECK_NOT
};

/*
 * One struct for memsize, init and create. A zeroed struct with object_size filled in is the useful
 * default of create; init, and TERN_NO_MAGAZINE, need max_objects too.
 */
struct tern_freelist_options {
    size_t object_size; /* bytes, at least 1 */
    /* A power of two. 0: the greatest that divides object_size, which is enough for any type of
     * that size; at most TERN_FREELIST_ALIGN */
    size_t alignment;
    size_t magazine_size;   /* M, up to TERN_FREELIST_MAGAZINE_MAX; 0: 64. Or TERN_NO_MAGAZINE */
    size_t initial_objects; /* create: there from the start; init: all are, whatever it says */
    size_t max_objects;     /* the limit; 0: none */
    /* create: objects in a slab. 0: as many as there are, at least M, at most what fits a MiB */
    size_t slab_objects;
    /* init: threads that get magazines of their own at once; more share two, behind a lock. 0: 8 */
    size_t threads;
    enum tern_freelist_checks checks;
    /*
     * create: where memory comes from, and goes to; both NULL: aligned_alloc and free. allocate
     * returns NULL or `bytes` bytes aligned to `alignment`, a power of two; release gets the same
     * bytes. They are called under a lock, from any thread; they must not use any freelist.
     */
    void *(*allocate)(void *context, size_t alignment, size_t bytes);
    void (*release)(void *context, void *memory, size_t bytes);
    void *context;
};

/* A snapshot, exact if no other operation runs meanwhile. */
struct tern_freelist_stats {
    size_t objects;     /* in slabs: in_use + cached + available + lost */
    size_t in_use;      /* allocated and not freed */
    size_t cached;      /* free, in the magazines of threads and of open caches */
    size_t available;   /* free, for anybody */
    size_t lost;        /* of threads that a fork has left behind */
    size_t max_objects; /* the limit; SIZE_MAX for none */
    size_t caches;      /* threads with magazines, and open caches */
    size_t slabs;
    size_t bytes; /* all memory taken; of objects and everything beside them */
    size_t object_size;
    size_t stride;        /* bytes from one object to the next */
    size_t magazine_size; /* M, or TERN_NO_MAGAZINE */
};

/* ---------------------------------------------------------------------------------- set-up --- */

/*
 * How many bytes init needs with these options.
 *
 *     0            stored in *bytes, which is left alone otherwise
 *     -EINVAL      options or bytes is NULL; object_size is 0; alignment is no power of two;
 *                  magazine_size, checks or initial_objects (over the limit) is out of range;
 *                  one of allocate and release without the other; max_objects is 0
 *     -EOVERFLOW   they exceed a size_t; or max_objects TERN_FREELIST_PLAIN_MAX
 */
int tern_freelist_memsize(const struct tern_freelist_options *options, size_t *bytes);

/*
 * Makes a freelist of max_objects objects in memory of the caller's, which it does not exceed: no
 * other memory is taken (but in a freelist that checks, by the callbacks). With TERN_NO_MAGAZINE it
 * may be memory that several processes map: one calls init, the others attach.
 *
 *     0           done. destroy ends it, and then the memory is the caller's again
 *     as memsize
 *     -EINVAL     freelist is NULL or not aligned as it should be
 *     -ENOSPC     bytes is less than memsize says
 *     -ENOMEM     no thread key is left in the process, or no memory for the checks
 *
 * On error the memory is not a freelist.
 */
TERN_INLINE int tern_freelist_init(struct tern_freelist *freelist, size_t bytes,
                                   const struct tern_freelist_options *options);

/*
 * Looks whether a freelist without magazines is in this memory, which may have been written by
 * another process, and is whole. Then it is usable here, without any further call.
 *
 *     0            it is
 *     -EINVAL      it is not, or freelist is NULL or misaligned
 *     -ENOSPC      bytes is less than it takes
 *     -ENOTSUP     it is one of another layout, or one with magazines: these belong to one process
 */
int tern_freelist_attach(struct tern_freelist *freelist, size_t bytes);

/*
 * A freelist that grows slab by slab. NULL with errno set: EINVAL and EOVERFLOW as memsize (but
 * max_objects may be 0, unless there are no magazines), ENOMEM.
 */
TERN_INLINE struct tern_freelist *tern_freelist_create(const struct tern_freelist_options *options);

/*
 * Ends a freelist, with all objects, free or not, and gives back the memory it has taken. NULL is
 * fine. No operation may run at once or come later, but threads that have used the freelist may
 * live on, and end whenever they like. Open caches end with it, and must not be closed after it.
 * A freelist without magazines in shared memory needs no destroy, which would end it for all.
 */
void tern_freelist_destroy(struct tern_freelist *freelist);

/* ---------------------------------------------------------------------------- alloc and free ---
 */

/* An object, with any content; NULL with errno ENOMEM if the limit is reached or the backing memory
 * is exhausted. */
TERN_INLINE void *tern_freelist_alloc(struct tern_freelist *freelist);

/* Gives back an object of this freelist, allocated by whomever; NULL is fine. errno stays. */
TERN_INLINE void tern_freelist_free(struct tern_freelist *freelist, void *object);

/*
 * n objects, all or none: returns n; or 0 with errno ENOMEM. A NULL array with n > 0 returns 0 with
 * errno EINVAL.
 */
size_t tern_freelist_alloc_bulk(struct tern_freelist *freelist, void **objects, size_t n);

/* Gives back n objects, in any order, none of them NULL. A NULL array does nothing. */
void tern_freelist_free_bulk(struct tern_freelist *freelist, void *const *objects, size_t n);

/* Gives the magazines of the calling thread to all. */
void tern_freelist_flush(struct tern_freelist *freelist);

/* ---------------------------------------------------------------------------------- caches --- */

/*
 * Two magazines that belong to no thread but to whoever holds them, one thread at a time: for those
 * who already have a place for what is theirs (a connection, a fiber, a worker's struct). Spares
 * the look for those of the thread. NULL with errno ENOMEM; or ENOTSUP without magazines.
 */
struct tern_freelist_cache *tern_freelist_cache_open(struct tern_freelist *freelist);

/* Gives its objects to all, and ends it. NULL is fine. */
void tern_freelist_cache_close(struct tern_freelist_cache *cache);

/* As the functions above. */
TERN_INLINE void *tern_freelist_cache_alloc(struct tern_freelist_cache *cache);
TERN_INLINE void tern_freelist_cache_free(struct tern_freelist_cache *cache, void *object);
size_t tern_freelist_cache_alloc_bulk(struct tern_freelist_cache *cache, void **objects, size_t n);
void tern_freelist_cache_free_bulk(struct tern_freelist_cache *cache, void *const *objects,
                                   size_t n);
void tern_freelist_cache_flush(struct tern_freelist_cache *cache);

/* ---------------------------------------------------------------------------------- memory --- */

/*
 * Takes slabs until there are n objects, in use or not.
 *
 *     0            there are
 *     -ENOMEM      the backing memory is exhausted; what was got stays
 *     -ENOSPC      n exceeds the limit
 *     -EOVERFLOW   n objects exceed a size_t
 */
int tern_freelist_reserve(struct tern_freelist *freelist, size_t n);

/*
 * Gives slabs without any object in use back to the backing memory; returns how many bytes. It may
 * be called at any time, beside anything but destroy: links are not in objects, so nobody looks
 * into the memory of a free one. What sits in the magazines of other threads and of open caches
 * counts as in use; the magazines of the calling thread are flushed. Magazines are not given back
 * before destroy. Meanwhile an alloc that has nothing in its magazines waits, instead of taking a
 * slab. It looks at every free object, so it is no cheap call.
 */
size_t tern_freelist_trim(struct tern_freelist *freelist);

/* 0, or -EINVAL where an argument is NULL. */
int tern_freelist_stats(struct tern_freelist *freelist, struct tern_freelist_stats *stats);

/* ------------------------------------------------------------- what the inlined half calls --- */

int tern_freelist_init_as(struct tern_freelist *freelist, size_t bytes,
                          const struct tern_freelist_options *options, bool check_default);
struct tern_freelist *tern_freelist_create_as(const struct tern_freelist_options *options,
                                              bool check_default);
void *tern_freelist_alloc_rest(struct tern_freelist *freelist);
void tern_freelist_free_rest(struct tern_freelist *freelist, void *object);
void *tern_freelist_cache_alloc_rest(struct tern_freelist_cache *cache);
void tern_freelist_cache_free_rest(struct tern_freelist_cache *cache, void *object);

TERN_EXTERN_C_END

#ifndef TERN_NO_INLINE
#    include <tern/freelist/operations.h>
#endif

#endif /* TERN_FREELIST_H */
