/*
 * Rings that break their promises, one in each way, so that a test can show that the
 * verification notices. Only in tern-bench-faulty, never in tern-bench.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_FAULTY_H
#define BENCH_FAULTY_H

#include "../src/candidate.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const struct bench_candidate bench_fault_none;
extern const struct bench_candidate bench_fault_lossy;
extern const struct bench_candidate bench_fault_doubling;
extern const struct bench_candidate bench_fault_changing;
extern const struct bench_candidate bench_fault_swapping;
extern const struct bench_candidate bench_fault_inventing;
extern const struct bench_candidate bench_fault_refusing;

#ifdef __cplusplus
}
#endif

#endif
