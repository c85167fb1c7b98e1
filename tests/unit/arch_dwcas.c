/* The double-width compare-and-swap, in each order: values, alignment, two threads. */
#include "test.h"

#include <tern/arch/dwcas.h>

#include <pthread.h>

#if TERN_HAVE_DWCAS

typedef bool (*dwcas)(tern_atomic_pair *, struct tern_pair *, struct tern_pair);

static const struct {
    const char *name;
    dwcas call;
} orders[] = {{"relaxed", tern_dwcas_relaxed},
              {"acquire", tern_dwcas_acquire},
              {"release", tern_dwcas_release},
              {"acq_rel", tern_dwcas_acq_rel}};

static const struct tern_pair found = {UINT64_C(0x0123456789abcdef), UINT64_C(0xfedcba9876543210)};

/* What is expected instead of what is there. */
static const struct {
    const char *name;
    struct tern_pair expected;
    bool equal;
} cases[] = {
    {"equal", {UINT64_C(0x0123456789abcdef), UINT64_C(0xfedcba9876543210)}, true},
    {"another low", {1, UINT64_C(0xfedcba9876543210)}, false},
    {"another high", {UINT64_C(0x0123456789abcdef), 1}, false},
    {"both others", {1, 2}, false},
    {"halves swapped", {UINT64_C(0xfedcba9876543210), UINT64_C(0x0123456789abcdef)}, false},
    {"one bit of the lower word",
     {UINT64_C(0x8123456789abcdef), UINT64_C(0xfedcba9876543210)},
     false},
    {"one bit of the upper word",
     {UINT64_C(0x0123456789abcdef), UINT64_C(0xfedcba9876543211)},
     false},
};

static void check_pair(tern_atomic_pair *pair, struct tern_pair value)
{
    struct tern_pair relaxed = tern_pair_load_halves_relaxed(pair);
    struct tern_pair acquire = tern_pair_load_halves_acquire(pair);
    CHECK_EQ(relaxed.low, value.low);
    CHECK_EQ(relaxed.high, value.high);
    CHECK_EQ(acquire.low, value.low);
    CHECK_EQ(acquire.high, value.high);
}

TEST(arch_dwcas, values)
{
    static tern_atomic_pair pairs[3]; /* the neighbours stay as they are */
    const struct tern_pair zero = {0, 0};
    const struct tern_pair desired = {UINT64_C(0x1111222233334444), UINT64_C(0x5555666677778888)};

    for (size_t o = 0; o < sizeof orders / sizeof orders[0]; o++) {
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            struct tern_pair expected = cases[i].expected;
            tern_pair_init(&pairs[1], found);
            check_pair(&pairs[1], found);
            bool done = orders[o].call(&pairs[1], &expected, desired);
            if (done != cases[i].equal)
                FAIL("%s, %s: returned %d", orders[o].name, cases[i].name, done);
            /* Either way what was there: on success it equals what was expected. */
            CHECK_EQ(expected.low, found.low);
            CHECK_EQ(expected.high, found.high);
            check_pair(&pairs[1], done ? desired : found);
            check_pair(&pairs[0], zero);
            check_pair(&pairs[2], zero);
        }
    }
}

/* What a failed one wrote back is good for the next. */
TEST(arch_dwcas, a_second_try_succeeds)
{
    static tern_atomic_pair pair;
    for (size_t o = 0; o < sizeof orders / sizeof orders[0]; o++) {
        struct tern_pair expected = {3, 4};
        const struct tern_pair desired = {5, 6};
        tern_pair_init(&pair, found);
        CHECK(!orders[o].call(&pair, &expected, desired));
        CHECK(orders[o].call(&pair, &expected, desired));
        check_pair(&pair, desired);
    }
}

TEST(arch_dwcas, alignment)
{
    struct {
        char before;
        tern_atomic_pair pair;
        char behind;
        tern_atomic_pair other;
    } apart;
    CHECK_EQ(_Alignof(tern_atomic_pair), (size_t)16);
    CHECK_EQ(sizeof(tern_atomic_pair), (size_t)16);
    CHECK_EQ(sizeof(struct tern_pair), (size_t)16);
    CHECK_EQ((uintptr_t)&apart.pair % 16, (uintptr_t)0);
    CHECK_EQ((uintptr_t)&apart.other % 16, (uintptr_t)0);
}

/* The low word comes first in memory, on big-endian machines too. */
TEST(arch_dwcas, low_comes_first)
{
    static tern_atomic_pair pair;
    tern_pair_init(&pair, found);
    CHECK_EQ(pair.word[0], found.low);
    CHECK_EQ(pair.word[1], found.high);
}

static tern_atomic_pair shared;

struct counting {
    dwcas call;
    unsigned times;
    uint64_t torn;
};

/* Counts one half up and the other down, so that their sum stays zero. */
static void *count(void *arg)
{
    struct counting *c = arg;
    struct tern_pair seen = tern_pair_load_halves_relaxed(&shared);
    for (unsigned i = 0; i < c->times; i++) {
        struct tern_pair next;
        do {
            next.low = seen.low + 1;
            next.high = seen.high - 1;
        } while (!c->call(&shared, &seen, next));
        /* Written back by success: what was there. */
        c->torn += seen.low + seen.high != 0;
    }
    return arg;
}

static void *watch(void *arg)
{
    struct counting *c = arg;
    struct tern_pair seen = {0, 0};
    for (unsigned i = 0; i < c->times; i++) {
        struct tern_pair same = seen;
        if (!c->call(&shared, &seen, same))
            c->torn += seen.low + seen.high != 0;
    }
    return arg;
}

/* Two threads count both halves in opposite directions; a third one only looks. */
TEST(arch_dwcas, two_threads_count_and_one_watches)
{
    const unsigned times = 200000 / test_slower();
    for (size_t o = 0; o < sizeof orders / sizeof orders[0]; o++) {
        pthread_t threads[3];
        struct counting counting[3];
        const struct tern_pair zero = {0, 0};
        tern_pair_init(&shared, zero);
        for (int i = 0; i < 3; i++) {
            counting[i].call = orders[o].call;
            counting[i].times = times;
            counting[i].torn = 0;
            CHECK_EQ(pthread_create(&threads[i], NULL, i < 2 ? count : watch, &counting[i]), 0);
        }
        for (int i = 0; i < 3; i++) {
            CHECK_EQ(pthread_join(threads[i], NULL), 0);
            CHECK_EQ(counting[i].torn, UINT64_C(0));
        }
        const struct tern_pair sum = {2 * (uint64_t)times, 0 - 2 * (uint64_t)times};
        check_pair(&shared, sum);
    }
}

#else

TEST(arch_dwcas, pair_is_a_plain_value_without_it)
{
    CHECK_EQ(sizeof(struct tern_pair), (size_t)16);
}

#endif
