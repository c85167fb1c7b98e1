/*
 * The bounded stack: what its models with wide and with narrow lists share.
 *
 * A pointer is its thread's number and its own. Afterwards the stack is drained, and then every
 * pointer that a push took has come out exactly once; bulk was all or nothing; the stack is empty
 * and takes its whole capacity once more, not one beyond it. That no cell is written while it is
 * read, nor read before it is written, Relacy checks at every value.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_TESTS_MODEL_STACK_BOUNDED_HPP
#define TERN_TESTS_MODEL_STACK_BOUNDED_HPP

#include "model.hpp"

#include <tern/stack_bounded.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace model {

/*
 * One scenario. `setup` gives
 *
 *     threads     how many
 *     capacity    of the stack
 *     stacked     pointers on it at first; they are of one more thread
 *     locked      the option
 *     run(test, thread)
 */
template <typename setup>
struct bounded_test : rl::test_suite<bounded_test<setup>, setup::threads> {
    static constexpr unsigned threads = setup::threads, most = 16;

    /* A locked stack has an array of pointers behind it. */
    using room =
        typename std::conditional<setup::locked, TERN_SHARED(void *), tern_stack_cell>::type;
    struct TERN_CACHE_ALIGNED {
        tern_stack_bounded stack;
        room rooms[setup::capacity + 1];
    } memory;

    /* Written by their own thread alone. The final drain is one more. */
    unsigned pushed[threads + 1];
    void *popped[threads + 1][most];
    unsigned popped_count[threads + 1];

    static void *pointer(unsigned thread, unsigned number)
    {
        return reinterpret_cast<void *>(static_cast<uintptr_t>((thread + 1) * 100 + number));
    }

    tern_stack_bounded *stack()
    {
        return &memory.stack;
    }

    void before()
    {
        tern_stack_bounded_options options = {};
        options.capacity = setup::capacity;
        options.locked = setup::locked;
        RL_ASSERT(tern_stack_bounded_init(stack(), SIZE_MAX, &options) == 0);
        for (unsigned i = 0; i <= threads; i++)
            pushed[i] = popped_count[i] = 0;
        for (unsigned i = 0; i < setup::stacked; i++)
            RL_ASSERT(push(threads));
    }

    void thread(unsigned index)
    {
        setup::run(*this, index);
    }

    void after()
    {
        RL_ASSERT(tern_stack_bounded_count(stack()) <= setup::capacity);
        size_t count = tern_stack_bounded_count(stack());
        while (pop(threads))
            RL_ASSERT(count-- > 0);
        RL_ASSERT(count == 0 && tern_stack_bounded_empty(stack()));
        check_conservation();
        for (unsigned i = 0; i < setup::capacity; i++)
            RL_ASSERT(tern_stack_bounded_push(stack(), pointer(threads, i)) == 0);
        RL_ASSERT(tern_stack_bounded_full(stack()));
        RL_ASSERT(tern_stack_bounded_push(stack(), pointer(threads, 99)) == -ENOBUFS);
        for (unsigned i = setup::capacity; i-- > 0;)
            RL_ASSERT(tern_stack_bounded_pop(stack()) == pointer(threads, i));
    }

    void check_conservation()
    {
        unsigned times[threads + 1][most] = {};
        for (unsigned t = 0; t <= threads; t++) {
            for (unsigned i = 0; i < popped_count[t]; i++) {
                uintptr_t value = reinterpret_cast<uintptr_t>(popped[t][i]);
                RL_ASSERT(value / 100 >= 1 && value / 100 <= threads + 1 && value % 100 < most);
                times[value / 100 - 1][value % 100]++;
            }
        }
        for (unsigned t = 0; t <= threads; t++) {
            for (unsigned i = 0; i < most; i++)
                RL_ASSERT(times[t][i] == (i < pushed[t] ? 1u : 0u));
        }
    }

    /* ------------------------------------------------------------ what a thread may do */

    bool push(unsigned thread)
    {
        if (tern_stack_bounded_push(stack(), pointer(thread, pushed[thread])) != 0)
            return false;
        pushed[thread]++;
        return true;
    }

    bool pop(unsigned thread)
    {
        void *value = tern_stack_bounded_pop(stack());
        if (value == nullptr)
            return false;
        RL_ASSERT(popped_count[thread] < most);
        popped[thread][popped_count[thread]++] = value;
        return true;
    }

    size_t push_many(unsigned thread, size_t n, bool burst = false)
    {
        void *values[4];
        for (unsigned i = 0; i < n; i++)
            values[i] = pointer(thread, pushed[thread] + i);
        size_t done = burst ? tern_stack_bounded_push_burst(stack(), values, n)
                            : tern_stack_bounded_push_bulk(stack(), values, n);
        RL_ASSERT(burst ? done <= n : done == 0 || done == n);
        pushed[thread] += static_cast<unsigned>(done);
        return done;
    }

    /* Pointers that one thread pushed in one batch come out newest first. */
    size_t pop_many(unsigned thread, size_t n, bool burst = false)
    {
        void *values[4];
        size_t done = burst ? tern_stack_bounded_pop_burst(stack(), values, n)
                            : tern_stack_bounded_pop_bulk(stack(), values, n);
        RL_ASSERT(burst ? done <= n : done == 0 || done == n);
        for (size_t i = 0; i < done; i++) {
            RL_ASSERT(popped_count[thread] < most);
            popped[thread][popped_count[thread]++] = values[i];
        }
        return done;
    }

    uintptr_t popped_value(unsigned thread, size_t index)
    {
        return reinterpret_cast<uintptr_t>(popped[thread][index]);
    }
};

template <typename setup, search how>
constexpr engine bounded_over = over<bounded_test<setup>, how>;

template <unsigned thread_count, unsigned room, unsigned stacked_count, bool with_lock = false>
struct bounded_shape {
    static constexpr unsigned threads = thread_count, capacity = room, stacked = stacked_count;
    static constexpr bool locked = with_lock;
};

/* One that takes; one that takes two and puts one back: ABA on the used list. */
struct bounded_aba : bounded_shape<2, 3, 3> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        t.pop(thread);
        if (thread == 1) {
            t.pop(thread);
            t.push(thread);
        }
    }
};

/* The same on the free list: one that pushes; one that pushes two and pops one. */
struct bounded_aba_free : bounded_shape<2, 3, 0> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        t.push(thread);
        if (thread == 1) {
            t.push(thread);
            t.pop(thread);
        }
    }
};

template <bool locked> struct bounded_push_pop : bounded_shape<2, 2, 1, locked> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (thread == 0) {
            t.push(thread);
            t.pop(thread);
        } else {
            t.pop(thread);
            t.push(thread);
        }
    }
};

/* One cell goes back and forth: whoever gets it must see that the last one is done with it. */
struct bounded_one_cell : bounded_shape<2, 1, 0> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (thread == 0) {
            t.push(thread);
            t.push(thread);
        } else {
            t.pop(thread);
            t.pop(thread);
        }
    }
};

/* Batches of two in and out stay together, newest first. */
template <bool locked> struct bounded_bulk : bounded_shape<2, 4, 0, locked> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        t.push_many(thread, 2);
        RL_ASSERT(t.pop_many(thread, 2) == 2);
        RL_ASSERT(t.popped_value(thread, 0) == t.popped_value(thread, 1) + 1);
        RL_ASSERT(t.popped_value(thread, 1) % 100 == 0);
    }
};

/* Runs of one, two and three cells meet. */
struct bounded_mixed : bounded_shape<2, 4, 3> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (thread == 0) {
            t.pop_many(thread, 2);
            t.push(thread);
        } else {
            t.pop(thread);
            t.push_many(thread, 2);
        }
    }
};

/* A burst takes what there is; whoever takes two of three leaves one, whose run goes on. */
struct bounded_burst : bounded_shape<2, 3, 2> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (thread == 0) {
            t.pop_many(thread, 3, true);
            t.push_many(thread, 3, true);
        } else {
            t.push_many(thread, 2, true);
            t.pop_many(thread, 2, true);
        }
    }
};

/* Too few are said to be there only if at some moment they were too few: the stack always has two
 * on it here. */
struct bounded_enough : bounded_shape<2, 4, 3> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (thread == 0) {
            RL_ASSERT(t.pop_many(thread, 2) == 2);
        } else {
            RL_ASSERT(t.push(thread));
            RL_ASSERT(t.pop(thread));
        }
    }
};

/* A count seen by a third party: at least what is on the stack, at most the capacity. */
struct bounded_count : bounded_shape<3, 2, 1> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (thread == 2) {
            RL_ASSERT(tern_stack_bounded_count(t.stack()) <= 2);
        } else if (thread == 1) {
            t.push(thread);
        } else {
            t.pop(thread);
            t.push(thread);
        }
    }
};

struct bounded_three : bounded_shape<3, 3, 2> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (thread == 0)
            t.pop_many(thread, 2, true);
        else
            t.pop(thread);
        t.push(thread);
    }
};

} // namespace model

/* The scenarios, for wide and for narrow lists alike. */
#define MODEL_STACK_BOUNDED(name)                                                                 \
    {name ": pop beside pop, pop, push", bounded_over<bounded_aba, bounded>, 2, true},            \
        {name ": push beside push, push, pop", bounded_over<bounded_aba_free, bounded>, 2, true}, \
        {name ": push and pop", bounded_over<bounded_push_pop<false>, bounded>, 2, true},         \
        {name ": one cell", bounded_over<bounded_one_cell, bounded>, 2, true},                    \
        {name ": bulk", bounded_over<bounded_bulk<false>, bounded>, 2, true},                     \
        {name ": single beside bulk", bounded_over<bounded_mixed, bounded>, 2, true},             \
        {name ": bursts", bounded_over<bounded_burst, bounded>, 2, true},                         \
        {name ": always enough", bounded_over<bounded_enough, bounded>, 2, true},                 \
        {name ": count seen by a third thread", bounded_over<bounded_count, bounded>, 2, true},   \
        {name ": three threads", bounded_over<bounded_three, sampled>, 20000, true},              \
        {name ": three threads", bounded_over<bounded_three, bounded>, 2, false},                 \
    {                                                                                             \
        name ": three threads", bounded_over<bounded_three, sampled>, 300000, false               \
    }

#endif /* TERN_TESTS_MODEL_STACK_BOUNDED_HPP */
