/* SPDX-License-Identifier: MIT */
#include "registry.h"

#include <string.h>
#include <tern/arch/port.h>

#ifdef __GLIBC__
#    define TEXT_(number)      #    number
#    define TEXT(number)       TEXT_(number)
#    define BENCH_LIBC_VERSION "glibc " TEXT(__GLIBC__) "." TEXT(__GLIBC_MINOR__)
#else
#    define BENCH_LIBC_VERSION NULL
#endif

#include "../peers/peers.h"
#include "../tern/candidates.h"
#ifdef BENCH_WITH_FAULTY
#    include "../faulty/faulty.h"
#endif

/*
 * The build defines BENCH_HAVE_X as 1 for each adapter it compiles. A row names
 * its adapter through these, so that it stays, as left out, without it.
 */
#define TERN_CANDIDATE(name)                            \
    {                                                   \
        &bench_tern_##name, &bench_tern_##name##_linked \
    }
#if BENCH_HAVE_TERN_RING
#    define TERN_RING(name) TERN_CANDIDATE(name)
#else
#    define TERN_RING(name) ABSENT
#endif
#if TERN_HAVE_DWCAS
#    define TERN_RING_DWCAS(name) TERN_RING(name)
#else
#    define TERN_RING_DWCAS(name) ABSENT
#endif
#if BENCH_HAVE_TERN_STACK
#    define TERN_STACK(name) TERN_CANDIDATE(name)
#else
#    define TERN_STACK(name) ABSENT
#endif
#if BENCH_HAVE_TERN_PTR_ARRAY
#    define TERN_PTR_ARRAY(name) TERN_CANDIDATE(name)
#else
#    define TERN_PTR_ARRAY(name) ABSENT
#endif
#if BENCH_HAVE_CONCURRENTQUEUE
#    define CONCURRENTQUEUE              \
        {                                \
            &bench_concurrentqueue, NULL \
        }
#else
#    define CONCURRENTQUEUE ABSENT
#endif
#if BENCH_HAVE_READERWRITERQUEUE
#    define READERWRITERQUEUE              \
        {                                  \
            &bench_readerwriterqueue, NULL \
        }
#else
#    define READERWRITERQUEUE ABSENT
#endif
#if BENCH_HAVE_CK
#    define CK(name)               \
        {                          \
            &bench_ck_##name, NULL \
        }
#else
#    define CK(name) ABSENT
#endif
#if BENCH_HAVE_DPDK
#    define DPDK(name)               \
        {                            \
            &bench_dpdk_##name, NULL \
        }
#else
#    define DPDK(name) ABSENT
#endif
#if BENCH_HAVE_BOOST
#    define BOOST(name)               \
        {                             \
            &bench_boost_##name, NULL \
        }
#else
#    define BOOST(name) ABSENT
#endif
#if BENCH_HAVE_CDS
#    define CDS(name)               \
        {                           \
            &bench_cds_##name, NULL \
        }
#else
#    define CDS(name) ABSENT
#endif
#if BENCH_HAVE_TERN_FREELIST
#    define TERN_FREELIST(name) TERN_CANDIDATE(name)
#else
#    define TERN_FREELIST(name) ABSENT
#endif
/* One adapter, in processes with another malloc: see preload.h. */
#if BENCH_HAVE_JEMALLOC
#    define JEMALLOC            \
        {                       \
            &bench_malloc, NULL \
        }
#else
#    define JEMALLOC ABSENT
#endif
#if BENCH_HAVE_MIMALLOC
#    define MIMALLOC            \
        {                       \
            &bench_malloc, NULL \
        }
#else
#    define MIMALLOC ABSENT
#endif
#define ABSENT     \
    {              \
        NULL, NULL \
    }

#define FAULTY(name)                                                               \
    {"fault:" #name, RINGS, BENCH_KIND_MANY_TO_MANY, {&bench_fault_##name, NULL}}, \
    {                                                                              \
        "fault:" #name, BENCH_IN(BENCH_STACK), BENCH_KIND_MANY_TO_MANY,            \
        {                                                                          \
            &bench_fault_##name##_stack, NULL                                      \
        }                                                                          \
    }
#define FAULTY_HEAP(name)                                                  \
    {                                                                      \
        "fault:" #name, BENCH_IN(BENCH_FREELIST), BENCH_KIND_MANY_TO_MANY, \
        {                                                                  \
            &bench_fault_##name##_heap, NULL                               \
        }                                                                  \
    }

/* The suites of queues. */
#define RINGS (BENCH_IN(BENCH_RING) | BENCH_IN(BENCH_PTR_ARRAY))

/* What the containers carry. */
#define ELEMENTS                                      \
    {                                                 \
        .least = 4, .most = 64, .step = 4, .usual = 8 \
    }

const struct bench_suite_row bench_suites[BENCH_SUITES] = {
    [BENCH_RING] = {.name = "ring",
                    .summary = "FIFO rings of fixed-size elements",
                    .built = true,
                    .elem_size = ELEMENTS},
    [BENCH_STACK] = {.name = "stack",
                     .summary = "LIFO stacks of pointers",
                     .built = true,
                     .items = true,
                     .elem_size = ELEMENTS},
    [BENCH_PTR_ARRAY] = {.name = "ptr_array",
                         .summary = "FIFOs of pointers without shared indices",
                         .built = true,
                         .elem_size = ELEMENTS},
    [BENCH_FREELIST] = {.name = "freelist",
                        .summary = "allocators of objects of one size",
                        .built = true,
                        .apart = true,
                        .elem_size = {.least = 16, .most = 65536, .step = 8, .usual = 64}},
};

const struct bench_scenario_row bench_scenarios[] = {
    {"one-thread", BENCH_IN(BENCH_RING) | BENCH_IN(BENCH_STACK), &bench_scenario_one_thread},
    {"one-thread", BENCH_IN(BENCH_PTR_ARRAY), &bench_scenario_one_thread_capacities},
    {"prefilled", BENCH_IN(BENCH_PTR_ARRAY), &bench_scenario_prefilled},
    {"element-size", BENCH_IN(BENCH_RING), &bench_scenario_element_size},
    {"empty", RINGS | BENCH_IN(BENCH_STACK), &bench_scenario_empty},
    {"core-to-core", RINGS, &bench_scenario_core_to_core},
    {"oversubscribed", RINGS | BENCH_IN(BENCH_STACK), &bench_scenario_oversubscribed},
    {"many-to-many", BENCH_IN(BENCH_RING), &bench_scenario_many_to_many},
    {"many-to-many", BENCH_IN(BENCH_PTR_ARRAY), &bench_scenario_many_to_many_half},
    {"many-to-many", BENCH_IN(BENCH_STACK), &bench_scenario_by_turns},
    {"frozen-peer", RINGS | BENCH_IN(BENCH_STACK), &bench_scenario_frozen_peer},
    {"latency", RINGS, &bench_scenario_latency},
    {"one-thread", BENCH_IN(BENCH_FREELIST), &bench_scenario_pair},
    {"bulk-out-in", BENCH_IN(BENCH_FREELIST), &bench_scenario_bulk_out_in},
    {"cross-thread", BENCH_IN(BENCH_FREELIST), &bench_scenario_cross_thread},
    {"many-to-many", BENCH_IN(BENCH_FREELIST), &bench_scenario_swap},
    {"oversubscribed", BENCH_IN(BENCH_FREELIST), &bench_scenario_oversubscribed_heap},
};
const size_t bench_scenario_count = sizeof bench_scenarios / sizeof *bench_scenarios;

const struct bench_peer bench_peers[] = {
    {"tern", "Tern", NULL, TERN_VERSION_TEXT, NULL, BENCH_HAVE_TERN_RING},
    {"ck", "Concurrency Kit", "libck-dev", BENCH_CK_VERSION, NULL, BENCH_HAVE_CK},
    {"dpdk", "DPDK", "libdpdk-dev", BENCH_DPDK_VERSION, BENCH_DPDK_FLAGS, BENCH_HAVE_DPDK},
    {"boost", "Boost.Lockfree", "libboost-dev", BENCH_BOOST_VERSION, NULL, BENCH_HAVE_BOOST},
    {"moodycamel", "moodycamel's queues", "libconcurrentqueue-dev", NULL, NULL,
     BENCH_HAVE_CONCURRENTQUEUE || BENCH_HAVE_READERWRITERQUEUE},
    {"cds", "libcds", "libcds-dev", BENCH_CDS_VERSION, NULL, BENCH_HAVE_CDS},
    {"urcu", "Userspace RCU", "liburcu-dev", NULL, NULL, false},
    {"jemalloc", "jemalloc", "libjemalloc2", NULL, NULL, BENCH_HAVE_JEMALLOC},
    {"mimalloc", "mimalloc", "libmimalloc2.0", NULL, NULL, BENCH_HAVE_MIMALLOC},
    {"libc", "the C library", NULL, BENCH_LIBC_VERSION, NULL, true},
#ifdef BENCH_WITH_FAULTY
    {"fault", "containers that break their promises, to test the verification", NULL, NULL, NULL,
     true},
#endif
};
const size_t bench_peer_count = sizeof bench_peers / sizeof *bench_peers;

const struct bench_entry bench_entries[] = {
    {"tern:ptr_array", BENCH_IN(BENCH_PTR_ARRAY), BENCH_KIND_ONE_TO_ONE, TERN_PTR_ARRAY(ptr_array)},
    {"tern:ptr_array-locked", BENCH_IN(BENCH_PTR_ARRAY), BENCH_KIND_MANY_TO_MANY,
     TERN_PTR_ARRAY(ptr_array_locked)},
    {"tern:ring-st", RINGS, BENCH_KIND_ONE_TO_ONE, TERN_RING(ring_st)},
    {"tern:ring-mt", RINGS, BENCH_KIND_MANY_TO_MANY, TERN_RING(ring_mt)},
    {"tern:ring-rts", BENCH_IN(BENCH_RING), BENCH_KIND_MANY_TO_MANY, TERN_RING(ring_rts)},
    {"tern:ring-hts", BENCH_IN(BENCH_RING), BENCH_KIND_MANY_TO_MANY, TERN_RING(ring_hts)},
    {"tern:ring-nb", RINGS, BENCH_KIND_MANY_TO_MANY, TERN_RING(ring_nb)},
    {"tern:ring-lf", BENCH_IN(BENCH_RING), BENCH_KIND_MANY_TO_MANY, TERN_RING_DWCAS(ring_lf)},
    {"ck:ring-spsc", RINGS, BENCH_KIND_ONE_TO_ONE, CK(ring_spsc)},
    {"ck:ring-mpmc", RINGS, BENCH_KIND_MANY_TO_MANY, CK(ring_mpmc)},
    {"dpdk:ring-st", RINGS, BENCH_KIND_ONE_TO_ONE, DPDK(ring_st)},
    {"dpdk:ring-mt", RINGS, BENCH_KIND_MANY_TO_MANY, DPDK(ring_mt)},
    {"dpdk:ring-rts", BENCH_IN(BENCH_RING), BENCH_KIND_MANY_TO_MANY, DPDK(ring_rts)},
    {"dpdk:ring-hts", BENCH_IN(BENCH_RING), BENCH_KIND_MANY_TO_MANY, DPDK(ring_hts)},
    {"boost:spsc-queue", RINGS, BENCH_KIND_ONE_TO_ONE, BOOST(spsc_queue)},
    {"boost:queue", RINGS, BENCH_KIND_MANY_TO_MANY, BOOST(queue)},
    {"moodycamel:readerwriterqueue", RINGS, BENCH_KIND_ONE_TO_ONE, READERWRITERQUEUE},
    {"moodycamel:concurrentqueue", RINGS, BENCH_KIND_MANY_TO_MANY, CONCURRENTQUEUE},
    {"urcu:*", BENCH_IN(BENCH_STACK), BENCH_KIND_MANY_TO_MANY, ABSENT},
    {"null", RINGS, BENCH_KIND_HARNESS, {&bench_null, NULL}},
    {"tern:stack", BENCH_IN(BENCH_STACK), BENCH_KIND_MANY_TO_MANY, TERN_STACK(stack)},
    {"tern:stack-bounded", BENCH_IN(BENCH_STACK), BENCH_KIND_MANY_TO_MANY,
     TERN_STACK(stack_bounded)},
    {"tern:stack-locked", BENCH_IN(BENCH_STACK), BENCH_KIND_MANY_TO_MANY, TERN_STACK(stack_locked)},
    {"tern:stack-bounded-locked", BENCH_IN(BENCH_STACK), BENCH_KIND_MANY_TO_MANY,
     TERN_STACK(stack_bounded_locked)},
    {"ck:stack-mpmc", BENCH_IN(BENCH_STACK), BENCH_KIND_MANY_TO_MANY, CK(stack_mpmc)},
    {"dpdk:stack-lf", BENCH_IN(BENCH_STACK), BENCH_KIND_MANY_TO_MANY, DPDK(stack_lf)},
    {"dpdk:stack-locked", BENCH_IN(BENCH_STACK), BENCH_KIND_MANY_TO_MANY, DPDK(stack_locked)},
    {"boost:stack", BENCH_IN(BENCH_STACK), BENCH_KIND_MANY_TO_MANY, BOOST(stack)},
    {"cds:treiber-stack", BENCH_IN(BENCH_STACK), BENCH_KIND_MANY_TO_MANY, CDS(treiber_stack)},
    {"cds:treiber-stack-elimination", BENCH_IN(BENCH_STACK), BENCH_KIND_MANY_TO_MANY,
     CDS(treiber_stack_elimination)},
    {"null", BENCH_IN(BENCH_STACK), BENCH_KIND_HARNESS, {&bench_null_stack, NULL}},
    {"tern:freelist", BENCH_IN(BENCH_FREELIST), BENCH_KIND_MANY_TO_MANY, TERN_FREELIST(freelist)},
    {"tern:stack", BENCH_IN(BENCH_FREELIST), BENCH_KIND_MANY_TO_MANY, TERN_STACK(stack_heap)},
    {"jemalloc:malloc", BENCH_IN(BENCH_FREELIST), BENCH_KIND_MANY_TO_MANY, JEMALLOC},
    {"mimalloc:malloc", BENCH_IN(BENCH_FREELIST), BENCH_KIND_MANY_TO_MANY, MIMALLOC},
    {"libc:malloc", BENCH_IN(BENCH_FREELIST), BENCH_KIND_MANY_TO_MANY, {&bench_malloc, NULL}},
    {"null", BENCH_IN(BENCH_FREELIST), BENCH_KIND_HARNESS, {&bench_null_heap, NULL}},
#ifdef BENCH_WITH_FAULTY
    FAULTY(none),
    FAULTY(lossy),
    FAULTY(doubling),
    FAULTY(changing),
    FAULTY(swapping),
    FAULTY(inventing),
    FAULTY(refusing),
    FAULTY(stuck),
    FAULTY_HEAP(none),
    FAULTY_HEAP(lossy),
    FAULTY_HEAP(doubling),
    FAULTY_HEAP(changing),
    FAULTY_HEAP(overlapping),
    FAULTY_HEAP(refusing),
    FAULTY_HEAP(dying),
#endif
};
const size_t bench_entry_count = sizeof bench_entries / sizeof *bench_entries;

const char *const bench_linkage_names[BENCH_LINKAGES] = {"inlined", "linked"};

const struct bench_scenario_row *bench_find_scenario(const char *name, enum bench_suite suite)
{
    const struct bench_scenario_row *found = NULL;
    for (size_t i = 0; i < bench_scenario_count; i++) {
        const struct bench_scenario_row *row = &bench_scenarios[i];
        if (strcmp(row->name, name) != 0)
            continue;
        if (row->suites & BENCH_IN(suite))
            return row;
        if (found == NULL)
            found = row;
    }
    return found;
}

/* "PEER:*" matches every name that begins with "PEER:" and goes on. */
static bool matches(const char *pattern, const char *name)
{
    const size_t length = strlen(pattern);
    if (pattern[length - 1] == '*')
        return strncmp(pattern, name, length - 1) == 0 && name[length - 1] != '\0';
    return strcmp(pattern, name) == 0;
}

const struct bench_entry *bench_find_entry(const char *name, enum bench_suite suite)
{
    const struct bench_entry *found = NULL;
    for (size_t i = 0; i < bench_entry_count; i++) {
        const struct bench_entry *entry = &bench_entries[i];
        if (!matches(entry->name, name))
            continue;
        if (entry->suites & BENCH_IN(suite))
            return entry;
        if (found == NULL)
            found = entry;
    }
    return found;
}

const struct bench_peer *bench_peer_of(const char *candidate_name)
{
    const size_t length = strcspn(candidate_name, ":");
    if (candidate_name[length] == '\0')
        return NULL;
    for (size_t i = 0; i < bench_peer_count; i++)
        if (strlen(bench_peers[i].name) == length &&
            strncmp(bench_peers[i].name, candidate_name, length) == 0)
            return &bench_peers[i];
    return NULL;
}

const char *bench_package_of(const char *candidate_name)
{
    const struct bench_peer *peer = bench_peer_of(candidate_name);

    /* The one library that comes in two packages. */
    if (strcmp(candidate_name, "moodycamel:readerwriterqueue") == 0)
        return "libreaderwriterqueue-dev";
    return peer == NULL ? NULL : peer->package;
}

bool bench_entry_built(const struct bench_entry *entry)
{
    return entry->candidate[BENCH_INLINED] != NULL || entry->candidate[BENCH_LINKED] != NULL;
}

bool bench_entry_is_peer(const struct bench_entry *entry)
{
    return entry->kind != BENCH_KIND_HARNESS && strncmp(entry->name, "tern:", 5) != 0;
}
