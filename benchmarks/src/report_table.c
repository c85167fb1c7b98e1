/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <string.h>

void bench_print_cost(FILE *file, double cost)
{
    fprintf(file, cost < 1000 ? " %9.2f" : " %9.0f", cost);
}

void bench_print_job(FILE *file, const struct bench_plan *plan, const struct bench_job *job)
{
    fprintf(file, "  %5zu %7u %5zu %8zu  %-*s %-8s", job->burst, job->shape.threads,
            job->shape.elem_size, job->shape.capacity, plan->name_width, job->entry->name,
            bench_linkage_names[job->linkage]);
}

void bench_print_job_heading(FILE *file, const struct bench_plan *plan)
{
    fprintf(file, "  %5s %7s %5s %8s  %-*s %-8s", "burst", "threads", "bytes", "capacity",
            plan->name_width, "candidate", "linkage");
}

/*
 * The lowest median of the peers this job may be compared with: same place, same
 * promise about its users. prefix "" takes any peer. 0 when there is none.
 */
static double best_peer(const struct bench_report *report, const struct bench_job *job,
                        const char *prefix)
{
    double best = 0;
    for (size_t i = 0; i < report->plan->count; i++) {
        const struct bench_job *other = &report->plan->jobs[i];
        if (other->group != job->group || other->entry->kind != job->entry->kind ||
            !bench_entry_is_peer(other->entry) || !bench_job_has_result(other) ||
            strncmp(other->entry->name, prefix, strlen(prefix)) != 0)
            continue;
        const double median = other->statistics[BENCH_COST].median;
        if (best == 0 || median < best)
            best = median;
    }
    return best;
}

/* The median of DPDK's candidate that makes the same promise; 0 when there is none. Most have the
 * same name, as ring-st. */
static double counterpart_of_dpdk(const struct bench_report *report, const struct bench_job *job)
{
    static const char *const others[][2] = {
        {"tern:stack", "dpdk:stack-lf"},
        {"tern:stack-bounded", "dpdk:stack-lf"},
        {"tern:stack-bounded-locked", "dpdk:stack-locked"},
        {"tern:ptr_array", "dpdk:ring-st"},
        {"tern:ptr_array-locked", "dpdk:ring-mt"},
    };
    const char *name = strchr(job->entry->name, ':');
    char wanted[64];

    if (name == NULL)
        return 0;
    snprintf(wanted, sizeof wanted, "dpdk%s", name);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(job->entry->name, others[i][0]) == 0)
            snprintf(wanted, sizeof wanted, "%s", others[i][1]);
    return best_peer(report, job, wanted);
}

static void print_ratio(FILE *file, double cost, double reference)
{
    const double ratio = reference == 0 ? 0 : cost / reference;

    if (reference == 0)
        fprintf(file, " %10s", "-");
    else
        fprintf(file, " %9.*fx", ratio < 0.001 ? 5 : ratio < 0.01 ? 4 : ratio < 0.1 ? 3 : 2, ratio);
}

static void print_row(FILE *file, const struct bench_report *report, const struct bench_job *job)
{
    const struct bench_statistics *cost = &job->statistics[BENCH_COST];
    char faults[128];

    bench_print_job(file, report->plan, job);
    if (job->faults != 0) {
        bench_describe_faults(faults, sizeof faults, job->faults);
        fprintf(file, "  FAULTY: %s\n", faults);
        return;
    }
    if (job->rounds == 0) {
        fputs("  not measured\n", file);
        return;
    }
    bench_print_cost(file, cost->median);
    bench_print_cost(file, cost->min);
    bench_print_cost(file, cost->max);
    print_ratio(file, cost->median, best_peer(report, job, "ck:"));
    print_ratio(file, cost->median, counterpart_of_dpdk(report, job));
    print_ratio(file, cost->median, best_peer(report, job, ""));
    fputc('\n', file);
}

static void print_heading(FILE *file, const struct bench_report *report,
                          const struct bench_job *job)
{
    fprintf(file, "\n%s, %s: %s\n", bench_suites[report->options->suite].name, job->scenario->name,
            job->scenario->summary);
    bench_print_job_heading(file, report->plan);
    fprintf(file, " %9s %9s %9s %10s %10s %10s\n", "median", "min", "max", "to CK", "to DPDK",
            "best peer");
}

static void print_environment(FILE *file, const struct bench_report *report)
{
    const struct bench_environment *environment = report->environment;
    const struct bench_options *options = report->options;

    fprintf(file, "%s, %s %s, TSC %.2f GHz\n%s, %s\n", environment->cpu,
            environment->system.sysname, environment->system.release, environment->tsc_hz * 1e-9,
            environment->compiler, environment->flags);
    for (size_t i = 0; i < bench_peer_count; i++)
        if (bench_peers[i].built && bench_peers[i].flags != NULL)
            fprintf(file, "%s %s: %s\n", bench_peers[i].title, bench_peers[i].version,
                    bench_peers[i].flags);
    fprintf(file,
            "%u rounds, seed %llu\n"
            "Cycles an object, lower is better. Ratios of the medians: to Concurrency Kit, to\n"
            "the like of DPDK, and to the best peer for the same number of users.\n",
            options->rounds, (unsigned long long)options->seed);
    if (environment->load >= 0.5)
        fprintf(file,
                "BUSY: the load of this machine was %.1f before the run; expect wide spreads\n",
                environment->load);
    if (environment->interrupted)
        fputs("INTERRUPTED: fewer rounds than asked for\n", file);
}

int bench_report_table(FILE *file, const struct bench_report *report)
{
    const struct bench_plan *plan = report->plan;

    print_environment(file, report);
    for (size_t begin = 0, end; begin < plan->count; begin = end) {
        const struct bench_scenario *scenario = plan->jobs[begin].scenario;
        print_heading(file, report, &plan->jobs[begin]);
        for (end = begin; end < plan->count && plan->jobs[end].scenario == scenario; end++) {
            if (end != begin && plan->jobs[end].group != plan->jobs[end - 1].group)
                fputc('\n', file);
            print_row(file, report, &plan->jobs[end]);
        }
        if (scenario->across != BENCH_ACROSS_NOTHING)
            bench_report_matrices(file, report, begin, end);
        bench_report_metrics(file, report, begin, end);
    }
    return ferror(file) ? -1 : 0;
}

void bench_describe_faults(char *text, size_t size, unsigned faults)
{
    static const struct {
        unsigned bit;
        const char *what;
    } names[] = {
        {BENCH_FAULT_ORDER, "wrong next object"},
        {BENCH_FAULT_LOST, "lost objects"},
        {BENCH_FAULT_DOUBLED, "doubled objects"},
        {BENCH_FAULT_CHANGED, "changed objects"},
        {BENCH_FAULT_REFUSED, "refused objects it had room for"},
        {BENCH_FAULT_STUCK, "a call that did not return"},
    };
    size_t length = 0;

    text[0] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if ((faults & names[i].bit) != 0 && length < size)
            length += (size_t)snprintf(text + length, size - length, "%s%s",
                                       length == 0 ? "" : ", ", names[i].what);
}
