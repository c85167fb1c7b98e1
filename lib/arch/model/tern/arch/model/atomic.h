/*
 * The primitives of <tern/arch/atomic.h> over Relacy: every access is a point where the checker
 * may switch threads, and orders decide which values a load may see.
 *
 * The order of an operation is an argument here as well, so the test that weakens orders one by
 * one needs no other headers than these.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_MODEL_ATOMIC_H
#define TERN_ARCH_MODEL_ATOMIC_H

/* Relacy turns malloc, free, new, delete and errno into macros of its own: the C++ library comes
 * first, and the containers keep the C library's errno. */
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include <relacy/relacy.hpp>

#undef errno
#define errno (*__errno_location())

#define TERN_ATOMIC(type) rl::atomic<type>

#define TERN_ATOMIC_LOAD(p, order)                  (p)->load(rl::mo_##order, $)
#define TERN_ATOMIC_STORE(p, value, order)          (p)->store((value), rl::mo_##order, $)
#define TERN_ATOMIC_RMW(operation, p, value, order) (p)->operation((value), rl::mo_##order, $)
#define TERN_ATOMIC_CAS(strength, p, expected, value, order) \
    (p)->compare_exchange_##strength(*(expected), (value), rl::mo_##order, $, rl::mo_relaxed, $)
#define TERN_ATOMIC_FENCE(order) rl::atomic_thread_fence(rl::mo_##order, $)

#endif /* TERN_ARCH_MODEL_ATOMIC_H */
