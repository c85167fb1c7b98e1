/*
 * What can be asked of a bounded stack without changing it.
 *
 * Internal: users include <tern/stack_bounded.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_STACK_BOUNDED_QUERY_H
#define TERN_STACK_BOUNDED_QUERY_H

#include <tern/stack/bounded_layout.h>
#include <tern/stack_bounded.h>

#include <errno.h>

TERN_EXTERN_C_BEGIN

TERN_INLINE size_t tern_stack_bounded_count(const struct tern_stack_bounded *stack)
{
#if TERN_STACK_WIDE
    if (!stack->locked)
        return tern_stack_list_length(&stack->used);
#endif
    return tern_load_relaxed(&stack->count);
}

TERN_INLINE size_t tern_stack_bounded_free_count(const struct tern_stack_bounded *stack)
{
    return (size_t)stack->capacity - tern_stack_bounded_count(stack);
}

TERN_INLINE bool tern_stack_bounded_empty(const struct tern_stack_bounded *stack)
{
    return tern_stack_bounded_count(stack) == 0;
}

TERN_INLINE bool tern_stack_bounded_full(const struct tern_stack_bounded *stack)
{
    return tern_stack_bounded_count(stack) == stack->capacity;
}

TERN_INLINE size_t tern_stack_bounded_capacity(const struct tern_stack_bounded *stack)
{
    return (size_t)stack->capacity;
}

TERN_INLINE bool tern_stack_bounded_is_locked(const struct tern_stack_bounded *stack)
{
    return stack->locked != 0;
}

TERN_INLINE int tern_stack_bounded_dump(const struct tern_stack_bounded *stack, FILE *stream)
{
    if (stack == NULL || stream == NULL)
        return -EINVAL;
    const char *how = "lock-free, narrow";
    if (stack->locked)
        how = stack->wait == TERN_WAIT_SPIN ? "locked, wait spin" : "locked, wait adaptive";
    else if (TERN_STACK_WIDE)
        how = "lock-free";
    return fprintf(stream, "tern_stack_bounded: capacity %zu, count %zu, %s\n",
                   tern_stack_bounded_capacity(stack), tern_stack_bounded_count(stack), how) < 0
               ? -EIO
               : 0;
}

TERN_EXTERN_C_END

#endif /* TERN_STACK_BOUNDED_QUERY_H */
