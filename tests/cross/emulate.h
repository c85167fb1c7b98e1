/*
 * What the emulate_*.c have in common: they are linked into the programs of tests/cross/run and do,
 * in a handler of SIGILL, what an instruction says that the emulator does not know or gets wrong.
 * They know it from its manual, not from the port that is under test.
 */
#ifndef TERN_CROSS_EMULATE_H
#define TERN_CROSS_EMULATE_H

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>

/* Does the instruction and moves on to the next, or returns false and leaves all as it is. */
static bool emulate(uint32_t instruction, mcontext_t *context);
static uint64_t program_counter(const mcontext_t *context);

/*
 * Whatever is emulated is one step to all threads, also to those of processes that are forked
 * later: a lock in memory that they share. It is odd while it is held, and more at each turn. The
 * holder is done within a moment, unless it was killed there; then, after seconds, the next one
 * takes over.
 */
static atomic_uint *emulating;

enum { EMULATION_SECONDS = 5 };

static void emulation_begin(void)
{
    unsigned seen = atomic_load(emulating);
    time_t since = 0;
    for (;;) {
        const time_t now = time(NULL);
        const bool held = seen % 2 != 0;
        unsigned found = seen;
        if (!held || (since != 0 && now - since > EMULATION_SECONDS)) {
            if (atomic_compare_exchange_strong(emulating, &found, held ? seen + 2 : seen + 1))
                return;
        } else {
            (void)sched_yield();
            found = atomic_load(emulating);
        }
        if (found != seen || since == 0)
            since = now;
        seen = found;
    }
}

static void emulation_end(void)
{
    (void)atomic_fetch_add(emulating, 1u);
}

/* From the bit `low` on, the least significant being 0, `count` bits of an instruction. */
static uint32_t bits(uint32_t instruction, unsigned low, unsigned count)
{
    return instruction >> low & ((1u << count) - 1);
}

static void illegal(int number, siginfo_t *info, void *context)
{
    mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;
    uint32_t instruction;
    (void)info;
    memcpy(&instruction, (const void *)(uintptr_t)program_counter(machine), sizeof instruction);
    /* Returning runs it again, then with nobody to catch it. */
    if (!emulate(instruction, machine))
        (void)signal(number, SIG_DFL);
}

__attribute__((constructor)) static void install(void)
{
    struct sigaction action;
    emulating =
        mmap(NULL, sizeof *emulating, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (emulating == MAP_FAILED)
        abort();
    memset(&action, 0, sizeof action);
    action.sa_sigaction = illegal;
    action.sa_flags = SA_SIGINFO;
    (void)sigfillset(&action.sa_mask);
    if (sigaction(SIGILL, &action, NULL) != 0)
        abort();
}

#endif /* TERN_CROSS_EMULATE_H */
