/*
 * Making and ending a bounded stack.
 *
 * Internal: users include <tern/stack_bounded.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_STACK_BOUNDED_SETUP_H
#define TERN_STACK_BOUNDED_SETUP_H

#include <tern/stack/bounded_layout.h>
#include <tern/stack_bounded.h>

#include <errno.h>
#include <stdlib.h>

TERN_EXTERN_C_BEGIN

TERN_INLINE int tern_stack_bounded_memsize(const struct tern_stack_bounded_options *options,
                                           size_t *bytes)
{
    if (options == NULL || bytes == NULL || options->capacity == 0)
        return -EINVAL;
    if (options->wait != TERN_WAIT_ADAPTIVE && options->wait != TERN_WAIT_SPIN)
        return -EINVAL;
    if (options->capacity > TERN_STACK_BOUNDED_CAPACITY_MAX)
        return -EOVERFLOW;
    /* Cell 0 is the end of both lists. */
    size_t count = options->capacity + (options->locked ? 0 : 1);
    size_t size = options->locked ? sizeof(TERN_SHARED(void *)) : sizeof(struct tern_stack_cell);
    size_t surplus = sizeof(struct tern_stack_bounded) + TERN_STACK_BOUNDED_ALIGN - 1;
    if (count > (SIZE_MAX - surplus) / size)
        return -EOVERFLOW;
    *bytes = (count * size + surplus) / TERN_STACK_BOUNDED_ALIGN * TERN_STACK_BOUNDED_ALIGN;
    return 0;
}

/* All cells free, the first on top, so that a new stack is filled in the order of memory. */
static inline void tern_stack_bounded_make_empty(struct tern_stack_bounded *stack)
{
    tern_spinlock_init(&stack->lock);
    tern_store_relaxed(&stack->count, (size_t)0);
    tern_stack_list_init(&stack->used, TERN_STACK_PLACE_END, 0);
    tern_stack_list_init(&stack->free, TERN_STACK_PLACE_END, 0);
    if (stack->locked)
        return;
    size_t capacity = (size_t)stack->capacity;
    struct tern_stack_cell *cells = tern_stack_bounded_cells(stack);
    tern_stack_make_run(cells, tern_stack_place(1), capacity);
    tern_stack_write_link(cells, tern_stack_place(capacity), TERN_STACK_PLACE_END, 1);
    tern_stack_write_link(cells, TERN_STACK_PLACE_END, TERN_STACK_PLACE_END, 1);
    tern_stack_list_init(&stack->free, tern_stack_place(1), capacity);
}

TERN_INLINE int tern_stack_bounded_init(struct tern_stack_bounded *stack, size_t bytes,
                                        const struct tern_stack_bounded_options *options)
{
    size_t needed = 0;
    int error = tern_stack_bounded_memsize(options, &needed);
    if (error != 0)
        return error;
    if (stack == NULL || (uintptr_t)stack % TERN_STACK_BOUNDED_ALIGN != 0)
        return -EINVAL;
    if (bytes < needed)
        return -ENOSPC;
    /* What is about to be overwritten is no stack any more. */
    tern_store_relaxed(&stack->magic, UINT64_C(0));
    stack->capacity = options->capacity;
    stack->locked = options->locked;
    stack->wait = (uint32_t)options->wait;
    tern_stack_bounded_make_empty(stack);
    /* Pairs with the acquire in attach: who finds it, finds the rest. */
    tern_store_release(&stack->magic, TERN_STACK_BOUNDED_MAGIC | TERN_STACK_BOUNDED_VERSION);
    return 0;
}

TERN_INLINE int tern_stack_bounded_attach(struct tern_stack_bounded *stack, size_t bytes)
{
    if (stack == NULL || (uintptr_t)stack % TERN_STACK_BOUNDED_ALIGN != 0)
        return -EINVAL;
    if (bytes < sizeof(struct tern_stack_bounded))
        return -ENOSPC;
    /* Pairs with the release in init. */
    uint64_t magic = tern_load_acquire(&stack->magic);
    if ((magic & ~TERN_STACK_BOUNDED_MASK) != TERN_STACK_BOUNDED_MAGIC)
        return -EINVAL;
    if ((magic & TERN_STACK_BOUNDED_MASK) != TERN_STACK_BOUNDED_VERSION)
        return -ENOTSUP;

    struct tern_stack_bounded_options options;
    size_t needed = 0;
    /* Compared as numbers: what is no enumerator must not become one. */
    if (stack->locked > 1 || stack->wait > TERN_WAIT_SPIN ||
        stack->capacity > TERN_STACK_BOUNDED_CAPACITY_MAX)
        return -EINVAL;
    options.capacity = (size_t)stack->capacity;
    options.locked = stack->locked != 0;
    options.wait = (enum tern_wait_policy)stack->wait;
    if (tern_stack_bounded_memsize(&options, &needed) != 0)
        return -EINVAL;
    return bytes < needed ? -ENOSPC : 0;
}

TERN_INLINE struct tern_stack_bounded *
tern_stack_bounded_create(const struct tern_stack_bounded_options *options)
{
    size_t bytes = 0;
    int error = tern_stack_bounded_memsize(options, &bytes);
    if (error != 0) {
        errno = -error;
        return NULL;
    }
    struct tern_stack_bounded *stack =
        (struct tern_stack_bounded *)aligned_alloc(TERN_STACK_BOUNDED_ALIGN, bytes);
    if (stack == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    /* With the options and the memory that memsize has just approved, init cannot fail. */
    (void)tern_stack_bounded_init(stack, bytes, options);
    return stack;
}

TERN_INLINE void tern_stack_bounded_destroy(struct tern_stack_bounded *stack)
{
    free(stack);
}

TERN_INLINE void tern_stack_bounded_reset(struct tern_stack_bounded *stack)
{
    tern_stack_bounded_make_empty(stack);
}

TERN_EXTERN_C_END

#endif /* TERN_STACK_BOUNDED_SETUP_H */
