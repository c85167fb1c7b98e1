/* SPDX-License-Identifier: MIT */
#include "verify.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

size_t bench_heap_extra_size(const struct bench_round *round)
{
    (void)round;
    return sizeof(struct bench_heap_extra);
}

static struct bench_heap_extra *extra_of(const struct bench_round *round, unsigned worker)
{
    return round->workers[worker].extra;
}

int bench_heap_prepare(struct bench_round *round)
{
    const size_t most = round->shape.most_out;
    struct bench_heap_extra **all = bench_allocate(round->shape.threads, sizeof *all);
    void **objects = calloc(most, sizeof *objects);

    if (all == NULL || objects == NULL) {
        free(all);
        free(objects);
        return -ENOMEM;
    }
    for (unsigned i = 0; i < round->shape.threads; i++) {
        all[i] = extra_of(round, i);
        all[i]->all = all;
        all[i]->worker_count = round->shape.threads;
        all[i]->most_out = most;
    }
    const size_t taken = round->variant->take(round->container, objects, most);
    round->variant->put(round->container, objects, taken);
    if (taken != most)
        round->faults |= BENCH_FAULT_REFUSED;
    free(objects);
    return 0;
}

static int by_address(const void *a, const void *b)
{
    const uintptr_t x = (uintptr_t) * (void *const *)a, y = (uintptr_t) * (void *const *)b;
    return (x > y) - (x < y);
}

/* Every byte of an object, other than those of its neighbours. */
static void fill(void *object, size_t size, size_t number)
{
    unsigned char *bytes = object;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(number * 31 + i * 7 + 1);
}

static bool is_filled(const void *object, size_t size, size_t number)
{
    const unsigned char *bytes = object;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != (unsigned char)(number * 31 + i * 7 + 1))
            return false;
    return true;
}

static unsigned faults_of(void **objects, size_t count, size_t size)
{
    unsigned faults = 0;

    qsort(objects, count, sizeof *objects, by_address);
    for (size_t i = 1; i < count; i++)
        if ((uintptr_t)objects[i] - (uintptr_t)objects[i - 1] < size)
            faults |= BENCH_FAULT_DOUBLED;
    for (size_t i = 0; i < count; i++)
        fill(objects[i], size, i);
    for (size_t i = 0; i < count; i++)
        if (!is_filled(objects[i], size, i))
            faults |= BENCH_FAULT_CHANGED;
    return faults;
}

/* All that may be out together must be there again. What is not, though the allocator says that
 * nothing is in use, it refuses. */
static int check_objects(struct bench_round *round, size_t in_use)
{
    const size_t most = round->shape.most_out;
    void **objects = calloc(most, sizeof *objects);
    if (objects == NULL)
        return -ENOMEM;

    const size_t taken = round->variant->take(round->container, objects, most);
    if (taken != most)
        round->faults |= in_use == 0 ? BENCH_FAULT_REFUSED : BENCH_FAULT_LOST;
    round->faults |= faults_of(objects, taken, round->shape.elem_size);
    round->variant->put(round->container, objects, taken);
    free(objects);
    return 0;
}

int bench_heap_verify(struct bench_round *round)
{
    const size_t in_use = round->variant->in_use(round->container);

    if (in_use != SIZE_MAX && in_use != 0)
        round->faults |= BENCH_FAULT_LOST;
    free(extra_of(round, 0)->all);
    return check_objects(round, in_use);
}
