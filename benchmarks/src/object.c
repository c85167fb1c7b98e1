/* SPDX-License-Identifier: MIT */
#include "object.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static uint32_t word_of(uint64_t number, size_t index)
{
    if (index == 0)
        return (uint32_t)number;
    if (index == 1)
        return (uint32_t)(number >> 32) ^ ((uint32_t)number * 0x85ebca6bu);
    return (uint32_t)number * 0x9e3779b9u + (uint32_t)index;
}

static void fill_words(void *words, size_t size, uint64_t number)
{
    for (size_t index = 0; index < size / 4; index++) {
        const uint32_t word = word_of(number, index);
        memcpy((char *)words + 4 * index, &word, sizeof word);
    }
}

static uint64_t number_of_words(const void *words, size_t size)
{
    uint32_t low, high = 0;
    memcpy(&low, words, sizeof low);
    if (size >= 8) {
        memcpy(&high, (const char *)words + 4, sizeof high);
        high ^= low * 0x85ebca6bu;
    }
    return (uint64_t)high << 32 | low;
}

static bool words_intact(const void *words, size_t size, uint64_t number)
{
    for (size_t index = 0; index < size / 4; index++) {
        const uint32_t word = word_of(number, index);
        if (memcmp((const char *)words + 4 * index, &word, sizeof word) != 0)
            return false;
    }
    return true;
}

int bench_objects_create(struct bench_objects *objects, size_t size, bool items, size_t most)
{
    *objects = (struct bench_objects){.size = size};
    if (!items)
        return 0;
    objects->item_count = most + 1;
    objects->items = bench_allocate(objects->item_count, sizeof *objects->items);
    if (objects->items == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < objects->item_count; i++)
        fill_words(objects->items[i].content, sizeof objects->items[i].content, i);
    return 0;
}

void bench_objects_destroy(struct bench_objects *objects)
{
    free(objects->items);
    objects->items = NULL;
}

void bench_object_fill(const struct bench_objects *objects, void *object, uint64_t number)
{
    if (objects->items == NULL) {
        fill_words(object, objects->size, number);
    } else {
        const struct bench_item *item = &objects->items[number];
        memcpy(object, &item, sizeof item);
    }
}

/* The place of the item it points to; what points to no item gives one past the last. */
static size_t item_of(const struct bench_objects *objects, const void *object)
{
    uintptr_t address;
    memcpy(&address, object, sizeof address);
    const uintptr_t offset = address - (uintptr_t)objects->items;
    const size_t size = sizeof *objects->items;
    return offset % size == 0 && offset / size < objects->item_count ? offset / size
                                                                     : objects->item_count;
}

uint64_t bench_object_number(const struct bench_objects *objects, const void *object)
{
    return objects->items == NULL ? number_of_words(object, objects->size)
                                  : item_of(objects, object);
}

bool bench_object_intact(const struct bench_objects *objects, const void *object)
{
    const uint64_t number = bench_object_number(objects, object);

    if (objects->items == NULL)
        return words_intact(object, objects->size, number);
    return number < objects->item_count &&
           words_intact(objects->items[number].content, sizeof objects->items[number].content,
                        number);
}

size_t bench_window_period(size_t capacity, size_t burst, bool items)
{
    static const size_t primes[] = {251, 241, 239, 233, 229, 227};

    if (items)
        return burst > primes[0] ? burst : primes[0];
    /* A ring has as many slots as objects, one more, or a power of two. */
    for (size_t i = 0; i + 1 < sizeof primes / sizeof *primes; i++)
        if (capacity % primes[i] != 0 && (capacity + 1) % primes[i] != 0)
            return primes[i];
    return primes[sizeof primes / sizeof *primes - 1];
}

void *bench_allocate(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) ||
        __builtin_add_overflow(bytes, (size_t)127, &bytes))
        return NULL;
    bytes = bytes / 128 * 128;
    if (bytes == 0)
        bytes = 128;
    void *memory = aligned_alloc(128, bytes);
    if (memory != NULL)
        memset(memory, 0, bytes);
    return memory;
}

void *bench_window_create(const struct bench_objects *objects, size_t period, size_t burst,
                          size_t before)
{
    const size_t count = before + period + burst, first = period - before % period;
    char *window = bench_allocate(count, objects->size);
    if (window != NULL)
        for (size_t i = 0; i < count; i++)
            bench_object_fill(objects, window + i * objects->size, (first + i) % period + 1);
    return window;
}
