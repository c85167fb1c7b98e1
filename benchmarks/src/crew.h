/*
 * The worker threads of a round: pinned, started together, stopped together.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_CREW_H
#define BENCH_CREW_H

#include "scenario.h"

/*
 * Starts round->shape.threads workers, lets them run for round->milliseconds or
 * until a signal, stops and joins them. 0 or -errno; -EINTR after a signal.
 */
int bench_crew_run(struct bench_round *round);

#endif
