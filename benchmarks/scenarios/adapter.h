/*
 * What every adapter needs before it defines its operations for loops.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_ADAPTER_H
#define BENCH_ADAPTER_H

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "../src/candidate.h"
#include "../src/cpu.h"

/* BENCH(name) is the name prefixed for the current inclusion of loops.h. */
#define BENCH_JOIN_(prefix, name) prefix##_##name
#define BENCH_JOIN(prefix, name)  BENCH_JOIN_(prefix, name)
#define BENCH(name)               BENCH_JOIN(BENCH_ADAPTER, name)

/* An object of the containers of pointers. */
typedef void *bench_pointer;

/* Objects of the sizes that most adapters know at compile time, beside uint32_t and uint64_t. */
struct bench_object_16 {
    uint64_t words[2];
};
struct bench_object_32 {
    uint64_t words[4];
};
struct bench_object_64 {
    uint64_t words[8];
};

/* Of latency: cycles until the first object is due. */
#define BENCH_LATENCY_LEAD 1000000u

#define BENCH_ONE_THREAD   0
#define BENCH_ONE_TO_ONE   1
#define BENCH_MANY_TO_MANY 2

/*
 * Objects are checked with loads no wider than a container's narrowest stores: a
 * wide load from several narrow stores still in flight stalls the core, and would
 * charge the harness's vector code to the containers that copy one by one.
 */
#define BENCH_KEEP_SCALAR(value) __asm__("" : "+r"(value))

#if defined(__clang__)
#    define BENCH_UNROLL _Pragma("unroll(4)")
#else
#    define BENCH_UNROLL _Pragma("GCC unroll 4")
#endif

static inline uint64_t bench_difference_32(const void *a, const void *b)
{
    uint32_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x ^ y;
}

static inline uint64_t bench_difference_64(const void *a, const void *b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x ^ y;
}

/* The bit where it applies; C++ warns of an enumerator in a conditional expression. */
static inline unsigned bench_fault_if(bool found, enum bench_fault fault)
{
    return found ? (unsigned)fault : 0u;
}

static inline bool bench_stopped(const struct bench_worker *worker)
{
    return __atomic_load_n(&worker->control->stop, __ATOMIC_RELAXED) != 0;
}

/*
 * A loop into which everything is inlined that it calls. A user's operation is inlined where he has
 * one call of it; here each has a dozen, and the compiler would leave some of them calls: how many
 * and of which container would depend on how many scenarios there are.
 */
#define BENCH_HOT_LOOP static __attribute__((flatten))

/* After a try that found nothing to do: failures in a row so far. */
static inline void bench_give_way(unsigned *failures)
{
    enum { TRIES = 64 }; /* a few microseconds */
    if (++*failures % TRIES == 0)
        sched_yield();
    else
        bench_pause();
}

/* How many bursts to do between two looks at the stop flag: about 256 objects' worth. */
static inline unsigned bench_stride_of_looks(size_t burst)
{
    return (unsigned)(256 / burst + 1);
}

#endif
