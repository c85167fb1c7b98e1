/*
 * Lockless looks beside whoever has both sides: one thread produces, consumes, gives back and
 * resizes, and always leaves an item in the array; another one looks.
 *
 * SPDX-License-Identifier: MIT
 */
#define TERN_MODEL_NOBODY_SLEEPS

#include "harness/history.hpp"

#include "ptr_array.hpp"

using namespace model;

namespace {

/* One scenario: the array, what it holds at first, what the worker does, what the observer says. */
template <typename setup> struct looks_test : rl::test_suite<looks_test<setup>, 2> {
    checked_array<4> checked;
    int items[8];
    unsigned next_in;
    tern_atomic_u32 has_worked; /* relaxed: says when, and orders nothing */

    tern_ptr_array *array()
    {
        return checked.get();
    }

    void before()
    {
        next_in = 0;
        tern_store_relaxed(&has_worked, 0u);
        checked.init(setup::size, setup::batch, setup::flavour, setup::flavour);
        /* Laps before the start make the last slot of the array the oldest item's. */
        for (unsigned i = 0; i < setup::laps; i++) {
            produce();
            consume();
        }
        for (unsigned i = 0; i < setup::prefill; i++)
            produce();
    }

    void thread(unsigned index)
    {
        if (index == 0) {
            setup::work(*this);
            tern_store_relaxed(&has_worked, 1u);
        } else {
            while (setup::looks_late && tern_load_relaxed(&has_worked) == 0)
                rl::yield(1, $);
            setup::look(*this);
        }
    }

    void produce()
    {
        RL_ASSERT(tern_ptr_array_produce(array(), &items[next_in++ % 8]) == 0);
    }

    void *consume()
    {
        void *item = tern_ptr_array_consume(array());
        RL_ASSERT(item != nullptr);
        return item;
    }

    void resize(size_t size)
    {
        RL_ASSERT(tern_ptr_array_resize(array(), size, nullptr, nullptr) == 0);
    }
};

struct base {
    static constexpr tern_ptr_array_flavour flavour = raw;
    static constexpr bool looks_late = false;
    static constexpr size_t size = 2, batch = 1;
    static constexpr unsigned laps = 0, prefill = 2;
    template <typename test> static void look(test &it)
    {
        RL_ASSERT(!tern_ptr_array_empty(it.array()));
    }
};

/* Round and round: the observer finds a slot empty that was next before, and is next again. */
struct round_and_round : base {
    template <typename test> static void work(test &it)
    {
        for (unsigned i = 0; i < 2; i++) {
            it.consume();
            it.produce();
        }
    }
};

struct batches : round_and_round {
    static constexpr size_t size = 3, batch = 2;
    static constexpr unsigned prefill = 2;
};

struct last_slot : base {
    static constexpr unsigned laps = 1;
    template <typename test> static void work(test &it)
    {
        it.consume();
    }
};

struct given_back : base {
    template <typename test> static void work(test &it)
    {
        void *item = it.consume();
        RL_ASSERT(tern_ptr_array_unconsume(it.array(), &item, 1, nullptr, nullptr) == 1);
        it.consume();
    }
};

/* Back over the beginning of the array. */
struct given_back_over : given_back {
    static constexpr unsigned laps = 1;
};

/* To another block and back to the first one, with an item in it all the time. */
struct to_and_fro : base {
    static constexpr unsigned prefill = 1;
    template <typename test> static void work(test &it)
    {
        it.resize(1);
        it.resize(2);
    }
};

/* The array is empty while it is resized, and then it is not; the look may begin at any time but
 * the flag. */
struct after_resize : base {
    static constexpr unsigned prefill = 2;
    template <typename test> static void work(test &it)
    {
        it.consume();
        it.resize(1);
    }
};

/* There is room for one more all the time. */
struct never_full : base {
    static constexpr unsigned prefill = 0;
    template <typename test> static void work(test &it)
    {
        for (unsigned i = 0; i < 2; i++) {
            it.produce();
            it.consume();
        }
        it.produce();
    }
    template <typename test> static void look(test &it)
    {
        RL_ASSERT(!tern_ptr_array_full(it.array()));
    }
};

struct never_full_resized : never_full {
    template <typename test> static void work(test &it)
    {
        it.produce();
        it.resize(3);
    }
};

/* Counts, and what the statistics say of one moment. */
template <typename setup> struct counted : setup {
    template <typename test> static void look(test &it)
    {
        size_t count = tern_ptr_array_count(it.array());
        RL_ASSERT(count >= 1 && count <= 2);
    }
};

struct all_changes : base {
    static constexpr size_t size = 3;
    template <typename test> static void work(test &it)
    {
        void *item = it.consume();
        it.resize(2);
        RL_ASSERT(tern_ptr_array_unconsume(it.array(), &item, 1, nullptr, nullptr) == 1);
    }
};

struct dropping : base {
    static void ignore(void *, void *) {}
    template <typename test> static void work(test &it)
    {
        RL_ASSERT(tern_ptr_array_resize(it.array(), 1, ignore, nullptr) == 0);
        it.resize(2);
        it.produce();
    }
};

/* A step that is none to another lap, beside an item that is newer than the look. */
struct step_by_step : base {
    static constexpr size_t size = 3, batch = 2;
    static constexpr unsigned prefill = 1;
    template <typename test> static void work(test &it)
    {
        for (unsigned i = 0; i < 2; i++) {
            it.produce();
            it.consume();
        }
    }
};

template <typename setup> struct behind_locks : setup {
    static constexpr tern_ptr_array_flavour flavour = locked;
};

/*
 * A look that begins when all is done, by a thread that has seen nothing of it: each load may still
 * bring what was before, and only the orders keep them together. Nearly every sample is one of
 * these mixtures, which beside the work would be rare.
 */
template <typename setup> struct late : setup {
    static constexpr bool looks_late = true;
};

/* What the statistics say of one moment; `holds` says of which there are. */
template <typename setup> struct weighed : setup {
    template <typename test> static void look(test &it)
    {
        tern_ptr_array_statistics all;
        tern_ptr_array_get_statistics(it.array(), &all);
        RL_ASSERT(setup::holds(all));
    }
};

struct laps_weighed : round_and_round {
    static bool holds(const tern_ptr_array_statistics &all)
    {
        return all.produced >= 2 && all.produced <= 4 && all.consumed <= 2;
    }
};

/* One change each, since a look at `changes` goes back by three values only. This one goes back to
 * a slot that was next before, and was cleared in between. */
struct unconsume_weighed : base {
    template <typename test> static void work(test &it)
    {
        void *item = it.consume();
        RL_ASSERT(tern_ptr_array_unconsume(it.array(), &item, 1, nullptr, nullptr) == 1);
    }
    static bool holds(const tern_ptr_array_statistics &all)
    {
        return all.produced == 2 && all.unconsumed <= all.consumed && all.consumed <= 1;
    }
};

struct resize_weighed : after_resize {
    static bool holds(const tern_ptr_array_statistics &all)
    {
        return all.produced == 2 && all.resizes <= all.consumed && all.consumed <= 1;
    }
};

struct drop_weighed : base {
    template <typename test> static void work(test &it)
    {
        RL_ASSERT(tern_ptr_array_resize(it.array(), 1, dropping::ignore, nullptr) == 0);
    }
    static bool holds(const tern_ptr_array_statistics &all)
    {
        return all.produced == 2 && all.consumed == 0 && all.dropped == all.resizes;
    }
};

/* Who finds it closed finds what was produced before. */
struct closed : base {
    static constexpr unsigned prefill = 0;
    template <typename test> static void work(test &it)
    {
        it.produce();
        tern_ptr_array_close(it.array());
    }
    template <typename test> static void look(test &it)
    {
        if (tern_ptr_array_is_closed(it.array()))
            RL_ASSERT(!tern_ptr_array_empty(it.array()));
    }
};

/* The second field of a scenario of looks at an array. */
template <typename setup, search how> constexpr engine looks_over = over<looks_test<setup>, how>;

const scenario scenarios[] = {
    {"empty: step by step, late", looks_over<late<step_by_step>, sampled>, 10000, true},
    {"empty: step by step, locked, late", looks_over<late<behind_locks<step_by_step>>, sampled>,
     10000, true},
    {"empty: round and round, late", looks_over<late<round_and_round>, sampled>, 20000, true},
    {"empty: resize and back, late", looks_over<late<to_and_fro>, sampled>, 20000, true},
    {"full: never, locked, late", looks_over<late<behind_locks<never_full>>, sampled>, 20000, true},
    {"statistics: laps", looks_over<late<weighed<laps_weighed>>, sampled>, 20000, true},
    {"statistics: unconsume", looks_over<late<weighed<unconsume_weighed>>, sampled>, 20000, true},
    {"statistics: resize", looks_over<late<weighed<resize_weighed>>, sampled>, 20000, true},
    {"statistics: dropped", looks_over<weighed<drop_weighed>, bounded>, 2, true},
    {"empty: unconsume, late", looks_over<late<unconsume_weighed>, sampled>, 20000, true},
    {"closed: with an item", looks_over<closed, full>, 0, true},
    {"empty: round and round", looks_over<round_and_round, bounded>, 3, true},
    {"empty: batches", looks_over<batches, bounded>, 3, true},
    {"empty: last slot", looks_over<last_slot, bounded>, 3, true},
    {"empty: last slot, all", looks_over<last_slot, full>, 0, false},
    {"empty: unconsume", looks_over<given_back, bounded>, 3, true},
    {"empty: unconsume over the beginning", looks_over<given_back_over, bounded>, 3, true},
    {"empty: resize and back", looks_over<to_and_fro, bounded>, 3, true},
    {"empty: consume and resize", looks_over<after_resize, bounded>, 3, true},
    {"full: never", looks_over<never_full, bounded>, 3, true},
    {"full: never, resized", looks_over<never_full_resized, bounded>, 3, true},
    {"count: round and round", looks_over<counted<round_and_round>, bounded>, 2, true},
    {"count: last slot", looks_over<counted<last_slot>, bounded>, 3, true},
    {"count: unconsume and resize", looks_over<counted<all_changes>, bounded>, 2, true},
    {"count: dropping", looks_over<counted<dropping>, bounded>, 1, true},
    {"empty: round and round, sampled", looks_over<round_and_round, sampled>, 20000, true},
    {"count: unconsume and resize, sampled", looks_over<counted<all_changes>, sampled>, 20000,
     true},
    {"count: dropping, deeper", looks_over<counted<dropping>, bounded>, 2, false},
    {"count: unconsume and resize, deeper", looks_over<counted<all_changes>, bounded>, 3, false},
    {"empty: resize and back, sampled", looks_over<to_and_fro, sampled>, 200000, false},
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
