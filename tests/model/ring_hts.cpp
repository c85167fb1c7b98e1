/*
 * The ring with several threads on a side in HTS mode.
 *
 * SPDX-License-Identifier: MIT
 */
#include "ring_many.hpp"

using namespace model;

namespace {

using many = modes<TERN_RING_HTS, TERN_RING_HTS>;
using in = modes<TERN_RING_HTS, TERN_RING_ST>;
using out = modes<TERN_RING_ST, TERN_RING_HTS>;

/* A consumer that peeks at two and takes one, beside one that just takes: what is given back comes
 * out again, in order, and the waiting one never sees a claim that is open. */
struct peek : modes<TERN_RING_ST, TERN_RING_HTS> {
    static constexpr unsigned observers = 1;
    static constexpr unsigned prefill = 1;
    static constexpr plan produce = {single, 1, 1};
    static constexpr plan consume = {single, 1, 1};
    template <typename test> static void observe(test &it)
    {
        tern_ring_token token;
        uint64_t seen[2] = {0, 0}, again = 0;
        size_t n = tern_ring_dequeue_start_burst(it.ring(), 2, &token, nullptr);
        if (n == 0)
            return;
        RL_ASSERT(tern_ring_token_read(it.ring(), &token, seen, n) == n);
        RL_ASSERT(tern_ring_dequeue_finish(it.ring(), &token, 3) == -EINVAL);
        RL_ASSERT(tern_ring_dequeue_finish(it.ring(), &token, 0) == 0);
        RL_ASSERT(tern_ring_dequeue_finish(it.ring(), &token, 0) == -EINVAL);
        if (tern_ring_dequeue(it.ring(), &again) == 0) {
            RL_ASSERT(n == 1 || again == seen[0] || again == seen[1]);
            it.received[1][it.received_count[1]++] = again;
        }
    }
};

/* A producer that claims two and enqueues one, beside one that just enqueues. */
struct zero_copy : modes<TERN_RING_HTS, TERN_RING_ST> {
    static constexpr unsigned observers = 1;
    static constexpr unsigned prefill = 1;
    static constexpr size_t capacity = 3, slots = 4;
    static constexpr plan produce = {single, 1, 1};
    static constexpr plan consume = {single, 2, 1};
    template <typename test> static void observe(test &it)
    {
        tern_ring_token token;
        const uint64_t element = element_of(1, it.taken[1]);
        if (tern_ring_enqueue_start_bulk(it.ring(), 2, &token, nullptr) == 0)
            return;
        RL_ASSERT(tern_ring_token_write(it.ring(), &token, &element, 1) == 1);
        RL_ASSERT(tern_ring_enqueue_finish(it.ring(), &token, 1) == 0);
        it.taken[1]++;
    }
};

/* A claim that is written to and given back whole, beside a plain one: the word is then the same as
 * before, and only the session tells the plain one that somebody was there. Sampled, since the
 * session has moved by two, and a search goes back by one value only. */
struct give_back : modes<TERN_RING_HTS, TERN_RING_ST> {
    static constexpr unsigned observers = 1;
    static constexpr plan produce = {single, 1, 1};
    static constexpr plan consume = {single, 0, 1};
    template <typename test> static void observe(test &it)
    {
        tern_ring_token token;
        const uint64_t element = 7;
        if (tern_ring_enqueue_start_bulk(it.ring(), 1, &token, nullptr) == 0)
            return;
        RL_ASSERT(tern_ring_token_write(it.ring(), &token, &element, 1) == 1);
        RL_ASSERT(tern_ring_enqueue_finish(it.ring(), &token, 0) == 0);
    }
};

/* A copy of a token that has been finished fits no later claim: not even that of a thread which has
 * looked at the word before, and finds it the same. */
struct stale_copy : modes<TERN_RING_ST, TERN_RING_HTS> {
    static constexpr unsigned observers = 1, prefill = 1;
    static constexpr plan produce = {single, 0, 1};
    static constexpr plan consume = {single, 1, 1};
    template <typename test> static void observe(test &it)
    {
        tern_ring_token token, copy;
        if (tern_ring_dequeue_start_bulk(it.ring(), 1, &token, nullptr) == 0)
            return;
        copy = token;
        RL_ASSERT(tern_ring_dequeue_finish(it.ring(), &token, 0) == 0);
        RL_ASSERT(tern_ring_dequeue_finish(it.ring(), &copy, 0) == -EINVAL);
    }
};

const scenario scenarios[] = {
    {"hts: a copy of a finished token", ring_over<stale_copy, bounded>, 3, true},
    {"hts: peek and give back", ring_over<peek, bounded>, 2, true},
    {"hts: claim given back whole", ring_over<give_back, sampled>, 300000, true},
    {"hts: zero-copy, fewer than claimed", ring_over<zero_copy, bounded>, 2, true},
    MODEL_RING_MANY("hts", many, in, out, 3),
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
