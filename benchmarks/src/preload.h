/*
 * The allocators that replace malloc: a process is started with their shared library in
 * LD_PRELOAD.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_PRELOAD_H
#define BENCH_PRELOAD_H

#include <stdbool.h>
#include <stddef.h>

/* The library that a candidate needs preloaded, or NULL. */
const char *bench_preload_of(const char *candidate_name);

/* Whether this process has the malloc that the candidate is named after: its library's, and nobody
 * else's where it needs none. */
bool bench_preloaded_for(const char *candidate_name);

/* The version of the one that this process has, by its own word, in `text`; empty where there is
 * none. */
void bench_preloaded_version(char *text, size_t size);

#endif
