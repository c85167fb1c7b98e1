/* SPDX-License-Identifier: MIT */
#include "plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cores.h"
#include "explain.h"
#include "fitting.h"
#include "message.h"

/* One cell of the plan while it is being made. */
struct place {
    const struct bench_scenario *scenario;
    unsigned threads;
    size_t burst, elem_size, capacity;
    unsigned group, core_set;
    const unsigned *cpus;
    unsigned cpu_count;
};

bool bench_job_has_result(const struct bench_job *job)
{
    return job->rounds != 0 && job->faults == 0;
}

const struct bench_statistics *bench_job_figures(const struct bench_job *job, unsigned place)
{
    return bench_job_has_result(job) && job->statistics[place].count != 0 ? &job->statistics[place]
                                                                          : NULL;
}

void bench_plan_sum_up(struct bench_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        struct bench_job *job = &plan->jobs[i];
        for (unsigned m = 0; m < bench_metric_count(job->scenario); m++)
            job->statistics[m] = bench_statistics_of(job->values[m], job->rounds);
    }
}

static char *text_of_cpus(const unsigned *cpus, unsigned count)
{
    char *text = calloc(count, 12);
    size_t length = 0;
    if (text != NULL)
        for (unsigned i = 0; i < count; i++)
            length += (size_t)sprintf(text + length, i == 0 ? "%u" : ",%u", cpus[i]);
    return text;
}

static bool any_of(const struct bench_list *list, size_t least)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->values[i] >= least)
            return true;
    return false;
}

static struct bench_job *add_job(struct bench_plan *plan)
{
    if (plan->count == plan->room) {
        const size_t room = plan->room == 0 ? 64 : 2 * plan->room;
        struct bench_job *jobs = realloc(plan->jobs, room * sizeof *jobs);
        if (jobs == NULL)
            return NULL;
        plan->jobs = jobs;
        plan->room = room;
    }
    struct bench_job *job = &plan->jobs[plan->count++];
    memset(job, 0, sizeof *job);
    return job;
}

static bool fill_job(struct bench_job *job, const struct place *place,
                     const struct bench_options *options)
{
    /* No more CPUs than threads are in use. */
    const unsigned cpu_count =
        place->threads < place->cpu_count ? place->threads : place->cpu_count;

    job->scenario = place->scenario;
    job->shape = (struct bench_shape){.capacity = place->capacity,
                                      .elem_size = place->elem_size,
                                      .threads = place->threads,
                                      .held = place->scenario->prefilled + place->burst};
    job->items = bench_suites[options->suite].items;
    job->apart = bench_suites[options->suite].apart;
    job->burst = place->burst;
    job->group = place->group;
    job->core_set = place->core_set;
    job->milliseconds = options->milliseconds != 0 ? (unsigned)options->milliseconds
                                                   : place->scenario->milliseconds[options->effort];
    job->rate = options->rate;
    job->cpu_count = cpu_count;
    job->cpus = calloc(cpu_count, sizeof *job->cpus);
    job->placement = text_of_cpus(place->cpus, cpu_count);
    if (job->cpus == NULL || job->placement == NULL)
        return false;
    for (unsigned i = 0; i < bench_metric_count(place->scenario); i++) {
        job->values[i] = calloc(options->rounds, sizeof *job->values[i]);
        if (job->values[i] == NULL)
            return false;
    }
    memcpy(job->cpus, place->cpus, cpu_count * sizeof *job->cpus);
    return true;
}

/* One job for each candidate and linkage that can be run in this place. */
static bool add_place(struct bench_plan *plan, const struct place *place,
                      const struct bench_options *options)
{
    for (unsigned i = 0; i < options->entry_count; i++) {
        for (unsigned linkage = 0; linkage < BENCH_LINKAGES; linkage++) {
            const struct bench_entry *entry = options->entries[i];
            const struct bench_candidate *candidate = entry->candidate[linkage];
            if (!options->linkage[linkage] || candidate == NULL ||
                bench_refusal_of(candidate, place->capacity, place->elem_size) != NULL)
                continue;
            const struct bench_variant *variant = bench_variant_for(candidate, place->elem_size);
            if (!bench_runs_in(variant, place->scenario) ||
                (place->threads > 2 && entry->kind == BENCH_KIND_ONE_TO_ONE))
                continue;
            struct bench_job *job = add_job(plan);
            if (job == NULL || !fill_job(job, place, options))
                return false;
            job->entry = entry;
            job->linkage = (enum bench_linkage)linkage;
            job->variant = variant;
        }
    }
    return true;
}

/* NULL, or why nothing can be run in this scenario. Chooses the CPUs. */
static const char *choose_cpus(const struct bench_scenario *scenario,
                               const struct bench_options *options, struct place *place,
                               unsigned *distinct)
{
    place->cpus = options->cores.values;
    place->cpu_count = options->cores.count;
    if (options->capacities_given && !any_of(&options->capacities, scenario->least_capacity))
        return "--capacity 1 is too small for it";
    if (scenario->threads == 0 && !any_of(&options->threads, scenario->least_threads))
        return "--threads 1 is too few for it";
    if (options->elem_sizes.count != 0 && !any_of(&options->elem_sizes, scenario->least_elem_size))
        return "--elem-size 4 is too small for it";
    if (scenario->distinct_cores) {
        const unsigned most = scenario->threads != 0 ? scenario->threads : BENCH_MAX_THREADS;
        place->cpus = distinct;
        place->cpu_count = bench_cores_distinct(&options->cores, distinct, most);
        if (place->cpu_count < 2)
            return options->cores_given ? "--cores names only one physical core, it needs two"
                                        : "it needs two physical cores, only one may be used";
    }
    return NULL;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* All bursts at all numbers of threads, for one core set, one size and one capacity. */
static bool add_bursts_and_threads(struct bench_plan *plan, struct place *place,
                                   const struct bench_options *options)
{
    static const struct bench_list one = {.count = 1, .values = {1}};
    const struct bench_scenario *scenario = place->scenario;
    const struct bench_list fixed = {.count = 1, .values = {scenario->threads}};
    const struct bench_list usual_threads = {.count = 1, .values = {scenario->usual_threads}};
    const struct bench_list usual_burst = {
        .count = 1, .values = {(unsigned)least(scenario->usual_burst, options->capacity)}};
    const struct bench_list *threads = scenario->threads != 0 ? &fixed
                                       : scenario->usual_threads != 0 && !options->threads_given
                                           ? &usual_threads
                                           : &options->threads;
    const struct bench_list set = {.count = 1, .values = {scenario->fixed_burst}};
    const struct bench_list *bursts = scenario->fixed_burst != 0 ? &set
                                      : !scenario->uses_burst    ? &one
                                      : scenario->usual_burst != 0 && !options->bursts_given
                                          ? &usual_burst
                                      : scenario->few_bursts ? &options->few_bursts
                                                             : &options->bursts;

    for (unsigned t = 0; t < threads->count; t++) {
        /* One thread of all cores has run on the first already. */
        if (place->core_set == BENCH_ONE_CORE && threads->values[t] == 1)
            continue;
        if (threads->values[t] < scenario->least_threads)
            continue;
        for (unsigned b = 0; b < bursts->count; b++) {
            if (bursts->values[b] > place->capacity - scenario->prefilled)
                continue;
            place->threads = threads->values[t];
            place->burst = bursts->values[b];
            place->group = plan->count == 0 ? 0 : plan->jobs[plan->count - 1].group + 1;
            if (!add_place(plan, place, options))
                return false;
        }
    }
    return true;
}

/* The same for all sizes and capacities. */
static bool add_core_set(struct bench_plan *plan, struct place *place,
                         const struct bench_options *options)
{
    const struct bench_list sizes = bench_elem_sizes_of(place->scenario, options);
    const struct bench_list capacities = bench_capacities_of(place->scenario, options);

    for (unsigned i = 0; i < sizes.count; i++) {
        for (unsigned j = 0; j < capacities.count; j++) {
            place->elem_size = sizes.values[i];
            place->capacity = capacities.values[j];
            if (place->elem_size >= place->scenario->least_elem_size &&
                place->capacity >= place->scenario->least_capacity &&
                !add_bursts_and_threads(plan, place, options))
                return false;
        }
    }
    return true;
}

static bool add_scenario(struct bench_plan *plan, const struct bench_scenario *scenario,
                         const struct bench_options *options)
{
    const bool one_core_too = scenario->one_core_too && options->effort == BENCH_FULL &&
                              !options->cores_given && options->cores.count > 1;
    unsigned distinct[BENCH_MAX_THREADS];
    struct place place = {.scenario = scenario};

    const char *reason = choose_cpus(scenario, options, &place, distinct);
    if (reason != NULL) {
        bench_say("%s left out: %s", scenario->name, reason);
        return true;
    }
    for (place.core_set = BENCH_ALL_CORES; place.core_set < (one_core_too ? 2u : 1u);
         place.core_set++) {
        if (place.core_set == BENCH_ONE_CORE)
            place.cpu_count = 1;
        if (!add_core_set(plan, &place, options))
            return false;
    }
    return true;
}

static bool name_core_sets(struct bench_plan *plan, const struct bench_options *options)
{
    bool good = true;
    for (unsigned i = 0; i < BENCH_CORE_SETS; i++) {
        const unsigned count = i == BENCH_ONE_CORE ? 1 : options->cores.count;
        plan->core_sets[i] = text_of_cpus(options->cores.values, count);
        good &= plan->core_sets[i] != NULL;
    }
    return good;
}

/* At least what most of them need, so that tables of several runs look alike. */
static int width_of_names(const struct bench_options *options)
{
    int width = 20;
    for (unsigned i = 0; i < options->entry_count; i++) {
        const int length = (int)strlen(options->entries[i]->name);
        if (length > width)
            width = length;
    }
    return width;
}

int bench_plan_create(struct bench_plan *plan, const struct bench_options *options)
{
    memset(plan, 0, sizeof *plan);
    bool good = name_core_sets(plan, options);
    plan->name_width = width_of_names(options);
    for (unsigned i = 0; i < options->entry_count; i++)
        bench_explain_entry(options->entries[i], options);
    for (unsigned i = 0; i < options->scenario_count && good; i++)
        good = add_scenario(plan, options->scenarios[i], options);
    if (!good) {
        bench_say("out of memory");
        return BENCH_EXIT_FAILURE;
    }
    if (plan->count == 0) {
        bench_say("these arguments leave nothing to run");
        return BENCH_EXIT_USAGE;
    }
    return BENCH_EXIT_OK;
}

void bench_plan_destroy(struct bench_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        free(plan->jobs[i].cpus);
        free(plan->jobs[i].placement);
        for (unsigned m = 0; m < BENCH_MAX_METRICS; m++)
            free(plan->jobs[i].values[m]);
    }
    for (unsigned i = 0; i < BENCH_CORE_SETS; i++)
        free(plan->core_sets[i]);
    free(plan->jobs);
}
