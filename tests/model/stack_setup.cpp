/*
 * A process that attaches to a bounded stack while another one still initialises it: it finds no
 * stack, or all of it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "model.hpp"

#include <tern/stack_bounded.h>

namespace {

struct attach_beside_init : rl::test_suite<attach_beside_init, 2> {
    struct TERN_CACHE_ALIGNED {
        tern_stack_bounded stack;
        tern_stack_cell cells[3];
    } memory;

    /* As mapped memory begins: zeroed, so without the magic number. */
    void before()
    {
        tern_store_relaxed(&memory.stack.magic, UINT64_C(0));
    }

    void thread(unsigned index)
    {
        if (index == 0)
            initialise();
        else if (tern_stack_bounded_attach(&memory.stack, SIZE_MAX) == 0)
            use();
    }

    void initialise()
    {
        tern_stack_bounded_options options = {};
        options.capacity = 2;
        RL_ASSERT(tern_stack_bounded_init(&memory.stack, SIZE_MAX, &options) == 0);
    }

    /* Relacy reports a list that is read before it has been written. */
    void use()
    {
        int object = 7;
        RL_ASSERT(tern_stack_bounded_pop(&memory.stack) == nullptr);
        RL_ASSERT(tern_stack_bounded_push(&memory.stack, &object) == 0);
        RL_ASSERT(tern_stack_bounded_pop(&memory.stack) == &object);
    }

    void after()
    {
        RL_ASSERT(tern_stack_bounded_attach(&memory.stack, SIZE_MAX) == 0);
    }
};

const model::scenario scenarios[] = {
    {"bounded: attach beside init", model::over<attach_beside_init, model::full>, 0, true},
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
