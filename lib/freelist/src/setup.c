/*
 * init, create and destroy of a freelist with magazines.
 *
 * SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 200809L

#include "pool.h"

#include <errno.h>
#include <string.h>

/* All but the magazines and the objects. */
static void init_pool(struct tern_freelist_pool *pool,
                      const struct tern_freelist_settings *settings)
{
    memset((void *)pool, 0, sizeof *pool);
    pool->base.kind = TERN_FREELIST_MAGAZINES;
    pool->settings = *settings;
    tern_freelist_depot_init(&pool->depot, settings->magazine_size);
    tern_freelist_record_init(pool, &pool->commons);
    pthread_mutex_init(&pool->commons_lock, NULL);
    pthread_mutex_init(&pool->lock, NULL);
}

static void end_pool(struct tern_freelist_pool *pool)
{
    pthread_mutex_destroy(&pool->lock);
    pthread_mutex_destroy(&pool->commons_lock);
    pool->base.kind = 0;
}

/* ------------------------------------------------------------------------------ caller's memory */

static int take_state(struct tern_freelist_pool *pool)
{
    struct tern_freelist_slab *slab = &pool->fixed_slab;
    if (!pool->settings.checks)
        return 0;
    slab->state = (unsigned char *)tern_freelist_take_memory(pool, sizeof(void *), slab->count);
    return slab->state != NULL ? 0 : -ENOMEM;
}

static void lay_out(struct tern_freelist_pool *pool, const struct tern_freelist_plan *plan)
{
    unsigned char *memory = (unsigned char *)pool;
    struct tern_freelist_record *records =
        (struct tern_freelist_record *)(void *)(memory + plan->records);
    for (size_t i = 0; i < pool->settings.threads; i++) {
        tern_freelist_record_init(pool, &records[i]);
        records[i].next = pool->records;
        records[i].next_idle = pool->idle;
        pool->records = pool->idle = &records[i];
    }
    tern_freelist_add_magazines(pool, memory + plan->magazines, plan->magazine_count);
    pool->bytes += plan->bytes;
    pool->objects = pool->grown = pool->fixed_slab.count;
    pool->only = &pool->fixed_slab;
    pool->slabs = &pool->only;
    pool->slab_count = pool->slab_room = 1;
    tern_freelist_check_slab(pool, &pool->fixed_slab);
    tern_freelist_fill(pool, &pool->fixed_slab);
}

int tern_freelist_init_as(struct tern_freelist *freelist, size_t bytes,
                          const struct tern_freelist_options *options, bool check_default)
{
    struct tern_freelist_settings settings;
    struct tern_freelist_plan plan;
    int error = tern_freelist_settle_options(options, true, check_default, &settings);
    if (error != 0)
        return error;
    if (freelist == NULL || (uintptr_t)freelist % tern_freelist_memory_alignment(&settings) != 0)
        return -EINVAL;
    if (settings.magazine_size == 0)
        return tern_freelist_plain_make(freelist, bytes, &settings);
    error = tern_freelist_plan(&settings, &plan);
    if (error != 0)
        return error;
    if (bytes < plan.bytes)
        return -ENOSPC;

    struct tern_freelist_pool *pool = tern_freelist_pool_of(freelist);
    init_pool(pool, &settings);
    pool->fixed = true;
    pool->fixed_slab.objects = (unsigned char *)freelist + plan.objects;
    pool->fixed_slab.count = settings.max_objects;
    error = take_state(pool);
    if (error == 0) {
        /* Whole before it is registered: a fork of another thread looks at all that are. */
        lay_out(pool, &plan);
        error = tern_freelist_register(pool);
        if (error != 0)
            tern_freelist_uncheck_slab(pool, &pool->fixed_slab);
    }
    if (error != 0) {
        tern_freelist_give_memory(pool, pool->fixed_slab.state, settings.max_objects);
        end_pool(pool);
        return error;
    }
    return 0;
}

/* --------------------------------------------------------------------------------- grown memory */

/* The pool, and the two magazines of the commons. */
static size_t pool_bytes(const struct tern_freelist_settings *settings)
{
    size_t bytes = 0;
    (void)tern_freelist_magazines_bytes(2, settings->magazine_size, &bytes);
    return sizeof(struct tern_freelist_pool) + bytes;
}

static void release_all(struct tern_freelist_pool *pool)
{
    struct tern_freelist_backing backing = pool->settings.backing;
    for (size_t i = 0; i < pool->slab_count; i++) {
        struct tern_freelist_slab *slab = pool->slabs[i];
        size_t count = slab->count;
        tern_freelist_uncheck_slab(pool, slab);
        tern_freelist_give_memory(pool, slab->state, count);
        if (!pool->fixed)
            tern_freelist_give_memory(pool, slab->objects, tern_freelist_slab_bytes(pool, count));
    }
    if (pool->fixed) {
        end_pool(pool);
        return;
    }
    tern_freelist_give_memory(pool, pool->slabs, pool->slab_room * sizeof(void *));
    while (pool->blocks != NULL) {
        struct tern_freelist_block *block = pool->blocks;
        pool->blocks = block->next;
        tern_freelist_give_memory(pool, block, block->bytes);
    }
    while (pool->records != NULL) {
        struct tern_freelist_record *record = pool->records;
        pool->records = record->next;
        tern_freelist_give_memory(pool, record, tern_freelist_record_bytes(pool));
    }
    size_t bytes = pool_bytes(&pool->settings);
    end_pool(pool);
    backing.release(backing.context, pool, bytes);
}

static struct tern_freelist *fail(int error)
{
    errno = -error;
    return NULL;
}

struct tern_freelist *tern_freelist_create_as(const struct tern_freelist_options *options,
                                              bool check_default)
{
    struct tern_freelist_settings settings;
    int error = tern_freelist_settle_options(options, false, check_default, &settings);
    if (error != 0)
        return fail(error);
    if (settings.magazine_size == 0)
        return tern_freelist_plain_create(&settings);

    size_t bytes = pool_bytes(&settings);
    struct tern_freelist_pool *pool = (struct tern_freelist_pool *)settings.backing.allocate(
        settings.backing.context, TERN_FREELIST_ALIGN, bytes);
    if (pool == NULL)
        return fail(-ENOMEM);
    init_pool(pool, &settings);
    pool->bytes = bytes;
    tern_freelist_add_magazines(pool, (unsigned char *)(pool + 1), 2);
    if (settings.initial_objects != 0)
        error = tern_freelist_grow(pool, settings.initial_objects);
    if (error == 0)
        error = tern_freelist_register(pool);
    if (error != 0) {
        release_all(pool);
        return fail(error);
    }
    return &pool->base;
}

void tern_freelist_destroy(struct tern_freelist *freelist)
{
    if (freelist == NULL)
        return;
    if (freelist->kind == TERN_FREELIST_PLAIN) {
        tern_freelist_plain_destroy(freelist);
        return;
    }
    struct tern_freelist_pool *pool = tern_freelist_pool_of(freelist);
    tern_freelist_unregister(pool);
    tern_freelist_check_end(pool);
    release_all(pool);
}
