/*
 * The pointer array under threads: pinned, one a core and four a core, raw and locked, with resizes
 * and waiting. tests/stress/ptr_array/stress.h says what is where.
 *
 *     ptr_array_stress [--quick] [transfer|storm|handover]
 *
 * One line for each configuration, and "N passed, N failed".
 */
#define _POSIX_C_SOURCE 200809L
#include "ptr_array/stress.h"

int main(int argc, char **argv)
{
    const char *only = "";
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0)
            setenv("TERN_TEST_QUICK", "1", 1);
        else
            only = argv[i];
    }
    printf("seed %" PRIu64 " (TERN_TEST_SEED)\n", test_seed());
    if (strstr("transfer", only) != NULL)
        transfers();
    if (strstr("storm", only) != NULL)
        storms();
    if (strstr("handover", only) != NULL)
        handovers();
    return !print_results();
}
