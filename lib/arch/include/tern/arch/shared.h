/*
 * Plain data that several threads touch, one at a time: the payload of a container.
 *
 * TERN_SHARED(type) declares it, and these read and write it:
 *
 *     tern_shared_read(p)                      one value
 *     tern_shared_write(p, value)
 *     tern_shared_bytes(count, size)           what an array of count elements of size bytes takes
 *     tern_shared_copy_in(array, index, from, count, size)    elements into an array, at index
 *     tern_shared_copy_out(array, index, to, count, size)     elements out of it
 *
 * In a program these are plain accesses and plain copies. Under the model checker every element
 * is a variable that knows who may touch it, so that a missing release or acquire anywhere in a
 * container shows as a data race on its payload.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_SHARED_H
#define TERN_ARCH_SHARED_H

#include <tern/arch/compiler.h>

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef TERN_MODEL
#    include <tern/arch/model/shared.h>
#else

#    define TERN_SHARED(type) type

#    define tern_shared_read(p)         (*(p))
#    define tern_shared_write(p, value) ((void)(*(p) = (value)))

static inline size_t tern_shared_bytes(size_t count, size_t size)
{
    return count * size;
}

/* Beyond this many bytes the C library's copy, which picks the widest registers of the machine,
 * repays its call. */
#    define TERN_COPY_INLINE_MAX        512u

/*
 * Copies whole elements. With a size known at compile time and a multiple of four, a short copy
 * is a loop over 64 bytes and at most one step each of 32, 16, 8 and 4, all of them moves of
 * constant width: a call, or a loop of a run-time step, costs several times as much as such a
 * copy of one to a few dozen elements. Each step goes through registers, so the compiler needs no
 * promise that the two do not overlap.
 */
#    if defined(__GNUC__) && !defined(__clang__)
/* A ring of elements whose size is known at run time picks one of several copies by it. gcc sees
 * the others too, next to the caller's one small object, and warns of copies that never run. */
#        pragma GCC diagnostic push
#        pragma GCC diagnostic ignored "-Warray-bounds"
#        pragma GCC diagnostic ignored "-Wstringop-overflow"
#        pragma GCC diagnostic ignored "-Wstringop-overread"
#        pragma GCC diagnostic ignored "-Wnonnull"
#        ifndef __cplusplus
#            pragma GCC diagnostic ignored "-Wrestrict"
#        endif
#    endif
TERN_ALWAYS_INLINE void tern_copy_elements(unsigned char *to, const unsigned char *from,
                                           size_t count, size_t size)
{
    size_t bytes = count * size;
    if (!__builtin_constant_p(size) || size % 4 != 0 || bytes > TERN_COPY_INLINE_MAX) {
        memcpy(to, from, bytes);
        return;
    }
    for (; bytes >= 64; bytes -= 64, to += 64, from += 64)
        memcpy(to, from, 64);
    for (size_t step = 32; step >= 4; step /= 2) {
        if (size % (2 * step) == 0)
            continue; /* nothing smaller can be left of a multiple of it */
        if (bytes & step) {
            memcpy(to, from, step);
            to += step;
            from += step;
        }
    }
}

TERN_ALWAYS_INLINE void tern_shared_copy_in(void *array, size_t index, const void *from,
                                            size_t count, size_t size)
{
    tern_copy_elements((unsigned char *)array + index * size, (const unsigned char *)from, count,
                       size);
}

TERN_ALWAYS_INLINE void tern_shared_copy_out(const void *array, size_t index, void *to,
                                             size_t count, size_t size)
{
    tern_copy_elements((unsigned char *)to, (const unsigned char *)array + index * size, count,
                       size);
}

#    if defined(__GNUC__) && !defined(__clang__)
#        pragma GCC diagnostic pop
#    endif

#endif /* TERN_MODEL */

#endif /* TERN_ARCH_SHARED_H */
