/*
 * The metric bytes/object: how much memory an allocator takes from the system for each object.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_HEAP_BYTES_H
#define BENCH_HEAP_BYTES_H

#include "../src/scenario.h"

/*
 * Allocates a million objects of the round's size, or as many as make 256 MiB, and writes to each:
 * by how much the resident memory of the process has grown, for each object. They are linked
 * through themselves, so that the harness adds nothing. 0 or -errno.
 */
int bench_heap_weigh(struct bench_round *round, double *bytes);

#endif
