/* SPDX-License-Identifier: MIT */
#include "initial_set.h"

#include <errno.h>
#include <stdlib.h>

enum { CHUNK = 64 };

int bench_round_fill_half(struct bench_round *round)
{
    _Alignas(16) char object[64];

    round->initial = round->shape.capacity / 2;
    for (size_t i = 0; i < round->initial; i++) {
        bench_object_fill(&round->stock, object, i + 1);
        if (round->variant->put(round->container, object, 1) != 1)
            round->faults |= BENCH_FAULT_REFUSED;
    }
    return 0;
}

/* Marks one object that came out as seen. */
static void account(struct bench_round *round, unsigned char *seen, const char *object)
{
    const uint64_t number = bench_object_number(&round->stock, object);

    if (!bench_object_intact(&round->stock, object) || number < 1 || number > round->initial) {
        round->faults |= BENCH_FAULT_CHANGED;
        return;
    }
    unsigned char *byte = &seen[(number - 1) / 8];
    const unsigned char bit = (unsigned char)(1u << (number - 1) % 8);
    if (*byte & bit)
        round->faults |= BENCH_FAULT_DOUBLED;
    *byte |= bit;
}

/* What the workers held when they were stopped goes back: there is room for it. */
static void put_held_back(struct bench_round *round)
{
    const size_t size = round->shape.elem_size;
    for (unsigned i = 0; i < round->shape.threads; i++) {
        const struct bench_worker *worker = &round->workers[i];
        const char *objects = (const char *)worker->buffer + worker->held_from * size;
        if (worker->held != 0 &&
            round->variant->put(round->container, objects, worker->held) != worker->held)
            round->faults |= BENCH_FAULT_REFUSED;
    }
}

int bench_round_expect_initial_set(struct bench_round *round)
{
    const size_t size = round->shape.elem_size;
    unsigned char *seen = calloc(round->initial / 8 + 1, 1);
    char *objects = bench_allocate(CHUNK, size);
    size_t n, total = 0;

    if (seen == NULL || objects == NULL) {
        free(seen);
        free(objects);
        return -ENOMEM;
    }
    put_held_back(round);
    /* A container that makes objects up would never be empty: stop at twice as many. */
    while (total <= 2 * round->initial &&
           (n = round->variant->take(round->container, objects, CHUNK)) != 0) {
        for (size_t i = 0; i < n; i++)
            account(round, seen, objects + i * size);
        total += n;
    }
    for (size_t i = 0; i < round->initial; i++)
        if ((seen[i / 8] & 1u << i % 8) == 0)
            round->faults |= BENCH_FAULT_LOST;
    free(seen);
    free(objects);
    return 0;
}
