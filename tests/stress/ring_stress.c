/*
 * The ring under threads: pinned, one a core and four a core, in every mode and in mixed pairs, by
 * plain operations and by tokens. tests/stress/ring/stress.h says what is where.
 *
 *     ring_stress [--quick]
 *
 * One line for each configuration, cycles a call by mode, the totals, and "N passed, N failed".
 */
#include "ring/stress.h"

#define ST  TERN_RING_ST
#define MT  TERN_RING_MT
#define RTS TERN_RING_RTS
#define HTS TERN_RING_HTS
#define NB  TERN_RING_NB
#define LF  TERN_RING_LF

enum { PLAIN, TOKENS, FREEZES };

struct shape {
    enum tern_ring_mode producer, consumer;
    unsigned producers, consumers;
    unsigned how;
};

static const struct shape transfers[] = {
    {ST, ST, 1, 1, PLAIN},    {MT, MT, 1, 1, PLAIN},    {RTS, RTS, 1, 1, PLAIN},
    {HTS, HTS, 1, 1, PLAIN},  {MT, MT, 2, 2, PLAIN},    {RTS, RTS, 2, 2, PLAIN},
    {HTS, HTS, 2, 2, PLAIN},  {MT, MT, 4, 4, PLAIN},    {RTS, RTS, 4, 4, PLAIN},
    {HTS, HTS, 4, 4, PLAIN},  {MT, ST, 4, 1, PLAIN},    {ST, MT, 1, 4, PLAIN},
    {RTS, ST, 4, 1, PLAIN},   {ST, RTS, 1, 4, PLAIN},   {HTS, ST, 4, 1, PLAIN},
    {ST, HTS, 1, 4, PLAIN},   {MT, RTS, 2, 2, PLAIN},   {RTS, MT, 2, 2, PLAIN},
    {MT, HTS, 2, 2, PLAIN},   {HTS, MT, 2, 2, PLAIN},   {RTS, HTS, 2, 2, PLAIN},
    {HTS, RTS, 2, 2, PLAIN},  {ST, ST, 1, 1, TOKENS},   {HTS, HTS, 1, 1, TOKENS},
    {HTS, HTS, 2, 2, TOKENS}, {HTS, HTS, 4, 4, TOKENS}, {HTS, MT, 2, 2, TOKENS},
    {MT, HTS, 2, 2, TOKENS},  {RTS, HTS, 2, 2, TOKENS}, {HTS, RTS, 2, 2, TOKENS},
    {HTS, ST, 2, 1, TOKENS},  {ST, HTS, 1, 2, TOKENS},  {NB, NB, 1, 1, PLAIN},
    {LF, LF, 1, 1, PLAIN},    {NB, NB, 2, 2, PLAIN},    {LF, LF, 2, 2, PLAIN},
    {NB, NB, 4, 4, PLAIN},    {LF, LF, 4, 4, PLAIN},    {NB, NB, 2, 2, FREEZES},
    {LF, LF, 2, 2, FREEZES},  {NB, NB, 3, 1, FREEZES},  {LF, LF, 1, 3, FREEZES},
};

static const struct shape circulations[] = {
    {ST, ST, 1, 0, PLAIN},   {MT, MT, 1, 0, PLAIN},    {RTS, RTS, 1, 0, PLAIN},
    {HTS, HTS, 1, 0, PLAIN}, {MT, MT, 2, 0, PLAIN},    {RTS, RTS, 2, 0, PLAIN},
    {HTS, HTS, 2, 0, PLAIN}, {MT, MT, 8, 0, PLAIN},    {RTS, RTS, 8, 0, PLAIN},
    {HTS, HTS, 8, 0, PLAIN}, {MT, HTS, 4, 0, PLAIN},   {HTS, RTS, 4, 0, PLAIN},
    {RTS, MT, 4, 0, PLAIN},  {HTS, HTS, 4, 0, TOKENS}, {HTS, MT, 4, 0, TOKENS},
    {NB, NB, 1, 0, PLAIN},   {LF, LF, 1, 0, PLAIN},    {NB, NB, 2, 0, PLAIN},
    {LF, LF, 2, 0, PLAIN},   {NB, NB, 8, 0, PLAIN},    {LF, LF, 8, 0, PLAIN},
    {NB, NB, 4, 0, FREEZES}, {LF, LF, 4, 0, FREEZES},
};

/* A small ring makes threads wait for each other more often, so it gets less to do. */
static const struct {
    size_t capacity;
    uint64_t items;
} sizes[] = {{2, 60000}, {7, 120000}, {64, 400000}, {MAX_CAPACITY, 800000}};

/* Every variant of all shapes would take hours: each shape takes one in EVERY of them, others than
 * the shape before it. */
enum { VARIANTS = 64, EVERY = 11 };

static bool takes_turn(size_t shape, unsigned variant)
{
    return (shape * 4 + variant) % EVERY == 0;
}

static void run_variant(const struct shape *s, unsigned variant)
{
    const unsigned threads = s->producers + s->consumers;
    const bool transfer = s->consumers != 0;
    const size_t size = variant / 4 % 4;
    struct config c = {
        .producer = s->producer,
        .consumer = s->consumer,
        .producers = s->producers,
        .consumers = s->consumers,
        .tokens = s->how == TOKENS,
        .freezes = s->how == FREEZES,
        .burst = variant % 2 ? MAX_BURST : 1,
        .words = s->producer != LF && (!transfer || variant / 2 % 2) ? MAX_WORDS : 1,
        .capacity = sizes[size].capacity,
        .placement = variant / 16 % 2 ? PACKED : SPREAD,
        .full = !transfer && variant / 2 % 2,
        .pauses = !transfer && variant / 32 % 2,
        .items = sizes[size].items / (threads * test_slower() * (test_quick() ? 6u : 1u)),
    };
    if (c.placement == PACKED && (threads == 1 || (threads + 3) / 4 >= core_count))
        c.placement = SPREAD; /* four a core already */
    if (!transfer)
        c.items /= 2;
    run_config(&c);
}

static void run_shapes(const struct shape *shapes, size_t count)
{
    for (size_t s = 0; s < count; s++) {
        if (shapes[s].producer == LF && !TERN_HAVE_DWCAS)
            continue;
        for (unsigned variant = 0; variant < VARIANTS; variant++) {
            if (takes_turn(s, variant))
                run_variant(&shapes[s], variant);
        }
    }
}

int main(int argc, char **argv)
{
    const double began = seconds();

    if (argc == 2 && strcmp(argv[1], "--quick") == 0) {
        setenv("TERN_TEST_QUICK", "1", 1);
    } else if (argc != 1) {
        fprintf(stderr, "usage: %s [--quick]\n", argv[0]);
        return 2;
    }
    find_cores();
    printf("%u cores, seed %" PRIu64 " (TERN_TEST_SEED)\n", core_count, test_seed());
    run_shapes(transfers, sizeof transfers / sizeof transfers[0]);
    run_shapes(circulations, sizeof circulations / sizeof circulations[0]);
    return !print_results(seconds() - began);
}
