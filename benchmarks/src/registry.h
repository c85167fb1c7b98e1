/*
 * What there is to run: suites, scenarios, peers and candidates, one table each.
 * A new one is a row in registry.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_REGISTRY_H
#define BENCH_REGISTRY_H

#include "scenario.h"

enum bench_suite { BENCH_RING, BENCH_STACK, BENCH_PTR_ARRAY, BENCH_FREELIST, BENCH_SUITES };

/* A set of suites; candidates and scenarios may belong to several. */
#define BENCH_IN(suite) (1u << (suite))

/* What a candidate promises about who may use it; only the like are compared. */
enum bench_kind { BENCH_KIND_ONE_TO_ONE, BENCH_KIND_MANY_TO_MANY, BENCH_KIND_HARNESS };

enum bench_linkage { BENCH_INLINED, BENCH_LINKED, BENCH_LINKAGES };

struct bench_suite_row {
    const char *name;
    const char *summary;
    bool built; /* it has scenarios and candidates in this build */
    bool items; /* its objects are pointers to items, see object.h */
    bool apart; /* each round has a process of its own, see apart.h */
    struct {    /* of an object, in bytes */
        unsigned least, most, step, usual;
    } elem_size;
};

/* The same name may stand for another loop in another suite. */
struct bench_scenario_row {
    const char *name;
    unsigned suites;
    const struct bench_scenario *scenario; /* NULL: not in this build */
};

/* A library that candidates come from; their names begin with "NAME:". */
struct bench_peer {
    const char *name;
    const char *title;
    const char *package; /* Debian package that brings it, NULL where none is needed */
    const char *version; /* NULL: unknown, not in this build, or to be asked of the peer itself */
    const char *flags;   /* that only its adapter is compiled with, NULL: none */
    bool built;
};

struct bench_entry {
    const char *name; /* "PEER:*" stands for every name of a peer that is not in this build */
    unsigned suites;
    enum bench_kind kind;
    const struct bench_candidate *candidate[BENCH_LINKAGES]; /* NULL: not in this build */
};

extern const struct bench_suite_row bench_suites[BENCH_SUITES];
extern const struct bench_scenario_row bench_scenarios[];
extern const size_t bench_scenario_count;
extern const struct bench_peer bench_peers[];
extern const size_t bench_peer_count;
extern const struct bench_entry bench_entries[];
extern const size_t bench_entry_count;

extern const char *const bench_linkage_names[BENCH_LINKAGES];

/* By the whole name: in this suite, else in another one, else NULL. */
const struct bench_scenario_row *bench_find_scenario(const char *name, enum bench_suite suite);
const struct bench_entry *bench_find_entry(const char *name, enum bench_suite suite);
/* The Debian package that brings a candidate, or NULL where none is needed. */
const char *bench_package_of(const char *candidate_name);
/* The peer that a candidate's name begins with, or NULL ("null" has none). */
const struct bench_peer *bench_peer_of(const char *candidate_name);

bool bench_entry_built(const struct bench_entry *entry);
bool bench_entry_is_peer(const struct bench_entry *entry); /* not Tern's own, not the harness */

#endif
