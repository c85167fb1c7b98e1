/*
 * The test macros, thin enough to stand on two runners.
 *
 *     TEST(suite, name)
 *     {
 *         CHECK(cond);
 *         CHECK_EQ(a, b);          also _NE _LT _LE _GT _GE: integers and pointers, values printed
 *         CHECK_STR_EQ(a, b);      also _NE, and CHECK_STR_HAS(text, part)
 *         CHECK_MEM_EQ(a, b, n);
 *         FAIL("format", ...);
 *     }
 *
 * A check that does not hold ends its test; the next test runs. Each argument is evaluated once.
 * Integers are compared by value: -1 is not SIZE_MAX.
 *
 * The runner is Criterion (each test in a process of its own), or with TERN_TEST_PLAIN the plain
 * one of plain_runner.c (all tests in one process; for TSan and for emulators). Command line of
 * both:
 *
 *     PROGRAM [--quick] [--list] [FILTER...]     only tests whose suite/name contains a FILTER
 *
 * Both end with the line "N passed, N failed" and exit with 1 if a test failed or none ran.
 *
 * In threads that a test starts: a failed check there is reported and fails the test, but can only
 * end that thread (plain) or the test's process (Criterion). Better return the finding to the test
 * and check it after the join.
 */
#ifndef TERN_TEST_H
#define TERN_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True if the program was asked for the short form of its work: --quick or TERN_TEST_QUICK=1. */
bool test_quick(void);

/* TERN_TEST_SEED from the environment, else 1. What draws at random takes it from here. */
uint64_t test_seed(void);

/* About how many times slower than in a plain build the program runs here: more than 1 under a
 * sanitizer, and under an emulator, which says so by TERN_TEST_SLOWER=N in the environment. What
 * counts its work divides by it. */
unsigned test_slower(void);

/* Used by the macros below. */
enum test_kind { TEST_SIGNED, TEST_UNSIGNED, TEST_POINTER };
enum test_op { TEST_EQ, TEST_NE, TEST_LT, TEST_LE, TEST_GT, TEST_GE };

struct test_value {
    enum test_kind kind;
    union {
        long long i;
        unsigned long long u;
        const volatile void *p;
    } as;
};

static inline struct test_value test_signed(long long v)
{
    struct test_value r = {.kind = TEST_SIGNED, .as = {.i = v}};
    return r;
}

static inline struct test_value test_unsigned(unsigned long long v)
{
    struct test_value r = {.kind = TEST_UNSIGNED, .as = {.u = v}};
    return r;
}

static inline struct test_value test_pointer(const volatile void *v)
{
    struct test_value r = {.kind = TEST_POINTER, .as = {.p = v}};
    return r;
}

/* Each returns NULL if the check holds, else the message, valid until the thread's next check. */
const char *test_compare(enum test_op op, const char *a_text, const char *b_text,
                         struct test_value a, struct test_value b);
const char *test_compare_str(enum test_op op, const char *a_text, const char *b_text, const char *a,
                             const char *b);
const char *test_find_str(const char *text_text, const char *part_text, const char *text,
                          const char *part);
const char *test_compare_mem(const char *a_text, const char *b_text, const void *a, const void *b,
                             size_t n);
__attribute__((format(printf, 1, 2))) const char *test_format(const char *format, ...);

/* Called first in each test, by the thread that runs it. */
void test_enter(void);

/* If the calling thread is not the one that runs the test: reports the failure and does not return.
 */
void test_fail_in_thread(const char *file, int line, const char *message);

#ifdef TERN_TEST_PLAIN

struct test_case {
    const char *suite;
    const char *name;
    void (*body)(void);
    struct test_case *next;
};

void test_register(struct test_case *test);
_Noreturn void test_fail(const char *file, int line, const char *message);

#    define TEST(suite, name)                                                                  \
        static void suite##_##name##_test(void);                                               \
        static struct test_case suite##_##name##_case = {#suite, #name, suite##_##name##_test, \
                                                         NULL};                                \
        __attribute__((constructor)) static void suite##_##name##_register(void)               \
        {                                                                                      \
            test_register(&suite##_##name##_case);                                             \
        }                                                                                      \
        static void suite##_##name##_test(void)

#    define TEST_FAIL_HERE(message) test_fail(__FILE__, __LINE__, message)

#else

#    include <criterion/criterion.h>

#    define TEST(suite, name)                    \
        static void suite##_##name##_test(void); \
        Test(suite, name)                        \
        {                                        \
            test_enter();                        \
            suite##_##name##_test();             \
        }                                        \
        static void suite##_##name##_test(void)

#    define TEST_FAIL_HERE(message)                           \
        do {                                                  \
            test_fail_in_thread(__FILE__, __LINE__, message); \
            cr_assert_fail("%s", message);                    \
        } while (0)

#endif

#define TEST_VALUE(v)                            \
    _Generic((v), bool                           \
             : test_unsigned, char               \
             : test_signed, signed char          \
             : test_signed, short                \
             : test_signed, int                  \
             : test_signed, long                 \
             : test_signed, long long            \
             : test_signed, unsigned char        \
             : test_unsigned, unsigned short     \
             : test_unsigned, unsigned int       \
             : test_unsigned, unsigned long      \
             : test_unsigned, unsigned long long \
             : test_unsigned, default            \
             : test_pointer)(v)

#define TEST_REPORT(call)                   \
    do {                                    \
        const char *test_message_ = (call); \
        if (test_message_ != NULL)          \
            TEST_FAIL_HERE(test_message_);  \
    } while (0)

#define TEST_COMPARE(op, a, b) TEST_REPORT(test_compare(op, #a, #b, TEST_VALUE(a), TEST_VALUE(b)))

#define CHECK(cond)               TEST_REPORT((cond) ? NULL : test_format("%s", "CHECK(" #cond ") does not hold"))
#define CHECK_EQ(a, b)            TEST_COMPARE(TEST_EQ, a, b)
#define CHECK_NE(a, b)            TEST_COMPARE(TEST_NE, a, b)
#define CHECK_LT(a, b)            TEST_COMPARE(TEST_LT, a, b)
#define CHECK_LE(a, b)            TEST_COMPARE(TEST_LE, a, b)
#define CHECK_GT(a, b)            TEST_COMPARE(TEST_GT, a, b)
#define CHECK_GE(a, b)            TEST_COMPARE(TEST_GE, a, b)
#define CHECK_STR_EQ(a, b)        TEST_REPORT(test_compare_str(TEST_EQ, #a, #b, a, b))
#define CHECK_STR_NE(a, b)        TEST_REPORT(test_compare_str(TEST_NE, #a, #b, a, b))
#define CHECK_STR_HAS(text, part) TEST_REPORT(test_find_str(#text, #part, text, part))
#define CHECK_MEM_EQ(a, b, n)     TEST_REPORT(test_compare_mem(#a, #b, a, b, n))
#define FAIL(...)                 TEST_REPORT(test_format(__VA_ARGS__))

#endif
