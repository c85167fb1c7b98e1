/*
 * Memory: slabs of objects, and magazines for them.
 *
 * SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 200809L

#include "pool.h"

#include <tern/arch/wait.h>

#include <errno.h>
#include <string.h>

#define SLAB_BYTES_MAX ((size_t)1 << 20) /* of a slab whose size nobody has asked for */

void *tern_freelist_take_memory(struct tern_freelist_pool *pool, size_t alignment, size_t bytes)
{
    const struct tern_freelist_backing *backing = &pool->settings.backing;
    void *memory = backing->allocate(backing->context, alignment, bytes);
    if (memory != NULL)
        pool->bytes += bytes;
    return memory;
}

void tern_freelist_give_memory(struct tern_freelist_pool *pool, void *memory, size_t bytes)
{
    const struct tern_freelist_backing *backing = &pool->settings.backing;
    if (memory == NULL)
        return;
    pool->bytes -= bytes;
    backing->release(backing->context, memory, bytes);
}

/* Headers first, side by side: whoever exchanges magazines looks at several. */
void tern_freelist_add_magazines(struct tern_freelist_pool *pool, unsigned char *memory, size_t n)
{
    size_t limit = pool->settings.magazine_size;
    struct tern_freelist_magazine *magazines = (struct tern_freelist_magazine *)(void *)memory;
    void **items = (void **)(void *)(memory + tern_freelist_headers_bytes(n));
    for (size_t i = 0; i < n; i++) {
        magazines[i].items = items + i * limit;
        tern_freelist_depot_put(&pool->depot, &magazines[i], 0);
    }
}

/* The objects, and behind them the slab's header. */
static size_t header_offset(const struct tern_freelist_pool *pool, size_t count)
{
    size_t align = sizeof(void *), bytes = count * pool->settings.stride;
    return (bytes + align - 1) & ~(align - 1);
}

size_t tern_freelist_slab_bytes(const struct tern_freelist_pool *pool, size_t count)
{
    return header_offset(pool, count) + sizeof(struct tern_freelist_slab);
}

struct tern_freelist_slab *tern_freelist_slab_at(const struct tern_freelist_pool *pool,
                                                 const void *address)
{
    uintptr_t at = (uintptr_t)address;
    size_t low = 0, high = pool->slab_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        struct tern_freelist_slab *slab = pool->slabs[middle];
        uintptr_t start = (uintptr_t)slab->objects;
        if (at < start)
            high = middle;
        else if (at - start >= slab->count * pool->settings.stride)
            low = middle + 1;
        else
            return slab;
    }
    return NULL;
}

/* Room for one more slab in the table. */
static int widen_table(struct tern_freelist_pool *pool)
{
    size_t room = pool->slab_room == 0 ? 8 : 2 * pool->slab_room;
    if (pool->slab_count < pool->slab_room)
        return 0;
    struct tern_freelist_slab **wider = (struct tern_freelist_slab **)tern_freelist_take_memory(
        pool, sizeof(void *), room * sizeof(struct tern_freelist_slab *));
    if (wider == NULL)
        return -ENOMEM;
    if (pool->slab_count != 0)
        memcpy(wider, pool->slabs, pool->slab_count * sizeof *wider);
    tern_freelist_give_memory(pool, pool->slabs, pool->slab_room * sizeof *wider);
    pool->slabs = wider;
    pool->slab_room = room;
    return 0;
}

/* Magazines for n more objects, as far as trims have not left any. */
static int add_block(struct tern_freelist_pool *pool, size_t n)
{
    size_t header = 64, bytes = 0;
    size_t wanted =
        pool->magazines_wanted + tern_freelist_magazines_for(n, pool->settings.magazine_size);
    if (wanted <= pool->magazines)
        return 0;
    size_t missing = wanted - pool->magazines;
    if (!tern_freelist_magazines_bytes(missing, pool->settings.magazine_size, &bytes) ||
        __builtin_add_overflow(bytes, header, &bytes))
        return -ENOMEM;
    unsigned char *memory = (unsigned char *)tern_freelist_take_memory(pool, header, bytes);
    if (memory == NULL)
        return -ENOMEM;
    struct tern_freelist_block *block = (struct tern_freelist_block *)(void *)memory;
    block->next = pool->blocks;
    block->bytes = bytes;
    pool->blocks = block;
    pool->magazines += missing;
    tern_freelist_add_magazines(pool, memory + header, missing);
    return 0;
}

static struct tern_freelist_slab *make_slab(struct tern_freelist_pool *pool, size_t n)
{
    size_t align = tern_freelist_memory_alignment(&pool->settings);
    unsigned char *state = NULL;
    unsigned char *memory =
        (unsigned char *)tern_freelist_take_memory(pool, align, tern_freelist_slab_bytes(pool, n));
    if (memory == NULL)
        return NULL;
    if (pool->settings.checks) {
        state = (unsigned char *)tern_freelist_take_memory(pool, sizeof(void *), n);
        if (state == NULL) {
            tern_freelist_give_memory(pool, memory, tern_freelist_slab_bytes(pool, n));
            return NULL;
        }
    }
    struct tern_freelist_slab *slab =
        (struct tern_freelist_slab *)(void *)(memory + header_offset(pool, n));
    slab->objects = memory;
    slab->count = n;
    slab->free_count = 0;
    slab->state = state;
    return slab;
}

/* A magazine with room: as free, this finds one, see store.h; the new objects are in hand. */
static struct tern_freelist_magazine *find_room(struct tern_freelist_pool *pool)
{
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    for (;;) {
        struct tern_freelist_magazine *magazine = tern_freelist_depot_room(&pool->depot);
        if (magazine != NULL)
            return magazine;
        tern_wait_once(&wait);
    }
}

/* From the last to the first, so that those are taken first that come first in memory. */
void tern_freelist_fill(struct tern_freelist_pool *pool, const struct tern_freelist_slab *slab)
{
    size_t left = slab->count;
    while (left != 0) {
        struct tern_freelist_magazine *magazine = find_room(pool);
        size_t count = magazine->count;
        for (; left != 0 && count < pool->settings.magazine_size; count++)
            magazine->items[count] = slab->objects + --left * pool->settings.stride;
        tern_freelist_depot_put(&pool->depot, magazine, count);
    }
}

static void enter_slab(struct tern_freelist_pool *pool, struct tern_freelist_slab *slab)
{
    size_t at = pool->slab_count++;
    for (; at > 0 && (uintptr_t)pool->slabs[at - 1]->objects > (uintptr_t)slab->objects; at--)
        pool->slabs[at] = pool->slabs[at - 1];
    pool->slabs[at] = slab;
    pool->objects += slab->count;
    pool->magazines_wanted +=
        tern_freelist_magazines_for(slab->count, pool->settings.magazine_size);
}

int tern_freelist_grow(struct tern_freelist_pool *pool, size_t n)
{
    size_t bytes;
    if (__builtin_mul_overflow(n, pool->settings.stride, &bytes) ||
        bytes > SIZE_MAX - 2 * tern_freelist_memory_alignment(&pool->settings))
        return -ENOMEM;
    if (widen_table(pool) != 0 || add_block(pool, n) != 0)
        return -ENOMEM; /* nothing is lost: the next attempt finds the wider table */
    struct tern_freelist_slab *slab = make_slab(pool, n);
    if (slab == NULL)
        return -ENOMEM; /* nor are the magazines */
    enter_slab(pool, slab);
    tern_freelist_check_slab(pool, slab);
    pool->grown += n;
    tern_freelist_fill(pool, slab);
    return 0;
}

bool tern_freelist_grow_some(struct tern_freelist_pool *pool)
{
    const struct tern_freelist_settings *settings = &pool->settings;
    size_t n = settings->slab_objects, room = settings->max_objects - pool->objects;
    if (pool->fixed || room == 0)
        return false;
    if (n == 0) {
        size_t most = SLAB_BYTES_MAX / settings->stride;
        n = pool->objects < most ? pool->objects : most;
        if (n < settings->magazine_size)
            n = settings->magazine_size;
    }
    return tern_freelist_grow(pool, n < room ? n : room) == 0;
}

int tern_freelist_reserve(struct tern_freelist *freelist, size_t n)
{
    if (freelist->kind == TERN_FREELIST_PLAIN)
        return tern_freelist_plain_reserve(freelist, n);
    struct tern_freelist_pool *pool = tern_freelist_pool_of(freelist);
    size_t bytes;
    int error = 0;
    if (__builtin_mul_overflow(n, pool->settings.stride, &bytes))
        return -EOVERFLOW;
    if (n > pool->settings.max_objects)
        return -ENOSPC;
    pthread_mutex_lock(&pool->lock);
    if (n > pool->objects)
        error = tern_freelist_grow(pool, n - pool->objects);
    pthread_mutex_unlock(&pool->lock);
    return error;
}
