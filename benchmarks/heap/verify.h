/*
 * Set-up and verification of the suite of allocators.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_HEAP_VERIFY_H
#define BENCH_HEAP_VERIFY_H

#include "../src/scenario.h"
#include "heap.h"

size_t bench_heap_extra_size(const struct bench_round *round);

/* Tells the workers of each other, and has as many objects out at once as there will be. */
int bench_heap_prepare(struct bench_round *round);

/*
 * Once all workers have freed what they had: the allocator says so too, if it counts; it has as
 * many objects to give as before; they do not overlap, and keep what is written to them.
 */
int bench_heap_verify(struct bench_round *round);

#endif
