/*
 * The exchange of magazines between threads and depot: whoever takes an object owns it and writes
 * it; in the end every object is in one place. There are exactly as many magazines as
 * <tern/freelist/store.h> asks for, so a free that finds no room for good is a livelock here.
 *
 * SPDX-License-Identifier: MIT
 */
#include "model.hpp"

#include <tern/freelist/store.h>

namespace {

/* `setup` gives threads, objects, limit (M) and run(test, thread). At first all objects are in the
 * depot. */
template <typename setup> struct depot_test : rl::test_suite<depot_test<setup>, setup::threads> {
    static constexpr unsigned threads = setup::threads, objects = setup::objects,
                              limit = setup::limit,
                              magazines = (objects + limit - 1) / limit + 2 * threads;

    struct object {
        TERN_SHARED(uint64_t) payload;
    };

    tern_freelist_depot depot;
    tern_freelist_magazine magazine_of[magazines];
    TERN_SHARED(void *) items[magazines][limit];
    object object_of[objects];
    tern_freelist_store stores[threads];
    void *held[threads][objects];
    unsigned held_count[threads];

    void before()
    {
        tern_freelist_depot_init(&depot, limit);
        for (unsigned i = 0; i < magazines; i++) {
            magazine_of[i].items = items[i];
            tern_freelist_depot_put(&depot, &magazine_of[i], 0);
        }
        for (unsigned t = 0; t < threads; t++) {
            tern_freelist_store_init(&stores[t]);
            held_count[t] = 0;
        }
        for (unsigned i = 0; i < objects; i++) {
            void *object = &object_of[i];
            tern_shared_write(&object_of[i].payload, i);
            RL_ASSERT(tern_freelist_give(&stores[0], &depot, &object, 1) == 1);
        }
        tern_freelist_empty_out(&stores[0], &depot);
    }

    void thread(unsigned index)
    {
        setup::run(*this, index);
    }

    /* Takes up to n objects and makes them its own. */
    unsigned take(unsigned thread, size_t n)
    {
        void **to = held[thread] + held_count[thread];
        size_t done = tern_freelist_take(&stores[thread], &depot, to, n);
        for (size_t i = 0; i < done; i++)
            tern_shared_write(&static_cast<object *>(to[i])->payload, 100 + thread);
        held_count[thread] += static_cast<unsigned>(done);
        return static_cast<unsigned>(done);
    }

    /* Gives back the last n, which nobody else has touched meanwhile. */
    void give(unsigned thread, unsigned n)
    {
        n = n < held_count[thread] ? n : held_count[thread];
        held_count[thread] -= n;
        void **from = held[thread] + held_count[thread];
        for (unsigned i = 0; i < n; i++)
            RL_ASSERT(tern_shared_read(&static_cast<object *>(from[i])->payload) == 100 + thread);
        for (size_t done = 0; done < n;) {
            size_t some = tern_freelist_give(&stores[thread], &depot, from + done, n - done);
            done += some;
            if (some == 0)
                rl::yield(1, $);
        }
    }

    void empty_out(unsigned thread)
    {
        tern_freelist_empty_out(&stores[thread], &depot);
    }

    void after()
    {
        unsigned times[objects] = {}, partial = 0, found = 0;
        for (unsigned t = 0; t < threads; t++) {
            for (unsigned i = 0; i < held_count[t]; i++)
                times[static_cast<object *>(held[t][i]) - object_of]++;
            empty_out(t);
        }
        while (tern_freelist_magazine *magazine = tern_freelist_depot_take(&depot)) {
            size_t count = tern_shared_read(&magazine->count);
            RL_ASSERT(count >= 1 && count <= limit);
            partial += count < limit;
            found++;
            for (size_t i = 0; i < count; i++)
                times[static_cast<object *>(tern_shared_read(&magazine->items[i])) - object_of]++;
        }
        while (tern_freelist_depot_room(&depot) != nullptr)
            found++;
        RL_ASSERT(found == magazines);
        /* All threads have settled one after the other here: nothing is left scattered. */
        RL_ASSERT(partial <= threads);
        for (unsigned each : times)
            RL_ASSERT(each == 1);
    }
};

template <unsigned threads_, unsigned objects_, unsigned limit_> struct shape {
    static constexpr unsigned threads = threads_, objects = objects_, limit = limit_;
};

/* A pop that stands still while the other thread takes the same magazine, and the one below, and
 * gives the first one back. */
struct stale_pop : shape<2, 2, 1> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (thread == 0) {
            t.take(thread, 1);
            return;
        }
        t.take(thread, 2);
        t.give(thread, 1);
        t.empty_out(thread);
    }
};

struct take_and_give : shape<2, 2, 1> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        t.take(thread, 1);
        t.give(thread, 1);
        t.take(thread, 1);
    }
};

/* One thread fills its magazines and hands over the full ones, the other one lives on them. */
struct cross : shape<2, 3, 1> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (thread == 0) {
            t.take(thread, 3);
            t.give(thread, 3);
        } else {
            t.take(thread, 1);
            t.take(thread, 1);
        }
    }
};

/* Full all over: the free that comes last finds the one magazine with room. */
struct room : shape<2, 4, 1> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        t.take(thread, 2);
        t.give(thread, 2);
    }
};

/* Threads end with partial magazines, which are poured together. */
struct endings : shape<2, 3, 2> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        if (t.take(thread, 1) != 0)
            t.give(thread, 1);
        t.empty_out(thread);
    }
};

/* What they leave together is less than a magazine: one of the two is empty then. */
struct endings_keeping : shape<2, 6, 3> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        t.take(thread, 2);
        t.empty_out(thread);
    }
};

struct three : shape<3, 3, 2> {
    template <typename test> static void run(test &t, unsigned thread)
    {
        t.take(thread, 1 + thread % 2);
        t.give(thread, 1);
        if (thread == 2)
            t.empty_out(thread);
    }
};

template <typename setup, model::search how>
constexpr auto depot_over = model::over<depot_test<setup>, how>;

const model::scenario scenarios[] = {
    {"depot: a pop that stands still", depot_over<stale_pop, model::bounded>, 4, true},
    {"depot: take and give", depot_over<take_and_give, model::bounded>, 4, true},
    {"depot: from one thread to the other", depot_over<cross, model::bounded>, 3, true},
    {"depot: the last free finds room", depot_over<room, model::bounded>, 3, true},
    {"depot: threads end", depot_over<endings, model::bounded>, 3, true},
    {"depot: threads end and keep some", depot_over<endings_keeping, model::bounded>, 3, true},
    {"depot: three threads", depot_over<three, model::sampled>, 5000, true},
    {"depot: a pop that stands still", depot_over<stale_pop, model::bounded>, 5, false},
    {"depot: from one thread to the other", depot_over<cross, model::sampled>, 100000, false},
    {"depot: threads end", depot_over<endings, model::sampled>, 100000, false},
    {"depot: three threads", depot_over<three, model::sampled>, 100000, false},
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
