/* attach: which memory is a ring that this program can use. */
#include "ring_fixture.h"

static const size_t capacities[] = {1, 7, 8, 1000, 0};
static const size_t sizes[] = {1, 8, 100, 0};

/* attach, which must leave the memory as it is. */
static int attach(struct tern_ring *ring, size_t bytes, size_t all_bytes)
{
    unsigned char *image = malloc(all_bytes);
    CHECK_NE(image, NULL);
    memcpy(image, (void *)ring, all_bytes);
    int result = tern_ring_attach(ring, bytes);
    bool same = memcmp(image, (void *)ring, all_bytes) == 0;
    free(image);
    CHECK(same);
    return result;
}

static void good(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    CHECK_EQ(attach(f.ring, f.bytes, f.bytes), 0);
    CHECK_EQ(attach(f.ring, f.bytes + 1, f.bytes), 0);
    CHECK_EQ(attach(f.ring, SIZE_MAX, f.bytes), 0);
    /* In use, full, empty, reset: a ring all the same. */
    fixture_put(&f, true, (c->capacity + 1) / 2, false);
    CHECK_EQ(attach(f.ring, f.bytes, f.bytes), 0);
    fixture_put(&f, true, SIZE_MAX, false);
    CHECK_EQ(attach(f.ring, f.bytes, f.bytes), 0);
    fixture_take(&f, false, c->capacity, true);
    tern_ring_reset(f.ring);
    CHECK_EQ(attach(f.ring, f.bytes, f.bytes), 0);

    /* As another process has it: elsewhere. */
    fixture_put(&f, true, (c->capacity + 1) / 2, false);
    unsigned char *other = guarded_new(f.bytes);
    memcpy(other, (void *)f.ring, f.bytes);
    guarded_free((unsigned char *)f.ring, f.bytes);
    f.ring = (struct tern_ring *)(void *)other;
    CHECK_EQ(attach(f.ring, f.bytes, f.bytes), 0);
    fixture_take(&f, true, c->capacity, true);
    fixture_close(&f);
}

TEST(ring_attach, a_ring)
{
    ring_for_each(capacities, sizes, good);
}

static void too_small(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    const size_t bytes[] = {
        f.bytes - 1, f.bytes / 2, sizeof(struct tern_ring), sizeof(struct tern_ring) - 1, 1, 0};
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++)
        CHECK_EQ(attach(f.ring, bytes[i], f.bytes), -ENOSPC);
    fixture_close(&f);
}

TEST(ring_attach, memory_too_small)
{
    ring_for_each(capacities, sizes, too_small);
}

/* Nothing is read where not even the control block fits: under ASan this would be seen. */
TEST(ring_attach, less_than_a_control_block)
{
    const size_t alignment = TERN_RING_ALIGN;
    for (size_t bytes = alignment; bytes < sizeof(struct tern_ring); bytes += alignment) {
        void *memory = aligned_alloc(alignment, bytes);
        CHECK_NE(memory, NULL);
        memset(memory, 0, bytes);
        CHECK_EQ(tern_ring_attach(memory, bytes), -ENOSPC);
        free(memory);
    }
}

TEST(ring_attach, no_memory_or_misaligned)
{
    static const size_t off[] = {1, 4, 8, 64, 127};
    struct tern_ring_options options = {.capacity = 8, .elem_size = 8};
    size_t bytes = 0;
    CHECK_EQ(tern_ring_attach(NULL, SIZE_MAX), -EINVAL);
    CHECK_EQ(tern_ring_attach(NULL, 0), -EINVAL);
    CHECK_EQ(tern_ring_memsize(&options, &bytes), 0);
    unsigned char *memory = guarded_new(bytes + TERN_RING_ALIGN);
    CHECK_EQ(tern_ring_init((struct tern_ring *)(void *)memory, bytes, &options), 0);
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) {
        /* Even with a whole ring there. */
        memmove(memory + off[i], memory, bytes);
        CHECK_EQ(tern_ring_attach((struct tern_ring *)(void *)(memory + off[i]), bytes), -EINVAL);
        memmove(memory, memory + off[i], bytes);
    }
    CHECK_EQ(tern_ring_attach((struct tern_ring *)(void *)memory, bytes), 0);
    guarded_free(memory, bytes + TERN_RING_ALIGN);
}

TEST(ring_attach, memory_without_a_ring)
{
    enum { BYTES = 4096 };
    unsigned char *memory = guarded_new(BYTES);
    struct tern_ring *ring = (struct tern_ring *)(void *)memory;
    uint64_t random = test_seed();

    CHECK_EQ(attach(ring, BYTES, BYTES), -EINVAL);
    memset(memory, 0, BYTES);
    CHECK_EQ(attach(ring, BYTES, BYTES), -EINVAL);
    memset(memory, 0xFF, BYTES);
    CHECK_EQ(attach(ring, BYTES, BYTES), -EINVAL);
    for (int again = 0; again < 1000; again++) {
        for (size_t i = 0; i < BYTES; i++) {
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            memory[i] = (unsigned char)(random >> 56);
        }
        CHECK_EQ(attach(ring, BYTES, BYTES), -EINVAL);
    }
    guarded_free(memory, BYTES);
}

/* ------------------------------------------------------------------------- a damaged one --- */

static uint64_t magic(uint64_t bits)
{
    return TERN_RING_MAGIC | bits;
}

static void other_magic(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    for (uint64_t version = 0; version <= TERN_RING_LAYOUT_MASK; version++) {
        tern_store_relaxed(&f.ring->producer.magic, magic(version));
        CHECK_EQ(attach(f.ring, f.bytes, f.bytes),
                 version == TERN_RING_LAYOUT_VERSION ? 0 : -ENOTSUP);
    }
    for (unsigned bit = 0; bit < 64; bit++) {
        if ((TERN_RING_LAYOUT_MASK >> bit & 1) != 0)
            continue;
        tern_store_relaxed(&f.ring->producer.magic, magic(TERN_RING_LAYOUT_VERSION) ^ UINT64_C(1)
                                                                                          << bit);
        CHECK_EQ(attach(f.ring, f.bytes, f.bytes), -EINVAL);
    }
    fixture_close(&f);
}

TEST(ring_attach, other_version_or_magic)
{
    static const size_t capacity[] = {8, 0};
    static const size_t size[] = {8, 0};
    ring_for_each(capacity, size, other_magic);
}

/* One field of one side at a time, with values that init never leaves there. */
static void damaged_side(struct ring_fixture *f, struct tern_ring_side *side)
{
    const struct tern_ring_side good_side = *side;
    const size_t wrong_capacities[] = {0, f->c.capacity + 1, 2 * f->c.capacity + 1,
                                       TERN_RING_CAPACITY_MAX + 1, SIZE_MAX};
    const size_t wrong_sizes[] = {0, f->c.elem_size + 1, SIZE_MAX};
    const uint64_t masks[] = {0, good_side.mask + 1, good_side.mask * 2 + 1, UINT64_MAX};
    const uint32_t modes[] = {RING_MODES, 256, UINT32_MAX};

    for (size_t i = 0; i < sizeof wrong_capacities / sizeof wrong_capacities[0]; i++) {
        side->capacity = wrong_capacities[i];
        CHECK_EQ(attach(f->ring, SIZE_MAX, f->bytes), -EINVAL);
    }
    side->capacity = good_side.capacity;
    for (size_t i = 0; i < sizeof wrong_sizes / sizeof wrong_sizes[0]; i++) {
        side->elem_size = wrong_sizes[i];
        CHECK_EQ(attach(f->ring, SIZE_MAX, f->bytes), -EINVAL);
    }
    side->elem_size = good_side.elem_size;
    for (size_t i = 0; i < sizeof masks / sizeof masks[0]; i++) {
        if (masks[i] == good_side.mask)
            continue;
        side->mask = masks[i];
        CHECK_EQ(attach(f->ring, SIZE_MAX, f->bytes), -EINVAL);
    }
    side->mask = good_side.mask;
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        side->mode = modes[i];
        CHECK_EQ(attach(f->ring, SIZE_MAX, f->bytes), -EINVAL);
    }
    side->mode = good_side.mode;
    CHECK_EQ(attach(f->ring, f->bytes, f->bytes), 0);
}

static void damaged(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    damaged_side(&f, &f.ring->producer);
    damaged_side(&f, &f.ring->consumer);

    /* Both sides agree, and both are wrong. */
    f.ring->producer.capacity = f.ring->consumer.capacity = 2 * c->capacity + 1;
    CHECK_EQ(attach(f.ring, SIZE_MAX, f.bytes), -EINVAL);
    f.ring->producer.capacity = f.ring->consumer.capacity = 0;
    CHECK_EQ(attach(f.ring, SIZE_MAX, f.bytes), -EINVAL);
    f.ring->producer.capacity = f.ring->consumer.capacity = c->capacity;
    f.ring->producer.elem_size = f.ring->consumer.elem_size = SIZE_MAX;
    CHECK_EQ(attach(f.ring, SIZE_MAX, f.bytes), -EINVAL);
    /* They agree on what would take more memory than there is. */
    f.ring->producer.elem_size = f.ring->consumer.elem_size = f.bytes;
    /* With NB the stamps are then not where they ought to be, and LF has no such elements. */
    CHECK_EQ(attach(f.ring, f.bytes, f.bytes),
             (unsigned)c->producer < RING_SIDE_MODES ? -ENOSPC : -EINVAL);
    f.ring->producer.elem_size = f.ring->consumer.elem_size = c->elem_size;
    CHECK_EQ(attach(f.ring, f.bytes, f.bytes), 0);
    fixture_close(&f);
}

TEST(ring_attach, fields_that_contradict_each_other)
{
    ring_for_each(capacities, sizes, damaged);
}
/* The other fields that init fills in: positions of which width, how to wait, and how far ahead. */
static void damaged_more(const struct ring_case *c)
{
    struct ring_fixture f;
    fixture_open(&f, c);
    struct tern_ring_side *const sides[] = {&f.ring->producer, &f.ring->consumer};
    for (size_t s = 0; s < 2; s++) {
        const uint64_t mask = sides[s]->distance_mask;
        const uint64_t wrong[] = {0, mask ^ UINT64_C(0xffffffff00000000), mask >> 1};
        for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
            sides[s]->distance_mask = wrong[i];
            CHECK_EQ(attach(f.ring, SIZE_MAX, f.bytes), -EINVAL);
        }
        sides[s]->distance_mask = mask;
        sides[s]->wait = 2;
        CHECK_EQ(attach(f.ring, SIZE_MAX, f.bytes), -EINVAL);
        sides[s]->wait = 0;
        if (sides[s]->mode == TERN_RING_RTS) {
            const uint32_t htd_max = tern_load_relaxed(&sides[s]->htd_max);
            const uint32_t none[] = {0, (uint32_t)c->capacity + 1, UINT32_MAX};
            for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
                tern_store_relaxed(&sides[s]->htd_max, none[i]);
                CHECK_EQ(attach(f.ring, SIZE_MAX, f.bytes), -EINVAL);
            }
            tern_store_relaxed(&sides[s]->htd_max, htd_max);
        }
    }
    CHECK_EQ(attach(f.ring, f.bytes, f.bytes), 0);
    fixture_close(&f);
}

TEST(ring_attach, widths_waits_and_distances_that_init_never_leaves)
{
    ring_for_each(capacities, sizes, damaged_more);
}
