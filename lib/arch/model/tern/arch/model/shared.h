/*
 * Payload under the model checker: one checked variable an element, of 4 or 8 bytes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_MODEL_SHARED_H
#define TERN_ARCH_MODEL_SHARED_H

#include <tern/arch/model/atomic.h>

#define TERN_SHARED(type) rl::var<type>

#define tern_shared_read(p)         ((*(p))($).load())
#define tern_shared_write(p, value) ((*(p))($).store(value))

static inline size_t tern_shared_bytes(size_t count, size_t size)
{
    return count * (size == 4 ? sizeof(rl::var<uint32_t>) : sizeof(rl::var<uint64_t>));
}

template <typename element>
void tern_model_copy_in(void *array, size_t index, const void *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        tern_shared_write(static_cast<rl::var<element> *>(array) + index + i,
                          static_cast<const element *>(from)[i]);
}

template <typename element>
void tern_model_copy_out(const void *array, size_t index, void *to, size_t count)
{
    for (size_t i = 0; i < count; i++)
        static_cast<element *>(to)[i] =
            tern_shared_read(static_cast<const rl::var<element> *>(array) + index + i);
}

static inline void tern_shared_copy_in(void *array, size_t index, const void *from, size_t count,
                                       size_t size)
{
    RL_VERIFY(size == 4 || size == 8);
    if (size == 4)
        tern_model_copy_in<uint32_t>(array, index, from, count);
    else
        tern_model_copy_in<uint64_t>(array, index, from, count);
}

static inline void tern_shared_copy_out(const void *array, size_t index, void *to, size_t count,
                                        size_t size)
{
    RL_VERIFY(size == 4 || size == 8);
    if (size == 4)
        tern_model_copy_out<uint32_t>(array, index, to, count);
    else
        tern_model_copy_out<uint64_t>(array, index, to, count);
}

#endif /* TERN_ARCH_MODEL_SHARED_H */
