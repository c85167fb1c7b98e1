/* SPDX-License-Identifier: MIT */
#include "bytes.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_OBJECTS = 1000000, MOST_BYTES = 256 << 20, AT_ONCE = 64 };

/* Bytes of this process that are in memory, or -1. */
static double resident(void)
{
    char text[128];
    unsigned long all, in_memory;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL)
        return -1;
    const bool good =
        fgets(text, sizeof text, file) != NULL && sscanf(text, "%lu %lu", &all, &in_memory) == 2;
    fclose(file);
    return good ? (double)in_memory * (double)sysconf(_SC_PAGESIZE) : -1;
}

/* An object of the chain says twice which one comes next. */
struct link {
    struct link *next;
    uintptr_t not_next;
};

/* The chain of as many objects as there were to be had. */
static struct link *allocate_chain(const struct bench_variant *variant, void *heap, size_t size,
                                   size_t count, size_t *made)
{
    void *objects[AT_ONCE];
    struct link *chain = NULL;

    *made = 0;
    while (*made < count) {
        const size_t wanted = count - *made < AT_ONCE ? count - *made : AT_ONCE;
        const size_t n = variant->take(heap, objects, wanted);
        for (size_t i = 0; i < n; i++) {
            struct link *link = objects[i];
            ((unsigned char *)objects[i])[size - 1] = 1; /* its last page, where it has two */
            link->next = chain;
            link->not_next = ~(uintptr_t)chain;
            chain = link;
        }
        *made += n;
        if (n < wanted)
            break;
    }
    return chain;
}

/* As many as there are: with an object that was handed out twice the chain has no end. */
static bool free_chain(const struct bench_variant *variant, void *heap, struct link *chain,
                       size_t count)
{
    while (count-- != 0) {
        void *object = chain;
        if (chain == NULL || chain->not_next != ~(uintptr_t)chain->next)
            return false;
        chain = chain->next;
        variant->put(heap, &object, 1);
    }
    return true;
}

int bench_heap_weigh(struct bench_round *round, double *bytes)
{
    const size_t size = round->shape.elem_size;
    const size_t count = MOST_OBJECTS < MOST_BYTES / size ? MOST_OBJECTS : MOST_BYTES / size;
    const struct bench_shape shape = {
        .capacity = count, .elem_size = size, .threads = 1, .most_out = count};
    const double before = resident();
    void *heap = round->variant->create(&shape);
    size_t made;

    if (heap == NULL || before < 0)
        return -ENOMEM;
    struct link *chain = allocate_chain(round->variant, heap, size, count, &made);
    const double after = resident();
    if (!free_chain(round->variant, heap, chain, made))
        round->faults |= BENCH_FAULT_CHANGED;
    round->variant->destroy(heap);
    if (made < count)
        round->faults |= BENCH_FAULT_REFUSED;
    *bytes = (after - before) / (double)count;
    return 0;
}
