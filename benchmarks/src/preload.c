/* SPDX-License-Identifier: MIT */
#include "preload.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
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

/* dlsym gives a pointer to an object, which C does not let us cast to one to a function. */
static bool find_function(const char *name, void *function, size_t size)
{
    void *const found = dlsym(RTLD_DEFAULT, name);
    memcpy(function, &found, size);
    return found != NULL;
}

void bench_preloaded_version(char *text, size_t size)
{
    int (*mallctl)(const char *, void *, size_t *, void *, size_t);
    int (*mi_version)(void);
    const char *version = NULL;
    size_t length = sizeof version;

    text[0] = '\0';
    if (find_function("mallctl", &mallctl, sizeof mallctl)) {
        /* "5.3.0-0-g54eaed1d...": the release is what stands before the first dash. */
        if (mallctl("version", &version, &length, NULL, 0) == 0)
            snprintf(text, size, "%.*s", (int)strcspn(version, "-"), version);
    } else if (find_function("mi_version", &mi_version, sizeof mi_version)) {
        const int number = mi_version(); /* 209 is 2.0.9 */
        snprintf(text, size, "%d.%d.%d", number / 100, number / 10 % 10, number % 10);
    }
}
