/*
 * Compare-and-swap of two 64-bit words at once (DWCAS).
 *
 * A tern_pair is a value; a tern_atomic_pair is a shared word, aligned to 16 bytes, that holds
 * one. The shared word is only ever touched by
 *
 *     tern_pair_init(word, value)             before any other thread sees it
 *     tern_pair_load_halves_ORDER(word)       two loads, low then high: the result may be torn.
 *                                             relaxed, or acquire for both
 *     tern_dwcas_ORDER(word, expected, desired)
 *                                             relaxed, acquire, release, acq_rel; the load of a
 *                                             failed one is as strong as the port makes it, and
 *                                             relaxed is all that may be relied on
 *
 *     tern_pair_load_low_ORDER(word), tern_pair_load_high_ORDER(word)
 *                                             one half, relaxed
 *     tern_pair_cas_high_ORDER(word, expected, desired)
 *                                             the high half alone: stores desired there if it holds
 *                                             *expected, and else hands back there what it holds.
 *                                             relaxed, release. Weak: it may fail for no reason
 *
 * A torn load is harmless to a loop that ends in a DWCAS with what it read: the DWCAS then fails
 * and writes back the whole pair. A 16-byte load by way of DWCAS would be whole, but it writes
 * the line, which makes readers fight for it.
 *
 * DWCAS is assembly, because gcc turns `_Atomic __int128` and `__atomic_*_16` into calls to
 * libatomic, which may lock, and per process at that: unusable in shared memory. Ports without
 * an instruction for it have TERN_HAVE_DWCAS 0, and nothing below beyond tern_pair.
 *
 * Progress: wait-free on ports with one instruction for it, lock-free on those with exclusive
 * loads and stores.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_DWCAS_H
#define TERN_ARCH_DWCAS_H

#include <tern/arch/atomic.h>
#include <tern/arch/port.h>

#include <stdbool.h>
#include <stdint.h>

struct tern_pair {
    uint64_t low;
    uint64_t high;
};

#if TERN_HAVE_DWCAS

#    ifdef TERN_MODEL
#        include <tern/arch/model/dwcas.h>
#    else

/* The two halves are atomics for the sake of the half loads; the DWCAS goes through `word`, so
 * that no pointer is cast from one type to another. */
typedef union tern_atomic_pair {
    TERN_ALIGNAS(16) volatile uint64_t word[2];
    struct {
        tern_atomic_u64 low;
        tern_atomic_u64 high;
    } half;
} tern_atomic_pair;

TERN_STATIC_ASSERT(sizeof(tern_atomic_pair) == 16, "a pair is two words");

#        define TERN_PAIR_LOAD(order)                                     \
            static inline struct tern_pair tern_pair_load_halves_##order( \
                const tern_atomic_pair *pair)                             \
            {                                                             \
                struct tern_pair value;                                   \
                value.low = tern_load_##order(&pair->half.low);           \
                value.high = tern_load_##order(&pair->half.high);         \
                return value;                                             \
            }

/* ThreadSanitizer does not see what assembly synchronises, so it is told, at the half that push and
 * others of its kind release by an atomic of their own. */
#        if defined(__SANITIZE_THREAD__)
#            define TERN_TELL_TSAN 1
#        elif defined(__has_feature)
#            if __has_feature(thread_sanitizer)
#                define TERN_TELL_TSAN 1
#            endif
#        endif
#        ifdef TERN_TELL_TSAN
#            include <sanitizer/tsan_interface.h>
#            define TERN_TELL_acquire(pair) __tsan_acquire((void *)&(pair)->half.high)
#            define TERN_TELL_release(pair) __tsan_release((void *)&(pair)->half.high)
#        else
#            define TERN_TELL_acquire(pair) ((void)0)
#            define TERN_TELL_release(pair) ((void)0)
#        endif
#        define TERN_TELL_BEFORE_relaxed(pair) ((void)0)
#        define TERN_TELL_BEFORE_acquire(pair) ((void)0)
#        define TERN_TELL_BEFORE_release(pair) TERN_TELL_release(pair)
#        define TERN_TELL_BEFORE_acq_rel(pair) TERN_TELL_release(pair)
#        define TERN_TELL_AFTER_relaxed(pair)  ((void)0)
#        define TERN_TELL_AFTER_acquire(pair)  TERN_TELL_acquire(pair)
#        define TERN_TELL_AFTER_release(pair)  ((void)0)
#        define TERN_TELL_AFTER_acq_rel(pair)  TERN_TELL_acquire(pair)

#        define TERN_DWCAS(order)                                                             \
            static inline bool tern_dwcas_##order(                                            \
                tern_atomic_pair *pair, struct tern_pair *expected, struct tern_pair desired) \
            {                                                                                 \
                uint64_t found[2] = {expected->low, expected->high};                          \
                const uint64_t wanted[2] = {desired.low, desired.high};                       \
                TERN_TELL_BEFORE_##order(pair);                                               \
                bool equal = TERN_PORT_DWCAS(pair->word, found, wanted, order);               \
                if (equal)                                                                    \
                    TERN_TELL_AFTER_##order(pair);                                            \
                expected->low = found[0];                                                     \
                expected->high = found[1];                                                    \
                return equal;                                                                 \
            }

TERN_PAIR_LOAD(relaxed)
TERN_PAIR_LOAD(acquire)

static inline uint64_t tern_pair_load_low_relaxed(const tern_atomic_pair *pair)
{
    return tern_load_relaxed(&pair->half.low);
}

static inline uint64_t tern_pair_load_high_relaxed(const tern_atomic_pair *pair)
{
    return tern_load_relaxed(&pair->half.high);
}

TERN_DWCAS(relaxed)
TERN_DWCAS(acquire)
TERN_DWCAS(release)
TERN_DWCAS(acq_rel)

#        undef TERN_PAIR_LOAD
#        undef TERN_DWCAS

static inline void tern_pair_init(tern_atomic_pair *pair, struct tern_pair value)
{
    tern_store_relaxed(&pair->half.low, value.low);
    tern_store_relaxed(&pair->half.high, value.high);
}

/*
 * The CAS of one half. Where the port says that a CAS of 64 bits and a DWCAS of the pair see each
 * other as two CAS of one word do, it is that cheaper CAS; elsewhere a DWCAS that leaves the other
 * half what it is, and fails when that one has just changed.
 */
#        if defined(TERN_PORT_HALF_CAS) && TERN_PORT_HALF_CAS
#            define TERN_PAIR_CAS_HIGH(order)                                          \
                static inline bool tern_pair_cas_high_##order(                         \
                    tern_atomic_pair *pair, uint64_t *expected, uint64_t desired)      \
                {                                                                      \
                    return tern_cas_weak_##order(&pair->half.high, expected, desired); \
                }
#        else
#            define TERN_PAIR_CAS_HIGH(order)                                     \
                static inline bool tern_pair_cas_high_##order(                    \
                    tern_atomic_pair *pair, uint64_t *expected, uint64_t desired) \
                {                                                                 \
                    struct tern_pair found, wanted;                               \
                    found.low = wanted.low = tern_pair_load_low_relaxed(pair);    \
                    found.high = *expected;                                       \
                    wanted.high = desired;                                        \
                    bool equal = tern_dwcas_##order(pair, &found, wanted);        \
                    *expected = found.high;                                       \
                    return equal;                                                 \
                }
#        endif

TERN_PAIR_CAS_HIGH(relaxed)
TERN_PAIR_CAS_HIGH(release)

#        undef TERN_PAIR_CAS_HIGH

#    endif /* TERN_MODEL */
#endif     /* TERN_HAVE_DWCAS */

#endif /* TERN_ARCH_DWCAS_H */
