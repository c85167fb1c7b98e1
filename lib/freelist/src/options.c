/*
 * Options to settings, and the sizes of everything.
 *
 * SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 200809L

#include "pool.h"

#include <errno.h>
#include <stdlib.h>

/* Magazines start on lines of their own, so that the owners of two neighbours do not fight. */
#define MAGAZINE_ALIGN ((size_t)64)

static void *allocate_default(void *context, size_t alignment, size_t bytes)
{
    size_t rounded;
    (void)context;
    return tern_freelist_round(bytes, alignment, &rounded) ? aligned_alloc(alignment, rounded)
                                                           : NULL;
}

static void release_default(void *context, void *memory, size_t bytes)
{
    (void)context;
    (void)bytes;
    free(memory);
}

static bool is_power_of_two(size_t n)
{
    return n != 0 && (n & (n - 1)) == 0;
}

bool tern_freelist_round(size_t bytes, size_t alignment, size_t *rounded)
{
    if (__builtin_add_overflow(bytes, alignment - 1, rounded))
        return false;
    *rounded &= ~(alignment - 1);
    return true;
}

static size_t natural_alignment(size_t object_size)
{
    size_t alignment = object_size & (~object_size + 1);
    return alignment < TERN_FREELIST_ALIGN ? alignment : TERN_FREELIST_ALIGN;
}

static int settle_sizes(const struct tern_freelist_options *options,
                        struct tern_freelist_settings *settings)
{
    size_t total;
    if (options->object_size == 0)
        return -EINVAL;
    settings->object_size = options->object_size;
    settings->alignment =
        options->alignment != 0 ? options->alignment : natural_alignment(options->object_size);
    if (!is_power_of_two(settings->alignment))
        return -EINVAL;
    if (!tern_freelist_round(options->object_size, settings->alignment, &settings->stride))
        return -EOVERFLOW;
    if (options->max_objects != 0 &&
        __builtin_mul_overflow(settings->stride, options->max_objects, &total))
        return -EOVERFLOW;
    if (__builtin_mul_overflow(settings->stride, options->slab_objects, &total))
        return -EOVERFLOW;
    return __builtin_mul_overflow(settings->stride, options->initial_objects, &total) ? -EOVERFLOW
                                                                                      : 0;
}

static int settle_numbers(const struct tern_freelist_options *options, bool fixed,
                          struct tern_freelist_settings *settings)
{
    bool plain = options->magazine_size == TERN_NO_MAGAZINE;
    if (!plain && options->magazine_size > TERN_FREELIST_MAGAZINE_MAX)
        return -EINVAL;
    if (options->max_objects == 0 && (plain || fixed))
        return -EINVAL;
    if (options->max_objects != 0 && options->initial_objects > options->max_objects)
        return -EINVAL;
    if (plain && options->max_objects > TERN_FREELIST_PLAIN_MAX)
        return -EOVERFLOW;
    settings->magazine_size = plain                         ? 0
                              : options->magazine_size != 0 ? options->magazine_size
                                                            : TERN_FREELIST_MAGAZINE_DEFAULT;
    settings->max_objects = options->max_objects != 0 ? options->max_objects : SIZE_MAX;
    settings->initial_objects = options->initial_objects;
    settings->slab_objects = options->slab_objects;
    settings->threads = options->threads != 0 ? options->threads : TERN_FREELIST_THREADS_DEFAULT;
    return 0;
}

int tern_freelist_settle_options(const struct tern_freelist_options *options, bool fixed,
                                 bool check_default, struct tern_freelist_settings *settings)
{
    if (options == NULL || (options->allocate == NULL) != (options->release == NULL))
        return -EINVAL;
    if (options->checks != TERN_FREELIST_CHECK_DEFAULT && options->checks != TERN_FREELIST_CHECK &&
        options->checks != TERN_FREELIST_CHECK_NOT)
        return -EINVAL;
    int error = settle_sizes(options, settings);
    if (error == 0)
        error = settle_numbers(options, fixed, settings);
    if (error != 0)
        return error;
    settings->checks = options->checks == TERN_FREELIST_CHECK ||
                       (options->checks == TERN_FREELIST_CHECK_DEFAULT && check_default);
    settings->backing.allocate = options->allocate != NULL ? options->allocate : allocate_default;
    settings->backing.release = options->release != NULL ? options->release : release_default;
    settings->backing.context = options->context;
    return 0;
}

/* Headers side by side, and then the arrays. */
size_t tern_freelist_headers_bytes(size_t n)
{
    size_t bytes = n * sizeof(struct tern_freelist_magazine);
    return (bytes + MAGAZINE_ALIGN - 1) & ~(MAGAZINE_ALIGN - 1);
}

bool tern_freelist_magazines_bytes(size_t n, size_t magazine_size, size_t *bytes)
{
    size_t items;
    if (n > SIZE_MAX / 2 / sizeof(struct tern_freelist_magazine) ||
        __builtin_mul_overflow(n, magazine_size * sizeof(void *), &items) ||
        __builtin_add_overflow(items, tern_freelist_headers_bytes(n), bytes))
        return false;
    return tern_freelist_round(*bytes, MAGAZINE_ALIGN, bytes);
}

size_t tern_freelist_memory_alignment(const struct tern_freelist_settings *settings)
{
    return settings->alignment > TERN_FREELIST_ALIGN ? settings->alignment : TERN_FREELIST_ALIGN;
}

/* The pool, the records of threads, the magazines of all, the objects. */
int tern_freelist_plan(const struct tern_freelist_settings *settings,
                       struct tern_freelist_plan *plan)
{
    size_t bytes, align = tern_freelist_memory_alignment(settings);
    size_t for_objects =
        tern_freelist_magazines_for(settings->max_objects, settings->magazine_size);
    plan->records = sizeof(struct tern_freelist_pool);
    if (__builtin_mul_overflow(settings->threads, sizeof(struct tern_freelist_record), &bytes) ||
        __builtin_add_overflow(plan->records, bytes, &plan->magazines) ||
        __builtin_add_overflow(for_objects, 2, &plan->magazine_count) ||
        __builtin_add_overflow(plan->magazine_count, settings->threads, &plan->magazine_count) ||
        __builtin_add_overflow(plan->magazine_count, settings->threads, &plan->magazine_count) ||
        !tern_freelist_magazines_bytes(plan->magazine_count, settings->magazine_size, &bytes) ||
        __builtin_add_overflow(plan->magazines, bytes, &plan->objects) ||
        !tern_freelist_round(plan->objects, align, &plan->objects) ||
        __builtin_add_overflow(plan->objects, settings->stride * settings->max_objects,
                               &plan->bytes) ||
        !tern_freelist_round(plan->bytes, align, &plan->bytes))
        return -EOVERFLOW;
    return 0;
}

int tern_freelist_memsize(const struct tern_freelist_options *options, size_t *bytes)
{
    struct tern_freelist_settings settings;
    struct tern_freelist_plan plan;
    int error = tern_freelist_settle_options(options, true, false, &settings);
    if (error != 0)
        return error;
    if (bytes == NULL)
        return -EINVAL;
    if (settings.magazine_size == 0)
        return tern_freelist_plain_memsize(&settings, bytes);
    error = tern_freelist_plan(&settings, &plan);
    if (error == 0)
        *bytes = plan.bytes;
    return error;
}
