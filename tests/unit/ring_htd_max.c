/* htd_max: how far the head of an RTS side may be ahead of its tail before others wait. */
#define _POSIX_C_SOURCE 200809L /* nanosleep */

#include "ring_fixture.h"

#include <pthread.h>
#include <time.h>

/* One side, by its functions. */
struct side {
    const char *name;
    int (*set)(struct tern_ring *, size_t);
    int (*get)(const struct tern_ring *, size_t *);
    bool producer;
};

static const struct side sides[] = {
    {"producer", tern_ring_set_producer_htd_max, tern_ring_producer_htd_max, true},
    {"consumer", tern_ring_set_consumer_htd_max, tern_ring_consumer_htd_max, false},
};

static enum tern_ring_mode mode_of(const struct tern_ring_options *options, const struct side *side)
{
    return side->producer ? options->producer : options->consumer;
}

static struct tern_ring_options options_of(unsigned pair, size_t capacity)
{
    struct tern_ring_options options = {.capacity = capacity,
                                        .elem_size = 8,
                                        .producer = ring_producer_of(pair),
                                        .consumer = ring_consumer_of(pair)};
    snprintf(ring_case_text, sizeof ring_case_text, "producer %s, consumer %s, capacity %zu",
             tern_ring_mode_name(options.producer), tern_ring_mode_name(options.consumer),
             capacity);
    return options;
}

static bool has_rts(const struct tern_ring_options *options)
{
    return options->producer == TERN_RING_RTS || options->consumer == TERN_RING_RTS;
}

/* What get says of each side: `expected` of RTS, an error that stores nothing of others. */
static void check_htd_max(const struct tern_ring *ring, const struct tern_ring_options *options,
                          size_t expected)
{
    for (size_t s = 0; s < 2; s++) {
        bool rts = mode_of(options, &sides[s]) == TERN_RING_RTS;
        size_t value = 4711;
        CHECK_EQ(sides[s].get(ring, &value), rts ? 0 : -ENOTSUP);
        CHECK_EQ(value, rts ? expected : 4711);
        CHECK_EQ(sides[s].get(ring, NULL), rts ? -EINVAL : -ENOTSUP);
    }
}

TEST(ring_htd_max, default_is_an_eighth_of_the_capacity)
{
    static const struct {
        size_t capacity, expected;
    } defaults[] = {{1, 1},      {2, 1},      {7, 1},      {8, 1},       {9, 1},
                    {15, 1},     {16, 2},     {17, 2},     {63, 7},      {64, 8},
                    {1000, 125}, {1023, 127}, {1024, 128}, {65536, 8192}};
    for (unsigned pair = 0; pair < RING_PAIRS; pair++) {
        for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++) {
            struct tern_ring_options options = options_of(pair, defaults[i].capacity);
            struct tern_ring *ring = tern_ring_create(&options);
            CHECK_NE(ring, NULL);
            check_htd_max(ring, &options, defaults[i].expected);
            tern_ring_destroy(ring);
        }
    }
    ring_case_text[0] = '\0';
}

TEST(ring_htd_max, option)
{
    for (unsigned pair = 0; pair < RING_PAIRS; pair++) {
        struct tern_ring_options options = options_of(pair, 10);
        for (size_t htd_max = 1; htd_max <= 12; htd_max++) {
            int error = !has_rts(&options) ? -ENOTSUP : htd_max > 10 ? -EINVAL : 0;
            size_t bytes = 4711;
            options.htd_max = htd_max;
            if (error == -ENOTSUP && htd_max > 10)
                continue; /* both are wrong with it */
            CHECK_EQ(tern_ring_memsize(&options, &bytes), error);
            if (error != 0)
                CHECK_EQ(bytes, (size_t)4711);
            errno = 0;
            struct tern_ring *ring = tern_ring_create(&options);
            CHECK_EQ(ring != NULL, error == 0);
            CHECK_EQ(errno, -error);
            if (ring != NULL)
                check_htd_max(ring, &options, htd_max);
            tern_ring_destroy(ring);
        }
        if (has_rts(&options)) {
            static const size_t wide[] = {(size_t)UINT32_MAX + 2, SIZE_MAX};
            for (size_t i = 0; i < 2; i++) { /* no part of it may do */
                size_t bytes = 0;
                options.htd_max = wide[i];
                CHECK_EQ(tern_ring_memsize(&options, &bytes), -EINVAL);
            }
        }
    }
    ring_case_text[0] = '\0';
}

TEST(ring_htd_max, set_and_get)
{
    for (unsigned pair = 0; pair < RING_PAIRS; pair++) {
        struct tern_ring_options options = options_of(pair, 10);
        struct tern_ring *ring = tern_ring_create(&options);
        CHECK_NE(ring, NULL);
        for (size_t s = 0; s < 2; s++) {
            static const size_t wrong[] = {0, 11, (size_t)UINT32_MAX + 2, SIZE_MAX};
            bool rts = mode_of(&options, &sides[s]) == TERN_RING_RTS;
            bool both = rts && mode_of(&options, &sides[1 - s]) == TERN_RING_RTS;
            for (size_t htd_max = 1; htd_max <= 10; htd_max++) {
                size_t value = 4711;
                CHECK_EQ(sides[s].set(ring, htd_max), rts ? 0 : -ENOTSUP);
                CHECK_EQ(sides[s].get(ring, &value), rts ? 0 : -ENOTSUP);
                CHECK_EQ(value, rts ? htd_max : 4711);
                if (both) { /* the other side keeps its own */
                    CHECK_EQ(sides[1 - s].get(ring, &value), 0);
                    CHECK_EQ(value, s == 0 ? (size_t)1 : (size_t)10);
                }
            }
            for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
                size_t value = 4711;
                CHECK_EQ(sides[s].set(ring, wrong[i]), rts ? -EINVAL : -ENOTSUP);
                (void)sides[s].get(ring, &value);
                CHECK_EQ(value, rts ? (size_t)10 : (size_t)4711);
            }
        }
        tern_ring_destroy(ring);
    }
    ring_case_text[0] = '\0';
}

TEST(ring_htd_max, reset_keeps_it)
{
    for (unsigned pair = 0; pair < RING_PAIRS; pair++) {
        struct tern_ring_options options = options_of(pair, 10);
        uint64_t values[10] = {0};
        options.htd_max = has_rts(&options) ? 3 : 0;
        options.start_position = UINT32_MAX - 2;
        struct tern_ring *ring = tern_ring_create(&options);
        CHECK_NE(ring, NULL);
        CHECK_EQ(tern_ring_enqueue_burst(ring, values, 10, NULL), (size_t)10);
        tern_ring_reset(ring);
        check_htd_max(ring, &options, 3);
        for (size_t s = 0; s < 2; s++)
            (void)sides[s].set(ring, 7);
        tern_ring_reset(ring);
        check_htd_max(ring, &options, 7);
        CHECK(tern_ring_empty(ring));
        tern_ring_destroy(ring);
    }
    ring_case_text[0] = '\0';
}

/* One operation may be longer than htd_max: it is what is ahead already that counts. */
static void longer(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    for (size_t s = 0; s < 2; s++)
        (void)sides[s].set(f.ring, 1);
    for (size_t n = 1; n <= c->capacity; n++) {
        fixture_put(&f, false, n, true);
        fixture_take(&f, true, c->capacity, false);
        fixture_put(&f, true, SIZE_MAX, false);
        fixture_take(&f, false, c->capacity, true);
    }
    fixture_check_counts(&f);
    fixture_close(&f);
}

TEST(ring_htd_max, one_operation_may_be_longer)
{
    static const size_t capacities[] = {1, 2, 7, 64, 0};
    static const size_t sizes[] = {8, 0};
    ring_for_each(capacities, sizes, longer);
}

#ifndef TERN_NO_INLINE /* a peer that stands still between claim and publish has no public name */

struct blocked {
    struct tern_ring *ring;
    bool producer;
    size_t done;
    tern_atomic_u32 finished;
};

static void *one_more(void *arg)
{
    struct blocked *b = arg;
    uint64_t element = 0;
    b->done = b->producer ? tern_ring_enqueue_bulk(b->ring, &element, 1, NULL)
                          : tern_ring_dequeue_bulk(b->ring, &element, 1, NULL);
    tern_store_release(&b->finished, 1u);
    return NULL;
}

static void rest(long milliseconds)
{
    const struct timespec time = {.tv_nsec = milliseconds * 1000000};
    nanosleep(&time, NULL);
}

/*
 * A peer holds a claim open that is `open` long. Up to htd_max others go on, and what they do is
 * hidden; beyond it they wait, until htd_max rises or the peer has finished.
 */
static void with_a_stopped_peer(const struct side *side, bool raise, uint64_t start)
{
    enum { CAPACITY = 16, HTD_MAX = 4 };
    struct tern_ring_options options = {.capacity = CAPACITY,
                                        .elem_size = 8,
                                        .producer = TERN_RING_RTS,
                                        .consumer = TERN_RING_RTS,
                                        .htd_max = HTD_MAX,
                                        .start_position = start};
    struct tern_ring *ring = tern_ring_create(&options);
    struct blocked b = {.ring = ring, .producer = side->producer};
    struct tern_ring_request ask = {side->producer ? CAPACITY : 0, 1, TERN_RING_EXACTLY, false};
    struct tern_ring_claim peer;
    uint64_t elements[CAPACITY] = {0};
    pthread_t thread;

    CHECK_NE(ring, NULL);
    if (!side->producer)
        CHECK_EQ(tern_ring_enqueue_bulk(ring, elements, CAPACITY, NULL), (size_t)CAPACITY);
    const size_t before = tern_ring_count(ring);
    struct tern_ring_side *own = side->producer ? &ring->producer : &ring->consumer;
    struct tern_ring_side *opposite = side->producer ? &ring->consumer : &ring->producer;
    tern_ring_claim(own, opposite, TERN_RING_RTS, ask, &peer);
    CHECK_EQ(peer.count, (size_t)1);

    /* The head is 1, 2 ... HTD_MAX ahead: these need not wait. */
    for (size_t i = 0; i < HTD_MAX; i++) {
        one_more(&b);
        CHECK_EQ(b.done, (size_t)1);
        CHECK_EQ(tern_ring_count(ring), before);
    }
    tern_store_relaxed(&b.finished, 0u);
    CHECK_EQ(pthread_create(&thread, NULL, one_more, &b), 0);
    rest(30);
    bool waited = tern_load_acquire(&b.finished) == 0;
    bool hidden = tern_ring_count(ring) == before;
    if (raise) {
        bool raised = side->set(ring, HTD_MAX + 1) == 0;
        pthread_join(thread, NULL);
        CHECK(raised);
        CHECK_EQ(tern_ring_count(ring), before);
        tern_ring_publish(own, TERN_RING_RTS, &peer);
    } else {
        tern_ring_publish(own, TERN_RING_RTS, &peer);
        pthread_join(thread, NULL);
    }
    CHECK(waited);
    CHECK(hidden);
    CHECK_EQ(b.done, (size_t)1);
    CHECK_EQ(tern_ring_count(ring), side->producer ? before + HTD_MAX + 2 : before - (HTD_MAX + 2));
    tern_ring_destroy(ring);
}

TEST(ring_htd_max, others_wait_behind_a_stopped_peer)
{
    static const uint64_t starts[] = {0, UINT32_MAX - 2};
    for (unsigned i = 0; i < 8; i++)
        with_a_stopped_peer(&sides[i % 2], i / 2 % 2 != 0, starts[i / 4]);
}

#endif
