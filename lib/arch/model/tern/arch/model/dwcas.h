/*
 * The double-width word of <tern/arch/dwcas.h> over Relacy: one atomic of a struct. A load by
 * halves is two loads of it, low then high, so that the checker can tear it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_MODEL_DWCAS_H
#define TERN_ARCH_MODEL_DWCAS_H

#include <ostream>

inline bool operator==(const tern_pair &a, const tern_pair &b)
{
    return a.low == b.low && a.high == b.high;
}

inline bool operator!=(const tern_pair &a, const tern_pair &b)
{
    return !(a == b);
}

inline std::ostream &operator<<(std::ostream &stream, const tern_pair &pair)
{
    return stream << '{' << pair.low << ',' << pair.high << '}';
}

struct tern_atomic_pair {
    rl::atomic<tern_pair> whole;
};

#define tern_pair_init(pair, value) (pair)->whole.store((value), rl::mo_relaxed, $)

static inline tern_pair tern_model_pair_load(const tern_atomic_pair *pair, rl::memory_order order,
                                             rl::debug_info_param where)
{
    tern_pair value;
    value.low = pair->whole.load(order, where).low;
    tern_model_step();
    value.high = pair->whole.load(order, where).high;
    return value;
}

#define tern_pair_load_halves_relaxed(pair) \
    tern_model_pair_load((pair), TERN_MODEL_ORDER("pair_load_halves", relaxed, pair), $)
#define tern_pair_load_halves_acquire(pair) \
    tern_model_pair_load((pair), TERN_MODEL_ORDER("pair_load_halves", acquire, pair), $)

#define tern_pair_load_low_relaxed(pair) \
    ((pair)->whole.load(TERN_MODEL_ORDER("pair_load_low", relaxed, pair), $).low)
#define tern_pair_load_high_relaxed(pair) \
    ((pair)->whole.load(TERN_MODEL_ORDER("pair_load_high", relaxed, pair), $).high)

#define TERN_MODEL_DWCAS(pair, expected, desired, order) \
    (pair)->whole.compare_exchange_strong(               \
        *(expected), (desired), TERN_MODEL_ORDER("dwcas", order, pair), $, rl::mo_relaxed, $)

#define tern_dwcas_relaxed(pair, expected, desired) \
    TERN_MODEL_DWCAS(pair, expected, desired, relaxed)
#define tern_dwcas_acquire(pair, expected, desired) \
    TERN_MODEL_DWCAS(pair, expected, desired, acquire)
#define tern_dwcas_release(pair, expected, desired) \
    TERN_MODEL_DWCAS(pair, expected, desired, release)
#define tern_dwcas_acq_rel(pair, expected, desired) \
    TERN_MODEL_DWCAS(pair, expected, desired, acq_rel)

/* The CAS of one half: the one of a port that has nothing shorter, a load of the other half and
 * then a DWCAS. */
static inline bool tern_model_pair_cas_high(tern_atomic_pair *pair, uint64_t *expected,
                                            uint64_t desired, rl::memory_order order,
                                            rl::debug_info_param where)
{
    tern_pair found, wanted;
    found.low = wanted.low = pair->whole.load(rl::mo_relaxed, where).low;
    found.high = *expected;
    wanted.high = desired;
    tern_model_step();
    bool equal =
        pair->whole.compare_exchange_strong(found, wanted, order, where, rl::mo_relaxed, where);
    *expected = found.high;
    return equal;
}

#define TERN_MODEL_PAIR_CAS_HIGH(pair, expected, desired, order) \
    tern_model_pair_cas_high((pair), (expected), (desired),      \
                             TERN_MODEL_ORDER("pair_cas_high", order, pair), $)

#define tern_pair_cas_high_relaxed(pair, expected, desired) \
    TERN_MODEL_PAIR_CAS_HIGH(pair, expected, desired, relaxed)
#define tern_pair_cas_high_release(pair, expected, desired) \
    TERN_MODEL_PAIR_CAS_HIGH(pair, expected, desired, release)

#endif /* TERN_ARCH_MODEL_DWCAS_H */
