/* SPDX-License-Identifier: MIT */
#include "report.h"

int bench_report_csv(FILE *file, const struct bench_report *report)
{
    fputs("suite,scenario,candidate,burst,threads,placement,elem_size,capacity,linkage,metric,"
          "unit,median,min,max,rounds\n",
          file);
    for (size_t i = 0; i < report->plan->count; i++) {
        const struct bench_job *job = &report->plan->jobs[i];
        const struct bench_statistics *cost = &report->statistics[i];
        if (!bench_job_has_result(job))
            continue;
        /* The placement has commas of its own. */
        fprintf(file, "%s,%s,%s,%zu,%u,\"%s\",%zu,%zu,%s,%s,%s,%.6g,%.6g,%.6g,%u\n",
                bench_suites[report->options->suite].name, job->scenario->name, job->entry->name,
                job->burst, job->shape.threads, job->placement, job->shape.elem_size,
                job->shape.capacity, bench_linkage_names[job->linkage], BENCH_METRIC,
                BENCH_UNIT_OF_COST, cost->median, cost->min, cost->max, job->rounds);
    }
    return ferror(file) ? -1 : 0;
}
