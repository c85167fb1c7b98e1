/*
 * What a run will do: one job for each combination that gives a row of results.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_PLAN_H
#define BENCH_PLAN_H

#include "options.h"
#include "statistics.h"

struct bench_job {
    const struct bench_scenario *scenario;
    const struct bench_entry *entry;
    enum bench_linkage linkage;
    const struct bench_variant *variant;
    struct bench_shape shape;
    bool items; /* the objects are pointers to items */
    bool apart; /* each round in a process of its own */
    size_t burst;
    unsigned *cpus;
    unsigned cpu_count;
    char *placement;   /* the CPUs as text, "0,1" */
    unsigned core_set; /* place in the plan's core_sets */
    unsigned milliseconds;
    uint64_t rate;  /* of latency, objects a second */
    unsigned group; /* jobs that differ only in candidate and linkage share one */

    double *values[BENCH_MAX_METRICS]; /* one a round, of each metric of the scenario */
    unsigned rounds;
    unsigned faults;
    struct bench_statistics statistics[BENCH_MAX_METRICS]; /* once all rounds are done */
};

/* All CPUs; and for scenarios that run on one core too, the first alone. */
enum { BENCH_ALL_CORES, BENCH_ONE_CORE, BENCH_CORE_SETS };

struct bench_plan {
    char *core_sets[BENCH_CORE_SETS]; /* as text, "0,1" */
    int name_width;                   /* of the candidates' names */
    struct bench_job *jobs;           /* by group */
    size_t count, room;
};

/*
 * Makes the plan, with lines on stderr about what is left out and why. Returns
 * BENCH_EXIT_OK, or an exit code after a message, as when nothing is left to run.
 */
int bench_plan_create(struct bench_plan *plan, const struct bench_options *options);
void bench_plan_destroy(struct bench_plan *plan);

/* A job that gives rows of results: at least one round, and nothing wrong with it. */
bool bench_job_has_result(const struct bench_job *job);
/* The figures of one of its metrics, or NULL when there are none. */
const struct bench_statistics *bench_job_figures(const struct bench_job *job, unsigned place);
/* Makes the statistics of all jobs from the values of their rounds, which it sorts. */
void bench_plan_sum_up(struct bench_plan *plan);

#endif
