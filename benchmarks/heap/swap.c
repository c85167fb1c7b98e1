/*
 * many-to-many of the allocators: each thread allocates a batch of objects and frees one that
 * another thread, or it itself, has allocated.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdlib.h>

#include "verify.h"

/* Each thread has a batch in hand and one in its mailbox. */
static size_t two_batches_each(const struct bench_round *round)
{
    return 2 * round->burst * round->shape.threads;
}

static int prepare(struct bench_round *round)
{
    const int status = bench_heap_prepare(round);
    if (status != 0)
        return status;
    for (unsigned i = 0; i < round->shape.threads; i++) {
        struct bench_heap_extra *extra = round->workers[i].extra;
        extra->spare = bench_allocate(round->burst + 1, sizeof(void *));
        extra->mailbox = bench_allocate(round->burst + 1, sizeof(void *));
        if (extra->spare == NULL || extra->mailbox == NULL)
            return -ENOMEM;
    }
    return 0;
}

/* The batch that nobody has taken any more. */
static void empty_mailbox(struct bench_round *round, bench_batch batch)
{
    const uint64_t number = (uint64_t)(uintptr_t)batch[0];

    for (size_t i = 0; number != 0 && i < round->burst; i++) {
        void **object = &batch[i + 1];
        if (*object == NULL)
            continue; /* it was refused, and that has been noted */
        if (bench_heap_difference(*object, round->shape.elem_size, number + i) != 0)
            round->faults |= BENCH_FAULT_CHANGED;
        round->variant->put(round->container, object, 1);
    }
    free(batch);
}

static int verify(struct bench_round *round)
{
    for (unsigned i = 0; i < round->shape.threads; i++) {
        struct bench_heap_extra *extra = round->workers[i].extra;
        empty_mailbox(round, extra->mailbox);
        free(extra->spare);
    }
    return bench_heap_verify(round);
}

const struct bench_scenario bench_scenario_swap = {
    .name = "many-to-many",
    .summary = "all threads allocate batches, swap them, and free those of others",
    .uses_burst = true,
    .few_bursts = true,
    .threads = 0,
    .least_threads = 2,
    .across = BENCH_ACROSS_THREADS,
    .loop_count = 1,
    .loops = {BENCH_LOOP_SWAP},
    .milliseconds = {100, 200, 200},
    .least_capacity = 1,
    .extra_size = bench_heap_extra_size,
    .most_out = two_batches_each,
    .prepare = prepare,
    .verify = verify,
};
