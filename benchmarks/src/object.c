/* SPDX-License-Identifier: MIT */
#include "object.h"

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

void bench_object_fill(void *object, size_t size, uint64_t number)
{
    for (size_t index = 0; index < size / 4; index++) {
        const uint32_t word = word_of(number, index);
        memcpy((char *)object + 4 * index, &word, sizeof word);
    }
}

uint64_t bench_object_number(const void *object, size_t size)
{
    uint32_t low, high = 0;
    memcpy(&low, object, sizeof low);
    if (size >= 8) {
        memcpy(&high, (const char *)object + 4, sizeof high);
        high ^= low * 0x85ebca6bu;
    }
    return (uint64_t)high << 32 | low;
}

bool bench_object_intact(const void *object, size_t size)
{
    const uint64_t number = bench_object_number(object, size);
    for (size_t index = 0; index < size / 4; index++) {
        const uint32_t word = word_of(number, index);
        if (memcmp((const char *)object + 4 * index, &word, sizeof word) != 0)
            return false;
    }
    return true;
}

size_t bench_window_period(size_t capacity)
{
    static const size_t primes[] = {251, 241, 239, 233, 229, 227};
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

void *bench_window_create(size_t period, size_t burst, size_t elem_size)
{
    char *window = bench_allocate(period + burst, elem_size);
    if (window != NULL)
        for (size_t i = 0; i < period + burst; i++)
            bench_object_fill(window + i * elem_size, elem_size, i % period + 1);
    return window;
}
