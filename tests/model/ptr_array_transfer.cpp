/*
 * Items from producers to consumers, each call one attempt.
 *
 * Forwards, the payload of an item is written before its produce and read after its consume.
 * Backwards, a consumer writes a note before the consume of item k, and who produces an item into
 * the slot that this has freed reads it: the promise that a slot is used again only after the
 * consume that freed it.
 *
 * Afterwards the array is drained: each item that a produce took has come out once, in order, and
 * the array takes as many items as it has slots.
 *
 * SPDX-License-Identifier: MIT
 */
#define TERN_MODEL_NOBODY_SLEEPS

#include "ptr_array.hpp"

using namespace model;

namespace {

constexpr unsigned most = 8; /* items of one producer */

struct item {
    TERN_SHARED(uint64_t) payload;
    TERN_SHARED(uint64_t) note;
};

/* What most scenarios have in common; each overrides what it is about. */
struct setup_base {
    static constexpr unsigned producers = 1, consumers = 1;
    static constexpr size_t size = 1, batch = 1;
    static constexpr tern_ptr_array_flavour producer = raw, consumer = raw;
    static constexpr unsigned produce = 3, consume = 3; /* calls of each thread */
    static constexpr size_t put = 1, take = 1;          /* items of a call; more than 1: batched */
    static constexpr unsigned prefill = 0;
    static constexpr bool notes = false; /* one raw producer, one raw consumer, single calls */
    static constexpr bool looks = false; /* a consumer reads the item's payload before, by a call */
};

template <typename setup>
struct transfer_test : rl::test_suite<transfer_test<setup>, setup::producers + setup::consumers> {
    checked_array<setup::size> checked;
    item items[setup::producers + 1][most]; /* those of the prefill are one more producer's */
    unsigned taken[setup::producers + 1];
    item *received[setup::consumers + 1][2 * most];
    unsigned received_count[setup::consumers + 1];
    /* With notes: what the producer has put in, prefill included, in order. */
    item *order[2 * most];
    unsigned ordered;

    void before()
    {
        checked.init(setup::size, setup::batch, setup::producer, setup::consumer);
        for (unsigned &count : taken)
            count = 0;
        for (unsigned &count : received_count)
            count = 0;
        ordered = 0;
        for (unsigned i = 0; i < setup::prefill; i++)
            put(setup::producers, 1);
    }

    void thread(unsigned index)
    {
        if (index < setup::producers)
            for (unsigned i = 0; i < setup::produce; i++)
                put(index, setup::put);
        else
            for (unsigned i = 0; i < setup::consume; i++)
                take(index - setup::producers, setup::take);
    }

    void put(unsigned producer, size_t n)
    {
        void *pointers[most];
        size_t done;
        for (size_t i = 0; i < n; i++) {
            item *next = &items[producer][taken[producer] + i];
            tern_shared_write(&next->payload, producer * 100 + taken[producer] + i);
            pointers[i] = next;
        }
        if (n == 1)
            done = tern_ptr_array_produce(checked.get(), pointers[0]) == 0;
        else
            done = tern_ptr_array_produce_batched(checked.get(), pointers, n);
        taken[producer] += static_cast<unsigned>(done);
        for (size_t i = 0; setup::notes && i < done; i++) {
            /* The slot was that of the item `size` before. */
            if (setup::notes && ordered >= setup::size)
                RL_ASSERT(tern_shared_read(&order[ordered - setup::size]->note) == 1);
            order[ordered++] = static_cast<item *>(pointers[i]);
        }
    }

    /* Whether there is an item to take, after the note to it has been written. */
    bool write_note()
    {
        item *next = static_cast<item *>(tern_ptr_array_peek(checked.get()));
        if (next != nullptr) {
            check_payload(next);
            tern_shared_write(&next->note, 1);
        }
        return next != nullptr;
    }

    void take(unsigned consumer, size_t n)
    {
        void *pointers[most];
        size_t done;
        if (setup::notes && !write_note())
            return;
        if (setup::looks)
            (void)tern_ptr_array_peek_call(checked.get(), read_payload, this, nullptr);
        if (n == 1) {
            pointers[0] = tern_ptr_array_consume(checked.get());
            done = pointers[0] != nullptr;
        } else {
            done = tern_ptr_array_consume_batched(checked.get(), pointers, n, nullptr);
        }
        for (size_t i = 0; i < done; i++) {
            item *got = static_cast<item *>(pointers[i]);
            check_payload(got);
            received[consumer][received_count[consumer]++] = got;
        }
    }

    static int read_payload(void *item, void *self)
    {
        static_cast<transfer_test *>(self)->check_payload(static_cast<struct item *>(item));
        return 0;
    }

    void check_payload(item *got)
    {
        uint64_t payload = tern_shared_read(&got->payload);
        RL_ASSERT(payload / 100 <= setup::producers && payload % 100 < most);
        RL_ASSERT(&items[payload / 100][payload % 100] == got);
    }

    void after()
    {
        while (!tern_ptr_array_empty(checked.get()))
            take(setup::consumers, 1);
        RL_ASSERT(tern_ptr_array_consume(checked.get()) == nullptr);
        check_all_once();
        check_order();
        for (size_t i = 0; i < setup::size; i++)
            RL_ASSERT(tern_ptr_array_produce(checked.get(), &items[0][0]) == 0);
        RL_ASSERT(tern_ptr_array_produce(checked.get(), &items[0][0]) == -ENOBUFS);
    }

    void check_all_once()
    {
        unsigned expected = 0, total = 0;
        for (unsigned producer = 0; producer <= setup::producers; producer++) {
            expected += taken[producer];
            for (unsigned i = 0; i < taken[producer]; i++) {
                unsigned times = 0;
                for (unsigned c = 0; c <= setup::consumers; c++)
                    for (unsigned k = 0; k < received_count[c]; k++)
                        times += received[c][k] == &items[producer][i];
                RL_ASSERT(times == 1);
            }
        }
        for (unsigned count : received_count)
            total += count;
        RL_ASSERT(total == expected);
    }

    /* One producer's items come out at each consumer in its order; the prefill before all. */
    void check_order()
    {
        for (unsigned c = 0; c < setup::consumers; c++) {
            for (unsigned producer = 0; producer <= setup::producers; producer++) {
                item *last = nullptr;
                for (unsigned from : {c, unsigned(setup::consumers)}) {
                    for (unsigned k = 0; k < received_count[from]; k++) {
                        item *got = received[from][k];
                        if (got < &items[producer][0] || got >= &items[producer][0] + most)
                            continue;
                        RL_ASSERT(last == nullptr || got > last);
                        last = got;
                    }
                }
            }
        }
    }
};

/* The second field of a scenario of a transfer. */
template <typename setup, search how>
constexpr engine transfer_over = over<transfer_test<setup>, how>;

struct one_slot : setup_base {};

struct one_slot_notes : setup_base {
    static constexpr unsigned produce = 2, consume = 2;
    static constexpr bool notes = true;
};

struct two_slots : setup_base {
    static constexpr size_t size = 2;
    static constexpr unsigned prefill = 1;
};

struct two_slots_batch_two : two_slots {
    static constexpr size_t batch = 2;
};

struct two_slots_notes : two_slots_batch_two {
    static constexpr bool notes = true;
};

struct three_slots_batch_two : setup_base {
    static constexpr size_t size = 3, batch = 2;
    static constexpr unsigned prefill = 2;
};

struct batched : setup_base {
    static constexpr size_t size = 3, batch = 2, put = 2, take = 2;
    static constexpr unsigned prefill = 1, produce = 2, consume = 2;
};

struct locked_consumers : setup_base {
    static constexpr unsigned consumers = 2, consume = 1, produce = 2, prefill = 1;
    static constexpr size_t size = 2, batch = 2;
    static constexpr tern_ptr_array_flavour consumer = locked;
};

struct locked_producers : setup_base {
    static constexpr unsigned producers = 2, produce = 1, consume = 2, prefill = 1;
    static constexpr size_t size = 2;
    static constexpr tern_ptr_array_flavour producer = locked;
};

struct many_rounds : setup_base {
    static constexpr size_t size = 2, batch = 2, put = 2;
    static constexpr unsigned produce = 3, consume = 6;
};

/* Two items through one slot: the second needs the first to be gone. */
struct shortest : setup_base {
    static constexpr unsigned produce = 2, consume = 2;
};

struct looked_at : setup_base {
    static constexpr unsigned produce = 1, consume = 1;
    static constexpr bool looks = true;
};

const scenario scenarios[] = {
    {"raw: looked at by a call", transfer_over<looked_at, bounded>, 3, true},
    {"raw: shortest", transfer_over<shortest, bounded>, 3, true},
    {"raw: one slot", transfer_over<one_slot, bounded>, 3, true},
    {"raw: one slot, notes", transfer_over<one_slot_notes, bounded>, 3, true},
    {"raw: two slots, notes", transfer_over<two_slots_notes, bounded>, 2, true},
    {"raw: two slots", transfer_over<two_slots, bounded>, 2, true},
    {"raw: two slots, batch of 2", transfer_over<two_slots_batch_two, bounded>, 2, true},
    {"raw: three slots, batch of 2", transfer_over<three_slots_batch_two, bounded>, 2, true},
    {"raw: batched calls", transfer_over<batched, bounded>, 2, true},
    {"raw: many rounds", transfer_over<many_rounds, sampled>, 5000, true},
    {"locked: two consumers", transfer_over<locked_consumers, bounded>, 1, true},
    {"locked: two producers", transfer_over<locked_producers, bounded>, 1, true},
    {"raw: shortest, deeper", transfer_over<shortest, bounded>, 6, false},
    {"raw: one slot, deeper", transfer_over<one_slot, bounded>, 4, false},
    {"raw: two slots, batch of 2, deeper", transfer_over<two_slots_batch_two, bounded>, 3, false},
    {"raw: many rounds, more", transfer_over<many_rounds, sampled>, 50000, false},
    {"locked: two consumers, deeper", transfer_over<locked_consumers, bounded>, 2, false},
    {"locked: two producers, deeper", transfer_over<locked_producers, bounded>, 2, false},
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
