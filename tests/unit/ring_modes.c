/* Entry points that do not match the mode of a side, and sides handed from thread to thread. */
#include "ring_fixture.h"

#include <pthread.h>

static const size_t capacities[] = {1, 7, 8, 0};
static const size_t sizes[] = {1, 8, 24, 0};

/* What no refused call may change. */
static unsigned char *image_of(const struct ring_fixture *f)
{
    unsigned char *image = malloc(f->bytes);
    CHECK_NE(image, NULL);
    memcpy(image, f->ring, f->bytes);
    return image;
}

static void wrong_enqueue(struct ring_fixture *f, const struct ring_family *wrong)
{
    const struct {
        size_t (*call)(struct tern_ring *, const void *, size_t, size_t *);
        size_t n;
    } calls[] = {{wrong->enqueue_bulk, 1},
                 {wrong->enqueue_burst, 1},
                 {wrong->enqueue_bulk, f->c.capacity + 1},
                 {wrong->enqueue_burst, SIZE_MAX}};
    unsigned char *image = image_of(f);

    memset(f->array, 0xEE, f->array_bytes);
    errno = 0;
    CHECK_EQ(wrong->enqueue(f->ring, f->array), -EINVAL);
    CHECK_EQ(errno, 0);
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        size_t left = 12345;
        errno = 0;
        CHECK_EQ(calls[i].call(f->ring, f->array, calls[i].n, &left), (size_t)0);
        CHECK_EQ(errno, EINVAL);
        CHECK_EQ(left, (size_t)12345);
        errno = 0;
        CHECK_EQ(calls[i].call(f->ring, f->array, calls[i].n, NULL), (size_t)0);
        CHECK_EQ(errno, EINVAL);
    }
    CHECK_MEM_EQ((const unsigned char *)f->ring, image, f->bytes);
    free(image);
}

static void wrong_dequeue(struct ring_fixture *f, const struct ring_family *wrong)
{
    const struct {
        size_t (*call)(struct tern_ring *, void *, size_t, size_t *);
        size_t n;
    } calls[] = {{wrong->dequeue_bulk, 1},
                 {wrong->dequeue_burst, 1},
                 {wrong->dequeue_bulk, f->c.capacity + 1},
                 {wrong->dequeue_burst, SIZE_MAX}};
    unsigned char *image = image_of(f);

    memset(f->array, RING_GUARD_BYTE, f->array_bytes);
    errno = 0;
    CHECK_EQ(wrong->dequeue(f->ring, f->array), -EINVAL);
    CHECK_EQ(errno, 0);
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        size_t left = 12345;
        errno = 0;
        CHECK_EQ(calls[i].call(f->ring, f->array, calls[i].n, &left), (size_t)0);
        CHECK_EQ(errno, EINVAL);
        CHECK_EQ(left, (size_t)12345);
        errno = 0;
        CHECK_EQ(calls[i].call(f->ring, f->array, calls[i].n, NULL), (size_t)0);
        CHECK_EQ(errno, EINVAL);
    }
    CHECK(bytes_are(f->array, f->array_bytes, RING_GUARD_BYTE));
    CHECK_MEM_EQ((const unsigned char *)f->ring, image, f->bytes);
    free(image);
}

static void wrong_mode(const struct ring_case *c)
{
    struct ring_fixture f;
    const size_t counts[] = {0, (c->capacity + 1) / 2, c->capacity};
    fixture_open(&f, c);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        while (fixture_count(&f) < counts[i])
            fixture_put_one(&f, 0);
        for (unsigned mode = 0; mode < RING_MODES; mode++) {
            const struct ring_family *asked = ring_family_of((enum tern_ring_mode)mode, false);
            if (mode != (unsigned)c->producer)
                wrong_enqueue(&f, asked);
            if (mode != (unsigned)c->consumer)
                wrong_dequeue(&f, asked);
        }
        fixture_check_counts(&f);
    }
    while (fixture_count(&f) > 0)
        fixture_take_one(&f);
    fixture_close(&f);
}

TEST(ring_modes, entry_points_of_another_mode_are_refused)
{
    ring_for_each(capacities, sizes, wrong_mode);
}

/* General and explicit entry points of one side may be mixed. */
static void mixed_families(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    for (unsigned i = 0; i < 100; i++) {
        f.enq = ring_family_of(c->producer, i % 2 == 0);
        f.deq = ring_family_of(c->consumer, i % 3 == 0);
        fixture_put(&f, true, 1 + i % 5, i % 7 == 0);
        if (fixture_count(&f) == c->capacity)
            fixture_put_one(&f, -ENOBUFS);
        else
            fixture_put_one(&f, 0);
        fixture_take_one(&f);
        fixture_take(&f, true, i % 4, i % 5 == 0);
    }
    fixture_close(&f);
}

TEST(ring_modes, general_and_explicit_entry_points_mix)
{
    ring_for_each(capacities, sizes, mixed_families);
}

/* An ST side belongs to one thread at a time, not always to the same. */
struct handed_over {
    struct ring_fixture f;
    bool enqueues;
};

static void *one_turn(void *arg)
{
    struct handed_over *h = arg;
    unsigned char element[8];
    bool good = true;
    for (int i = 0; i < 5; i++) {
        if (h->enqueues) {
            element_fill(element, sizeof element, h->f.in++);
            good = h->f.enq->enqueue(h->f.ring, element) == 0 && good;
        } else {
            good = h->f.deq->dequeue(h->f.ring, element) == 0 && good;
            good = element_is(element, sizeof element, h->f.out++) && good;
        }
    }
    return good ? h : NULL;
}

static void handed_over(const struct ring_case *c)
{
    struct handed_over h;
    fixture_open(&h.f, c);
    for (int turn = 0; turn < 20; turn++) {
        pthread_t thread;
        void *good = NULL;
        h.enqueues = turn % 2 == 0;
        CHECK_EQ(pthread_create(&thread, NULL, one_turn, &h), 0);
        CHECK_EQ(pthread_join(thread, &good), 0);
        CHECK_NE(good, NULL);
    }
    fixture_check_counts(&h.f);
    fixture_close(&h.f);
}

TEST(ring_modes, a_side_goes_from_thread_to_thread)
{
    static const size_t capacity[] = {7, 0};
    static const size_t size[] = {8, 0};
    ring_for_each(capacity, size, handed_over);
}
