/* SPDX-License-Identifier: MIT */
#include "preload.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

/* Each is known by a function that only it has. */
static const struct {
    const char *prefix, *library, *function;
} preloads[] = {
    {"jemalloc:", BENCH_JEMALLOC_LIBRARY, "mallctl"},
    {"mimalloc:", BENCH_MIMALLOC_LIBRARY, "mi_version"},
};
enum { COUNT = sizeof preloads / sizeof *preloads };

static bool is_named(const char *candidate_name, size_t place)
{
    return strncmp(candidate_name, preloads[place].prefix, strlen(preloads[place].prefix)) == 0;
}

const char *bench_preload_of(const char *candidate_name)
{
    for (size_t i = 0; i < COUNT; i++)
        if (is_named(candidate_name, i))
            return preloads[i].library;
    return NULL;
}

bool bench_preloaded_for(const char *candidate_name)
{
    for (size_t i = 0; i < COUNT; i++)
        if ((dlsym(RTLD_DEFAULT, preloads[i].function) != NULL) != is_named(candidate_name, i))
            return false;
    return true;
}
