/* SPDX-License-Identifier: MIT */
#include "environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clock.h"
#include "cpu.h"

#if defined(__clang__)
#    define COMPILER "clang " __clang_version__
#else
#    define COMPILER "gcc " __VERSION__
#endif

/* Where /proc/cpuinfo names no model, the machine has to do. */
static void read_cpu(char *text, size_t size, const char *machine)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");

    snprintf(text, size, "%s", machine);
    if (file == NULL)
        return;
    while (fgets(line, sizeof line, file) != NULL) {
        const char *value = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || value == NULL)
            continue;
        value += 1 + strspn(value + 1, " ");
        line[strcspn(line, "\n")] = '\0';
        snprintf(text, size, "%s", value);
        break;
    }
    fclose(file);
}

void bench_environment_begin(struct bench_environment *environment)
{
    const time_t now = time(NULL);
    struct tm utc;

    memset(environment, 0, sizeof *environment);
    gmtime_r(&now, &utc);
    strftime(environment->date, sizeof environment->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    uname(&environment->system);
    read_cpu(environment->cpu, sizeof environment->cpu, environment->system.machine);
    if (getloadavg(&environment->load, 1) != 1)
        environment->load = -1;
    environment->compiler = COMPILER;
    environment->flags = BENCH_FLAGS;
    environment->begin_seconds = bench_seconds_now();
    environment->begin_cycles = bench_cycles();
}

void bench_environment_end(struct bench_environment *environment)
{
    const uint64_t cycles = bench_cycles() - environment->begin_cycles;
    environment->tsc_hz = (double)cycles / (bench_seconds_now() - environment->begin_seconds);
}
