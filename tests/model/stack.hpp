/*
 * What every model of an intrusive stack shares: a stack, objects that go on it and come off, and
 * what must be true afterwards.
 *
 * Whoever takes an object off owns it and writes its payload; two owners at once, or one who does
 * not see what the last one wrote, is a data race there. Afterwards the stack is drained, and then
 * every object is in one place exactly: with one of the threads, or on the stack.
 *
 * Objects that are not on the stack at first belong to the last thread, and their links have never
 * been written: whoever follows one before the object was pushed is caught.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_TESTS_MODEL_STACK_HPP
#define TERN_TESTS_MODEL_STACK_HPP

#include "model.hpp"

#include <tern/arch/shared.h>
#include <tern/stack.h>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace model {

/*
 * One scenario. `setup` gives
 *
 *     threads             how many
 *     objects, stacked    how many there are, and how many are on the stack at first, object 0
 *                         lowest
 *     run(test, thread)   what a thread does, by the functions below
 */
template <typename setup> struct stack_test : rl::test_suite<stack_test<setup>, setup::threads> {
    static constexpr unsigned threads = setup::threads, objects = setup::objects;

    struct object {
        tern_stack_node node;
        TERN_SHARED(uint64_t) payload;
    };

    tern_stack stack;
    object object_of[objects];

    /* What each thread owns, oldest first; written by that thread alone. The last place is for what
     * is drained in the end. */
    unsigned owned[threads + 1][objects];
    unsigned owned_count[threads + 1];

    void before()
    {
        RL_ASSERT(tern_stack_init(&stack) == 0);
        for (unsigned &count : owned_count)
            count = 0;
        for (unsigned i = 0; i < objects; i++)
            tern_shared_write(&object_of[i].payload, i);
        for (unsigned i = 0; i < setup::stacked; i++)
            tern_stack_push(&stack, &object_of[i].node);
        for (unsigned i = setup::stacked; i < objects; i++)
            owned[threads - 1][owned_count[threads - 1]++] = i;
    }

    void thread(unsigned index)
    {
        setup::run(*this, index);
    }

    void after()
    {
        unsigned times[objects] = {};
        while (pop(threads)) {
        }
        RL_ASSERT(tern_stack_empty(&stack));
        for (unsigned t = 0; t <= threads; t++) {
            for (unsigned i = 0; i < owned_count[t]; i++)
                times[owned[t][i]]++;
        }
        for (unsigned each : times)
            RL_ASSERT(each == 1);
    }

    /* ------------------------------------------------------------ what a thread may do */

    unsigned index_of(const tern_stack_node *node)
    {
        unsigned index = 0;
        while (index < objects && node != &object_of[index].node)
            index++;
        RL_ASSERT(index < objects);
        return index;
    }

    /* The payload is its object's number, but for the moment in which its owner looks at it. */
    unsigned own(unsigned thread, const tern_stack_node *node)
    {
        unsigned index = index_of(node);
        RL_ASSERT(tern_shared_read(&object_of[index].payload) == index);
        tern_shared_write(&object_of[index].payload, index + 100);
        RL_ASSERT(owned_count[thread] < objects);
        owned[thread][owned_count[thread]++] = index;
        tern_shared_write(&object_of[index].payload, index);
        return index;
    }

    /* The number of the objects of a chain, all of which are then the thread's. */
    size_t own_chain(unsigned thread, tern_stack_node *node)
    {
        size_t count = 0;
        for (; node != nullptr; count++) {
            own(thread, node);
            node = tern_stack_next(node);
        }
        return count;
    }

    bool pop(unsigned thread)
    {
        tern_stack_node *node = tern_stack_pop(&stack);
        if (node == nullptr)
            return false;
        own(thread, node);
        return true;
    }

    size_t pop_n(unsigned thread, size_t n)
    {
        tern_stack_node *chain;
        size_t count = tern_stack_pop_n(&stack, n, &chain);
        RL_ASSERT(count <= n && (chain != nullptr) == (count != 0));
        RL_ASSERT(own_chain(thread, chain) == count);
        return count;
    }

    size_t pop_all(unsigned thread)
    {
        return own_chain(thread, tern_stack_pop_all(&stack));
    }

    /* Takes the oldest of what the thread owns out of its list, and says which. */
    unsigned part_with(unsigned thread)
    {
        unsigned index = owned[thread][0];
        RL_ASSERT(owned_count[thread] > 0);
        owned_count[thread]--;
        for (unsigned i = 0; i < owned_count[thread]; i++)
            owned[thread][i] = owned[thread][i + 1];
        return index;
    }

    void push(unsigned thread)
    {
        if (owned_count[thread] > 0)
            tern_stack_push(&stack, &object_of[part_with(thread)].node);
    }

    /* The two oldest at once, the older one on top, or the newer one. */
    void push_two(unsigned thread, bool newer_on_top = false)
    {
        if (owned_count[thread] < 2)
            return;
        tern_stack_node *first = &object_of[part_with(thread)].node;
        tern_stack_node *last = &object_of[part_with(thread)].node;
        if (newer_on_top)
            std::swap(first, last);
        tern_stack_link(first, last);
        tern_stack_push_chain(&stack, first, last);
    }
};

/* The second field of a scenario of the stack. */
template <typename setup, search how> constexpr engine stack_over = over<stack_test<setup>, how>;

} // namespace model

#endif /* TERN_TESTS_MODEL_STACK_HPP */
