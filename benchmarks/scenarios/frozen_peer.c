/*
 * frozen-peer: one thread at a time stands still for 40 ms, at any point of an operation, as when
 * the system takes its core away. How long are the calls of the others held up?
 *
 * A signal stops the thread at a random moment; its handler sleeps. A round has two phases of the
 * same length: in the baseline the handler returns at once, so that what the signals and the system
 * do to the calls is known. No more threads than cores run, or the system's own time slices, which
 * are longer than a millisecond, would count as stalls.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>

#include "../src/clock.h"
#include "../src/crew.h"
#include "../src/random.h"
#include "../src/round.h"
#include "../src/watch.h"
#include "initial_set.h"

/* In microseconds. */
enum { FREEZE = 40000, LEAST_GAP = 1000, MOST_GAP = 9000, STALL = 1000 };

/* A freeze and the gap before it, twice, take this long on average: of each phase once. */
enum { LEAST_ROUND = BENCH_PHASES * (FREEZE + (LEAST_GAP + MOST_GAP) / 2) };

/* Of a phase: so many that two of them fill the round. */
static unsigned freezes_of(const struct bench_round *round)
{
    const unsigned freezes = round->milliseconds * 1000 / LEAST_ROUND;
    return freezes == 0 ? 1 : freezes;
}

/* A round that has no time for one freeze has a shorter one, down to a twentieth. */
static unsigned scaled(const struct bench_round *round, unsigned microseconds)
{
    const unsigned time = round->milliseconds * 1000;
    if (time >= LEAST_ROUND)
        return microseconds;
    const unsigned least = LEAST_ROUND / 20;
    return (unsigned)((uint64_t)microseconds * (time > least ? time : least) / LEAST_ROUND);
}

static int conduct_phase(struct bench_round *round, struct bench_crew *crew, enum bench_phase phase,
                         uint64_t *random)
{
    const bool frozen = phase == BENCH_PHASE_FROZEN;
    int status = 0;

    __atomic_store_n(&round->control->phase, (uint32_t)phase, __ATOMIC_RELAXED);
    for (unsigned i = 0; i < freezes_of(round) && status == 0; i++) {
        const uint64_t draw = bench_random(random);
        const unsigned gap = LEAST_GAP + (unsigned)(draw >> 32) % (MOST_GAP - LEAST_GAP);
        status = bench_crew_sleep(scaled(round, gap));
        if (status == 0)
            status = bench_crew_freeze(crew, (unsigned)(draw & UINT32_MAX) % round->shape.threads,
                                       frozen ? scaled(round, FREEZE) : 0);
        if (status == 0 && !frozen)
            status = bench_crew_sleep(scaled(round, FREEZE));
    }
    return status;
}

static int conduct(struct bench_round *round, struct bench_crew *crew)
{
    uint64_t random = round->seed;
    int status = conduct_phase(round, crew, BENCH_PHASE_BASELINE, &random);
    if (status == 0)
        status = conduct_phase(round, crew, BENCH_PHASE_FROZEN, &random);
    __atomic_store_n(&round->control->phase, (uint32_t)BENCH_PHASES, __ATOMIC_RELAXED);
    return status;
}

static size_t extra_size(const struct bench_round *round)
{
    (void)round;
    return sizeof(struct bench_watch);
}

static bool circulates(const struct bench_round *round)
{
    return round->variant->loop[BENCH_LOOP_CIRCULATE] != NULL;
}

static int prepare(struct bench_round *round)
{
    for (unsigned i = 0; i < round->shape.threads; i++) {
        struct bench_watch *watch = round->workers[i].extra;
        watch->threshold = (uint64_t)(STALL * 1e-6 * bench_cycles_per_second());
    }
    return circulates(round) ? bench_round_fill_half(round) : 0;
}

enum {
    STALLS = BENCH_OWN_METRICS,
    LONGEST,
    HELD,
    COST_BASELINE,
    STALLS_BASELINE,
    LONGEST_BASELINE,
    PLACES
};

/* All workers together; sets `held` as well. */
static struct bench_watch_phase sum_of(const struct bench_round *round, enum bench_phase phase)
{
    struct bench_watch_phase sum = {.begin = UINT64_MAX};

    for (unsigned i = 0; i < round->shape.threads; i++) {
        const struct bench_watch *watch = round->workers[i].extra;
        const struct bench_watch_phase *one = &watch->phases[phase];
        sum.begin = one->begin < sum.begin ? one->begin : sum.begin;
        sum.end = one->end > sum.end ? one->end : sum.end;
        sum.longest = one->longest > sum.longest ? one->longest : sum.longest;
        sum.objects += one->objects;
        sum.stalls += one->stalls;
        sum.held += one->held;
    }
    return sum;
}

static int measure_and_verify(struct bench_round *round)
{
    const double microseconds = 1e6 / bench_cycles_per_second();
    const struct bench_watch_phase frozen = sum_of(round, BENCH_PHASE_FROZEN);
    const struct bench_watch_phase baseline = sum_of(round, BENCH_PHASE_BASELINE);
    const uint64_t objects = baseline.objects != 0 ? baseline.objects : 1;

    round->values[STALLS] = frozen.stalls;
    round->values[LONGEST] = (double)frozen.longest * microseconds;
    round->values[HELD] = frozen.held;
    round->values[COST_BASELINE] = (double)(baseline.end - baseline.begin) / (double)objects;
    round->values[STALLS_BASELINE] = baseline.stalls;
    round->values[LONGEST_BASELINE] = (double)baseline.longest * microseconds;
    return circulates(round) ? bench_round_expect_initial_set(round)
                             : bench_round_expect_empty(round);
}

const struct bench_scenario bench_scenario_frozen_peer = {
    .name = "frozen-peer",
    .summary = "one thread at a time stands still for 40 ms, in the middle of an operation",
    .uses_burst = true,
    .few_bursts = true,
    .usual_burst = 8,
    .usual_threads = 2,
    .least_threads = 2,
    .distinct_cores = true,
    .loop_count = 1,
    .loops = {BENCH_LOOP_WATCHED},
    .milliseconds = {270, 900, 900},
    .least_capacity = 2,
    .own_metric_count = PLACES - BENCH_OWN_METRICS,
    .own_metrics = {{"stalls", "calls", BENCH_SUM},
                    {"longest", "us", BENCH_LONGEST},
                    {"held", "calls", BENCH_SUM},
                    {"cost_baseline", "cycles/object", BENCH_MEDIAN},
                    {"stalls_baseline", "calls", BENCH_SUM},
                    {"longest_baseline", "us", BENCH_LONGEST}},
    .extra_size = extra_size,
    .prepare = prepare,
    .conduct = conduct,
    .verify = measure_and_verify,
};
