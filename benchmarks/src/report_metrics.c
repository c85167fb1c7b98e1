/*
 * The metrics that a scenario has beside cost: a row a job, a column a metric.
 *
 * SPDX-License-Identifier: MIT
 */
#include "report.h"

#include <string.h>

enum { BESIDE_NAME = 41 }; /* what bench_print_job prints beside the name of the candidate */

/* A column is as wide as its heading, and at least as those of the cost. */
static int width_of(const struct bench_metric *metric)
{
    const size_t name = strlen(metric->name), unit = strlen(metric->unit);
    const size_t longest = name > unit ? name : unit;
    return longest > 9 ? (int)longest : 9;
}

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
    enum { NAME, UNIT, HOW, LINES };

    fputs("\n  Beside the cost, over all rounds:\n", file);
    for (unsigned line = NAME; line < LINES; line++) {
        if (line == NAME)
            bench_print_job_heading(file, plan);
        else
            fprintf(file, "%*s", plan->name_width + BESIDE_NAME, "");
        for (unsigned place = BENCH_OWN_METRICS; place < bench_metric_count(scenario); place++) {
            const struct bench_metric *metric = bench_metric_of(scenario, place);
            fprintf(file, " %*s", width_of(metric),
                    line == NAME   ? metric->name
                    : line == UNIT ? metric->unit
                                   : hows[metric->over_rounds]);
        }
        fputc('\n', file);
    }
}

/* Whole numbers have no fraction, and long ones lose theirs, so that columns stay narrow. */
static void format_value(char *text, size_t size, double value)
{
    const bool whole = value == (double)(uint64_t)value;
    snprintf(text, size, "%.*f", whole || value >= 1000 ? 0 : 2, value);
}

static void print_row(FILE *file, const struct bench_plan *plan, const struct bench_job *job)
{
    bench_print_job(file, plan, job);
    for (unsigned place = BENCH_OWN_METRICS; place < bench_metric_count(job->scenario); place++) {
        const struct bench_metric *metric = bench_metric_of(job->scenario, place);
        const struct bench_statistics *figures = bench_job_figures(job, place);
        char text[32] = "-";
        if (figures != NULL)
            format_value(text, sizeof text, table_figure(figures, metric->over_rounds));
        fprintf(file, " %*s", width_of(metric), text);
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
