/*
 * The allocators that replace malloc: a process is started with their shared library in
 * LD_PRELOAD.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_PRELOAD_H
#define BENCH_PRELOAD_H

#include <stdbool.h>

/* The library that a candidate needs preloaded, or NULL. */
const char *bench_preload_of(const char *candidate_name);

/* Whether this process has the malloc that the candidate is named after: its library's, and nobody
 * else's where it needs none. */
bool bench_preloaded_for(const char *candidate_name);

#endif
