/*
 * Freezing: again and again a signal stops one of the workers at whatever it is doing, until each
 * of the others has returned from so many more calls, or has ended. In a mode that never waits for
 * a peer that always comes to pass, however long it takes on this machine; a call that waited for
 * the frozen one would never return, and the watch over progress would end the run. With LF the
 * others must also move elements meanwhile, which with NB may be hidden behind the frozen one.
 */
#include "stress.h"

#include <signal.h>
#include <time.h>

enum { CALLS = 100, ELEMENTS = 100, PATIENCE = 20000 /* naps */ };

static __thread struct worker *self;

static void nap(long microseconds)
{
    const struct timespec time = {.tv_nsec = microseconds * 1000};
    nanosleep(&time, NULL);
}

static struct worker *worker_of(struct run *run, unsigned i)
{
    const unsigned producers = run->config->producers;
    return i < producers ? &run->producers[i] : &run->consumers[i - producers];
}

/* Whether each worker but this one has made its calls since. */
static bool have_gone_on(const uint64_t *calls_before, uint64_t moved_before)
{
    struct run *run = self->run;
    const struct config *c = run->config;
    uint64_t moved = 0;
    bool all = true, ended = false;
    for (unsigned i = 0; i < c->producers + c->consumers; i++) {
        struct worker *w = worker_of(run, i);
        moved += tern_load_relaxed(&w->progress);
        if (w == self)
            continue;
        if (tern_load_relaxed(&w->ended) != 0)
            ended = true;
        else if (tern_load_relaxed(&w->calls) - calls_before[i] < CALLS)
            all = false;
    }
    /* The frozen one may hold a burst itself, which a small ring would miss; and those left over
     * may have nobody to pass elements to. */
    bool must_move = c->producer == TERN_RING_LF && c->capacity >= 16 * MAX_BURST;
    if (must_move && !ended && (is_transfer(c) ? c->producers > 1 && c->consumers > 1 : true))
        all = all && moved - moved_before >= ELEMENTS;
    return all;
}

static void stand_still(int signal)
{
    (void)signal;
    if (self == NULL)
        return;
    struct run *run = self->run;
    uint64_t calls[2 * MAX_SIDE], moved = 0;
    unsigned naps = 0;
    for (unsigned i = 0; i < run->config->producers + run->config->consumers; i++) {
        calls[i] = tern_load_relaxed(&worker_of(run, i)->calls);
        moved += tern_load_relaxed(&worker_of(run, i)->progress);
    }
    do {
        nap(1000);
    } while (!have_gone_on(calls, moved) && !has_failed(run) && ++naps < PATIENCE);
    if (naps == PATIENCE)
        fail(run, "a frozen thread holds up its peers");
    (void)tern_fetch_add_relaxed(&run->freezes, UINT64_C(1));
}

void freeze_enter(struct worker *w)
{
    self = w;
}

void *freeze(void *arg)
{
    struct freezer *f = arg;
    struct run *run = f->run;
    const struct config *c = run->config;
    struct worker random = {.run = run, .random = mix(test_seed())};
    struct sigaction action = {.sa_handler = stand_still, .sa_flags = SA_RESTART};

    sigaction(SIGUSR1, &action, NULL);
    while (tern_load_relaxed(&run->stop) == 0) {
        unsigned i = random_below(&random, c->producers + c->consumers);
        struct worker *w = worker_of(run, i);
        uint64_t before = tern_load_relaxed(&run->freezes);
        nap((long)random_below(&random, 300));
        if (tern_load_relaxed(&w->ended) != 0)
            continue;
        if (pthread_kill(i < c->producers ? f->producers[i] : f->consumers[i - c->producers],
                         SIGUSR1) != 0)
            continue;
        while (tern_load_relaxed(&run->freezes) == before && tern_load_relaxed(&w->ended) == 0 &&
               !has_failed(run))
            nap(200);
    }
    return NULL;
}
