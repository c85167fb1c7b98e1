/*
 * Running scenarios under Relacy: a table of them, how each is searched, one result line each.
 *
 * A search is `full` (every interleaving, and for every load the newest value and the one before it
 * where the memory model allows it to see that; Relacy keeps no more in a search), `bounded` (the
 * same with at most so many preemptions) or `sampled` (so many executions, which go one value
 * further back; execution i is seeded with i, so a run repeats itself exactly).
 *
 * A failed scenario prints Relacy's history of the execution that failed.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_TESTS_MODEL_HPP
#define TERN_TESTS_MODEL_HPP

/* Before Relacy, which turns words that these use into macros. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>

#include <sys/wait.h>
#include <unistd.h>

#include <tern/arch/atomic.h>

namespace model {

enum search { full, bounded, sampled };

struct scenario {
    const char *name;
    bool (*simulate)(rl::test_params &);
    search how;
    unsigned amount; /* preemptions for bounded, executions for sampled */
    bool quick;      /* part of a run with --quick */
};

inline const char *name_of(search how)
{
    return how == full ? "full" : how == bounded ? "bounded" : "sampled";
}

/* Runs in a process of its own: after a failed execution Relacy cannot run another. */
inline bool search_here(const scenario &scenario, std::ostream &quiet)
{
    rl::test_params params;
    params.output_stream = &quiet;
    params.progress_stream = &quiet;
    params.execution_depth_limit = 10000;
    params.search_type = scenario.how == full      ? rl::fair_full_search_scheduler_type
                         : scenario.how == bounded ? rl::fair_context_bound_scheduler_type
                                                   : rl::random_scheduler_type;
    if (scenario.how == bounded)
        params.context_bound = scenario.amount;
    params.iteration_count = scenario.how == sampled ? scenario.amount : ~rl::iteration_t(0);

    bool good = scenario.simulate(params);
    std::printf("%-44s %-8s %10llu executions  %s\n", scenario.name, name_of(scenario.how),
                static_cast<unsigned long long>(params.stop_iteration), good ? "ok" : "FAILED");
    if (!good)
        quiet << rl::test_result_str(params.test_result) << std::endl;
    std::fflush(stdout);
    return good;
}

inline bool run(const scenario &scenario)
{
    char log[] = "/tmp/tern-model-XXXXXX";
    int file = mkstemp(log);
    pid_t child = file < 0 ? -1 : fork();
    if (child == 0) {
        std::ofstream quiet(log);
        _exit(search_here(scenario, quiet) ? 0 : 1);
    }
    int status = 1;
    bool good = child > 0 && waitpid(child, &status, 0) == child && status == 0;
    if (!good) {
        /* Relacy may die while it reports; what it wrote until then is in the file. */
        std::printf("%-44s %-8s FAILED\n", scenario.name, name_of(scenario.how));
        std::ifstream report(log);
        std::cout << report.rdbuf() << std::endl;
    }
    if (file >= 0) {
        close(file);
        unlink(log);
    }
    return good;
}

/* PROGRAM [--quick] [--stop-at-failure] [FILTER]: the scenarios whose name contains FILTER. */
template <size_t count> int main(const scenario (&scenarios)[count], int argc, char **argv)
{
    const char *environment = std::getenv("TERN_TEST_QUICK");
    bool quick = environment != nullptr && std::strcmp(environment, "1") == 0;
    bool stop = false;
    const char *filter = "";
    for (int i = 1; i < argc; i++) {
        if (std::strcmp(argv[i], "--quick") == 0)
            quick = true;
        else if (std::strcmp(argv[i], "--stop-at-failure") == 0)
            stop = true;
        else
            filter = argv[i];
    }
    unsigned passed = 0, failed = 0;
    for (const scenario &each : scenarios) {
        if ((quick && !each.quick) || std::strstr(each.name, filter) == nullptr)
            continue;
        ++(run(each) ? passed : failed);
        if (failed != 0 && stop)
            break;
    }
    std::printf("%u passed, %u failed\n", passed, failed);
    return failed != 0 || passed == 0;
}

} // namespace model

#endif /* TERN_TESTS_MODEL_HPP */
