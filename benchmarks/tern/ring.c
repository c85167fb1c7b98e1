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

struct bench_pair {
    uint64_t first, second;
};

TERN_RING_DEFINE(bench_ring_4, uint32_t);
TERN_RING_DEFINE(bench_ring_8, uint64_t);
TERN_RING_DEFINE(bench_ring_16, struct bench_pair);

#define RING_MODE          st
#define RING_SYNC          TERN_RING_ST
#define BENCH_RING_SHARING BENCH_ONE_TO_ONE
#include "ring_mode.inc.h"

#define RING_MODE          mt
#define RING_SYNC          TERN_RING_MT
#define BENCH_RING_SHARING BENCH_MANY_TO_MANY
#include "ring_mode.inc.h"

static const struct bench_variant *const st_variants[] = {&st_8_variant, &st_4_variant,
                                                          &st_16_variant, &st_any_variant};
static const struct bench_variant *const mt_variants[] = {&mt_8_variant, &mt_4_variant,
                                                          &mt_16_variant, &mt_any_variant};

#ifdef BENCH_LINKED
const struct bench_candidate bench_tern_ring_st_linked = {st_variants, 4, NULL};
const struct bench_candidate bench_tern_ring_mt_linked = {mt_variants, 4, NULL};
#else
const struct bench_candidate bench_tern_ring_st = {st_variants, 4, NULL};
const struct bench_candidate bench_tern_ring_mt = {mt_variants, 4, NULL};
#endif
