/*
 * What a program of models can be told.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_TESTS_MODEL_HARNESS_OPTIONS_HPP
#define TERN_TESTS_MODEL_HARNESS_OPTIONS_HPP

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace model {

constexpr const char *usage =
    "usage: PROGRAM [--quick | --long] [--stop-at-failure] [--cap SECONDS] [--seed N | --replay "
    "N]\n"
    "               [--list | --orders | --weaken NUMBER:ORDER] [[--only] TEXT]\n"
    "\n"
    "Runs the scenarios whose names contain TEXT, and ends with the line \"N passed, N failed\".\n"
    "\n"
    "  --quick            those that find most in little time\n"
    "  --long             20 times the samples, and one preemption more\n"
    "  --stop-at-failure  nothing after the first that fails\n"
    "  --cap SECONDS      of processor time for each; one that needs more counts as neither "
    "passed\n"
    "                     nor failed (with --long 900, and then it has passed that far)\n"
    "  --seed N           samples begin with execution N instead of 1\n"
    "  --replay N         execution N of a sample alone, with its history\n"
    "  --list             only the names\n"
    "  --orders           also prints each order that is not relaxed, when it is reached\n"
    "  --weaken ...       gives that which --orders printed with NUMBER another one\n";

struct options {
    bool quick = false, longer = false, stop = false, list = false, orders = false;
    double cap = 0; /* none */
    unsigned long long seed = 1, replay = 0;
    const char *weaken = nullptr;
    const char *only = "";
};

[[noreturn]] inline void refuse()
{
    std::fputs(usage, stderr);
    std::exit(2);
}

/* A number that is more than 0, and nothing behind it. */
inline unsigned long long number_in(const char *text)
{
    char *end = nullptr;
    unsigned long long number = std::strtoull(text, &end, 10);
    if (number == 0 || *text == '-' || *end != '\0')
        refuse();
    return number;
}

inline double seconds_in(const char *text)
{
    char *end = nullptr;
    double seconds = std::strtod(text, &end);
    if (!(seconds > 0) || *end != '\0')
        refuse();
    return seconds;
}

inline options options_in(int argc, char **argv)
{
    options options;
    const char *environment = std::getenv("TERN_TEST_QUICK");
    options.quick = environment != nullptr && std::strcmp(environment, "1") == 0;

    for (int i = 1; i < argc; i++) {
        const char *name = argv[i];
        auto is = [name](const char *other) { return std::strcmp(name, other) == 0; };
        auto value = [&] { return i + 1 < argc ? argv[++i] : (refuse(), ""); };
        if (is("--quick"))
            options.quick = true;
        else if (is("--long"))
            options.longer = true;
        else if (is("--stop-at-failure"))
            options.stop = true;
        else if (is("--list"))
            options.list = true;
        else if (is("--orders"))
            options.orders = true;
        else if (is("--cap"))
            options.cap = seconds_in(value());
        else if (is("--seed"))
            options.seed = number_in(value());
        else if (is("--replay"))
            options.replay = number_in(value());
        else if (is("--weaken"))
            options.weaken = value();
        else if (is("--only"))
            options.only = value();
        else if (name[0] == '-')
            refuse();
        else
            options.only = name;
    }
    if (options.quick && options.longer)
        refuse();
    if (options.longer && options.cap == 0)
        options.cap = 900;
    return options;
}

} // namespace model

#endif /* TERN_TESTS_MODEL_HARNESS_OPTIONS_HPP */
