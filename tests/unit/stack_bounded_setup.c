/* Making, attaching to and describing a bounded stack: every error. */
#include "test.h"

#include <tern/stack_bounded.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct tern_stack_bounded_options with(size_t capacity, bool locked)
{
    struct tern_stack_bounded_options options = {.capacity = capacity, .locked = locked};
    return options;
}

static int memsize_of(size_t capacity, bool locked, size_t *bytes)
{
    struct tern_stack_bounded_options options = with(capacity, locked);
    return tern_stack_bounded_memsize(&options, bytes);
}

TEST(stack_bounded_setup, memsize)
{
    size_t bytes = 1;
    for (int locked = 0; locked < 2; locked++) {
        size_t each = locked ? 8 : 16;
        for (size_t capacity = 1; capacity < 1000; capacity++) {
            size_t exact = sizeof(struct tern_stack_bounded) + (capacity + !locked) * each;
            CHECK_EQ(memsize_of(capacity, locked, &bytes), 0);
            CHECK_GE(bytes, exact);
            CHECK_LT(bytes, exact + TERN_STACK_BOUNDED_ALIGN);
            CHECK_EQ(bytes % TERN_STACK_BOUNDED_ALIGN, 0);
        }
    }
    CHECK_EQ(memsize_of(TERN_STACK_BOUNDED_CAPACITY_MAX, false, &bytes), 0);
    CHECK_EQ(bytes, sizeof(struct tern_stack_bounded) + ((size_t)16 << 28));
}

TEST(stack_bounded_setup, memsize_errors)
{
    struct tern_stack_bounded_options options = with(8, false);
    size_t bytes = 1;
    CHECK_EQ(tern_stack_bounded_memsize(NULL, &bytes), -EINVAL);
    CHECK_EQ(tern_stack_bounded_memsize(&options, NULL), -EINVAL);
    options.wait = (enum tern_wait_policy)2;
    CHECK_EQ(tern_stack_bounded_memsize(&options, &bytes), -EINVAL);
    options.wait = (enum tern_wait_policy) - 1;
    CHECK_EQ(tern_stack_bounded_memsize(&options, &bytes), -EINVAL);
    for (int locked = 0; locked < 2; locked++) {
        CHECK_EQ(memsize_of(0, locked, &bytes), -EINVAL);
        CHECK_EQ(memsize_of((size_t)1 << 28, locked, &bytes), -EOVERFLOW);
        CHECK_EQ(memsize_of(((size_t)1 << 28) + 1, locked, &bytes), -EOVERFLOW);
        CHECK_EQ(memsize_of((size_t)1 << 32, locked, &bytes), -EOVERFLOW);
        CHECK_EQ(memsize_of(SIZE_MAX / 16, locked, &bytes), -EOVERFLOW);
        CHECK_EQ(memsize_of(SIZE_MAX / 2 + 1, locked, &bytes), -EOVERFLOW);
        CHECK_EQ(memsize_of(SIZE_MAX, locked, &bytes), -EOVERFLOW);
    }
    CHECK_EQ(bytes, 1);
}

/* Nothing is written where init fails. */
TEST(stack_bounded_setup, init_errors)
{
    static TERN_CACHE_ALIGNED unsigned char memory[2048], before[2048];
    struct tern_stack_bounded *stack = (struct tern_stack_bounded *)(void *)memory;
    struct tern_stack_bounded_options options = with(8, false);
    size_t bytes = 0;
    CHECK_EQ(tern_stack_bounded_memsize(&options, &bytes), 0);
    memset(memory, 0x5A, sizeof memory);
    memset(before, 0x5A, sizeof before);
    for (size_t off = 1; off < TERN_STACK_BOUNDED_ALIGN; off++) {
        void *at = memory + off;
        CHECK_EQ(tern_stack_bounded_init(at, bytes, &options), -EINVAL);
    }
    CHECK_EQ(tern_stack_bounded_init(NULL, bytes, &options), -EINVAL);
    CHECK_EQ(tern_stack_bounded_init(stack, bytes, NULL), -EINVAL);
    CHECK_EQ(tern_stack_bounded_init(stack, bytes - 1, &options), -ENOSPC);
    CHECK_EQ(tern_stack_bounded_init(stack, 0, &options), -ENOSPC);
    options.capacity = 0;
    CHECK_EQ(tern_stack_bounded_init(stack, SIZE_MAX, &options), -EINVAL);
    options.capacity = (size_t)1 << 28;
    CHECK_EQ(tern_stack_bounded_init(stack, SIZE_MAX, &options), -EOVERFLOW);
    options.capacity = SIZE_MAX;
    CHECK_EQ(tern_stack_bounded_init(stack, SIZE_MAX, &options), -EOVERFLOW);
    CHECK_MEM_EQ(memory, before, sizeof memory);
}

TEST(stack_bounded_setup, create)
{
    for (int locked = 0; locked < 2; locked++) {
        struct tern_stack_bounded_options options = with(5, locked);
        struct tern_stack_bounded *stack = tern_stack_bounded_create(&options);
        CHECK_NE(stack, NULL);
        CHECK_EQ((uintptr_t)stack % TERN_STACK_BOUNDED_ALIGN, 0);
        CHECK_EQ(tern_stack_bounded_capacity(stack), 5);
        CHECK_EQ(tern_stack_bounded_is_locked(stack), locked);
        CHECK_EQ(tern_stack_bounded_push(stack, &options), 0);
        CHECK_EQ(tern_stack_bounded_pop(stack), &options);
        tern_stack_bounded_destroy(stack);
    }
    tern_stack_bounded_destroy(NULL);
}

TEST(stack_bounded_setup, create_errors)
{
    struct tern_stack_bounded_options options = with(0, false);
    errno = 0;
    CHECK_EQ(tern_stack_bounded_create(NULL), NULL);
    CHECK_EQ(errno, EINVAL);
    errno = 0;
    CHECK_EQ(tern_stack_bounded_create(&options), NULL);
    CHECK_EQ(errno, EINVAL);
    options.capacity = (size_t)1 << 28;
    CHECK_EQ(tern_stack_bounded_create(&options), NULL);
    CHECK_EQ(errno, EOVERFLOW);
}

TEST(stack_bounded_setup, init_again_makes_it_empty)
{
    for (int first = 0; first < 4; first++) {
        struct tern_stack_bounded_options options = with(5, first % 2);
        struct tern_stack_bounded *stack = tern_stack_bounded_create(&options);
        CHECK_NE(stack, NULL);
        CHECK_EQ(tern_stack_bounded_push(stack, &options), 0);
        options = with(3, first / 2);
        CHECK_EQ(tern_stack_bounded_init(stack, SIZE_MAX, &options), 0);
        CHECK_EQ(tern_stack_bounded_count(stack), 0);
        CHECK_EQ(tern_stack_bounded_capacity(stack), 3);
        CHECK_EQ(tern_stack_bounded_is_locked(stack), first / 2);
        CHECK_EQ(tern_stack_bounded_pop(stack), NULL);
        for (int i = 0; i < 3; i++)
            CHECK_EQ(tern_stack_bounded_push(stack, &options), 0);
        CHECK_EQ(tern_stack_bounded_push(stack, &options), -ENOBUFS);
        tern_stack_bounded_destroy(stack);
    }
}

/* -------------------------------------------------------------------------------- attach --- */

TEST(stack_bounded_setup, attach)
{
    for (int locked = 0; locked < 2; locked++) {
        struct tern_stack_bounded_options options = with(5, locked);
        struct tern_stack_bounded *stack = tern_stack_bounded_create(&options);
        size_t bytes = 0;
        CHECK_NE(stack, NULL);
        CHECK_EQ(tern_stack_bounded_memsize(&options, &bytes), 0);
        CHECK_EQ(tern_stack_bounded_push(stack, &options), 0);
        CHECK_EQ(tern_stack_bounded_attach(stack, bytes), 0);
        CHECK_EQ(tern_stack_bounded_attach(stack, SIZE_MAX), 0);
        CHECK_EQ(tern_stack_bounded_attach(stack, bytes - 1), -ENOSPC);
        CHECK_EQ(tern_stack_bounded_attach(stack, sizeof *stack - 1), -ENOSPC);
        CHECK_EQ(tern_stack_bounded_attach(stack, 0), -ENOSPC);
        CHECK_EQ(tern_stack_bounded_attach(NULL, bytes), -EINVAL);
        for (size_t off = 1; off < TERN_STACK_BOUNDED_ALIGN; off++) {
            void *at = (unsigned char *)stack + off;
            CHECK_EQ(tern_stack_bounded_attach(at, bytes), -EINVAL);
        }
        CHECK_EQ(tern_stack_bounded_pop(stack), &options);
        tern_stack_bounded_destroy(stack);
    }
}

static struct tern_stack_bounded *fresh(void)
{
    struct tern_stack_bounded_options options = with(5, false);
    struct tern_stack_bounded *stack = tern_stack_bounded_create(&options);
    CHECK_NE(stack, NULL);
    CHECK_EQ(tern_stack_bounded_attach(stack, SIZE_MAX), 0);
    return stack;
}

TEST(stack_bounded_setup, attach_to_something_else)
{
    struct tern_stack_bounded *stack = fresh();
    uint64_t magic = tern_load_relaxed(&stack->magic);
    tern_store_relaxed(&stack->magic, UINT64_C(0));
    CHECK_EQ(tern_stack_bounded_attach(stack, SIZE_MAX), -EINVAL);
    tern_store_relaxed(&stack->magic, magic ^ 0x100);
    CHECK_EQ(tern_stack_bounded_attach(stack, SIZE_MAX), -EINVAL);
    /* Another version; the same with the other kind of lists. */
    tern_store_relaxed(&stack->magic, magic ^ 0x80);
    CHECK_EQ(tern_stack_bounded_attach(stack, SIZE_MAX), -ENOTSUP);
    tern_store_relaxed(&stack->magic, magic ^ 1);
    CHECK_EQ(tern_stack_bounded_attach(stack, SIZE_MAX), -ENOTSUP);
    tern_store_relaxed(&stack->magic, magic);

    stack->capacity = 0;
    CHECK_EQ(tern_stack_bounded_attach(stack, SIZE_MAX), -EINVAL);
    stack->capacity = (uint64_t)1 << 28;
    CHECK_EQ(tern_stack_bounded_attach(stack, SIZE_MAX), -EINVAL);
    stack->capacity = UINT64_MAX;
    CHECK_EQ(tern_stack_bounded_attach(stack, SIZE_MAX), -EINVAL);
    stack->capacity = 5;
    stack->locked = 2;
    CHECK_EQ(tern_stack_bounded_attach(stack, SIZE_MAX), -EINVAL);
    stack->locked = 0;
    stack->wait = 2;
    CHECK_EQ(tern_stack_bounded_attach(stack, SIZE_MAX), -EINVAL);
    stack->wait = TERN_WAIT_SPIN;
    CHECK_EQ(tern_stack_bounded_attach(stack, SIZE_MAX), 0);
    tern_stack_bounded_destroy(stack);
}

/* ---------------------------------------------------------------------------------- dump --- */

static const char *dumped(const struct tern_stack_bounded *stack)
{
    static char text[256];
    FILE *file = tmpfile();
    CHECK_NE(file, NULL);
    CHECK_EQ(tern_stack_bounded_dump(stack, file), 0);
    rewind(file);
    memset(text, 0, sizeof text);
    CHECK_GT(fread(text, 1, sizeof text - 1, file), 0);
    fclose(file);
    return text;
}

TEST(stack_bounded_setup, dump)
{
    struct tern_stack_bounded_options options = with(5, false);
    struct tern_stack_bounded *stack = tern_stack_bounded_create(&options);
    CHECK_NE(stack, NULL);
    CHECK_EQ(tern_stack_bounded_push(stack, &options), 0);
    CHECK_STR_HAS(dumped(stack), "capacity 5, count 1, lock-free");
    options.locked = true;
    options.wait = TERN_WAIT_SPIN;
    CHECK_EQ(tern_stack_bounded_init(stack, SIZE_MAX, &options), 0);
    CHECK_STR_HAS(dumped(stack), "capacity 5, count 0, locked, wait spin");
    options.wait = TERN_WAIT_ADAPTIVE;
    CHECK_EQ(tern_stack_bounded_init(stack, SIZE_MAX, &options), 0);
    CHECK_STR_HAS(dumped(stack), "locked, wait adaptive");

    FILE *full = fopen("/dev/full", "w");
    CHECK_NE(full, NULL);
    setvbuf(full, NULL, _IONBF, 0);
    CHECK_EQ(tern_stack_bounded_dump(stack, full), -EIO);
    fclose(full);
    CHECK_EQ(tern_stack_bounded_dump(NULL, stdout), -EINVAL);
    CHECK_EQ(tern_stack_bounded_dump(stack, NULL), -EINVAL);
    tern_stack_bounded_destroy(stack);
}
