/*
 * One scenario under Relacy.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_TESTS_MODEL_HARNESS_SEARCH_HPP
#define TERN_TESTS_MODEL_HARNESS_SEARCH_HPP

#include <cstdio>
#include <ctime>
#include <ostream>
#include <sstream>
#include <type_traits>

#include <unistd.h>

#include <tern/arch/atomic.h>

namespace model {

enum search { full, bounded, sampled };

enum verdict { passed, failed, capped };

inline const char *name_of(search how)
{
    return how == full ? "full" : how == bounded ? "bounded" : "sampled";
}

/* How a test is run, and which of Relacy's schedulers does it. */
struct engine {
    bool (*simulate)(rl::test_params &);
    search how;
};

struct scenario {
    const char *name;
    engine run;
    unsigned amount; /* preemptions for bounded, executions for sampled */
    bool quick;      /* part of a run with --quick */
};

/* Executions so far, and what to do when they have taken too long; for the process of one search.
 */
struct progress {
    const char *name = "";
    search how = full;
    unsigned long long executions = 0;
    double cap = 0;

    void count()
    {
        if (++executions % 64 == 0 && cap > 0 &&
            static_cast<double>(std::clock()) / CLOCKS_PER_SEC > cap)
            end();
    }

    void print(unsigned long long number, const char *verdict)
    {
        std::printf("%-44s %-8s %10llu executions  %s\n", name, name_of(how), number, verdict);
        std::fflush(stdout);
    }

    [[noreturn]] void end()
    {
        print(executions, "ok so far");
        _exit(capped);
    }
};

inline progress searching;

/* A test that counts its executions. */
template <typename test> struct counted : test {
    counted()
    {
        searching.count();
    }
};

/* What rl::simulate does, for the one scheduler that is used: each costs a second to compile. */
template <typename test, search how> bool simulate(rl::test_params &params)
{
    constexpr rl::thread_id_t threads = test::params::thread_count;
    using scheduler =
        std::conditional_t<how == full, rl::full_search_scheduler<threads>,
                           std::conditional_t<how == bounded, rl::context_bound_scheduler<threads>,
                                              rl::random_scheduler<threads>>>;
    std::ostringstream state, again;
    rl::test_result_e result = rl::run_test<counted<test>, scheduler>(params, state, false);
    if (result == rl::test_result_success)
        return true;
    if (!params.collect_history) {
        searching.cap = 0;
        params.initial_state = params.final_state = state.str();
        params.collect_history = true;
        rl::run_test<counted<test>, scheduler>(params, again, true);
    }
    return false;
}

/* The second field of a scenario. */
template <typename test, search how> constexpr engine over = {simulate<test, how>, how};

/* Ends the process that it is called in: after a failed execution Relacy cannot run another. */
[[noreturn]] inline void search_here(const scenario &scenario, const options &options,
                                     std::ostream &log)
{
    rl::test_params params;
    unsigned long long amount = scenario.amount, first = 1;
    searching.name = scenario.name;
    searching.how = scenario.run.how;
    searching.cap = options.cap;

    params.output_stream = &log;
    params.progress_stream = &log;
    params.execution_depth_limit = 10000;
    if (scenario.run.how == bounded) {
        params.search_type = rl::fair_context_bound_scheduler_type;
        params.context_bound = scenario.amount + (options.longer ? 1 : 0);
    } else if (scenario.run.how == full) {
        params.search_type = rl::fair_full_search_scheduler_type;
    } else {
        params.search_type = rl::random_scheduler_type;
        amount *= options.longer ? 20 : 1;
        first = options.seed;
        if (options.replay != 0) {
            first = options.replay;
            amount = 1;
            params.output_history = true;
        }
        params.initial_state = std::to_string(first);
    }
    params.iteration_count = scenario.run.how == sampled ? first + amount - 1 : ~rl::iteration_t(0);

    bool good = scenario.run.simulate(params);
    searching.print(params.stop_iteration - first + 1, good ? "ok" : "FAILED");
    if (!good)
        log << rl::test_result_str(params.test_result) << std::endl;
    log.flush();
    _exit(good ? passed : failed);
}

} // namespace model

#endif /* TERN_TESTS_MODEL_HARNESS_SEARCH_HPP */
