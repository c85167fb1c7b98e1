#define _POSIX_C_SOURCE 200809L /* pthread_barrier_t */

/* Threads that come and go, before and after the freelist, and the caches they leave. */
#include "freelist_fixture.h"

#define SIZE 32u

struct job {
    struct tern_freelist *freelist;
    size_t n;
    size_t keep; /* of them, not freed */
    void **kept;
    bool good;
};

static void run(void *(*body)(void *), struct job *jobs, size_t n)
{
    pthread_t threads[64];
    CHECK_LE(n, COUNT_OF(threads));
    for (size_t i = 0; i < n; i++)
        CHECK_EQ(pthread_create(&threads[i], NULL, body, &jobs[i]), 0);
    for (size_t i = 0; i < n; i++)
        CHECK_EQ(pthread_join(threads[i], NULL), 0);
}

/* Takes n objects, keeps some, frees the rest. */
static void *take_and_free(void *argument)
{
    struct job *job = argument;
    void *objects[200];
    job->good = true;
    for (size_t i = 0; i < job->n; i++) {
        objects[i] = tern_freelist_alloc(job->freelist);
        if (objects[i] == NULL) {
            job->good = false;
            return NULL;
        }
        object_write(objects[i], SIZE, i);
    }
    for (size_t i = 0; i < job->n; i++)
        job->good = job->good && object_is(objects[i], SIZE, i);
    for (size_t i = 0; i < job->keep; i++)
        job->kept[i] = objects[i];
    for (size_t i = job->keep; i < job->n; i++)
        tern_freelist_free(job->freelist, objects[i]);
    return NULL;
}

static size_t threads_to_run(void)
{
    return test_quick() ? 2000 : 6000;
}

/* However many threads have been there, nothing is lost, and no memory is added. */
TEST(freelist_threads, come_and_go)
{
    struct backing backing = BACKING_INIT;
    struct tern_freelist_options options = {
        .object_size = SIZE, .max_objects = 1000, .initial_objects = 1000};
    static void *objects[1001];
    backing_use(&backing, &options);
    struct tern_freelist *freelist = tern_freelist_create(&options);
    size_t pieces = backing.pieces;
    for (size_t i = 0; i < threads_to_run(); i += 4) {
        struct job jobs[4];
        for (size_t j = 0; j < 4; j++)
            jobs[j] = (struct job){freelist, 1 + (i * 7 + j * 31) % 120, 0, NULL, false};
        run(take_and_free, jobs, 4);
        for (size_t j = 0; j < 4; j++)
            CHECK(jobs[j].good);
        struct tern_freelist_stats stats = stats_of(freelist);
        CHECK_EQ(stats.available, (size_t)1000);
        CHECK_EQ(stats.caches, (size_t)0);
    }
    /* At most four threads at once: at most four caches were ever made. */
    CHECK_LE(backing.pieces, pieces + 4);
    CHECK_EQ(take_all(freelist, objects, 1001, SIZE), (size_t)1000);
    CHECK(all_apart(objects, 1000, SIZE));
    CHECK(still_there(objects, 1000, SIZE));
    tern_freelist_free_bulk(freelist, objects, 1000);
    tern_freelist_destroy(freelist);
    CHECK_EQ(backing.pieces, (size_t)0);
}

/* Objects of threads that are gone are freed by others. */
TEST(freelist_threads, objects_outlive_their_threads)
{
    struct tern_freelist_options options = {.object_size = SIZE};
    struct tern_freelist *freelist = tern_freelist_create(&options);
    static void *kept[8][100];
    struct job jobs[8];
    for (int round = 0; round < 20; round++) {
        for (size_t j = 0; j < 8; j++)
            jobs[j] = (struct job){freelist, 150, 100, kept[j], false};
        run(take_and_free, jobs, 8);
        CHECK_EQ(stats_of(freelist).in_use, (size_t)800);
        CHECK(all_apart(&kept[0][0], 800, SIZE));
        for (size_t j = 0; j < 8; j++) {
            CHECK(jobs[j].good);
            CHECK(still_there(kept[j], 100, SIZE));
            for (size_t i = 0; i < 100; i++)
                tern_freelist_free(freelist, kept[j][i]);
        }
        CHECK_EQ(stats_of(freelist).in_use, (size_t)0);
        CHECK_LE(stats_of(freelist).objects, (size_t)4 * 1200);
    }
    tern_freelist_destroy(freelist);
}

/* ------------------------------------------------------------------ a freelist ends before a
 * thread */

struct meeting {
    pthread_barrier_t barrier;
    struct tern_freelist *freelist[2];
};

static void *outlive(void *argument)
{
    struct meeting *meeting = argument;
    /* Both magazines hold something of the first freelist, and one of the second. */
    void *objects[100];
    for (size_t i = 0; i < 100; i++)
        objects[i] = tern_freelist_alloc(meeting->freelist[0]);
    for (size_t i = 0; i < 100; i++)
        tern_freelist_free(meeting->freelist[0], objects[i]);
    void *object = tern_freelist_alloc(meeting->freelist[1]);
    pthread_barrier_wait(&meeting->barrier);
    pthread_barrier_wait(&meeting->barrier); /* the first one ends here */
    tern_freelist_free(meeting->freelist[1], object);
    object = tern_freelist_alloc(meeting->freelist[1]);
    tern_freelist_free(meeting->freelist[1], object);
    return NULL;
}

TEST(freelist_threads, destroy_while_threads_have_magazines)
{
    struct backing backing = BACKING_INIT;
    struct tern_freelist_options options = {.object_size = SIZE};
    backing_use(&backing, &options);
    for (int round = 0; round < 20; round++) {
        struct meeting meeting;
        pthread_t threads[8];
        CHECK_EQ(pthread_barrier_init(&meeting.barrier, NULL, 9), 0);
        meeting.freelist[0] = tern_freelist_create(&options);
        meeting.freelist[1] = tern_freelist_create(&options);
        for (size_t i = 0; i < 8; i++)
            CHECK_EQ(pthread_create(&threads[i], NULL, outlive, &meeting), 0);
        pthread_barrier_wait(&meeting.barrier);
        CHECK_EQ(stats_of(meeting.freelist[0]).caches, (size_t)8);
        tern_freelist_destroy(meeting.freelist[0]);
        /* Another one, in the same memory as likely as not, is not taken for it. */
        struct tern_freelist *other = tern_freelist_create(&options);
        pthread_barrier_wait(&meeting.barrier);
        for (size_t i = 0; i < 8; i++)
            pthread_join(threads[i], NULL);
        CHECK_EQ(stats_of(other).caches, (size_t)0);
        CHECK_EQ(stats_of(meeting.freelist[1]).caches, (size_t)0);
        CHECK_EQ(stats_of(meeting.freelist[1]).in_use, (size_t)0);
        tern_freelist_destroy(other);
        tern_freelist_destroy(meeting.freelist[1]);
        CHECK_EQ(backing.pieces, (size_t)0);
        pthread_barrier_destroy(&meeting.barrier);
    }
}

/* A freelist made where one was is another one, for a thread that had magazines of the first. */
TEST(freelist_threads, same_address_another_freelist)
{
    struct tern_freelist_options options = {.object_size = SIZE, .max_objects = 100};
    struct made made = make(FIXED, options);
    for (int round = 0; round < 100; round++) {
        void *object = tern_freelist_alloc(made.freelist);
        CHECK_NE(object, NULL);
        tern_freelist_free(made.freelist, object);
        CHECK_EQ(stats_of(made.freelist).caches, (size_t)1);
        tern_freelist_destroy(made.freelist);
        CHECK_EQ(tern_freelist_init(made.freelist, made.bytes, &options), 0);
        CHECK_EQ(stats_of(made.freelist).caches, (size_t)0);
        CHECK_EQ(stats_of(made.freelist).available, (size_t)100);
    }
    unmake(&made);
}

/* More freelists than a thread has slots: each keeps its own magazines. */
TEST(freelist_threads, many_freelists)
{
    enum { FREELISTS = 3 * TERN_FREELIST_SLOTS + 5, EACH = 10 };
    static struct tern_freelist *freelists[FREELISTS];
    static void *objects[FREELISTS][EACH];
    for (size_t i = 0; i < FREELISTS; i++) {
        struct tern_freelist_options options = {.object_size = SIZE, .max_objects = EACH};
        freelists[i] = tern_freelist_create(&options);
        CHECK_NE(freelists[i], NULL);
    }
    for (int round = 0; round < 3; round++) {
        for (size_t j = 0; j < EACH; j++) {
            for (size_t i = 0; i < FREELISTS; i++) {
                objects[i][j] = tern_freelist_alloc(freelists[i]);
                CHECK_NE(objects[i][j], NULL);
                object_write(objects[i][j], SIZE, i);
            }
        }
        CHECK(all_apart(&objects[0][0], FREELISTS * EACH, SIZE));
        for (size_t i = 0; i < FREELISTS; i++) {
            CHECK_EQ(tern_freelist_alloc(freelists[i]), NULL);
            CHECK_EQ(stats_of(freelists[i]).caches, (size_t)1);
            for (size_t j = 0; j < EACH; j++) {
                CHECK(object_is(objects[i][j], SIZE, i));
                tern_freelist_free(freelists[i], objects[i][j]);
            }
        }
    }
    for (size_t i = 0; i < FREELISTS; i++) {
        tern_freelist_flush(freelists[(i * 7) % FREELISTS]);
        CHECK_EQ(stats_of(freelists[(i * 7) % FREELISTS]).cached, (size_t)0);
    }
    for (size_t i = 0; i < FREELISTS; i++)
        tern_freelist_destroy(freelists[(i * 7) % FREELISTS]);
}

/* ------------------------------------------------------------ destructors that run after ours */

static pthread_key_t late_key;
static struct tern_freelist *late_freelist;
static int late_calls;

static void late(void *object)
{
    tern_freelist_free(late_freelist, object);
    object = tern_freelist_alloc(late_freelist);
    /* Again in the next round of destructors, when the freelist's has certainly run. */
    if (++late_calls % 3 != 0)
        pthread_setspecific(late_key, object);
    else
        tern_freelist_free(late_freelist, object);
}

static void *leave_something(void *argument)
{
    (void)argument;
    pthread_setspecific(late_key, tern_freelist_alloc(late_freelist));
    return NULL;
}

TEST(freelist_threads, destructors_of_others_may_free)
{
    struct tern_freelist_options options = {
        .object_size = SIZE, .max_objects = 200, .initial_objects = 200};
    static void *objects[201];
    late_freelist = tern_freelist_create(&options);
    CHECK_EQ(pthread_key_create(&late_key, late), 0);
    for (int i = 0; i < 300; i++) {
        pthread_t thread;
        CHECK_EQ(pthread_create(&thread, NULL, leave_something, NULL), 0);
        CHECK_EQ(pthread_join(thread, NULL), 0);
        CHECK_EQ(stats_of(late_freelist).in_use, (size_t)0);
        CHECK_EQ(stats_of(late_freelist).caches, (size_t)0);
    }
    CHECK_EQ(late_calls, 900);
    CHECK_EQ(take_all(late_freelist, objects, 201, SIZE), (size_t)200);
    tern_freelist_free_bulk(late_freelist, objects, 200);
    pthread_key_delete(late_key);
    tern_freelist_destroy(late_freelist);
}

#ifndef __has_feature
#    define __has_feature(x) 0
#endif
#if !defined(__SANITIZE_THREAD__) && !__has_feature(thread_sanitizer)
/* ThreadSanitizer itself ends with a thread in the last round of its destructors. */

/* A first call in the last round of destructors: nobody notices the end of such a thread. Its cache
 * stays, and destroy finds no trace of the thread's own memory. */

#    define DESTRUCTOR_ROUNDS 4 /* of the C library */

static void *last_round(void *argument)
{
    (void)argument;
    static char first;
    pthread_setspecific(late_key, &first);
    return NULL;
}

static void call_in_last_round(void *value)
{
    if (++late_calls % DESTRUCTOR_ROUNDS != 0)
        pthread_setspecific(late_key, value);
    else
        tern_freelist_free(late_freelist, tern_freelist_alloc(late_freelist));
}

static void *touch_its_stack(void *argument)
{
    volatile char bytes[65536];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)0x5a;
    return argument;
}

TEST(freelist_threads, first_call_when_a_thread_has_nearly_ended)
{
    struct tern_freelist_options options = {.object_size = SIZE, .initial_objects = 200};
    late_calls = 0;
    late_freelist = tern_freelist_create(&options);
    CHECK_EQ(pthread_key_create(&late_key, call_in_last_round), 0);
    for (int i = 0; i < 10; i++) {
        pthread_t thread;
        CHECK_EQ(pthread_create(&thread, NULL, last_round, NULL), 0);
        CHECK_EQ(pthread_join(thread, NULL), 0);
        /* In the memory of the one before. */
        CHECK_EQ(pthread_create(&thread, NULL, touch_its_stack, NULL), 0);
        CHECK_EQ(pthread_join(thread, NULL), 0);
    }
    CHECK_EQ(late_calls, 10 * DESTRUCTOR_ROUNDS);
    CHECK_EQ(stats_of(late_freelist).in_use, (size_t)0);
    pthread_key_delete(late_key);
    tern_freelist_destroy(late_freelist);
}
#endif

/* --------------------------------------------------------------------- fixed number of caches */

static void *hold(void *argument)
{
    struct meeting *meeting = argument;
    void *object = tern_freelist_alloc(meeting->freelist[0]);
    pthread_barrier_wait(&meeting->barrier);
    pthread_barrier_wait(&meeting->barrier);
    tern_freelist_free(meeting->freelist[0], object);
    pthread_barrier_wait(&meeting->barrier);
    pthread_barrier_wait(&meeting->barrier);
    return NULL;
}

TEST(freelist_threads, more_threads_than_a_fixed_freelist_has_room_for)
{
    struct tern_freelist_options options = {.object_size = SIZE, .max_objects = 1000, .threads = 3};
    struct made made = make(FIXED, options);
    struct meeting meeting;
    pthread_t threads[8];
    static void *objects[1001];
    meeting.freelist[0] = made.freelist;
    CHECK_EQ(pthread_barrier_init(&meeting.barrier, NULL, 9), 0);
    for (size_t i = 0; i < 8; i++)
        CHECK_EQ(pthread_create(&threads[i], NULL, hold, &meeting), 0);
    pthread_barrier_wait(&meeting.barrier);
    CHECK_EQ(stats_of(made.freelist).caches, (size_t)3);
    CHECK_EQ(stats_of(made.freelist).in_use, (size_t)8);
    pthread_barrier_wait(&meeting.barrier);
    pthread_barrier_wait(&meeting.barrier);
    CHECK_EQ(stats_of(made.freelist).in_use, (size_t)0);
    pthread_barrier_wait(&meeting.barrier);
    for (size_t i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    CHECK_EQ(stats_of(made.freelist).caches, (size_t)0);
    CHECK_EQ(take_all(made.freelist, objects, 1001, SIZE), (size_t)1000);
    tern_freelist_free_bulk(made.freelist, objects, 1000);
    pthread_barrier_destroy(&meeting.barrier);
    unmake(&made);
}

/* Flush gives what a thread has to the others, while it lives. */
static void *flush_it(void *argument)
{
    struct meeting *meeting = argument;
    void *object = tern_freelist_alloc(meeting->freelist[0]);
    tern_freelist_free(meeting->freelist[0], object);
    pthread_barrier_wait(&meeting->barrier);
    pthread_barrier_wait(&meeting->barrier);
    tern_freelist_flush(meeting->freelist[0]);
    pthread_barrier_wait(&meeting->barrier);
    pthread_barrier_wait(&meeting->barrier);
    return NULL;
}

TEST(freelist_threads, flush)
{
    struct tern_freelist_options options = {
        .object_size = SIZE, .max_objects = 10, .magazine_size = 10};
    struct tern_freelist *freelist = tern_freelist_create(&options);
    struct meeting meeting;
    pthread_t thread;
    void *objects[11];
    meeting.freelist[0] = freelist;
    CHECK_EQ(pthread_barrier_init(&meeting.barrier, NULL, 2), 0);
    CHECK_EQ(pthread_create(&thread, NULL, flush_it, &meeting), 0);
    pthread_barrier_wait(&meeting.barrier);
    CHECK_EQ(stats_of(freelist).cached, (size_t)10);
    CHECK_EQ(take_all(freelist, objects, 11, SIZE), (size_t)0);
    pthread_barrier_wait(&meeting.barrier);
    pthread_barrier_wait(&meeting.barrier);
    CHECK_EQ(take_all(freelist, objects, 11, SIZE), (size_t)10);
    pthread_barrier_wait(&meeting.barrier);
    pthread_join(thread, NULL);
    tern_freelist_free_bulk(freelist, objects, 10);
    pthread_barrier_destroy(&meeting.barrier);
    tern_freelist_destroy(freelist);
}
