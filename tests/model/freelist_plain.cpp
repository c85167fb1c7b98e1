/*
 * The freelist of indices: whoever takes an object owns it and writes it; in the end every object
 * is in one place. All scenarios begin just before the tag wraps.
 *
 * SPDX-License-Identifier: MIT
 */
#include "model.hpp"

#include <tern/arch/shared.h>
#include <tern/freelist/plain.h>

namespace {

/* `setup` gives threads, objects and run(test, thread). At first all objects are free. */
template <typename setup> struct plain_test : rl::test_suite<plain_test<setup>, setup::threads> {
    static constexpr unsigned threads = setup::threads, objects = setup::objects;

    tern_freelist_plain list;
    tern_atomic_u32 links[objects];
    TERN_SHARED(uint64_t) payload[objects];
    uint32_t held[threads][objects];
    unsigned held_count[threads];

    void before()
    {
        tern_freelist_plain_init(&list, links, objects, UINT32_MAX);
        for (unsigned i = 0; i < objects; i++)
            tern_shared_write(&payload[i], i);
        for (unsigned &count : held_count)
            count = 0;
    }

    void thread(unsigned index)
    {
        setup::run(*this, index);
    }

    void hold(unsigned thread, uint32_t index)
    {
        RL_ASSERT(index < objects);
        tern_shared_write(&payload[index], 100 + thread);
        held[thread][held_count[thread]++] = index;
    }

    bool pop(unsigned thread)
    {
        uint32_t index = tern_freelist_plain_pop(&list, links);
        if (index == TERN_FREELIST_NONE)
            return false;
        hold(thread, index);
        return true;
    }

    bool pop_n(unsigned thread, unsigned n)
    {
        uint32_t index = tern_freelist_plain_pop_n(&list, links, n);
        if (index == TERN_FREELIST_NONE)
            return false;
        for (unsigned i = 0; i < n; i++) {
            uint32_t next = tern_load_relaxed(&links[index]);
            hold(thread, index);
            index = next;
        }
        return true;
    }

    uint32_t release(unsigned thread)
    {
        uint32_t index = held[thread][--held_count[thread]];
        RL_ASSERT(tern_shared_read(&payload[index]) == 100 + thread);
        return index;
    }

    /* The one taken last, or first, if there is one. */
    void push(unsigned thread)
    {
        if (held_count[thread] != 0) {
            uint32_t index = release(thread);
            tern_freelist_plain_push(&list, links, index, index);
        }
    }

    void push_first(unsigned thread)
    {
        if (held_count[thread] == 2)
            std::swap(held[thread][0], held[thread][1]);
        push(thread);
    }

    void push_two(unsigned thread)
    {
        if (held_count[thread] < 2)
            return;
        uint32_t first = release(thread), last = release(thread);
        tern_store_relaxed(&links[first], last);
        tern_freelist_plain_push(&list, links, first, last);
    }

    void after()
    {
        unsigned times[objects] = {}, left = 0;
        size_t count = tern_freelist_plain_count(&list, links);
        for (unsigned t = 0; t < threads; t++) {
            for (unsigned i = 0; i < held_count[t]; i++)
                times[held[t][i]]++;
        }
        for (uint32_t index; (index = tern_freelist_plain_pop(&list, links)) != TERN_FREELIST_NONE;
             left++)
            times[index]++;
        RL_ASSERT(left == count);
        for (unsigned each : times)
            RL_ASSERT(each == 1);
    }
};

template <unsigned threads_, unsigned objects_> struct shape {
    static constexpr unsigned threads = threads_, objects = objects_;
};

/* The classical ABA: a pop stands still while the same object goes and comes back, over another
 * one. */
struct aba : shape<2, 3> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        t.pop(thread);
        if (thread == 0)
            return;
        t.pop(thread);
        t.push_first(thread);
    }
};

struct aba_pop_n : shape<2, 3> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (thread == 0) {
            t.pop_n(thread, 2);
            return;
        }
        t.pop_n(thread, 2);
        t.push_first(thread);
        t.push(thread);
    }
};

/* Two are free all the time, so who asks for two gets them. */
struct enough : shape<2, 3> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (thread == 0) {
            RL_ASSERT(t.pop_n(thread, 2));
        } else {
            t.pop(thread);
            t.push(thread);
        }
    }
};

struct push_and_pop : shape<2, 2> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        t.pop(thread);
        t.push(thread);
        t.pop(thread);
    }
};

struct chains : shape<2, 4> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        t.pop_n(thread, 2);
        t.push_two(thread);
        t.pop(thread);
    }
};

struct three : shape<3, 3> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (thread == 0)
            t.pop_n(thread, 2);
        else
            t.pop(thread);
        t.push(thread);
        t.pop(thread);
    }
};

template <typename setup, model::search how>
constexpr auto plain_over = model::over<plain_test<setup>, how>;

const model::scenario scenarios[] = {
    {"plain: pop beside pop, pop, push", plain_over<aba, model::full>, 0, true},
    {"plain: pop_n beside pop_n, push", plain_over<aba_pop_n, model::bounded>, 3, true},
    {"plain: pop_n of what is there", plain_over<enough, model::bounded>, 4, true},
    {"plain: push and pop", plain_over<push_and_pop, model::bounded>, 3, true},
    {"plain: chains", plain_over<chains, model::bounded>, 3, true},
    {"plain: three threads", plain_over<three, model::sampled>, 20000, true},
    {"plain: pop_n beside pop_n, push", plain_over<aba_pop_n, model::full>, 0, false},
    {"plain: three threads", plain_over<three, model::bounded>, 2, false},
    {"plain: three threads", plain_over<three, model::sampled>, 200000, false},
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
