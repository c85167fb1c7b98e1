/* The values that the accessors of atomic.h read, leave and return, for each width and order. */
#include "test.h"

#include <tern/arch/atomic.h>

#include <pthread.h>

/* gcc before 13 calls libatomic on riscv64 to read, modify and write less than a word at once. */
#if defined(__riscv) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 13
#    define HAVE_NARROW_RMW 0
#else
#    define HAVE_NARROW_RMW 1
#endif

#define FIVE_ORDERS(X, ...) \
    X(relaxed, __VA_ARGS__) \
    X(acquire, __VA_ARGS__) X(release, __VA_ARGS__) X(acq_rel, __VA_ARGS__) X(seq_cst, __VA_ARGS__)

/* Every check starts from the value a. */
#define RESET(p, a) tern_store_relaxed(p, a)

#define CHECK_LOADS(p, value)                  \
    do {                                       \
        CHECK_EQ(tern_load_relaxed(p), value); \
        CHECK_EQ(tern_load_acquire(p), value); \
        CHECK_EQ(tern_load_seq_cst(p), value); \
    } while (0)

#define CHECK_STORES(p, a, b)     \
    do {                          \
        tern_store_relaxed(p, a); \
        CHECK_LOADS(p, a);        \
        tern_store_release(p, b); \
        CHECK_LOADS(p, b);        \
        tern_store_seq_cst(p, a); \
        CHECK_LOADS(p, a);        \
    } while (0);

#define CHECK_EXCHANGE(order, p, a, b)        \
    RESET(p, a);                              \
    CHECK_EQ(tern_exchange_##order(p, b), a); \
    CHECK_EQ(tern_load_relaxed(p), b);

/* Success stores and leaves expected; failure stores nothing and writes back what was found. */
#define CHECK_CAS(order, p, type, a, b)                   \
    do {                                                  \
        type expected = a;                                \
        RESET(p, a);                                      \
        CHECK(tern_cas_strong_##order(p, &expected, b));  \
        CHECK_EQ(expected, a);                            \
        CHECK_EQ(tern_load_relaxed(p), b);                \
        CHECK(!tern_cas_strong_##order(p, &expected, a)); \
        CHECK_EQ(expected, b);                            \
        CHECK_EQ(tern_load_relaxed(p), b);                \
        expected = a;                                     \
        CHECK(!tern_cas_weak_##order(p, &expected, a));   \
        CHECK_EQ(expected, b);                            \
        CHECK_EQ(tern_load_relaxed(p), b);                \
        while (!tern_cas_weak_##order(p, &expected, a))   \
            CHECK_EQ(expected, b);                        \
        CHECK_EQ(tern_load_relaxed(p), a);                \
    } while (0);

#define CHECK_ARITHMETIC(order, p, type, a, b)             \
    RESET(p, a);                                           \
    CHECK_EQ(tern_fetch_add_##order(p, b), a);             \
    CHECK_EQ(tern_load_relaxed(p), (type)(a + b));         \
    CHECK_EQ(tern_fetch_sub_##order(p, b), (type)(a + b)); \
    CHECK_EQ(tern_load_relaxed(p), a);                     \
    CHECK_EQ(tern_fetch_and_##order(p, b), a);             \
    CHECK_EQ(tern_load_relaxed(p), (type)(a & b));         \
    RESET(p, a);                                           \
    CHECK_EQ(tern_fetch_or_##order(p, b), a);              \
    CHECK_EQ(tern_load_relaxed(p), (type)(a | b));

#define INTEGER_TEST(name, type)                                                 \
    TEST(arch_atomic, name)                                                      \
    {                                                                            \
        static tern_atomic_##name word[3]; /* the neighbours stay as they are */ \
        tern_atomic_##name *p = &word[1];                                        \
        /* Every byte is different, and a + b wraps. */                          \
        const type a = (type)UINT64_C(0xfedcba9876543291);                       \
        const type b = (type)UINT64_C(0x8123456789abcde7);                       \
        CHECK_EQ(tern_load_relaxed(p), (type)0);                                 \
        CHECK_STORES(p, a, b)                                                    \
        FIVE_ORDERS(CHECK_EXCHANGE, p, a, b)                                     \
        FIVE_ORDERS(CHECK_CAS, p, type, a, b)                                    \
        FIVE_ORDERS(CHECK_ARITHMETIC, p, type, a, b)                             \
        CHECK_EQ(tern_load_relaxed(&word[0]), (type)0);                          \
        CHECK_EQ(tern_load_relaxed(&word[2]), (type)0);                          \
    }

#if HAVE_NARROW_RMW
INTEGER_TEST(u8, uint8_t)
#endif
INTEGER_TEST(u32, uint32_t)
INTEGER_TEST(u64, uint64_t)
INTEGER_TEST(size, size_t)

TEST(arch_atomic, ptr)
{
    static tern_atomic_ptr word;
    tern_atomic_ptr *p = &word;
    int x = 0, y = 0;
    void *const a = &x;
    void *const b = &y;
    CHECK_EQ(tern_load_relaxed(p), NULL);
    CHECK_STORES(p, a, b)
    FIVE_ORDERS(CHECK_EXCHANGE, p, a, b)
    FIVE_ORDERS(CHECK_CAS, p, void *, a, b)
}

/* TERN_ATOMIC makes the widths that have no name. */
TEST(arch_atomic, other_types)
{
    static TERN_ATOMIC(int16_t) word;
    const int16_t a = -2, b = 300;
    CHECK_STORES(&word, a, b)
#if HAVE_NARROW_RMW
    FIVE_ORDERS(CHECK_EXCHANGE, &word, a, b)
    FIVE_ORDERS(CHECK_CAS, &word, int16_t, a, b)
    FIVE_ORDERS(CHECK_ARITHMETIC, &word, int16_t, a, b)
#endif
}

/* Of the narrow ones, loads and stores are there on every port. */
TEST(arch_atomic, u8_loads_and_stores)
{
    static tern_atomic_u8 word[3];
    const uint8_t a = 0x91, b = 0xe7;
    CHECK_STORES(&word[1], a, b)
    CHECK_EQ(tern_load_relaxed(&word[0]), (uint8_t)0);
    CHECK_EQ(tern_load_relaxed(&word[2]), (uint8_t)0);
}

enum { TIMES = 100000 };

static struct {
    tern_atomic_u8 u8;
    tern_atomic_u32 u32;
    tern_atomic_u64 u64;
    tern_atomic_size size;
    tern_atomic_u64 by_cas;
} counters;

static void *count(void *arg)
{
    for (int i = 0; i < TIMES; i++) {
        uint64_t seen = tern_load_relaxed(&counters.by_cas);
#if HAVE_NARROW_RMW
        (void)tern_fetch_add_relaxed(&counters.u8, (uint8_t)1);
#endif
        (void)tern_fetch_add_acq_rel(&counters.u32, 3u);
        (void)tern_fetch_add_seq_cst(&counters.u64, UINT64_C(1) << 20);
        (void)tern_fetch_sub_relaxed(&counters.size, (size_t)1);
        while (!tern_cas_weak_relaxed(&counters.by_cas, &seen, seen + 5)) {
        }
    }
    return arg;
}

/* No update of two threads is lost. */
TEST(arch_atomic, two_threads_count)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        CHECK_EQ(pthread_create(&threads[i], NULL, count, NULL), 0);
    for (int i = 0; i < 2; i++)
        CHECK_EQ(pthread_join(threads[i], NULL), 0);
#if HAVE_NARROW_RMW
    CHECK_EQ(tern_load_relaxed(&counters.u8), (uint8_t)(2 * TIMES));
#endif
    CHECK_EQ(tern_load_relaxed(&counters.u32), 6u * TIMES);
    CHECK_EQ(tern_load_relaxed(&counters.u64), (uint64_t)2 * TIMES << 20);
    CHECK_EQ(tern_load_relaxed(&counters.size), (size_t)0 - (size_t)2 * TIMES);
    CHECK_EQ(tern_load_relaxed(&counters.by_cas), (uint64_t)10 * TIMES);
}

#ifdef __has_feature
#    if __has_feature(thread_sanitizer)
#        define UNDER_TSAN 1
#    endif
#endif
#if !defined(UNDER_TSAN) && !defined(__SANITIZE_THREAD__)
static int message;
static tern_atomic_u32 sent;

static void *send_by_fence(void *arg)
{
    message = 42;
    tern_fence_release();
    tern_store_relaxed(&sent, 1u);
    return arg;
}

/* gcc refuses fences under TSan, which does not know them. */
TEST(arch_atomic, fences)
{
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, send_by_fence, NULL), 0);
    while (tern_load_relaxed(&sent) == 0) {
    }
    tern_fence_acquire();
    CHECK_EQ(message, 42);
    tern_fence_acq_rel();
    tern_fence_seq_cst();
    CHECK_EQ(pthread_join(thread, NULL), 0);
}
#endif
