/*
 * Atomics with the memory order in the name of the operation.
 *
 * One type a width, tern_atomic_u64 and so on, is `_Atomic` in C, `std::atomic` in C++ (the same
 * layout, checked below) and `rl::atomic` under the model checker; TERN_ATOMIC(type) makes
 * others. The accessors are macros over the three, so that one source serves a C program, a C++
 * program and the proof:
 *
 *     operation                              orders in the name
 *     tern_load_ORDER(p)                     relaxed, acquire, seq_cst
 *     tern_store_ORDER(p, value)             relaxed, release, seq_cst
 *     tern_exchange_ORDER(p, value)          relaxed, acquire, release, acq_rel, seq_cst
 *     tern_fetch_add_ORDER(p, value)         the same five
 *     tern_fetch_sub_ORDER(p, value)         the same five
 *     tern_fetch_and_ORDER(p, value)         the same five
 *     tern_fetch_or_ORDER(p, value)          the same five
 *     tern_cas_weak_ORDER(p, expected, v)    the same five
 *     tern_cas_strong_ORDER(p, expected, v)  the same five
 *     tern_fence_ORDER()                     acquire, release, acq_rel, seq_cst
 *
 * `p` is a pointer to the atomic, `expected` a pointer to a plain value which a failed CAS
 * overwrites with what it found. The load of a failed CAS is relaxed in every flavour: a loop
 * that goes on from what it found loads again with the order it needs, and says so. A weak CAS
 * may fail for no reason and belongs in a loop.
 *
 * Of less than 32 bits, loads and stores are all that a container may use: to read, modify and
 * write them at once, gcc before 13 calls libatomic on riscv64.
 *
 * There is deliberately no default order, and no operation without one: an order that is not
 * written down has not been thought about. An atomic word is always accessed at its full width;
 * mixed widths on one word are outside the memory model of the language.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_ATOMIC_H
#define TERN_ARCH_ATOMIC_H

#include <tern/arch/compiler.h>

#include <stddef.h>
#include <stdint.h>

/*
 * The three languages. Each says what an atomic of a type is, and has the primitive operations
 * with the order as a suffix.
 */
#if defined(TERN_MODEL)
#    include <tern/arch/model/atomic.h>
#elif defined(__cplusplus)
#    include <tern/arch/atomic_cxx.h>
#else
#    include <tern/arch/atomic_c11.h>
#endif

typedef TERN_ATOMIC(uint8_t) tern_atomic_u8;
typedef TERN_ATOMIC(uint32_t) tern_atomic_u32;
typedef TERN_ATOMIC(uint64_t) tern_atomic_u64;
typedef TERN_ATOMIC(size_t) tern_atomic_size;
typedef TERN_ATOMIC(void *) tern_atomic_ptr;

#ifndef TERN_MODEL
/* An atomic with a lock inside would work in one process only. */
TERN_STATIC_ASSERT(TERN_ATOMIC_ALWAYS_LOCK_FREE, "64-bit atomics of this target take a lock");
/* A C and a C++ program may share a container, and so may a program and a library. */
TERN_STATIC_ASSERT(sizeof(tern_atomic_u8) == 1, "an atomic byte is a byte");
TERN_STATIC_ASSERT(sizeof(tern_atomic_u32) == 4, "an atomic of 32 bits has no extra word");
TERN_STATIC_ASSERT(sizeof(tern_atomic_u64) == 8, "an atomic of 64 bits has no extra word");
TERN_STATIC_ASSERT(sizeof(tern_atomic_size) == sizeof(size_t), "the same for a size");
TERN_STATIC_ASSERT(sizeof(tern_atomic_ptr) == sizeof(void *), "the same for a pointer");
#endif

#define tern_load_relaxed(p) TERN_ATOMIC_LOAD(p, relaxed)
#define tern_load_acquire(p) TERN_ATOMIC_LOAD(p, acquire)
#define tern_load_seq_cst(p) TERN_ATOMIC_LOAD(p, seq_cst)

#define tern_store_relaxed(p, value) TERN_ATOMIC_STORE(p, value, relaxed)
#define tern_store_release(p, value) TERN_ATOMIC_STORE(p, value, release)
#define tern_store_seq_cst(p, value) TERN_ATOMIC_STORE(p, value, seq_cst)

#define tern_exchange_relaxed(p, value) TERN_ATOMIC_RMW(exchange, p, value, relaxed)
#define tern_exchange_acquire(p, value) TERN_ATOMIC_RMW(exchange, p, value, acquire)
#define tern_exchange_release(p, value) TERN_ATOMIC_RMW(exchange, p, value, release)
#define tern_exchange_acq_rel(p, value) TERN_ATOMIC_RMW(exchange, p, value, acq_rel)
#define tern_exchange_seq_cst(p, value) TERN_ATOMIC_RMW(exchange, p, value, seq_cst)

#define tern_fetch_add_relaxed(p, value) TERN_ATOMIC_RMW(fetch_add, p, value, relaxed)
#define tern_fetch_add_acquire(p, value) TERN_ATOMIC_RMW(fetch_add, p, value, acquire)
#define tern_fetch_add_release(p, value) TERN_ATOMIC_RMW(fetch_add, p, value, release)
#define tern_fetch_add_acq_rel(p, value) TERN_ATOMIC_RMW(fetch_add, p, value, acq_rel)
#define tern_fetch_add_seq_cst(p, value) TERN_ATOMIC_RMW(fetch_add, p, value, seq_cst)

#define tern_fetch_sub_relaxed(p, value) TERN_ATOMIC_RMW(fetch_sub, p, value, relaxed)
#define tern_fetch_sub_acquire(p, value) TERN_ATOMIC_RMW(fetch_sub, p, value, acquire)
#define tern_fetch_sub_release(p, value) TERN_ATOMIC_RMW(fetch_sub, p, value, release)
#define tern_fetch_sub_acq_rel(p, value) TERN_ATOMIC_RMW(fetch_sub, p, value, acq_rel)
#define tern_fetch_sub_seq_cst(p, value) TERN_ATOMIC_RMW(fetch_sub, p, value, seq_cst)

#define tern_fetch_and_relaxed(p, value) TERN_ATOMIC_RMW(fetch_and, p, value, relaxed)
#define tern_fetch_and_acquire(p, value) TERN_ATOMIC_RMW(fetch_and, p, value, acquire)
#define tern_fetch_and_release(p, value) TERN_ATOMIC_RMW(fetch_and, p, value, release)
#define tern_fetch_and_acq_rel(p, value) TERN_ATOMIC_RMW(fetch_and, p, value, acq_rel)
#define tern_fetch_and_seq_cst(p, value) TERN_ATOMIC_RMW(fetch_and, p, value, seq_cst)

#define tern_fetch_or_relaxed(p, value) TERN_ATOMIC_RMW(fetch_or, p, value, relaxed)
#define tern_fetch_or_acquire(p, value) TERN_ATOMIC_RMW(fetch_or, p, value, acquire)
#define tern_fetch_or_release(p, value) TERN_ATOMIC_RMW(fetch_or, p, value, release)
#define tern_fetch_or_acq_rel(p, value) TERN_ATOMIC_RMW(fetch_or, p, value, acq_rel)
#define tern_fetch_or_seq_cst(p, value) TERN_ATOMIC_RMW(fetch_or, p, value, seq_cst)

#define tern_cas_weak_relaxed(p, expected, value) TERN_ATOMIC_CAS(weak, p, expected, value, relaxed)
#define tern_cas_weak_acquire(p, expected, value) TERN_ATOMIC_CAS(weak, p, expected, value, acquire)
#define tern_cas_weak_release(p, expected, value) TERN_ATOMIC_CAS(weak, p, expected, value, release)
#define tern_cas_weak_acq_rel(p, expected, value) TERN_ATOMIC_CAS(weak, p, expected, value, acq_rel)
#define tern_cas_weak_seq_cst(p, expected, value) TERN_ATOMIC_CAS(weak, p, expected, value, seq_cst)

#define tern_cas_strong_relaxed(p, expected, value) \
    TERN_ATOMIC_CAS(strong, p, expected, value, relaxed)
#define tern_cas_strong_acquire(p, expected, value) \
    TERN_ATOMIC_CAS(strong, p, expected, value, acquire)
#define tern_cas_strong_release(p, expected, value) \
    TERN_ATOMIC_CAS(strong, p, expected, value, release)
#define tern_cas_strong_acq_rel(p, expected, value) \
    TERN_ATOMIC_CAS(strong, p, expected, value, acq_rel)
#define tern_cas_strong_seq_cst(p, expected, value) \
    TERN_ATOMIC_CAS(strong, p, expected, value, seq_cst)

#define tern_fence_acquire() TERN_ATOMIC_FENCE(acquire)
#define tern_fence_release() TERN_ATOMIC_FENCE(release)
#define tern_fence_acq_rel() TERN_ATOMIC_FENCE(acq_rel)
#define tern_fence_seq_cst() TERN_ATOMIC_FENCE(seq_cst)

#endif /* TERN_ARCH_ATOMIC_H */
