/* SPDX-License-Identifier: MIT */
#include "crew.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/select.h>
#include <time.h>

#include "cpu.h"
#include "round.h"

/* How long a worker may take to come back once it is told to, in steps of 50 ms: some peers take
 * milliseconds for one of hundreds of calls. Steps and not a point in time, since the whole program
 * may be stopped and continued meanwhile. */
#ifdef BENCH_WITH_FAULTY
enum { STEPS_OF_PATIENCE = 40 };
#else
enum { STEPS_OF_PATIENCE = 600 };
#endif

enum { SIGNAL_FREEZE = SIGUSR1, SIGNAL_FETCH = SIGUSR2 };

/* Holds the workers until all are there, or sends them home when one could not start. */
struct gate {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    unsigned arrived;
    enum { GATE_CLOSED, GATE_OPEN, GATE_CANCELLED } state;
};

struct member {
    pthread_t thread;
    struct gate *gate;
    struct bench_worker *worker;
    void (*loop)(struct bench_worker *worker);
    sigjmp_buf way_out;
};

struct bench_crew {
    struct gate gate;
    struct bench_round *round;
    struct member *members;
    unsigned started;
};

/* For the signal handlers. */
static _Thread_local struct member *self;

static bool gate_pass(struct gate *gate)
{
    pthread_mutex_lock(&gate->mutex);
    gate->arrived++;
    pthread_cond_broadcast(&gate->changed);
    while (gate->state == GATE_CLOSED)
        pthread_cond_wait(&gate->changed, &gate->mutex);
    const bool open = gate->state == GATE_OPEN;
    pthread_mutex_unlock(&gate->mutex);
    return open;
}

static void gate_await(struct gate *gate, unsigned workers)
{
    pthread_mutex_lock(&gate->mutex);
    while (gate->arrived < workers)
        pthread_cond_wait(&gate->changed, &gate->mutex);
    pthread_mutex_unlock(&gate->mutex);
}

static void gate_set(struct gate *gate, int open)
{
    pthread_mutex_lock(&gate->mutex);
    gate->state = open ? GATE_OPEN : GATE_CANCELLED;
    pthread_cond_broadcast(&gate->changed);
    pthread_mutex_unlock(&gate->mutex);
}

/* Nothing here but what a handler may call. */
static void on_freeze(int number)
{
    const int kept = errno;
    struct bench_control *control = self->worker->control;
    struct timespec pause = {.tv_nsec = (long)control->freeze_microseconds * 1000};

    (void)number;
    __atomic_store_n(&self->worker->interruptions, self->worker->interruptions + 1,
                     __ATOMIC_RELAXED);
    __atomic_store_n(&control->frozen_at, bench_cycles(), __ATOMIC_RELAXED);
    if (control->freeze_microseconds != 0)
        pselect(0, NULL, NULL, NULL, &pause, NULL);
    /* Pairs with the acquire of whoever was held up, and of bench_crew_freeze. */
    __atomic_store_n(&control->thawed_at, bench_cycles(), __ATOMIC_RELEASE);
    __atomic_store_n(&control->thaws, control->thaws + 1, __ATOMIC_RELEASE);
    errno = kept;
}

static void on_fetch(int number)
{
    (void)number;
    siglongjmp(self->way_out, 1);
}

static void catch_crew_signals(void)
{
    struct sigaction action = {.sa_handler = on_freeze, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    sigaction(SIGNAL_FREEZE, &action, NULL);
    action.sa_handler = on_fetch;
    sigaction(SIGNAL_FETCH, &action, NULL);
}

static void *work(void *argument)
{
    struct member *member = argument;

    self = member;
    if (sigsetjmp(member->way_out, 1) == 0) {
        if (gate_pass(member->gate))
            member->loop(member->worker);
    } else {
        member->worker->faults |= BENCH_FAULT_STUCK;
    }
    return NULL;
}

static int start_pinned(struct member *member, unsigned cpu)
{
    pthread_attr_t attributes;
    int error = pthread_attr_init(&attributes);
    if (error != 0)
        return -error;

    cpu_set_t *set = CPU_ALLOC(cpu + 1);
    const size_t bytes = CPU_ALLOC_SIZE(cpu + 1);
    if (set == NULL) {
        error = ENOMEM;
    } else {
        CPU_ZERO_S(bytes, set);
        CPU_SET_S(cpu, bytes, set);
        error = pthread_attr_setaffinity_np(&attributes, bytes, set);
        if (error == 0)
            error = pthread_create(&member->thread, &attributes, work, member);
        CPU_FREE(set);
    }
    pthread_attr_destroy(&attributes);
    return -error;
}

int bench_crew_sleep(unsigned microseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += microseconds / 1000000;
    until.tv_nsec += (long)(microseconds % 1000000) * 1000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    while (bench_signal_caught() == 0)
        if (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == 0)
            return 0;
    return -EINTR;
}

int bench_crew_freeze(struct bench_crew *crew, unsigned worker, unsigned microseconds)
{
    enum { LOOK = 200 };
    struct bench_control *control = crew->round->control;
    const uint32_t thaws = control->thaws;
    int status;

    control->freeze_microseconds = microseconds;
    status = -pthread_kill(crew->members[worker].thread, SIGNAL_FREEZE);
    if (status == 0)
        status = bench_crew_sleep(microseconds);
    while (status == 0 && __atomic_load_n(&control->thaws, __ATOMIC_ACQUIRE) == thaws)
        status = bench_crew_sleep(LOOK);
    return status;
}

/* Workers leave SIGINT and SIGTERM to the main thread, whose sleep they end. */
static void block_signals(sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, before);
}

static int start_all(struct bench_crew *crew)
{
    struct bench_round *round = crew->round;
    sigset_t before;
    int status = 0;

    block_signals(&before);
    for (crew->started = 0; crew->started < round->shape.threads; crew->started++) {
        const unsigned i = crew->started;
        struct member *member = &crew->members[i];
        member->gate = &crew->gate;
        member->worker = &round->workers[i];
        member->loop = round->variant->loop[bench_loop_of(round, i)];
        status = start_pinned(member, round->cpus[i % round->cpu_count]);
        if (status != 0)
            break;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

/* Whether the thread has ended, within one step. */
static bool join_within_a_step(pthread_t thread)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 50000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    return pthread_timedjoin_np(thread, NULL, &until) == 0;
}

static void join_all(struct bench_crew *crew)
{
    unsigned patience = STEPS_OF_PATIENCE;

    for (unsigned i = 0; i < crew->started; i++) {
        const pthread_t thread = crew->members[i].thread;
        while (!join_within_a_step(thread)) {
            if (patience != 0)
                patience--;
            else
                pthread_kill(thread, SIGNAL_FETCH);
        }
    }
}

static int conduct(struct bench_round *round, struct bench_crew *crew)
{
    if (round->scenario->conduct != NULL)
        return round->scenario->conduct(round, crew);
    return bench_crew_sleep(round->milliseconds * 1000);
}

int bench_crew_run(struct bench_round *round)
{
    struct bench_crew crew = {
        .gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, GATE_CLOSED},
        .round = round,
        .members = calloc(round->shape.threads, sizeof *crew.members),
    };

    if (crew.members == NULL)
        return -ENOMEM;
    catch_crew_signals();
    int status = start_all(&crew);
    if (status == 0) {
        gate_await(&crew.gate, crew.started);
        gate_set(&crew.gate, 1);
        status = conduct(round, &crew);
    } else {
        gate_set(&crew.gate, 0);
    }
    __atomic_store_n(&round->control->stop, 1u, __ATOMIC_RELAXED);
    join_all(&crew);
    for (unsigned i = 0; i < crew.started; i++)
        round->faults |= round->workers[i].faults & BENCH_FAULT_STUCK;
    free(crew.members);
    return status;
}
