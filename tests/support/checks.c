/* The comparisons behind the macros of test.h, the same under both runners. */
#include "test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Under the sanitizers too, memory that nobody has is an answer and not the end of the program. */
const char *__asan_default_options(void);
const char *__tsan_default_options(void);

const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

const char *__tsan_default_options(void)
{
    return "allocator_may_return_null=1";
}

static _Thread_local char message[1024];

const char *test_format(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return message;
}

bool test_quick(void)
{
    const char *value = getenv("TERN_TEST_QUICK");
    return value != NULL && value[0] != '\0' && strcmp(value, "0") != 0;
}

uint64_t test_seed(void)
{
    const char *value = getenv("TERN_TEST_SEED");
    return value != NULL && value[0] != '\0' ? strtoull(value, NULL, 0) : 1;
}

#ifndef __has_feature
#    define __has_feature(x) 0
#endif
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
enum { SANITIZER = 12 };
#elif defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
enum { SANITIZER = 5 };
#else
enum { SANITIZER = 1 };
#endif

unsigned test_slower(void)
{
    const char *value = getenv("TERN_TEST_SLOWER");
    unsigned long times = value != NULL ? strtoul(value, NULL, 10) : 1;
    return times >= 1 && times <= 1000 ? SANITIZER * (unsigned)times : SANITIZER;
}

static const char *const op_text[] = {"==", "!=", "<", "<=", ">", ">="};

/* -1, 0 or 1; a pointer counts as its address. */
static int order(struct test_value a, struct test_value b)
{
    bool a_negative = a.kind == TEST_SIGNED && a.as.i < 0;
    bool b_negative = b.kind == TEST_SIGNED && b.as.i < 0;
    if (a_negative != b_negative)
        return a_negative ? -1 : 1;
    if (a_negative)
        return (a.as.i > b.as.i) - (a.as.i < b.as.i);
    unsigned long long x = a.kind == TEST_POINTER  ? (uintptr_t)a.as.p
                           : a.kind == TEST_SIGNED ? (unsigned long long)a.as.i
                                                   : a.as.u;
    unsigned long long y = b.kind == TEST_POINTER  ? (uintptr_t)b.as.p
                           : b.kind == TEST_SIGNED ? (unsigned long long)b.as.i
                                                   : b.as.u;
    return (x > y) - (x < y);
}

static bool holds(enum test_op op, int order_ab)
{
    switch (op) {
    case TEST_EQ: return order_ab == 0;
    case TEST_NE: return order_ab != 0;
    case TEST_LT: return order_ab < 0;
    case TEST_LE: return order_ab <= 0;
    case TEST_GT: return order_ab > 0;
    case TEST_GE: return order_ab >= 0;
    }
    return false;
}

static void print_value(char *out, size_t size, struct test_value v)
{
    switch (v.kind) {
    case TEST_SIGNED: snprintf(out, size, "%lld", v.as.i); break;
    case TEST_UNSIGNED:
        if (v.as.u > 0xffff)
            snprintf(out, size, "%llu (0x%llx)", v.as.u, v.as.u);
        else
            snprintf(out, size, "%llu", v.as.u);
        break;
    case TEST_POINTER:
        if (v.as.p == NULL)
            snprintf(out, size, "NULL");
        else
            snprintf(out, size, "0x%llx", (unsigned long long)(uintptr_t)v.as.p);
        break;
    }
}

const char *test_compare(enum test_op op, const char *a_text, const char *b_text,
                         struct test_value a, struct test_value b)
{
    char a_value[64];
    char b_value[64];
    if (holds(op, order(a, b)))
        return NULL;
    print_value(a_value, sizeof a_value, a);
    print_value(b_value, sizeof b_value, b);
    return test_format("%s %s %s does not hold: %s is %s, %s is %s", a_text, op_text[op], b_text,
                       a_text, a_value, b_text, b_value);
}

const char *test_compare_str(enum test_op op, const char *a_text, const char *b_text, const char *a,
                             const char *b)
{
    bool equal = a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
    if (equal == (op == TEST_EQ))
        return NULL;
    return test_format("%s %s %s does not hold: \"%s\" and \"%s\"", a_text, op_text[op], b_text,
                       a != NULL ? a : "(NULL)", b != NULL ? b : "(NULL)");
}

const char *test_find_str(const char *text_text, const char *part_text, const char *text,
                          const char *part)
{
    if (text != NULL && part != NULL && strstr(text, part) != NULL)
        return NULL;
    return test_format("%s has no %s: \"%s\" in \"%s\"", text_text, part_text,
                       part != NULL ? part : "(NULL)", text != NULL ? text : "(NULL)");
}

const char *test_compare_mem(const char *a_text, const char *b_text, const void *a, const void *b,
                             size_t n)
{
    const unsigned char *x = a;
    const unsigned char *y = b;
    for (size_t i = 0; i < n; i++) {
        if (x[i] != y[i])
            return test_format("%s and %s differ at byte %zu of %zu: 0x%02x and 0x%02x", a_text,
                               b_text, i, n, x[i], y[i]);
    }
    return NULL;
}
