/*
 * What the files of the ring's stress test share. One idea each:
 *
 *     payload.c      elements whose every byte follows from who wrote them and their number
 *     calls.c        an operation of the ring, by any of the entry points that do it
 *     tokens.c       the same by a token
 *     transfer.c     producers and consumers; each element arrives once and in order
 *     recirculate.c  workers who take, stamp and put back what is theirs meanwhile
 *     freeze.c       threads that a signal stops anywhere, while the others must go on
 *     run.c          threads on cores, an observer, a watch over their progress, results
 */
#ifndef RING_STRESS_H
#define RING_STRESS_H

#ifndef _GNU_SOURCE
#    define _GNU_SOURCE /* affinity */
#endif

#include "test.h"

#include <tern/ring.h>

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_SIDE = 8,        /* threads of a side */
    MAX_BURST = 32,      /* elements of one call */
    MAX_WORDS = 8,       /* 64-bit words of one element */
    MAX_CAPACITY = 1023, /* of a ring in which elements recirculate */
};

enum placement { SPREAD, PACKED };

struct config {
    enum tern_ring_mode producer, consumer;
    unsigned producers, consumers; /* recirculate: workers, 0 */
    enum placement placement;      /* one thread a core as far as there are cores, or four */
    size_t capacity;
    size_t words;   /* of an element */
    unsigned burst; /* the largest */
    bool tokens;    /* the first thread of a side that has them uses them too */
    bool pauses;    /* recirculate: at random, between take and put back and after */
    bool full;      /* recirculate: as many elements as fit; else half of that */
    bool freezes;   /* now and then one thread is stopped, until all others have made their calls */
    uint64_t items; /* of each producer; recirculate: rounds of each worker */
};

/* Ticks of calls that moved something. */
struct ticks {
    uint64_t calls, sum, worst;
};

struct run;

struct worker {
    TERN_CACHE_ALIGNED tern_atomic_u64 progress;
    tern_atomic_u64 calls; /* that have returned */
    tern_atomic_u32 ended;
    struct run *run;
    unsigned index;
    uint64_t random;
    struct ticks ticks;
    /* What a consumer saw. */
    uint64_t count, sum;
    uint64_t next[MAX_SIDE]; /* the least number that may come from each producer */
    uint64_t *seen;          /* a bit for each element of all producers */
};

/* Belongs to whoever holds the element of its number: nothing but the ring protects it. */
struct line {
    TERN_CACHE_ALIGNED uint64_t word[MAX_WORDS];
};

struct run {
    const struct config *config;
    struct tern_ring *ring;
    struct worker producers[MAX_SIDE], consumers[MAX_SIDE];
    tern_atomic_u32 producing, consuming; /* threads at work */
    tern_atomic_u32 closed;               /* nothing more will come */
    tern_atomic_u32 stop;                 /* the observer's end */
    tern_atomic_u32 failed;
    tern_atomic_u64 looks;
    tern_atomic_u64 freezes; /* that have ended */
    char message[256];
    struct line lines[MAX_CAPACITY];
};

/* ----------------------------------------------------------------------------------- payload.c */

uint64_t mix(uint64_t z);
unsigned random_below(struct worker *w, unsigned limit);

void element_write(uint64_t *word, size_t words, unsigned who, uint64_t number);
bool element_read(const uint64_t *word, size_t words, unsigned *who, uint64_t *number);
bool element_is(const uint64_t *word, size_t words, unsigned who, uint64_t number);

/* ------------------------------------------------------------------------------------- calls.c */

size_t random_amount(struct worker *w);

/* By any entry point that does it, or by a token. Both return how many were moved, which may be
 * fewer than could have been; dequeue also stores whether it found the ring empty. With `sure`,
 * only what tells an empty ring is used. */
size_t call_enqueue(struct worker *w, const uint64_t *elements, size_t n);
size_t call_dequeue(struct worker *w, uint64_t *elements, size_t n, bool sure, bool *empty);

/* ------------------------------------------------------------------------------------ tokens.c */

bool draws_token(struct worker *w, enum tern_ring_mode mode);
size_t token_enqueue(struct worker *w, const uint64_t *elements, size_t n);
size_t token_dequeue(struct worker *w, uint64_t *elements, size_t n, bool sure, bool *empty);

/* ---------------------------------------------------------------------------------- transfer.c */

void *produce(void *worker);
void *consume(void *worker);
void check_transfer(struct run *run);

/* ------------------------------------------------------------------------------- recirculate.c */

void fill(struct run *run);
void *recirculate(void *worker);
void check_circulation(struct run *run);

/* ------------------------------------------------------------------------------------ freeze.c */

/* What a worker calls first. */
void freeze_enter(struct worker *w);
/* The body of the thread that freezes the workers, whose threads these are. */
struct freezer {
    struct run *run;
    pthread_t producers[MAX_SIDE], consumers[MAX_SIDE];
};
void *freeze(void *freezer);

/* --------------------------------------------------------------------------------------- run.c */

extern unsigned core_count; /* that this process may use; at least 1 */

bool is_transfer(const struct config *c);
double seconds(void);
void find_cores(void);
void run_config(const struct config *c);
bool print_results(double took); /* whether all was well */

/* The first failure of a run is the one that is told; the others end by it. */
__attribute__((format(printf, 2, 3))) void fail(struct run *run, const char *format, ...);
bool has_failed(struct run *run);
void moved(struct worker *w, uint64_t by);

#endif
