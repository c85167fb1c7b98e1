/*
 * The metrics that a scenario has beside cost: a row a job, a column a metric.
 *
 * SPDX-License-Identifier: MIT
 */
#include "report.h"

enum {
    COLUMN = 10,     /* of bench_print_value */
    BESIDE_NAME = 32 /* what bench_print_job prints beside the name of the candidate */
};

static double table_figure(const struct bench_statistics *figures, enum bench_over_rounds how)
{
    switch (how) {
    case BENCH_SUM: return figures->sum;
    case BENCH_LONGEST: return figures->max;
    default: return figures->median;
    }
}

static void print_heading(FILE *file, const struct bench_plan *plan,
                          const struct bench_scenario *scenario)
{
    static const char *const hows[] = {"median", "sum", "longest"};

    fputs("\n  Beside the cost, over all rounds:\n", file);
    bench_print_job_heading(file, plan);
    for (unsigned place = BENCH_OWN_METRICS; place < bench_metric_count(scenario); place++)
        fprintf(file, " %*s", COLUMN - 1, bench_metric_of(scenario, place)->name);
    fprintf(file, "\n%*s", plan->name_width + BESIDE_NAME, "");
    for (unsigned place = BENCH_OWN_METRICS; place < bench_metric_count(scenario); place++)
        fprintf(file, " %*s", COLUMN - 1, bench_metric_of(scenario, place)->unit);
    fprintf(file, "\n%*s", plan->name_width + BESIDE_NAME, "");
    for (unsigned place = BENCH_OWN_METRICS; place < bench_metric_count(scenario); place++)
        fprintf(file, " %*s", COLUMN - 1, hows[bench_metric_of(scenario, place)->over_rounds]);
    fputc('\n', file);
}

static void print_row(FILE *file, const struct bench_plan *plan, const struct bench_job *job)
{
    bench_print_job(file, plan, job);
    for (unsigned place = BENCH_OWN_METRICS; place < bench_metric_count(job->scenario); place++) {
        const struct bench_statistics *figures = bench_job_figures(job, place);
        if (figures == NULL)
            fprintf(file, " %*s", COLUMN - 1, "-");
        else
            bench_print_value(
                file, table_figure(figures, bench_metric_of(job->scenario, place)->over_rounds));
    }
    fputc('\n', file);
}

void bench_report_metrics(FILE *file, const struct bench_report *report, size_t begin, size_t end)
{
    const struct bench_job *jobs = report->plan->jobs;

    if (jobs[begin].scenario->own_metric_count == 0)
        return;
    print_heading(file, report->plan, jobs[begin].scenario);
    for (size_t i = begin; i < end; i++) {
        if (i != begin && jobs[i].group != jobs[i - 1].group)
            fputc('\n', file);
        if (bench_job_has_result(&jobs[i]))
            print_row(file, report->plan, &jobs[i]);
    }
}
