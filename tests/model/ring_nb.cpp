/*
 * The ring in NB mode, with stamps of 2 bits, which wrap every other lap.
 *
 * SPDX-License-Identifier: MIT
 */
#define TERN_DEBUG           1 /* what the header says must hold is checked */
#define TERN_RING_STAMP_BITS 2

#include "harness/history.hpp"

#include "ring_ceasing.hpp"

using namespace model;

namespace {

using many = modes<TERN_RING_NB, TERN_RING_NB>;

/* A stamp of two laps ago looks like the one that is wanted: a position that another has moved on
 * must not come with it. */
struct stamps_come_again_for_consumers : many {
    static constexpr unsigned consumers = 2, prefill = 1;
    static constexpr size_t capacity = 1, slots = 1;
    static constexpr plan produce = {single, 2, 1};
    static constexpr plan consume = {single, 2, 1};
};

/* Here the limit has to be ahead as well, which takes a second slot: one thread goes round, another
 * takes the third element and may cease before it stamps the slot, and one that is new finds it. */
struct laps : many {
    static constexpr unsigned producers = 2, consumers = 2;
};

struct stamps_come_again_for_producers : ring_test<laps> {
    tern_atomic_u32 gone_round; /* relaxed: says when, and orders nothing */

    void thread(unsigned index)
    {
        const plan one = {single, 1, 1};
        if (index == 0) {
            produce(0, one);
            for (unsigned i = 0; i < 2; i++) {
                produce(0, one);
                consume(1, one);
            }
            produce(0, one);
            tern_store_relaxed(&gone_round, 1u);
        } else if (index == 1) {
            while (tern_load_relaxed(&gone_round) == 0)
                rl::yield(1, $);
            produce(1, one);
        } else if (index == 2) {
            try {
                consume(0, one);
            } catch (const ceased &) {
            }
        }
    }

    void before()
    {
        ring_test<laps>::before();
        tern_store_relaxed(&gone_round, 0u);
        mortal = 2;
    }

    /* What the ceased thread has claimed is lost; what is asked is whether there was a race. */
    void after()
    {
        mortal = -1;
    }
};

const scenario scenarios[] = {
    {"nb: a stamp comes again, consumers", ring_over<stamps_come_again_for_consumers, sampled>,
     100000, true},
    {"nb: a stamp comes again, producers", over<stamps_come_again_for_producers, sampled>, 60000,
     true},
    MODEL_RING_MANY("nb", many, many, many, 2),
    MODEL_RING_CEASING("nb", TERN_RING_NB),
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
