/*
 * What a freelist has, and where.
 *
 * SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 200809L

#include "pool.h"

#include <errno.h>
#include <string.h>

struct sums {
    size_t cached, lost, taken, given;
};

static void add(struct sums *sums, const struct tern_freelist_record *record)
{
    size_t objects = tern_freelist_get(&record->store.front.count) +
                     tern_freelist_get(&record->hidden) +
                     tern_freelist_get(&record->store.spare_count) +
                     (tern_freelist_get(&record->store.front.last) != NULL);
    *(record->lost ? &sums->lost : &sums->cached) += objects;
    sums->taken += tern_freelist_get(&record->store.taken);
    sums->given += tern_freelist_get(&record->store.given);
}

static size_t at_most(size_t n, size_t most)
{
    return n < most ? n : most;
}

/* The counts come from one thread after another, so each is kept within what the others leave. */
static void split(const struct tern_freelist_pool *pool, const struct sums *sums,
                  struct tern_freelist_stats *stats)
{
    size_t rest = pool->objects, available = pool->grown - sums->taken + sums->given;
    stats->lost = at_most(sums->lost, rest);
    rest -= stats->lost;
    stats->cached = at_most(sums->cached, rest);
    rest -= stats->cached;
    /* Less than nothing: somebody took while this was counting. */
    stats->available = available > SIZE_MAX / 2 ? 0 : at_most(available, rest);
    stats->in_use = rest - stats->available;
}

int tern_freelist_stats(struct tern_freelist *freelist, struct tern_freelist_stats *stats)
{
    struct sums sums = {0, 0, 0, 0};
    if (freelist == NULL || stats == NULL)
        return -EINVAL;
    if (freelist->kind == TERN_FREELIST_PLAIN) {
        tern_freelist_plain_stats(freelist, stats);
        return 0;
    }
    struct tern_freelist_pool *pool = tern_freelist_pool_of(freelist);
    memset(stats, 0, sizeof *stats);
    pthread_mutex_lock(&pool->lock);
    add(&sums, &pool->commons);
    for (struct tern_freelist_record *record = pool->records; record != NULL;
         record = record->next) {
        add(&sums, record);
        stats->caches += record->open;
    }
    split(pool, &sums, stats);
    stats->objects = pool->objects;
    stats->max_objects = pool->settings.max_objects;
    stats->slabs = pool->slab_count;
    stats->bytes = pool->bytes;
    stats->object_size = pool->settings.object_size;
    stats->stride = pool->settings.stride;
    stats->magazine_size = pool->settings.magazine_size;
    pthread_mutex_unlock(&pool->lock);
    return 0;
}
