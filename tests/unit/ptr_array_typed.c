/* TERN_PTR_ARRAY_DEFINE: every function that it defines, with the types of its arguments. */
#include "ptr_array_fixture.h"

struct packet {
    unsigned length;
};

TERN_PTR_ARRAY_DEFINE(packet_queue, struct packet);
TERN_PTR_ARRAY_DEFINE(text_queue, const char);

struct seen {
    size_t count;
    unsigned lengths;
};

static void note(struct packet *packet, void *context)
{
    struct seen *seen = context;
    seen->count++;
    seen->lengths = seen->lengths * 10 + packet->length;
}

static int length_of(struct packet *packet, void *context)
{
    ++*(int *)context;
    return (int)packet->length;
}

static struct packet packets[9];

static struct packet_queue *create(size_t size, enum tern_ptr_array_flavour flavour)
{
    struct tern_ptr_array_options options = options_of(size, 0, flavour, flavour);
    struct packet_queue *queue = packet_queue_create(&options);
    CHECK_NE(queue, NULL);
    for (unsigned i = 0; i < 9; i++)
        packets[i].length = i;
    return queue;
}

#define FAMILY(infix)                                                                      \
    do {                                                                                   \
        struct packet *in[3] = {&packets[1], &packets[2], &packets[3]}, *out[3];           \
        size_t freed = 0;                                                                  \
        CHECK_EQ(packet_queue_##infix##produce(queue, &packets[0]), 0);                    \
        CHECK_EQ(packet_queue_##infix##produce_batched(queue, in, 3), (size_t)3);          \
        CHECK_EQ(packet_queue_##infix##consume(queue), &packets[0]);                       \
        CHECK_EQ(packet_queue_##infix##consume_batched(queue, out, 3, &freed), (size_t)3); \
        CHECK_EQ(freed, (size_t)3);                                                        \
        for (unsigned i = 0; i < 3; i++)                                                   \
            CHECK_EQ(out[i], &packets[i + 1]);                                             \
    } while (0)

TEST(ptr_array_typed, operations)
{
    struct packet_queue *queue = create(4, LOCKED);
    FAMILY();
    FAMILY(locked_);
    packet_queue_destroy(queue, NULL, NULL);
    queue = create(4, RAW);
    FAMILY();
    FAMILY(raw_);
    CHECK_EQ(packet_queue_locked_produce(queue, &packets[0]), -EINVAL);
    packet_queue_destroy(queue, NULL, NULL);
}

TEST(ptr_array_typed, looks_and_changes)
{
    struct packet_queue *queue = create(4, LOCKED), *queues[1] = {queue};
    struct packet *in[3] = {&packets[6], &packets[7], &packets[8]}, *item = NULL;
    struct tern_ptr_array_statistics statistics;
    struct seen seen = {0, 0};
    int calls = 0, result = -1;

    CHECK(packet_queue_empty(queue));
    CHECK_EQ(packet_queue_peek(queue), NULL);
    CHECK_EQ(packet_queue_peek_call(queue, length_of, &calls, &result), -ENOENT);
    CHECK_EQ(packet_queue_peek_call(queue, NULL, &calls, &result), -EINVAL);
    for (unsigned i = 2; i < 6; i++)
        CHECK_EQ(packet_queue_produce(queue, &packets[i]), 0);
    CHECK(packet_queue_full(queue));
    CHECK_EQ(packet_queue_peek(queue), &packets[2]);
    CHECK_EQ(packet_queue_peek_call(queue, length_of, &calls, &result), 0);
    CHECK_EQ(result, 2);
    CHECK_EQ(calls, 1);
    CHECK_EQ(packet_queue_count(queue), (size_t)4);
    CHECK_EQ(packet_queue_resize(queue, 3, note, &seen), 0);
    CHECK_EQ(seen.lengths, 5u);
    CHECK_EQ(packet_queue_resize(queue, 2, NULL, NULL), -ENOSPC);
    CHECK_EQ(packet_queue_resize_multiple(queues, 1, 2, note, &seen), 0);
    CHECK_EQ(packet_queue_resize_multiple(queues, 1, 2, NULL, NULL), -EINVAL);
    CHECK_EQ(seen.lengths, 54u);
    CHECK_EQ(packet_queue_size(queue), (size_t)2);
    CHECK_EQ(packet_queue_consume(queue), &packets[2]);
    CHECK_EQ(packet_queue_flush(queue), (size_t)0);
    CHECK_EQ(packet_queue_unconsume(queue, in, 3, note, &seen), (size_t)1);
    CHECK_EQ(seen.lengths, 5467u);
    CHECK_EQ(packet_queue_drain(queue, note, &seen), (size_t)2);
    CHECK_EQ(seen.lengths, 546783u);
    CHECK_EQ(packet_queue_unconsume(queue, in, 3, NULL, NULL), (size_t)2);
    CHECK_EQ(packet_queue_drain(queue, NULL, NULL), (size_t)2);

    CHECK_EQ(packet_queue_produce_wait(queue, &packets[0], 0), 0);
    CHECK_EQ(packet_queue_consume_wait(queue, NULL, 0), -EINVAL);
    CHECK_EQ(packet_queue_consume_wait(queue, &item, 0), 0);
    CHECK_EQ(item, &packets[0]);
    CHECK_EQ(packet_queue_consume_wait(queue, &item, 0), -ETIMEDOUT);
    packet_queue_produce(queue, &packets[1]);
    packet_queue_close(queue);
    CHECK(packet_queue_is_closed(queue));
    packet_queue_get_statistics(queue, &statistics);
    CHECK_EQ(statistics.produced, UINT64_C(6));
    CHECK_EQ(statistics.resizes, UINT64_C(2));
    seen.lengths = 0;
    CHECK_EQ(packet_queue_destroy(queue, note, &seen), (size_t)1);
    CHECK_EQ(seen.lengths, 1u);
}

TEST(ptr_array_typed, in_the_callers_memory)
{
    struct tern_ptr_array_options options = options_of(3, 0, RAW, RAW);
    size_t bytes = 0;
    CHECK_EQ(text_queue_memsize(&options, &bytes), 0);
    struct text_queue *queue = aligned_alloc(TERN_PTR_ARRAY_ALIGN, bytes);
    CHECK_EQ(text_queue_init(queue, bytes - 1, &options), -ENOSPC);
    CHECK_EQ(text_queue_init(queue, bytes, &options), 0);
    CHECK_EQ(text_queue_raw_produce(queue, "first"), 0);
    CHECK_STR_EQ(text_queue_raw_consume(queue), "first");
    CHECK_EQ(text_queue_cleanup(queue, NULL, NULL), (size_t)0);
    free(queue);
    CHECK_EQ(text_queue_destroy(NULL, NULL, NULL), (size_t)0);
}
