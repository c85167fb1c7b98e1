/* The inlined half of the freelist has to be as clean where it is used as where it is defined. */
#include <tern/freelist.h>

#include <string.h>

int use_freelist(void);

int use_freelist(void)
{
    struct tern_freelist_options options;
    void *objects[3];
    memset(&options, 0, sizeof options);
    options.object_size = 24;
    struct tern_freelist *freelist = tern_freelist_create(&options);
    if (freelist == NULL)
        return 1;
    struct tern_freelist_cache *cache = tern_freelist_cache_open(freelist);
    void *object = tern_freelist_alloc(freelist);
    int result = object == NULL || cache == NULL;
    tern_freelist_free(freelist, object);
    if (cache != NULL) {
        tern_freelist_cache_free(cache, tern_freelist_cache_alloc(cache));
        tern_freelist_cache_close(cache);
    }
    result |= tern_freelist_alloc_bulk(freelist, objects, 3) != 3;
    tern_freelist_free_bulk(freelist, objects, 3);
    tern_freelist_destroy(freelist);
    return result;
}
