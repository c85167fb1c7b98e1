/*
 * The operations that do not wait: a move or several, with the side to oneself or behind its lock.
 *
 * A raw operation and a locked one are the same moves; the locked one wakes sleepers after it has
 * let go of the lock.
 *
 * Internal: users include <tern/ptr_array.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_PTR_ARRAY_OPERATIONS_H
#define TERN_PTR_ARRAY_OPERATIONS_H

#include <tern/ptr_array/move.h>
#include <tern/ptr_array/sleep.h>

#include <errno.h>

TERN_EXTERN_C_BEGIN

/* ------------------------------------------------------------------------------ producers --- */

TERN_ALWAYS_INLINE bool tern_ptr_array_is_open(const struct tern_ptr_array *array, uint32_t flavour)
{
    uint32_t mask = TERN_PTR_ARRAY_LOCKED_GATE | TERN_PTR_ARRAY_CLOSED_GATE;
    return (tern_load_relaxed(&array->producer.gate) & mask) == flavour;
}

/* What a gate that lets nobody pass says to a call that is made for `flavour`. */
static inline int tern_ptr_array_refusal(const struct tern_ptr_array *array, uint32_t flavour)
{
    uint32_t gate = tern_load_relaxed(&array->producer.gate);
    return (gate & TERN_PTR_ARRAY_LOCKED_GATE) != flavour ? -EINVAL : -EPIPE;
}

/* Counts a call that found the array full, by who has the side. A wait is one such call, however
 * often it tries. */
static inline void tern_ptr_array_count_refusal(struct tern_ptr_array *array)
{
    TERN_PTR_ARRAY_ADD(&array->producer.refused, 1);
}

/* As many of the items as there is room for. */
TERN_ALWAYS_INLINE size_t tern_ptr_array_put_many(struct tern_ptr_array *array, void *const *items,
                                                  size_t n)
{
    const tern_ptr_array_any *from = items;
    size_t done = 0;
    while (done < n && tern_ptr_array_put(array, from[done]))
        done++;
    if (TERN_UNLIKELY(done < n))
        tern_ptr_array_count_refusal(array);
    return done;
}

/* Misuse is found before anything is done. */
static inline bool tern_ptr_array_has_null(void *const *items, size_t n)
{
    const tern_ptr_array_any *from = items;
    size_t nulls = 0;
    for (size_t i = 0; i < n; i++)
        nulls += from[i] == NULL;
    return nulls != 0;
}

/* Whether a raw side may step from the slot to the next one without more ado. */
#define TERN_PTR_ARRAY_MAY_STEP(side, slot) \
    TERN_LIKELY((uintptr_t)((slot) + 1) < (uintptr_t)tern_load_relaxed(&(side)->limit))

/* All that is rare in a raw produce: misuse, full, closed, the last slot. */
TERN_OUT_OF_LINE int tern_ptr_array_produce_slowly(struct tern_ptr_array *array, void *item,
                                                   bool counts)
{
    if (item == NULL)
        return -EINVAL;
    if (!tern_ptr_array_is_open(array, 0))
        return tern_ptr_array_refusal(array, 0);
    if (!tern_ptr_array_put(array, item)) {
        if (counts)
            tern_ptr_array_count_refusal(array);
        return -ENOBUFS;
    }
    tern_ptr_array_wake_consumers(array);
    return 0;
}

TERN_INLINE int tern_ptr_array_raw_produce(struct tern_ptr_array *array, void *item)
{
    tern_atomic_ptr *slot = tern_load_relaxed(&array->producer.next);
    /* As in put. */
    if (TERN_UNLIKELY(item == NULL || tern_load_acquire(slot) != NULL) ||
        !TERN_PTR_ARRAY_MAY_STEP(&array->producer, slot))
        return tern_ptr_array_produce_slowly(array, item, true);
    /* As in put. */
    tern_store_release(&array->producer.next, slot + 1);
    tern_store_release(slot, item);
    tern_ptr_array_wake_consumers(array);
    return 0;
}

TERN_ALWAYS_INLINE int tern_ptr_array_produce_behind_lock(struct tern_ptr_array *array, void *item,
                                                          bool counts)
{
    struct tern_spinlock *lock = &array->producer_lock.lock;
    if (TERN_UNLIKELY(item == NULL))
        return -EINVAL;
    if (TERN_UNLIKELY((tern_load_relaxed(&array->producer.gate) & TERN_PTR_ARRAY_LOCKED_GATE) == 0))
        return -EINVAL;
    tern_spinlock_lock(lock, array->wait);
    /* Behind the lock: once close has let go of it, nobody produces any more. */
    if (TERN_UNLIKELY(!tern_ptr_array_is_open(array, TERN_PTR_ARRAY_LOCKED_GATE))) {
        tern_spinlock_unlock(lock);
        return -EPIPE;
    }
    bool done = tern_ptr_array_put(array, item);
    if (!done && counts)
        tern_ptr_array_count_refusal(array);
    tern_spinlock_unlock(lock);
    if (!done)
        return -ENOBUFS;
    tern_ptr_array_wake_consumers(array);
    return 0;
}

TERN_INLINE int tern_ptr_array_locked_produce(struct tern_ptr_array *array, void *item)
{
    return tern_ptr_array_produce_behind_lock(array, item, true);
}

TERN_INLINE int tern_ptr_array_produce(struct tern_ptr_array *array, void *item)
{
    if (tern_load_relaxed(&array->producer.gate) & TERN_PTR_ARRAY_LOCKED_GATE)
        return tern_ptr_array_locked_produce(array, item);
    return tern_ptr_array_raw_produce(array, item);
}

/* Of a call that has been refused already. */
static inline int tern_ptr_array_produce_again(struct tern_ptr_array *array, void *item)
{
    if (tern_load_relaxed(&array->producer.gate) & TERN_PTR_ARRAY_LOCKED_GATE)
        return tern_ptr_array_produce_behind_lock(array, item, false);
    return tern_ptr_array_produce_slowly(array, item, false);
}

/* Whether there is something to do; else errno says why not, if it is misuse. */
TERN_ALWAYS_INLINE bool tern_ptr_array_may_produce(const struct tern_ptr_array *array,
                                                   uint32_t flavour, void *const *items, size_t n)
{
    if (TERN_UNLIKELY(n == 0))
        return false;
    if (TERN_UNLIKELY(!tern_ptr_array_is_open(array, flavour))) {
        errno = -tern_ptr_array_refusal(array, flavour);
        return false;
    }
    if (TERN_UNLIKELY(items == NULL || tern_ptr_array_has_null(items, n))) {
        errno = EINVAL;
        return false;
    }
    return true;
}

TERN_INLINE size_t tern_ptr_array_raw_produce_batched(struct tern_ptr_array *array,
                                                      void *const *items, size_t n)
{
    if (!tern_ptr_array_may_produce(array, 0, items, n))
        return 0;
    size_t done = tern_ptr_array_put_many(array, items, n);
    tern_ptr_array_wake_consumers(array);
    return done;
}

TERN_INLINE size_t tern_ptr_array_locked_produce_batched(struct tern_ptr_array *array,
                                                         void *const *items, size_t n)
{
    struct tern_spinlock *lock = &array->producer_lock.lock;
    size_t done = 0;
    if (!tern_ptr_array_may_produce(array, TERN_PTR_ARRAY_LOCKED_GATE, items, n))
        return 0;
    tern_spinlock_lock(lock, array->wait);
    bool open = tern_ptr_array_is_open(array, TERN_PTR_ARRAY_LOCKED_GATE);
    if (open)
        done = tern_ptr_array_put_many(array, items, n);
    tern_spinlock_unlock(lock);
    if (!open)
        errno = EPIPE;
    tern_ptr_array_wake_consumers(array);
    return done;
}

TERN_INLINE size_t tern_ptr_array_produce_batched(struct tern_ptr_array *array, void *const *items,
                                                  size_t n)
{
    if (tern_load_relaxed(&array->producer.gate) & TERN_PTR_ARRAY_LOCKED_GATE)
        return tern_ptr_array_locked_produce_batched(array, items, n);
    return tern_ptr_array_raw_produce_batched(array, items, n);
}

/* ------------------------------------------------------------------------------ consumers --- */

/*
 * Producers who wait do so for want of a slot, so what has been consumed is freed at once while one
 * of them does, however many slots have been freed and bells been rung meanwhile: hence their
 * number, and not the flag, which the first to ring takes away.
 *
 * A locked consume looks behind the lock, which the producer takes as well, once it has been
 * counted: either the consume sees it, or it frees what the consume has left. A raw one looks
 * before its move, sent by a limit that is NULL. What it took just before a producer came nobody
 * else may free: that is freed with the next consume, or with the batch.
 */
TERN_ALWAYS_INLINE bool tern_ptr_array_is_awaited(const struct tern_ptr_array *array)
{
    return TERN_UNLIKELY(tern_load_relaxed(&array->consumer.gate) >= TERN_PTR_ARRAY_WAITER_GATE);
}

TERN_ALWAYS_INLINE bool tern_ptr_array_is_locked(const struct tern_ptr_array *array)
{
    return (tern_load_relaxed(&array->consumer.gate) & TERN_PTR_ARRAY_LOCKED_GATE) != 0;
}

/* All that is rare in a raw consume: misuse, empty, a batch to free, producers who wait. */
TERN_OUT_OF_LINE void *tern_ptr_array_consume_slowly(struct tern_ptr_array *array)
{
    size_t freed = 0;
    /* Almost always it is the end of a batch. A limit says that the side is raw, and that nobody
     * had been counted when it was set. */
    tern_atomic_ptr *next = tern_load_relaxed(&array->consumer.next) + 1;
    if (TERN_LIKELY(next == tern_load_relaxed(&array->consumer.limit))) {
        /* As in take. */
        void *oldest = tern_load_acquire(next - 1);
        if (TERN_LIKELY(oldest != NULL)) {
            (void)tern_ptr_array_turn(array, next);
            tern_ptr_array_wake_producers(array);
            return oldest;
        }
    }
    if (tern_ptr_array_is_locked(array)) {
        errno = EINVAL;
        return NULL;
    }
    /* Who takes the limit away has been counted before that, with a heavy fence between; or spins,
     * and takes it away again. */
    bool awaited = tern_ptr_array_is_awaited(array);
    void *item = tern_ptr_array_take(array, &freed);
    if (awaited)
        freed += tern_ptr_array_free_early(array);
    else if (tern_load_relaxed(&array->consumer.limit) == NULL)
        tern_ptr_array_set_consumer_limit(array); /* those who waited have gone */
    if (freed != 0)
        tern_ptr_array_wake_producers(array);
    return item;
}

TERN_INLINE void *tern_ptr_array_raw_consume(struct tern_ptr_array *array)
{
    tern_atomic_ptr *slot = tern_load_relaxed(&array->consumer.next);
    /* As in take. */
    void *item = tern_load_acquire(slot);
    if (TERN_UNLIKELY(item == NULL) || !TERN_PTR_ARRAY_MAY_STEP(&array->consumer, slot))
        return tern_ptr_array_consume_slowly(array);
    /* As in take. */
    tern_store_release(&array->consumer.next, slot + 1);
    return item;
}

TERN_INLINE void *tern_ptr_array_locked_consume(struct tern_ptr_array *array)
{
    struct tern_spinlock *lock = &array->consumer_lock.lock;
    size_t freed = 0;
    if (TERN_UNLIKELY(!tern_ptr_array_is_locked(array))) {
        errno = EINVAL;
        return NULL;
    }
    tern_spinlock_lock(lock, array->wait);
    void *item = tern_ptr_array_take(array, &freed);
    if (tern_ptr_array_is_awaited(array))
        freed += tern_ptr_array_free_early(array);
    tern_spinlock_unlock(lock);
    if (TERN_UNLIKELY(freed != 0))
        tern_ptr_array_wake_producers(array);
    return item;
}

TERN_INLINE void *tern_ptr_array_consume(struct tern_ptr_array *array)
{
    if (tern_ptr_array_is_locked(array))
        return tern_ptr_array_locked_consume(array);
    return tern_ptr_array_raw_consume(array);
}

/* Up to n of the oldest items. Returns how many; *freed: how many slots it made free. */
TERN_ALWAYS_INLINE size_t tern_ptr_array_take_many(struct tern_ptr_array *array, void **items,
                                                   size_t n, size_t *freed)
{
    tern_ptr_array_any *to = items;
    size_t done = 0, free_now = 0;
    while (done < n) {
        void *item = tern_ptr_array_take(array, &free_now);
        if (item == NULL)
            break;
        to[done++] = item;
    }
    if (tern_ptr_array_is_awaited(array))
        free_now += tern_ptr_array_free_early(array);
    *freed = free_now;
    return done;
}

/* Whether there is something to do; else errno says why not, if it is misuse. */
TERN_ALWAYS_INLINE bool tern_ptr_array_may_consume(const struct tern_ptr_array *array, bool locked,
                                                   void **items, size_t n, size_t *freed)
{
    if (freed != NULL)
        *freed = 0;
    if (TERN_UNLIKELY(n == 0))
        return false;
    if (TERN_UNLIKELY(items == NULL || tern_ptr_array_is_locked(array) != locked)) {
        errno = EINVAL;
        return false;
    }
    return true;
}

/* What both flavours do once the side is free for others again. */
TERN_ALWAYS_INLINE void tern_ptr_array_after(struct tern_ptr_array *array, size_t free_now,
                                             size_t *freed)
{
    if (free_now != 0)
        tern_ptr_array_wake_producers(array);
    if (freed != NULL)
        *freed = free_now;
}

TERN_INLINE size_t tern_ptr_array_raw_consume_batched(struct tern_ptr_array *array, void **items,
                                                      size_t n, size_t *freed)
{
    size_t free_now;
    if (!tern_ptr_array_may_consume(array, false, items, n, freed))
        return 0;
    size_t done = tern_ptr_array_take_many(array, items, n, &free_now);
    tern_ptr_array_after(array, free_now, freed);
    return done;
}

TERN_INLINE size_t tern_ptr_array_locked_consume_batched(struct tern_ptr_array *array, void **items,
                                                         size_t n, size_t *freed)
{
    struct tern_spinlock *lock = &array->consumer_lock.lock;
    size_t free_now;
    if (!tern_ptr_array_may_consume(array, true, items, n, freed))
        return 0;
    tern_spinlock_lock(lock, array->wait);
    size_t done = tern_ptr_array_take_many(array, items, n, &free_now);
    tern_spinlock_unlock(lock);
    tern_ptr_array_after(array, free_now, freed);
    return done;
}

TERN_INLINE size_t tern_ptr_array_consume_batched(struct tern_ptr_array *array, void **items,
                                                  size_t n, size_t *freed)
{
    if (tern_ptr_array_is_locked(array))
        return tern_ptr_array_locked_consume_batched(array, items, n, freed);
    return tern_ptr_array_raw_consume_batched(array, items, n, freed);
}

/* ------------------------------------------------------------------ both, or one of the two --- */

/* Takes the lock of a side that has one. */
static inline void tern_ptr_array_enter_consumer(struct tern_ptr_array *array)
{
    if (tern_ptr_array_is_locked(array))
        tern_spinlock_lock(&array->consumer_lock.lock, array->wait);
}

static inline void tern_ptr_array_leave_consumer(struct tern_ptr_array *array)
{
    if (tern_ptr_array_is_locked(array))
        tern_spinlock_unlock(&array->consumer_lock.lock);
}

static inline void tern_ptr_array_enter_producer(struct tern_ptr_array *array)
{
    if (tern_load_relaxed(&array->producer.gate) & TERN_PTR_ARRAY_LOCKED_GATE)
        tern_spinlock_lock(&array->producer_lock.lock, array->wait);
}

static inline void tern_ptr_array_leave_producer(struct tern_ptr_array *array)
{
    if (tern_load_relaxed(&array->producer.gate) & TERN_PTR_ARRAY_LOCKED_GATE)
        tern_spinlock_unlock(&array->producer_lock.lock);
}

TERN_INLINE void *tern_ptr_array_peek(struct tern_ptr_array *array)
{
    tern_ptr_array_enter_consumer(array);
    /* Pairs with the release in put. */
    void *item = tern_load_acquire(tern_load_relaxed(&array->consumer.next));
    tern_ptr_array_leave_consumer(array);
    return item;
}

TERN_INLINE int tern_ptr_array_peek_call(struct tern_ptr_array *array,
                                         int (*call)(void *item, void *context), void *context,
                                         int *result)
{
    int status = -ENOENT, value;
    if (call == NULL)
        return -EINVAL;
    tern_ptr_array_enter_consumer(array);
    /* Pairs with the release in put. */
    void *item = tern_load_acquire(tern_load_relaxed(&array->consumer.next));
    if (item != NULL) {
        value = call(item, context);
        status = 0;
        if (result != NULL)
            *result = value;
    }
    tern_ptr_array_leave_consumer(array);
    return status;
}

TERN_INLINE size_t tern_ptr_array_flush(struct tern_ptr_array *array)
{
    tern_ptr_array_enter_consumer(array);
    size_t freed = tern_ptr_array_free_early(array);
    tern_ptr_array_leave_consumer(array);
    if (freed != 0)
        tern_ptr_array_wake_producers(array);
    return freed;
}

TERN_INLINE size_t tern_ptr_array_drain(struct tern_ptr_array *array,
                                        tern_ptr_array_dispose *dispose, void *context)
{
    size_t count = 0;
    for (void *item; (item = tern_ptr_array_consume(array)) != NULL; count++) {
        if (dispose != NULL)
            dispose(item, context);
    }
    return count;
}

TERN_EXTERN_C_END

#endif /* TERN_PTR_ARRAY_OPERATIONS_H */
