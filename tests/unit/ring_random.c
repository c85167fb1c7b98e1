/*
 * Random operations on a ring, beside the plainest queue there is: an array of all elements ever
 * enqueued, known by their numbers. Any difference in a result, a count, a value or a byte fails.
 */
#include "ring_fixture.h"

static uint64_t random_state;

static uint64_t random_next(void) /* splitmix64 */
{
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static size_t random_below(size_t limit)
{
    return (size_t)(random_next() % limit);
}

/* Mostly what makes a difference: around nothing, the room and the capacity; sometimes anything. */
static size_t random_amount(const struct ring_fixture *f)
{
    size_t capacity = f->c.capacity;
    switch (random_below(8)) {
    case 0: return random_below(3);
    case 1: return fixture_count(f) + random_below(2);
    case 2: return capacity - fixture_count(f) + random_below(2);
    case 3: return capacity + random_below(2);
    case 4: return (size_t)random_next();
    default: return random_below(capacity + 1);
    }
}

static uint64_t random_start(size_t capacity)
{
    const uint64_t before = random_below(4 * capacity);
    switch (random_below(4)) {
    case 0: return UINT32_MAX - before;
    case 1: return UINT64_MAX - before;
    case 2: return (uint64_t)INT64_MAX - before;
    default: return random_below(2) ? random_next() : 0;
    }
}

static void step(struct ring_fixture *f)
{
    bool ask = random_below(3) == 0;
    /* The entry points of a side may be mixed. */
    f->enq = ring_family_of(f->c.producer, random_below(2) == 0);
    f->deq = ring_family_of(f->c.consumer, random_below(2) == 0);
    switch (random_below(8)) {
    case 0:
    case 1: fixture_put_one(f, fixture_count(f) < f->c.capacity ? 0 : -ENOBUFS); break;
    case 2: fixture_put(f, false, random_amount(f), ask); break;
    case 3: fixture_put(f, true, random_amount(f), ask); break;
    case 4:
    case 5:
        if (fixture_count(f) > 0)
            fixture_take_one(f);
        else
            CHECK_EQ(f->deq->dequeue(f->ring, f->array), -ENOENT);
        break;
    case 6: fixture_take(f, false, random_amount(f), ask); break;
    default: fixture_take(f, true, random_amount(f), ask); break;
    }
    fixture_check_counts(f);
    guarded_check((unsigned char *)f->ring, f->bytes);
    guarded_check(f->array, f->array_bytes);
}

TEST(ring_random, the_same_as_a_plain_queue)
{
    static const size_t elem_sizes[] = {1, 2, 3, 4, 5, 7, 8, 12, 16, 24, 33, 100};
    const unsigned rounds = test_quick() ? 100 : 400;
    const unsigned steps = 500;

    printf("ring_random: seed %" PRIu64 " (TERN_TEST_SEED), %u rings of %u steps\n", test_seed(),
           rounds, steps);
    random_state = test_seed();
    for (unsigned round = 0; round < rounds; round++) {
        struct ring_fixture f;
        /* More often one of the two that hold for the whole ring. */
        unsigned pair = (unsigned)random_below(RING_PAIRS + 6);
        if (pair >= RING_PAIRS)
            pair = RING_SIDE_PAIRS + pair % (RING_PAIRS - RING_SIDE_PAIRS);
        struct ring_case c = {
            .producer = ring_producer_of(pair),
            .consumer = ring_consumer_of(pair),
            .any = true,
            .capacity = 1 + random_below(random_below(4) == 0 ? 200 : 17),
            .elem_size = elem_sizes[random_below(sizeof elem_sizes / sizeof elem_sizes[0])]};
        while (!ring_can_hold(c.producer, c.elem_size))
            c.elem_size = elem_sizes[random_below(sizeof elem_sizes / sizeof elem_sizes[0])];
        c.start = random_start(c.capacity);
        ring_case_name(&c);
        fixture_open(&f, &c);
        for (unsigned i = 0; i < steps; i++)
            step(&f);
        fixture_close(&f);
    }
}
