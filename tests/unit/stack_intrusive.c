/* The intrusive stack: every operation, every error. stack_locked.c is the same for the one with a
 * lock. */
#include "stack_fixture.h"

#ifdef TEST_LOCKED
#    define STACK      struct tern_stack_locked
#    define ALIGNMENT  TERN_STACK_LOCKED_ALIGN
#    define CALL(name) tern_stack_locked_##name
#else
#    define STACK      struct tern_stack
#    define ALIGNMENT  TERN_STACK_ALIGN
#    define CALL(name) tern_stack_##name
#endif

static int stack_init(STACK *stack)
{
#ifdef TEST_LOCKED
    return tern_stack_locked_init(stack, TERN_WAIT_ADAPTIVE);
#else
    return tern_stack_init(stack);
#endif
}

#if TERN_HAVE_DWCAS || defined TEST_LOCKED

static STACK stack;

static void begin(void)
{
    objects_begin();
    memset((void *)&stack, 0x5A, sizeof stack);
    CHECK_EQ(stack_init(&stack), 0);
}

static void push(int i)
{
    CALL(push)(&stack, &objects[i].node);
}

static int pop(void)
{
    return number(CALL(pop)(&stack));
}

TEST(stack, init_errors)
{
    STACK two[2];
    unsigned char before[sizeof two];
    memset((void *)two, 0x5A, sizeof two);
    memcpy(before, (const void *)two, sizeof two);
    CHECK_EQ(stack_init(NULL), -EINVAL);
    for (size_t off = 1; off < ALIGNMENT; off++) {
        unsigned char *at = (unsigned char *)two + off;
        CHECK_EQ(stack_init((STACK *)(void *)at), -EINVAL);
    }
    CHECK_MEM_EQ((const unsigned char *)two, before, sizeof two);
    CHECK_EQ(sizeof two, 2 * ALIGNMENT);
}

#    ifdef TEST_LOCKED
TEST(stack, init_wait_policy)
{
    begin();
    CHECK_EQ(tern_stack_locked_init(&stack, TERN_WAIT_SPIN), 0);
    CHECK_EQ(tern_stack_locked_init(&stack, (enum tern_wait_policy)2), -EINVAL);
    CHECK_EQ(tern_stack_locked_init(&stack, (enum tern_wait_policy) - 1), -EINVAL);
}
#    endif

TEST(stack, empty)
{
    struct tern_stack_node *chain = &objects[0].node;
    begin();
    errno = 77;
    CHECK(CALL(empty)(&stack));
    CHECK_EQ(CALL(pop)(&stack), NULL);
    CHECK_EQ(CALL(pop_all)(&stack), NULL);
    CHECK_EQ(CALL(pop_n)(&stack, 3, &chain), 0);
    CHECK_EQ(chain, NULL);
    chain = &objects[0].node;
    CHECK_EQ(CALL(pop_n)(&stack, SIZE_MAX, &chain), 0);
    CHECK_EQ(chain, NULL);
    CHECK(CALL(empty)(&stack));
    CHECK_EQ(errno, 77);
}

TEST(stack, last_in_first_out)
{
    begin();
    for (int n = 1; n <= OBJECTS; n++) {
        for (int i = 0; i < n; i++) {
            push(i);
            CHECK(!CALL(empty)(&stack));
        }
        for (int i = n - 1; i >= 0; i--)
            CHECK_EQ(pop(), i);
        CHECK(CALL(empty)(&stack));
        CHECK_EQ(pop(), -1);
    }
    objects_check();
}

TEST(stack, push_between_pops)
{
    begin();
    push(0);
    push(1);
    CHECK_EQ(pop(), 1);
    push(2);
    push(1);
    CHECK_EQ(pop(), 1);
    CHECK_EQ(pop(), 2);
    push(2);
    CHECK_EQ(pop(), 2);
    CHECK_EQ(pop(), 0);
    CHECK_EQ(pop(), -1);
}

TEST(stack, push_chain)
{
    begin();
    link_objects(0, 3);
    CALL(push_chain)(&stack, &objects[0].node, &objects[2].node);
    link_objects(10, 2);
    CALL(push_chain)(&stack, &objects[10].node, &objects[11].node);
    /* A chain of one is a push. */
    CALL(push_chain)(&stack, &objects[20].node, &objects[20].node);
    /* What the link of the last one says does not matter. */
    link_objects(30, 3);
    CALL(push_chain)(&stack, &objects[30].node, &objects[31].node);
    static const int order[] = {30, 31, 20, 10, 11, 0, 1, 2, -1};
    for (const int *each = order; *each >= 0; each++)
        CHECK_EQ(pop(), *each);
    CHECK_EQ(pop(), -1);
    objects_check();
}

TEST(stack, pop_n)
{
    struct tern_stack_node *chain;
    begin();
    for (int i = 0; i < 10; i++)
        push(i);
    CHECK_EQ(CALL(pop_n)(&stack, 1, &chain), 1);
    chain_check(chain, (const int[]){9, -1});
    CHECK_EQ(CALL(pop_n)(&stack, 3, &chain), 3);
    chain_check(chain, (const int[]){8, 7, 6, -1});
    CHECK(!CALL(empty)(&stack));
    /* Exactly what there is. */
    CHECK_EQ(CALL(pop_n)(&stack, 6, &chain), 6);
    chain_check(chain, (const int[]){5, 4, 3, 2, 1, 0, -1});
    CHECK(CALL(empty)(&stack));
    objects_check();
}

TEST(stack, pop_n_of_more_than_there_are)
{
    static const size_t wants[] = {4, 5, 1000, SIZE_MAX / 2 + 1, SIZE_MAX - 1, SIZE_MAX};
    struct tern_stack_node *chain;
    begin();
    for (size_t k = 0; k < sizeof wants / sizeof wants[0]; k++) {
        for (int i = 0; i < 3; i++)
            push(i);
        CHECK_EQ(CALL(pop_n)(&stack, wants[k], &chain), 3);
        chain_check(chain, (const int[]){2, 1, 0, -1});
        CHECK(CALL(empty)(&stack));
    }
}

TEST(stack, pop_n_of_none)
{
    struct tern_stack_node *chain = &objects[0].node;
    begin();
    push(1);
    push(2);
    CHECK_EQ(CALL(pop_n)(&stack, 0, &chain), 0);
    CHECK_EQ(chain, NULL);
    CHECK_EQ(pop(), 2);
    CHECK_EQ(pop(), 1);
}

TEST(stack, pop_all)
{
    begin();
    push(0);
    chain_check(CALL(pop_all)(&stack), (const int[]){0, -1});
    CHECK(CALL(empty)(&stack));
    for (int i = 0; i < 4; i++)
        push(i);
    chain_check(CALL(pop_all)(&stack), (const int[]){3, 2, 1, 0, -1});
    CHECK_EQ(CALL(pop_all)(&stack), NULL);
    objects_check();
}

/* What comes off by any way goes back by push_chain as it is. */
TEST(stack, chains_go_back)
{
    struct tern_stack_node *chain;
    begin();
    for (int i = 0; i < 5; i++)
        push(i);
    CHECK_EQ(CALL(pop_n)(&stack, 2, &chain), 2);
    CALL(push_chain)(&stack, chain, tern_stack_next(chain));
    chain = CALL(pop_all)(&stack);
    CALL(push_chain)(&stack, chain, &objects[0].node);
    chain_check(CALL(pop_all)(&stack), (const int[]){4, 3, 2, 1, 0, -1});
}

TEST(stack, two_stacks)
{
    STACK other;
    begin();
    CHECK_EQ(stack_init(&other), 0);
    for (int i = 0; i < 8; i++)
        CALL(push)(i % 2 ? &other : &stack, &objects[i].node);
    CHECK_EQ(pop(), 6);
    CALL(push)(&other, &objects[6].node);
    CHECK_EQ(pop(), 4);
    CHECK_EQ(number(CALL(pop)(&other)), 6);
    CHECK_EQ(number(CALL(pop)(&other)), 7);
    CHECK_EQ(number(CALL(pop)(&other)), 5);
}

TEST(stack, init_again_makes_it_empty)
{
    begin();
    push(0);
    CHECK_EQ(stack_init(&stack), 0);
    CHECK(CALL(empty)(&stack));
    CHECK_EQ(pop(), -1);
}

#    if !defined TERN_NO_INLINE && !defined TEST_LOCKED
TEST(stack, generation_wraps)
{
    struct tern_stack_node *chain;
    begin();
    for (int i = 0; i < 5; i++)
        push(i);
    tern_store_relaxed(&stack.head.half.low, UINT64_MAX - 1);
    CHECK_EQ(pop(), 4);
    CHECK_EQ(pop(), 3);
    CHECK_EQ(pop(), 2);
    tern_store_relaxed(&stack.head.half.low, UINT64_MAX);
    CHECK_EQ(CALL(pop_n)(&stack, 1, &chain), 1);
    chain_check(chain, (const int[]){1, -1});
    tern_store_relaxed(&stack.head.half.low, UINT64_MAX);
    chain_check(CALL(pop_all)(&stack), (const int[]){0, -1});
    CHECK_EQ(tern_load_relaxed(&stack.head.half.low), 0);
}
#    endif

static uint64_t draw(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* A long row of operations at random, beside an array that does the same. */
TEST(stack, random_operations)
{
    int on_stack[OBJECTS], aside[OBJECTS];
    size_t height = 0, spare = OBJECTS;
    uint64_t random = test_seed();
    begin();
    for (int i = 0; i < OBJECTS; i++)
        aside[i] = i;
    for (unsigned step = 0; step < (test_quick() ? 20000u : 500000u); step++) {
        size_t n = draw(&random) % 5;
        switch (draw(&random) % 4) {
        case 0:
            if (spare == 0)
                break;
            on_stack[height++] = aside[--spare];
            push(on_stack[height - 1]);
            break;
        case 1:
            if (n == 0 || n > spare)
                break;
            for (size_t i = 1; i < n; i++)
                tern_stack_link(&objects[aside[spare - n + i]].node,
                                &objects[aside[spare - n + i - 1]].node);
            CALL(push_chain)
            (&stack, &objects[aside[spare - 1]].node, &objects[aside[spare - n]].node);
            for (size_t i = 0; i < n; i++)
                on_stack[height++] = aside[spare - n + i];
            spare -= n;
            break;
        case 2:
            if (height == 0) {
                CHECK_EQ(pop(), -1);
                break;
            }
            aside[spare++] = on_stack[--height];
            CHECK_EQ(pop(), aside[spare - 1]);
            break;
        default: {
            struct tern_stack_node *chain;
            bool all = draw(&random) % 16 == 0;
            size_t expected = all || n > height ? height : n;
            if (all)
                chain = CALL(pop_all)(&stack);
            else
                CHECK_EQ(CALL(pop_n)(&stack, n, &chain), expected);
            for (size_t i = 0; i < expected; i++) {
                aside[spare++] = on_stack[--height];
                CHECK_EQ(number(chain), aside[spare - 1]);
                chain = tern_stack_next(chain);
            }
            CHECK_EQ(chain, NULL);
        }
        }
        CHECK_EQ(CALL(empty)(&stack), height == 0);
    }
    objects_check();
}

#else

TEST(stack, not_without_double_width_cas)
{
    static STACK stack;
    CHECK_EQ(stack_init(&stack), -ENOTSUP);
    CHECK_EQ(stack_init(NULL), -EINVAL);
    CHECK_EQ(stack_init((STACK *)(void *)((char *)&stack + 16)), -EINVAL);
}

#endif
