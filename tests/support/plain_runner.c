/*
 * The plain runner: every test in this process, in the order of its file. Where Criterion cannot
 * go: under TSan, and under emulators of other architectures.
 */
#define _POSIX_C_SOURCE 200809L /* setenv */

#include "test.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct test_case *first;
static struct test_case **last = &first;

static jmp_buf leave_test;
static _Thread_local bool runs_test;
static atomic_bool failed_in_thread;

void test_register(struct test_case *test)
{
    *last = test;
    last = &test->next;
}

void test_enter(void)
{
    runs_test = true;
}

void test_fail_in_thread(const char *file, int line, const char *message)
{
    if (runs_test)
        return;
    fprintf(stderr, "%s:%d: in a thread of the test: %s\n", file, line, message);
    atomic_store(&failed_in_thread, true);
    pthread_exit(NULL);
}

_Noreturn void test_fail(const char *file, int line, const char *message)
{
    test_fail_in_thread(file, line, message);
    fprintf(stderr, "%s:%d: %s\n", file, line, message);
    longjmp(leave_test, 1);
}

static bool run(const struct test_case *test)
{
    atomic_store(&failed_in_thread, false);
    test_enter();
    if (setjmp(leave_test) != 0)
        return false;
    test->body();
    return !atomic_load(&failed_in_thread);
}

static bool selected(const struct test_case *test, int filters, char *const *filter)
{
    char name[256];
    snprintf(name, sizeof name, "%s/%s", test->suite, test->name);
    for (int i = 0; i < filters; i++) {
        if (strstr(name, filter[i]) != NULL)
            return true;
    }
    return filters == 0;
}

int main(int argc, char **argv)
{
    const char *program = argv[0];
    unsigned passed = 0;
    unsigned failed = 0;
    bool list = false;
    int filters = 0;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0) {
            setenv("TERN_TEST_QUICK", "1", 1);
        } else if (strcmp(argv[i], "--list") == 0) {
            list = true;
        } else if (argv[i][0] == '-') {
            fprintf(stderr, "usage: %s [--quick] [--list] [FILTER...]\n", program);
            return 2;
        } else {
            argv[filters++] = argv[i];
        }
    }

    setvbuf(stdout, NULL, _IOLBF, 0);
    for (const struct test_case *test = first; test != NULL; test = test->next) {
        if (!selected(test, filters, argv))
            continue;
        if (list) {
            printf("%s/%s\n", test->suite, test->name);
            continue;
        }
        if (run(test)) {
            passed++;
            printf("ok      %s/%s\n", test->suite, test->name);
        } else {
            failed++;
            printf("FAILED  %s/%s\n", test->suite, test->name);
        }
    }
    if (list)
        return 0;
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0 || passed == 0;
}
