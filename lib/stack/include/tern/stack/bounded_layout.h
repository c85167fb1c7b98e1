/*
 * What a bounded stack looks like in memory: position-independent, no pointer of its own inside.
 *
 *     +0      (of ports with lines of 128 bytes) what never changes after init
 *     +128    the two lists, the lock, the counter: what every operation writes
 *     +256    cells, one more than the capacity, 16 bytes each; locked: pointers, capacity of them
 *
 * Both lists are on one line: an operation works on one and then on the other, and the second CAS
 * is cheap while the line is still here.
 *
 * Internal: users include <tern/stack_bounded.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_STACK_BOUNDED_LAYOUT_H
#define TERN_STACK_BOUNDED_LAYOUT_H

#include <tern/arch/cpu.h>
#include <tern/arch/shared.h>
#include <tern/arch/spinlock.h>
#include <tern/stack/list.h>

/* What init writes, and attach looks for. The version changes with anything that two programs which
 * share a stack must agree on; its lowest bit says whether lists are wide. */
#define TERN_STACK_BOUNDED_VERSION (UINT64_C(2) | (TERN_STACK_WIDE ? 1 : 0))
#define TERN_STACK_BOUNDED_MASK    UINT64_C(0xff)
#define TERN_STACK_BOUNDED_MAGIC   UINT64_C(0x7465726e73746b00) /* "ternstk" */

struct tern_stack_bounded {
    TERN_CACHE_ALIGNED tern_atomic_u64 magic;
    uint64_t capacity;
    uint32_t locked; /* 0 or 1 */
    uint32_t wait;   /* enum tern_wait_policy */

    TERN_CACHE_ALIGNED struct tern_stack_list used;
    struct tern_stack_list free;
    tern_atomic_size count; /* locked, or lists that are not wide */
    struct tern_spinlock lock;
};

#ifndef TERN_MODEL
/* Programs and libraries built at different times share stacks: this is their contract. */
TERN_STATIC_ASSERT(offsetof(struct tern_stack_bounded, used) == TERN_CACHE_LINE, "layout");
TERN_STATIC_ASSERT(offsetof(struct tern_stack_bounded, count) ==
                       TERN_CACHE_LINE + 2 * sizeof(struct tern_stack_list),
                   "layout");
TERN_STATIC_ASSERT(sizeof(struct tern_stack_bounded) == 2 * TERN_CACHE_LINE, "layout");
#endif

/* The cells begin where the control block ends; so do the pointers of a locked stack. */
static inline struct tern_stack_cell *tern_stack_bounded_cells(struct tern_stack_bounded *stack)
{
    return (struct tern_stack_cell *)(void *)(stack + 1);
}

static inline TERN_SHARED(void *) * tern_stack_bounded_array(struct tern_stack_bounded *stack)
{
    return (TERN_SHARED(void *) *)(void *)(stack + 1);
}

#endif /* TERN_STACK_BOUNDED_LAYOUT_H */
