/*
 * The ring in LF mode.
 *
 * SPDX-License-Identifier: MIT
 */
#define TERN_DEBUG 1 /* what the header says must hold is checked */

#include "ring_ceasing.hpp"

using namespace model;

namespace {

using many = modes<TERN_RING_LF, TERN_RING_LF>;

/* Somebody enqueues before it dequeues, so the ring is never empty. */
struct never_empty : many {
    static constexpr unsigned producers = 1, consumers = 0, observers = 1, prefill = 1;
};

struct never_empty_test : ring_test<never_empty> {
    void thread(unsigned index)
    {
        if (index == 0) {
            produce(0, plan{single, 1, 1});
            consume(0, plan{single, 1, 1});
        } else {
            RL_ASSERT(!tern_ring_empty(ring()));
        }
    }
};

/* A slot that this consumer looks at as another one has left it, without having seen that. */
struct head_moved_on : many {
    static constexpr unsigned consumers = 2;
    static constexpr size_t capacity = 1, slots = 1;
    static constexpr plan produce = {single, 1, 1};
    static constexpr plan consume = {single, 1, 1};
};

const scenario scenarios[] = {
    {"lf: never empty", over<never_empty_test, full>, 0, true},
    {"lf: the head has moved on", ring_over<head_moved_on, bounded>, 3, true},
    MODEL_RING_MANY("lf", many, many, many, 2),
    MODEL_RING_CEASING("lf", TERN_RING_LF),
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
