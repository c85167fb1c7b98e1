/* SPDX-License-Identifier: MIT */
#include "explain.h"

#include <stdio.h>

#include "fitting.h"
#include "message.h"

/* The first linkage that was asked for and that the candidate is made with, or NULL. */
static const struct bench_candidate *candidate_of(const struct bench_entry *entry,
                                                  const struct bench_options *options)
{
    for (unsigned linkage = 0; linkage < BENCH_LINKAGES; linkage++)
        if (options->linkage[linkage] && entry->candidate[linkage] != NULL)
            return entry->candidate[linkage];
    return NULL;
}

/* Says at which of these sizes and capacities a candidate does not run, and why; at how many it
 * does. */
static unsigned explain_refusals(const struct bench_entry *entry, const char *of_scenario,
                                 const struct bench_list *sizes,
                                 const struct bench_list *capacities,
                                 const struct bench_options *options)
{
    const struct bench_candidate *candidate = candidate_of(entry, options);
    unsigned runs_at = 0;

    for (unsigned i = 0; i < sizes->count; i++)
        for (unsigned j = 0; j < capacities->count; j++) {
            const char *reason =
                bench_refusal_of(candidate, capacities->values[j], sizes->values[i]);
            /* That a size is impossible is so at all capacities. */
            if (reason != NULL &&
                (j == 0 || bench_variant_for(candidate, sizes->values[i]) != NULL))
                bench_say("%s left out%s: %s", entry->name, of_scenario, reason);
            runs_at += reason == NULL;
        }
    return runs_at;
}

/* Says which of the scenarios a candidate is left out of, wholly or at some sizes. */
static void explain_scenarios(const struct bench_entry *entry, const struct bench_options *options)
{
    const struct bench_candidate *candidate = candidate_of(entry, options);

    for (unsigned i = 0; i < options->scenario_count; i++) {
        const struct bench_scenario *scenario = options->scenarios[i];
        if (!bench_runs_in(candidate->variants[0], scenario)) {
            bench_say("%s left out of %s: %s", entry->name, scenario->name,
                      entry->kind == BENCH_KIND_HARNESS
                          ? "the harness alone holds nothing back, nor passes it between threads"
                      : entry->kind == BENCH_KIND_ONE_TO_ONE
                          ? "it allows one producer and one consumer only"
                          : "it has no such operation");
        } else if ((options->elem_sizes.count == 0 && scenario->elem_size_count != 0) ||
                   (!options->capacities_given && scenario->capacity_count != 0)) {
            const struct bench_list sizes = bench_elem_sizes_of(scenario, options);
            const struct bench_list capacities = bench_capacities_of(scenario, options);
            char of_scenario[64];
            snprintf(of_scenario, sizeof of_scenario, " of %s", scenario->name);
            explain_refusals(entry, of_scenario, &sizes, &capacities, options);
        }
    }
}

void bench_explain_entry(const struct bench_entry *entry, const struct bench_options *options)
{
    const struct bench_list usual = {.count = 1,
                                     .values = {bench_suites[options->suite].elem_size.usual}};
    const struct bench_list *sizes = options->elem_sizes.count != 0 ? &options->elem_sizes : &usual;

    if (candidate_of(entry, options) == NULL)
        bench_say(
            "%s left out: --linkage %s: it is not made that way", entry->name,
            bench_linkage_names[options->linkage[BENCH_INLINED] ? BENCH_INLINED : BENCH_LINKED]);
    /* That not everything runs everywhere is worth a line only where it was asked for. */
    else if (explain_refusals(entry, "", sizes, &options->capacities, options) != 0 &&
             options->entries_given)
        explain_scenarios(entry, options);
}
