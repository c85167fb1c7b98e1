/*
 * The inlined half: alloc and free as far as the loaded magazine goes.
 *
 * Internal: users include <tern/freelist.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_FREELIST_OPERATIONS_H
#define TERN_FREELIST_OPERATIONS_H

#include <tern/freelist/front.h>

TERN_EXTERN_C_BEGIN

#ifdef TERN_DEBUG
#    define TERN_FREELIST_CHECKS_BY_DEFAULT true
#else
#    define TERN_FREELIST_CHECKS_BY_DEFAULT false
#endif

TERN_INLINE int tern_freelist_init(struct tern_freelist *freelist, size_t bytes,
                                   const struct tern_freelist_options *options)
{
    return tern_freelist_init_as(freelist, bytes, options, TERN_FREELIST_CHECKS_BY_DEFAULT);
}

TERN_INLINE struct tern_freelist *tern_freelist_create(const struct tern_freelist_options *options)
{
    return tern_freelist_create_as(options, TERN_FREELIST_CHECKS_BY_DEFAULT);
}

/* Whether there was an object. */
TERN_ALWAYS_INLINE bool tern_freelist_front_alloc(struct tern_freelist_cache *cache, void **object)
{
    *object = tern_freelist_get(&cache->last);
    if (*object != NULL) {
        tern_freelist_set(&cache->last, NULL);
        return true;
    }
    size_t count = tern_freelist_get(&cache->count);
    if (TERN_UNLIKELY(count == 0))
        return false;
    tern_freelist_set(&cache->count, count - 1);
    *object = tern_shared_read(&cache->items[count - 1]);
    return true;
}

/* Whether there was room for the object, which may be NULL: for that there is none. */
TERN_ALWAYS_INLINE bool tern_freelist_front_free(struct tern_freelist_cache *cache, void *object)
{
    void *last = tern_freelist_get(&cache->last);
    size_t count = tern_freelist_get(&cache->count);
    if (TERN_UNLIKELY(object == NULL))
        return false;
    if (last != NULL) {
        if (TERN_UNLIKELY(count + 1 >= cache->limit))
            return false;
        tern_shared_write(&cache->items[count], last);
        tern_freelist_set(&cache->count, count + 1);
    } else if (TERN_UNLIKELY(count == cache->limit)) {
        return false;
    }
    tern_freelist_set(&cache->last, object);
    return true;
}

TERN_INLINE void *tern_freelist_alloc(struct tern_freelist *freelist)
{
    struct tern_freelist_slot *slot = tern_freelist_slot_of(freelist);
    void *object;
    if (TERN_LIKELY(slot->id == freelist->id) &&
        TERN_LIKELY(tern_freelist_front_alloc(slot->cache, &object)))
        return object;
    return tern_freelist_alloc_rest(freelist);
}

TERN_INLINE void tern_freelist_free(struct tern_freelist *freelist, void *object)
{
    struct tern_freelist_slot *slot = tern_freelist_slot_of(freelist);
    if (TERN_LIKELY(slot->id == freelist->id) &&
        TERN_LIKELY(tern_freelist_front_free(slot->cache, object)))
        return;
    tern_freelist_free_rest(freelist, object);
}

TERN_INLINE void *tern_freelist_cache_alloc(struct tern_freelist_cache *cache)
{
    void *object;
    return TERN_LIKELY(tern_freelist_front_alloc(cache, &object))
               ? object
               : tern_freelist_cache_alloc_rest(cache);
}

TERN_INLINE void tern_freelist_cache_free(struct tern_freelist_cache *cache, void *object)
{
    if (TERN_UNLIKELY(!tern_freelist_front_free(cache, object)))
        tern_freelist_cache_free_rest(cache, object);
}

TERN_EXTERN_C_END

#endif /* TERN_FREELIST_OPERATIONS_H */
