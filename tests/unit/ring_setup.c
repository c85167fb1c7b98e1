/* memsize, init, create, destroy, reset: sizes, layout and every error. */
#include "ring_fixture.h"

#include <stddef.h>

#define ALIGN   TERN_RING_ALIGN
#define CONTROL (4 * (size_t)ALIGN)

TEST(ring_setup, layout)
{
    CHECK_LE(sizeof(struct tern_ring), CONTROL);
    CHECK_EQ(sizeof(struct tern_ring) % ALIGN, (size_t)0);
    CHECK_EQ(_Alignof(struct tern_ring), (size_t)ALIGN);
    CHECK_EQ(offsetof(struct tern_ring, producer), (size_t)0);
    CHECK_EQ(offsetof(struct tern_ring, producer.tail), (size_t)ALIGN);
    CHECK_EQ(offsetof(struct tern_ring, consumer), 2 * (size_t)ALIGN);
    CHECK_EQ(offsetof(struct tern_ring, consumer.tail), 3 * (size_t)ALIGN);
    /* What a side owns is on the first cache line proper of its pair. */
    CHECK_LE(offsetof(struct tern_ring_side, wait) + sizeof(uint32_t), (size_t)64);
}

static const struct {
    size_t capacity;
    size_t elem_size;
    size_t slot_bytes; /* rounded up to 128; the port may ask for more */
} memsizes[] = {
    {1, 1, 128},       {1, 128, 128},         {1, 129, 256},         {2, 64, 128},
    {3, 32, 128},      {3, 33, 256},          {7, 16, 128},          {8, 16, 128},
    {9, 16, 256},      {8, 1000, 8064},       {1000, 8, 8192},       {1023, 8, 8192},
    {1024, 8, 8192},   {1025, 8, 16384},      {1024, 1, 1024},       {1024, 3, 3072},
    {100, 100, 12800}, {1 << 20, 1, 1 << 20}, {1, 1 << 20, 1 << 20}, {1, 1000001, 1000064},
};

TEST(ring_setup, memsize_is_the_control_block_and_the_slots)
{
    for (size_t i = 0; i < sizeof memsizes / sizeof memsizes[0]; i++) {
        for (unsigned pair = 0; pair < RING_PAIRS; pair++) {
            struct ring_case c = {.producer = ring_producer_of(pair),
                                  .consumer = ring_consumer_of(pair),
                                  .capacity = memsizes[i].capacity,
                                  .elem_size = memsizes[i].elem_size};
            struct tern_ring_options options = ring_case_options(&c);
            size_t bytes = 0,
                   expected = CONTROL + (memsizes[i].slot_bytes + ALIGN - 1) / ALIGN * ALIGN;
            size_t slots = 1;
            while (slots < c.capacity)
                slots *= 2;
            if (!ring_can_hold(c.producer, c.elem_size))
                continue;
            if (c.producer == TERN_RING_LF)
                expected = CONTROL + (slots * 16 + ALIGN - 1) / ALIGN * ALIGN;
            else if (c.producer == TERN_RING_NB)
                expected += (slots * 4 + ALIGN - 1) / ALIGN * ALIGN;
            ring_case_name(&c);
            CHECK_EQ(tern_ring_memsize(&options, &bytes), 0);
            CHECK_EQ(bytes, expected);
        }
    }
}

#define GOOD .capacity = 8, .elem_size = 8

static const struct {
    const char *name;
    struct tern_ring_options options;
    int error;
} bad_options[] = {
    {"no capacity", {.elem_size = 8}, -EINVAL},
    {"no element size", {.capacity = 8}, -EINVAL},
    {"nothing", {.capacity = 0}, -EINVAL},
    {"producer mode past the last", {GOOD, .producer = (enum tern_ring_mode)RING_MODES}, -EINVAL},
    {"consumer mode past the last", {GOOD, .consumer = (enum tern_ring_mode)RING_MODES}, -EINVAL},
    {"producer mode -1", {GOOD, .producer = (enum tern_ring_mode) - 1}, -EINVAL},
    {"consumer mode -1", {GOOD, .consumer = (enum tern_ring_mode) - 1}, -EINVAL},
    {"producer mode 256", {GOOD, .producer = (enum tern_ring_mode)256}, -EINVAL},
    {"consumer mode 256", {GOOD, .consumer = (enum tern_ring_mode)256}, -EINVAL},
    {"wait policy past the last", {GOOD, .wait = (enum tern_wait_policy)2}, -EINVAL},
    {"wait policy -1", {GOOD, .wait = (enum tern_wait_policy) - 1}, -EINVAL},
    {"capacity above its maximum",
     {.capacity = TERN_RING_CAPACITY_MAX + 1, .elem_size = 1},
     -EOVERFLOW},
    {"capacity SIZE_MAX", {.capacity = SIZE_MAX, .elem_size = 1}, -EOVERFLOW},
    {"capacity SIZE_MAX / 2 + 1", {.capacity = SIZE_MAX / 2 + 1, .elem_size = 1}, -EOVERFLOW},
    {"element SIZE_MAX", {.capacity = 1, .elem_size = SIZE_MAX}, -EOVERFLOW},
    {"element SIZE_MAX, product 0 modulo 2^64",
     {.capacity = 4, .elem_size = SIZE_MAX / 4 + 1},
     -EOVERFLOW},
    {"largest capacity, element 4",
     {.capacity = TERN_RING_CAPACITY_MAX, .elem_size = 4},
     -EOVERFLOW},
    {"capacity that overflows once rounded up",
     {.capacity = SIZE_MAX / 16 + 2, .elem_size = 8},
     -EOVERFLOW},
};

TEST(ring_setup, bad_options)
{
    for (size_t i = 0; i < sizeof bad_options / sizeof bad_options[0]; i++) {
        const struct tern_ring_options *options = &bad_options[i].options;
        size_t memory_bytes = 4096;
        unsigned char *memory = guarded_new(memory_bytes);
        size_t bytes = 4711;

        snprintf(ring_case_text, sizeof ring_case_text, "%s", bad_options[i].name);
        CHECK_EQ(tern_ring_memsize(options, &bytes), bad_options[i].error);
        CHECK_EQ(bytes, (size_t)4711);
        CHECK_EQ(tern_ring_init((struct tern_ring *)(void *)memory, memory_bytes, options),
                 bad_options[i].error);
        CHECK_EQ(tern_ring_init((struct tern_ring *)(void *)memory, SIZE_MAX, options),
                 bad_options[i].error);
        CHECK(bytes_are(memory, memory_bytes, RING_GUARD_BYTE));
        errno = 0;
        CHECK_EQ(tern_ring_create(options), NULL);
        CHECK_EQ(errno, -bad_options[i].error);
        guarded_free(memory, memory_bytes);
    }
    ring_case_text[0] = '\0';
}

TEST(ring_setup, null_arguments)
{
    struct tern_ring_options options = {GOOD};
    size_t bytes = 4711;
    unsigned char *memory = guarded_new(4096);

    CHECK_EQ(tern_ring_memsize(NULL, &bytes), -EINVAL);
    CHECK_EQ(bytes, (size_t)4711);
    CHECK_EQ(tern_ring_memsize(&options, NULL), -EINVAL);
    CHECK_EQ(tern_ring_memsize(NULL, NULL), -EINVAL);
    CHECK_EQ(tern_ring_init(NULL, 4096, &options), -EINVAL);
    CHECK_EQ(tern_ring_init(NULL, 0, NULL), -EINVAL);
    CHECK_EQ(tern_ring_init((struct tern_ring *)(void *)memory, 4096, NULL), -EINVAL);
    CHECK(bytes_are(memory, 4096, RING_GUARD_BYTE));
    errno = 0;
    CHECK_EQ(tern_ring_create(NULL), NULL);
    CHECK_EQ(errno, EINVAL);
    tern_ring_destroy(NULL);
    guarded_free(memory, 4096);
}

/* The largest element of each number of slots whose ring fits a size_t, and one byte more. */
TEST(ring_setup, bytes_up_to_the_last_that_fits)
{
    const size_t most = SIZE_MAX - SIZE_MAX % ALIGN - CONTROL; /* the total is rounded up */
    for (size_t slots = 1; slots <= TERN_RING_CAPACITY_MAX && slots != 0; slots *= 2) {
        struct tern_ring_options options = {.capacity = slots, .elem_size = most / slots};
        size_t bytes = 0;
        if (options.elem_size == 0)
            continue;
        snprintf(ring_case_text, sizeof ring_case_text, "capacity %zu, element %zu", slots,
                 options.elem_size);
        CHECK_EQ(tern_ring_memsize(&options, &bytes), 0);
        CHECK_EQ(bytes % ALIGN, (size_t)0);
        CHECK_GE(bytes, CONTROL + slots * options.elem_size);
        options.elem_size++;
        bytes = 4711;
        CHECK_EQ(tern_ring_memsize(&options, &bytes), -EOVERFLOW);
        CHECK_EQ(bytes, (size_t)4711);
        /* One more element takes twice the slots. */
        options.elem_size = most / slots;
        options.capacity = slots + 1;
        CHECK_EQ(tern_ring_memsize(&options, &bytes), -EOVERFLOW);
    }
    ring_case_text[0] = '\0';
}

/* Positions of 32 bits allow for fewer elements, on whichever side they are. */
TEST(ring_setup, capacity_limit_of_each_pair)
{
    for (unsigned pair = 0; pair < RING_SIDE_PAIRS; pair++) {
        struct tern_ring_options options = {
            .elem_size = 1, .producer = ring_producer_of(pair), .consumer = ring_consumer_of(pair)};
        const bool narrow = options.producer >= TERN_RING_RTS || options.consumer >= TERN_RING_RTS;
        const size_t limit = narrow ? TERN_RING_NARROW_CAPACITY_MAX : TERN_RING_CAPACITY_MAX;
        size_t bytes = 4711;
        snprintf(ring_case_text, sizeof ring_case_text, "producer %s, consumer %s",
                 tern_ring_mode_name(options.producer), tern_ring_mode_name(options.consumer));
        CHECK_EQ(TERN_RING_NARROW_CAPACITY_MAX, (size_t)1 << 30);
        options.capacity = limit + 1;
        CHECK_EQ(tern_ring_memsize(&options, &bytes), -EOVERFLOW);
        CHECK_EQ(bytes, (size_t)4711);
        CHECK_EQ(tern_ring_init(NULL, SIZE_MAX, &options), -EOVERFLOW);
        errno = 0;
        CHECK_EQ(tern_ring_create(&options), NULL);
        CHECK_EQ(errno, EOVERFLOW);
        options.capacity = limit;
        CHECK_EQ(tern_ring_memsize(&options, &bytes), 0);
        CHECK_EQ(bytes, CONTROL + limit);
    }
    ring_case_text[0] = '\0';
}

TEST(ring_setup, memory_misaligned_or_too_small)
{
    static const size_t off[] = {1, 8, 64};
    struct tern_ring_options options = {GOOD};
    size_t bytes = 0;
    CHECK_EQ(tern_ring_memsize(&options, &bytes), 0);
    unsigned char *memory = guarded_new(2 * bytes);
    struct tern_ring *ring = (struct tern_ring *)(void *)memory;

    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) {
        CHECK_EQ(tern_ring_init((struct tern_ring *)(void *)(memory + off[i]), bytes, &options),
                 -EINVAL);
    }
    CHECK_EQ(tern_ring_init(ring, bytes - 1, &options), -ENOSPC);
    CHECK_EQ(tern_ring_init(ring, sizeof(struct tern_ring), &options), -ENOSPC);
    CHECK_EQ(tern_ring_init(ring, 0, &options), -ENOSPC);
    CHECK(bytes_are(memory, 2 * bytes, RING_GUARD_BYTE));

    CHECK_EQ(tern_ring_init(ring, bytes, &options), 0);
    CHECK_EQ(tern_ring_init(ring, bytes + 1, &options), 0);
    CHECK(bytes_are(memory + bytes, bytes, RING_GUARD_BYTE));
    guarded_free(memory, 2 * bytes);
}

TEST(ring_setup, zeroed_options_are_the_default)
{
    struct tern_ring_options options;
    memset(&options, 0, sizeof options);
    options.capacity = 5;
    options.elem_size = 4;
    struct tern_ring *ring = tern_ring_create(&options);
    CHECK_NE(ring, NULL);
    CHECK_EQ((uintptr_t)ring % ALIGN, (uintptr_t)0);
    CHECK_EQ(tern_ring_producer_mode(ring), TERN_RING_MT);
    CHECK_EQ(tern_ring_consumer_mode(ring), TERN_RING_MT);
    CHECK_EQ(ring->producer.wait, (uint32_t)TERN_WAIT_ADAPTIVE);
    CHECK_EQ(ring->consumer.wait, (uint32_t)TERN_WAIT_ADAPTIVE);
    CHECK_EQ(tern_ring_capacity(ring), (size_t)5);
    CHECK(tern_ring_empty(ring));
    tern_ring_destroy(ring);
}

static void create(const struct ring_case *c)
{
    struct tern_ring_options options = ring_case_options(c);
    struct ring_fixture f;
    fixture_open(&f, c);
    guarded_free((unsigned char *)f.ring, f.bytes);
    errno = E2BIG;
    f.ring = tern_ring_create(&options);
    CHECK_NE(f.ring, NULL);
    fixture_check_counts(&f);
    fixture_put(&f, true, c->capacity + 1, true);
    fixture_take(&f, false, c->capacity, true);
    fixture_put_one(&f, 0); /* and ended with an element in it */
    tern_ring_destroy(f.ring);
    guarded_free(f.array, f.array_bytes);
}

static const size_t capacities[] = {1, 7, 1024, 0};
static const size_t sizes[] = {1, 8, 100, 0};

TEST(ring_setup, create_and_destroy)
{
    ring_for_each(capacities, sizes, create);
}

TEST(ring_setup, create_without_memory)
{
    /* Each fits a size_t, and no machine. */
    static const struct tern_ring_options huge[] = {
        {.capacity = TERN_RING_CAPACITY_MAX, .elem_size = 1},
        {.capacity = TERN_RING_CAPACITY_MAX / 2 + 1, .elem_size = 3},
        {.capacity = 1, .elem_size = SIZE_MAX - 2048},
        {.capacity = (size_t)1 << 20, .elem_size = SIZE_MAX >> 21},
    };
    for (size_t i = 0; i < sizeof huge / sizeof huge[0]; i++) {
        size_t bytes = 0;
        CHECK_EQ(tern_ring_memsize(&huge[i], &bytes), 0);
        errno = 0;
        CHECK_EQ(tern_ring_create(&huge[i]), NULL);
        CHECK_EQ(errno, ENOMEM);
    }
}

/* Whatever is there: init makes an empty ring of it. */
static void init_again(const struct ring_case *c)
{
    struct tern_ring_options options = ring_case_options(c);
    struct ring_fixture f;
    fixture_open(&f, c);
    for (int again = 0; again < 3; again++) {
        fixture_put(&f, true, (c->capacity + 1) / 2, false);
        CHECK_EQ(tern_ring_init(f.ring, f.bytes, &options), 0);
        f.out = f.in;
        fixture_check_counts(&f);
        CHECK_EQ(f.deq->dequeue(f.ring, f.array), -ENOENT);
        CHECK_EQ(fixture_put(&f, true, c->capacity + 1, true), c->capacity);
        fixture_take(&f, true, c->capacity, true);
    }
    memset((void *)f.ring, 0xFF, f.bytes);
    CHECK_EQ(tern_ring_init(f.ring, f.bytes, &options), 0);
    CHECK_EQ(fixture_put(&f, true, c->capacity + 1, true), c->capacity);
    fixture_take(&f, true, c->capacity, true);
    fixture_close(&f);
}

TEST(ring_setup, second_init_makes_an_empty_ring)
{
    ring_for_each(capacities, sizes, init_again);
}

/* The same memory, another ring. */
TEST(ring_setup, second_init_with_other_options)
{
    struct tern_ring_options first = {.capacity = 1000, .elem_size = 8};
    struct tern_ring_options second = {
        .capacity = 3, .elem_size = 5, .producer = TERN_RING_ST, .consumer = TERN_RING_ST};
    size_t bytes = 0;
    CHECK_EQ(tern_ring_memsize(&first, &bytes), 0);
    unsigned char *memory = guarded_new(bytes);
    struct tern_ring *ring = (struct tern_ring *)(void *)memory;
    CHECK_EQ(tern_ring_init(ring, bytes, &first), 0);
    CHECK_EQ(tern_ring_init(ring, bytes, &second), 0);
    CHECK_EQ(tern_ring_capacity(ring), (size_t)3);
    CHECK_EQ(tern_ring_elem_size(ring), (size_t)5);
    CHECK_EQ(tern_ring_producer_mode(ring), TERN_RING_ST);
    CHECK_EQ(tern_ring_enqueue_burst(ring, memory + 4096, 9, NULL), (size_t)3);
    guarded_free(memory, bytes);
}

static void reset(const struct ring_case *c)
{
    struct ring_fixture f;
    const size_t counts[] = {0, (c->capacity + 1) / 2, c->capacity};
    fixture_open(&f, c);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        fixture_put(&f, true, counts[i], false);
        tern_ring_reset(f.ring);
        f.out = f.in;
        fixture_check_counts(&f);
        CHECK_EQ(tern_ring_capacity(f.ring), c->capacity);
        CHECK_EQ(tern_ring_elem_size(f.ring), c->elem_size);
        CHECK_EQ(tern_ring_producer_mode(f.ring), c->producer);
        CHECK_EQ(tern_ring_consumer_mode(f.ring), c->consumer);
        CHECK_EQ(fixture_put(&f, true, c->capacity + 1, true), c->capacity);
        CHECK_EQ(fixture_take(&f, true, c->capacity + 1, true), c->capacity);
    }
    fixture_close(&f);
}

TEST(ring_setup, reset_empties_and_keeps_the_rest)
{
    ring_for_each(capacities, sizes, reset);
}

/* No pointer inside: a ring that was moved, as another process maps it, is the same ring. */
static void moved(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    fixture_put(&f, true, (c->capacity + 1) / 2, false);
    unsigned char *other = guarded_new(f.bytes);
    memcpy(other, (void *)f.ring, f.bytes);
    guarded_free((unsigned char *)f.ring, f.bytes);
    f.ring = (struct tern_ring *)(void *)other;
    fixture_check_counts(&f);
    fixture_put(&f, true, c->capacity, true);
    fixture_take(&f, true, c->capacity, true);
    fixture_close(&f);
}

TEST(ring_setup, holds_no_address)
{
    ring_for_each(capacities, sizes, moved);
}
