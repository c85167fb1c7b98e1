/* Cache line, pause, prefetch, cycle counter, and the copies of shared payload. */
#define _POSIX_C_SOURCE 200809L /* nanosleep */

#include "test.h"

#include <tern/arch/cpu.h>
#include <tern/arch/shared.h>

#include <string.h>
#include <time.h>

TEST(arch_cpu, cache_line)
{
    struct {
        char before;
        TERN_CACHE_ALIGNED char line;
    } apart;
    CHECK_GE(TERN_CACHE_LINE, 64);
    CHECK_EQ(TERN_CACHE_LINE & (TERN_CACHE_LINE - 1), 0);
    CHECK_EQ((uintptr_t)&apart.line % TERN_CACHE_LINE, (uintptr_t)0);
    CHECK_GE((size_t)(&apart.line - &apart.before), (size_t)TERN_CACHE_LINE);
}

TEST(arch_cpu, hints_take_anything)
{
    char here = 1;
    tern_pause();
    tern_prefetch_read(&here);
    tern_prefetch_write(&here);
    tern_prefetch_read(NULL);
    tern_prefetch_write(NULL);
    CHECK_EQ(here, 1);
}

TEST(arch_cpu, cycles_go_on_over_a_sleep)
{
    const struct timespec nap = {.tv_nsec = 2000000};
    for (int i = 0; i < 5; i++) {
        uint64_t before = tern_cycles();
        nanosleep(&nap, NULL);
        CHECK_GT(tern_cycles(), before);
    }
}

TEST(arch_cpu, shared_read_and_write)
{
    TERN_SHARED(uint32_t) value = 1;
    tern_shared_write(&value, 7u);
    CHECK_EQ(tern_shared_read(&value), 7u);
    CHECK_EQ(tern_shared_bytes(3, 5), (size_t)15);
}

/* Sizes known here choose a path of their own in the copies; the last one is known only at run
 * time. Arrays of up to COUNT elements, with guards. */
enum { COUNT = 70, LARGEST = 520, GUARD = 64 };

static unsigned char from[(COUNT + 2) * LARGEST + 2 * GUARD];
static unsigned char to[(COUNT + 2) * LARGEST + 2 * GUARD];
static unsigned char expected[(COUNT + 2) * LARGEST + 2 * GUARD];

/* Both targets untouched, as far as a copy may reach with a guard before and behind it. */
static void start(size_t reach)
{
    if (from[0] == 0) {
        for (size_t i = 0; i < sizeof from; i++)
            from[i] = (unsigned char)(i * 7 + (i >> 8) * 13 + 1);
    }
    memset(to, 0xA5, reach);
    memset(expected, 0xA5, reach);
}

#define CHECK_COPIES(size)                                                   \
    for (size_t count = 0; count <= COUNT; count++) {                        \
        for (size_t index = 0; index < 3; index++) {                         \
            const size_t reach = (count + index) * (size) + 2 * GUARD;       \
            start(reach);                                                    \
            memcpy(expected + GUARD + index * (size), from, count * (size)); \
            tern_shared_copy_in(to + GUARD, index, from, count, size);       \
            CHECK_EQ(memcmp(to, expected, reach), 0);                        \
            start(reach);                                                    \
            memcpy(expected + GUARD, from + index * (size), count * (size)); \
            tern_shared_copy_out(from, index, to + GUARD, count, size);      \
            CHECK_EQ(memcmp(to, expected, reach), 0);                        \
        }                                                                    \
    }

#define COPY_TEST(size)              \
    TEST(arch_cpu, copies_of_##size) \
    {                                \
        CHECK_COPIES(size)           \
    }

COPY_TEST(1)
COPY_TEST(2)
COPY_TEST(3)
COPY_TEST(4)
COPY_TEST(8)
COPY_TEST(12)
COPY_TEST(16)
COPY_TEST(20)
COPY_TEST(24)
COPY_TEST(28)
COPY_TEST(32)
COPY_TEST(36)
COPY_TEST(40)
COPY_TEST(48)
COPY_TEST(60)
COPY_TEST(64)
COPY_TEST(72)
COPY_TEST(96)
COPY_TEST(100)
COPY_TEST(128)
COPY_TEST(508)
COPY_TEST(512)
COPY_TEST(516)

TEST(arch_cpu, copies_of_run_time_sizes)
{
    static const size_t sizes[] = {1, 3, 4, 5, 8, 16, 24, 100, 512};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        volatile size_t hidden = sizes[i];
        size_t size = hidden;
        CHECK_COPIES(size)
    }
}
