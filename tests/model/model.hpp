/*
 * Running scenarios under Relacy: a table of them, how each is searched, one result line each.
 *
 *     struct my_test : rl::test_suite<my_test, 2> { ... };
 *
 *     const model::scenario scenarios[] = {
 *         {"everything", model::over<my_test, model::full>, 0, true},
 *         {"with at most 3 preemptions", model::over<my_test, model::bounded>, 3, true},
 *         {"a sample of 100000", model::over<my_test, model::sampled>, 100000, false},
 *     };
 *
 * A search is `full` (every interleaving, and for every load the newest value and the one before it
 * where the memory model allows it to see that; Relacy keeps no more in a search), `bounded` (the
 * same with at most so many preemptions) or `sampled` (so many executions, which go one value
 * further back; execution i is seeded with i, so a run repeats itself exactly).
 *
 * The last field says whether the scenario is part of a run with --quick; options.hpp has the other
 * options. A failed scenario prints Relacy's history of the execution that failed.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_TESTS_MODEL_HPP
#define TERN_TESTS_MODEL_HPP

#include "harness/relacy.hpp"

#include "harness/options.hpp"
#include "harness/orders.hpp"
#include "harness/search.hpp"
#include "harness/shadow.hpp"
#include "harness/steps.hpp"

namespace model {

inline void explain(const scenario &scenario, const char *program, const char *log)
{
    std::printf("%-44s %-8s FAILED\n", scenario.name, name_of(scenario.run.how));
    std::ifstream report(log);
    std::cout << report.rdbuf() << std::endl;
    if (scenario.run.how == sampled)
        std::printf(
            "to see the execution alone: %s --only '%s' --replay ITERATION, which is above\n",
            program, scenario.name);
}

inline verdict run(const scenario &scenario, const options &options, const char *program)
{
    char log[] = "/tmp/tern-model-XXXXXX";
    int file = mkstemp(log);
    std::fflush(stdout);
    pid_t child = file < 0 ? -1 : fork();
    if (child == 0) {
        std::ofstream report(log);
        report << std::unitbuf; /* what there is of it, if Relacy dies while it reports */
        if (options.replay != 0)
            search_here(scenario, options, std::cout);
        search_here(scenario, options, report);
    }
    int status = 0;
    verdict verdict = failed;
    if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
        (WEXITSTATUS(status) == passed || WEXITSTATUS(status) == capped))
        verdict = static_cast<enum verdict>(WEXITSTATUS(status));
    if (verdict == failed)
        explain(scenario, program, log);
    if (file >= 0) {
        close(file);
        unlink(log);
    }
    return verdict;
}

inline bool is_wanted(const scenario &scenario, const options &options)
{
    return (scenario.quick || !options.quick) &&
           std::strstr(scenario.name, options.only) != nullptr &&
           (options.replay == 0 || scenario.run.how == sampled);
}

template <size_t count> int main(const scenario (&scenarios)[count], int argc, char **argv)
{
    const options options = options_in(argc, argv);
    watch_orders(options.orders, options.weaken);

    unsigned times[3] = {0, 0, 0};
    for (const scenario &each : scenarios) {
        if (!is_wanted(each, options))
            continue;
        if (options.list) {
            std::printf("%-44s %s\n", each.name, name_of(each.run.how));
            continue;
        }
        verdict verdict = run(each, options, argv[0]);
        /* What takes long is as much as --long asks for. */
        times[verdict == capped && options.longer ? passed : verdict]++;
        if (verdict == failed && options.stop)
            break;
    }
    if (options.list)
        return 0;
    std::printf("%u passed, %u failed\n", times[passed], times[failed]);
    return times[failed] != 0 || (times[passed] == 0 && times[capped] == 0);
}

} // namespace model

#endif /* TERN_TESTS_MODEL_HPP */
