/*
 * The freelist without magazines: <tern/freelist/plain.h> with objects around it. No pointer in it
 * means anything to another process: those of the backing are used by destroy alone, in the process
 * that called create.
 *
 *     control block    struct plain_pool
 *     links            4 bytes an object
 *     objects          aligned as the memory is
 *
 * SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 200809L

#include "pool.h"

#include <errno.h>
#include <string.h>

/* The version changes with anything here that two programs must agree on. */
#define PLAIN_MAGIC   UINT64_C(0x7465726e66726c00) /* "ternfrl" */
#define PLAIN_VERSION UINT64_C(1)
#define VERSION_MASK  UINT64_C(0xff)

struct plain_pool {
    struct tern_freelist base;
    tern_atomic_u64 magic;
    uint64_t object_size;
    uint64_t stride;
    uint64_t alignment; /* of the memory, and so of the objects */
    uint64_t objects;   /* offset */
    uint64_t bytes;
    uint32_t checks;
    uint32_t created; /* by create: destroy gives the memory back */
    struct tern_freelist_plain list;
    struct tern_freelist_backing backing; /* of the process that called create */
};

static struct plain_pool *pool_of(struct tern_freelist *freelist)
{
    return (struct plain_pool *)(void *)freelist;
}

static tern_atomic_u32 *links_of(struct plain_pool *pool)
{
    return (tern_atomic_u32 *)(void *)(pool + 1);
}

static void *object_at(struct plain_pool *pool, uint32_t index)
{
    return (unsigned char *)pool + pool->objects + index * pool->stride;
}

/* -------------------------------------------------------------------------------------- set-up */

static int plan(const struct tern_freelist_settings *settings, size_t *objects, size_t *bytes)
{
    size_t align = tern_freelist_memory_alignment(settings), links, all;
    if (__builtin_mul_overflow(settings->max_objects, sizeof(tern_atomic_u32), &links) ||
        __builtin_add_overflow(links, sizeof(struct plain_pool), &links) ||
        !tern_freelist_round(links, align, objects) ||
        __builtin_mul_overflow(settings->max_objects, settings->stride, &all) ||
        __builtin_add_overflow(*objects, all, bytes) || !tern_freelist_round(*bytes, align, bytes))
        return -EOVERFLOW;
    return 0;
}

int tern_freelist_plain_memsize(const struct tern_freelist_settings *settings, size_t *bytes)
{
    size_t objects, all;
    int error = plan(settings, &objects, &all);
    if (error == 0)
        *bytes = all;
    return error;
}

int tern_freelist_plain_make(struct tern_freelist *freelist, size_t bytes,
                             const struct tern_freelist_settings *settings)
{
    struct plain_pool *pool = pool_of(freelist);
    size_t objects, needed;
    int error = plan(settings, &objects, &needed);
    if (error != 0)
        return error;
    if (bytes < needed)
        return -ENOSPC;
    /* What is about to be overwritten is no freelist any more. */
    tern_store_relaxed(&pool->magic, UINT64_C(0));
    pool->base.id = UINT64_MAX; /* which no slot of a thread has */
    pool->base.slot = 0;
    pool->base.kind = TERN_FREELIST_PLAIN;
    pool->object_size = settings->object_size;
    pool->stride = settings->stride;
    pool->alignment = tern_freelist_memory_alignment(settings);
    pool->objects = objects;
    pool->bytes = needed;
    pool->checks = settings->checks;
    pool->created = 0;
    memset(&pool->backing, 0, sizeof pool->backing);
    tern_freelist_plain_init(&pool->list, links_of(pool), (uint32_t)settings->max_objects, 0);
    if (settings->checks) {
        for (uint32_t i = 0; i < pool->list.capacity; i++)
            tern_freelist_fill_canary(object_at(pool, i), settings->object_size);
    }
    /* Pairs with the acquire in attach: who finds it, finds the rest. */
    tern_store_release(&pool->magic, PLAIN_MAGIC | PLAIN_VERSION);
    return 0;
}

struct tern_freelist *tern_freelist_plain_create(const struct tern_freelist_settings *settings)
{
    const struct tern_freelist_backing *backing = &settings->backing;
    size_t bytes = 0;
    int error = tern_freelist_plain_memsize(settings, &bytes);
    struct tern_freelist *freelist = NULL;
    if (error == 0) {
        freelist = (struct tern_freelist *)backing->allocate(
            backing->context, tern_freelist_memory_alignment(settings), bytes);
        error = freelist == NULL ? -ENOMEM : 0;
    }
    if (error != 0) {
        errno = -error;
        return NULL;
    }
    /* With the settings and the memory that plan has just approved, this cannot fail. */
    (void)tern_freelist_plain_make(freelist, bytes, settings);
    pool_of(freelist)->backing = *backing;
    pool_of(freelist)->created = 1;
    return freelist;
}

/* What make writes for a freelist of these sizes. */
static bool is_sound(const struct plain_pool *pool)
{
    struct tern_freelist_settings settings;
    size_t objects, bytes;
    memset(&settings, 0, sizeof settings);
    settings.max_objects = pool->list.capacity;
    settings.stride = pool->stride;
    settings.alignment = pool->alignment;
    uint32_t top = tern_freelist_index(tern_load_relaxed(&pool->list.top));
    return pool->base.id == UINT64_MAX && pool->base.slot == 0 &&
           pool->base.kind == TERN_FREELIST_PLAIN && pool->list.capacity != 0 &&
           pool->object_size != 0 && pool->object_size <= pool->stride &&
           pool->alignment >= TERN_FREELIST_ALIGN &&
           (top == TERN_FREELIST_NONE || top < pool->list.capacity) &&
           (pool->alignment & (pool->alignment - 1)) == 0 &&
           plan(&settings, &objects, &bytes) == 0 && pool->objects == objects &&
           pool->bytes == bytes;
}

int tern_freelist_attach(struct tern_freelist *freelist, size_t bytes)
{
    struct plain_pool *pool = pool_of(freelist);
    if (freelist == NULL || (uintptr_t)freelist % TERN_FREELIST_ALIGN != 0)
        return -EINVAL;
    if (bytes < sizeof(struct plain_pool))
        return -ENOSPC;
    if (freelist->kind == TERN_FREELIST_MAGAZINES)
        return -ENOTSUP;
    /* Pairs with the release in make. */
    uint64_t magic = tern_load_acquire(&pool->magic);
    if ((magic & ~VERSION_MASK) != PLAIN_MAGIC)
        return -EINVAL;
    if ((magic & VERSION_MASK) != PLAIN_VERSION)
        return -ENOTSUP;
    if (!is_sound(pool) || (uintptr_t)freelist % pool->alignment != 0)
        return -EINVAL;
    return bytes < pool->bytes ? -ENOSPC : 0;
}

/* -------------------------------------------------------------------------------------- checks */

static void check_canary(struct plain_pool *pool, const void *object)
{
    if (tern_freelist_find_damage(object, pool->object_size) != pool->object_size)
        tern_freelist_misuse(pool, "write after free", object);
}

static void check_allocated(struct plain_pool *pool, uint32_t index)
{
    check_canary(pool, object_at(pool, index));
    tern_store_relaxed(&links_of(pool)[index], TERN_FREELIST_IN_USE);
}

static uint32_t check_freed(struct plain_pool *pool, void *object)
{
    uintptr_t offset = (uintptr_t)object - (uintptr_t)object_at(pool, 0);
    if ((uintptr_t)object < (uintptr_t)object_at(pool, 0) ||
        offset / pool->stride >= pool->list.capacity)
        tern_freelist_misuse(pool, "free of what is none of its objects", object);
    if (offset % pool->stride != 0)
        tern_freelist_misuse(pool, "free of a pointer into an object", object);
    uint32_t index = (uint32_t)(offset / pool->stride), in_use = TERN_FREELIST_IN_USE;
    /* Of two that free it at once, one finds that the other one has. */
    if (!tern_cas_strong_relaxed(&links_of(pool)[index], &in_use, TERN_FREELIST_FREEING))
        tern_freelist_misuse(pool, "double free", object);
    tern_freelist_fill_canary(object, pool->object_size);
    /* Pairs with the acquire in check_end: a process may be killed before it is on the list. */
    tern_store_release(&links_of(pool)[index], TERN_FREELIST_NONE);
    return index;
}

static void check_end(struct plain_pool *pool)
{
    size_t in_use = 0;
    for (uint32_t i = 0; i < pool->list.capacity; i++) {
        /* Pairs with the release in check_freed: what is not in use has its canary. */
        uint32_t link = tern_load_acquire(&links_of(pool)[i]);
        if (link == TERN_FREELIST_IN_USE || link == TERN_FREELIST_FREEING)
            in_use++;
        else
            check_canary(pool, object_at(pool, i));
    }
    tern_freelist_report_leaks(pool, in_use);
}

/* The index of an object that its user gives back. */
static uint32_t index_of(struct plain_pool *pool, void *object)
{
    if (pool->checks)
        return check_freed(pool, object);
    return (uint32_t)(((uintptr_t)object - (uintptr_t)object_at(pool, 0)) / pool->stride);
}

/* --------------------------------------------------------------------------------- alloc, free */

void *tern_freelist_plain_alloc(struct tern_freelist *freelist)
{
    struct plain_pool *pool = pool_of(freelist);
    uint32_t index = tern_freelist_plain_pop(&pool->list, links_of(pool));
    if (TERN_UNLIKELY(index == TERN_FREELIST_NONE)) {
        errno = ENOMEM;
        return NULL;
    }
    if (pool->checks)
        check_allocated(pool, index);
    return object_at(pool, index);
}

void tern_freelist_plain_free(struct tern_freelist *freelist, void *object)
{
    struct plain_pool *pool = pool_of(freelist);
    uint32_t index = index_of(pool, object);
    tern_freelist_plain_push(&pool->list, links_of(pool), index, index);
}

size_t tern_freelist_plain_alloc_bulk(struct tern_freelist *freelist, void **objects, size_t n)
{
    struct plain_pool *pool = pool_of(freelist);
    tern_atomic_u32 *links = links_of(pool);
    uint32_t index = n > pool->list.capacity ? TERN_FREELIST_NONE
                                             : tern_freelist_plain_pop_n(&pool->list, links, n);
    if (index == TERN_FREELIST_NONE) {
        errno = ENOMEM;
        return 0;
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t next = tern_load_relaxed(&links[index]);
        objects[i] = object_at(pool, index);
        if (pool->checks)
            check_allocated(pool, index);
        index = next;
    }
    return n;
}

void tern_freelist_plain_free_bulk(struct tern_freelist *freelist, void *const *objects, size_t n)
{
    struct plain_pool *pool = pool_of(freelist);
    tern_atomic_u32 *links = links_of(pool);
    uint32_t first = index_of(pool, objects[0]), last = first;
    for (size_t i = 1; i < n; i++) {
        uint32_t index = index_of(pool, objects[i]);
        tern_store_relaxed(&links[last], index);
        last = index;
    }
    tern_freelist_plain_push(&pool->list, links, first, last);
}

/* ------------------------------------------------------------------------------------- the rest */

int tern_freelist_plain_reserve(struct tern_freelist *freelist, size_t n)
{
    return n <= pool_of(freelist)->list.capacity ? 0 : -ENOSPC;
}

void tern_freelist_plain_stats(struct tern_freelist *freelist, struct tern_freelist_stats *stats)
{
    struct plain_pool *pool = pool_of(freelist);
    memset(stats, 0, sizeof *stats);
    stats->objects = pool->list.capacity;
    stats->available = tern_freelist_plain_count(&pool->list, links_of(pool));
    stats->in_use = stats->objects - stats->available;
    stats->max_objects = pool->list.capacity;
    stats->slabs = 1;
    stats->bytes = pool->bytes;
    stats->object_size = pool->object_size;
    stats->stride = pool->stride;
    stats->magazine_size = TERN_NO_MAGAZINE;
}

void tern_freelist_plain_destroy(struct tern_freelist *freelist)
{
    struct plain_pool *pool = pool_of(freelist);
    struct tern_freelist_backing backing = pool->backing;
    uint64_t bytes = pool->bytes;
    bool created = pool->created != 0;
    if (pool->checks)
        check_end(pool);
    pool->base.kind = 0;
    tern_store_relaxed(&pool->magic, UINT64_C(0));
    if (created)
        backing.release(backing.context, freelist, bytes);
}
