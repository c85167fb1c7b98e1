/*
 * Objects that say who sent them: the sender in the upper 8 bits, its count from 1 on below.
 *
 * Where several threads send, no window that was filled before the round can tell what comes next
 * (object.h). A stamp is in the first 8 bytes of an object (4 where it has no more: the low ones);
 * the last 4 of a longer one repeat it in another form, so that a torn one is recognised.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_STAMP_H
#define BENCH_STAMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { BENCH_SENDER_SHIFT = 56, BENCH_SENDERS = 256 };

static inline uint64_t bench_stamp(unsigned sender, uint64_t count)
{
    return (uint64_t)sender << BENCH_SENDER_SHIFT | count;
}

static inline unsigned bench_stamp_sender(uint64_t stamp)
{
    return (unsigned)(stamp >> BENCH_SENDER_SHIFT);
}

/* Not linear: neither this nor a sum of it over many stamps is right by accident when some are
 * missing and others there twice. */
static inline uint64_t bench_stamp_mix(uint64_t stamp)
{
    const uint64_t product = stamp * 0x9e3779b97f4a7c15u;
    return product ^ product >> 32;
}

static inline void bench_stamp_write(void *object, size_t size, uint64_t stamp)
{
    memcpy(object, &stamp, size < sizeof stamp ? size : sizeof stamp);
    if (size > sizeof stamp) {
        const uint32_t check = (uint32_t)bench_stamp_mix(stamp);
        memcpy((char *)object + size - sizeof check, &check, sizeof check);
    }
}

/* Sets *torn, and leaves it alone otherwise, when the object is not as it was written. */
static inline uint64_t bench_stamp_read(const void *object, size_t size, bool *torn)
{
    uint64_t stamp = 0;
    memcpy(&stamp, object, size < sizeof stamp ? size : sizeof stamp);
    if (size > sizeof stamp) {
        uint32_t check;
        memcpy(&check, (const char *)object + size - sizeof check, sizeof check);
        if (check != (uint32_t)bench_stamp_mix(stamp))
            *torn = true;
    }
    return stamp;
}

#endif
