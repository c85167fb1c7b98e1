/*
 * Says what of the candidates is left out, and why.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_EXPLAIN_H
#define BENCH_EXPLAIN_H

#include "options.h"

/* Lines on stderr: where this candidate cannot run at all; and, when candidates were named, which
 * of the scenarios it is left out of, wholly or at some sizes. */
void bench_explain_entry(const struct bench_entry *entry, const struct bench_options *options);

#endif
