/*
 * Waiting for an item, or for room, with a time; and the end of all waiting, close.
 *
 * First as the wait policy says, spinning and yielding, which nobody knows of. Then as one of those
 * that are counted: asleep (sleep.h), or with TERN_WAIT_SPIN going on to spin.
 *
 * Internal: users include <tern/ptr_array.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_PTR_ARRAY_WAIT_H
#define TERN_PTR_ARRAY_WAIT_H

#include <tern/ptr_array/operations.h>
#include <tern/ptr_array/query.h>

TERN_EXTERN_C_BEGIN

/* Of a wait that spins, between two looks at the clock. */
#define TERN_PTR_ARRAY_TRIES 16u

/* What a thread waits for. */
struct tern_ptr_array_wish {
    struct tern_ptr_array *array;
    void *item;
    uint64_t end;  /* of the time, on tern_park_clock, or TERN_PARK_FOREVER */
    bool consumer; /* waits for an item; else for room */
};

/* One try: 0, -EAGAIN where it pays to wait, or what ends the wait. */
static inline int tern_ptr_array_try(struct tern_ptr_array_wish *wish, bool first)
{
    if (wish->consumer) {
        /* Before the look, so that what was produced until then is found. Pairs with the release in
         * close. */
        uint32_t gate = tern_load_acquire(&wish->array->producer.gate);
        wish->item = tern_ptr_array_consume(wish->array);
        if (wish->item != NULL)
            return 0;
        return (gate & TERN_PTR_ARRAY_CLOSED_GATE) != 0 ? -EPIPE : -EAGAIN;
    }
    int status = first ? tern_ptr_array_produce(wish->array, wish->item)
                       : tern_ptr_array_produce_again(wish->array, wish->item);
    return status == -ENOBUFS ? -EAGAIN : status;
}

/* Nanoseconds, 0 at the end of the time. */
static inline uint64_t tern_ptr_array_time_left(const struct tern_ptr_array_wish *wish)
{
    if (wish->end == TERN_PARK_FOREVER)
        return TERN_PARK_FOREVER;
    uint64_t now = tern_park_clock();
    return now < wish->end ? wish->end - now : 0;
}

static inline tern_atomic_u32 *tern_ptr_array_wish_gate(const struct tern_ptr_array_wish *wish)
{
    return wish->consumer ? &wish->array->producer.gate : &wish->array->consumer.gate;
}

static inline struct tern_ptr_array_bell *
tern_ptr_array_wish_bell(const struct tern_ptr_array_wish *wish)
{
    return wish->consumer ? &wish->array->items : &wish->array->room;
}

/* Tries for a while, up to the first yield of the policy, and then looks at the clock. */
static inline int tern_ptr_array_spin(struct tern_ptr_array_wish *wish, struct tern_wait *wait)
{
    for (unsigned i = 0; i < TERN_PTR_ARRAY_TRIES && !tern_wait_has_yielded(wait); i++) {
        tern_wait_once(wait);
        int status = tern_ptr_array_try(wish, false);
        if (status != -EAGAIN)
            return status;
    }
    return tern_ptr_array_time_left(wish) == 0 ? -ETIMEDOUT : -EAGAIN;
}

/* Sends a raw consumer to its gate, which tells it to free at once. */
static inline void tern_ptr_array_send_to_gate(const struct tern_ptr_array_wish *wish)
{
    tern_ptr_array_cursor *limit = &wish->array->consumer.limit;
    if (!wish->consumer && tern_load_relaxed(limit) != NULL)
        tern_store_relaxed(limit, (tern_atomic_ptr *)NULL);
}

/* Says that somebody sleeps. Returns whether everybody has heard it, see tern_fence_heavy. */
static inline bool tern_ptr_array_arm(const struct tern_ptr_array_wish *wish)
{
    (void)tern_fetch_or_relaxed(tern_ptr_array_wish_gate(wish), TERN_PTR_ARRAY_ARMED_GATE);
    bool heard = tern_fence_heavy();
    /* Behind the fence: a raw consumer that sets its limit after this looks at the gate. */
    tern_ptr_array_send_to_gate(wish);
    return heard;
}

/* Steps 2 to 6 of sleep.h, once. */
static inline int tern_ptr_array_doze(struct tern_ptr_array_wish *wish)
{
    struct tern_ptr_array_bell *bell = tern_ptr_array_wish_bell(wish);
    /* Pairs with the release in ring_bell, and in close. */
    uint32_t seen = tern_load_acquire(&bell->event);
    bool heard = tern_ptr_array_arm(wish);
    int status = tern_ptr_array_try(wish, false);
    if (status != -EAGAIN)
        return status;
    uint64_t left = tern_ptr_array_time_left(wish);
    if (left == 0)
        return -ETIMEDOUT;
    /* Pairs with the acquire in get_statistics: who knows that this thread sleeps is sent to the
     * gate, and finds it counted there. */
    (void)tern_fetch_add_release(&bell->sleeps, UINT64_C(1));
    tern_park(&bell->event, seen, heard || left < TERN_PARK_RECHECK ? left : TERN_PARK_RECHECK);
    return tern_ptr_array_try(wish, false);
}

/* As one of those who sleep or are about to. */
static inline int tern_ptr_array_sleep(struct tern_ptr_array_wish *wish)
{
    int status = -EAGAIN;
    while (status == -EAGAIN)
        status = tern_ptr_array_doze(wish);
    return status;
}

/* The same with TERN_WAIT_SPIN. Nobody's core is interrupted for a fence; instead the limit is
 * looked at again and again, in case that the consumer was just setting it. */
static inline int tern_ptr_array_keep_spinning(struct tern_ptr_array_wish *wish,
                                               struct tern_wait *wait)
{
    int status = -EAGAIN;
    while (status == -EAGAIN) {
        tern_ptr_array_send_to_gate(wish);
        status = tern_ptr_array_spin(wish, wait);
    }
    return status;
}

/* Step 7: those who still sleep are without a flag if it was this thread that was woken. */
static inline void tern_ptr_array_hand_on(const struct tern_ptr_array_wish *wish)
{
    struct tern_ptr_array *array = wish->array;
    (void)tern_ptr_array_arm(wish);
    if (wish->consumer ? !tern_ptr_array_empty(array) : !tern_ptr_array_full(array))
        tern_ptr_array_ring_bell(tern_ptr_array_wish_bell(wish), tern_ptr_array_wish_gate(wish));
}

/* Waits as one of those who are counted: steps 1 to 7. */
TERN_OUT_OF_LINE int tern_ptr_array_wait_counted(struct tern_ptr_array_wish *wish,
                                                 struct tern_wait *wait)
{
    tern_atomic_u32 *gate = tern_ptr_array_wish_gate(wish);
    bool sleeps = wish->array->wait != TERN_WAIT_SPIN;
    (void)tern_fetch_add_relaxed(gate, TERN_PTR_ARRAY_WAITER_GATE);
    /* What was consumed before: from here on consumers free at once. Nobody else may do that for a
     * raw consumer. */
    if (!wish->consumer && tern_ptr_array_is_locked(wish->array))
        (void)tern_ptr_array_flush(wish->array);
    int status = sleeps ? tern_ptr_array_sleep(wish) : tern_ptr_array_keep_spinning(wish, wait);
    /* Pairs with the release in ring_bell: whoever had been counted when it took the flag away is
     * in the number below. */
    (void)tern_load_acquire(&tern_ptr_array_wish_bell(wish)->event);
    uint32_t before = tern_fetch_sub_relaxed(gate, TERN_PTR_ARRAY_WAITER_GATE);
    if (sleeps && before >= 2 * TERN_PTR_ARRAY_WAITER_GATE)
        tern_ptr_array_hand_on(wish);
    return status;
}

TERN_OUT_OF_LINE int tern_ptr_array_wait(struct tern_ptr_array_wish *wish, uint64_t nanoseconds)
{
    struct tern_wait wait = tern_wait_begin(wish->array->wait);
    int status = tern_ptr_array_try(wish, true);
    if (status != -EAGAIN)
        return status;
    if (nanoseconds == 0)
        return -ETIMEDOUT;
    wish->end = TERN_PARK_FOREVER;
    if (nanoseconds != TERN_PARK_FOREVER) {
        uint64_t now = tern_park_clock();
        if (nanoseconds < TERN_PARK_FOREVER - now)
            wish->end = now + nanoseconds;
    }
    status = tern_ptr_array_spin(wish, &wait);
    return status == -EAGAIN ? tern_ptr_array_wait_counted(wish, &wait) : status;
}

TERN_INLINE int tern_ptr_array_consume_wait(struct tern_ptr_array *array, void **item,
                                            uint64_t nanoseconds)
{
    struct tern_ptr_array_wish wish;
    if (item == NULL)
        return -EINVAL;
    wish.array = array;
    wish.item = NULL;
    wish.consumer = true;
    int status = tern_ptr_array_wait(&wish, nanoseconds);
    if (status == 0)
        *item = wish.item;
    return status;
}

TERN_INLINE int tern_ptr_array_produce_wait(struct tern_ptr_array *array, void *item,
                                            uint64_t nanoseconds)
{
    struct tern_ptr_array_wish wish;
    wish.array = array;
    wish.item = item;
    wish.consumer = false;
    return tern_ptr_array_wait(&wish, nanoseconds);
}

TERN_INLINE void tern_ptr_array_close(struct tern_ptr_array *array)
{
    tern_ptr_array_enter_producer(array);
    /* Release: pairs with the acquire in try: who sees it finds all that was produced. Acquire:
     * with the release in set_producer_limit. */
    (void)tern_fetch_or_acq_rel(&array->producer.gate, TERN_PTR_ARRAY_CLOSED_GATE);
    tern_store_relaxed(&array->producer.limit, (tern_atomic_ptr *)NULL);
    tern_ptr_array_leave_producer(array);
    /* Pair with the acquire in doze. */
    (void)tern_fetch_add_release(&array->items.event, 1u);
    (void)tern_fetch_add_release(&array->room.event, 1u);
    tern_unpark_all(&array->items.event);
    tern_unpark_all(&array->room.event);
}

TERN_EXTERN_C_END

#endif /* TERN_PTR_ARRAY_WAIT_H */
