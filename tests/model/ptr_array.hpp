/*
 * What the models of the pointer array share: an array in checked memory, with a pool of blocks
 * for its resizes, and items whose payload Relacy watches.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_TESTS_MODEL_PTR_ARRAY_HPP
#define TERN_TESTS_MODEL_PTR_ARRAY_HPP

#include "model.hpp"

#include <tern/arch/shared.h>
#include <tern/ptr_array.h>

#include <cstddef>
#include <cstdint>

namespace model {

constexpr tern_ptr_array_flavour raw = TERN_PTR_ARRAY_RAW, locked = TERN_PTR_ARRAY_LOCKED;

template <size_t most_slots> struct checked_array {
    struct TERN_CACHE_ALIGNED {
        tern_ptr_array array;
        tern_atomic_ptr slots[most_slots];
    } memory;

    /* Memory for blocks, as the allocate hook hands it out. */
    struct TERN_CACHE_ALIGNED block {
        tern_ptr_array_block block;
        tern_atomic_ptr slots[most_slots];
    } blocks[2];
    size_t blocks_used;

    tern_ptr_array *get()
    {
        return &memory.array;
    }

    static void *allocate(void *context, size_t, size_t)
    {
        checked_array *self = static_cast<checked_array *>(context);
        return self->blocks_used < 2 ? &self->blocks[self->blocks_used++] : nullptr;
    }

    static void release(void *, void *) {}

    void init(size_t size, size_t batch, tern_ptr_array_flavour producer,
              tern_ptr_array_flavour consumer)
    {
        tern_ptr_array_options options = {};
        options.size = size;
        options.clear_batch = batch;
        options.producer = producer;
        options.consumer = consumer;
        options.allocate = allocate;
        options.release = release;
        options.context = this;
        blocks_used = 0;
        RL_ASSERT(tern_ptr_array_init(get(), SIZE_MAX, &options) == 0);
    }
};

} // namespace model

#endif /* TERN_TESTS_MODEL_PTR_ARRAY_HPP */
