/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cores.h"
#include "list_argument.h"
#include "message.h"

enum option_id {
    OPTION_SUITE = 256,
    OPTION_SCENARIO,
    OPTION_CANDIDATE,
    OPTION_BURST,
    OPTION_THREADS,
    OPTION_CORES,
    OPTION_ELEM_SIZE,
    OPTION_CAPACITY,
    OPTION_LINKAGE,
    OPTION_RATE,
    OPTION_MILLISECONDS,
    OPTION_ROUNDS,
    OPTION_SEED,
    OPTION_QUICK,
    OPTION_FULL,
    OPTION_FORMAT,
    OPTION_OUTPUT,
    OPTION_HELP
};

static const struct option long_options[] = {
    {"suite", required_argument, NULL, OPTION_SUITE},
    {"scenario", required_argument, NULL, OPTION_SCENARIO},
    {"candidate", required_argument, NULL, OPTION_CANDIDATE},
    {"burst", required_argument, NULL, OPTION_BURST},
    {"threads", required_argument, NULL, OPTION_THREADS},
    {"cores", required_argument, NULL, OPTION_CORES},
    {"elem-size", required_argument, NULL, OPTION_ELEM_SIZE},
    {"capacity", required_argument, NULL, OPTION_CAPACITY},
    {"linkage", required_argument, NULL, OPTION_LINKAGE},
    {"rate", required_argument, NULL, OPTION_RATE},
    {"milliseconds", required_argument, NULL, OPTION_MILLISECONDS},
    {"rounds", required_argument, NULL, OPTION_ROUNDS},
    {"seed", required_argument, NULL, OPTION_SEED},
    {"quick", no_argument, NULL, OPTION_QUICK},
    {"full", no_argument, NULL, OPTION_FULL},
    {"format", required_argument, NULL, OPTION_FORMAT},
    {"output", required_argument, NULL, OPTION_OUTPUT},
    {"help", no_argument, NULL, OPTION_HELP},
    {NULL, 0, NULL, 0},
};

static int parse_suite(struct bench_options *options, const char *name)
{
    for (unsigned i = 0; i < BENCH_SUITES; i++) {
        if (strcmp(bench_suites[i].name, name) != 0)
            continue;
        if (!bench_suites[i].built) {
            bench_say("--suite '%s': not in this build, see `tern-bench list`", name);
            return BENCH_EXIT_USAGE;
        }
        options->suite = (enum bench_suite)i;
        return BENCH_EXIT_OK;
    }
    bench_say("--suite '%s': unknown, see `tern-bench list`", name);
    return BENCH_EXIT_USAGE;
}

/* The names of the other options depend on the suite, wherever it is among them. */
static int find_suite(struct bench_options *options, int argc, char **argv)
{
    int option, status = BENCH_EXIT_OK;

    opterr = 0;
    while (status == BENCH_EXIT_OK &&
           (option = getopt_long(argc, argv, "", long_options, NULL)) != -1)
        if (option == OPTION_SUITE)
            status = parse_suite(options, optarg);
    opterr = 1;
    optind = 0; /* getopt_long begins anew */
    return status;
}

static int add_scenario(const char *name, void *argument)
{
    struct bench_options *options = argument;
    const struct bench_scenario_row *row = bench_find_scenario(name, options->suite);

    if (row == NULL || row->scenario == NULL) {
        bench_say("--scenario '%s': %s, see `tern-bench list`", name,
                  row == NULL ? "unknown" : "not in this build");
        return BENCH_EXIT_USAGE;
    }
    if ((row->suites & BENCH_IN(options->suite)) == 0) {
        bench_say("--scenario '%s': not in the suite '%s', see `tern-bench list`", name,
                  bench_suites[options->suite].name);
        return BENCH_EXIT_USAGE;
    }
    for (unsigned i = 0; i < options->scenario_count; i++)
        if (options->scenarios[i] == row->scenario)
            return BENCH_EXIT_OK;
    options->scenarios[options->scenario_count++] = row->scenario;
    return BENCH_EXIT_OK;
}

static int say_absent(const char *name)
{
    const struct bench_peer *peer = bench_peer_of(name);
    const char *package = bench_package_of(name);

    if (package == NULL)
        bench_say("--candidate '%s': not in this build", name);
    else
        bench_say("--candidate '%s': not in this build; the Debian package %s brings %s", name,
                  package, peer->title);
    return BENCH_EXIT_ABSENT;
}

static int add_entry(const char *name, void *argument)
{
    struct bench_options *options = argument;
    const struct bench_entry *entry = bench_find_entry(name, options->suite);

    if (entry == NULL) {
        bench_say("--candidate '%s': unknown, see `tern-bench list`", name);
        return BENCH_EXIT_USAGE;
    }
    if (!bench_entry_built(entry))
        return say_absent(name);
    if ((entry->suites & BENCH_IN(options->suite)) == 0) {
        bench_say("--candidate '%s': not in the suite '%s', see `tern-bench list`", name,
                  bench_suites[options->suite].name);
        return BENCH_EXIT_USAGE;
    }
    for (unsigned i = 0; i < options->entry_count; i++)
        if (options->entries[i] == entry)
            return BENCH_EXIT_OK;
    options->entries[options->entry_count++] = entry;
    return BENCH_EXIT_OK;
}

/* The place of `text` in a list of names that ends with NULL, or -1 after a message. */
static int parse_choice(const char *option, const char *text, const char *const *names)
{
    for (int i = 0; names[i] != NULL; i++)
        if (strcmp(names[i], text) == 0)
            return i;
    bench_say("--%s '%s': not one of %s, %s, %s", option, text, names[0], names[1], names[2]);
    return -1;
}

static bool parse_linkage(struct bench_options *options, const char *text)
{
    static const char *const names[] = {"inlined", "linked", "both", NULL};
    const int choice = parse_choice("linkage", text, names);
    options->linkage[BENCH_INLINED] = choice == 0 || choice == 2;
    options->linkage[BENCH_LINKED] = choice == 1 || choice == 2;
    return choice >= 0;
}

static bool parse_format(struct bench_options *options, const char *text)
{
    static const char *const names[] = {"table", "json", "csv", NULL};
    const int choice = parse_choice("format", text, names);
    options->format = choice < 0 ? BENCH_TABLE : (enum bench_format)choice;
    return choice >= 0;
}

static bool parse_effort(struct bench_options *options, enum bench_effort effort)
{
    if (options->effort != BENCH_NORMAL && options->effort != effort) {
        bench_say("--quick and --full exclude each other");
        return false;
    }
    options->effort = effort;
    return true;
}

static bool parse_elem_sizes(struct bench_options *options, const char *text)
{
    const struct bench_suite_row *suite = &bench_suites[options->suite];
    struct bench_list *sizes = &options->elem_sizes;

    if (!bench_parse_list("elem-size", text, suite->elem_size.least, suite->elem_size.most, sizes))
        return false;
    for (unsigned i = 0; i < sizes->count; i++)
        if (sizes->values[i] % suite->elem_size.step != 0) {
            bench_say("--elem-size '%u': not a multiple of %u from %u to %u", sizes->values[i],
                      suite->elem_size.step, suite->elem_size.least, suite->elem_size.most);
            return false;
        }
    return true;
}

static bool parse_size(const char *option, const char *text, uint64_t most, size_t *value)
{
    uint64_t number;
    if (!bench_parse_number(option, text, 1, most, &number))
        return false;
    *value = (size_t)number;
    return true;
}

static bool parse_rounds(struct bench_options *options, const char *text)
{
    size_t rounds;
    if (!parse_size("rounds", text, 1000, &rounds))
        return false;
    options->rounds = (unsigned)rounds;
    return true;
}

static bool parse_output(struct bench_options *options, const char *text)
{
    options->output = text;
    if (*text == '\0')
        bench_say("--output '': not the name of a file");
    return *text != '\0';
}

static int usage_unless(bool good)
{
    return good ? BENCH_EXIT_OK : BENCH_EXIT_USAGE;
}

static int parse_option(struct bench_options *options, int option, const char *text)
{
    switch (option) {
    case OPTION_SUITE: return BENCH_EXIT_OK; /* has been parsed before the others */
    case OPTION_SCENARIO: return bench_parse_names("scenario", text, add_scenario, options);
    case OPTION_CANDIDATE:
        options->entries_given = true;
        return bench_parse_names("candidate", text, add_entry, options);
    case OPTION_BURST:
        return usage_unless(
            bench_parse_list("burst", text, 1, BENCH_MAX_CAPACITY, &options->bursts));
    case OPTION_THREADS:
        return usage_unless(
            bench_parse_list("threads", text, 1, BENCH_MAX_THREADS, &options->threads));
    case OPTION_CORES:
        options->cores_given = true;
        return usage_unless(bench_parse_list("cores", text, 0, 65535, &options->cores));
    case OPTION_ELEM_SIZE: return usage_unless(parse_elem_sizes(options, text));
    case OPTION_CAPACITY:
        options->capacities_given = true;
        return usage_unless(
            bench_parse_list("capacity", text, 1, BENCH_MAX_CAPACITY, &options->capacities));
    case OPTION_LINKAGE: return usage_unless(parse_linkage(options, text));
    case OPTION_RATE:
        return usage_unless(bench_parse_number("rate", text, 100, 100000000, &options->rate));
    case OPTION_MILLISECONDS:
        return usage_unless(
            bench_parse_number("milliseconds", text, 1, 60000, &options->milliseconds));
    case OPTION_ROUNDS: return usage_unless(parse_rounds(options, text));
    case OPTION_SEED:
        return usage_unless(bench_parse_number("seed", text, 0, UINT32_MAX, &options->seed));
    case OPTION_QUICK: return usage_unless(parse_effort(options, BENCH_QUICK));
    case OPTION_FULL: return usage_unless(parse_effort(options, BENCH_FULL));
    case OPTION_FORMAT: return usage_unless(parse_format(options, text));
    case OPTION_OUTPUT: return usage_unless(parse_output(options, text));
    default:
        /* getopt_long has said what is wrong. */
        fputs("Try `tern-bench run --help`.\n", stderr);
        return BENCH_EXIT_USAGE;
    }
}

static void append(struct bench_list *list, unsigned value, size_t most)
{
    if (value <= most)
        list->values[list->count++] = value;
}

static void default_bursts(struct bench_options *options)
{
    struct bench_list *bursts = &options->bursts, *few = &options->few_bursts;

    append(few, 1, options->capacity);
    append(few, 8, options->capacity);
    append(few, 32, options->capacity);
    if (options->effort != BENCH_FULL) {
        *bursts = *few;
        return;
    }
    for (unsigned burst = 1; burst <= 16; burst++)
        append(bursts, burst, options->capacity);
    for (unsigned burst = 32; burst <= 256; burst *= 2)
        append(bursts, burst, options->capacity);
}

static void default_threads(struct bench_options *options)
{
    static const unsigned least[BENCH_EFFORTS] = {2, 1, 1}, most[BENCH_EFFORTS] = {16, 32, 64};
    const unsigned factor = options->effort == BENCH_QUICK ? 8 : 2;

    for (unsigned threads = least[options->effort]; threads <= most[options->effort];
         threads *= factor)
        append(&options->threads, threads, BENCH_MAX_THREADS);
}

static void set_defaults(struct bench_options *options)
{
    static const unsigned rounds[BENCH_EFFORTS] = {5, 11, 15};

    if (!options->capacities_given)
        append(&options->capacities, 1023, BENCH_MAX_CAPACITY);
    for (unsigned i = 0; i < options->capacities.count; i++)
        if (options->capacities.values[i] > options->capacity)
            options->capacity = options->capacities.values[i];
    options->bursts_given = options->bursts.count != 0;
    if (options->bursts_given)
        options->few_bursts = options->bursts;
    else
        default_bursts(options);
    options->threads_given = options->threads.count != 0;
    if (!options->threads_given)
        default_threads(options);
    if (options->rounds == 0)
        options->rounds = rounds[options->effort];
    if (options->scenario_count == 0)
        for (size_t i = 0; i < bench_scenario_count; i++)
            if (bench_scenarios[i].scenario != NULL &&
                (bench_scenarios[i].suites & BENCH_IN(options->suite)) != 0)
                options->scenarios[options->scenario_count++] = bench_scenarios[i].scenario;
}

static void set_default_entries(struct bench_options *options)
{
    if (options->entries_given)
        return;
    for (size_t i = 0; i < bench_entry_count; i++)
        if ((bench_entries[i].suites & BENCH_IN(options->suite)) != 0 &&
            bench_entry_built(&bench_entries[i]))
            options->entries[options->entry_count++] = &bench_entries[i];
}

static bool check_cores(struct bench_options *options)
{
    struct bench_list allowed;
    if (!bench_cores_allowed(&allowed)) {
        bench_say("the CPUs that this process may use cannot be read");
        return false;
    }
    if (!options->cores_given) {
        options->cores = allowed;
        return true;
    }
    for (unsigned i = 0; i < options->cores.count; i++) {
        bool found = false;
        for (unsigned j = 0; j < allowed.count; j++)
            found |= allowed.values[j] == options->cores.values[i];
        if (!found) {
            bench_say("--cores '%u': not a CPU that this process may use (%u, from %u to %u)",
                      options->cores.values[i], allowed.count, allowed.values[0],
                      allowed.values[allowed.count - 1]);
            return false;
        }
    }
    return true;
}

static bool check_together(struct bench_options *options)
{
    for (unsigned i = 0; i < options->bursts.count; i++)
        if (options->bursts.values[i] > options->capacity) {
            bench_say("--burst '%u': not from 1 to %zu, the --capacity", options->bursts.values[i],
                      options->capacity);
            return false;
        }
    return check_cores(options);
}

int bench_options_parse(struct bench_options *options, int argc, char **argv, bool *help)
{
    int option, status;

    *help = false;
    memset(options, 0, sizeof *options);
    options->rate = 1000000;
    options->linkage[BENCH_INLINED] = true;
    options->effort = BENCH_NORMAL;
    options->seed = (uint64_t)time(NULL) & UINT32_MAX;
    status = find_suite(options, argc, argv);
    if (status != BENCH_EXIT_OK)
        return status;
    while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
        if (option == OPTION_HELP) {
            *help = true;
            return BENCH_EXIT_OK;
        }
        status = parse_option(options, option, optarg);
        if (status != BENCH_EXIT_OK)
            return status;
    }
    if (optind < argc) {
        bench_say("'%s': not an option; try `tern-bench run --help`", argv[optind]);
        return BENCH_EXIT_USAGE;
    }
    set_defaults(options);
    if (!check_together(options))
        return BENCH_EXIT_USAGE;
    set_default_entries(options);
    return BENCH_EXIT_OK;
}
