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
    value.high = pair->whole.load(order, where).high;
    return value;
}

#define tern_pair_load_halves_relaxed(pair) tern_model_pair_load((pair), rl::mo_relaxed, $)
#define tern_pair_load_halves_acquire(pair) tern_model_pair_load((pair), rl::mo_acquire, $)

#define tern_pair_load_low_relaxed(pair)  ((pair)->whole.load(rl::mo_relaxed, $).low)
#define tern_pair_load_high_relaxed(pair) ((pair)->whole.load(rl::mo_relaxed, $).high)

#define TERN_MODEL_DWCAS(pair, expected, desired, order)                             \
    (pair)->whole.compare_exchange_strong(*(expected), (desired), rl::mo_##order, $, \
                                          rl::mo_relaxed, $)

#define tern_dwcas_relaxed(pair, expected, desired) \
    TERN_MODEL_DWCAS(pair, expected, desired, relaxed)
#define tern_dwcas_acquire(pair, expected, desired) \
    TERN_MODEL_DWCAS(pair, expected, desired, acquire)
#define tern_dwcas_release(pair, expected, desired) \
    TERN_MODEL_DWCAS(pair, expected, desired, release)
#define tern_dwcas_acq_rel(pair, expected, desired) \
    TERN_MODEL_DWCAS(pair, expected, desired, acq_rel)

#endif /* TERN_ARCH_MODEL_DWCAS_H */
