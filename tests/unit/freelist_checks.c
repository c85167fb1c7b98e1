/*
 * A freelist that checks: each misuse ends a process with its message, AddressSanitizer is told
 * where it runs, and nothing that is right is reported. That Valgrind is told has a test of its
 * own, tests/valgrind.
 */
#define _POSIX_C_SOURCE 200809L

#include "freelist_fixture.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef __has_feature
#    define __has_feature(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#    define ASAN 1
#    include <sanitizer/asan_interface.h>
#else
#    define ASAN 0
#endif

enum { SIZE = 40, OBJECTS = 100 };

static char output[8192];

/* Runs a misuse in a child, with its error output in `output`. Returns the status of its end. */
static int in_child(void (*body)(struct tern_freelist *), enum kind kind)
{
    int ends[2], status = 0;
    CHECK_EQ(pipe(ends), 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        struct tern_freelist_options options = {.object_size = SIZE,
                                                .max_objects = OBJECTS,
                                                .slab_objects = 30,
                                                .magazine_size = 8,
                                                .checks = TERN_FREELIST_CHECK};
        signal(SIGABRT, SIG_DFL); /* as the test's runner may have it otherwise */
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        alarm(60);
        struct made made = make(kind, options);
        body(made.freelist);
        unmake(&made);
        _exit(0);
    }
    CHECK_GT(child, 0);
    close(ends[1]);
    size_t have = 0;
    ssize_t got;
    while ((got = read(ends[0], output + have, sizeof output - 1 - have)) > 0)
        have += (size_t)got;
    output[have] = '\0';
    close(ends[0]);
    CHECK_EQ(waitpid(child, &status, 0), child);
    return status;
}

static void fires(void (*body)(struct tern_freelist *), const char *message)
{
    for (enum kind kind = 0; kind < KINDS; kind++) {
        int status = in_child(body, kind);
        CHECK(WIFSIGNALED(status));
        CHECK_EQ(WTERMSIG(status), SIGABRT);
        CHECK_STR_HAS(output, "tern: freelist ");
        CHECK_STR_HAS(output, message);
    }
}

/* -------------------------------------------------------------------------------- double free */

static void free_twice(struct tern_freelist *freelist)
{
    void *object = tern_freelist_alloc(freelist);
    tern_freelist_free(freelist, object);
    tern_freelist_free(freelist, object);
}

static void free_twice_later(struct tern_freelist *freelist)
{
    void *objects[OBJECTS];
    take_all(freelist, objects, OBJECTS, SIZE);
    for (size_t i = 0; i < OBJECTS; i++)
        tern_freelist_free(freelist, objects[i]);
    tern_freelist_free(freelist, objects[3]);
}

static void free_never_allocated(struct tern_freelist *freelist)
{
    unsigned char *object = tern_freelist_alloc(freelist);
    tern_freelist_free(freelist, object + SIZE); /* the next one, which is free */
}

static void free_twice_in_bulk(struct tern_freelist *freelist)
{
    void *objects[10];
    CHECK_EQ(tern_freelist_alloc_bulk(freelist, objects, 10), (size_t)10);
    objects[7] = objects[2];
    tern_freelist_free_bulk(freelist, objects, 10);
}

TEST(freelist_checks, double_free)
{
    fires(free_twice, "double free");
    fires(free_twice_later, "double free");
    fires(free_never_allocated, "double free");
    fires(free_twice_in_bulk, "double free");
}

/* ----------------------------------------------------------------------- what is not an object */

static void free_of_malloc(struct tern_freelist *freelist)
{
    void *other = malloc(SIZE);
    tern_freelist_free(freelist, other);
    free(other);
}

static void free_of_the_stack(struct tern_freelist *freelist)
{
    char local[SIZE];
    tern_freelist_free(freelist, local);
}

static void free_of_another_freelist(struct tern_freelist *freelist)
{
    struct tern_freelist_options options = {.object_size = SIZE};
    struct tern_freelist *other = tern_freelist_create(&options);
    tern_freelist_free(freelist, tern_freelist_alloc(other));
}

static void free_behind_the_last(struct tern_freelist *freelist)
{
    void *objects[OBJECTS];
    size_t last = 0;
    take_all(freelist, objects, OBJECTS, SIZE);
    for (size_t i = 0; i < OBJECTS; i++)
        last = (uintptr_t)objects[i] > (uintptr_t)objects[last] ? i : last;
    tern_freelist_free(freelist, (unsigned char *)objects[last] + SIZE);
}

static void free_of_the_freelist(struct tern_freelist *freelist)
{
    tern_freelist_free(freelist, freelist);
}

static void free_of_an_odd_address(struct tern_freelist *freelist)
{
    unsigned char *object = tern_freelist_alloc(freelist);
    tern_freelist_free(freelist, object + 8);
}

TEST(freelist_checks, foreign_or_misaligned_pointer)
{
    fires(free_of_malloc, "free of what is none of its objects");
    fires(free_of_the_stack, "free of what is none of its objects");
    fires(free_of_another_freelist, "free of what is none of its objects");
    fires(free_behind_the_last, "free of what is none of its objects");
    fires(free_of_the_freelist, "free of what is none of its objects");
    fires(free_of_an_odd_address, "free of a pointer into an object");
}

/* --------------------------------------------------------------------------- write after free */

/* By something that AddressSanitizer does not look at, where it runs. */
__attribute__((no_sanitize("address"))) static void scribble(volatile unsigned char *byte)
{
    *byte ^= 1;
}

static void write_first_byte(struct tern_freelist *freelist)
{
    unsigned char *object = tern_freelist_alloc(freelist);
    tern_freelist_free(freelist, object);
    scribble(object);
    tern_freelist_free(freelist, tern_freelist_alloc(freelist)); /* the same one */
}

static void write_last_byte(struct tern_freelist *freelist)
{
    unsigned char *object = tern_freelist_alloc(freelist);
    tern_freelist_free(freelist, object);
    scribble(object + SIZE - 1);
    void *objects[OBJECTS];
    tern_freelist_alloc_bulk(freelist, objects, OBJECTS);
}

static void write_before_alloc(struct tern_freelist *freelist)
{
    unsigned char *object = tern_freelist_alloc(freelist);
    scribble(object + SIZE + 5); /* beyond it, into one that was never allocated */
    void *objects[OBJECTS];
    tern_freelist_alloc_bulk(freelist, objects, OBJECTS - 1);
}

static void write_and_destroy(struct tern_freelist *freelist)
{
    unsigned char *object = tern_freelist_alloc(freelist);
    tern_freelist_free(freelist, object);
    scribble(object + 7);
}

TEST(freelist_checks, write_after_free)
{
    fires(write_first_byte, "write after free");
    fires(write_last_byte, "write after free");
    fires(write_before_alloc, "write after free");
    fires(write_and_destroy, "write after free");
}

/* ------------------------------------------------------------------------------------- leaks */

static void leak_three(struct tern_freelist *freelist)
{
    void *objects[20];
    tern_freelist_alloc_bulk(freelist, objects, 20);
    tern_freelist_free_bulk(freelist, objects, 17);
}

static void leak_none(struct tern_freelist *freelist)
{
    void *objects[20];
    tern_freelist_alloc_bulk(freelist, objects, 20);
    tern_freelist_free_bulk(freelist, objects, 20); /* which stay in this thread's magazines */
}

TEST(freelist_checks, leak_report_at_destroy)
{
    for (enum kind kind = 0; kind < KINDS; kind++) {
        CHECK_EQ(in_child(leak_three, kind), 0);
        CHECK_STR_HAS(output, "leak: 3 objects were never freed");
        CHECK_EQ(in_child(leak_none, kind), 0);
        CHECK_STR_EQ(output, "");
    }
}

/* --------------------------------------------------------------------------------- no misuse */

/* Neither sizes nor alignment change; what is right goes on silently. */
static void use_properly(struct tern_freelist *freelist)
{
    struct tern_freelist_cache *cache = tern_freelist_cache_open(freelist);
    void *objects[OBJECTS + 1];
    for (int round = 0; round < 5; round++) {
        if (take_all(freelist, objects, OBJECTS + 1, SIZE) != OBJECTS ||
            !all_apart(objects, OBJECTS, SIZE) || !still_there(objects, OBJECTS, SIZE))
            fprintf(stderr, "objects are not what they should be\n");
        for (size_t i = 0; i < OBJECTS; i++) {
            if (cache != NULL && i % 3 == 0)
                tern_freelist_cache_free(cache, objects[i]);
            else if (i % 3 != 1)
                tern_freelist_free(freelist, objects[i]);
        }
        for (size_t i = 1; i < OBJECTS; i += 3)
            tern_freelist_free_bulk(freelist, &objects[i], 1);
        if (cache != NULL) {
            void *object = tern_freelist_cache_alloc(cache);
            tern_freelist_cache_free(cache, object);
            tern_freelist_cache_flush(cache);
        }
        tern_freelist_trim(freelist);
    }
    tern_freelist_cache_close(cache);
}

TEST(freelist_checks, silent_where_nothing_is_wrong)
{
    for (enum kind kind = 0; kind < KINDS; kind++) {
        CHECK_EQ(in_child(use_properly, kind), 0);
        CHECK_STR_EQ(output, "");
    }
}

TEST(freelist_checks, no_change_of_layout)
{
    for (size_t size = 1; size < 200; size += 13) {
        struct tern_freelist_stats stats[2];
        for (int i = 0; i < 2; i++) {
            struct tern_freelist_options options = {.object_size = size,
                                                    .max_objects = 10,
                                                    .checks = i == 0 ? TERN_FREELIST_CHECK
                                                                     : TERN_FREELIST_CHECK_NOT};
            size_t bytes[2] = {0, 0};
            CHECK_EQ(tern_freelist_memsize(&options, &bytes[0]), 0);
            options.checks = TERN_FREELIST_CHECK_DEFAULT;
            CHECK_EQ(tern_freelist_memsize(&options, &bytes[1]), 0);
            CHECK_EQ(bytes[0], bytes[1]);
            options.checks = i == 0 ? TERN_FREELIST_CHECK : TERN_FREELIST_CHECK_NOT;
            struct made made = make(GROWN, options);
            void *objects[10];
            CHECK_EQ(tern_freelist_alloc_bulk(made.freelist, objects, 10), (size_t)10);
            stats[i] = stats_of(made.freelist);
            tern_freelist_free_bulk(made.freelist, objects, 10);
            unmake(&made);
        }
        CHECK_EQ(stats[0].stride, stats[1].stride);
        CHECK_EQ(stats[0].objects, stats[1].objects);
    }
}

/* By default a freelist checks if TERN_DEBUG was defined where it was created. */
TEST(freelist_checks, default_is_that_of_the_caller)
{
    struct tern_freelist_options options = {.object_size = SIZE, .max_objects = 10};
    struct tern_freelist *freelist = tern_freelist_create(&options);
    unsigned char *object = tern_freelist_alloc(freelist);
    memset(object, 1, SIZE);
    tern_freelist_free(freelist, object);
#if ASAN
    CHECK(__asan_address_is_poisoned(object));
#elif defined(TERN_DEBUG)
    CHECK_NE(object[0], 1);
#elif !defined(TERN_NO_INLINE)
    CHECK_EQ(object[0], 1);
#endif
    tern_freelist_destroy(freelist);
}

#if ASAN
/* AddressSanitizer knows which bytes are nobody's: free objects, and what lies between objects. */
static void read_freed(struct tern_freelist *freelist)
{
    volatile unsigned char *object = tern_freelist_alloc(freelist);
    tern_freelist_free(freelist, (void *)object);
    (void)*object;
}

TEST(freelist_checks, address_sanitizer_fires)
{
    for (enum kind kind = GROWN; kind <= FIXED; kind++) {
        CHECK_NE(in_child(read_freed, kind), 0);
        CHECK_STR_HAS(output, "use-after-poison");
    }
}

/* Of any size, at any distance: what is in use may be touched, all of it. */
TEST(freelist_checks, address_sanitizer_lets_objects_be_used)
{
    for (size_t size = 1; size < 70; size++) {
        for (size_t alignment = 1; alignment <= 32; alignment *= 2) {
            struct tern_freelist_options options = {.object_size = size,
                                                    .alignment = alignment,
                                                    .max_objects = 10,
                                                    .checks = TERN_FREELIST_CHECK};
            void *objects[11];
            struct made made = make(size % 2 != 0 ? GROWN : FIXED, options);
            for (int round = 0; round < 2; round++) {
                CHECK_EQ(take_all(made.freelist, objects, 11, size), (size_t)10);
                CHECK(still_there(objects, 10, size));
                for (size_t i = 0; i < 10; i++)
                    tern_freelist_free(made.freelist, objects[i]);
            }
            unmake(&made);
        }
    }
}

TEST(freelist_checks, address_sanitizer_knows_each_object)
{
    struct tern_freelist_options options = {
        .object_size = 24, .alignment = 32, .max_objects = 10, .checks = TERN_FREELIST_CHECK};
    struct made made = make(GROWN, options);
    unsigned char *object = tern_freelist_alloc(made.freelist);
    for (size_t i = 0; i < 64; i++)
        CHECK_EQ((int)(__asan_address_is_poisoned(object + i) != 0), (int)(i >= 24));
    tern_freelist_free(made.freelist, object);
    for (size_t i = 0; i < 64; i++)
        CHECK(__asan_address_is_poisoned(object + i));
    tern_freelist_trim(made.freelist);
    unmake(&made);
}
#endif
