/*
 * The intrusive stack.
 *
 * SPDX-License-Identifier: MIT
 */
#include "stack.hpp"

using namespace model;

namespace {

template <unsigned thread_count, unsigned object_count, unsigned stacked_count> struct shape {
    static constexpr unsigned threads = thread_count, objects = object_count,
                              stacked = stacked_count;
};

/* One that takes, and one that takes two and puts the first back: the classical ABA. */
struct aba : shape<2, 3, 3> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        t.pop(thread);
        if (thread == 1) {
            t.pop(thread);
            t.push(thread);
        }
    }
};

/* The same where the stack is emptied at once in between. */
struct aba_pop_all : shape<2, 3, 3> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (thread == 0) {
            t.pop(thread);
        } else {
            t.pop_all(thread);
            t.push(thread);
        }
    }
};

/* The same with a chain taken off in between, and one that takes a chain. */
struct aba_pop_n : shape<2, 3, 3> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        t.pop_n(thread, 2);
        if (thread == 1)
            t.push(thread);
    }
};

/* Two who push and pop, one of them objects that never were on the stack before. */
struct push_and_pop : shape<2, 3, 1> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (thread == 1)
            t.push(thread);
        t.pop(thread);
        t.push(thread);
    }
};

/* One walks down while the other takes the top off, and puts it back on another one whose link has
 * never been written. */
struct walk : shape<2, 3, 2> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (thread == 0) {
            t.pop_n(thread, 3);
        } else {
            t.pop(thread);
            t.push_two(thread, true);
        }
    }
};

/* Chains of two in and out: whoever takes two takes what was put in together. */
struct chains : shape<2, 4, 2> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (thread == 1)
            t.push_two(thread);
        size_t count = t.pop_n(thread, 2);
        RL_ASSERT(count == 0 || count == 2);
        if (count == 2) {
            unsigned top = t.owned[thread][t.owned_count[thread] - 2];
            unsigned low = t.owned[thread][t.owned_count[thread] - 1];
            /* The first two were pushed one by one, 1 on top of 0; the others 2 on top of 3. */
            RL_ASSERT(top < 2 ? top == 1 && low == 0 : top == 2 && low == 3);
        }
    }
};

struct all_at_once : shape<2, 3, 1> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (thread == 1)
            t.push_two(thread);
        t.pop_all(thread);
    }
};

struct three_pop : shape<3, 3, 2> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (thread == 2)
            t.push(thread);
        t.pop(thread);
    }
};

struct three_mixed : shape<3, 4, 3> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (thread == 0)
            t.pop_n(thread, 2);
        else if (thread == 1)
            t.pop_all(thread);
        else
            t.pop(thread);
        t.push(thread);
    }
};

const scenario scenarios[] = {
    {"stack: pop beside pop, pop, push", stack_over<aba, bounded>, 3, true},
    {"stack: pop beside pop_all, push", stack_over<aba_pop_all, full>, 0, true},
    {"stack: pop_n beside pop_n, push", stack_over<aba_pop_n, bounded>, 3, true},
    {"stack: push and pop", stack_over<push_and_pop, bounded>, 3, true},
    {"stack: walk beside a changed link", stack_over<walk, bounded>, 3, true},
    {"stack: chains stay together", stack_over<chains, bounded>, 3, true},
    {"stack: pop_all", stack_over<all_at_once, bounded>, 3, true},
    {"stack: three pop, one pushes", stack_over<three_pop, bounded>, 2, true},
    {"stack: three, all kinds", stack_over<three_mixed, sampled>, 30000, true},
    {"stack: pop beside pop, pop, push", stack_over<aba, bounded>, 5, false},
    {"stack: three, all kinds", stack_over<three_mixed, bounded>, 2, false},
    {"stack: three, all kinds", stack_over<three_mixed, sampled>, 300000, false},
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
