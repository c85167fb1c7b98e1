/*
 * TERN_RING_DEFINE: the same body for types of several sizes and shapes, by every entry point.
 * Built a second time against the library, where the typed functions call the untyped ones.
 */
#include "test.h"

#include <tern/ring.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct pair16 {
    uint64_t a;
    uint64_t b;
};

struct triple24 {
    uint64_t a;
    uint64_t b;
    uint64_t c;
};

struct bytes5 {
    unsigned char byte[5];
};

struct words { /* 52 bytes: a multiple of four and of nothing larger */
    uint32_t word[13];
};

struct lines { /* longer than what is copied inline */
    uint64_t word[80];
};

TERN_RING_DEFINE(u8_ring, uint8_t);
TERN_RING_DEFINE(u32_ring, uint32_t);
TERN_RING_DEFINE(u64_ring, uint64_t);
TERN_RING_DEFINE(pair_ring, struct pair16);
TERN_RING_DEFINE(triple_ring, struct triple24);
TERN_RING_DEFINE(bytes_ring, struct bytes5);
TERN_RING_DEFINE(words_ring, struct words);
TERN_RING_DEFINE(lines_ring, struct lines);
TERN_RING_DEFINE(pointer_ring, const char *);

/* A value of any type from a number: every byte of it. */
static void make(void *value, size_t size, unsigned number)
{
    unsigned char *byte = value;
    for (size_t i = 0; i < size; i++)
        byte[i] = (unsigned char)(number * 31 + i * 7 + (number >> 8));
}

enum { CAPACITY = 37, MOST = CAPACITY + 1 };

/* Single, bulk and burst by one family of entry points, through many laps of the ring. */
#define TYPED_OPERATIONS(name, type, infix)                                                     \
    static void name##_##infix##operations(struct name *ring)                                   \
    {                                                                                           \
        static type in[MOST];                                                                   \
        static type out[MOST];                                                                  \
        static type same[MOST]; /* untouched */                                                 \
        type value;                                                                             \
        unsigned number = 0;                                                                    \
        memset((void *)same, 0xEE, sizeof same);                                                \
        for (unsigned lap = 0; lap < 10; lap++) {                                               \
            make((void *)&value, sizeof value, lap);                                            \
            CHECK_EQ(name##_##infix##enqueue(ring, value), 0);                                  \
            CHECK_EQ(name##_##infix##dequeue(ring, &out[0]), 0);                                \
            CHECK_MEM_EQ(&out[0], &value, sizeof value);                                        \
            CHECK_EQ(name##_##infix##dequeue(ring, &out[0]), -ENOENT);                          \
            for (size_t n = 0; n <= MOST; n++) {                                                \
                size_t fits = n <= CAPACITY ? n : 0;                                            \
                size_t burst = n <= CAPACITY ? n : CAPACITY;                                    \
                size_t left = SIZE_MAX;                                                         \
                for (size_t i = 0; i < n; i++)                                                  \
                    make((void *)&in[i], sizeof in[i], number++);                               \
                memset((void *)out, 0xEE, sizeof out);                                          \
                CHECK_EQ(name##_##infix##enqueue_bulk(ring, in, n, &left), fits);               \
                CHECK_EQ(left, CAPACITY - fits);                                                \
                CHECK_EQ(name##_##infix##dequeue_burst(ring, out, n, &left), fits);             \
                CHECK_EQ(left, (size_t)0);                                                      \
                CHECK_MEM_EQ(out, in, fits * sizeof in[0]);                                     \
                CHECK_MEM_EQ(out + fits, same + fits, (MOST - fits) * sizeof in[0]);            \
                CHECK_EQ(name##_##infix##enqueue_burst(ring, in, n, NULL), burst);              \
                CHECK_EQ(name##_count(ring), burst);                                            \
                if (burst == CAPACITY)                                                          \
                    CHECK_EQ(name##_##infix##enqueue(ring, value), -ENOBUFS);                   \
                CHECK_EQ(name##_##infix##dequeue_bulk(ring, out, burst + 1, &left), (size_t)0); \
                CHECK_EQ(left, burst);                                                          \
                CHECK_EQ(name##_##infix##dequeue_bulk(ring, out, burst, NULL), burst);          \
                CHECK_MEM_EQ(out, in, burst * sizeof in[0]);                                    \
                CHECK_MEM_EQ(out + burst, same + burst, (MOST - burst) * sizeof in[0]);         \
            }                                                                                   \
        }                                                                                       \
    }

/* The entry points of another mode say so. */
#define TYPED_WRONG_MODE(name, type, infix)                                         \
    static void name##_##infix##refused(struct name *ring)                          \
    {                                                                               \
        static type values[2];                                                      \
        size_t left = 12345;                                                        \
        CHECK_EQ(name##_##infix##enqueue(ring, values[0]), -EINVAL);                \
        CHECK_EQ(name##_##infix##dequeue(ring, values), -EINVAL);                   \
        errno = 0;                                                                  \
        CHECK_EQ(name##_##infix##enqueue_bulk(ring, values, 1, &left), (size_t)0);  \
        CHECK_EQ(errno, EINVAL);                                                    \
        errno = 0;                                                                  \
        CHECK_EQ(name##_##infix##enqueue_burst(ring, values, 1, &left), (size_t)0); \
        CHECK_EQ(errno, EINVAL);                                                    \
        errno = 0;                                                                  \
        CHECK_EQ(name##_##infix##dequeue_bulk(ring, values, 1, &left), (size_t)0);  \
        CHECK_EQ(errno, EINVAL);                                                    \
        errno = 0;                                                                  \
        CHECK_EQ(name##_##infix##dequeue_burst(ring, values, 1, &left), (size_t)0); \
        CHECK_EQ(errno, EINVAL);                                                    \
        CHECK_EQ(left, (size_t)12345);                                              \
        CHECK(name##_empty(ring));                                                  \
    }

/* LF has neither bulk nor large elements; the rest is as with the others. */
#define TYPED_LF(name, type)                                                            \
    static void name##_lf_in_its_mode(uint64_t start)                                   \
    {                                                                                   \
        struct tern_ring_options options = {.capacity = CAPACITY,                       \
                                            .producer = TERN_RING_LF,                   \
                                            .consumer = TERN_RING_LF,                   \
                                            .start_position = start};                   \
        static type in[MOST];                                                           \
        static type out[MOST];                                                          \
        errno = 0;                                                                      \
        struct name *ring = name##_create(&options);                                    \
        if (sizeof(type) > 8 || !TERN_HAVE_DWCAS) {                                     \
            CHECK_EQ(ring, NULL);                                                       \
            CHECK_EQ(errno, ENOTSUP);                                                   \
            return;                                                                     \
        }                                                                               \
        CHECK_NE(ring, NULL);                                                           \
        name##_nb_refused(ring);                                                        \
        name##_mt_refused(ring);                                                        \
        for (size_t n = 1; n <= CAPACITY; n++) {                                        \
            size_t left = 12345;                                                        \
            for (size_t i = 0; i < n; i++)                                              \
                make((void *)&in[i], sizeof in[i], (unsigned)(n + i));                  \
            CHECK_EQ(name##_lf_enqueue(ring, in[0]), 0);                                \
            CHECK_EQ(name##_lf_enqueue_burst(ring, in + 1, n - 1, &left), n - 1);       \
            CHECK_EQ(left, CAPACITY - n);                                               \
            errno = 0;                                                                  \
            CHECK_EQ(name##_lf_enqueue_bulk(ring, in, 2, NULL), (size_t)0);             \
            CHECK_EQ(errno, ENOTSUP);                                                   \
            CHECK_EQ(name##_count(ring), n);                                            \
            CHECK_EQ(name##_lf_dequeue(ring, out), 0);                                  \
            CHECK_EQ(name##_lf_dequeue_bulk(ring, out + 1, n, NULL), (size_t)0);        \
            CHECK_EQ(name##_lf_dequeue_bulk(ring, out + 1, n - 1, &left), n - 1);       \
            CHECK_EQ(left, (size_t)0);                                                  \
            CHECK_MEM_EQ(out, in, n * sizeof in[0]);                                    \
            CHECK_EQ(name##_enqueue_burst(ring, in, MOST, NULL), (size_t)CAPACITY);     \
            CHECK_EQ(name##_enqueue(ring, in[0]), -ENOBUFS);                            \
            CHECK_EQ(name##_lf_dequeue_burst(ring, out, MOST, NULL), (size_t)CAPACITY); \
            CHECK_EQ(name##_dequeue(ring, out), -ENOENT);                               \
        }                                                                               \
        name##_destroy(ring);                                                           \
    }

/* A ring of one mode, by its entry points, the general ones, and those of three others. */
#define TYPED_IN_MODE(name, mode, infix, other1, other2, other3)                                \
    static void name##_##infix##in_its_mode(uint64_t start)                                     \
    {                                                                                           \
        struct tern_ring_options options = {                                                    \
            .capacity = CAPACITY, .producer = mode, .consumer = mode, .start_position = start}; \
        struct name *ring = name##_create(&options);                                            \
        CHECK_NE(ring, NULL);                                                                   \
        name##_operations(ring);                                                                \
        name##_##infix##operations(ring);                                                       \
        name##_##other1##refused(ring);                                                         \
        name##_##other2##refused(ring);                                                         \
        name##_##other3##refused(ring);                                                         \
        name##_destroy(ring);                                                                   \
    }

#define TYPED_TESTS(name, type)                                                             \
    TYPED_OPERATIONS(name, type, )                                                          \
    TYPED_OPERATIONS(name, type, st_)                                                       \
    TYPED_OPERATIONS(name, type, mt_)                                                       \
    TYPED_OPERATIONS(name, type, rts_)                                                      \
    TYPED_OPERATIONS(name, type, hts_)                                                      \
    TYPED_OPERATIONS(name, type, nb_)                                                       \
    TYPED_WRONG_MODE(name, type, st_)                                                       \
    TYPED_WRONG_MODE(name, type, mt_)                                                       \
    TYPED_WRONG_MODE(name, type, rts_)                                                      \
    TYPED_WRONG_MODE(name, type, hts_)                                                      \
    TYPED_WRONG_MODE(name, type, nb_)                                                       \
    TYPED_WRONG_MODE(name, type, lf_)                                                       \
    TYPED_IN_MODE(name, TERN_RING_ST, st_, mt_, rts_, hts_)                                 \
    TYPED_IN_MODE(name, TERN_RING_MT, mt_, nb_, lf_, hts_)                                  \
    TYPED_IN_MODE(name, TERN_RING_RTS, rts_, st_, mt_, hts_)                                \
    TYPED_IN_MODE(name, TERN_RING_HTS, hts_, st_, mt_, rts_)                                \
    TYPED_IN_MODE(name, TERN_RING_NB, nb_, st_, mt_, lf_)                                   \
    TYPED_LF(name, type)                                                                    \
                                                                                            \
    TEST(ring_typed, name##_operations)                                                     \
    {                                                                                       \
        name##_st_in_its_mode(UINT64_MAX - 100);                                            \
        name##_mt_in_its_mode(0);                                                           \
        name##_rts_in_its_mode(UINT32_MAX - 100);                                           \
        name##_hts_in_its_mode(UINT64_MAX - 100);                                           \
        name##_nb_in_its_mode(UINT64_MAX - 100);                                            \
        name##_lf_in_its_mode(UINT64_MAX - 100);                                            \
    }                                                                                       \
                                                                                            \
    TEST(ring_typed, name##_set_up)                                                         \
    {                                                                                       \
        struct tern_ring_options options = {.capacity = CAPACITY};                          \
        struct tern_ring_options plain = {.capacity = CAPACITY, .elem_size = sizeof(type)}; \
        size_t bytes = 4711, same = 0;                                                      \
        struct name *ring;                                                                  \
        CHECK_EQ(name##_memsize(&options, &bytes), 0);                                      \
        CHECK_EQ(tern_ring_memsize(&plain, &same), 0);                                      \
        CHECK_EQ(bytes, same);                                                              \
        CHECK_EQ(options.elem_size, (size_t)0);                                             \
        CHECK_EQ(name##_memsize(&plain, &bytes), 0);                                        \
        CHECK_EQ(sizeof(struct name), sizeof(struct tern_ring));                            \
                                                                                            \
        ring = aligned_alloc(TERN_RING_ALIGN, bytes);                                       \
        CHECK_NE(ring, NULL);                                                               \
        CHECK_EQ(name##_init(ring, bytes, &options), 0);                                    \
        CHECK_EQ(tern_ring_elem_size(&ring->ring), sizeof(type));                           \
        CHECK_EQ(name##_capacity(ring), (size_t)CAPACITY);                                  \
        CHECK_EQ(name##_free_count(ring), (size_t)CAPACITY);                                \
        CHECK(name##_empty(ring));                                                          \
        CHECK(!name##_full(ring));                                                          \
        CHECK_EQ(name##_init(ring, bytes, &plain), 0);                                      \
        CHECK_EQ(name##_init(ring, bytes - 1, &options), -ENOSPC);                          \
        CHECK_EQ(name##_init(NULL, bytes, &options), -EINVAL);                              \
        CHECK_EQ(name##_attach(ring, bytes), 0);                                            \
        CHECK_EQ(name##_attach(ring, bytes - 1), -ENOSPC);                                  \
        CHECK_EQ(name##_attach(NULL, bytes), -EINVAL);                                      \
                                                                                            \
        options.elem_size = sizeof(type) + 1;                                               \
        same = 4711;                                                                        \
        CHECK_EQ(name##_memsize(&options, &same), -EINVAL);                                 \
        CHECK_EQ(same, (size_t)4711);                                                       \
        CHECK_EQ(name##_init(ring, bytes, &options), -EINVAL);                              \
        errno = 0;                                                                          \
        CHECK_EQ(name##_create(&options), NULL);                                            \
        CHECK_EQ(errno, EINVAL);                                                            \
        CHECK_EQ(name##_memsize(NULL, &same), -EINVAL);                                     \
        CHECK_EQ(name##_memsize(&plain, NULL), -EINVAL);                                    \
        CHECK_EQ(name##_init(ring, bytes, NULL), -EINVAL);                                  \
        errno = 0;                                                                          \
        CHECK_EQ(name##_create(NULL), NULL);                                                \
        CHECK_EQ(errno, EINVAL);                                                            \
        name##_destroy(NULL);                                                               \
        CHECK_EQ(name##_dump(NULL, stderr), -EINVAL);                                       \
        CHECK_EQ(name##_dump(ring, NULL), -EINVAL);                                         \
                                                                                            \
        static type values[CAPACITY];                                                       \
        CHECK_EQ(name##_enqueue_bulk(ring, values, CAPACITY, NULL), (size_t)CAPACITY);      \
        CHECK(name##_full(ring));                                                           \
        name##_reset(ring);                                                                 \
        CHECK(name##_empty(ring));                                                          \
        free(ring);                                                                         \
    }

TYPED_TESTS(u8_ring, uint8_t)
TYPED_TESTS(u32_ring, uint32_t)
TYPED_TESTS(u64_ring, uint64_t)
TYPED_TESTS(pair_ring, struct pair16)
TYPED_TESTS(triple_ring, struct triple24)
TYPED_TESTS(bytes_ring, struct bytes5)
TYPED_TESTS(words_ring, struct words)
TYPED_TESTS(lines_ring, struct lines)
TYPED_TESTS(pointer_ring, const char *)

/* A ring of elements of another size is none of this type. */
TEST(ring_typed, attach_to_a_ring_of_another_element_size)
{
    struct tern_ring_options options = {.capacity = 8, .elem_size = sizeof(uint32_t)};
    struct tern_ring *ring = tern_ring_create(&options);
    CHECK_NE(ring, NULL);
    CHECK_EQ(u32_ring_attach((struct u32_ring *)ring, SIZE_MAX), 0);
    CHECK_EQ(u8_ring_attach((struct u8_ring *)ring, SIZE_MAX), -EINVAL);
    CHECK_EQ(u64_ring_attach((struct u64_ring *)ring, SIZE_MAX), -EINVAL);
    CHECK_EQ(bytes_ring_attach((struct bytes_ring *)ring, SIZE_MAX), -EINVAL);
    tern_ring_destroy(ring);
}

/* Typed and untyped functions work on one ring. */
TEST(ring_typed, the_ring_beneath)
{
    struct tern_ring_options options = {.capacity = 4};
    struct u32_ring *ring = u32_ring_create(&options);
    uint32_t value = 0;
    CHECK_NE(ring, NULL);
    CHECK_EQ(u32_ring_enqueue(ring, 7), 0);
    CHECK_EQ(tern_ring_dequeue(&ring->ring, &value), 0);
    CHECK_EQ(value, 7u);
    value = 8;
    CHECK_EQ(tern_ring_enqueue(&ring->ring, &value), 0);
    value = 0;
    CHECK_EQ(u32_ring_dequeue(ring, &value), 0);
    CHECK_EQ(value, 8u);
    u32_ring_destroy(ring);
}
