/*
 * What the ring's unit tests share: the modes and entry points to go through, a ring in guarded
 * memory, and elements whose every byte follows from their number.
 */
#ifndef RING_FIXTURE_H
#define RING_FIXTURE_H

#include "test.h"

#include <tern/ring.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------- what to go through */

/* The six operations of one family of entry points. */
struct ring_family {
    const char *name;
    int (*enqueue)(struct tern_ring *, const void *);
    int (*dequeue)(struct tern_ring *, void *);
    size_t (*enqueue_bulk)(struct tern_ring *, const void *, size_t, size_t *);
    size_t (*enqueue_burst)(struct tern_ring *, const void *, size_t, size_t *);
    size_t (*dequeue_bulk)(struct tern_ring *, void *, size_t, size_t *);
    size_t (*dequeue_burst)(struct tern_ring *, void *, size_t, size_t *);
};

#define RING_FAMILY(infix)                                                           \
    {                                                                                \
        "tern_ring_" #infix, tern_ring_##infix##enqueue, tern_ring_##infix##dequeue, \
            tern_ring_##infix##enqueue_bulk, tern_ring_##infix##enqueue_burst,       \
            tern_ring_##infix##dequeue_bulk, tern_ring_##infix##dequeue_burst        \
    }

/* The family for one mode, or with `any` the one that finds the mode out. */
static inline const struct ring_family *ring_family_of(enum tern_ring_mode mode, bool any)
{
    static const struct ring_family families[] = {
        RING_FAMILY(),     RING_FAMILY(mt_), RING_FAMILY(st_), RING_FAMILY(rts_),
        RING_FAMILY(hts_), RING_FAMILY(nb_), RING_FAMILY(lf_)};
    return &families[any ? 0 : 1 + (unsigned)mode];
}

/* Modes are 0, 1 ... RING_MODES - 1. The first RING_SIDE_MODES of them go together in all pairs,
 * and each of the others goes with itself. */
enum {
    RING_MODES = TERN_RING_LF + 1,
    RING_SIDE_MODES = TERN_RING_HTS + 1,
    RING_SIDE_PAIRS = RING_SIDE_MODES * RING_SIDE_MODES,
    /* LF, the last one, is not there on a port without double-width CAS. */
    RING_USABLE_MODES = RING_MODES - !TERN_HAVE_DWCAS,
    RING_PAIRS = RING_SIDE_PAIRS + RING_USABLE_MODES - RING_SIDE_MODES
};

static inline enum tern_ring_mode ring_producer_of(unsigned pair)
{
    pair %= RING_PAIRS;
    return (enum tern_ring_mode)(pair < RING_SIDE_PAIRS ? pair % RING_SIDE_MODES
                                                        : RING_SIDE_MODES + pair - RING_SIDE_PAIRS);
}

static inline enum tern_ring_mode ring_consumer_of(unsigned pair)
{
    pair %= RING_PAIRS;
    return pair < RING_SIDE_PAIRS ? (enum tern_ring_mode)(pair / RING_SIDE_MODES)
                                  : ring_producer_of(pair);
}

/* What LF has no room for. */
static inline bool ring_can_hold(enum tern_ring_mode producer, size_t elem_size)
{
    return producer != TERN_RING_LF || elem_size <= 8;
}

/* Sides whose claims may stay open, by a token. */
static inline bool ring_has_tokens(enum tern_ring_mode mode)
{
    return mode == TERN_RING_ST || mode == TERN_RING_HTS;
}

struct ring_case {
    enum tern_ring_mode producer;
    enum tern_ring_mode consumer;
    bool any; /* through the entry points that find the mode out */
    size_t capacity;
    size_t elem_size;
    uint64_t start;
};

static inline struct tern_ring_options ring_case_options(const struct ring_case *c)
{
    struct tern_ring_options options = {.capacity = c->capacity,
                                        .elem_size = c->elem_size,
                                        .producer = c->producer,
                                        .consumer = c->consumer,
                                        .start_position = c->start};
    return options;
}

/* A check that fails says in which case. */
static char ring_case_text[160];

static inline void ring_case_name(const struct ring_case *c)
{
    snprintf(ring_case_text, sizeof ring_case_text,
             "producer %s, consumer %s, %s entry points, capacity %zu, element %zu, start %" PRIu64,
             tern_ring_mode_name(c->producer), tern_ring_mode_name(c->consumer),
             c->any ? "general" : "explicit", c->capacity, c->elem_size, c->start);
}

static inline const char *ring_case_message(const char *message)
{
    static char text[1280];
    if (ring_case_text[0] == '\0')
        return message;
    snprintf(text, sizeof text, "[%s] %s", ring_case_text, message);
    ring_case_text[0] = '\0';
    return text;
}

#undef TEST_REPORT
#define TEST_REPORT(call)                                     \
    do {                                                      \
        const char *test_message_ = (call);                   \
        if (test_message_ != NULL)                            \
            TEST_FAIL_HERE(ring_case_message(test_message_)); \
    } while (0)

/*
 * Calls body for every pair of modes, by both kinds of entry points, with one in `every` of the
 * capacities and element sizes of the two lists, which end with 0. Which ones changes from pair to
 * pair, so that each of them meets many pairs; with as many sizes as `every`, each capacity.
 */
static inline void ring_for_some(unsigned every, const size_t *capacities, const size_t *elem_sizes,
                                 void (*body)(const struct ring_case *))
{
    for (unsigned m = 0; m < 2 * RING_PAIRS; m++) {
        struct ring_case c = {.producer = ring_producer_of(m),
                              .consumer = ring_consumer_of(m),
                              .any = m >= RING_PAIRS};
        unsigned turn = m % RING_PAIRS + m / RING_PAIRS;
        for (const size_t *capacity = capacities; *capacity != 0; capacity++) {
            for (const size_t *elem_size = elem_sizes; *elem_size != 0; elem_size++) {
                if (turn++ % every != 0 || !ring_can_hold(c.producer, *elem_size))
                    continue;
                c.capacity = *capacity;
                c.elem_size = *elem_size;
                ring_case_name(&c);
                body(&c);
            }
        }
    }
    ring_case_text[0] = '\0';
}

static inline void ring_for_each(const size_t *capacities, const size_t *elem_sizes,
                                 void (*body)(const struct ring_case *))
{
    ring_for_some(1, capacities, elem_sizes, body);
}

/* ------------------------------------------------------------------------------- guarded memory */

#define RING_GUARD      TERN_RING_ALIGN /* keeps the alignment that a ring wants */
#define RING_GUARD_BYTE 0xA5

/* Memory aligned as a ring wants it, with guards before and behind, all filled with their byte. */
static inline unsigned char *guarded_new(size_t bytes)
{
    size_t all = (bytes + 2 * RING_GUARD + TERN_RING_ALIGN - 1) / TERN_RING_ALIGN * TERN_RING_ALIGN;
    unsigned char *block = aligned_alloc(TERN_RING_ALIGN, all);
    CHECK_NE(block, NULL);
    memset(block, RING_GUARD_BYTE, all);
    return block + RING_GUARD;
}

static inline bool bytes_are(const unsigned char *from, size_t n, unsigned char value)
{
    return n == 0 || (from[0] == value && memcmp(from, from + 1, n - 1) == 0);
}

static inline void guarded_check(const unsigned char *memory, size_t bytes)
{
    CHECK(bytes_are(memory - RING_GUARD, RING_GUARD, RING_GUARD_BYTE));
    CHECK(bytes_are(memory + bytes, RING_GUARD, RING_GUARD_BYTE));
}

static inline void guarded_free(unsigned char *memory, size_t bytes)
{
    guarded_check(memory, bytes);
    free(memory - RING_GUARD);
}

/* ------------------------------------------------------------------------------------- elements */

static inline void element_fill(unsigned char *element, size_t elem_size, uint64_t id)
{
    unsigned byte = (unsigned)(id * 197 + (id >> 8) * 31 + (id >> 16));
    for (size_t j = 0; j < elem_size; j++)
        element[j] = (unsigned char)(byte + j * 13 + (j >> 8));
}

static inline bool element_is(const unsigned char *element, size_t elem_size, uint64_t id)
{
    unsigned byte = (unsigned)(id * 197 + (id >> 8) * 31 + (id >> 16));
    for (size_t j = 0; j < elem_size; j++) {
        if (element[j] != (unsigned char)(byte + j * 13 + (j >> 8)))
            return false;
    }
    return true;
}

static inline void elements_fill(unsigned char *array, size_t elem_size, uint64_t first, size_t n)
{
    for (size_t i = 0; i < n; i++)
        element_fill(array + i * elem_size, elem_size, first + i);
}

/* The elements first, first + 1 ... n of them, or the first index that is another. */
static inline size_t elements_same(const unsigned char *array, size_t elem_size, uint64_t first,
                                   size_t n)
{
    size_t i = 0;
    while (i < n && element_is(array + i * elem_size, elem_size, first + i))
        i++;
    return i;
}

/* --------------------------------------------------------------------------------- ring at hand */

/* A ring in guarded memory, and what ought to be in it: the elements out .. in - 1. */
struct ring_fixture {
    struct ring_case c;
    struct tern_ring *ring;
    size_t bytes;
    const struct ring_family *enq;
    const struct ring_family *deq;
    unsigned char *array; /* guarded, of capacity + 1 elements */
    size_t array_bytes;
    uint64_t in;
    uint64_t out;
};

static inline void fixture_open(struct ring_fixture *f, const struct ring_case *c)
{
    struct tern_ring_options options = ring_case_options(c);
    memset(f, 0, sizeof *f);
    f->c = *c;
    f->enq = ring_family_of(c->producer, c->any);
    f->deq = ring_family_of(c->consumer, c->any);
    CHECK_EQ(tern_ring_memsize(&options, &f->bytes), 0);
    f->ring = (struct tern_ring *)(void *)guarded_new(f->bytes);
    CHECK_EQ(tern_ring_init(f->ring, f->bytes, &options), 0);
    f->array_bytes = (c->capacity + 1) * c->elem_size;
    f->array = guarded_new(f->array_bytes);
}

static inline void fixture_close(struct ring_fixture *f)
{
    guarded_free((unsigned char *)f->ring, f->bytes);
    guarded_free(f->array, f->array_bytes);
}

static inline size_t fixture_count(const struct ring_fixture *f)
{
    return (size_t)(f->in - f->out);
}

static inline void fixture_check_counts(const struct ring_fixture *f)
{
    size_t count = fixture_count(f);
    CHECK_EQ(tern_ring_count(f->ring), count);
    CHECK_EQ(tern_ring_free_count(f->ring), f->c.capacity - count);
    CHECK_EQ(tern_ring_empty(f->ring), count == 0);
    CHECK_EQ(tern_ring_full(f->ring), count == f->c.capacity);
}

/* Enqueues the next element; expects `result`. */
static inline void fixture_put_one(struct ring_fixture *f, int result)
{
    element_fill(f->array, f->c.elem_size, f->in);
    CHECK_EQ(f->enq->enqueue(f->ring, f->array), result);
    f->in += result == 0;
}

/* Dequeues one; expects it to be the oldest, and the next element of the array left alone. */
static inline void fixture_take_one(struct ring_fixture *f)
{
    size_t size = f->c.elem_size;
    memset(f->array, RING_GUARD_BYTE, 2 * size);
    CHECK_EQ(f->deq->dequeue(f->ring, f->array), 0);
    CHECK(element_is(f->array, size, f->out));
    CHECK(bytes_are(f->array + size, size, RING_GUARD_BYTE));
    f->out++;
}

static inline size_t at_most(size_t n, size_t limit)
{
    return n < limit ? n : limit;
}

/* A mode without bulk refuses it, and changes nothing. */
static inline void fixture_put_refused(struct ring_fixture *f, size_t n)
{
    size_t left = SIZE_MAX;
    int error = errno;
    errno = 0;
    CHECK_EQ(f->enq->enqueue_bulk(f->ring, f->array, n, &left), (size_t)0);
    CHECK_EQ(errno, ENOTSUP);
    CHECK_EQ(left, SIZE_MAX);
    fixture_check_counts(f);
    errno = error;
}

/* Enqueues up to n by bulk or burst, and expects exactly what the counts promise. What bulk is
 * refused for is put in by a burst, where it fits. */
static inline size_t fixture_put(struct ring_fixture *f, bool burst, size_t n, bool ask)
{
    size_t room = f->c.capacity - fixture_count(f);
    size_t expected = n <= room ? n : burst ? room : 0;
    size_t left = SIZE_MAX;
    size_t done;

    if (!burst && n > 1 && !tern_ring_has_enqueue_bulk(f->ring)) {
        fixture_put_refused(f, n);
        if (n > room)
            return 0;
        burst = true;
    }
    elements_fill(f->array, f->c.elem_size, f->in, at_most(n, f->c.capacity + 1));
    done = (burst ? f->enq->enqueue_burst : f->enq->enqueue_bulk)(f->ring, n == 0 ? NULL : f->array,
                                                                  n, ask ? &left : NULL);
    CHECK_EQ(done, expected);
    CHECK_EQ(left, ask ? room - done : SIZE_MAX);
    f->in += done;
    return done;
}

/* The same for dequeue; also expects the right elements and nothing touched behind them. */
static inline size_t fixture_take(struct ring_fixture *f, bool burst, size_t n, bool ask)
{
    size_t count = fixture_count(f);
    size_t expected = n <= count ? n : burst ? count : 0;
    size_t left = SIZE_MAX;
    size_t done;

    memset(f->array, RING_GUARD_BYTE, f->array_bytes);
    done = (burst ? f->deq->dequeue_burst : f->deq->dequeue_bulk)(f->ring, n == 0 ? NULL : f->array,
                                                                  n, ask ? &left : NULL);
    CHECK_EQ(done, expected);
    CHECK_EQ(left, ask ? count - done : SIZE_MAX);
    CHECK_EQ(elements_same(f->array, f->c.elem_size, f->out, done), done);
    /* LF may write what it then does not take. */
    size_t touched = f->c.consumer == TERN_RING_LF ? at_most(n, f->c.capacity + 1) : done;
    CHECK(bytes_are(f->array + touched * f->c.elem_size, f->array_bytes - touched * f->c.elem_size,
                    RING_GUARD_BYTE));
    f->out += done;
    return done;
}

#endif
