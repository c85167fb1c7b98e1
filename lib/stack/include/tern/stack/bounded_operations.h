/*
 * Push and pop of the bounded stack: take cells off one list, write or read, give them to the
 * other.
 *
 * Internal: users include <tern/stack_bounded.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_STACK_BOUNDED_OPERATIONS_H
#define TERN_STACK_BOUNDED_OPERATIONS_H

#include <tern/stack/bounded_layout.h>
#include <tern/stack_bounded.h>

#include <errno.h>

TERN_EXTERN_C_BEGIN

/* -------------------------------------------------------------------------------- locked --- */

static inline size_t tern_stack_bounded_allow(size_t room, size_t n, enum tern_stack_amount amount)
{
    return n <= room ? n : amount == TERN_STACK_UP_TO ? room : 0;
}

static inline size_t tern_stack_bounded_push_locked(struct tern_stack_bounded *stack,
                                                    void *const *pointers, size_t n,
                                                    enum tern_stack_amount amount)
{
    TERN_SHARED(void *) *array = tern_stack_bounded_array(stack);
    tern_spinlock_lock(&stack->lock, stack->wait);
    size_t count = tern_load_relaxed(&stack->count);
    n = tern_stack_bounded_allow((size_t)stack->capacity - count, n, amount);
    for (size_t i = 0; i < n; i++)
        tern_shared_write(&array[count + i], pointers[i]);
    tern_store_relaxed(&stack->count, count + n);
    tern_spinlock_unlock(&stack->lock);
    return n;
}

static inline size_t tern_stack_bounded_pop_locked(struct tern_stack_bounded *stack,
                                                   void **pointers, size_t n,
                                                   enum tern_stack_amount amount)
{
    TERN_SHARED(void *) *array = tern_stack_bounded_array(stack);
    tern_spinlock_lock(&stack->lock, stack->wait);
    size_t count = tern_load_relaxed(&stack->count);
    n = tern_stack_bounded_allow(count, n, amount);
    for (size_t i = 0; i < n; i++)
        pointers[i] = tern_shared_read(&array[count - 1 - i]);
    tern_store_relaxed(&stack->count, count - n);
    tern_spinlock_unlock(&stack->lock);
    return n;
}

/* ----------------------------------------------------------------------------- lock-free --- */

/* A narrow list does not know its length. Counted before the cells can be popped, and no longer
 * before they can be pushed again, so the counter is never below what is on the stack and never
 * above the capacity; the lists order these, so they are relaxed. */
TERN_ALWAYS_INLINE void tern_stack_bounded_add(struct tern_stack_bounded *stack, size_t n)
{
    if (!TERN_STACK_WIDE)
        (void)tern_fetch_add_relaxed(&stack->count, n);
}

TERN_ALWAYS_INLINE void tern_stack_bounded_subtract(struct tern_stack_bounded *stack, size_t n)
{
    if (!TERN_STACK_WIDE)
        (void)tern_fetch_sub_relaxed(&stack->count, n);
}

TERN_ALWAYS_INLINE size_t tern_stack_bounded_push_free(struct tern_stack_bounded *stack,
                                                       void *const *pointers, size_t n,
                                                       enum tern_stack_amount amount)
{
    struct tern_stack_cell *cells = tern_stack_bounded_cells(stack);
    struct tern_stack_chain chain;
    tern_stack_list_take(&stack->free, cells, n, amount, &chain);
    if (TERN_UNLIKELY(chain.count == 0))
        return 0;
    uint32_t place = chain.first;
    for (size_t left = chain.count; left > 0;) {
        uint64_t link = tern_stack_read_link(cells, place);
        size_t run = tern_stack_run(link, left);
        struct tern_stack_cell *cell = tern_stack_cell_at(cells, place);
        /* The last pointer becomes the top. */
        for (size_t i = 0; i < run; i++) {
            TERN_CHECK(pointers[left - 1 - i] != NULL);
            tern_shared_write(&cell[i].value, pointers[left - 1 - i]);
        }
        place = tern_stack_below_run(cells, place, link, run);
        left -= run;
    }
    tern_stack_bounded_add(stack, chain.count);
    tern_stack_list_give(&stack->used, cells, &chain);
    return chain.count;
}

TERN_ALWAYS_INLINE size_t tern_stack_bounded_pop_free(struct tern_stack_bounded *stack,
                                                      void **pointers, size_t n,
                                                      enum tern_stack_amount amount)
{
    struct tern_stack_cell *cells = tern_stack_bounded_cells(stack);
    struct tern_stack_chain chain;
    tern_stack_list_take(&stack->used, cells, n, amount, &chain);
    if (TERN_UNLIKELY(chain.count == 0))
        return 0;
    uint32_t place = chain.first;
    for (size_t done = 0; done < chain.count;) {
        uint64_t link = tern_stack_read_link(cells, place);
        size_t run = tern_stack_run(link, chain.count - done);
        struct tern_stack_cell *cell = tern_stack_cell_at(cells, place);
        for (size_t i = 0; i < run; i++)
            pointers[done + i] = tern_shared_read(&cell[i].value);
        place = tern_stack_below_run(cells, place, link, run);
        done += run;
    }
    tern_stack_bounded_subtract(stack, chain.count);
    tern_stack_list_give(&stack->free, cells, &chain);
    return chain.count;
}

/* ------------------------------------------------------------------------------- either --- */

TERN_ALWAYS_INLINE size_t tern_stack_bounded_push_some(struct tern_stack_bounded *stack,
                                                       void *const *pointers, size_t n,
                                                       enum tern_stack_amount amount)
{
    if (n == 0)
        return 0;
    if (stack->locked)
        return tern_stack_bounded_push_locked(stack, pointers, n, amount);
    return tern_stack_bounded_push_free(stack, pointers, n, amount);
}

TERN_ALWAYS_INLINE size_t tern_stack_bounded_pop_some(struct tern_stack_bounded *stack,
                                                      void **pointers, size_t n,
                                                      enum tern_stack_amount amount)
{
    if (n == 0)
        return 0;
    if (stack->locked)
        return tern_stack_bounded_pop_locked(stack, pointers, n, amount);
    return tern_stack_bounded_pop_free(stack, pointers, n, amount);
}

TERN_INLINE int tern_stack_bounded_push(struct tern_stack_bounded *stack, void *pointer)
{
    if (TERN_UNLIKELY(pointer == NULL))
        return -EINVAL;
    return tern_stack_bounded_push_some(stack, &pointer, 1, TERN_STACK_EXACTLY) == 1 ? 0 : -ENOBUFS;
}

TERN_INLINE void *tern_stack_bounded_pop(struct tern_stack_bounded *stack)
{
    void *pointer = NULL;
    (void)tern_stack_bounded_pop_some(stack, &pointer, 1, TERN_STACK_EXACTLY);
    return pointer;
}

TERN_INLINE size_t tern_stack_bounded_push_bulk(struct tern_stack_bounded *stack,
                                                void *const *pointers, size_t n)
{
    return tern_stack_bounded_push_some(stack, pointers, n, TERN_STACK_EXACTLY);
}

TERN_INLINE size_t tern_stack_bounded_push_burst(struct tern_stack_bounded *stack,
                                                 void *const *pointers, size_t n)
{
    return tern_stack_bounded_push_some(stack, pointers, n, TERN_STACK_UP_TO);
}

TERN_INLINE size_t tern_stack_bounded_pop_bulk(struct tern_stack_bounded *stack, void **pointers,
                                               size_t n)
{
    return tern_stack_bounded_pop_some(stack, pointers, n, TERN_STACK_EXACTLY);
}

TERN_INLINE size_t tern_stack_bounded_pop_burst(struct tern_stack_bounded *stack, void **pointers,
                                                size_t n)
{
    return tern_stack_bounded_pop_some(stack, pointers, n, TERN_STACK_UP_TO);
}

TERN_EXTERN_C_END

#endif /* TERN_STACK_BOUNDED_OPERATIONS_H */
