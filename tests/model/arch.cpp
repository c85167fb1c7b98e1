/*
 * The arch layer's own algorithms: the spinlock, and the double-width CAS as others rely on it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "model.hpp"

#include <tern/arch/dwcas.h>
#include <tern/arch/shared.h>
#include <tern/arch/spinlock.h>

namespace {

/* What the lock guards is plain: two holders at once, or one who does not see what the last one
 * did, is a data race or a lost increment. */
struct spinlock_excludes : rl::test_suite<spinlock_excludes, 3> {
    tern_spinlock lock;
    TERN_SHARED(uint64_t) counter;
    bool second[3];

    void before()
    {
        tern_spinlock_init(&lock);
        tern_shared_write(&counter, 0);
    }

    void increment()
    {
        uint64_t value = tern_shared_read(&counter);
        tern_shared_write(&counter, value + 1);
        tern_spinlock_unlock(&lock);
    }

    void thread(unsigned index)
    {
        tern_spinlock_lock(&lock, TERN_WAIT_ADAPTIVE);
        increment();
        second[index] = tern_spinlock_try(&lock);
        if (second[index])
            increment();
    }

    void after()
    {
        uint64_t expected = 3;
        for (bool more : second)
            expected += more ? 1 : 0;
        RL_ASSERT(tern_shared_read(&counter) == expected);
        RL_ASSERT(tern_spinlock_try(&lock));
    }
};

/* Two threads add to both halves from what a torn load gave them: no addition is lost, and the
 * halves never part, since a DWCAS that was given a torn value fails and hands back a whole one. */
struct dwcas_is_whole : rl::test_suite<dwcas_is_whole, 2> {
    tern_atomic_pair pair;

    void before()
    {
        tern_pair_init(&pair, (tern_pair{0, 100}));
    }

    void thread(unsigned)
    {
        tern_pair value = tern_pair_load_halves_relaxed(&pair);
        bool first = true;
        while (!tern_dwcas_relaxed(&pair, &value, (tern_pair{value.low + 1, value.high + 1}))) {
            RL_ASSERT(value.high == value.low + 100);
            RL_ASSERT(first || value.low <= 1);
            first = false;
        }
    }

    void after()
    {
        tern_pair value = tern_pair_load_halves_relaxed(&pair);
        RL_ASSERT(value.low == 2 && value.high == 102);
    }
};

/* Plain data handed over by a DWCAS with release and one with acquire. */
struct dwcas_hands_over : rl::test_suite<dwcas_hands_over, 2> {
    tern_atomic_pair pair;
    TERN_SHARED(uint64_t) payload;

    void before()
    {
        tern_pair_init(&pair, (tern_pair{0, 0}));
    }

    void thread(unsigned index)
    {
        tern_pair value = {0, 0};
        if (index == 0) {
            tern_shared_write(&payload, 7);
            RL_ASSERT(tern_dwcas_release(&pair, &value, (tern_pair{1, 1})));
            return;
        }
        value = tern_pair{1, 1};
        if (tern_dwcas_acquire(&pair, &value, (tern_pair{2, 2})))
            RL_ASSERT(tern_shared_read(&payload) == 7);
        else
            RL_ASSERT(value.low == 0 && value.high == 0);
    }
};

const model::scenario scenarios[] = {
    {"arch: spinlock excludes", model::over<spinlock_excludes, model::bounded>, 3, true},
    {"arch: dwcas is whole", model::over<dwcas_is_whole, model::full>, 0, true},
    {"arch: dwcas hands over", model::over<dwcas_hands_over, model::full>, 0, true},
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
