/*
 * A plain ring under a mutex that can be told to do one thing wrong now and then.
 *
 * SPDX-License-Identifier: MIT
 */
#include "faulty.h"

#include <pthread.h>

#include "../scenarios/adapter.h"

enum fault {
    FAULT_NONE,      /* the control: nothing is wrong with it */
    FAULT_LOSSY,     /* drops an object it was given */
    FAULT_DOUBLING,  /* gives an object out twice */
    FAULT_CHANGING,  /* flips a bit */
    FAULT_SWAPPING,  /* gives out the next but one object first */
    FAULT_INVENTING, /* has something to give even when it is empty */
    FAULT_REFUSING   /* from some point on takes nothing any more */
};

/* Often enough for any round; not so early that setting a round up meets it. */
enum { FIRST_FAULT = 5000, BETWEEN_FAULTS = 997 };

struct faulty_queue {
    pthread_mutex_t mutex;
    enum fault fault;
    uint64_t operations;
    size_t slots, head, count;
    uint64_t objects[];
};

static struct faulty_queue *faulty_create(const struct bench_shape *shape, enum fault fault)
{
    /* Room for what is doubled, or a full ring would hide it. */
    const size_t slots = 2 * shape->capacity + 2;
    struct faulty_queue *queue = calloc(1, sizeof *queue + slots * sizeof queue->objects[0]);
    if (queue != NULL) {
        pthread_mutex_init(&queue->mutex, NULL);
        queue->fault = fault;
        queue->slots = slots;
    }
    return queue;
}

static void faulty_destroy(struct faulty_queue *queue)
{
    pthread_mutex_destroy(&queue->mutex);
    free(queue);
}

static uint64_t *slot(struct faulty_queue *queue, size_t index)
{
    return &queue->objects[(queue->head + index) % queue->slots];
}

static bool append(struct faulty_queue *queue, uint64_t object)
{
    if (queue->count == queue->slots)
        return false;
    *slot(queue, queue->count++) = object;
    return true;
}

/* Whether this operation is one to go wrong. */
static bool due(struct faulty_queue *queue, enum fault fault)
{
    return queue->fault == fault && queue->operations > FIRST_FAULT &&
           queue->operations % BETWEEN_FAULTS < 2;
}

static bool faulty_enqueue(struct faulty_queue *queue, uint64_t object)
{
    bool done = true;
    pthread_mutex_lock(&queue->mutex);
    queue->operations++;
    if (queue->fault == FAULT_REFUSING && queue->operations > FIRST_FAULT) {
        done = false;
    } else if (!due(queue, FAULT_LOSSY)) {
        done = append(queue, due(queue, FAULT_CHANGING) ? object ^ 1u << 20 : object);
        if (done && due(queue, FAULT_DOUBLING))
            append(queue, object);
    }
    pthread_mutex_unlock(&queue->mutex);
    return done;
}

static bool faulty_dequeue(struct faulty_queue *queue, uint64_t *object)
{
    bool done = true;
    pthread_mutex_lock(&queue->mutex);
    queue->operations++;
    if (due(queue, FAULT_SWAPPING) && queue->count > 1) {
        const uint64_t first = *slot(queue, 0);
        *slot(queue, 0) = *slot(queue, 1);
        *slot(queue, 1) = first;
    }
    if (queue->count == 0) {
        done = due(queue, FAULT_INVENTING);
        *object = 1;
    } else {
        *object = *slot(queue, 0);
        queue->head = (queue->head + 1) % queue->slots;
        queue->count--;
    }
    pthread_mutex_unlock(&queue->mutex);
    return done;
}

/* One candidate, called bench_NAME, for each fault. */
#define BENCH_ADAPTER fault_none
#define FAULT         FAULT_NONE
#include "faulty.inc.h"

#define BENCH_ADAPTER fault_lossy
#define FAULT         FAULT_LOSSY
#include "faulty.inc.h"

#define BENCH_ADAPTER fault_doubling
#define FAULT         FAULT_DOUBLING
#include "faulty.inc.h"

#define BENCH_ADAPTER fault_changing
#define FAULT         FAULT_CHANGING
#include "faulty.inc.h"

#define BENCH_ADAPTER fault_swapping
#define FAULT         FAULT_SWAPPING
#include "faulty.inc.h"

#define BENCH_ADAPTER fault_inventing
#define FAULT         FAULT_INVENTING
#include "faulty.inc.h"

#define BENCH_ADAPTER fault_refusing
#define FAULT         FAULT_REFUSING
#include "faulty.inc.h"

#define CANDIDATE(name)                                                             \
    static const struct bench_variant *const name##_variants[] = {&name##_variant}; \
    const struct bench_candidate bench_##name = {name##_variants, 1, NULL}

CANDIDATE(fault_none);
CANDIDATE(fault_lossy);
CANDIDATE(fault_doubling);
CANDIDATE(fault_changing);
CANDIDATE(fault_swapping);
CANDIDATE(fault_inventing);
CANDIDATE(fault_refusing);
