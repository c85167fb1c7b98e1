/*
 * The results, in each of the formats.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stdio.h>

#include "environment.h"
#include "plan.h"

struct bench_report {
    const struct bench_options *options;
    const struct bench_environment *environment;
    const struct bench_plan *plan; /* summed up */
};

/* 0, or -1 when it could not be written. */
int bench_report_table(FILE *file, const struct bench_report *report);
int bench_report_json(FILE *file, const struct bench_report *report);
int bench_report_csv(FILE *file, const struct bench_report *report);

/* The compact tables of the jobs of one scenario, from begin to before end. */
void bench_report_matrices(FILE *file, const struct bench_report *report, size_t begin, size_t end);

/* The table of the metrics beside cost of the jobs of one scenario, if it has any. */
void bench_report_metrics(FILE *file, const struct bench_report *report, size_t begin, size_t end);

/* In ten columns; long numbers lose their fraction, so that the columns stay. */
void bench_print_cost(FILE *file, double cost);

/* What the rows of a job begin with: burst, threads, bytes, candidate, linkage; and the heading. */
void bench_print_job(FILE *file, const struct bench_plan *plan, const struct bench_job *job);
void bench_print_job_heading(FILE *file, const struct bench_plan *plan);

/* "lost objects, doubled objects": what the bits of enum bench_fault say. */
void bench_describe_faults(char *text, size_t size, unsigned faults);

#endif
