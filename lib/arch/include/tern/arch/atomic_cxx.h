/*
 * The primitives of <tern/arch/atomic.h> in C++17. Include that header, not this one.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_ATOMIC_CXX_H
#define TERN_ARCH_ATOMIC_CXX_H

#include <atomic>

#define TERN_ATOMIC(type)            std::atomic<type>
#define TERN_ATOMIC_ALWAYS_LOCK_FREE (std::atomic<uint64_t>::is_always_lock_free)

#define TERN_ATOMIC_LOAD(p, order)         (p)->load(std::memory_order_##order)
#define TERN_ATOMIC_STORE(p, value, order) (p)->store((value), std::memory_order_##order)
#define TERN_ATOMIC_RMW(operation, p, value, order) \
    (p)->operation((value), std::memory_order_##order)
#define TERN_ATOMIC_CAS(strength, p, expected, value, order)                          \
    (p)->compare_exchange_##strength(*(expected), (value), std::memory_order_##order, \
                                     std::memory_order_relaxed)
#define TERN_ATOMIC_FENCE(order) std::atomic_thread_fence(std::memory_order_##order)

#endif /* TERN_ARCH_ATOMIC_CXX_H */
