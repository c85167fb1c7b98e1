/* SPDX-License-Identifier: MIT */
#include "runner.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apart.h"
#include "message.h"
#include "progress.h"
#include "random.h"
#include "round.h"

static void shuffle(size_t *order, size_t count, uint64_t *random)
{
    for (size_t i = count; i > 1; i--) {
        const size_t j = (size_t)(bench_random(random) % i);
        const size_t kept = order[i - 1];
        order[i - 1] = order[j];
        order[j] = kept;
    }
}

/*
 * One round goes through all groups, so that a slow drift of the machine falls on
 * the spread of every row; within a group the candidates follow each other in a
 * random order, so that it falls on no candidate more than on the others.
 */
static void order_turns(const struct bench_plan *plan, size_t *order, uint64_t *random)
{
    size_t begin = 0;
    while (begin < plan->count) {
        size_t end = begin;
        while (end < plan->count && plan->jobs[end].group == plan->jobs[begin].group) {
            order[end] = end;
            end++;
        }
        shuffle(order + begin, end - begin, random);
        begin = end;
    }
}

static int run_job(struct bench_job *job, unsigned milliseconds, uint64_t seed, bool keep)
{
    struct bench_round round = {
        .scenario = job->scenario,
        .variant = job->variant,
        .shape = job->shape,
        .items = job->items,
        .burst = job->burst,
        .cpus = job->cpus,
        .cpu_count = job->cpu_count,
        .milliseconds = milliseconds,
        .seed = seed,
        .rate = job->rate,
    };
    const int status =
        job->apart ? bench_apart_run(&round, job->entry, job->linkage) : bench_round_run(&round);

    if (status == -EINTR)
        return status;
    if (status != 0) {
        bench_say("%s in %s: %s", job->entry->name, job->scenario->name, strerror(-status));
        return status;
    }
    job->faults |= round.faults;
    if (keep) {
        for (unsigned i = 0; i < bench_metric_count(job->scenario); i++)
            job->values[i][job->rounds] = round.values[i];
        job->rounds++;
    }
    return 0;
}

static unsigned warm_up_milliseconds(const struct bench_job *job)
{
    return job->milliseconds / 4 + 1;
}

static uint64_t total_milliseconds(const struct bench_plan *plan, unsigned rounds)
{
    uint64_t total = 0;
    for (size_t i = 0; i < plan->count; i++)
        total +=
            warm_up_milliseconds(&plan->jobs[i]) + (uint64_t)rounds * plan->jobs[i].milliseconds;
    return total;
}

/* One turn of every job; round 0 is the warm-up, which is verified but not kept. */
static int run_turns(struct bench_plan *plan, const size_t *order, unsigned round, uint64_t seed,
                     struct bench_progress *progress)
{
    for (size_t i = 0; i < plan->count; i++) {
        struct bench_job *job = &plan->jobs[order[i]];
        const unsigned milliseconds = round == 0 ? warm_up_milliseconds(job) : job->milliseconds;
        char what[128];

        snprintf(what, sizeof what, "%s %s n=%zu", job->scenario->name, job->entry->name,
                 job->burst);
        bench_progress_show(progress, what);
        /* Once is enough to know that a candidate is faulty. */
        if (job->faults == 0) {
            const int status = run_job(job, milliseconds, seed, round != 0);
            if (status != 0)
                return status;
        }
        progress->done += milliseconds;
    }
    return 0;
}

int bench_runner_run(struct bench_plan *plan, const struct bench_options *options)
{
    uint64_t random = options->seed;
    struct bench_progress progress;
    size_t *order = calloc(plan->count, sizeof *order);
    int status = 0;

    if (order == NULL)
        return -ENOMEM;
    bench_catch_signals();
    bench_progress_begin(&progress, total_milliseconds(plan, options->rounds));
    for (unsigned round = 0; round <= options->rounds && status == 0; round++) {
        order_turns(plan, order, &random);
        /* The candidates of a group get the same draws. */
        status = run_turns(plan, order, round, bench_random(&random), &progress);
    }
    bench_progress_end(&progress);
    free(order);
    return status;
}
