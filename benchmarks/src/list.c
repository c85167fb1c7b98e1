/* SPDX-License-Identifier: MIT */
#include "list.h"

#include <stdio.h>
#include <string.h>

#include "registry.h"

static void list_suites(void)
{
    puts("suites");
    for (unsigned i = 0; i < BENCH_SUITES; i++)
        printf("  %-30s %s%s\n", bench_suites[i].name, bench_suites[i].summary,
               bench_suites[i].built ? "" : " (not in this build)");
}

/* "ring", "ring, ptr_array" */
static void print_suites(unsigned suites)
{
    const char *before = "";
    for (unsigned i = 0; i < BENCH_SUITES; i++)
        if ((suites & BENCH_IN(i)) != 0) {
            printf("%s%s", before, bench_suites[i].name);
            before = ", ";
        }
}

static void list_scenarios(void)
{
    puts("\nscenarios");
    for (size_t i = 0; i < bench_scenario_count; i++) {
        const struct bench_scenario_row *row = &bench_scenarios[i];
        printf("  %-30s ", row->name);
        print_suites(row->suites);
        printf(": %s\n", row->scenario != NULL ? row->scenario->summary : "not in this build");
    }
}

static void list_candidates(void)
{
    puts("\ncandidates");
    for (size_t i = 0; i < bench_entry_count; i++) {
        const struct bench_entry *entry = &bench_entries[i];
        if (!bench_entry_built(entry))
            continue;
        printf("  %-30s ", entry->name);
        print_suites(entry->suites);
        putchar(';');
        for (unsigned linkage = 0; linkage < BENCH_LINKAGES; linkage++)
            if (entry->candidate[linkage] != NULL)
                printf(" %s", bench_linkage_names[linkage]);
        puts(entry->kind == BENCH_KIND_HARNESS      ? "; the harness alone, in one thread"
             : entry->kind == BENCH_KIND_ONE_TO_ONE ? "; one producer, one consumer"
                                                    : "; any number of threads");
    }
}

static void list_left_out(void)
{
    puts("\ncandidates left out of this build, and the Debian package that brings the peer");
    for (size_t i = 0; i < bench_entry_count; i++) {
        const struct bench_entry *entry = &bench_entries[i];
        const char *package = bench_package_of(entry->name);
        if (bench_entry_built(entry))
            continue;
        printf("  %-30s ", entry->name);
        print_suites(entry->suites);
        printf("; %s\n", package != NULL ? package : "no package: part of Tern itself");
    }
}

void bench_list_all(void)
{
    list_suites();
    list_scenarios();
    list_candidates();
    list_left_out();
}
