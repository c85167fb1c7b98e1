/*
 * ABA, step by step, without magazines: a pop is stopped between its reads and its CAS, others
 * happen, and it goes on. Its stale CAS must fail.
 *
 * The stop is a function that the operation calls, so the others happen in the same thread, in an
 * order that is always the same.
 *
 * freelist_aba_without.c is the same file with a tag that stands still: there every stale CAS
 * succeeds, which shows that these tests see it.
 */
#include <string.h>

static void stopped_at(const char *place);
#define TERN_TEST_POINT(name) stopped_at(#name)

#include "test.h"

#include <tern/freelist/plain.h>

enum { OBJECTS = 4, STALE_CAS_SUCCEEDS = TERN_FREELIST_TAG_STEP == 0 };

static struct tern_freelist_plain list;
static tern_atomic_u32 links[OBJECTS];
static void (*stop_function)(void);
static unsigned stops;

static void stopped_at(const char *place)
{
    void (*function)(void) = stop_function;
    (void)place;
    stops++;
    stop_function = NULL;
    if (function != NULL)
        function();
}

/* The first object on top, the last one lowest. */
static void begin(uint32_t tag, void (*function)(void))
{
    tern_freelist_plain_init(&list, links, OBJECTS, tag);
    stop_function = function;
    stops = 0;
}

static uint32_t pop(void)
{
    return tern_freelist_plain_pop(&list, links);
}

static void push(uint32_t index)
{
    tern_freelist_plain_push(&list, links, index, index);
}

/* 0 and 1 are taken and 0 comes back: the top is what it was, and what was below it is in use. */
static void take_two_and_return_the_first(void)
{
    stops = 0;
    CHECK_EQ(pop(), 0u);
    CHECK_EQ(pop(), 1u);
    push(0);
    stops = 0;
}

/* What is left after the object that was taken first, 0. */
static void check_rest(void)
{
    CHECK_EQ(stops, STALE_CAS_SUCCEEDS ? 0u : 1u);
    CHECK_EQ(pop(), STALE_CAS_SUCCEEDS ? 1u : 2u); /* 1 has an owner already */
}

static const uint32_t tags[] = {0, 1, UINT32_MAX / 2, UINT32_MAX - 1, UINT32_MAX};

TEST(freelist_aba, pop)
{
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
        begin(tags[i], take_two_and_return_the_first);
        CHECK_EQ(pop(), 0u);
        check_rest();
    }
}

/* The same for two at once: 1, below 0, has an owner when the CAS of pop_n comes. */
static void take_three_and_return_the_first(void)
{
    stops = 0;
    CHECK_EQ(pop(), 0u);
    CHECK_EQ(pop(), 1u);
    CHECK_EQ(pop(), 2u);
    push(0);
    stops = 0;
}

TEST(freelist_aba, pop_n)
{
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
        begin(tags[i], take_three_and_return_the_first);
        CHECK_EQ(tern_freelist_plain_pop_n(&list, links, 2), 0u);
        CHECK_EQ(tern_load_relaxed(&links[0]), 3u);
        CHECK_EQ(stops, STALE_CAS_SUCCEEDS ? 0u : 1u);
        CHECK_EQ(pop(), STALE_CAS_SUCCEEDS ? 2u : TERN_FREELIST_NONE);
    }
}

/* A push in the middle of a pop does no harm: the CAS finds another top. */
static void take_one(void)
{
    CHECK_EQ(pop(), 0u);
    push(0);
    push(pop());
}

TEST(freelist_aba, order_is_what_it_was)
{
    begin(UINT32_MAX, take_one);
    CHECK_EQ(pop(), 0u);
    CHECK_EQ(pop(), 1u);
    CHECK_EQ(pop(), 2u);
    CHECK_EQ(pop(), 3u);
    CHECK_EQ(pop(), TERN_FREELIST_NONE);
}

/* Without an argument against it, too few are too few: the whole list is looked at. */
TEST(freelist_aba, pop_n_of_too_many)
{
    begin(0, NULL);
    CHECK_EQ(tern_freelist_plain_pop_n(&list, links, OBJECTS + 1), TERN_FREELIST_NONE);
    CHECK_EQ(tern_freelist_plain_count(&list, links), (size_t)OBJECTS);
    CHECK_EQ(tern_freelist_plain_pop_n(&list, links, OBJECTS), 0u);
    CHECK_EQ(tern_freelist_plain_pop_n(&list, links, 1), TERN_FREELIST_NONE);
    CHECK_EQ(tern_freelist_plain_count(&list, links), (size_t)0);
}
