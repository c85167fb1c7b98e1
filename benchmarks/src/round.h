/*
 * Runs one round: a fresh container, pinned workers, a bounded time, verification.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_ROUND_H
#define BENCH_ROUND_H

#include "scenario.h"

/* 0 or -errno; -EINTR: a signal asked to stop, and the results are void. */
int bench_round_run(struct bench_round *round);

/* Verification for scenarios after which the container must be empty, and of use. */
int bench_round_expect_empty(struct bench_round *round);

/* From now on SIGINT and SIGTERM end the current round instead of the process. */
void bench_catch_signals(void);
/* 0, or the signal that came. */
int bench_signal_caught(void);

#endif
