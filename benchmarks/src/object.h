/*
 * The objects that pass through the containers.
 *
 * An object carries a number, repeated in a different form in each further word,
 * so that a torn or partly copied one is recognised.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_OBJECT_H
#define BENCH_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* size: 4 bytes to 64, a multiple of 4. With 4 bytes the number is cut to 32 bits. */
void bench_object_fill(void *object, size_t size, uint64_t number);
uint64_t bench_object_number(const void *object, size_t size);
bool bench_object_intact(const void *object, size_t size);

/*
 * The window: objects written before the round, which the loops enqueue from and
 * compare with. The objects are numbered 1 to period, over and over, and the
 * window repeats the beginning after its end so that a burst may start anywhere.
 * So no store of the harness is in flight when a container copies an object in.
 *
 * The period shares no divisor with the number of slots of a ring of this
 * capacity: an object that is left over from an earlier lap never looks right.
 */
size_t bench_window_period(size_t capacity);
void *bench_window_create(size_t period, size_t burst, size_t elem_size); /* free() it */

/* Zeroed memory on a line boundary, or NULL; free() it. */
void *bench_allocate(size_t count, size_t size);

#endif
