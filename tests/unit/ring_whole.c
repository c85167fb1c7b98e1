/* What is particular to the modes for the whole ring: what set-up refuses, and what LF has not. */
#include "ring_fixture.h"

#include <stddef.h>

static int options_error(const struct tern_ring_options *options)
{
    size_t bytes = 4711;
    unsigned char *memory = guarded_new(4096);
    int error = tern_ring_memsize(options, &bytes);
    CHECK_EQ(bytes == 4711, error != 0);
    CHECK_EQ(tern_ring_init((struct tern_ring *)(void *)memory, SIZE_MAX, options), error);
    if (error != 0)
        CHECK(bytes_are(memory, 4096, RING_GUARD_BYTE));
    errno = 0;
    struct tern_ring *ring = tern_ring_create(options);
    CHECK_EQ(ring == NULL, error != 0);
    CHECK_EQ(errno, -error);
    tern_ring_destroy(ring);
    guarded_free(memory, 4096);
    return error;
}

TEST(ring_whole, mixes_with_another_mode_are_refused)
{
    for (unsigned p = 0; p < RING_MODES; p++) {
        for (unsigned c = 0; c < RING_MODES; c++) {
            struct tern_ring_options options = {.capacity = 8,
                                                .elem_size = 8,
                                                .producer = (enum tern_ring_mode)p,
                                                .consumer = (enum tern_ring_mode)c};
            bool mix = p != c && (p >= RING_SIDE_MODES || c >= RING_SIDE_MODES);
            CHECK_EQ(options_error(&options), mix ? -EINVAL : p < RING_USABLE_MODES ? 0 : -ENOTSUP);
        }
    }
}

#if TERN_HAVE_DWCAS
TEST(ring_whole, lf_takes_elements_of_up_to_8_bytes)
{
    for (size_t size = 1; size <= 17; size++) {
        struct tern_ring_options options = {
            .capacity = 5, .elem_size = size, .producer = TERN_RING_LF, .consumer = TERN_RING_LF};
        CHECK_EQ(options_error(&options), size <= 8 ? 0 : -ENOTSUP);
        options.producer = options.consumer = TERN_RING_NB;
        CHECK_EQ(options_error(&options), 0);
    }
}

#endif

TEST(ring_whole, lf_says_at_set_up_that_it_has_no_enqueue_bulk)
{
    for (unsigned pair = 0; pair < RING_PAIRS; pair++) {
        struct tern_ring_options options = {.capacity = 8,
                                            .elem_size = 8,
                                            .producer = ring_producer_of(pair),
                                            .consumer = ring_consumer_of(pair)};
        struct tern_ring *ring = tern_ring_create(&options);
        CHECK_NE(ring, NULL);
        CHECK_EQ(tern_ring_has_enqueue_bulk(ring), options.producer != TERN_RING_LF);
        tern_ring_destroy(ring);
        options.need_enqueue_bulk = true;
        CHECK_EQ(options_error(&options), options.producer == TERN_RING_LF ? -ENOTSUP : 0);
    }
}

TEST(ring_whole, sizes_that_overflow)
{
    struct tern_ring_options options = {.elem_size = 1};
    for (unsigned mode = RING_SIDE_MODES; mode < RING_USABLE_MODES; mode++) {
        options.producer = options.consumer = (enum tern_ring_mode)mode;
        options.elem_size = 1;
        options.capacity = TERN_RING_CAPACITY_MAX;
        CHECK_EQ(options_error(&options), -EOVERFLOW);
        options.capacity = TERN_RING_CAPACITY_MAX + 1;
        CHECK_EQ(options_error(&options), -EOVERFLOW);
        options.capacity = SIZE_MAX / 16 + 1; /* 16 bytes a slot are 0 modulo 2^64 */
        options.elem_size = mode == TERN_RING_LF ? 1 : 12;
        CHECK_EQ(options_error(&options), -EOVERFLOW);
    }
    options.producer = options.consumer = TERN_RING_NB;
    options.capacity = 1;
    options.elem_size = SIZE_MAX;
    CHECK_EQ(options_error(&options), -EOVERFLOW);
    options.elem_size = SIZE_MAX - 4; /* with the stamp, 0 modulo 2^64 */
    CHECK_EQ(options_error(&options), -EOVERFLOW);
}

#if TERN_HAVE_DWCAS

static struct tern_ring *lf_ring(size_t capacity)
{
    struct tern_ring_options options = {
        .capacity = capacity, .elem_size = 8, .producer = TERN_RING_LF, .consumer = TERN_RING_LF};
    struct tern_ring *ring = tern_ring_create(&options);
    CHECK_NE(ring, NULL);
    return ring;
}

TEST(ring_whole, lf_bulk_of_one_is_a_single)
{
    struct tern_ring *ring = lf_ring(3);
    uint64_t value = 7, left = 0;
    size_t room = 99;
    errno = 0;
    for (size_t i = 0; i < 3; i++) {
        CHECK_EQ(tern_ring_enqueue_bulk(ring, &value, 1, &room), (size_t)1);
        CHECK_EQ(room, 2 - i);
    }
    CHECK_EQ(tern_ring_enqueue_bulk(ring, &value, 1, &room), (size_t)0);
    CHECK_EQ(room, (size_t)0);
    CHECK_EQ(tern_ring_enqueue_bulk(ring, NULL, 0, &room), (size_t)0);
    CHECK_EQ(errno, 0);
    CHECK_EQ(tern_ring_dequeue(ring, &left), 0);
    CHECK_EQ(left, value);
    tern_ring_destroy(ring);
}

TEST(ring_whole, lf_refuses_bulk_whatever_n)
{
    struct tern_ring *ring = lf_ring(8);
    const size_t ns[] = {2, 8, 9, SIZE_MAX};
    uint64_t values[9] = {0};
    for (size_t i = 0; i < sizeof ns / sizeof ns[0]; i++) {
        size_t room = 4711;
        errno = 0;
        CHECK_EQ(tern_ring_enqueue_bulk(ring, values, ns[i], &room), (size_t)0);
        CHECK_EQ(errno, ENOTSUP);
        errno = 0;
        CHECK_EQ(tern_ring_lf_enqueue_bulk(ring, values, ns[i], &room), (size_t)0);
        CHECK_EQ(errno, ENOTSUP);
        CHECK_EQ(room, (size_t)4711);
        CHECK(tern_ring_empty(ring));
    }
    tern_ring_destroy(ring);
}

/* A hint that is old, or from a lap before, is only a longer way. */
TEST(ring_whole, lf_finds_the_tail_from_any_hint_it_has_passed)
{
    const size_t capacities[] = {1, 5, 8};
    for (size_t c = 0; c < sizeof capacities / sizeof capacities[0]; c++) {
        struct tern_ring *ring = lf_ring(capacities[c]);
        uint64_t in = 0, out = 0, value;
        for (unsigned i = 0; i < 200; i++) {
            uint64_t old = i % 17 < in ? in - i % 17 : 0;
            tern_store_relaxed(&ring->producer.tail, i % 5 == 0 ? UINT64_C(0) : old);
            CHECK_EQ(tern_ring_count(ring), (size_t)(in - out));
            if (in - out < capacities[c]) {
                CHECK_EQ(tern_ring_enqueue(ring, &in), 0);
                in++;
            } else {
                CHECK_EQ(tern_ring_enqueue(ring, &in), -ENOBUFS);
            }
            CHECK_EQ(tern_ring_count(ring), (size_t)(in - out));
            if (i % 3 != 0) {
                CHECK_EQ(tern_ring_dequeue(ring, &value), in == out ? -ENOENT : 0);
                if (in != out)
                    CHECK_EQ(value, out++);
            }
        }
        tern_ring_destroy(ring);
    }
}

#endif

/* What init leaves, and nothing else, is a ring. */
static void damaged(const struct ring_case *c)
{
    struct ring_fixture f;
    if ((unsigned)c->producer < RING_SIDE_MODES)
        return;
    fixture_open(&f, c);
    struct tern_ring_side *const sides[] = {&f.ring->producer, &f.ring->consumer};
    for (size_t s = 0; s < 2; s++) {
        const struct tern_ring_side good = *sides[s];
        sides[s]->shift++;
        CHECK_EQ(tern_ring_attach(f.ring, SIZE_MAX), -EINVAL);
        sides[s]->shift = good.shift;
        sides[s]->stamps += 128;
        CHECK_EQ(tern_ring_attach(f.ring, SIZE_MAX), -EINVAL);
        sides[s]->stamps = good.stamps;
        for (uint32_t mode = 0; mode < RING_USABLE_MODES; mode++) {
            sides[s]->mode = mode;
            CHECK_EQ(tern_ring_attach(f.ring, SIZE_MAX), mode == good.mode ? 0 : -EINVAL);
        }
        sides[s]->mode = good.mode;
    }
    CHECK_EQ(tern_ring_attach(f.ring, f.bytes), 0);
    fixture_close(&f);
}

TEST(ring_whole, attach_sees_fields_that_contradict_each_other)
{
    static const size_t capacities[] = {1, 7, 8, 0};
    static const size_t sizes[] = {1, 8, 24, 0};
    ring_for_each(capacities, sizes, damaged);
}
