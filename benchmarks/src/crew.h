/*
 * The worker threads of a round: pinned, started together, stopped together.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_CREW_H
#define BENCH_CREW_H

#include "scenario.h"

/*
 * Starts round->shape.threads workers, lets them run for round->milliseconds, or as the scenario
 * conducts it, or until a signal, stops and joins them. 0 or -errno; -EINTR after a signal.
 *
 * A worker that does not come back within some seconds, from a call of the container that never
 * returns, is fetched by a signal: BENCH_FAULT_STUCK is then among the round's faults, and the
 * container in a state in which nobody may touch it again.
 */
int bench_crew_run(struct bench_round *round);

/* For a scenario that conducts its rounds itself. Both 0, or -EINTR after SIGINT or SIGTERM. */
int bench_crew_sleep(unsigned microseconds);
/* Stops one worker, wherever it is, for so long (less than a second), and waits for the end of it;
 * with 0 it is interrupted and goes on at once. */
int bench_crew_freeze(struct bench_crew *crew, unsigned worker, unsigned microseconds);

#endif
