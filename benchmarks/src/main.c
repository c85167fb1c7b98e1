/*
 * tern-bench: compares Tern's containers with their peers.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "apart.h"
#include "list.h"
#include "message.h"
#include "report.h"
#include "round.h"
#include "runner.h"

static int write_report(FILE *file, const struct bench_report *report, enum bench_format format)
{
    switch (format) {
    case BENCH_JSON: return bench_report_json(file, report);
    case BENCH_CSV: return bench_report_csv(file, report);
    default: return bench_report_table(file, report);
    }
}

static int write_output(const char *path, const struct bench_report *report,
                        enum bench_format format)
{
    FILE *file = fopen(path, "w");
    int status = -1;
    if (file != NULL) {
        status = write_report(file, report, format);
        if (fclose(file) != 0)
            status = -1;
    }
    if (status != 0)
        bench_say("--output '%s': %s", path, strerror(errno));
    return status;
}

/* With --output the chosen format goes there, and the table to stdout. */
static int write_all(const struct bench_report *report)
{
    const struct bench_options *options = report->options;
    int status = 0;

    if (options->output != NULL)
        status = write_output(options->output, report, options->format);
    if (write_report(stdout, report, options->output != NULL ? BENCH_TABLE : options->format) ||
        fflush(stdout) != 0) {
        bench_say("standard output: %s", strerror(errno));
        status = -1;
    }
    return status;
}

/* Before minutes of measuring; does not touch what the file holds. */
static bool output_is_writable(const char *path)
{
    FILE *file = path == NULL ? NULL : fopen(path, "a");
    if (path != NULL && file == NULL) {
        bench_say("--output '%s': %s", path, strerror(errno));
        return false;
    }
    if (file != NULL)
        fclose(file);
    return true;
}

/* Says what verification found; how many jobs failed it. */
static size_t say_faults(const struct bench_plan *plan)
{
    size_t failed = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const struct bench_job *job = &plan->jobs[i];
        char faults[128];
        if (job->faults == 0)
            continue;
        bench_describe_faults(faults, sizeof faults, job->faults);
        bench_say("FAULTY: %s (%s) in %s, burst %zu, threads %u: %s", job->entry->name,
                  bench_linkage_names[job->linkage], job->scenario->name, job->burst,
                  job->shape.threads, faults);
        failed++;
    }
    return failed;
}

static int report_results(struct bench_plan *plan, const struct bench_options *options,
                          const struct bench_environment *environment)
{
    const struct bench_report report = {options, environment, plan};

    bench_plan_sum_up(plan);
    const int status = write_all(&report);
    if (say_faults(plan) != 0)
        return BENCH_EXIT_FAULT;
    return status == 0 ? BENCH_EXIT_OK : BENCH_EXIT_FAILURE;
}

static bool anything_measured(const struct bench_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        if (plan->jobs[i].rounds != 0 || plan->jobs[i].faults != 0)
            return true;
    return false;
}

static int run_plan(struct bench_plan *plan, const struct bench_options *options)
{
    struct bench_environment environment;

    bench_environment_begin(&environment);
    int status = bench_runner_run(plan, options);
    bench_environment_end(&environment);
    if (status != 0 && status != -EINTR)
        return BENCH_EXIT_FAILURE;

    environment.interrupted = status == -EINTR;
    if (!anything_measured(plan)) {
        bench_say("interrupted before anything was measured");
        status = BENCH_EXIT_FAILURE;
    } else {
        status = report_results(plan, options, &environment);
    }
    /* A fault that was found counts for more than how the run ended. */
    if (environment.interrupted && status != BENCH_EXIT_FAULT)
        return 128 + bench_signal_caught();
    return status;
}

static int run(int argc, char **argv)
{
    static struct bench_options options;
    struct bench_plan plan;
    bool help;

    int status = bench_options_parse(&options, argc, argv, &help);
    if (help)
        bench_options_help();
    if (status != BENCH_EXIT_OK || help)
        return status;
    if (!output_is_writable(options.output))
        return BENCH_EXIT_USAGE;
    status = bench_plan_create(&plan, &options);
    if (status == BENCH_EXIT_OK)
        status = run_plan(&plan, &options);
    bench_plan_destroy(&plan);
    return status;
}

static void usage(FILE *file)
{
    fputs("Usage: tern-bench list           suites, scenarios, candidates, what is left out\n"
          "       tern-bench run [OPTION]   measure; `tern-bench run --help` says how\n"
          "       tern-bench --help | --version\n",
          file);
}

int main(int argc, char **argv)
{
    static char name[] = "tern-bench";
    const char *command = argc > 1 ? argv[1] : "";

    if (strcmp(command, "run") == 0) {
        argv[1] = name; /* getopt_long's messages begin with it */
        return run(argc - 1, argv + 1);
    }
    if (strcmp(command, "list") == 0 && argc == 2) {
        bench_list_all();
        return BENCH_EXIT_OK;
    }
    /* Not for users: see apart.h. */
    if (strcmp(command, "apart") == 0 && argc == 3)
        return bench_apart_serve(argv[2]);
    if (strcmp(command, "--help") == 0) {
        usage(stdout);
        return BENCH_EXIT_OK;
    }
    if (strcmp(command, "--version") == 0) {
        puts("tern-bench " TERN_VERSION_TEXT);
        return BENCH_EXIT_OK;
    }
    if (*command == '\0')
        bench_say("no command given");
    else
        bench_say("'%s': not a command", strcmp(command, "list") == 0 ? argv[2] : command);
    usage(stderr);
    return BENCH_EXIT_USAGE;
}
