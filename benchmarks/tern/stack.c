/*
 * Adapter for Tern's stacks. Compiled twice: inlined, and with TERN_NO_INLINE and BENCH_LINKED,
 * where each operation is a call into libtern_stack.
 *
 * SPDX-License-Identifier: MIT
 */
#include <tern/stack.h>
#include <tern/stack_bounded.h>
#include <tern/stack_locked.h>

#include "../scenarios/adapter.h"
#include "candidates.h"

_Static_assert(sizeof(struct tern_stack_node) <= sizeof(((struct bench_item *)0)->link),
               "a node must fit the link of an item");

#define BENCH_ADAPTER intrusive
#define STACK_TYPE    struct tern_stack
#define STACK_ALIGN   TERN_STACK_ALIGN
#define STACK_CALL(x) tern_stack_##x
#define STACK_INIT(s) tern_stack_init(s)
#include "stack_intrusive.inc.h"

#define BENCH_ADAPTER locked
#define STACK_TYPE    struct tern_stack_locked
#define STACK_ALIGN   TERN_STACK_LOCKED_ALIGN
#define STACK_CALL(x) tern_stack_locked_##x
#define STACK_INIT(s) tern_stack_locked_init(s, TERN_WAIT_ADAPTIVE)
#include "stack_intrusive.inc.h"

#define BENCH_ADAPTER bounded
#define STACK_LOCKED  false
#include "stack_bounded.inc.h"

#define BENCH_ADAPTER bounded_locked
#define STACK_LOCKED  true
#include "stack_bounded.inc.h"

#ifdef BENCH_LINKED
#    define STACK_NAME(name) bench_tern_##name##_linked
#else
#    define STACK_NAME(name) bench_tern_##name
#endif

#define STACK_CANDIDATE(name, variant)                                                    \
    static const struct bench_variant *const variant##_variants[] = {&variant##_variant}; \
    const struct bench_candidate STACK_NAME(name) = {variant##_variants, 1, NULL}

STACK_CANDIDATE(stack, intrusive);
STACK_CANDIDATE(stack_locked, locked);
STACK_CANDIDATE(stack_bounded, bounded);
STACK_CANDIDATE(stack_bounded_locked, bounded_locked);
