/*
 * Progress as something to check: how many steps a call takes while a peer stands still for good.
 *
 * A step is an operation on an atomic, or a round of waiting. A test that promises progress has a
 * member `model::steps steps;`, and its threads do
 *
 *     steps.stop_anywhere(most, [&] { ... });   as the peer: runs that, and ends in front of one of
 *                                               its first `most` steps, each of them in some
 *                                               execution, or not at all. Says whether it ended.
 *                                               It must not take more than `most` in any case, so
 *                                               that none of its steps is left out
 *                                               What it has done by then, it has done; that is the
 *                                               thread that a signal, a debugger or death stopped.
 *     steps.at_most(bound, [&] { ... });        as another: runs that, hands back what it returns,
 *                                               and fails the test when it takes more steps
 *
 * Both hold for the calling thread only, and neither nests. A peer that ends leaves the operation
 * by an exception, so nothing of its own is on the stack any longer: what it would do to wake up
 * again cannot be tested so, only what others do without it.
 *
 * With other threads at work a loop around a CAS has no bound of its own, but here everybody is
 * finite: the bound is for all that the threads of the scenario can do to one another. A weak CAS
 * may fail for no reason: in a full or bounded search once each execution and variable, in a sample
 * again and again with a probability of 1/4, so with those the bound has to have room.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_TESTS_MODEL_HARNESS_STEPS_HPP
#define TERN_TESTS_MODEL_HARNESS_STEPS_HPP

#include <type_traits>

#include <tern/arch/atomic.h>

namespace model {

class steps {
    static constexpr unsigned threads = 8;
    static constexpr unsigned endless = ~0u;

    struct stopped {};

    /* Of each thread, since it began what is watched. */
    unsigned taken[threads];
    unsigned bound[threads]; /* more fail the test */
    unsigned end[threads];   /* in front of which of them the thread ends; 0 for none */

    static inline steps *current = nullptr;

    static void before_operation()
    {
        current->step(rl::thread_index());
    }

    void step(unsigned thread)
    {
        if (bound[thread] == endless)
            return;
        if (taken[thread] + 1 == end[thread])
            throw stopped();
        taken[thread]++;
        RL_ASSERT(taken[thread] <= bound[thread]); /* takes more steps than it may */
    }

  public:
    /* A test is made anew for each execution, also for the one that repeats a failed one. */
    steps()
    {
        for (unsigned thread = 0; thread < threads; thread++)
            reset(thread);
        current = this;
        tern_model_watching.before_operation = before_operation;
    }

    template <typename function> bool stop_anywhere(unsigned most, function &&run)
    {
        unsigned thread = rl::thread_index();
        bool ended = false;
        RL_ASSERT(thread < threads);
        taken[thread] = 0;
        bound[thread] = most;
        end[thread] = rl::rand(most + 1) + 1; /* the last one, beyond the bound, is not at all */
        try {
            run();
        } catch (const stopped &) {
            ended = true;
        }
        reset(thread);
        return ended;
    }

    template <typename function> auto at_most(unsigned most, function &&run)
    {
        unsigned thread = rl::thread_index();
        RL_ASSERT(thread < threads);
        taken[thread] = 0;
        bound[thread] = most;
        if constexpr (std::is_void_v<decltype(run())>) {
            run();
            reset(thread);
        } else {
            auto result = run();
            reset(thread);
            return result;
        }
    }

  private:
    void reset(unsigned thread)
    {
        taken[thread] = 0;
        bound[thread] = endless;
        end[thread] = 0;
    }
};

} // namespace model

#endif /* TERN_TESTS_MODEL_HARNESS_STEPS_HPP */
