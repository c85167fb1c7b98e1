/*
 * Tern's ring in one mode, for all element sizes it has (template, see ring.c).
 *
 * SPDX-License-Identifier: MIT
 */

/* Two levels, as ever, so that the arguments are expanded before they are joined. */
#define RING_ADAPTER_(mode, size) mode##_##size
#define RING_ADAPTER(mode, size)  RING_ADAPTER_(mode, size)

#define BENCH_ADAPTER   RING_ADAPTER(RING_MODE, 4)
#define BENCH_ELEM_SIZE 4
#define BENCH_UNIT      uint32_t
#define RING_TYPE       bench_ring_4
#include "ring_typed.inc.h"

#define BENCH_ADAPTER   RING_ADAPTER(RING_MODE, 8)
#define BENCH_ELEM_SIZE 8
#define BENCH_UNIT      uint64_t
#define RING_TYPE       bench_ring_8
#include "ring_typed.inc.h"

#if RING_SIZES == RING_SIZES_ANY
#    define BENCH_ADAPTER   RING_ADAPTER(RING_MODE, 16)
#    define BENCH_ELEM_SIZE 16
#    define BENCH_UNIT      struct bench_object_16
#    define RING_TYPE       bench_ring_16
#    include "ring_typed.inc.h"

#    define BENCH_ADAPTER   RING_ADAPTER(RING_MODE, 32)
#    define BENCH_ELEM_SIZE 32
#    define BENCH_UNIT      struct bench_object_32
#    define RING_TYPE       bench_ring_32
#    include "ring_typed.inc.h"

#    define BENCH_ADAPTER   RING_ADAPTER(RING_MODE, 64)
#    define BENCH_ELEM_SIZE 64
#    define BENCH_UNIT      struct bench_object_64
#    define RING_TYPE       bench_ring_64
#    include "ring_typed.inc.h"

#    define BENCH_ADAPTER   RING_ADAPTER(RING_MODE, any)
#    define BENCH_ELEM_SIZE 0
#    define BENCH_UNIT      unsigned char
#    include "ring_any.inc.h"
#endif

#undef RING_ADAPTER
#undef RING_ADAPTER_
#undef RING_MODE
#undef RING_SYNC
#undef RING_SIZES
#undef RING_ENQUEUE_ALL
#undef BENCH_RING_SHARING
