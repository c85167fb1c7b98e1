/*
 * The primitives of <tern/arch/atomic.h> in C11. Include that header, not this one.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_ATOMIC_C11_H
#define TERN_ARCH_ATOMIC_C11_H

#include <stdatomic.h>

#define TERN_ATOMIC(type)            _Atomic(type)
#define TERN_ATOMIC_ALWAYS_LOCK_FREE (ATOMIC_LLONG_LOCK_FREE == 2)

#define TERN_ATOMIC_LOAD(p, order)         atomic_load_explicit((p), memory_order_##order)
#define TERN_ATOMIC_STORE(p, value, order) atomic_store_explicit((p), (value), memory_order_##order)
#define TERN_ATOMIC_RMW(operation, p, value, order) \
    atomic_##operation##_explicit((p), (value), memory_order_##order)
#define TERN_ATOMIC_CAS(strength, p, expected, value, order)                                      \
    atomic_compare_exchange_##strength##_explicit((p), (expected), (value), memory_order_##order, \
                                                  memory_order_relaxed)
#define TERN_ATOMIC_FENCE(order) atomic_thread_fence(memory_order_##order)

#endif /* TERN_ARCH_ATOMIC_C11_H */
