/* SPDX-License-Identifier: MIT */
#include "round.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>

#include "crew.h"

static volatile sig_atomic_t signal_caught;

static void on_signal(int number)
{
    signal_caught = number;
}

void bench_catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    /* No SA_RESTART: the sleep of a round is to end. A second signal kills. */
    action.sa_flags = (int)SA_RESETHAND;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int bench_signal_caught(void)
{
    return signal_caught;
}

enum bench_loop bench_loop_of(const struct bench_round *round, unsigned worker)
{
    const struct bench_scenario *scenario = round->scenario;
    const bool same_again = round->cpu_count % scenario->loop_count == 0;
    const unsigned turn = worker + (same_again ? worker / round->cpu_count : 0);
    return scenario->loops[turn % scenario->loop_count];
}

int bench_round_expect_empty(struct bench_round *round)
{
    void *object = bench_allocate(1, round->shape.elem_size);
    if (object == NULL)
        return -ENOMEM;
    bench_object_fill(&round->stock, object, 1);
    if (round->variant->take(round->container, object, 1) != 0)
        round->faults |= BENCH_FAULT_DOUBLED;
    /* One that is stuck looks empty too. */
    else if (round->variant->put(round->container, object, 1) != 1)
        round->faults |= BENCH_FAULT_REFUSED;
    free(object);
    return 0;
}

/* Warm-up of the memory: every slot is used once, and the container is empty again. */
static void touch_all_slots(struct bench_round *round, const void *window, void *buffer)
{
    const struct bench_variant *variant = round->variant;
    const size_t laps = round->shape.capacity / round->burst + 1;

    for (size_t lap = 0; lap < laps; lap++) {
        size_t put = variant->put(round->container, window, round->burst);
        while (put > 0) {
            const size_t taken = variant->take(round->container, buffer, put);
            if (taken == 0)
                break;
            put -= taken;
        }
    }
}

static int create_workers(struct bench_round *round, const void *window, size_t period)
{
    const size_t extra_size =
        round->scenario->extra_size == NULL ? 0 : round->scenario->extra_size(round);
    const size_t hand = round->scenario->hand == NULL ? round->burst : round->scenario->hand(round);

    round->workers = bench_allocate(round->shape.threads, sizeof *round->workers);
    round->control = bench_allocate(1, sizeof *round->control);
    if (round->workers == NULL || round->control == NULL)
        return -ENOMEM;
    for (unsigned i = 0; i < round->shape.threads; i++) {
        struct bench_worker *worker = &round->workers[i];
        worker->container = round->container;
        worker->control = round->control;
        worker->window = window;
        worker->period = period;
        worker->prefilled = round->scenario->prefilled;
        worker->burst = round->burst;
        worker->hand = hand;
        worker->elem_size = round->shape.elem_size;
        worker->index = i;
        worker->buffer = bench_allocate(hand, round->shape.elem_size);
        worker->extra = extra_size == 0 ? NULL : bench_allocate(1, extra_size);
        if (worker->buffer == NULL || (extra_size != 0 && worker->extra == NULL))
            return -ENOMEM;
    }
    return 0;
}

static void destroy_workers(struct bench_round *round)
{
    if (round->workers != NULL)
        for (unsigned i = 0; i < round->shape.threads; i++) {
            free(round->workers[i].buffer);
            free(round->workers[i].extra);
        }
    free(round->workers);
    free(round->control);
    round->workers = NULL;
    round->control = NULL;
}

/* From the first worker's start to the last one's end, over all that was dequeued. */
static void sum_up(struct bench_round *round)
{
    uint64_t begin = UINT64_MAX, end = 0;

    round->objects = 0;
    for (unsigned i = 0; i < round->shape.threads; i++) {
        const struct bench_worker *worker = &round->workers[i];
        if (worker->begin < begin)
            begin = worker->begin;
        if (worker->end > end)
            end = worker->end;
        round->objects += worker->objects;
        round->faults |= worker->faults;
    }
    /* Not one object in a whole round: "at least the round" is all that can be said. */
    const uint64_t objects = round->objects != 0 ? round->objects : 1;
    round->values[BENCH_COST] = (double)(end - begin) / (double)objects;
}

static int run_created(struct bench_round *round, const void *window, size_t period)
{
    int status = create_workers(round, window, period);
    if (status != 0)
        return status;
    if (round->scenario->most_out == NULL)
        touch_all_slots(round, window, round->workers[0].buffer);
    if (round->scenario->prepare != NULL)
        status = round->scenario->prepare(round);
    if (status == 0)
        status = bench_crew_run(round);
    /* After a call that did not return nothing more can be said. */
    if (status == 0 && (round->faults & BENCH_FAULT_STUCK) == 0) {
        sum_up(round);
        status = round->scenario->verify(round);
    }
    return status;
}

int bench_round_run(struct bench_round *round)
{
    const size_t capacity = round->shape.capacity;
    const size_t period = bench_window_period(capacity, round->burst, round->items);
    const size_t before = round->scenario->prefilled;
    char *window = NULL;

    round->faults = 0;
    round->initial = 0;
    for (unsigned i = 0; i < BENCH_MAX_METRICS; i++)
        round->values[i] = NAN;
    if (round->scenario->most_out != NULL)
        round->shape.most_out = round->scenario->most_out(round);
    round->container = round->variant->create(&round->shape);
    int status = bench_objects_create(&round->stock, round->shape.elem_size, round->items,
                                      period > capacity ? period : capacity);
    if (status == 0)
        window = bench_window_create(&round->stock, period, round->burst, before);
    if (window == NULL || round->container == NULL)
        status = -ENOMEM;
    if (status == 0)
        status = run_created(round, window + before * round->shape.elem_size, period);
    destroy_workers(round);
    if (round->container != NULL && (round->faults & BENCH_FAULT_STUCK) == 0)
        round->variant->destroy(round->container);
    free(window);
    bench_objects_destroy(&round->stock);
    return status;
}
