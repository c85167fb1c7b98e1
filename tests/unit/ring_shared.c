/* One ring, two processes, two addresses; and what a process leaves behind. */
#include "ring_shared.h"

/* ------------------------------------------------------------------------ from one to the other */

static enum finding send_all(struct tern_ring *ring)
{
    struct patience patience = patience_begin();
    const size_t size = tern_ring_elem_size(ring);
    unsigned char elements[MOST * SIZE];
    for (uint64_t sent = 0; sent < ELEMENTS;) {
        size_t n = at_most(1 + sent % MOST, ELEMENTS - sent);
        elements_fill(elements, size, sent, n);
        size_t done = n == 1 ? tern_ring_enqueue(ring, elements) == 0
                             : tern_ring_enqueue_burst(ring, elements, n, NULL);
        sent += done;
        if (done == 0 && patience_ends(&patience))
            return TOO_LATE;
    }
    return GOOD;
}

static enum finding receive_all(struct tern_ring *ring)
{
    struct patience patience = patience_begin();
    const size_t size = tern_ring_elem_size(ring);
    unsigned char elements[MOST * SIZE];
    for (uint64_t received = 0; received < ELEMENTS;) {
        size_t n = 1 + (received + 7) % MOST;
        size_t done = n == 1 ? tern_ring_dequeue(ring, elements) == 0
                             : tern_ring_dequeue_burst(ring, elements, n, NULL);
        if (elements_same(elements, size, received, done) != done)
            return OUT_OF_ORDER;
        received += done;
        if (done == 0 && patience_ends(&patience))
            return TOO_LATE;
    }
    return GOOD;
}

static enum finding child_of(int fd, size_t bytes, struct tern_ring *ring,
                             enum finding (*body)(struct tern_ring *))
{
    alarm(2 * LIMIT_SECONDS);
    enum finding found = move_to(fd, bytes, &ring);
    return found == GOOD ? body(ring) : found;
}

static void two_processes(enum tern_ring_mode mode, bool child_sends)
{
    const struct tern_ring_options options = options_of(mode);
    size_t bytes = 0;
    CHECK_EQ(tern_ring_memsize(&options, &bytes), 0);
    int fd = shared_memory(bytes);
    struct tern_ring *ring = map(fd, bytes);
    CHECK_NE(ring, NULL);
    CHECK_EQ(tern_ring_init(ring, bytes, &options), 0);

    fflush(NULL); /* a child that ends must not say it again */
    pid_t child = fork();
    if (child == 0)
        _exit((int)child_of(fd, bytes, ring, child_sends ? send_all : receive_all));
    CHECK_NE(child, -1);
    enum finding found = (child_sends ? receive_all : send_all)(ring);
    int code = exit_code(child);
    CHECK_EQ(found, GOOD);
    CHECK_EQ(code, (int)GOOD);
    CHECK(tern_ring_empty(ring));
    munmap((void *)ring, bytes);
    close(fd);
    ring_case_text[0] = '\0';
}

TEST(ring_shared, a_child_sends)
{
    for (unsigned mode = 0; mode < RING_USABLE_MODES; mode++)
        two_processes((enum tern_ring_mode)mode, true);
}

TEST(ring_shared, a_child_receives)
{
    for (unsigned mode = 0; mode < RING_USABLE_MODES; mode++)
        two_processes((enum tern_ring_mode)mode, false);
}

/* One process ends in the middle: what it has done stays, and the other goes on. */
static enum finding send_a_few(struct tern_ring *ring)
{
    const size_t size = tern_ring_elem_size(ring);
    unsigned char elements[10 * SIZE];
    elements_fill(elements, size, 0, 10);
    return tern_ring_enqueue_burst(ring, elements, 10, NULL) == 10 ? GOOD : OUT_OF_ORDER;
}

TEST(ring_shared, what_a_process_left_outlives_it)
{
    for (unsigned mode = 0; mode < RING_USABLE_MODES; mode++) {
        const struct tern_ring_options options = options_of((enum tern_ring_mode)mode);
        unsigned char elements[10 * SIZE];
        size_t bytes = 0;
        CHECK_EQ(tern_ring_memsize(&options, &bytes), 0);
        int fd = shared_memory(bytes);
        struct tern_ring *ring = map(fd, bytes);
        CHECK_NE(ring, NULL);
        CHECK_EQ(tern_ring_attach(ring, bytes), -EINVAL); /* before there is one */
        CHECK_EQ(tern_ring_init(ring, bytes, &options), 0);
        fflush(NULL);
        pid_t child = fork();
        if (child == 0)
            _exit((int)child_of(fd, bytes, ring, send_a_few));
        CHECK_NE(child, -1);
        CHECK_EQ(exit_code(child), (int)GOOD);
        CHECK_EQ(tern_ring_count(ring), (size_t)10);
        CHECK_EQ(tern_ring_dequeue_burst(ring, elements, 10, NULL), (size_t)10);
        CHECK_EQ(elements_same(elements, options.elem_size, 0, 10), (size_t)10);
        munmap((void *)ring, bytes);
        close(fd);
    }
    ring_case_text[0] = '\0';
}
