/*
 * Tern's ring in one mode, for all element sizes it has: the whole of ring_st.c, ring_mt.c and so
 * on, each an object of its own, since together they take a compiler half a minute.
 *
 * By the typed wrappers and the entry points of the mode, as a user calls it who knows both.
 * Compiled twice: inlined, and with TERN_NO_INLINE and BENCH_LINKED, where each operation is a call
 * into libtern_ring.
 *
 * The file that includes this defines RING_MODE, RING_SYNC, RING_SIZES, RING_ENQUEUE_ALL and
 * BENCH_RING_SHARING.
 *
 * SPDX-License-Identifier: MIT
 */
#include <tern/ring.h>

#include "../scenarios/adapter.h"
#include "candidates.h"

/* The sizes of elements that a mode has. */
#define RING_SIZES_ANY  0
#define RING_SIZES_TO_8 1

TERN_RING_DEFINE(bench_ring_4, uint32_t);
TERN_RING_DEFINE(bench_ring_8, uint64_t);
#if RING_SIZES == RING_SIZES_ANY
TERN_RING_DEFINE(bench_ring_16, struct bench_object_16);
TERN_RING_DEFINE(bench_ring_32, struct bench_object_32);
TERN_RING_DEFINE(bench_ring_64, struct bench_object_64);
#endif

/* Two levels, as ever, so that the arguments are expanded before they are joined. */
#define RING_ADAPTER_(mode, size) mode##_##size
#define RING_ADAPTER(mode, size)  RING_ADAPTER_(mode, size)

#define BENCH_ADAPTER   RING_ADAPTER(RING_MODE, 4)
#define BENCH_ELEM_SIZE 4
#define BENCH_UNIT      uint32_t
#define RING_TYPE       bench_ring_4
#include "ring_typed.inc.h"

#define BENCH_ADAPTER   RING_ADAPTER(RING_MODE, 8)
#define BENCH_ELEM_SIZE 8
#define BENCH_UNIT      uint64_t
#define RING_TYPE       bench_ring_8
#include "ring_typed.inc.h"

#if RING_SIZES == RING_SIZES_ANY
#    define BENCH_ADAPTER   RING_ADAPTER(RING_MODE, 16)
#    define BENCH_ELEM_SIZE 16
#    define BENCH_UNIT      struct bench_object_16
#    define RING_TYPE       bench_ring_16
#    include "ring_typed.inc.h"

#    define BENCH_ADAPTER   RING_ADAPTER(RING_MODE, 32)
#    define BENCH_ELEM_SIZE 32
#    define BENCH_UNIT      struct bench_object_32
#    define RING_TYPE       bench_ring_32
#    include "ring_typed.inc.h"

#    define BENCH_ADAPTER   RING_ADAPTER(RING_MODE, 64)
#    define BENCH_ELEM_SIZE 64
#    define BENCH_UNIT      struct bench_object_64
#    define RING_TYPE       bench_ring_64
#    include "ring_typed.inc.h"

#    define BENCH_ADAPTER   RING_ADAPTER(RING_MODE, any)
#    define BENCH_ELEM_SIZE 0
#    define BENCH_UNIT      unsigned char
#    include "ring_any.inc.h"
#endif

static const struct bench_variant *const ring_variants[] = {
    &RING_ADAPTER(RING_MODE, 8_variant),  &RING_ADAPTER(RING_MODE, 4_variant),
#if RING_SIZES == RING_SIZES_ANY
    &RING_ADAPTER(RING_MODE, 16_variant), &RING_ADAPTER(RING_MODE, 32_variant),
    &RING_ADAPTER(RING_MODE, 64_variant), &RING_ADAPTER(RING_MODE, any_variant),
#endif
};

#ifdef BENCH_LINKED
#    define RING_NAME_(mode) bench_tern_ring_##mode##_linked
#else
#    define RING_NAME_(mode) bench_tern_ring_##mode
#endif
#define RING_NAME(mode) RING_NAME_(mode)

const struct bench_candidate RING_NAME(RING_MODE) = {
    ring_variants, sizeof ring_variants / sizeof *ring_variants, NULL};
