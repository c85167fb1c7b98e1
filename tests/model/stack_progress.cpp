/*
 * A thread of a stack stands still for good, in front of any step of its operation: the others'
 * calls end, after so many steps at most, and what they take off is whole.
 *
 * The bounds have room for every CAS that the peer can make fail, and for each weak one that fails
 * for no reason.
 *
 * SPDX-License-Identifier: MIT
 */
#include "model.hpp"

#include <tern/stack.h>
#include <tern/stack_bounded.h>

using namespace model;

namespace {

enum peer { pushes, pops, pops_two, pops_all };

/* Two nodes on the stack, one in the hands of each thread. */
template <peer kind> struct intrusive_stopped : rl::test_suite<intrusive_stopped<kind>, 2> {
    tern_stack stack;
    tern_stack_node nodes[4];
    model::steps steps;

    void before()
    {
        RL_ASSERT(tern_stack_init(&stack) == 0);
        tern_stack_push(&stack, &nodes[0]);
        tern_stack_push(&stack, &nodes[1]);
    }

    void peer()
    {
        tern_stack_node *chain;
        if (kind == pushes)
            tern_stack_push(&stack, &nodes[2]);
        else if (kind == pops)
            (void)tern_stack_pop(&stack);
        else if (kind == pops_two)
            (void)tern_stack_pop_n(&stack, 2, &chain);
        else
            (void)tern_stack_pop_all(&stack);
    }

    void thread(unsigned index)
    {
        if (index == 0) {
            steps.stop_anywhere(11, [this] { peer(); });
            return;
        }
        steps.at_most(9, [this] { tern_stack_push(&stack, &nodes[3]); });
        tern_stack_node *node = steps.at_most(11, [this] { return tern_stack_pop(&stack); });
        RL_ASSERT(kind == pops_all || node != nullptr);
        steps.at_most(13, [this] {
            tern_stack_node *chain;
            return tern_stack_pop_n(&stack, 2, &chain);
        });
        steps.at_most(7, [this] { return tern_stack_pop_all(&stack); });
    }
};

/* One of three places is taken, and whoever stops in the middle may have another in its hands. */
template <peer kind> struct bounded_stopped : rl::test_suite<bounded_stopped<kind>, 2> {
    struct TERN_CACHE_ALIGNED {
        tern_stack_bounded stack;
        tern_stack_cell cells[4];
    } memory;
    model::steps steps;
    int value;

    void before()
    {
        tern_stack_bounded_options options = {};
        options.capacity = 3;
        RL_ASSERT(tern_stack_bounded_init(&memory.stack, SIZE_MAX, &options) == 0);
        RL_ASSERT(tern_stack_bounded_push(&memory.stack, &value) == 0);
    }

    void thread(unsigned index)
    {
        if (index == 0) {
            steps.stop_anywhere(20, [this] {
                if (kind == pushes)
                    (void)tern_stack_bounded_push(&memory.stack, &value);
                else
                    (void)tern_stack_bounded_pop(&memory.stack);
            });
            return;
        }
        int pushed =
            steps.at_most(20, [this] { return tern_stack_bounded_push(&memory.stack, &value); });
        RL_ASSERT(pushed == 0); /* there is a third place */
        void *popped = steps.at_most(20, [this] { return tern_stack_bounded_pop(&memory.stack); });
        RL_ASSERT(popped == &value);
    }
};

const scenario scenarios[] = {
    {"stack: a push stops", over<intrusive_stopped<pushes>, bounded>, 2, true},
    {"stack: a pop stops", over<intrusive_stopped<pops>, bounded>, 2, true},
    {"stack: a pop_n stops", over<intrusive_stopped<pops_two>, bounded>, 2, true},
    {"stack: a pop_all stops", over<intrusive_stopped<pops_all>, bounded>, 2, true},
    {"bounded: a push stops", over<bounded_stopped<pushes>, bounded>, 2, true},
    {"bounded: a pop stops", over<bounded_stopped<pops>, bounded>, 2, true},
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
