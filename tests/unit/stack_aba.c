/*
 * ABA, step by step: an operation is stopped between its reads and its CAS, others happen, and it
 * goes on. Its stale CAS must fail.
 *
 * The stop is a function that the operation calls, so the others happen in the same thread, in an
 * order that is always the same.
 *
 * stack_aba_without.c is the same file with a generation that stands still: there every stale CAS
 * succeeds, which shows that these tests see it.
 */
#include <string.h>

static void stopped_at(const char *place);
#define TERN_TEST_POINT(name) stopped_at(#name)

#include "stack_fixture.h"

#if TERN_HAVE_DWCAS

enum { STALE_CAS_SUCCEEDS = TERN_STACK_GENERATION_STEP == 0 };

static struct tern_stack stack;

/* Which stop calls what, once. */
static const char *stop_place;
static void (*stop_function)(void);
static unsigned stops;

static void stopped_at(const char *place)
{
    void (*function)(void) = stop_function;
    stops++;
    if (function == NULL || strcmp(place, stop_place) != 0)
        return;
    stop_function = NULL;
    function();
}

static void stop_at(const char *place, void (*function)(void))
{
    stop_place = place;
    stop_function = function;
    stops = 0;
}

/* Objects 0, 1 ... n - 1, the last one on top. */
static void begin(int n)
{
    objects_begin();
    CHECK_EQ(tern_stack_init(&stack), 0);
    stop_function = NULL;
    for (int i = 0; i < n; i++)
        tern_stack_push(&stack, &objects[i].node);
}

static int pop(void)
{
    return number(tern_stack_pop(&stack));
}

/* --------------------------------------------------------------- what others do meanwhile */

static void pop_pop_push(void)
{
    struct tern_stack_node *node = tern_stack_pop(&stack);
    (void)tern_stack_pop(&stack);
    tern_stack_push(&stack, node);
}

static void pop_all_push(void)
{
    struct tern_stack_node *chain = tern_stack_pop_all(&stack);
    tern_stack_push(&stack, chain);
}

static void pop_n_push(void)
{
    struct tern_stack_node *chain;
    (void)tern_stack_pop_n(&stack, 2, &chain);
    tern_stack_push(&stack, chain);
}

static void push_and_pop(void)
{
    tern_stack_push(&stack, &objects[OBJECTS - 1].node);
    (void)tern_stack_pop(&stack);
}

static void push_one(void)
{
    tern_stack_push(&stack, &objects[OBJECTS - 1].node);
}

/* The lower one of two on top of the upper one. */
static void swap_two(void)
{
    struct tern_stack_node *upper = tern_stack_pop(&stack);
    struct tern_stack_node *lower = tern_stack_pop(&stack);
    tern_stack_push(&stack, upper);
    tern_stack_push(&stack, lower);
}

/* ---------------------------------------------------------------------------------- pop */

/* 0, 1, 2 with 2 on top: a pop has read 2 and its link to 1. Then others take 1. */
static void pop_beside(void (*others)(void), int below)
{
    begin(3);
    stop_at("stack_pop", others);
    CHECK_EQ(pop(), 2);
    CHECK(stop_function == NULL);
    /* A stale CAS has put 1 back on the stack, which others own. */
    CHECK_EQ(pop(), STALE_CAS_SUCCEEDS ? 1 : below);
}

TEST(stack_aba, pop_beside_pop_pop_push)
{
    pop_beside(pop_pop_push, 0);
}

TEST(stack_aba, pop_beside_pop_all_push)
{
    pop_beside(pop_all_push, -1);
}

TEST(stack_aba, pop_beside_pop_n_push)
{
    pop_beside(pop_n_push, 0);
}

/* Nothing below has changed, but the generation has: tried again, with the same outcome. */
TEST(stack_aba, pop_beside_push_and_pop)
{
    begin(3);
    stop_at("stack_pop", push_and_pop);
    CHECK_EQ(pop(), 2);
    CHECK_EQ(pop(), 1);
}

TEST(stack_aba, pop_beside_push)
{
    begin(3);
    stop_at("stack_pop", push_one);
    CHECK_EQ(pop(), OBJECTS - 1);
    CHECK_EQ(pop(), 2);
}

/* --------------------------------------------------------------------------------- push */

/* A push does not care: its top is there again, and below it is what is below it now. */
TEST(stack_aba, push_beside_pop_pop_push)
{
    begin(3);
    stop_at("stack_push", pop_pop_push);
    tern_stack_push(&stack, &objects[9].node);
    CHECK(stop_function == NULL);
    CHECK_EQ(pop(), 9);
    CHECK_EQ(pop(), 2);
    CHECK_EQ(pop(), 0);
    CHECK_EQ(pop(), -1);
}

TEST(stack_aba, push_beside_push)
{
    begin(1);
    stop_at("stack_push", push_one);
    tern_stack_push(&stack, &objects[9].node);
    CHECK_EQ(pop(), 9);
    CHECK_EQ(pop(), OBJECTS - 1);
    CHECK_EQ(pop(), 0);
}

/* -------------------------------------------------------------------------------- pop_n */

/* 0 to 4: a pop_n has walked over 4 and 3, and 2 is next. */
static void pop_two_beside(void (*others)(void), int then)
{
    struct tern_stack_node *chain;
    begin(5);
    stop_at("stack_pop_n", others);
    CHECK_EQ(tern_stack_pop_n(&stack, 2, &chain), 2);
    CHECK(stop_function == NULL);
    CHECK_EQ(number(chain), 4);
    CHECK_EQ(pop(), STALE_CAS_SUCCEEDS ? 2 : then);
}

/* 3 is gone: the two are 4 and 2. */
TEST(stack_aba, pop_n_beside_pop_pop_push)
{
    pop_two_beside(pop_pop_push, 1);
}

static void pop_three_push(void)
{
    struct tern_stack_node *chain;
    (void)tern_stack_pop_n(&stack, 3, &chain);
    tern_stack_push(&stack, chain);
}

TEST(stack_aba, pop_n_beside_pop_n_push)
{
    pop_two_beside(pop_three_push, 0);
}

TEST(stack_aba, pop_n_beside_pop_all_push_two)
{
    struct tern_stack_node *chain;
    begin(5);
    stop_at("stack_pop_n", pop_all_push);
    CHECK_EQ(tern_stack_pop_n(&stack, 2, &chain), STALE_CAS_SUCCEEDS ? 2 : 1);
    CHECK_EQ(number(chain), 4);
    CHECK_EQ(tern_stack_empty(&stack), !STALE_CAS_SUCCEEDS);
}

/* The walk stands at 4 with its link to 3 read, and then 3 lies on top of 4: going on it would
 * count 4 twice. */
TEST(stack_aba, walk_beside_a_change_of_places)
{
    struct tern_stack_node *chain;
    if (STALE_CAS_SUCCEEDS)
        return;
    begin(5);
    stop_at("stack_walk", swap_two);
    CHECK_EQ(tern_stack_pop_n(&stack, SIZE_MAX, &chain), 5);
    CHECK(stop_function == NULL);
    chain_check(chain, (const int[]){3, 4, 2, 1, 0, -1});
}

/* Others have taken all nodes, linked them to nowhere, and pushed one: no stale link is followed.
 */
static void pop_all_spoil_push(void)
{
    struct tern_stack_node *nowhere = (struct tern_stack_node *)(void *)(uintptr_t)0x10;
    (void)tern_stack_pop_all(&stack);
    for (int i = 0; i < 4; i++)
        tern_stack_link(&objects[i].node, nowhere);
    tern_stack_push(&stack, &objects[4].node);
}

TEST(stack_aba, walk_beside_links_to_nowhere)
{
    struct tern_stack_node *chain;
    if (STALE_CAS_SUCCEEDS)
        return;
    begin(5);
    stop_at("stack_walk", pop_all_spoil_push);
    CHECK_EQ(tern_stack_pop_n(&stack, SIZE_MAX, &chain), 1);
    CHECK(stop_function == NULL);
    chain_check(chain, (const int[]){4, -1});
}

/* ------------------------------------------------------------------------------ pop_all */

/* It reads no link, so whatever it finds at its CAS is right. */
TEST(stack_aba, pop_all_beside_pop_pop_push)
{
    begin(3);
    stop_at("stack_pop_all", pop_pop_push);
    chain_check(tern_stack_pop_all(&stack), (const int[]){2, 0, -1});
    CHECK(stop_function == NULL);
    CHECK(tern_stack_empty(&stack));
}

TEST(stack_aba, pop_all_beside_pop_all)
{
    begin(3);
    stop_at("stack_pop_all", pop_all_push);
    chain_check(tern_stack_pop_all(&stack), (const int[]){2, -1});
    CHECK_EQ(tern_stack_pop_all(&stack), NULL);
}

/* ------------------------------------------------------------------------------ quietly */

/* Without others nothing is tried twice. */
TEST(stack_aba, one_attempt_is_enough)
{
    struct tern_stack_node *chain;
    begin(3);
    stop_at("nowhere", NULL);
    CHECK_EQ(pop(), 2);
    CHECK_EQ(stops, 1);
    CHECK_EQ(tern_stack_pop_n(&stack, 1, &chain), 1);
    CHECK_EQ(stops, 2);
    CHECK_EQ(number(tern_stack_pop_all(&stack)), 0);
    CHECK_EQ(stops, 3);
}

#else

static void stopped_at(const char *place)
{
    (void)place;
}

TEST(stack_aba, not_without_double_width_cas)
{
    static struct tern_stack stack;
    CHECK_EQ(tern_stack_init(&stack), -ENOTSUP);
    stopped_at("here");
}

#endif
