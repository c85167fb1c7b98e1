/* SPDX-License-Identifier: MIT */
#include "report.h"

static void print_row(FILE *file, const struct bench_report *report, const struct bench_job *job,
                      unsigned place)
{
    const struct bench_metric *metric = bench_metric_of(job->scenario, place);
    const struct bench_statistics *figures = bench_job_figures(job, place);

    if (figures == NULL)
        return;
    /* The placement has commas of its own. */
    fprintf(file, "%s,%s,%s,%zu,%u,\"%s\",%zu,%zu,%s,%s,%s,%.6g,%.6g,%.6g,%u\n",
            bench_suites[report->options->suite].name, job->scenario->name, job->entry->name,
            job->burst, job->shape.threads, job->placement, job->shape.elem_size,
            job->shape.capacity, bench_linkage_names[job->linkage], metric->name, metric->unit,
            figures->median, figures->min, figures->max, job->rounds);
}

int bench_report_csv(FILE *file, const struct bench_report *report)
{
    fputs("suite,scenario,candidate,burst,threads,placement,elem_size,capacity,linkage,metric,"
          "unit,median,min,max,rounds\n",
          file);
    for (size_t i = 0; i < report->plan->count; i++) {
        const struct bench_job *job = &report->plan->jobs[i];
        for (unsigned place = 0; place < bench_metric_count(job->scenario); place++)
            print_row(file, report, job, place);
    }
    return ferror(file) ? -1 : 0;
}
