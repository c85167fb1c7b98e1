/*
 * The CPUs this process may run on, and which of them share a physical core.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_CORES_H
#define BENCH_CORES_H

#include "options.h"

/* The CPUs of the affinity mask, in order; false when they cannot be read. */
bool bench_cores_allowed(struct bench_list *cores);

/* The first CPU of the list, then each on another physical core; at most `most`. */
unsigned bench_cores_distinct(const struct bench_list *cores, unsigned *cpus, unsigned most);

#endif
