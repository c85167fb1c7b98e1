/*
 * The candidates that Tern's own adapters export: inlined, and linked to the library.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_TERN_CANDIDATES_H
#define BENCH_TERN_CANDIDATES_H

#include "../src/candidate.h"

extern const struct bench_candidate bench_tern_ring_st, bench_tern_ring_st_linked;
extern const struct bench_candidate bench_tern_ring_mt, bench_tern_ring_mt_linked;
extern const struct bench_candidate bench_tern_ring_rts, bench_tern_ring_rts_linked;
extern const struct bench_candidate bench_tern_ring_hts, bench_tern_ring_hts_linked;
extern const struct bench_candidate bench_tern_ring_nb, bench_tern_ring_nb_linked;
extern const struct bench_candidate bench_tern_ring_lf, bench_tern_ring_lf_linked;
/* As allocators. */
extern const struct bench_candidate bench_tern_freelist, bench_tern_freelist_linked;
extern const struct bench_candidate bench_tern_stack_heap, bench_tern_stack_heap_linked;

extern const struct bench_candidate bench_tern_stack, bench_tern_stack_linked;
extern const struct bench_candidate bench_tern_stack_locked, bench_tern_stack_locked_linked;
extern const struct bench_candidate bench_tern_stack_bounded, bench_tern_stack_bounded_linked;
extern const struct bench_candidate bench_tern_stack_bounded_locked,
    bench_tern_stack_bounded_locked_linked;
extern const struct bench_candidate bench_tern_ptr_array, bench_tern_ptr_array_linked;
extern const struct bench_candidate bench_tern_ptr_array_locked, bench_tern_ptr_array_locked_linked;

#endif
