/*
 * Rings, stacks and allocators that break their promises, one in each way, so that a test can show
 * that the verification notices. Only in tern-bench-faulty, never in tern-bench.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_FAULTY_H
#define BENCH_FAULTY_H

#include "../src/candidate.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const struct bench_candidate bench_fault_none, bench_fault_none_stack;
extern const struct bench_candidate bench_fault_lossy, bench_fault_lossy_stack;
extern const struct bench_candidate bench_fault_doubling, bench_fault_doubling_stack;
extern const struct bench_candidate bench_fault_changing, bench_fault_changing_stack;
extern const struct bench_candidate bench_fault_swapping, bench_fault_swapping_stack;
extern const struct bench_candidate bench_fault_inventing, bench_fault_inventing_stack;
extern const struct bench_candidate bench_fault_refusing, bench_fault_refusing_stack;
extern const struct bench_candidate bench_fault_stuck, bench_fault_stuck_stack;
/* Of allocators. */
extern const struct bench_candidate bench_fault_none_heap, bench_fault_lossy_heap;
extern const struct bench_candidate bench_fault_doubling_heap, bench_fault_changing_heap;
extern const struct bench_candidate bench_fault_overlapping_heap, bench_fault_refusing_heap;
extern const struct bench_candidate bench_fault_dying_heap;

#ifdef __cplusplus
}
#endif

#endif
