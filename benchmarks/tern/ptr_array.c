/*
 * Adapter for Tern's pointer array, raw and locked, by the entry points of the flavour. Compiled
 * twice: inlined, and with TERN_NO_INLINE and BENCH_LINKED, where each operation is a call into
 * libtern_ptr_array.
 *
 * SPDX-License-Identifier: MIT
 */
#include <tern/ptr_array.h>

#include "../scenarios/adapter.h"
#include "candidates.h"

#define BENCH_ADAPTER ptr_array_raw
#define FLAVOUR       TERN_PTR_ARRAY_RAW
#define FLAVOUR_NAME  raw
#define BENCH_SHARING BENCH_ONE_TO_ONE
#include "ptr_array.inc.h"

#define BENCH_ADAPTER ptr_array_locked
#define FLAVOUR       TERN_PTR_ARRAY_LOCKED
#define FLAVOUR_NAME  locked
#define BENCH_SHARING BENCH_MANY_TO_MANY
#include "ptr_array.inc.h"

#ifdef BENCH_LINKED
#    define ARRAY_NAME(name) bench_tern_##name##_linked
#else
#    define ARRAY_NAME(name) bench_tern_##name
#endif

static const struct bench_variant *const raw_variants[] = {&ptr_array_raw_variant};
static const struct bench_variant *const locked_variants[] = {&ptr_array_locked_variant};

const struct bench_candidate ARRAY_NAME(ptr_array) = {raw_variants, 1, NULL};
const struct bench_candidate ARRAY_NAME(ptr_array_locked) = {locked_variants, 1, NULL};
