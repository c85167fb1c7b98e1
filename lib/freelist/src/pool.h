/*
 * What the files of the library share. One idea each:
 *
 *     options.c   options to settings, and the sizes of everything
 *     setup.c     init, create, destroy of a freelist with magazines
 *     grow.c      slabs, and magazines for their objects
 *     trim.c      slabs given back
 *     records.c   caches: made, opened, closed
 *     threads.c   which thread has which cache; ends of threads; fork
 *     calls.c     alloc and free beyond the loaded magazine
 *     plain.c     the freelist without magazines
 *     checks.c    what a freelist that checks does
 *     stats.c
 *
 * Locks, in the order in which they are taken: the registry (threads.c), the commons of a freelist,
 * the lock of a freelist.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_FREELIST_POOL_H
#define TERN_FREELIST_POOL_H

#include <tern/freelist.h>
#include <tern/freelist/plain.h>
#include <tern/freelist/store.h>

#include <pthread.h>

enum tern_freelist_kind { TERN_FREELIST_MAGAZINES = 1, TERN_FREELIST_PLAIN = 2 };

struct tern_freelist_backing {
    void *(*allocate)(void *context, size_t alignment, size_t bytes);
    void (*release)(void *context, void *memory, size_t bytes);
    void *context;
};

/* Options with all defaults filled in. */
struct tern_freelist_settings {
    size_t object_size;
    size_t alignment;
    size_t stride;
    size_t magazine_size; /* M; 0 without magazines */
    size_t initial_objects;
    size_t max_objects; /* SIZE_MAX for none */
    size_t slab_objects;
    size_t threads;
    bool checks;
    struct tern_freelist_backing backing;
};

/* Objects in one piece of memory. */
struct tern_freelist_slab {
    unsigned char *objects;
    size_t count;
    size_t free_count;    /* trim: how many of them it has in its hands */
    unsigned char *state; /* of each, in a freelist that checks; else NULL */
};

/* Magazines in one piece of memory, which is kept until destroy. */
struct tern_freelist_block {
    struct tern_freelist_block *next;
    size_t bytes;
};

/* A cache and what the library knows of it. Records are kept until destroy, to be used again. */
struct tern_freelist_record {
    TERN_CACHE_ALIGNED struct tern_freelist_store store; /* first: it starts with the cache */
    tern_freelist_own hidden; /* in a freelist that checks: the true count of the loaded magazine */
    struct tern_freelist_record *next; /* of all records of the freelist */
    struct tern_freelist_record *next_idle;
    bool open;
    bool lost; /* of a thread that a fork has left behind */
    /* Whose it is, under the lock of the registry; NULL for nobody's and for a cache_open. */
    struct tern_freelist_thread *thread;
    struct tern_freelist_record *thread_next;
};

/* A freelist with magazines. */
struct tern_freelist_pool {
    struct tern_freelist base;
    struct tern_freelist_settings settings;
    struct tern_freelist_depot depot;

    /* For whoever has no cache of its own: no memory for one, or a thread that is ending. */
    pthread_mutex_t commons_lock;
    struct tern_freelist_record commons;

    /* The rest is under this lock. */
    pthread_mutex_t lock;
    struct tern_freelist_slab **slabs; /* by address */
    size_t slab_count;
    size_t slab_room;
    size_t objects;   /* in slabs now */
    size_t grown;     /* ever put into the depot by growth, less those taken out by trim */
    size_t magazines; /* made for objects */
    size_t magazines_wanted;
    struct tern_freelist_block *blocks;
    struct tern_freelist_record *records;
    struct tern_freelist_record *idle;
    size_t bytes;                    /* taken */
    bool fixed;                      /* all of it in the caller's memory */
    struct tern_freelist_slab *only; /* what slabs points at in a fixed one */
    struct tern_freelist_slab fixed_slab;

    /* Under the lock of the registry. */
    struct tern_freelist_pool *registry_next;
};

static inline struct tern_freelist_pool *tern_freelist_pool_of(struct tern_freelist *freelist)
{
    return (struct tern_freelist_pool *)(void *)freelist;
}

static inline struct tern_freelist_record *
tern_freelist_record_of(struct tern_freelist_cache *cache)
{
    return (struct tern_freelist_record *)(void *)cache;
}

/* ------------------------------------------------------------------------------- options.c --- */

int tern_freelist_settle_options(const struct tern_freelist_options *options, bool fixed,
                                 bool check_default, struct tern_freelist_settings *settings);

/* bytes rounded up; false if that does not fit. alignment is a power of two. */
bool tern_freelist_round(size_t bytes, size_t alignment, size_t *rounded);

/* What n magazines take, and their headers, which come first; false if that does not fit. */
size_t tern_freelist_headers_bytes(size_t n);
bool tern_freelist_magazines_bytes(size_t n, size_t magazine_size, size_t *bytes);

/* Where things are in the caller's memory. */
struct tern_freelist_plan {
    size_t records;
    size_t magazines;
    size_t magazine_count;
    size_t objects;
    size_t bytes;
};
int tern_freelist_plan(const struct tern_freelist_settings *settings,
                       struct tern_freelist_plan *plan);
size_t tern_freelist_memory_alignment(const struct tern_freelist_settings *settings);

static inline size_t tern_freelist_magazines_for(size_t objects, size_t magazine_size)
{
    return objects / magazine_size + (objects % magazine_size != 0);
}

/* ---------------------------------------------------------------------------------- grow.c --- */

void *tern_freelist_take_memory(struct tern_freelist_pool *pool, size_t alignment, size_t bytes);
void tern_freelist_give_memory(struct tern_freelist_pool *pool, void *memory, size_t bytes);

/* n magazines in this memory, as many bytes as tern_freelist_magazines_bytes says, go to the depot.
 */
void tern_freelist_add_magazines(struct tern_freelist_pool *pool, unsigned char *memory, size_t n);

size_t tern_freelist_slab_bytes(const struct tern_freelist_pool *pool, size_t count);

/* One more slab, of n objects. 0 or -ENOMEM. Under the lock. */
int tern_freelist_grow(struct tern_freelist_pool *pool, size_t n);

/* The objects of a slab that has been entered go to the depot. */
void tern_freelist_fill(struct tern_freelist_pool *pool, const struct tern_freelist_slab *slab);

/* One more slab, as large as it is the turn of; false at the limit, or without memory. */
bool tern_freelist_grow_some(struct tern_freelist_pool *pool);

/* The slab in whose memory the address is, or NULL. Under the lock. */
struct tern_freelist_slab *tern_freelist_slab_at(const struct tern_freelist_pool *pool,
                                                 const void *address);

/* ------------------------------------------------------------------------------- records.c --- */

/* What the library's functions do first and last: they find all objects in magazines; and in a
 * freelist that checks, the front of a cache is empty outside of them. */
void tern_freelist_expose(struct tern_freelist_pool *pool, struct tern_freelist_record *record);
void tern_freelist_hide(struct tern_freelist_pool *pool, struct tern_freelist_record *record);

void tern_freelist_record_init(struct tern_freelist_pool *pool,
                               struct tern_freelist_record *record);
struct tern_freelist_record *tern_freelist_open(struct tern_freelist_pool *pool);
void tern_freelist_close(struct tern_freelist_pool *pool, struct tern_freelist_record *record);
size_t tern_freelist_record_bytes(const struct tern_freelist_pool *pool);

/* ------------------------------------------------------------------------------- threads.c --- */

int tern_freelist_register(struct tern_freelist_pool *pool);
void tern_freelist_unregister(struct tern_freelist_pool *pool);

/* The cache of the calling thread; NULL if there is none to be had. */
struct tern_freelist_record *tern_freelist_own_record(struct tern_freelist_pool *pool);
/* The same, but NULL if it has none yet. */
struct tern_freelist_record *tern_freelist_find_record(struct tern_freelist_pool *pool);

/* ---------------------------------------------------------------------------------- calls.c --- */

void tern_freelist_flush_record(struct tern_freelist_pool *pool,
                                struct tern_freelist_record *record);

/* -------------------------------------------------------------------------------- checks.c --- */

void tern_freelist_check_slab(struct tern_freelist_pool *pool, struct tern_freelist_slab *slab);
void tern_freelist_uncheck_slab(struct tern_freelist_pool *pool, struct tern_freelist_slab *slab);
void tern_freelist_check_allocated(struct tern_freelist_pool *pool, void *const *objects, size_t n);
void tern_freelist_check_freed(struct tern_freelist_pool *pool, void *const *objects, size_t n);
void tern_freelist_check_end(struct tern_freelist_pool *pool);
_Noreturn void tern_freelist_misuse(const void *freelist, const char *what, const void *object);
void tern_freelist_report_leaks(const void *freelist, size_t count);
/* Fills a free object with what nobody writes, and finds where that has been overwritten:
 * object_size if nowhere. */
void tern_freelist_fill_canary(void *object, size_t object_size);
size_t tern_freelist_find_damage(const void *object, size_t object_size);

/* --------------------------------------------------------------------------------- plain.c --- */

int tern_freelist_plain_memsize(const struct tern_freelist_settings *settings, size_t *bytes);
int tern_freelist_plain_make(struct tern_freelist *freelist, size_t bytes,
                             const struct tern_freelist_settings *settings);
struct tern_freelist *tern_freelist_plain_create(const struct tern_freelist_settings *settings);
void tern_freelist_plain_destroy(struct tern_freelist *freelist);
void *tern_freelist_plain_alloc(struct tern_freelist *freelist);
void tern_freelist_plain_free(struct tern_freelist *freelist, void *object);
size_t tern_freelist_plain_alloc_bulk(struct tern_freelist *freelist, void **objects, size_t n);
void tern_freelist_plain_free_bulk(struct tern_freelist *freelist, void *const *objects, size_t n);
int tern_freelist_plain_reserve(struct tern_freelist *freelist, size_t n);
void tern_freelist_plain_stats(struct tern_freelist *freelist, struct tern_freelist_stats *stats);

#endif /* TERN_FREELIST_POOL_H */
