/*
 * The ring with one thread on each side.
 *
 * SPDX-License-Identifier: MIT
 */
#include "ring.hpp"

using namespace model;

namespace {

struct st : ring_setup {
    static constexpr tern_ring_mode producer_mode = TERN_RING_ST, consumer_mode = TERN_RING_ST;
};

/* More elements than slots: each slot is used again, in both directions. */
struct one_slot : st {
    static constexpr size_t capacity = 1, slots = 1;
    static constexpr plan produce = {single, 2, 1};
    static constexpr plan consume = {single, 3, 1};
};

struct two_slots : st {
    static constexpr unsigned prefill = 1;
    static constexpr plan produce = {single, 2, 1};
    static constexpr plan consume = {single, 2, 1};
};

/* A capacity below the number of slots: full must come before the slots run out. */
struct exact_capacity : st {
    static constexpr size_t capacity = 3, slots = 4;
    static constexpr unsigned prefill = 2;
    static constexpr plan produce = {single, 3, 1};
    static constexpr plan consume = {single, 2, 1};
};

struct bulk_of_two : st {
    static constexpr size_t capacity = 3, slots = 4;
    static constexpr unsigned prefill = 1;
    static constexpr plan produce = {bulk, 2, 2};
    static constexpr plan consume = {bulk, 2, 2};
};

struct burst_of_two : st {
    static constexpr size_t capacity = 3, slots = 4;
    static constexpr unsigned prefill = 1;
    static constexpr plan produce = {burst, 2, 2};
    static constexpr plan consume = {burst, 2, 2};
};

struct bulk_in_single_out : st {
    static constexpr plan produce = {bulk, 2, 2};
    static constexpr plan consume = {single, 3, 1};
};

struct single_in_bulk_out : st {
    static constexpr plan produce = {single, 3, 1};
    static constexpr plan consume = {bulk, 2, 2};
};

/* Too long for a full search. */
struct many_rounds : st {
    static constexpr plan produce = {burst, 6, 2};
    static constexpr plan consume = {burst, 6, 2};
};

/* The counts that a third thread sees. One element is in the ring at most, so more than one is a
 * wrong difference of two indices and not a snapshot. */
struct observed : st {
    static constexpr unsigned observers = 1;
    static constexpr plan produce = {single, 1, 1};
    static constexpr plan consume = {single, 1, 1};
    template <typename test> static void observe(test &it)
    {
        RL_ASSERT(tern_ring_count(it.ring()) <= 1);
    }
};

const scenario scenarios[] = {
    {"st: one slot", ring_over<one_slot, full>, 0, true},
    {"st: two slots", ring_over<two_slots, full>, 0, true},
    {"st: exact capacity", ring_over<exact_capacity, full>, 0, true},
    {"st: bulk of 2", ring_over<bulk_of_two, full>, 0, true},
    {"st: burst of 2", ring_over<burst_of_two, full>, 0, true},
    {"st: bulk in, single out", ring_over<bulk_in_single_out, full>, 0, true},
    {"st: single in, bulk out", ring_over<single_in_bulk_out, full>, 0, true},
    {"st: counts seen by a third thread", ring_over<observed, full>, 0, true},
    {"st: many rounds", ring_over<many_rounds, sampled>, 200000, true},
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
