/*
 * Set-up and verification of the scenarios in which the threads put back what they take: the
 * container starts half full, and afterwards must hold exactly what it started with.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_INITIAL_SET_H
#define BENCH_INITIAL_SET_H

#include "../src/scenario.h"

int bench_round_fill_half(struct bench_round *round);
int bench_round_expect_initial_set(struct bench_round *round);

#endif
