/*
 * The primitives of <tern/arch/atomic.h> over Relacy: every access is a point where the checker
 * may switch threads, and orders decide which values a load may see.
 *
 * The order of an operation is an argument here as well, and a test may change it: see watch.h.
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

#include <tern/arch/model/watch.h>

#undef errno
#define errno (*__errno_location())

#define TERN_ATOMIC(type) rl::atomic<type>

#define TERN_ATOMIC_LOAD(p, order) (p)->load(TERN_MODEL_ORDER("load", order, p), $)
#define TERN_ATOMIC_STORE(p, value, order) \
    (p)->store((value), TERN_MODEL_ORDER("store", order, p), $)
#define TERN_ATOMIC_RMW(operation, p, value, order) \
    (p)->operation((value), TERN_MODEL_ORDER(#operation, order, p), $)
#define TERN_ATOMIC_CAS(strength, p, expected, value, order) \
    (p)->compare_exchange_##strength(                        \
        *(expected), (value), TERN_MODEL_ORDER("cas_" #strength, order, p), $, rl::mo_relaxed, $)
#define TERN_ATOMIC_FENCE(order) tern_model_fence(TERN_MODEL_ORDER("fence", order, ), $)

#endif /* TERN_ARCH_MODEL_ATOMIC_H */
