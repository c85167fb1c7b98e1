/*
 * alloc and free beyond the loaded magazine.
 *
 * SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 200809L

#include "pool.h"

#include <tern/arch/wait.h>

#include <errno.h>
#include <string.h>

/* A record, and the right to use it: the caller's own, or that of all, with its lock. */
static struct tern_freelist_record *enter(struct tern_freelist_pool *pool,
                                          struct tern_freelist_record *record)
{
    if (record == NULL) {
        record = &pool->commons;
        pthread_mutex_lock(&pool->commons_lock);
    }
    tern_freelist_expose(pool, record);
    return record;
}

static void leave(struct tern_freelist_pool *pool, struct tern_freelist_record *record)
{
    tern_freelist_hide(pool, record);
    if (record == &pool->commons)
        pthread_mutex_unlock(&pool->commons_lock);
}

/* What threads without magazines have freed is there for all when nothing else is. */
static bool open_commons(struct tern_freelist_pool *pool)
{
    pthread_mutex_lock(&pool->commons_lock);
    struct tern_freelist_store *store = &pool->commons.store;
    tern_freelist_expose(pool, &pool->commons);
    size_t before = tern_freelist_get(&store->given);
    tern_freelist_empty_out(store, &pool->depot);
    bool some = tern_freelist_get(&store->given) != before;
    tern_freelist_hide(pool, &pool->commons);
    pthread_mutex_unlock(&pool->commons_lock);
    return some;
}

/* The depot had nothing. False if there is nothing to be had. */
static bool find_more(struct tern_freelist_pool *pool, struct tern_freelist_record *record)
{
    pthread_mutex_lock(&pool->lock);
    /* Others may have grown it, or trimmed it, while this thread waited. */
    bool found =
        tern_freelist_refill(&record->store, &pool->depot) || tern_freelist_grow_some(pool);
    pthread_mutex_unlock(&pool->lock);
    return found || (record != &pool->commons && open_commons(pool));
}

static void give_all(struct tern_freelist_pool *pool, struct tern_freelist_record *record,
                     void *const *objects, size_t n)
{
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    size_t done = tern_freelist_give(&record->store, &pool->depot, objects, n);
    while (done < n) {
        /* Others moved magazines; or a trim has them all, and holds the lock for as long. */
        pthread_mutex_lock(&pool->lock);
        done += tern_freelist_give(&record->store, &pool->depot, objects + done, n - done);
        pthread_mutex_unlock(&pool->lock);
        if (done < n)
            tern_wait_once(&wait);
    }
}

/* All or none; sets errno. */
static bool alloc_some(struct tern_freelist_pool *pool, struct tern_freelist_record *record,
                       void **objects, size_t n)
{
    int error = errno;
    bool enough = n <= pool->settings.max_objects && n <= SIZE_MAX / 2 / pool->settings.stride;
    if (enough) {
        record = enter(pool, record);
        size_t done = tern_freelist_take(&record->store, &pool->depot, objects, n);
        while (done < n && find_more(pool, record))
            done += tern_freelist_take(&record->store, &pool->depot, objects + done, n - done);
        enough = done == n;
        if (!enough)
            give_all(pool, record, objects, done);
        leave(pool, record);
    }
    if (enough && pool->settings.checks)
        tern_freelist_check_allocated(pool, objects, n);
    errno = enough ? error : ENOMEM;
    return enough;
}

static void free_some(struct tern_freelist_pool *pool, struct tern_freelist_record *record,
                      void *const *objects, size_t n)
{
    if (pool->settings.checks)
        tern_freelist_check_freed(pool, objects, n);
    record = enter(pool, record);
    give_all(pool, record, objects, n);
    leave(pool, record);
}

void tern_freelist_flush_record(struct tern_freelist_pool *pool,
                                struct tern_freelist_record *record)
{
    tern_freelist_expose(pool, record);
    tern_freelist_empty_out(&record->store, &pool->depot);
    tern_freelist_hide(pool, record);
}

/* --------------------------------------------------- bulk, as far as the loaded magazine goes */

/* Of a freelist that checks, the front is empty and has no room. */
static bool take_from_front(struct tern_freelist_cache *front, void **objects, size_t n)
{
    tern_freelist_gather(&tern_freelist_record_of(front)->store);
    size_t count = tern_freelist_get(&front->count);
    if (count < n)
        return false;
    memcpy(objects, front->items + (count - n), n * sizeof *objects);
    tern_freelist_set(&front->count, count - n);
    return true;
}

static bool give_to_front(struct tern_freelist_cache *front, void *const *objects, size_t n)
{
    tern_freelist_gather(&tern_freelist_record_of(front)->store);
    size_t count = tern_freelist_get(&front->count);
    if (front->limit - count < n)
        return false;
    memcpy(front->items + count, objects, n * sizeof *objects);
    tern_freelist_set(&front->count, count + n);
    return true;
}

/* The cache of the calling thread where it is found at once; else NULL. */
static struct tern_freelist_cache *cache_at_hand(struct tern_freelist *freelist)
{
    struct tern_freelist_slot *slot = tern_freelist_slot_of(freelist);
    return slot->id == freelist->id ? slot->cache : NULL;
}

/* --------------------------------------------------------------------- by the thread's cache */

void *tern_freelist_alloc_rest(struct tern_freelist *freelist)
{
    void *object = NULL;
    if (freelist->kind == TERN_FREELIST_PLAIN)
        return tern_freelist_plain_alloc(freelist);
    struct tern_freelist_pool *pool = tern_freelist_pool_of(freelist);
    return alloc_some(pool, tern_freelist_own_record(pool), &object, 1) ? object : NULL;
}

void tern_freelist_free_rest(struct tern_freelist *freelist, void *object)
{
    int error = errno;
    if (object == NULL)
        return;
    if (freelist->kind == TERN_FREELIST_PLAIN) {
        tern_freelist_plain_free(freelist, object);
    } else {
        struct tern_freelist_pool *pool = tern_freelist_pool_of(freelist);
        free_some(pool, tern_freelist_own_record(pool), &object, 1);
    }
    errno = error;
}

size_t tern_freelist_alloc_bulk(struct tern_freelist *freelist, void **objects, size_t n)
{
    struct tern_freelist_cache *cache = cache_at_hand(freelist);
    if (n == 0)
        return 0;
    if (objects == NULL) {
        errno = EINVAL;
        return 0;
    }
    if (TERN_LIKELY(cache != NULL) && TERN_LIKELY(take_from_front(cache, objects, n)))
        return n;
    if (freelist->kind == TERN_FREELIST_PLAIN)
        return tern_freelist_plain_alloc_bulk(freelist, objects, n);
    struct tern_freelist_pool *pool = tern_freelist_pool_of(freelist);
    return alloc_some(pool, tern_freelist_own_record(pool), objects, n) ? n : 0;
}

void tern_freelist_free_bulk(struct tern_freelist *freelist, void *const *objects, size_t n)
{
    struct tern_freelist_cache *cache = cache_at_hand(freelist);
    if (n == 0 || objects == NULL)
        return;
    if (TERN_LIKELY(cache != NULL) && TERN_LIKELY(give_to_front(cache, objects, n)))
        return;
    int error = errno;
    if (freelist->kind == TERN_FREELIST_PLAIN) {
        tern_freelist_plain_free_bulk(freelist, objects, n);
    } else {
        struct tern_freelist_pool *pool = tern_freelist_pool_of(freelist);
        free_some(pool, tern_freelist_own_record(pool), objects, n);
    }
    errno = error;
}

void tern_freelist_flush(struct tern_freelist *freelist)
{
    if (freelist->kind == TERN_FREELIST_PLAIN)
        return;
    struct tern_freelist_pool *pool = tern_freelist_pool_of(freelist);
    struct tern_freelist_record *record = tern_freelist_find_record(pool);
    if (record != NULL)
        tern_freelist_flush_record(pool, record);
}

/* ------------------------------------------------------------------------- by a cache opened */

void *tern_freelist_cache_alloc_rest(struct tern_freelist_cache *cache)
{
    void *object = NULL;
    struct tern_freelist_pool *pool = tern_freelist_pool_of(cache->origin);
    return alloc_some(pool, tern_freelist_record_of(cache), &object, 1) ? object : NULL;
}

void tern_freelist_cache_free_rest(struct tern_freelist_cache *cache, void *object)
{
    if (object != NULL)
        free_some(tern_freelist_pool_of(cache->origin), tern_freelist_record_of(cache), &object, 1);
}

size_t tern_freelist_cache_alloc_bulk(struct tern_freelist_cache *cache, void **objects, size_t n)
{
    if (n == 0)
        return 0;
    if (objects == NULL) {
        errno = EINVAL;
        return 0;
    }
    if (TERN_LIKELY(take_from_front(cache, objects, n)))
        return n;
    struct tern_freelist_pool *pool = tern_freelist_pool_of(cache->origin);
    return alloc_some(pool, tern_freelist_record_of(cache), objects, n) ? n : 0;
}

void tern_freelist_cache_free_bulk(struct tern_freelist_cache *cache, void *const *objects,
                                   size_t n)
{
    if (n == 0 || objects == NULL || TERN_LIKELY(give_to_front(cache, objects, n)))
        return;
    free_some(tern_freelist_pool_of(cache->origin), tern_freelist_record_of(cache), objects, n);
}

void tern_freelist_cache_flush(struct tern_freelist_cache *cache)
{
    tern_freelist_flush_record(tern_freelist_pool_of(cache->origin),
                               tern_freelist_record_of(cache));
}
