/* The bounded stack: every operation, lock-free and locked, at every height of small ones. */
#include "test.h"

#include <tern/stack_bounded.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = TERN_STACK_BOUNDED_ALIGN, GUARD_BYTE = 0xA5, MOST = 1100 };

/* A stack in guarded memory, and the array that does what it ought to. */
static struct tern_stack_bounded *stack;
static unsigned char *memory;
static size_t bytes;
static size_t capacity;
static void *expected[MOST];
static size_t height;

/* Pointers are told apart, never followed. */
static void *pointer(uint64_t i)
{
    return (void *)(uintptr_t)(0x10000 + i * 8);
}

static void open_stack(size_t with_capacity, bool locked)
{
    struct tern_stack_bounded_options options = {.capacity = with_capacity, .locked = locked};
    CHECK_EQ(tern_stack_bounded_memsize(&options, &bytes), 0);
    memory = aligned_alloc(TERN_STACK_BOUNDED_ALIGN, bytes + 2 * GUARD);
    CHECK_NE(memory, NULL);
    memset(memory, GUARD_BYTE, bytes + 2 * GUARD);
    stack = (struct tern_stack_bounded *)(void *)(memory + GUARD);
    CHECK_EQ(tern_stack_bounded_init(stack, bytes, &options), 0);
    capacity = with_capacity;
    height = 0;
}

static void close_stack(void)
{
    for (size_t i = 0; i < GUARD; i++) {
        CHECK_EQ(memory[i], GUARD_BYTE);
        CHECK_EQ(memory[GUARD + bytes + i], GUARD_BYTE);
    }
    free(memory);
}

static void check_counts(void)
{
    CHECK_EQ(tern_stack_bounded_count(stack), height);
    CHECK_EQ(tern_stack_bounded_free_count(stack), capacity - height);
    CHECK_EQ(tern_stack_bounded_empty(stack), height == 0);
    CHECK_EQ(tern_stack_bounded_full(stack), height == capacity);
    CHECK_EQ(tern_stack_bounded_capacity(stack), capacity);
}

static uint64_t next_pointer;

static void push(void)
{
    void *p = pointer(next_pointer++);
    if (height == capacity) {
        CHECK_EQ(tern_stack_bounded_push(stack, p), -ENOBUFS);
    } else {
        CHECK_EQ(tern_stack_bounded_push(stack, p), 0);
        expected[height++] = p;
    }
    check_counts();
}

static void pop(void)
{
    CHECK_EQ(tern_stack_bounded_pop(stack), height == 0 ? NULL : expected[height - 1]);
    height -= height != 0;
    check_counts();
}

/* n may be anything: of the array only what there can be room for is made. */
static void push_many(bool burst, size_t n)
{
    void *array[MOST + 1];
    size_t made = n < MOST ? n : MOST;
    size_t room = capacity - height;
    size_t done = n <= room ? n : burst ? room : 0;
    for (size_t i = 0; i < made; i++)
        array[i] = pointer(next_pointer++);
    CHECK_EQ((burst ? tern_stack_bounded_push_burst
                    : tern_stack_bounded_push_bulk)(stack, n == 0 ? NULL : array, n),
             done);
    for (size_t i = 0; i < done; i++)
        expected[height++] = array[i];
    check_counts();
}

static void pop_many(bool burst, size_t n)
{
    void *array[MOST + 1];
    size_t done = n <= height ? n : burst ? height : 0;
    for (size_t i = 0; i <= MOST; i++)
        array[i] = &array[i];
    CHECK_EQ((burst ? tern_stack_bounded_pop_burst
                    : tern_stack_bounded_pop_bulk)(stack, n == 0 ? NULL : array, n),
             done);
    for (size_t i = 0; i < done; i++)
        CHECK_EQ(array[i], expected[--height]);
    for (size_t i = done; i <= MOST; i++)
        CHECK_EQ(array[i], &array[i]);
    check_counts();
}

static void for_each(void (*body)(void))
{
    static const size_t capacities[] = {1, 2, 3, 7, 64, 1000};
    for (size_t i = 0; i < sizeof capacities / sizeof capacities[0]; i++) {
        for (int locked = 0; locked < 2; locked++) {
            open_stack(capacities[i], locked);
            body();
            close_stack();
        }
    }
}

/* ------------------------------------------------------------------------------------------ */

static void fill_and_drain(void)
{
    check_counts();
    pop();
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < capacity + 2; i++)
            push();
        for (size_t i = 0; i < capacity + 2; i++)
            pop();
    }
}

TEST(stack_bounded, fill_and_drain)
{
    for_each(fill_and_drain);
}

/* At every height, every n that fits, one more, and the ends of size_t. */
static void at_every_height(void)
{
    static const size_t large[] = {MOST,         SIZE_MAX / 16, SIZE_MAX / 8 + 1, SIZE_MAX / 2 + 1,
                                   SIZE_MAX - 1, SIZE_MAX};
    size_t step = capacity > 100 ? 331 : 1;
    for (size_t low = 0; low <= capacity; low += step) {
        for (size_t n = 0; n <= capacity + 1; n += step) {
            for (int burst = 0; burst < 2; burst++) {
                while (height < low)
                    push();
                while (height > low)
                    pop();
                push_many(burst, n);
                pop_many(burst, n);
                pop_many(burst, n);
                push_many(burst, n);
            }
        }
        for (size_t i = 0; i < sizeof large / sizeof large[0]; i++) {
            push_many(false, large[i]);
            pop_many(false, large[i]);
            push_many(true, large[i]);
            CHECK_EQ(height, capacity);
            pop_many(true, large[i]);
            CHECK_EQ(height, 0);
        }
    }
}

TEST(stack_bounded, at_every_height)
{
    for_each(at_every_height);
}

static void errors(void)
{
    errno = 77;
    CHECK_EQ(tern_stack_bounded_push(stack, NULL), -EINVAL);
    CHECK_EQ(tern_stack_bounded_pop(stack), NULL);
    check_counts();
    while (height < capacity)
        push();
    CHECK_EQ(tern_stack_bounded_push(stack, NULL), -EINVAL);
    push();
    push_many(false, 1);
    push_many(true, 1);
    CHECK_EQ(errno, 77);
}

TEST(stack_bounded, errors)
{
    for_each(errors);
}

static void reset(void)
{
    while (height < capacity)
        push();
    tern_stack_bounded_reset(stack);
    height = 0;
    check_counts();
    fill_and_drain();
}

TEST(stack_bounded, reset)
{
    for_each(reset);
}

static uint64_t draw(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static void random_operations(void)
{
    uint64_t random = test_seed();
    size_t most = capacity < 40 ? capacity + 2 : 40;
    for (unsigned i = 0; i < (test_quick() ? 3000u : 100000u); i++) {
        size_t n = draw(&random) % most;
        bool burst = draw(&random) % 2;
        switch (draw(&random) % 4) {
        case 0: push(); break;
        case 1: pop(); break;
        case 2: push_many(burst, n); break;
        default: pop_many(burst, n); break;
        }
    }
}

TEST(stack_bounded, random_operations)
{
    for_each(random_operations);
}
