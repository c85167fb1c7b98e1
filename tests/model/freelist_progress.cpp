/*
 * A thread stands still for good, at any step of what it does to a freelist: the others' calls end,
 * in so many steps.
 *
 * The generation of the depot's stacks and the tag of the plain list have 2 bits here, so they
 * wrap.
 *
 * SPDX-License-Identifier: MIT
 */
#define TERN_STACK_GENERATION_STEP (UINT64_C(1) << 62)
#define TERN_FREELIST_TAG_STEP     (UINT32_C(1) << 30)

#include "model.hpp"

#include <tern/arch/shared.h>
#include <tern/freelist/depot.h>
#include <tern/freelist/plain.h>

#include <cstddef>
#include <cstdint>

using namespace model;

namespace {

/*
 * Magazines of one object go from the depot to a thread and back. A call is a pop of one stack or
 * of two, or a push. It is begun anew for each of the two changes that the peer makes at most, and
 * for a CAS that fails for no reason.
 */
struct depot_stops : rl::test_suite<depot_stops, 2> {
    static constexpr unsigned magazines = 2;

    tern_freelist_depot depot;
    tern_freelist_magazine magazine[magazines];
    TERN_SHARED(void *) items[magazines];
    TERN_SHARED(uint64_t) object[magazines];
    model::steps steps;

    void before()
    {
        tern_freelist_depot_init(&depot, 1);
        for (unsigned i = 0; i < magazines; i++) {
            magazine[i].items = &items[i];
            tern_shared_write(&object[i], uint64_t(0));
            tern_shared_write(&items[i], static_cast<void *>(&object[i]));
            tern_freelist_depot_put(&depot, &magazine[i], 1);
        }
    }

    static void use(tern_freelist_magazine *mine)
    {
        auto object = static_cast<TERN_SHARED(uint64_t) *>(tern_shared_read(&mine->items[0]));
        tern_shared_write(object, tern_shared_read(object) + 1);
    }

    void thread(unsigned index)
    {
        if (index == 0) {
            steps.stop_anywhere(24, [this] {
                if (tern_freelist_magazine *mine = tern_freelist_depot_take(&depot)) {
                    use(mine);
                    tern_freelist_depot_put(&depot, mine, 1);
                }
            });
            return;
        }
        for (unsigned i = 0; i < 2; i++) {
            auto take = [this] { return tern_freelist_depot_take(&depot); };
            tern_freelist_magazine *mine = steps.at_most(24, take);
            RL_ASSERT(mine != nullptr); /* the peer has one of two at most */
            use(mine);
            steps.at_most(16, [&] { tern_freelist_depot_put(&depot, mine, 1); });
        }
    }
};

struct plain_list {
    tern_freelist_plain list;
    tern_atomic_u32 links[2];
    TERN_SHARED(uint64_t) object[2];

    void init()
    {
        tern_freelist_plain_init(&list, links, 2, 3 * TERN_FREELIST_TAG_STEP);
        for (auto &each : object)
            tern_shared_write(&each, uint64_t(0));
    }

    uint32_t pop()
    {
        uint32_t index = tern_freelist_plain_pop(&list, links);
        if (index != TERN_FREELIST_NONE)
            tern_shared_write(&object[index], tern_shared_read(&object[index]) + 1);
        return index;
    }

    void push(uint32_t index)
    {
        tern_freelist_plain_push(&list, links, index, index);
    }
};

/* The peer changes the top twice at most, so a call of the other is begun three times at most. */
struct plain_stops : rl::test_suite<plain_stops, 2> {
    plain_list plain;
    model::steps steps;

    void before()
    {
        plain.init();
    }

    void thread(unsigned index)
    {
        if (index == 0) {
            steps.stop_anywhere(16, [this] {
                uint32_t mine = plain.pop();
                if (mine != TERN_FREELIST_NONE)
                    plain.push(mine);
            });
            return;
        }
        for (unsigned i = 0; i < 2; i++) {
            uint32_t mine = steps.at_most(9, [this] { return plain.pop(); });
            RL_ASSERT(mine != TERN_FREELIST_NONE);
            steps.at_most(7, [&] { plain.push(mine); });
        }
    }
};

const scenario scenarios[] = {
    {"depot: a thread stops", over<depot_stops, bounded>, 2, true},
    {"plain: a thread stops", over<plain_stops, bounded>, 3, true},
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
