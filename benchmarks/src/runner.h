/*
 * Carries out a plan: rounds over all jobs, the candidates of a group taking turns.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_RUNNER_H
#define BENCH_RUNNER_H

#include "plan.h"

/* 0 or -errno; -EINTR after SIGINT or SIGTERM: the whole rounds until then are kept. */
int bench_runner_run(struct bench_plan *plan, const struct bench_options *options);

#endif
