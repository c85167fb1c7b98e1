/*
 * Going to sleep for want of items or of room, and being woken.
 *
 * Each direction has a flag, `armed`, and the number of those who wait, in one word on the line of
 * the side that wakes: its gate. And a bell, the word that they sleep on.
 *
 *     who sleeps                               who wakes
 *     1  waiters + 1                           1  write the slot
 *     2  seen = event                          2  light fence
 *     3  armed = 1                             3  armed?  no: done
 *     4  heavy fence                           4  exchange armed for 0; it was 0: done
 *     5  try; done: go to 7                    5  event + 1
 *     6  park while event is `seen`; go to 2   6  unpark one
 *     7  waiters - 1; if others are left: armed = 1, heavy fence,
 *        and wake one if there is something to be had
 *
 * Why nobody sleeps while there is something to be had: the two fences (<tern/arch/park.h>) make
 * either the try in 5 find what was written in 1, or the look in 3 find the flag. Who takes the
 * flag away moves the event on, so those who have read it before do not sleep, and of those that
 * already sleep one wakes up. The others are without a flag until that one leaves: it sets the flag
 * again and then looks itself for what has been written in between. It cannot overlook them: flag
 * and number are one word, so whoever was counted when the flag was taken away is in the number
 * that the woken thread finds, and whoever is counted later sets a flag of its own.
 *
 * For producers the number does more: while it is not 0, every consume frees its slots at once
 * (operations.h). The flag could not say that, since the first to ring takes it away while others
 * still sleep. Who waits without sleeping (TERN_WAIT_SPIN) counts too, and sets no flag.
 *
 * Internal: users include <tern/ptr_array.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_PTR_ARRAY_SLEEP_H
#define TERN_PTR_ARRAY_SLEEP_H

#include <tern/arch/park.h>
#include <tern/ptr_array/layout.h>

/* Wakes one of those who sleep, if there are any. */
TERN_OUT_OF_LINE void tern_ptr_array_ring_bell(struct tern_ptr_array_bell *bell,
                                               tern_atomic_u32 *gate)
{
    uint32_t armed = tern_fetch_and_relaxed(gate, ~TERN_PTR_ARRAY_ARMED_GATE);
    if ((armed & TERN_PTR_ARRAY_ARMED_GATE) == 0)
        return;
    /* Pairs with the acquire in tern_ptr_array_doze: who sees the event sees what it is about. */
    (void)tern_fetch_add_release(&bell->event, 1u);
    tern_unpark_one(&bell->event);
}

/* Whether threads of the other side sleep: asked behind the slot that they sleep for. */
TERN_ALWAYS_INLINE bool tern_ptr_array_has_sleepers(tern_atomic_u32 *gate)
{
    tern_fence_light();
    return TERN_UNLIKELY((tern_load_relaxed(gate) & TERN_PTR_ARRAY_ARMED_GATE) != 0);
}

/* By the array alone, so that a loop of produces keeps no address of the gate for the rare call. */
TERN_OUT_OF_LINE void tern_ptr_array_ring_consumers(struct tern_ptr_array *array)
{
    tern_ptr_array_ring_bell(&array->items, &array->producer.gate);
}

TERN_ALWAYS_INLINE void tern_ptr_array_wake_consumers(struct tern_ptr_array *array)
{
    if (tern_ptr_array_has_sleepers(&array->producer.gate))
        tern_ptr_array_ring_consumers(array);
}

TERN_ALWAYS_INLINE void tern_ptr_array_wake_producers(struct tern_ptr_array *array)
{
    if (tern_ptr_array_has_sleepers(&array->consumer.gate))
        tern_ptr_array_ring_bell(&array->room, &array->consumer.gate);
}

#endif /* TERN_PTR_ARRAY_SLEEP_H */
