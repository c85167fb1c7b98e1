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

/* An object of the loaded magazine, or NULL. */
TERN_ALWAYS_INLINE void *tern_freelist_front_alloc(struct tern_freelist_cache *cache)
{
    size_t count = tern_freelist_get(&cache->count);
    if (TERN_UNLIKELY(count == 0))
        return NULL;
    tern_freelist_set(&cache->count, count - 1);
    return tern_shared_read(&cache->items[count - 1]);
}

/* Whether it found room in the loaded magazine. */
TERN_ALWAYS_INLINE bool tern_freelist_front_free(struct tern_freelist_cache *cache, void *object)
{
    size_t count = tern_freelist_get(&cache->count);
    if (TERN_UNLIKELY(count == cache->limit || object == NULL))
        return false;
    tern_shared_write(&cache->items[count], object);
    tern_freelist_set(&cache->count, count + 1);
    return true;
}

TERN_INLINE void *tern_freelist_alloc(struct tern_freelist *freelist)
{
    struct tern_freelist_slot *slot = &tern_freelist_slots[freelist->slot];
    if (TERN_LIKELY(slot->id == freelist->id)) {
        void *object = tern_freelist_front_alloc(slot->cache);
        if (TERN_LIKELY(object != NULL))
            return object;
    }
    return tern_freelist_alloc_rest(freelist);
}

TERN_INLINE void tern_freelist_free(struct tern_freelist *freelist, void *object)
{
    struct tern_freelist_slot *slot = &tern_freelist_slots[freelist->slot];
    if (TERN_LIKELY(slot->id == freelist->id) &&
        TERN_LIKELY(tern_freelist_front_free(slot->cache, object)))
        return;
    tern_freelist_free_rest(freelist, object);
}

TERN_INLINE void *tern_freelist_cache_alloc(struct tern_freelist_cache *cache)
{
    void *object = tern_freelist_front_alloc(cache);
    return TERN_LIKELY(object != NULL) ? object : tern_freelist_cache_alloc_rest(cache);
}

TERN_INLINE void tern_freelist_cache_free(struct tern_freelist_cache *cache, void *object)
{
    if (TERN_UNLIKELY(!tern_freelist_front_free(cache, object)))
        tern_freelist_cache_free_rest(cache, object);
}

TERN_EXTERN_C_END

#endif /* TERN_FREELIST_OPERATIONS_H */
