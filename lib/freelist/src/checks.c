/*
 * What a freelist that checks does at each alloc and free: it knows of every object whether it is
 * in use, fills free ones with a pattern that it looks for when they are taken again, and tells
 * AddressSanitizer and Valgrind, where they run, which objects nobody may touch.
 *
 * SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 200809L

#include "pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef TERN_HAVE_VALGRIND
#    include <valgrind/memcheck.h>
#endif

/* FREEING: given back, and its canary not yet whole; what is left so is lost, as after a fork. */
enum { FREE = 0, IN_USE = 1, FREEING = 2 };

#define CANARY      0xDB
#define LEAKS_SHOWN 8

/* ----------------------------------------------------------------------- sanitizer, Valgrind */

/* There in a program with AddressSanitizer, whatever this library was compiled with. */
void __asan_poison_memory_region(void const volatile *address, size_t bytes) __attribute__((weak));
void __asan_unpoison_memory_region(void const volatile *address, size_t bytes)
    __attribute__((weak));

/*
 * AddressSanitizer keeps one byte for 8 of memory, and changes it without a lock: only those are
 * touched that belong to one object alone, with the gap behind it. So of an object that shares 8
 * bytes with its neighbour not all is watched.
 */
#define ASAN_GRANULE ((uintptr_t)8)

static uintptr_t granule_up(const void *address)
{
    return ((uintptr_t)address + ASAN_GRANULE - 1) & ~(ASAN_GRANULE - 1);
}

static uintptr_t granule_down(const void *address)
{
    return (uintptr_t)address & ~(ASAN_GRANULE - 1);
}

/* The object from its first granule to `end`. */
static void tell_asan(void (*tell)(void const volatile *, size_t), const unsigned char *object,
                      uintptr_t end)
{
    uintptr_t begin = granule_up(object);
    if (tell != NULL && begin < end)
        tell(object + (begin - (uintptr_t)object), end - begin);
}

static void poison(const struct tern_freelist_pool *pool, const unsigned char *object)
{
    tell_asan(__asan_poison_memory_region, object, granule_down(object + pool->settings.stride));
}

static void unpoison(const struct tern_freelist_pool *pool, const unsigned char *object)
{
    const unsigned char *end = object + pool->settings.object_size;
    uintptr_t own = granule_down(object + pool->settings.stride);
    tell_asan(__asan_unpoison_memory_region, object, (uintptr_t)end < own ? (uintptr_t)end : own);
}

static void unpoison_slab(const struct tern_freelist_pool *pool,
                          const struct tern_freelist_slab *slab)
{
    if (__asan_unpoison_memory_region != NULL)
        __asan_unpoison_memory_region(slab->objects, slab->count * pool->settings.stride);
}

/* Its header sets NVALGRIND where there is no Valgrind for the processor. */
#if defined(TERN_HAVE_VALGRIND) && !defined(NVALGRIND)
static void tell_begin(struct tern_freelist_pool *pool, const struct tern_freelist_slab *slab)
{
    if (!VALGRIND_MEMPOOL_EXISTS(pool))
        VALGRIND_CREATE_MEMPOOL(pool, 0, 0);
    VALGRIND_MAKE_MEM_NOACCESS(slab->objects, slab->count * pool->settings.stride);
}

static void tell_allocated(struct tern_freelist_pool *pool, const void *object)
{
    VALGRIND_MEMPOOL_ALLOC(pool, object, pool->settings.object_size);
}

static void tell_freed(struct tern_freelist_pool *pool, const void *object)
{
    VALGRIND_MEMPOOL_FREE(pool, object);
}

static void tell_readable(const void *address, size_t bytes)
{
    VALGRIND_MAKE_MEM_DEFINED(address, bytes);
}

static void tell_gone(const void *address, size_t bytes)
{
    VALGRIND_MAKE_MEM_UNDEFINED(address, bytes);
}

static void tell_end(struct tern_freelist_pool *pool)
{
    if (VALGRIND_MEMPOOL_EXISTS(pool))
        VALGRIND_DESTROY_MEMPOOL(pool);
}
#else
static void tell_begin(struct tern_freelist_pool *pool, const struct tern_freelist_slab *slab)
{
    (void)pool, (void)slab;
}

static void tell_allocated(struct tern_freelist_pool *pool, const void *object)
{
    (void)pool, (void)object;
}

static void tell_freed(struct tern_freelist_pool *pool, const void *object)
{
    (void)pool, (void)object;
}

static void tell_readable(const void *address, size_t bytes)
{
    (void)address, (void)bytes;
}

static void tell_gone(const void *address, size_t bytes)
{
    (void)address, (void)bytes;
}

static void tell_end(struct tern_freelist_pool *pool)
{
    (void)pool;
}
#endif

/* ------------------------------------------------------------------------------------- findings */

_Noreturn void tern_freelist_misuse(const void *freelist, const char *what, const void *object)
{
    fprintf(stderr, "tern: freelist %p: %s: %p\n", freelist, what, object);
    abort();
}

void tern_freelist_report_leaks(const void *freelist, size_t count)
{
    if (count != 0)
        fprintf(stderr, "tern: freelist %p: leak: %zu objects were never freed\n", freelist, count);
}

void tern_freelist_fill_canary(void *object, size_t object_size)
{
    memset(object, CANARY, object_size);
}

size_t tern_freelist_find_damage(const void *object, size_t object_size)
{
    const unsigned char *byte = (const unsigned char *)object;
    size_t at = 0;
    while (at < object_size && byte[at] == CANARY)
        at++;
    return at;
}

/* The canary of a free object, which is nobody's to write, is still there. Leaves it readable. */
static void check_canary(struct tern_freelist_pool *pool, const void *object)
{
    size_t size = pool->settings.object_size;
    unpoison(pool, (const unsigned char *)object);
    tell_readable(object, size);
    if (tern_freelist_find_damage(object, size) != size)
        tern_freelist_misuse(pool, "write after free", object);
}

/* ---------------------------------------------------------------------------- alloc and free */

static unsigned char *state_of(struct tern_freelist_pool *pool, const void *object)
{
    struct tern_freelist_slab *slab = tern_freelist_slab_at(pool, object);
    if (slab == NULL)
        tern_freelist_misuse(pool, "free of what is none of its objects", object);
    size_t offset = (size_t)((const unsigned char *)object - slab->objects);
    if (offset % pool->settings.stride != 0)
        tern_freelist_misuse(pool, "free of a pointer into an object", object);
    return &slab->state[offset / pool->settings.stride];
}

void tern_freelist_check_allocated(struct tern_freelist_pool *pool, void *const *objects, size_t n)
{
    pthread_mutex_lock(&pool->lock);
    for (size_t i = 0; i < n; i++) {
        unsigned char *state = state_of(pool, objects[i]);
        if (*state != FREE)
            tern_freelist_misuse(pool, "object in use, and free at once", objects[i]);
        *state = IN_USE;
    }
    pthread_mutex_unlock(&pool->lock);
    for (size_t i = 0; i < n; i++) {
        check_canary(pool, objects[i]);
        tell_gone(objects[i], pool->settings.object_size);
        tell_allocated(pool, objects[i]);
    }
}

void tern_freelist_check_freed(struct tern_freelist_pool *pool, void *const *objects, size_t n)
{
    pthread_mutex_lock(&pool->lock);
    for (size_t i = 0; i < n; i++) {
        unsigned char *state = state_of(pool, objects[i]);
        if (*state != IN_USE)
            tern_freelist_misuse(pool, "double free", objects[i]);
        *state = FREEING;
    }
    pthread_mutex_unlock(&pool->lock);
    for (size_t i = 0; i < n; i++) {
        tern_freelist_fill_canary(objects[i], pool->settings.object_size);
        tell_freed(pool, objects[i]);
        poison(pool, (const unsigned char *)objects[i]);
    }
    pthread_mutex_lock(&pool->lock);
    for (size_t i = 0; i < n; i++)
        *state_of(pool, objects[i]) = FREE;
    pthread_mutex_unlock(&pool->lock);
}

/* ---------------------------------------------------------------------------------------- slabs */

void tern_freelist_check_slab(struct tern_freelist_pool *pool, struct tern_freelist_slab *slab)
{
    size_t bytes = slab->count * pool->settings.stride;
    if (!pool->settings.checks)
        return;
    memset(slab->state, FREE, slab->count);
    tern_freelist_fill_canary(slab->objects, bytes);
    tell_begin(pool, slab);
    for (size_t i = 0; i < slab->count; i++)
        poison(pool, slab->objects + i * pool->settings.stride);
}

void tern_freelist_uncheck_slab(struct tern_freelist_pool *pool, struct tern_freelist_slab *slab)
{
    size_t bytes = slab->count * pool->settings.stride;
    if (!pool->settings.checks)
        return;
    for (size_t i = 0; i < slab->count; i++) {
        if (slab->state[i] == FREE)
            check_canary(pool, slab->objects + i * pool->settings.stride);
    }
    unpoison_slab(pool, slab);
    tell_gone(slab->objects, bytes);
}

static size_t find_leaks(struct tern_freelist_pool *pool, const void **shown)
{
    size_t count = 0;
    for (size_t i = 0; i < pool->slab_count; i++) {
        struct tern_freelist_slab *slab = pool->slabs[i];
        for (size_t j = 0; j < slab->count; j++) {
            if (slab->state[j] == FREE)
                continue;
            if (count < LEAKS_SHOWN)
                shown[count] = slab->objects + j * pool->settings.stride;
            count++;
        }
    }
    return count;
}

void tern_freelist_check_end(struct tern_freelist_pool *pool)
{
    const void *shown[LEAKS_SHOWN];
    if (!pool->settings.checks)
        return;
    size_t count = find_leaks(pool, shown);
    tern_freelist_report_leaks(pool, count);
    for (size_t i = 0; i < count && i < LEAKS_SHOWN; i++)
        fprintf(stderr, "tern: freelist %p: leak: %p\n", (void *)pool, shown[i]);
    tell_end(pool);
}
