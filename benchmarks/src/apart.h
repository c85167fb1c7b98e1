/*
 * Rounds in processes of their own, one after the other: for candidates that cannot be loaded
 * beside each other, since a process has one malloc. All candidates of such a suite get one, so
 * that they are alike. The process is this program again, under the command `apart`.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_APART_H
#define BENCH_APART_H

#include "registry.h"

/* As bench_round_run, of a candidate of the registry, in a new process. */
int bench_apart_run(struct bench_round *round, const struct bench_entry *entry,
                    enum bench_linkage linkage);

/* The version of the allocator that the candidate is named after, as it tells by itself in a
 * process that has it; empty where it cannot be asked. */
void bench_apart_version(const struct bench_entry *entry, char *text, size_t size);

/* What that process does; the argument says where it is asked. The exit status of the process. */
int bench_apart_serve(const char *argument);

#endif
