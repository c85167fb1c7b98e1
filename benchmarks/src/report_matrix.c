/*
 * Compact tables: a row a candidate, a column a number of threads, an element size or a capacity,
 * a table for each burst and whatever else differs.
 *
 * SPDX-License-Identifier: MIT
 */
#include "report.h"

enum { ANY_COLUMN = 0 };

/* The jobs of one scenario, and the one whose table is being printed. */
struct matrix {
    const struct bench_report *report;
    const struct bench_job *begin, *end, *first;
};

static bool across(const struct bench_job *job, enum bench_across what)
{
    return job->scenario->across == what;
}

static size_t column_of(const struct bench_job *job)
{
    return across(job, BENCH_ACROSS_THREADS) ? job->shape.threads
           : across(job, BENCH_ACROSS_SIZES) ? job->shape.elem_size
                                             : job->shape.capacity;
}

/* All that a table has in common except for the core set. */
static bool alike(const struct bench_job *a, const struct bench_job *b)
{
    return a->burst == b->burst &&
           (across(a, BENCH_ACROSS_THREADS) || a->shape.threads == b->shape.threads) &&
           (across(a, BENCH_ACROSS_SIZES) || a->shape.elem_size == b->shape.elem_size) &&
           (across(a, BENCH_ACROSS_CAPACITIES) || a->shape.capacity == b->shape.capacity);
}

static bool same_table(const struct bench_job *a, const struct bench_job *b)
{
    return alike(a, b) && a->core_set == b->core_set;
}

/* One thread is on the first core in every core set, and has run in one of them only. */
static bool belongs(const struct bench_job *job, const struct bench_job *first)
{
    return same_table(job, first) || (alike(job, first) && job->shape.threads == 1);
}

/* NULL when this candidate is not in the table, or not in this column. */
static const struct bench_job *cell_of(const struct matrix *matrix, const struct bench_entry *entry,
                                       enum bench_linkage linkage, size_t column)
{
    for (const struct bench_job *job = matrix->begin; job != matrix->end; job++)
        if (belongs(job, matrix->first) && job->entry == entry && job->linkage == linkage &&
            (column == ANY_COLUMN || column_of(job) == column))
            return job;
    return NULL;
}

static void print_cell(FILE *file, const struct bench_job *job)
{
    if (job != NULL && job->faults != 0)
        fprintf(file, " %9s", "FAULTY");
    else if (job == NULL || job->rounds == 0)
        fprintf(file, " %9s", "-");
    else
        bench_print_cost(file, job->statistics[BENCH_COST].median);
}

/* From job on, the first of this table in a column that no earlier one is in, or the end. */
static const struct bench_job *next_column(const struct matrix *matrix, const struct bench_job *job)
{
    for (; job != matrix->end; job++) {
        const struct bench_job *earlier = matrix->begin;
        if (!belongs(job, matrix->first))
            continue;
        while (earlier != job &&
               !(belongs(earlier, matrix->first) && column_of(earlier) == column_of(job)))
            earlier++;
        if (earlier == job)
            break;
    }
    return job;
}

static void print_row(FILE *file, const struct matrix *matrix, const struct bench_entry *entry,
                      enum bench_linkage linkage)
{
    if (cell_of(matrix, entry, linkage, ANY_COLUMN) == NULL)
        return;
    fprintf(file, "  %-*s %-8s", matrix->report->plan->name_width, entry->name,
            bench_linkage_names[linkage]);
    for (const struct bench_job *column = next_column(matrix, matrix->begin); column != matrix->end;
         column = next_column(matrix, column + 1))
        print_cell(file, cell_of(matrix, entry, linkage, column_of(column)));
    fputc('\n', file);
}

static void print_matrix(FILE *file, const struct matrix *matrix)
{
    const struct bench_options *options = matrix->report->options;
    const struct bench_job *first = matrix->first;

    fprintf(file, "\n  burst %zu", first->burst);
    if (!across(first, BENCH_ACROSS_SIZES))
        fprintf(file, ", %zu bytes", first->shape.elem_size);
    if (!across(first, BENCH_ACROSS_CAPACITIES))
        fprintf(file, ", capacity %zu", first->shape.capacity);
    if (across(first, BENCH_ACROSS_THREADS))
        fprintf(file, ", CPU %s", matrix->report->plan->core_sets[first->core_set]);
    else
        fprintf(file, ", threads %u", first->shape.threads);
    fprintf(file, "\n  %*s", matrix->report->plan->name_width + 9,
            across(first, BENCH_ACROSS_THREADS) ? "threads"
            : across(first, BENCH_ACROSS_SIZES) ? "bytes"
                                                : "capacity");
    for (const struct bench_job *column = next_column(matrix, matrix->begin); column != matrix->end;
         column = next_column(matrix, column + 1))
        fprintf(file, " %9zu", column_of(column));
    fputc('\n', file);
    for (unsigned i = 0; i < options->entry_count; i++)
        for (unsigned linkage = 0; linkage < BENCH_LINKAGES; linkage++)
            print_row(file, matrix, options->entries[i], (enum bench_linkage)linkage);
}

void bench_report_matrices(FILE *file, const struct bench_report *report, size_t begin, size_t end)
{
    struct matrix matrix = {report, report->plan->jobs + begin, report->plan->jobs + end, NULL};

    for (const struct bench_job *job = matrix.begin; job != matrix.end; job++) {
        const struct bench_job *earlier = matrix.begin;
        while (earlier != job && !same_table(earlier, job))
            earlier++;
        matrix.first = job;
        if (earlier == job)
            print_matrix(file, &matrix);
    }
}
