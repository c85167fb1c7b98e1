/*
 * Waiting: whoever sleeps is woken, or Relacy reports a livelock.
 *
 * SPDX-License-Identifier: MIT
 */
#include "ptr_array.hpp"

using namespace model;

namespace {

constexpr uint64_t forever = TERN_PTR_ARRAY_FOREVER;

template <typename setup> struct wait_test : rl::test_suite<wait_test<setup>, setup::threads> {
    checked_array<3> checked;
    TERN_SHARED(int) payload[5];

    tern_ptr_array *array()
    {
        return checked.get();
    }

    void before()
    {
        checked.init(setup::size, setup::batch, setup::producer, setup::consumer);
        for (unsigned i = 0; i < setup::prefill; i++)
            produce(i);
        for (unsigned i = 0; i < setup::consumed; i++)
            RL_ASSERT(tern_ptr_array_consume(array()) != nullptr);
        /* As one leaves it who has waited for room. */
        if (setup::without_limit)
            tern_store_relaxed(&array()->consumer.limit, (tern_atomic_ptr *)nullptr);
    }

    void thread(unsigned index)
    {
        setup::work(*this, index);
    }

    void *item(unsigned i)
    {
        tern_shared_write(&payload[i], 7);
        return &payload[i];
    }

    void produce(unsigned i)
    {
        RL_ASSERT(tern_ptr_array_produce(array(), item(i)) == 0);
    }

    void produce_the_last()
    {
        produce(0);
        tern_ptr_array_close(array());
    }

    void produce_wait(unsigned i, int expected = 0)
    {
        RL_ASSERT(tern_ptr_array_produce_wait(array(), item(i), forever) == expected);
    }

    void consume_wait(int expected = 0)
    {
        void *item = nullptr;
        RL_ASSERT(tern_ptr_array_consume_wait(array(), &item, forever) == expected);
        if (expected == 0)
            RL_ASSERT(tern_shared_read(static_cast<TERN_SHARED(int) *>(item)) == 7);
    }

    void after()
    {
        RL_ASSERT(tern_ptr_array_empty(array()) || setup::leaves_items);
        if (tern_ptr_array_is_closed(array()))
            RL_ASSERT(tern_ptr_array_produce(array(), &payload[3]) == -EPIPE);
    }
};

struct base {
    static constexpr unsigned threads = 2, prefill = 0, consumed = 0;
    static constexpr size_t size = 1, batch = 1;
    static constexpr tern_ptr_array_flavour producer = raw, consumer = raw;
    static constexpr bool leaves_items = false, without_limit = false;
};

struct for_item : base {
    template <typename test> static void work(test &it, unsigned index)
    {
        if (index == 0)
            it.produce(0);
        else
            it.consume_wait();
    }
};

struct for_room : base {
    static constexpr unsigned prefill = 1;
    static constexpr bool leaves_items = true;
    template <typename test> static void work(test &it, unsigned index)
    {
        if (index == 0)
            RL_ASSERT(tern_ptr_array_consume(it.array()) != nullptr);
        else
            it.produce_wait(1);
    }
};

/* Of a batch of two the first consume is enough, or the second. */
struct for_batch : base {
    static constexpr size_t size = 2, batch = 2;
    static constexpr unsigned prefill = 2;
    static constexpr bool leaves_items = true;
    template <typename test> static void work(test &it, unsigned index)
    {
        if (index == 0) {
            RL_ASSERT(tern_ptr_array_consume(it.array()) != nullptr);
            RL_ASSERT(tern_ptr_array_consume(it.array()) != nullptr);
        } else {
            it.produce_wait(2);
        }
    }
};

/* Locked consumers: who waits for room frees by itself what was consumed. */
struct for_one_of_batch : for_batch {
    static constexpr tern_ptr_array_flavour consumer = locked;
    template <typename test> static void work(test &it, unsigned index)
    {
        if (index == 0)
            RL_ASSERT(tern_ptr_array_consume(it.array()) != nullptr);
        else
            it.produce_wait(2);
    }
};

struct for_close : base {
    template <typename test> static void work(test &it, unsigned index)
    {
        if (index == 0) {
            it.produce_the_last();
        } else {
            it.consume_wait();
            it.consume_wait(-EPIPE);
        }
    }
};

struct for_close_full : base {
    static constexpr unsigned prefill = 1;
    static constexpr bool leaves_items = true;
    template <typename test> static void work(test &it, unsigned index)
    {
        if (index == 0)
            tern_ptr_array_close(it.array());
        else
            it.produce_wait(1, -EPIPE);
    }
};

/* Both wait for each other in turn. */
struct hand_over : base {
    template <typename test> static void work(test &it, unsigned index)
    {
        for (unsigned i = 0; i < 2; i++) {
            if (index == 0)
                it.produce_wait(i);
            else
                it.consume_wait();
        }
    }
};

/* Two sleep, and the items come at once: who is woken wakes the other one. */
struct two_sleepers : base {
    static constexpr unsigned threads = 3;
    static constexpr size_t size = 2;
    static constexpr tern_ptr_array_flavour consumer = locked;
    template <typename test> static void work(test &it, unsigned index)
    {
        if (index == 0) {
            void *items[2] = {it.item(0), it.item(1)};
            RL_ASSERT(tern_ptr_array_produce_batched(it.array(), items, 2) == 2);
        } else {
            it.consume_wait();
        }
    }
};

/* Two wait for room, and two slots are consumed one by one: each consume frees its slot, though the
 * first has taken the flag away. */
struct two_for_room : base {
    static constexpr unsigned threads = 3, prefill = 3;
    static constexpr size_t size = 3, batch = 3;
    static constexpr tern_ptr_array_flavour producer = locked, consumer = locked;
    static constexpr bool leaves_items = true;
    template <typename test> static void work(test &it, unsigned index)
    {
        if (index == 0) {
            RL_ASSERT(tern_ptr_array_consume(it.array()) != nullptr);
            RL_ASSERT(tern_ptr_array_consume(it.array()) != nullptr);
        } else {
            it.produce_wait(index + 2);
        }
    }
};

/* The same with a raw consumer, who begins once both have gone to sleep: nobody else may free for
 * it what it consumed before. */
struct two_for_raw_room : two_for_room {
    static constexpr tern_ptr_array_flavour consumer = raw;
    template <typename test> static void work(test &it, unsigned index)
    {
        if (index == 0)
            await_sleepers(it, 2);
        two_for_room::work(it, index);
    }
    template <typename test> static void await_sleepers(test &it, uint64_t count)
    {
        tern_ptr_array_statistics all;
        do {
            rl::yield(1, $);
            tern_ptr_array_get_statistics(it.array(), &all);
        } while (all.producer_sleeps < count && all.produced == 3); /* none has found room */
    }
};

/* A raw consumer that sets its limit again, as those who waited have gone, beside one who comes: it
 * may step once more, but knows better when it has learnt that somebody sleeps. */
struct limit_set_again : two_for_raw_room {
    static constexpr unsigned threads = 2;
    static constexpr bool without_limit = true;
    template <typename test> static void work(test &it, unsigned index)
    {
        if (index == 0) {
            RL_ASSERT(tern_ptr_array_consume(it.array()) != nullptr);
            await_sleepers(it, 1);
            RL_ASSERT(tern_ptr_array_consume(it.array()) != nullptr);
        } else {
            it.produce_wait(3);
        }
    }
};

/* What a raw consumer has not freed becomes room with a change, though the change does nothing. */
struct for_change : two_for_raw_room {
    static constexpr unsigned threads = 2, consumed = 1;
    template <typename test> static void work(test &it, unsigned index)
    {
        if (index == 0) {
            await_sleepers(it, 1);
            RL_ASSERT(tern_ptr_array_resize(it.array(), 1, nullptr, nullptr) == -ENOSPC);
        } else {
            it.produce_wait(3);
        }
    }
};

/* A closed array is seen with all that was produced. */
struct closed_with_item : base {
    template <typename test> static void work(test &it, unsigned index)
    {
        if (index == 0) {
            it.produce_the_last();
        } else if (tern_ptr_array_is_closed(it.array())) {
            RL_ASSERT(tern_ptr_array_consume(it.array()) != nullptr);
        } else {
            it.consume_wait();
        }
    }
};

/* A resize, by who has both sides, sets the limit that a close takes away: closed is closed. */
struct close_beside_resize : base {
    static constexpr bool leaves_items = true;
    template <typename test> static void work(test &it, unsigned index)
    {
        if (index == 0) {
            RL_ASSERT(tern_ptr_array_resize(it.array(), 2, nullptr, nullptr) == 0);
            int first = tern_ptr_array_raw_produce(it.array(), it.item(0));
            int second = tern_ptr_array_raw_produce(it.array(), it.item(1));
            RL_ASSERT(first == 0 || first == -EPIPE);
            RL_ASSERT(second == 0 || second == -EPIPE);
            RL_ASSERT(first == 0 || second == -EPIPE);
        } else {
            tern_ptr_array_close(it.array());
        }
    }
};

/* A raw consumer whose limit was taken away, and that goes on with small steps: nobody is left
 * asleep, and the rest of the batch is freed for the next who sleeps. */
struct twice_for_room : base {
    static constexpr size_t size = 2, batch = 2;
    static constexpr unsigned prefill = 2;
    static constexpr bool leaves_items = true;
    template <typename test> static void work(test &it, unsigned index)
    {
        for (unsigned i = 0; i < 2; i++) {
            if (index == 0)
                it.consume_wait();
            else
                it.produce_wait(2 + i);
        }
    }
};

/* The second field of a scenario of waiting. */
template <typename setup, search how> constexpr engine wait_over = over<wait_test<setup>, how>;

const scenario scenarios[] = {
    {"wait: for an item", wait_over<for_item, bounded>, 3, true},
    {"wait: for room", wait_over<for_room, bounded>, 2, true},
    {"wait: for a batch to be freed", wait_over<for_batch, bounded>, 2, true},
    {"wait: for one of a batch", wait_over<for_one_of_batch, bounded>, 2, true},
    {"wait: for the end", wait_over<for_close, bounded>, 2, true},
    {"wait: for the end, full", wait_over<for_close_full, bounded>, 3, true},
    {"wait: closed, with an item", wait_over<closed_with_item, bounded>, 2, true},
    {"wait: close beside a resize", wait_over<close_beside_resize, bounded>, 2, true},
    {"wait: twice for room", wait_over<twice_for_room, bounded>, 2, true},
    {"wait: hand-over", wait_over<hand_over, bounded>, 2, true},
    {"wait: two sleepers", wait_over<two_sleepers, sampled>, 5000, true},
    {"wait: for room, deeper", wait_over<for_room, bounded>, 3, false},
    {"wait: for a change that fails", wait_over<for_change, bounded>, 2, true},
    {"wait: a limit that is set again", wait_over<limit_set_again, sampled>, 20000, true},
    {"wait: two for room", wait_over<two_for_room, sampled>, 5000, true},
    {"wait: two for room, raw", wait_over<two_for_raw_room, sampled>, 5000, true},
    {"wait: two sleepers, bounded", wait_over<two_sleepers, bounded>, 2, false},
    {"wait: hand-over, sampled", wait_over<hand_over, sampled>, 100000, false},
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
