/* Questions to a ring: counts, what it was made of, names, dump. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "ring_fixture.h"

static void queries(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    CHECK_EQ(tern_ring_capacity(f.ring), c->capacity);
    CHECK_EQ(tern_ring_elem_size(f.ring), c->elem_size);
    CHECK_EQ(tern_ring_producer_mode(f.ring), c->producer);
    CHECK_EQ(tern_ring_consumer_mode(f.ring), c->consumer);
    for (size_t i = 0; i < c->capacity; i++) {
        fixture_check_counts(&f);
        fixture_put_one(&f, 0);
    }
    while (fixture_count(&f) > 0) {
        fixture_check_counts(&f);
        fixture_take_one(&f);
    }
    fixture_check_counts(&f);
    fixture_close(&f);
}

TEST(ring_query, counts_and_options)
{
    static const size_t capacities[] = {1, 2, 3, 7, 8, 1000, 1023, 1024, 0};
    static const size_t sizes[] = {1, 8, 100, 0};
    ring_for_each(capacities, sizes, queries);
}

TEST(ring_query, mode_names)
{
    CHECK_STR_EQ(tern_ring_mode_name(TERN_RING_MT), "MT");
    CHECK_STR_EQ(tern_ring_mode_name(TERN_RING_ST), "ST");
    CHECK_STR_EQ(tern_ring_mode_name(TERN_RING_RTS), "RTS");
    CHECK_STR_EQ(tern_ring_mode_name(TERN_RING_HTS), "HTS");
    CHECK_STR_EQ(tern_ring_mode_name(TERN_RING_NB), "NB");
    CHECK_STR_EQ(tern_ring_mode_name(TERN_RING_LF), "LF");
    CHECK_STR_EQ(tern_ring_mode_name((enum tern_ring_mode)(TERN_RING_LF + 1)), "?");
    CHECK_STR_EQ(tern_ring_mode_name((enum tern_ring_mode) - 1), "?");
}

/* The text that dump writes; static, so that a failed check leaks nothing. */
static const char *dump_of(const struct tern_ring *ring)
{
    static char text[4096];
    char *written = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&written, &length);
    CHECK_NE(stream, NULL);
    int result = tern_ring_dump(ring, stream);
    fclose(stream);
    snprintf(text, sizeof text, "%s", written);
    free(written);
    CHECK_EQ(result, 0);
    CHECK_LT(length, sizeof text);
    return text;
}

/* The line of the dump that names one side, whose htd_max only RTS has. */
static void check_side(const char *text, const char *side, enum tern_ring_mode mode, uint64_t head,
                       uint64_t tail)
{
    char expected[128];
    snprintf(expected, sizeof expected, "%s: mode %s, head %" PRIu64 ", tail %" PRIu64 "%s\n", side,
             tern_ring_mode_name(mode), head, tail, mode == TERN_RING_RTS ? ", htd_max 1" : "");
    CHECK_STR_HAS(text, expected);
}

static void dump(const struct ring_case *c)
{
    struct ring_fixture f;
    struct ring_case started = *c;
    started.start = 1000;
    ring_case_name(&started);
    fixture_open(&f, &started);
    for (size_t lap = 0; lap < 2; lap++) {
        fixture_put(&f, false, 5, false);
        fixture_take(&f, false, 3, false);
        fixture_put(&f, false, 1, false);
        const char *text = dump_of(f.ring);
        check_side(text, "producer", c->producer, 1000 + f.in, 1000 + f.in);
        check_side(text, "consumer", c->consumer, 1000 + f.out, 1000 + f.out);
        CHECK_STR_HAS(text, "capacity 7,");
        CHECK_STR_HAS(text, "slots 8,");
        CHECK_STR_HAS(text, "count 3,");
        CHECK_STR_HAS(text, "element 12 bytes");
        CHECK_STR_HAS(text, "wait adaptive");
        CHECK_EQ(text[strlen(text) - 1], '\n');
        fixture_check_counts(&f);
        fixture_take(&f, false, 3, false);
    }
    fixture_close(&f);
}

TEST(ring_query, dump_says_what_it_is_and_where_it_stands)
{
    static const size_t capacities[] = {7, 0};
    static const size_t sizes[] = {12, 0};
    ring_for_each(capacities, sizes, dump);
}

/* Positions of RTS and HTS have 32 bits; those of the other side may have more. */
static void dump_of_large_positions(const struct ring_case *c)
{
    struct ring_case started = *c;
    const struct {
        const char *side;
        enum tern_ring_mode mode;
    } sides[] = {{"producer", c->producer}, {"consumer", c->consumer}};
    struct ring_fixture f;
    started.start = UINT64_C(0x1234567890);
    ring_case_name(&started);
    fixture_open(&f, &started);
    const char *text = dump_of(f.ring);
    for (size_t i = 0; i < 2; i++) {
        bool narrow = sides[i].mode == TERN_RING_RTS || sides[i].mode == TERN_RING_HTS;
        uint64_t position = narrow ? (uint32_t)started.start : started.start;
        check_side(text, sides[i].side, sides[i].mode, position, position);
    }
    fixture_close(&f);
}

TEST(ring_query, dump_of_positions_above_32_bits)
{
    static const size_t capacities[] = {7, 0};
    static const size_t sizes[] = {12, 0};
    ring_for_each(capacities, sizes, dump_of_large_positions);
}

/* An open token of an HTS side: its head is ahead of its tail. */
TEST(ring_query, dump_and_counts_while_a_token_is_open)
{
    struct tern_ring_options options = {
        .capacity = 7, .elem_size = 4, .producer = TERN_RING_HTS, .consumer = TERN_RING_HTS};
    struct tern_ring *ring = tern_ring_create(&options);
    struct tern_ring_token in, out;
    uint32_t values[7] = {0};
    CHECK_NE(ring, NULL);
    CHECK_EQ(tern_ring_enqueue_bulk(ring, values, 4, NULL), (size_t)4);
    CHECK_EQ(tern_ring_enqueue_start_bulk(ring, 3, &in, NULL), (size_t)3);
    CHECK_EQ(tern_ring_dequeue_start_bulk(ring, 2, &out, NULL), (size_t)2);
    CHECK_EQ(tern_ring_count(ring), (size_t)4);
    CHECK_EQ(tern_ring_free_count(ring), (size_t)3);
    check_side(dump_of(ring), "producer", TERN_RING_HTS, 7, 4);
    check_side(dump_of(ring), "consumer", TERN_RING_HTS, 2, 0);
    CHECK_EQ(tern_ring_enqueue_finish(ring, &in, 1), 0);
    CHECK_EQ(tern_ring_dequeue_finish(ring, &out, 0), 0);
    check_side(dump_of(ring), "producer", TERN_RING_HTS, 5, 5);
    check_side(dump_of(ring), "consumer", TERN_RING_HTS, 0, 0);
    CHECK_EQ(tern_ring_count(ring), (size_t)5);
    tern_ring_destroy(ring);
}

TEST(ring_query, dump_names_the_wait_policy)
{
    struct tern_ring_options options = {.capacity = 4, .elem_size = 4, .wait = TERN_WAIT_SPIN};
    struct tern_ring *ring = tern_ring_create(&options);
    CHECK_NE(ring, NULL);
    CHECK_STR_HAS(dump_of(ring), "wait spin");
    tern_ring_destroy(ring);
}

TEST(ring_query, dump_of_nothing_or_to_nothing)
{
    struct tern_ring_options options = {.capacity = 4, .elem_size = 4};
    struct tern_ring *ring = tern_ring_create(&options);
    CHECK_NE(ring, NULL);
    CHECK_EQ(tern_ring_dump(NULL, stderr), -EINVAL);
    CHECK_EQ(tern_ring_dump(ring, NULL), -EINVAL);
    CHECK_EQ(tern_ring_dump(NULL, NULL), -EINVAL);
    tern_ring_destroy(ring);
}

TEST(ring_query, dump_to_a_stream_that_fails)
{
    struct tern_ring_options options = {.capacity = 4, .elem_size = 4};
    struct tern_ring *ring = tern_ring_create(&options);
    CHECK_NE(ring, NULL);

    FILE *full = fopen("/dev/full", "w");
    CHECK_NE(full, NULL);
    CHECK_EQ(setvbuf(full, NULL, _IONBF, 0), 0);
    CHECK_EQ(tern_ring_dump(ring, full), -EIO);
    fclose(full);

    FILE *read_only = fopen("/dev/null", "r");
    CHECK_NE(read_only, NULL);
    CHECK_EQ(tern_ring_dump(ring, read_only), -EIO);
    fclose(read_only);

    tern_ring_destroy(ring);
}
