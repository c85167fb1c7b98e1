/*
 * ABA on the lists of the bounded stack, step by step, as stack_aba.c has it for the intrusive one:
 * a take is stopped between its reads and its CAS, others push and pop, and it goes on.
 *
 * stack_bounded_aba_without.c is the same file with a generation that stands still: there the stale
 * CAS succeeds. stack_bounded_aba_narrow.c has the lists of ports without double-width CAS.
 */
#include <string.h>

static void stopped_at(const char *place);
#define TERN_TEST_POINT(name) stopped_at(#name)

#include "test.h"

#include <tern/stack_bounded.h>

#include <errno.h>

enum { STALE_CAS_SUCCEEDS = TERN_STACK_GENERATION_STEP == 0, CAPACITY = 5 };

static struct {
    TERN_CACHE_ALIGNED struct tern_stack_bounded stack;
    struct tern_stack_cell cells[CAPACITY + 1];
} memory;

static struct tern_stack_bounded *const stack = &memory.stack;

/* Which place calls what, once. */
static const char *stop_place;
static void (*stop_function)(void);

static void stopped_at(const char *place)
{
    void (*function)(void) = stop_function;
    if (function == NULL || strcmp(place, stop_place) != 0)
        return;
    stop_function = NULL;
    function();
}

static void stop_at(const char *place, void (*function)(void))
{
    stop_place = place;
    stop_function = function;
}

static void *pointer(int i)
{
    return (void *)(uintptr_t)(0x1000 + i * 8);
}

static int number(const void *value)
{
    return value == NULL ? -1 : (int)(((uintptr_t)value - 0x1000) / 8);
}

static int pop(void)
{
    return number(tern_stack_bounded_pop(stack));
}

static int push(int i)
{
    return tern_stack_bounded_push(stack, pointer(i));
}

/* 0, 1 ... n - 1, the last one on top. */
static void begin(int n)
{
    struct tern_stack_bounded_options options = {.capacity = CAPACITY};
    stop_function = NULL;
    CHECK_EQ(tern_stack_bounded_init(stack, sizeof memory, &options), 0);
    for (int i = 0; i < n; i++)
        CHECK_EQ(push(i), 0);
}

/* The number of the cell on top of the free list. */
static size_t next_free(void)
{
    return tern_stack_list_top(tern_stack_list_load(&stack->free)) / sizeof(struct tern_stack_cell);
}

/* ------------------------------------------------------------------------ the used list --- */

/*
 * Cells 3, 2, 1 are used, from the top down, and cells 2 and 3 come off and go back in a batch with
 * cell 4; then cell 2 comes off:
 *
 *     before    3 -> 2 -> 1       after    3 -> 4 -> 1
 *
 * Top and length are what they were.
 */
static void put_another_below(void)
{
    void *batch[3] = {pointer(10), pointer(11), pointer(12)};
    CHECK_EQ(pop(), 2);
    CHECK_EQ(pop(), 1);
    CHECK_EQ(tern_stack_bounded_push_bulk(stack, batch, 3), 3);
    CHECK_EQ(pop(), 12);
    /* Lists that do not know their length count a push that is under way. */
    CHECK(tern_stack_bounded_count(stack) == 3 || !TERN_STACK_WIDE);
}

TEST(stack_bounded_aba, pop)
{
    begin(3);
    stop_at("stack_list_take", put_another_below);
    CHECK_EQ(pop(), 11);
    CHECK(stop_function == NULL);
    /* A stale CAS has put cell 2 on top, which is free, and still has the 12 that has come out. */
    CHECK_EQ(pop(), STALE_CAS_SUCCEEDS ? 12 : 10);
}

/* ------------------------------------------------------------------------ the free list --- */

/*
 * All cells are free, 1 on top. Cell 1 is used, then 2 and 3 in a batch, which puts 2 on top; and
 * they come back one by one:
 *
 *     before    1 -> 2 -> 3 -> 4 ...       after    1 -> 3 -> 2 -> 4 ...
 */
static void free_in_another_order(void)
{
    void *batch[2] = {pointer(10), pointer(11)};
    CHECK_EQ(push(9), 0);
    CHECK_EQ(tern_stack_bounded_push_bulk(stack, batch, 2), 2);
    CHECK_EQ(pop(), 11);
    CHECK_EQ(pop(), 10);
    CHECK_EQ(pop(), 9);
    CHECK_EQ(next_free(), 1);
}

TEST(stack_bounded_aba, push)
{
    begin(0);
    stop_at("stack_list_take", free_in_another_order);
    CHECK_EQ(push(1), 0);
    CHECK(stop_function == NULL);
    /* A stale CAS has lost cell 3. */
    CHECK_EQ(next_free(), STALE_CAS_SUCCEEDS ? 2 : 3);
    CHECK_EQ(pop(), 1);
}

/* Giving cells to a list does not care: its top is there again. */
TEST(stack_bounded_aba, give)
{
    begin(3);
    stop_at("stack_list_give", put_another_below);
    CHECK_EQ(push(20), 0);
    CHECK(stop_function == NULL);
    static const int order[] = {20, 11, 10, 0, -1};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        CHECK_EQ(pop(), order[i]);
}

/* -------------------------------------------------------------------- counts and refusals --- */

static void push_one(void)
{
    CHECK_EQ(push(40), 0);
}

static void pop_one(void)
{
    CHECK_EQ(pop(), 2);
}

/* A bulk is refused only if there were too few at one moment. */
TEST(stack_bounded_aba, bulk_beside_push)
{
    void *values[3];
    begin(2);
    stop_at("stack_list_take", push_one);
    if (TERN_STACK_WIDE) {
        /* The length says so before anything is walked. */
        CHECK_EQ(tern_stack_bounded_pop_bulk(stack, values, 3), 0);
        CHECK(stop_function != NULL);
    } else {
        CHECK_EQ(tern_stack_bounded_pop_bulk(stack, values, 3), 3);
        CHECK_EQ(number(values[0]), 40);
        CHECK_EQ(number(values[2]), 0);
    }
}

TEST(stack_bounded_aba, bulk_beside_pop)
{
    void *values[3];
    if (STALE_CAS_SUCCEEDS)
        return;
    begin(3);
    stop_at("stack_list_take", pop_one);
    CHECK_EQ(tern_stack_bounded_pop_bulk(stack, values, 3), 0);
    CHECK(stop_function == NULL);
    CHECK_EQ(tern_stack_bounded_count(stack), 2);
    stop_at("stack_list_take", push_one);
    CHECK_EQ(tern_stack_bounded_pop_burst(stack, values, 2), 2);
    CHECK_EQ(number(values[0]), 40);
    CHECK_EQ(number(values[1]), 1);
}

/* A pop that stands still between the lists has a cell in its hands: the stack takes no more, with
 * one fewer on it than its capacity, and everything else goes on. */
static void use_the_rest(void)
{
    void *values[2] = {pointer(50), pointer(51)};
    CHECK_EQ(tern_stack_bounded_count(stack), CAPACITY - 1);
    CHECK_EQ(push(50), -ENOBUFS);
    CHECK_EQ(tern_stack_bounded_push_burst(stack, values, 2), 0);
    CHECK_EQ(pop(), CAPACITY - 2);
    CHECK_EQ(push(60), 0);
    CHECK_EQ(push(50), -ENOBUFS);
}

TEST(stack_bounded_aba, a_stopped_pop_holds_up_nobody)
{
    begin(CAPACITY);
    stop_at("stack_list_give", use_the_rest);
    CHECK_EQ(pop(), CAPACITY - 1);
    CHECK(stop_function == NULL);
    CHECK_EQ(tern_stack_bounded_count(stack), CAPACITY - 1);
    CHECK_EQ(push(70), 0);
    CHECK_EQ(pop(), 70);
    CHECK_EQ(pop(), 60);
}

/* A push that stands still there has not happened yet. */
static void nothing_to_see(void)
{
    CHECK_EQ(tern_stack_bounded_pop(stack), NULL);
    CHECK_EQ(tern_stack_bounded_count(stack), TERN_STACK_WIDE ? 0 : 1);
}

TEST(stack_bounded_aba, a_stopped_push_is_not_there)
{
    begin(0);
    stop_at("stack_list_give", nothing_to_see);
    CHECK_EQ(push(1), 0);
    CHECK(stop_function == NULL);
    CHECK_EQ(pop(), 1);
}
