/*
 * Which candidates, scenarios, sizes and capacities fit together.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_FITTING_H
#define BENCH_FITTING_H

#include "options.h"

/* The variant of a candidate for objects of this size, or NULL when it carries none such. */
const struct bench_variant *bench_variant_for(const struct bench_candidate *candidate,
                                              size_t elem_size);
/* NULL, or why this candidate cannot be run with this capacity or objects of this size at all: a
 * text that stays until the next call. */
const char *bench_refusal_of(const struct bench_candidate *candidate, size_t capacity,
                             size_t elem_size);
/* Whether the variant has all loops of the scenario. */
bool bench_runs_in(const struct bench_variant *variant, const struct bench_scenario *scenario);

/* The sizes of a scenario: those that were asked for, else its own, else the suite's. */
struct bench_list bench_elem_sizes_of(const struct bench_scenario *scenario,
                                      const struct bench_options *options);
/* The capacities, likewise. */
struct bench_list bench_capacities_of(const struct bench_scenario *scenario,
                                      const struct bench_options *options);

#endif
