/*
 * The objects that pass through the containers.
 *
 * An object carries a number, repeated in a different form in each further word,
 * so that a torn or partly copied one is recognised. In suites of items it is a pointer
 * instead, to the item of that number, in which the container may use the link.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_OBJECT_H
#define BENCH_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "candidate.h"

/* The objects of one round. */
struct bench_objects {
    size_t size;              /* bytes: 4 to 64, a multiple of 4; a pointer's with items */
    struct bench_item *items; /* by number from 0, or NULL: an object holds its number itself */
    size_t item_count;
};

/* With items: of the numbers up to `most`. 0 or -ENOMEM. */
int bench_objects_create(struct bench_objects *objects, size_t size, bool items, size_t most);
void bench_objects_destroy(struct bench_objects *objects);

/* With 4 bytes the number is cut to 32 bits. */
void bench_object_fill(const struct bench_objects *objects, void *object, uint64_t number);
uint64_t bench_object_number(const struct bench_objects *objects, const void *object);
/* Nothing of it was changed, nor, of an item, anything but the link. */
bool bench_object_intact(const struct bench_objects *objects, const void *object);

/*
 * The window: objects written before the round, which the loops enqueue from and
 * compare with. The objects are numbered 1 to period, over and over, and the
 * window repeats the beginning after its end so that a burst may start anywhere.
 * So no store of the harness is in flight when a container copies an object in.
 *
 * The period shares no divisor with the number of slots of a ring of this
 * capacity: an object that is left over from an earlier lap never looks right.
 * Items are in one place at a time, so those of a burst are all different.
 *
 * Where a worker puts some objects in before the others, the window begins with as many more: what
 * comes out when the object at some place goes in is that many places before it.
 */
size_t bench_window_period(size_t capacity, size_t burst, bool items);
void *bench_window_create(const struct bench_objects *objects, size_t period, size_t burst,
                          size_t before); /* free() it */

/* Zeroed memory on a line boundary, or NULL; free() it. */
void *bench_allocate(size_t count, size_t size);

#endif
