/*
 * The random numbers of sampled searches, in place of Relacy's own.
 *
 * Those are a linear congruence modulo 2^32 from which a choice between two takes bit 16: that bit
 * repeats itself after 2^17 numbers, and there are only as many different sequences of it. With two
 * threads nearly every choice is one between two, so a sample of 200 000 executions would hardly
 * hold a new one in its second half. This one mixes the number of the execution into 64 bits
 * (SplitMix64: Steele, Lea and Flood, 2014), from which all choices are independent.
 *
 * An execution is still given by its number alone, which is how one is replayed.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_TESTS_MODEL_HARNESS_RANDOM_HPP
#define TERN_TESTS_MODEL_HARNESS_RANDOM_HPP

#include <cstdint>

/* Takes the place of <relacy/random.hpp>. */
#ifdef RL_RANDOM_HPP
#    error "include this before Relacy"
#endif
#define RL_RANDOM_HPP

namespace rl {

struct random_generator {
    uint64_t state;

    void seed(uint64_t execution)
    {
        state = execution * UINT64_C(0xd1342543de82ef95);
    }

    unsigned rand()
    {
        uint64_t mixed = state += UINT64_C(0x9e3779b97f4a7c15);
        mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
        return static_cast<unsigned>(mixed >> 33);
    }

    template <typename type, type limit> type get()
    {
        return static_cast<type>(rand() % limit);
    }
};

} // namespace rl

#endif /* TERN_TESTS_MODEL_HARNESS_RANDOM_HPP */
