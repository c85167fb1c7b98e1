/*
 * A plain variable beside a slot that is an atomic itself.
 *
 * Where a slot carries its value in an atomic word, Relacy sees no race when a thread gets at it
 * without being ordered after the one that had it before: there is no such thing as a race on an
 * atomic. So whoever holds the slot, or the object that is handed over in it, takes its shadow: two
 * that hold it without one being ordered after the other are a race on the shadow.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_TESTS_MODEL_HARNESS_SHADOW_HPP
#define TERN_TESTS_MODEL_HARNESS_SHADOW_HPP

#include <tern/arch/atomic.h>

namespace model {

class shadow {
    rl::var<unsigned> times;

  public:
    /* In before(): by nobody yet. */
    void init()
    {
        times($).store(0);
    }

    /* By whoever holds what it stands for, while it does. */
    void take()
    {
        times($).store(times($).load() + 1);
    }

    /* In after(): how often it was taken. */
    unsigned taken()
    {
        return times($).load();
    }
};

} // namespace model

#endif /* TERN_TESTS_MODEL_HARNESS_SHADOW_HPP */
