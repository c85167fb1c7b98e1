/*
 * What the unit tests of the freelist share: objects whose content says whose they are, a backing
 * that counts and can fail, and freelists of any kind in any memory.
 */
#ifndef FREELIST_FIXTURE_H
#define FREELIST_FIXTURE_H

#include "test.h"

#include <tern/freelist.h>

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* ------------------------------------------------------------------------------------- backing */

/* Memory of the C library, with a count of what is out; call number `fail_at` gets none. */
struct backing {
    pthread_mutex_t lock;
    size_t calls;
    size_t fail_at; /* 0: never; counted from 1 */
    size_t pieces;  /* out now */
    size_t bytes;
    size_t most_pieces;
    bool misused; /* a size or an alignment that cannot be */
};

#define BACKING_INIT                                    \
    {                                                   \
        PTHREAD_MUTEX_INITIALIZER, 0, 0, 0, 0, 0, false \
    }

static inline void *backing_allocate(void *context, size_t alignment, size_t bytes)
{
    struct backing *backing = context;
    void *memory = NULL;
    pthread_mutex_lock(&backing->lock);
    if (alignment == 0 || (alignment & (alignment - 1)) != 0 || bytes == 0)
        backing->misused = true;
    if (++backing->calls != backing->fail_at)
        memory = aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (memory != NULL) {
        memset(memory, 0xA5, bytes);
        backing->pieces++;
        backing->bytes += bytes;
        if (backing->pieces > backing->most_pieces)
            backing->most_pieces = backing->pieces;
    }
    pthread_mutex_unlock(&backing->lock);
    return memory;
}

static inline void backing_release(void *context, void *memory, size_t bytes)
{
    struct backing *backing = context;
    pthread_mutex_lock(&backing->lock);
    if (memory == NULL || backing->pieces == 0 || bytes > backing->bytes)
        backing->misused = true;
    backing->pieces--;
    backing->bytes -= bytes;
    pthread_mutex_unlock(&backing->lock);
    free(memory);
}

static inline void backing_use(struct backing *backing, struct tern_freelist_options *options)
{
    options->allocate = backing_allocate;
    options->release = backing_release;
    options->context = backing;
}

/* ------------------------------------------------------------------------------------- objects */

/* All bytes of an object follow from its address and a number. */
static inline unsigned char object_byte(const void *object, size_t number, size_t i)
{
    return (unsigned char)(((uintptr_t)object >> 3) * 31 + number * 7 + i);
}

static inline void object_write(void *object, size_t size, size_t number)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)object)[i] = object_byte(object, number, i);
}

static inline bool object_is(const void *object, size_t size, size_t number)
{
    for (size_t i = 0; i < size; i++) {
        if (((const unsigned char *)object)[i] != object_byte(object, number, i))
            return false;
    }
    return true;
}

static inline int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t) * (void *const *)a, y = (uintptr_t) * (void *const *)b;
    return (x > y) - (x < y);
}

/* Whether no two of n objects overlap; `stride` bytes belong to each. */
static inline bool all_apart(void *const *objects, size_t n, size_t stride)
{
    bool apart = true;
    void **sorted = malloc(n * sizeof *sorted + 1);
    memcpy(sorted, objects, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_address);
    for (size_t i = 1; i < n; i++) {
        if ((uintptr_t)sorted[i] - (uintptr_t)sorted[i - 1] < stride)
            apart = false;
    }
    free(sorted);
    return apart;
}

/* Takes n objects one by one, writes them; returns how many there were. */
static inline size_t take_all(struct tern_freelist *freelist, void **objects, size_t n, size_t size)
{
    size_t count = 0;
    while (count < n && (objects[count] = tern_freelist_alloc(freelist)) != NULL) {
        object_write(objects[count], size, count);
        count++;
    }
    return count;
}

static inline bool still_there(void *const *objects, size_t n, size_t size)
{
    for (size_t i = 0; i < n; i++) {
        if (!object_is(objects[i], size, i))
            return false;
    }
    return true;
}

static inline struct tern_freelist_stats stats_of(struct tern_freelist *freelist)
{
    struct tern_freelist_stats stats;
    memset(&stats, 0xEE, sizeof stats);
    CHECK_EQ(tern_freelist_stats(freelist, &stats), 0);
    CHECK_EQ(stats.in_use + stats.cached + stats.available + stats.lost, stats.objects);
    return stats;
}

/* ----------------------------------------------------------------------------------- freelists */

/* One freelist of each kind, of exactly `max_objects` objects. */
enum kind { GROWN, FIXED, PLAIN, PLAIN_FIXED, KINDS };

struct made {
    struct tern_freelist *freelist;
    void *memory; /* of a fixed one */
    size_t bytes;
};

static inline struct made make(enum kind kind, struct tern_freelist_options options)
{
    struct made made = {NULL, NULL, 0};
    if (kind == PLAIN || kind == PLAIN_FIXED)
        options.magazine_size = TERN_NO_MAGAZINE;
    if (kind == GROWN || kind == PLAIN) {
        made.freelist = tern_freelist_create(&options);
        CHECK_NE(made.freelist, NULL);
        return made;
    }
    size_t align =
        options.alignment > TERN_FREELIST_ALIGN ? options.alignment : (size_t)TERN_FREELIST_ALIGN;
    CHECK_EQ(tern_freelist_memsize(&options, &made.bytes), 0);
    CHECK_EQ(made.bytes % align, (size_t)0);
    made.memory = aligned_alloc(align, made.bytes + align);
    CHECK_NE(made.memory, NULL);
    memset(made.memory, 0xC3, made.bytes + align);
    CHECK_EQ(tern_freelist_init(made.memory, made.bytes, &options), 0);
    made.freelist = made.memory;
    return made;
}

static inline void unmake(struct made *made)
{
    tern_freelist_destroy(made->freelist);
    if (made->memory != NULL)
        CHECK_EQ(((unsigned char *)made->memory)[made->bytes], 0xC3);
    free(made->memory);
}

#endif
