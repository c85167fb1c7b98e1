/*
 * The shapes that every mode with several threads a side goes through. A program gives the modes
 * of the two sides as a setup to inherit from.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_TESTS_MODEL_RING_MANY_HPP
#define TERN_TESTS_MODEL_RING_MANY_HPP

#include "ring.hpp"

namespace model {

template <tern_ring_mode producer, tern_ring_mode consumer> struct modes : ring_setup {
    static constexpr tern_ring_mode producer_mode = producer, consumer_mode = consumer;
};

/* Two threads, both of the side's moves with nobody to compete with. */
template <typename base> struct one_and_one : base {
    static constexpr plan produce = {single, 1, 1};
    static constexpr plan consume = {single, 2, 1};
};

/* A slot that the consumer may just have freed. */
template <typename base> struct one_and_one_full : base {
    static constexpr size_t capacity = 1, slots = 1;
    static constexpr unsigned prefill = 1;
    static constexpr plan produce = {single, 1, 1};
    static constexpr plan consume = {single, 1, 1};
};

/* Two producers into one slot each, and a consumer behind them. */
template <typename base> struct two_producers : base {
    static constexpr unsigned producers = 2;
    static constexpr plan produce = {single, 1, 1};
    static constexpr plan consume = {single, 1, 1};
};

/* Slots that a consumer has just freed, taken by two producers: what one has seen of the
 * consumer's tail serves the other. */
template <typename base> struct two_producers_full : two_producers<base> {
    static constexpr unsigned prefill = 2;
    static constexpr plan consume = {bulk, 1, 2};
};

/* Elements that a producer has just published, taken by two consumers: likewise. */
template <typename base> struct two_consumers : base {
    static constexpr unsigned consumers = 2;
    static constexpr plan produce = {bulk, 1, 2};
    static constexpr plan consume = {single, 1, 1};
};

/* A consumer's second look at the head, moved on by another. */
template <typename base> struct two_consumers_prefilled : two_consumers<base> {
    static constexpr unsigned prefill = 1;
    static constexpr plan produce = {single, 1, 1};
};

template <typename base> struct two_consumers_bursts : two_consumers<base> {
    static constexpr size_t capacity = 4, slots = 4;
    static constexpr unsigned prefill = 2;
    static constexpr plan produce = {bulk, 1, 2};
    static constexpr plan consume = {burst, 1, 2};
};

/* The counts that a third thread sees. One element is in the ring at most, so more than one is a
 * wrong difference of two indices and not a snapshot. */
template <typename base> struct observed : base {
    static constexpr unsigned observers = 1;
    static constexpr plan produce = {single, 1, 1};
    static constexpr plan consume = {single, 1, 1};
    template <typename test> static void observe(test &it)
    {
        RL_ASSERT(tern_ring_count(it.ring()) <= 1);
    }
};

/* What is left, as a claim of nothing reports it, while another thread of the side moves on. */
template <typename base> struct asked_what_is_left : base {
    static constexpr unsigned observers = 1;
    static constexpr unsigned prefill = 1;
    static constexpr plan produce = {single, 1, 1};
    static constexpr plan consume = {single, 1, 1};
    template <typename test> static void observe(test &it)
    {
        size_t left = 0;
        RL_ASSERT(tern_ring_dequeue_bulk(it.ring(), nullptr, 0, &left) == 0);
        RL_ASSERT(left <= 2);
    }
};

/* Too long for a full search: both sides with two threads, several rounds, slots used again. */
template <typename base> struct two_and_two : base {
    static constexpr unsigned producers = 2, consumers = 2;
    static constexpr plan produce = {single, 2, 1};
    static constexpr plan consume = {single, 2, 1};
};

template <typename base> struct two_and_two_bursts : two_and_two<base> {
    static constexpr size_t capacity = 3, slots = 4;
    static constexpr plan produce = {burst, 2, 2};
    static constexpr plan consume = {burst, 2, 2};
};

template <typename base> struct two_and_two_bulk : two_and_two<base> {
    static constexpr size_t capacity = 4, slots = 4;
    static constexpr plan produce = {bulk, 3, 2};
    static constexpr plan consume = {bulk, 3, 2};
};

template <typename base> struct three_producers : two_and_two<base> {
    static constexpr unsigned producers = 3, consumers = 1;
    static constexpr plan consume = {burst, 3, 2};
};

template <typename base> struct three_consumers : two_and_two<base> {
    static constexpr unsigned producers = 1, consumers = 3;
    static constexpr plan produce = {burst, 4, 2};
};

} // namespace model

/* The rows of a table of scenarios; `many` is the setup with several threads on both sides, `in`
 * that with one consumer thread, `out` that with one producer thread; `bound` is how many
 * preemptions a bounded search allows. */
#define MODEL_RING_MANY(name, many, in, out, bound)                                                \
    {name ": one and one", ring_over<one_and_one<many>, full>, 0, false},                          \
        {name ": one and one, full ring", ring_over<one_and_one_full<many>, full>, 0, true},       \
        {name ": two producers", ring_over<two_producers<in>, bounded>, bound, false},             \
        {name ": two producers, full ring", ring_over<two_producers_full<in>, bounded>, bound,     \
         false},                                                                                   \
        {name ": two consumers", ring_over<two_consumers<out>, bounded>, bound, false},            \
        {name ": two consumers, one left", ring_over<two_consumers_prefilled<out>, bounded>, 3,    \
         false},                                                                                   \
        {name ": two consumers, bursts", ring_over<two_consumers_bursts<out>, bounded>, bound,     \
         false},                                                                                   \
        {name ": counts seen by a third thread", ring_over<observed<many>, bounded>, bound,        \
         false},                                                                                   \
        {name ": what is left, asked beside", ring_over<asked_what_is_left<many>, bounded>, bound, \
         false},                                                                                   \
        {name ": two producers", ring_over<two_producers<in>, sampled>, 30000, true},              \
        {name ": two producers, full ring", ring_over<two_producers_full<in>, sampled>, 30000,     \
         true},                                                                                    \
        {name ": two consumers", ring_over<two_consumers<out>, sampled>, 30000, true},             \
        {name ": two and two", ring_over<two_and_two<many>, sampled>, 100000, true},               \
        {name ": two and two, bursts of 2", ring_over<two_and_two_bursts<many>, sampled>, 100000,  \
         true},                                                                                    \
        {name ": two and two, bulk of 2", ring_over<two_and_two_bulk<many>, sampled>, 100000,      \
         true},                                                                                    \
        {name ": three producers", ring_over<three_producers<many>, sampled>, 100000, true},       \
    {                                                                                              \
        name ": three consumers", ring_over<three_consumers<many>, sampled>, 100000, true          \
    }

#endif /* TERN_TESTS_MODEL_RING_MANY_HPP */
