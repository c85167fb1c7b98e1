/*
 * Slabs without any object in use go back to the backing memory.
 *
 * Simple version: with all threads standing still, look which slabs are free. But a freelist that
 * never looks into its objects can do without: whoever holds a free object's pointer owns it. So
 * this takes all magazines out of the depot, counts the objects of each slab in them, and a slab
 * that is there whole is nobody else's. What remains of the magazines goes back.
 *
 * Meanwhile the depot looks empty. Who finds it so waits for the lock, before it concludes that
 * there is nothing to be had, or no room.
 *
 * SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 200809L

#include "pool.h"

#include <string.h>

/* All magazines with objects, as a chain by their links. */
static struct tern_stack_node *take_all(struct tern_freelist_pool *pool)
{
    struct tern_stack_node *chain = tern_freelist_stack_pop_all(&pool->depot.full), *node;
    while ((node = tern_freelist_stack_pop(&pool->depot.partial)) != NULL) {
        tern_stack_link(node, chain);
        chain = node;
    }
    return chain;
}

static void count_objects(struct tern_freelist_pool *pool, struct tern_stack_node *chain)
{
    for (size_t i = 0; i < pool->slab_count; i++)
        pool->slabs[i]->free_count = 0;
    for (; chain != NULL; chain = tern_stack_next(chain)) {
        struct tern_freelist_magazine *magazine = tern_freelist_magazine_of(chain);
        for (size_t i = 0; i < magazine->count; i++)
            tern_freelist_slab_at(pool, magazine->items[i])->free_count++;
    }
}

static bool is_whole(const struct tern_freelist_slab *slab)
{
    return slab->free_count == slab->count;
}

/* The objects of slabs that stay go back to the depot, in as few magazines as hold them. */
static void put_back(struct tern_freelist_pool *pool, struct tern_stack_node *chain)
{
    while (chain != NULL) {
        struct tern_freelist_magazine *magazine = tern_freelist_magazine_of(chain);
        size_t kept = 0;
        chain = tern_stack_next(chain); /* before the link becomes the depot's again */
        for (size_t i = 0; i < magazine->count; i++) {
            if (!is_whole(tern_freelist_slab_at(pool, magazine->items[i])))
                magazine->items[kept++] = magazine->items[i];
        }
        tern_freelist_depot_settle(&pool->depot, magazine, kept);
    }
}

static size_t release_slab(struct tern_freelist_pool *pool, struct tern_freelist_slab *slab)
{
    size_t before = pool->bytes;
    unsigned char *objects = slab->objects, *state = slab->state;
    size_t count = slab->count;
    tern_freelist_uncheck_slab(pool, slab);
    pool->objects -= count;
    pool->grown -= count;
    pool->magazines_wanted -= tern_freelist_magazines_for(count, pool->settings.magazine_size);
    tern_freelist_give_memory(pool, state, count);
    tern_freelist_give_memory(pool, objects, tern_freelist_slab_bytes(pool, count));
    return before - pool->bytes;
}

static size_t release_whole_slabs(struct tern_freelist_pool *pool)
{
    size_t kept = 0, bytes = 0;
    for (size_t i = 0; i < pool->slab_count; i++) {
        if (is_whole(pool->slabs[i]))
            bytes += release_slab(pool, pool->slabs[i]);
        else
            pool->slabs[kept++] = pool->slabs[i];
    }
    pool->slab_count = kept;
    return bytes;
}

size_t tern_freelist_trim(struct tern_freelist *freelist)
{
    if (freelist->kind == TERN_FREELIST_PLAIN)
        return 0;
    struct tern_freelist_pool *pool = tern_freelist_pool_of(freelist);
    if (pool->fixed)
        return 0;
    tern_freelist_flush(freelist);
    /* The commons stay locked until the lock is held: what is given back goes no further. */
    pthread_mutex_lock(&pool->commons_lock);
    tern_freelist_flush_record(pool, &pool->commons);
    pthread_mutex_lock(&pool->lock);
    pthread_mutex_unlock(&pool->commons_lock);

    struct tern_stack_node *chain = take_all(pool);
    count_objects(pool, chain);
    put_back(pool, chain);
    size_t bytes = release_whole_slabs(pool);
    pthread_mutex_unlock(&pool->lock);
    return bytes;
}
