/*
 * The scenarios. Each has a loop template, scenarios/NAME.h, which every adapter
 * instantiates, and a file scenarios/NAME.c that describes it, sets a round up
 * and verifies it afterwards. A new one joins in src/registry.c and loops.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_SCENARIO_H
#define BENCH_SCENARIO_H

#include "metric.h"
#include "object.h"

/* What a scenario is shown across in a second table, beside its rows: see report_matrix.c. */
enum bench_across {
    BENCH_ACROSS_NOTHING,
    BENCH_ACROSS_THREADS,
    BENCH_ACROSS_SIZES,
    BENCH_ACROSS_CAPACITIES
};

enum bench_effort { BENCH_QUICK, BENCH_NORMAL, BENCH_FULL, BENCH_EFFORTS };

struct bench_crew; /* crew.h */

/* One round of one job: a fresh container, its workers, and what came of it. */
struct bench_round {
    const struct bench_scenario *scenario;
    const struct bench_variant *variant;
    struct bench_shape shape;
    bool items; /* the objects are pointers to items */
    size_t burst;
    const unsigned *cpus; /* worker i runs on cpus[i % cpu_count] */
    unsigned cpu_count;
    unsigned milliseconds;
    uint64_t seed; /* of what the round draws at random */
    uint64_t rate; /* of latency, objects a second */

    struct bench_objects stock; /* what the objects are */
    void *container;
    struct bench_control *control;
    struct bench_worker *workers; /* shape.threads of them */
    size_t initial;               /* objects in the container when it starts */

    /* Results. */
    double values[BENCH_MAX_METRICS]; /* cost, then the scenario's metrics; NAN: has none */
    uint64_t objects;
    unsigned faults;
};

struct bench_scenario {
    const char *name;
    const char *summary;
    bool uses_burst;
    unsigned fixed_burst;   /* or 0: 1, unless it uses what --burst says */
    bool few_bursts;        /* --full does not give it more of them */
    unsigned threads;       /* 0: as many as --threads says, where that is */
    unsigned least_threads; /* at least this many */
    unsigned usual_threads; /* where --threads is not given; 0: its default */
    unsigned usual_burst;   /* likewise */
    size_t least_elem_size;
    bool distinct_cores;      /* needs one physical core a thread */
    bool one_core_too;        /* --full runs it on one core as well as on all */
    unsigned elem_size_count; /* its own sizes, where --elem-size is not given; 0: the suite's */
    unsigned elem_sizes[8];
    unsigned capacity_count; /* its own capacities, where --capacity is not given; 0: only 1023 */
    unsigned capacities[8];
    enum bench_across across;
    unsigned loop_count; /* see bench_loop_of */
    enum bench_loop loops[2];
    unsigned milliseconds[BENCH_EFFORTS]; /* of a round */
    size_t least_capacity;
    /* NULL: a container; or of an allocator, how many objects are out at once. */
    size_t (*most_out)(const struct bench_round *round);
    size_t prefilled; /* objects that a worker puts in before the others */
    /* NULL: a burst; or how many objects a worker may hold at once, at least a burst. */
    size_t (*hand)(const struct bench_round *round);
    /* Beside cost. Verification, or the candidate's own loop, leaves them in the round's values
     * from BENCH_OWN_METRICS on; what stays NAN gives no row. */
    unsigned own_metric_count;
    struct bench_metric own_metrics[BENCH_MAX_METRICS - BENCH_OWN_METRICS];
    /* NULL or: how much worker->extra holds, zeroed on a line boundary. */
    size_t (*extra_size)(const struct bench_round *round);
    /* NULL or: fill the container / check it, in the main thread. 0 or -errno. */
    int (*prepare)(struct bench_round *round);
    /* NULL or: what the main thread does while the workers run, instead of sleeping for the
     * round's time. 0 or -errno. */
    int (*conduct)(struct bench_round *round, struct bench_crew *crew);
    int (*verify)(struct bench_round *round);
};

/*
 * Which loop a worker runs. They take turns, from core to core as well as from one of several
 * workers of a core to the next: no core is left to one kind of worker.
 */
enum bench_loop bench_loop_of(const struct bench_round *round, unsigned worker);

/* How many values a round of this scenario has, and what the value in that place is. */
unsigned bench_metric_count(const struct bench_scenario *scenario);
const struct bench_metric *bench_metric_of(const struct bench_scenario *scenario, unsigned place);

extern const struct bench_scenario bench_scenario_one_thread;
extern const struct bench_scenario bench_scenario_one_thread_capacities;
extern const struct bench_scenario bench_scenario_prefilled;
extern const struct bench_scenario bench_scenario_element_size;
extern const struct bench_scenario bench_scenario_empty;
extern const struct bench_scenario bench_scenario_core_to_core;
extern const struct bench_scenario bench_scenario_oversubscribed;
extern const struct bench_scenario bench_scenario_many_to_many;
extern const struct bench_scenario bench_scenario_many_to_many_half;
extern const struct bench_scenario bench_scenario_by_turns;
extern const struct bench_scenario bench_scenario_frozen_peer;
extern const struct bench_scenario bench_scenario_latency;
extern const struct bench_scenario bench_scenario_pair;
extern const struct bench_scenario bench_scenario_bulk_out_in;
extern const struct bench_scenario bench_scenario_cross_thread;
extern const struct bench_scenario bench_scenario_swap;
extern const struct bench_scenario bench_scenario_oversubscribed_heap;

#endif
