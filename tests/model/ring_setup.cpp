/*
 * A process that attaches while another one still initialises: it finds no ring, or all of it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "model.hpp"

#include <tern/ring.h>

namespace {

struct attach_beside_init : rl::test_suite<attach_beside_init, 2> {
    struct TERN_CACHE_ALIGNED {
        tern_ring ring;
        TERN_SHARED(uint64_t) slots[2];
    } memory;

    /* As mapped memory begins: zeroed, so without the magic number. */
    void before()
    {
        tern_store_relaxed(&memory.ring.producer.magic, UINT64_C(0));
    }

    void thread(unsigned index)
    {
        if (index == 0)
            initialise();
        else if (tern_ring_attach(&memory.ring, SIZE_MAX) == 0)
            use();
    }

    void initialise()
    {
        tern_ring_options options = {};
        options.capacity = 2;
        options.elem_size = sizeof(uint64_t);
        RL_ASSERT(tern_ring_init(&memory.ring, SIZE_MAX, &options) == 0);
    }

    /* Relacy reports a position that is read before it has been written. */
    void use()
    {
        uint64_t element = 7;
        RL_ASSERT(tern_ring_count(&memory.ring) == 0);
        RL_ASSERT(tern_ring_dequeue(&memory.ring, &element) == -ENOENT);
        RL_ASSERT(tern_ring_enqueue(&memory.ring, &element) == 0);
    }

    void after()
    {
        RL_ASSERT(tern_ring_attach(&memory.ring, SIZE_MAX) == 0);
    }
};

const model::scenario scenarios[] = {
    {"attach beside init", model::over<attach_beside_init, model::full>, 0, true},
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
