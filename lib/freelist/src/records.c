/*
 * Records of caches: made, opened, closed.
 *
 * SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 200809L

#include "pool.h"

#include <errno.h>

void tern_freelist_expose(struct tern_freelist_pool *pool, struct tern_freelist_record *record)
{
    struct tern_freelist_cache *front = &record->store.front;
    tern_freelist_gather(&record->store);
    if (!pool->settings.checks)
        return;
    tern_freelist_set(&front->count, tern_freelist_get(&record->hidden));
    front->limit = record->store.loaded != NULL ? pool->settings.magazine_size : 0;
    tern_freelist_set(&record->hidden, (size_t)0);
}

void tern_freelist_hide(struct tern_freelist_pool *pool, struct tern_freelist_record *record)
{
    struct tern_freelist_cache *front = &record->store.front;
    if (!pool->settings.checks)
        return;
    tern_freelist_set(&record->hidden, tern_freelist_get(&front->count));
    tern_freelist_set(&front->count, (size_t)0);
    front->limit = 0;
}

void tern_freelist_record_init(struct tern_freelist_pool *pool, struct tern_freelist_record *record)
{
    tern_freelist_store_init(&record->store);
    record->store.front.origin = &pool->base;
    tern_freelist_set(&record->hidden, (size_t)0);
    record->next = NULL;
    record->next_idle = NULL;
    record->open = false;
    record->lost = false;
    record->thread = NULL;
    record->thread_next = NULL;
}

/* A record with the two magazines that it adds to the freelist. */
size_t tern_freelist_record_bytes(const struct tern_freelist_pool *pool)
{
    size_t bytes = 0;
    (void)tern_freelist_magazines_bytes(2, pool->settings.magazine_size, &bytes);
    return sizeof(struct tern_freelist_record) + bytes;
}

static struct tern_freelist_record *make_record(struct tern_freelist_pool *pool)
{
    if (pool->fixed)
        return NULL;
    unsigned char *memory = (unsigned char *)tern_freelist_take_memory(
        pool, TERN_CACHE_LINE, tern_freelist_record_bytes(pool));
    if (memory == NULL)
        return NULL;
    struct tern_freelist_record *record = (struct tern_freelist_record *)(void *)memory;
    tern_freelist_record_init(pool, record);
    tern_freelist_add_magazines(pool, memory + sizeof *record, 2);
    record->next = pool->records;
    pool->records = record;
    return record;
}

struct tern_freelist_record *tern_freelist_open(struct tern_freelist_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    struct tern_freelist_record *record = pool->idle;
    if (record != NULL)
        pool->idle = record->next_idle;
    else
        record = make_record(pool);
    if (record != NULL)
        record->open = true;
    pthread_mutex_unlock(&pool->lock);
    return record;
}

void tern_freelist_close(struct tern_freelist_pool *pool, struct tern_freelist_record *record)
{
    tern_freelist_flush_record(pool, record);
    pthread_mutex_lock(&pool->lock);
    record->open = false;
    record->next_idle = pool->idle;
    pool->idle = record;
    pthread_mutex_unlock(&pool->lock);
}

struct tern_freelist_cache *tern_freelist_cache_open(struct tern_freelist *freelist)
{
    if (freelist->kind == TERN_FREELIST_PLAIN) {
        errno = ENOTSUP;
        return NULL;
    }
    struct tern_freelist_record *record = tern_freelist_open(tern_freelist_pool_of(freelist));
    if (record == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    return &record->store.front;
}

void tern_freelist_cache_close(struct tern_freelist_cache *cache)
{
    if (cache != NULL)
        tern_freelist_close(tern_freelist_pool_of(cache->origin), tern_freelist_record_of(cache));
}
