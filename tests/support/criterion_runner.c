/* The Criterion runner, with the command line and the last line that test.h promises. */
#define _POSIX_C_SOURCE 200809L /* setenv */

#include "test.h"

#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <criterion/options.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local bool runs_test;
static size_t passed;
static size_t failed; /* crashes and timeouts included */

void test_enter(void)
{
    runs_test = true;
}

void test_fail_in_thread(const char *file, int line, const char *message)
{
    if (runs_test)
        return;
    /* Criterion can leave a test only from its own thread: this ends the test's process. */
    fprintf(stderr, "%s:%d: in a thread of the test: %s\n", file, line, message);
    abort();
}

ReportHook(POST_ALL)(struct criterion_global_stats *stats)
{
    passed = stats->tests_passed;
    failed = stats->tests_failed;
}

int main(int argc, char **argv)
{
    char pattern[512];
    char *filter = NULL;
    int args = 1;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0) {
            setenv("TERN_TEST_QUICK", "1", 1);
        } else if (argv[i][0] == '-') {
            argv[args++] = argv[i];
        } else {
            /* One glob for all of them: *@(a|b)* */
            size_t used = filter == NULL ? 0 : strlen(pattern) - 2;
            int more = snprintf(pattern + used, sizeof pattern - used, "%s%s)*",
                                filter == NULL ? "*@(" : "|", argv[i]);
            if (more < 0 || (size_t)more >= sizeof pattern - used) {
                fprintf(stderr, "%s: the filters are too long\n", argv[0]);
                return 2;
            }
            filter = pattern;
        }
    }
    argv[args] = NULL;

    struct criterion_test_set *tests = criterion_initialize();
    if (filter != NULL)
        criterion_options.pattern = filter;
    bool go_on = criterion_handle_args(args, argv, true);
    if (go_on)
        criterion_run_all_tests(tests);
    criterion_finalize(tests);
    if (!go_on)
        return 0;
    fflush(stderr);
    printf("%zu passed, %zu failed\n", passed, failed);
    return failed != 0 || passed == 0;
}
