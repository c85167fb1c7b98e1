/*
 * What the compilers call differently: one name each.
 *
 * TERN_INLINE is the linkage of every public function of a component. By default it is
 * `static inline`; the one source file of a component's library defines it as nothing before it
 * includes the header, which gives the library its external definitions; a user who defines
 * TERN_NO_INLINE sees prototypes only and links that library. Nothing is written twice.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_COMPILER_H
#define TERN_ARCH_COMPILER_H

#ifdef __cplusplus
#    define TERN_EXTERN_C_BEGIN                    extern "C" {
#    define TERN_EXTERN_C_END                      }
#    define TERN_ALIGNAS(bytes)                    alignas(bytes)
#    define TERN_STATIC_ASSERT(condition, message) static_assert(condition, message)
#else
#    define TERN_EXTERN_C_BEGIN
#    define TERN_EXTERN_C_END
#    define TERN_ALIGNAS(bytes)                    _Alignas(bytes)
#    define TERN_STATIC_ASSERT(condition, message) _Static_assert(condition, message)
#endif

#ifndef TERN_INLINE
#    ifdef TERN_NO_INLINE
#        define TERN_INLINE
#    else
#        define TERN_INLINE static inline
#    endif
#endif

#if defined(__GNUC__) || defined(__clang__)
#    define TERN_LIKELY(condition)   __builtin_expect(!!(condition), 1)
#    define TERN_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
/* A shape that is written once and meant to fold into each of its callers. */
#    define TERN_ALWAYS_INLINE static inline __attribute__((always_inline))
/* The rare half of a function, kept out of the way of the frequent half. Not `cold`: rare is no
 * reason for gcc to trade its speed for its size. */
#    define TERN_OUT_OF_LINE static __attribute__((noinline, unused))
#else
#    error "Tern needs the inline assembly and the attributes of gcc or clang"
#endif

/*
 * A moment in the middle of an operation at which a test may stop, end or kill the thread: nothing,
 * unless the test defines it before it includes the container.
 */
#ifndef TERN_TEST_POINT
#    define TERN_TEST_POINT(name) ((void)0)
#endif

/*
 * A check that would cost a hot path: aborts with file and line under TERN_DEBUG, is nothing
 * otherwise. TERN_DEBUG never changes a layout, so objects built with and without it can share
 * a container.
 */
#ifdef TERN_DEBUG
#    include <stdio.h>
#    include <stdlib.h>
#    define TERN_CHECK(condition)                                                                \
        do {                                                                                     \
            if (TERN_UNLIKELY(!(condition))) {                                                   \
                fprintf(stderr, "%s:%d: misuse of tern: %s does not hold\n", __FILE__, __LINE__, \
                        #condition);                                                             \
                abort();                                                                         \
            }                                                                                    \
        } while (0)
#else
#    define TERN_CHECK(condition) ((void)0)
#endif

/* A place where a test may stop a thread in the middle of an operation: a test defines this before
 * it includes anything; in a program it is nothing. */
#ifndef TERN_TEST_POINT
#    define TERN_TEST_POINT(name) ((void)0)
#endif

#endif /* TERN_ARCH_COMPILER_H */
