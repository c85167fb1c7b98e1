/* SPDX-License-Identifier: MIT */
#include "fitting.h"

#include <stdio.h>
#include <string.h>

const struct bench_variant *bench_variant_for(const struct bench_candidate *candidate,
                                              size_t elem_size)
{
    for (size_t i = 0; i < candidate->variant_count; i++) {
        const struct bench_variant *variant = candidate->variants[i];
        if (variant->elem_size == elem_size || variant->elem_size == 0)
            return variant;
    }
    return NULL;
}

const char *bench_refusal_of(const struct bench_candidate *candidate, size_t capacity,
                             size_t elem_size)
{
    const struct bench_shape shape = {
        .capacity = capacity, .elem_size = elem_size, .threads = 1, .held = 1};
    static char text[160];
    const char *reason;

    if (bench_variant_for(candidate, elem_size) == NULL) {
        snprintf(text, sizeof text, "--elem-size %zu: it carries other sizes only (such as %zu)",
                 elem_size, candidate->variants[0]->elem_size);
        return text;
    }
    reason = candidate->refusal == NULL ? NULL : candidate->refusal(&shape);
    if (reason == NULL)
        return NULL;
    snprintf(text, sizeof text, "--capacity %zu: %s", capacity, reason);
    return text;
}

bool bench_runs_in(const struct bench_variant *variant, const struct bench_scenario *scenario)
{
    for (unsigned i = 0; i < scenario->loop_count; i++)
        if (variant->loop[scenario->loops[i]] == NULL)
            return false;
    return true;
}

struct bench_list bench_elem_sizes_of(const struct bench_scenario *scenario,
                                      const struct bench_options *options)
{
    struct bench_list sizes = {.count = 1,
                               .values = {bench_suites[options->suite].elem_size.usual}};

    if (options->elem_sizes.count != 0)
        return options->elem_sizes;
    if (scenario->elem_size_count != 0) {
        sizes.count = scenario->elem_size_count;
        memcpy(sizes.values, scenario->elem_sizes, sizes.count * sizeof *sizes.values);
    }
    return sizes;
}

struct bench_list bench_capacities_of(const struct bench_scenario *scenario,
                                      const struct bench_options *options)
{
    struct bench_list capacities = options->capacities;

    if (!options->capacities_given && scenario->capacity_count != 0) {
        capacities.count = scenario->capacity_count;
        memcpy(capacities.values, scenario->capacities,
               capacities.count * sizeof *capacities.values);
    }
    return capacities;
}
