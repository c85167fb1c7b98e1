/*
 * The candidates that the peers' adapters export; a missing peer's are not defined.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include "../src/candidate.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const struct bench_candidate bench_null;
extern const struct bench_candidate bench_null_stack;
extern const struct bench_candidate bench_null_heap;
extern const struct bench_candidate bench_malloc;
extern const struct bench_candidate bench_ck_ring_spsc;
extern const struct bench_candidate bench_ck_ring_mpmc;
extern const struct bench_candidate bench_ck_stack_mpmc;
extern const struct bench_candidate bench_dpdk_ring_st;
extern const struct bench_candidate bench_dpdk_ring_mt;
extern const struct bench_candidate bench_dpdk_ring_rts;
extern const struct bench_candidate bench_dpdk_ring_hts;
extern const struct bench_candidate bench_dpdk_stack_lf;
extern const struct bench_candidate bench_dpdk_stack_locked;
extern const struct bench_candidate bench_boost_queue;
extern const struct bench_candidate bench_boost_spsc_queue;
extern const struct bench_candidate bench_boost_stack;
extern const struct bench_candidate bench_concurrentqueue;
extern const struct bench_candidate bench_readerwriterqueue;
extern const struct bench_candidate bench_cds_treiber_stack;
extern const struct bench_candidate bench_cds_treiber_stack_elimination;

#ifdef __cplusplus
}
#endif

#endif
