/* SPDX-License-Identifier: MIT */
#include "crew.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "round.h"

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
};

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

static void *work(void *argument)
{
    struct member *member = argument;
    if (gate_pass(member->gate))
        member->loop(member->worker);
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

/* Sleeps for a round; a signal ends it early. */
static int sleep_milliseconds(unsigned milliseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    while (bench_signal_caught() == 0)
        if (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == 0)
            return 0;
    return -EINTR;
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

static int start_all(struct bench_round *round, struct member *crew, struct gate *gate,
                     unsigned *started)
{
    sigset_t before;
    int status = 0;

    block_signals(&before);
    for (*started = 0; *started < round->shape.threads; ++*started) {
        const unsigned i = *started;
        crew[i].gate = gate;
        crew[i].worker = &round->workers[i];
        crew[i].loop = round->variant->loop[bench_loop_of(round, i)];
        status = start_pinned(&crew[i], round->cpus[i % round->cpu_count]);
        if (status != 0)
            break;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

int bench_crew_run(struct bench_round *round)
{
    struct gate gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, GATE_CLOSED};
    struct member *crew = calloc(round->shape.threads, sizeof *crew);
    unsigned started = 0;

    if (crew == NULL)
        return -ENOMEM;
    int status = start_all(round, crew, &gate, &started);
    if (status == 0) {
        gate_await(&gate, started);
        gate_set(&gate, 1);
        status = sleep_milliseconds(round->milliseconds);
    } else {
        gate_set(&gate, 0);
    }
    __atomic_store_n(&round->control->stop, 1u, __ATOMIC_RELAXED);
    for (unsigned i = 0; i < started; i++)
        pthread_join(crew[i].thread, NULL);
    free(crew);
    return status;
}
