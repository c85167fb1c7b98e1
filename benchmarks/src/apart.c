/* SPDX-License-Identifier: MIT */
#include "apart.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "message.h"
#include "options.h"
#include "preload.h"
#include "round.h"

enum { MOST_CPUS = 1024 };

/* Both ends are the same program, so this is what crosses between them. */
struct question {
    bool version;                    /* only this is asked, of the allocator of `entry` */
    size_t scenario, entry, variant; /* places in the registry and among the candidate's variants */
    enum bench_linkage linkage;
    struct bench_shape shape;
    bool items;
    size_t burst;
    unsigned milliseconds;
    uint64_t seed, rate;
    unsigned cpu_count;
    unsigned cpus[MOST_CPUS];
};

struct answer {
    int status;
    char version[32];
    double values[BENCH_MAX_METRICS];
    uint64_t objects;
    unsigned faults;
};

/* Whole, or false: the other end is gone, or a signal came. */
static bool send_all(int socket, const void *bytes, size_t count)
{
    const char *next = bytes;
    while (count != 0) {
        const ssize_t n = send(socket, next, count, MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        next += n;
        count -= (size_t)n;
    }
    return true;
}

static bool receive_all(int socket, void *bytes, size_t count)
{
    char *next = bytes;
    while (count != 0) {
        const ssize_t n = recv(socket, next, count, 0);
        if (n <= 0)
            return false;
        next += n;
        count -= (size_t)n;
    }
    return true;
}

static bool ask(const struct bench_round *round, const struct bench_entry *entry,
                enum bench_linkage linkage, struct question *question)
{
    const struct bench_candidate *candidate = entry->candidate[linkage];

    memset(question, 0, sizeof *question);
    while (bench_scenarios[question->scenario].scenario != round->scenario)
        question->scenario++;
    while (candidate->variants[question->variant] != round->variant)
        question->variant++;
    question->entry = (size_t)(entry - bench_entries);
    question->linkage = linkage;
    question->shape = round->shape;
    question->items = round->items;
    question->burst = round->burst;
    question->milliseconds = round->milliseconds;
    question->seed = round->seed;
    question->rate = round->rate;
    if (round->cpu_count > MOST_CPUS)
        return false;
    question->cpu_count = round->cpu_count;
    memcpy(question->cpus, round->cpus, round->cpu_count * sizeof *round->cpus);
    return true;
}

/* In the new process, until it is the program again. */
static _Noreturn void become(const struct bench_entry *entry, int socket, pid_t parent)
{
    static char name[] = "tern-bench", command[] = "apart";
    char argument[16];
    char *const arguments[] = {name, command, argument, NULL};
    const char *library = bench_preload_of(entry->name);

    snprintf(argument, sizeof argument, "%d", socket);
    /* Signals to the group are the first process's to handle; with it, this one ends. */
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == parent &&
        (library != NULL ? setenv("LD_PRELOAD", library, 1) : unsetenv("LD_PRELOAD")) == 0)
        execv("/proc/self/exe", arguments);
    _exit(BENCH_EXIT_FAILURE);
}

static int start(const struct bench_entry *entry, pid_t *process, int *end)
{
    const pid_t parent = getpid();
    int sockets[2];

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0)
        return -errno;
    *process = fork();
    if (*process == 0) {
        close(sockets[0]);
        become(entry, sockets[1], parent);
    }
    const int error = errno;
    close(sockets[1]);
    *end = sockets[0];
    if (*process > 0)
        return 0;
    close(sockets[0]);
    return -error;
}

/* 0 or -errno of a process that should have answered. */
static int finish(const struct bench_entry *entry, pid_t process, bool answered)
{
    int status = 0;

    if (!answered && bench_signal_caught() != 0)
        kill(process, SIGKILL);
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    if (bench_signal_caught() != 0)
        return -EINTR;
    if (answered)
        return 0;
    if (WIFSIGNALED(status))
        bench_say("%s: its process was ended by signal %d, %s", entry->name, WTERMSIG(status),
                  strsignal(WTERMSIG(status)));
    else
        bench_say("%s: its process ended without a result, with status %d", entry->name,
                  WEXITSTATUS(status));
    return -ECHILD;
}

/* 0, or -errno where there is no answer. */
static int converse(const struct bench_entry *entry, const struct question *question,
                    struct answer *answer)
{
    pid_t process = 0;
    int end = -1;

    const int status = start(entry, &process, &end);
    if (status != 0)
        return status;
    const bool answered =
        send_all(end, question, sizeof *question) && receive_all(end, answer, sizeof *answer);
    close(end);
    return finish(entry, process, answered);
}

int bench_apart_run(struct bench_round *round, const struct bench_entry *entry,
                    enum bench_linkage linkage)
{
    struct question question;
    struct answer answer;

    if (!ask(round, entry, linkage, &question))
        return -E2BIG;
    const int status = converse(entry, &question, &answer);
    if (status != 0)
        return status;
    memcpy(round->values, answer.values, sizeof round->values);
    round->objects = answer.objects;
    round->faults = answer.faults;
    return answer.status;
}

void bench_apart_version(const struct bench_entry *entry, char *text, size_t size)
{
    struct question question;
    struct answer answer;

    memset(&question, 0, sizeof question);
    question.version = true;
    question.entry = (size_t)(entry - bench_entries);
    text[0] = '\0';
    if (converse(entry, &question, &answer) == 0)
        snprintf(text, size, "%s", answer.version);
}

static bool is_sound(const struct question *question)
{
    if (question->version)
        return question->entry < bench_entry_count;
    return question->scenario < bench_scenario_count && question->entry < bench_entry_count &&
           question->linkage < BENCH_LINKAGES && question->cpu_count <= MOST_CPUS &&
           bench_scenarios[question->scenario].scenario != NULL &&
           bench_entries[question->entry].candidate[question->linkage] != NULL &&
           question->variant <
               bench_entries[question->entry].candidate[question->linkage]->variant_count;
}

static void answer_question(const struct question *question, struct answer *answer)
{
    const struct bench_entry *entry = &bench_entries[question->entry];
    struct bench_round round = {
        .scenario = bench_scenarios[question->scenario].scenario,
        .variant = entry->candidate[question->linkage]->variants[question->variant],
        .shape = question->shape,
        .items = question->items,
        .burst = question->burst,
        .cpus = question->cpus,
        .cpu_count = question->cpu_count,
        .milliseconds = question->milliseconds,
        .seed = question->seed,
        .rate = question->rate,
    };

    answer->status = bench_round_run(&round);
    memcpy(answer->values, round.values, sizeof answer->values);
    answer->objects = round.objects;
    answer->faults = round.faults;
}

int bench_apart_serve(const char *argument)
{
    const int socket = atoi(argument);
    struct question question;
    struct answer answer;

    if (socket < 3 || !receive_all(socket, &question, sizeof question) || !is_sound(&question)) {
        bench_say("'apart' is for tern-bench itself");
        return BENCH_EXIT_USAGE;
    }
    if (!bench_preloaded_for(bench_entries[question.entry].name)) {
        bench_say("%s: another malloc than its own is in use", bench_entries[question.entry].name);
        return BENCH_EXIT_FAILURE;
    }
    memset(&answer, 0, sizeof answer);
    if (question.version)
        bench_preloaded_version(answer.version, sizeof answer.version);
    else
        answer_question(&question, &answer);
    return send_all(socket, &answer, sizeof answer) ? BENCH_EXIT_OK : BENCH_EXIT_FAILURE;
}
