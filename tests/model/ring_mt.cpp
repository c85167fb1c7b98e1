/*
 * The ring with several threads on a side.
 *
 * SPDX-License-Identifier: MIT
 */
#include "ring.hpp"

using namespace model;

namespace {

/* Two threads, both of the side's moves with nobody to compete with. */
struct one_and_one : ring_setup {
    static constexpr plan produce = {single, 1, 1};
    static constexpr plan consume = {single, 2, 1};
};

/* A slot that the consumer may just have freed. */
struct one_and_one_full : ring_setup {
    static constexpr size_t capacity = 1, slots = 1;
    static constexpr unsigned prefill = 1;
    static constexpr plan produce = {single, 1, 1};
    static constexpr plan consume = {single, 1, 1};
};

/* Two producers into one slot each, and a consumer behind them. */
struct two_producers : ring_setup {
    static constexpr unsigned producers = 2;
    static constexpr tern_ring_mode consumer_mode = TERN_RING_ST;
    static constexpr plan produce = {single, 1, 1};
    static constexpr plan consume = {single, 1, 1};
};

/* Slots that a consumer has just freed, taken by two producers: what one has seen of the
 * consumer's tail serves the other. */
struct two_producers_full : two_producers {
    static constexpr unsigned prefill = 2;
    static constexpr plan consume = {bulk, 1, 2};
};

/* Elements that a producer has just published, taken by two consumers: likewise. */
struct two_consumers : ring_setup {
    static constexpr unsigned consumers = 2;
    static constexpr tern_ring_mode producer_mode = TERN_RING_ST;
    static constexpr plan produce = {bulk, 1, 2};
    static constexpr plan consume = {single, 1, 1};
};

/* A consumer's second look at the head, moved on by another. */
struct two_consumers_prefilled : two_consumers {
    static constexpr unsigned prefill = 1;
    static constexpr plan produce = {single, 1, 1};
};

struct two_consumers_bursts : two_consumers {
    static constexpr size_t capacity = 4, slots = 4;
    static constexpr unsigned prefill = 2;
    static constexpr plan produce = {bulk, 1, 2};
    static constexpr plan consume = {burst, 1, 2};
};

/* Too long for a full search: every side with two threads, several rounds, slots used again. */
struct two_and_two : ring_setup {
    static constexpr unsigned producers = 2, consumers = 2;
    static constexpr plan produce = {single, 2, 1};
    static constexpr plan consume = {single, 2, 1};
};

struct two_and_two_bursts : two_and_two {
    static constexpr size_t capacity = 3, slots = 4;
    static constexpr plan produce = {burst, 2, 2};
    static constexpr plan consume = {burst, 2, 2};
};

struct two_and_two_bulk : two_and_two {
    static constexpr size_t capacity = 4, slots = 4;
    static constexpr plan produce = {bulk, 3, 2};
    static constexpr plan consume = {bulk, 3, 2};
};

struct three_producers : two_and_two {
    static constexpr unsigned producers = 3, consumers = 1;
    static constexpr plan consume = {burst, 3, 2};
};

struct three_consumers : two_and_two {
    static constexpr unsigned producers = 1, consumers = 3;
    static constexpr plan produce = {burst, 4, 2};
};

/* As with the ST mode: one element is in the ring at most. */
struct observed : ring_setup {
    static constexpr unsigned observers = 1;
    static constexpr plan produce = {single, 1, 1};
    static constexpr plan consume = {single, 1, 1};
    template <typename test> static void observe(test &it)
    {
        RL_ASSERT(tern_ring_count(it.ring()) <= 1);
    }
};

const scenario scenarios[] = {
    {"mt: one and one", simulate_ring<one_and_one>, full, 0, true},
    {"mt: one and one, full ring", simulate_ring<one_and_one_full>, full, 0, true},
    {"mt: two producers, st consumer", simulate_ring<two_producers>, bounded, 3, false},
    {"mt: two producers, full ring", simulate_ring<two_producers_full>, bounded, 3, false},
    {"mt: st producer, two consumers", simulate_ring<two_consumers>, bounded, 3, false},
    {"mt: two consumers, one left", simulate_ring<two_consumers_prefilled>, bounded, 3, false},
    {"mt: two consumers, bursts", simulate_ring<two_consumers_bursts>, bounded, 3, false},
    {"mt: counts seen by a third thread", simulate_ring<observed>, bounded, 3, false},
    {"mt: two producers, st consumer", simulate_ring<two_producers>, sampled, 50000, true},
    {"mt: two producers, full ring", simulate_ring<two_producers_full>, sampled, 50000, true},
    {"mt: st producer, two consumers", simulate_ring<two_consumers>, sampled, 50000, true},
    {"mt: two and two", simulate_ring<two_and_two>, sampled, 200000, true},
    {"mt: two and two, bursts of 2", simulate_ring<two_and_two_bursts>, sampled, 200000, true},
    {"mt: two and two, bulk of 2", simulate_ring<two_and_two_bulk>, sampled, 200000, true},
    {"mt: three producers", simulate_ring<three_producers>, sampled, 200000, true},
    {"mt: three consumers", simulate_ring<three_consumers>, sampled, 200000, true},
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
