/*
 * The arguments of `tern-bench run`.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include "registry.h"

/* Exit codes of the program. */
enum bench_exit {
    BENCH_EXIT_OK = 0,
    BENCH_EXIT_FAULT = 1,  /* a candidate lost, doubled or changed an object */
    BENCH_EXIT_USAGE = 2,  /* wrong arguments */
    BENCH_EXIT_ABSENT = 3, /* a named candidate is not in this build */
    BENCH_EXIT_FAILURE = 4 /* the run itself failed: memory, threads, output */
};

enum bench_format { BENCH_TABLE, BENCH_JSON, BENCH_CSV };

enum { BENCH_MAX_VALUES = 1024 }; /* of a list argument */
enum { BENCH_MAX_CAPACITY = 1 << 24, BENCH_MAX_THREADS = 256 };

struct bench_list {
    unsigned count; /* 0: not given */
    unsigned values[BENCH_MAX_VALUES];
};

struct bench_options {
    enum bench_suite suite;
    unsigned scenario_count;
    const struct bench_scenario *scenarios[32];
    unsigned entry_count;
    bool entries_given; /* where not: all of the suite that are in this build */
    const struct bench_entry *entries[64];
    struct bench_list bursts;
    struct bench_list few_bursts; /* for the scenarios that --full gives no more */
    bool bursts_given;
    struct bench_list threads;
    bool threads_given;
    struct bench_list cores;
    bool cores_given;             /* where not: all that this process may use */
    struct bench_list elem_sizes; /* count 0: not given, the scenario chooses */
    struct bench_list capacities;
    bool capacities_given; /* where not: the scenario's own, else one */
    size_t capacity;       /* the largest of the list */
    bool linkage[BENCH_LINKAGES];
    uint64_t rate;         /* of latency, objects a second */
    uint64_t milliseconds; /* of a round; 0: as the scenario says */
    unsigned rounds;
    uint64_t seed;
    enum bench_effort effort;
    enum bench_format format;
    const char *output; /* NULL: none */
};

/*
 * Parses the arguments after "run" and checks them against each other. Returns
 * BENCH_EXIT_OK, or an exit code after a message on stderr. Sets *help when
 * --help was asked for, and then checks nothing.
 */
int bench_options_parse(struct bench_options *options, int argc, char **argv, bool *help);

void bench_options_help(void);

#endif
