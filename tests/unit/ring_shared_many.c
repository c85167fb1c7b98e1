/* One ring, several senders and receivers in several processes. */
#include "ring_shared.h"

/* ------------------------------------------------------------------- two senders, two receivers */

enum { SENDERS = 2 };

/* Beside the ring, in memory that both processes have. */
struct tally {
    tern_atomic_u64 received;
    tern_atomic_u64 wrong;
    tern_atomic_u32 times[SENDERS * ELEMENTS / 2];
};

struct party {
    struct tern_ring *ring;
    struct tally *tally;
    uint64_t first; /* of the ELEMENTS / 2 that this process sends */
    enum finding found;
};

static void *send_half(void *arg)
{
    struct party *p = arg;
    struct patience patience = patience_begin();
    const size_t size = tern_ring_elem_size(p->ring);
    unsigned char elements[MOST * SIZE];
    for (uint64_t sent = 0; sent < ELEMENTS / 2;) {
        size_t n = at_most(1 + sent % MOST, ELEMENTS / 2 - sent);
        for (size_t i = 0; i < n; i++) {
            uint64_t id = p->first + sent + i;
            element_fill(elements + i * size, size, id);
            memcpy(elements + i * size, &id, sizeof id); /* told, not guessed, by who receives */
        }
        size_t done = tern_ring_enqueue_burst(p->ring, elements, n, NULL);
        sent += done;
        if (done == 0 && patience_ends(&patience)) {
            p->found = TOO_LATE;
            break;
        }
    }
    return NULL;
}

static void *receive_some(void *arg)
{
    struct party *p = arg;
    struct patience patience = patience_begin();
    const size_t size = tern_ring_elem_size(p->ring);
    unsigned char elements[MOST * SIZE];
    uint64_t next[SENDERS] = {0};
    while (tern_load_relaxed(&p->tally->received) < ELEMENTS) {
        size_t done = tern_ring_dequeue_burst(p->ring, elements, MOST, NULL);
        if (done == 0 && patience_ends(&patience)) {
            p->found = TOO_LATE;
            break;
        }
        for (size_t i = 0; i < done; i++) {
            unsigned char expected[SIZE];
            uint64_t id;
            memcpy(&id, elements + i * size, sizeof id);
            element_fill(expected, size, id);
            memcpy(expected, &id, sizeof id);
            bool good = id < ELEMENTS && memcmp(expected, elements + i * size, size) == 0;
            if (good) {
                /* Of one sender in the order in which it sent. */
                uint64_t sender = id / (ELEMENTS / 2);
                good = id >= next[sender];
                next[sender] = id + 1;
                (void)tern_fetch_add_relaxed(&p->tally->times[id], 1u);
            }
            if (!good)
                (void)tern_fetch_add_relaxed(&p->tally->wrong, UINT64_C(1));
        }
        (void)tern_fetch_add_relaxed(&p->tally->received, (uint64_t)done);
    }
    return NULL;
}

/* What the parties share, with a ring of this mode. */
struct scene {
    struct tern_ring *ring;
    size_t bytes;
    int fd;
    struct tally *tally;
};

static struct scene scene_open(enum tern_ring_mode mode)
{
    const struct tern_ring_options options = options_of(mode);
    struct scene s = {.bytes = 0};
    CHECK_EQ(tern_ring_memsize(&options, &s.bytes), 0);
    s.fd = shared_memory(s.bytes);
    s.ring = map(s.fd, s.bytes);
    CHECK_NE(s.ring, NULL);
    CHECK_EQ(tern_ring_init(s.ring, s.bytes, &options), 0);
    s.tally =
        mmap(NULL, sizeof *s.tally, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK_NE(s.tally, MAP_FAILED);
    fflush(NULL);
    return s;
}

/* Every element arrived, once, as it was sent. */
static void scene_close(struct scene *s)
{
    CHECK_EQ(tern_load_relaxed(&s->tally->wrong), UINT64_C(0));
    CHECK_EQ(tern_load_relaxed(&s->tally->received), (uint64_t)ELEMENTS);
    for (size_t id = 0; id < ELEMENTS; id++)
        CHECK_EQ(tern_load_relaxed(&s->tally->times[id]), 1u);
    CHECK(tern_ring_empty(s->ring));
    munmap((void *)s->tally, sizeof *s->tally);
    munmap((void *)s->ring, s->bytes);
    close(s->fd);
    ring_case_text[0] = '\0';
}

#ifndef SEES_ONE_PROCESS

/* A process's part: a thread that sends and one that receives. */
static enum finding take_part(const struct scene *s, uint64_t first)
{
    struct party sender = {s->ring, s->tally, first, GOOD}, receiver = sender;
    pthread_t threads[2];
    if (pthread_create(&threads[0], NULL, send_half, &sender) != 0)
        return NO_THREAD;
    if (pthread_create(&threads[1], NULL, receive_some, &receiver) != 0)
        receiver.found = NO_THREAD;
    else
        pthread_join(threads[1], NULL);
    pthread_join(threads[0], NULL);
    return sender.found != GOOD ? sender.found : receiver.found;
}

static void two_and_two(enum tern_ring_mode mode)
{
    struct scene s = scene_open(mode);
    pid_t child = fork();
    if (child == 0) {
        alarm(2 * LIMIT_SECONDS);
        enum finding found = move_to(s.fd, s.bytes, &s.ring);
        _exit((int)(found == GOOD ? take_part(&s, ELEMENTS / 2) : found));
    }
    CHECK_NE(child, -1);
    enum finding found = take_part(&s, 0);
    int code = exit_code(child);
    CHECK_EQ(found, GOOD);
    CHECK_EQ(code, (int)GOOD);
    scene_close(&s);
}

TEST(ring_shared_many, two_processes_with_a_sender_and_a_receiver_each)
{
    for (unsigned mode = 0; mode < RING_USABLE_MODES; mode++) {
        if (mode != TERN_RING_ST)
            two_and_two((enum tern_ring_mode)mode);
    }
}

#endif

/* One thread each: two that send, and two that receive. */
static void four_processes(enum tern_ring_mode mode)
{
    struct scene s = scene_open(mode);
    pid_t child[2 * SENDERS];
    for (unsigned i = 0; i < 2 * SENDERS; i++) {
        child[i] = fork();
        if (child[i] != 0)
            continue;
        alarm(2 * LIMIT_SECONDS);
        enum finding found = move_to(s.fd, s.bytes, &s.ring);
        if (found != GOOD)
            _exit((int)found);
        struct party party = {s.ring, s.tally, i / 2 * (ELEMENTS / 2), GOOD};
        (void)(i % 2 == 0 ? send_half : receive_some)(&party);
        _exit((int)party.found);
    }
    int codes[2 * SENDERS];
    for (unsigned i = 0; i < 2 * SENDERS; i++)
        codes[i] = child[i] > 0 ? exit_code(child[i]) : -1;
    for (unsigned i = 0; i < 2 * SENDERS; i++)
        CHECK_EQ(codes[i], (int)GOOD);
    scene_close(&s);
}

TEST(ring_shared_many, four_processes)
{
    for (unsigned mode = 0; mode < RING_USABLE_MODES; mode++) {
        if (mode != TERN_RING_ST)
            four_processes((enum tern_ring_mode)mode);
    }
}
