/*
 * Adapter for Tern's ring, by the typed wrappers and the entry points of the mode,
 * as a user calls it who knows both. Compiled twice: inlined, and with
 * TERN_NO_INLINE and BENCH_LINKED, where each operation is a call into libtern_ring.
 *
 * SPDX-License-Identifier: MIT
 */
#include <tern/ring.h>

#include "../scenarios/adapter.h"
#include "candidates.h"

TERN_RING_DEFINE(bench_ring_4, uint32_t);
TERN_RING_DEFINE(bench_ring_8, uint64_t);
TERN_RING_DEFINE(bench_ring_16, struct bench_object_16);
TERN_RING_DEFINE(bench_ring_32, struct bench_object_32);
TERN_RING_DEFINE(bench_ring_64, struct bench_object_64);

/* The sizes of elements that a mode has. */
#define RING_SIZES_ANY  0
#define RING_SIZES_TO_8 1

#define RING_MODE          st
#define RING_SYNC          TERN_RING_ST
#define RING_SIZES         RING_SIZES_ANY
#define RING_ENQUEUE_ALL   enqueue_bulk
#define BENCH_RING_SHARING BENCH_ONE_TO_ONE
#include "ring_mode.inc.h"

#define RING_MODE          mt
#define RING_SYNC          TERN_RING_MT
#define RING_SIZES         RING_SIZES_ANY
#define RING_ENQUEUE_ALL   enqueue_bulk
#define BENCH_RING_SHARING BENCH_MANY_TO_MANY
#include "ring_mode.inc.h"

#define RING_MODE          rts
#define RING_SYNC          TERN_RING_RTS
#define RING_SIZES         RING_SIZES_ANY
#define RING_ENQUEUE_ALL   enqueue_bulk
#define BENCH_RING_SHARING BENCH_MANY_TO_MANY
#include "ring_mode.inc.h"

#define RING_MODE          hts
#define RING_SYNC          TERN_RING_HTS
#define RING_SIZES         RING_SIZES_ANY
#define RING_ENQUEUE_ALL   enqueue_bulk
#define BENCH_RING_SHARING BENCH_MANY_TO_MANY
#include "ring_mode.inc.h"

#define RING_MODE          nb
#define RING_SYNC          TERN_RING_NB
#define RING_SIZES         RING_SIZES_ANY
#define RING_ENQUEUE_ALL   enqueue_bulk
#define BENCH_RING_SHARING BENCH_MANY_TO_MANY
#include "ring_mode.inc.h"

/* It has no bulk enqueue; a burst takes as much as there is room for. */
#define RING_MODE          lf
#define RING_SYNC          TERN_RING_LF
#define RING_SIZES         RING_SIZES_TO_8
#define RING_ENQUEUE_ALL   enqueue_burst
#define BENCH_RING_SHARING BENCH_MANY_TO_MANY
#include "ring_mode.inc.h"

#ifdef BENCH_LINKED
#    define RING_NAME(mode) bench_tern_ring_##mode##_linked
#else
#    define RING_NAME(mode) bench_tern_ring_##mode
#endif
#define RING_CANDIDATE(mode)                                          \
    static const struct bench_variant *const mode##_variants[] = {    \
        &mode##_8_variant,  &mode##_4_variant,  &mode##_16_variant,   \
        &mode##_32_variant, &mode##_64_variant, &mode##_any_variant}; \
    const struct bench_candidate RING_NAME(mode) = {mode##_variants, 6, NULL}

RING_CANDIDATE(st);
RING_CANDIDATE(mt);
RING_CANDIDATE(rts);
RING_CANDIDATE(hts);
RING_CANDIDATE(nb);

static const struct bench_variant *const lf_variants[] = {&lf_8_variant, &lf_4_variant};
const struct bench_candidate RING_NAME(lf) = {lf_variants, 2, NULL};
