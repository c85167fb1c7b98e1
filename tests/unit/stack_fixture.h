/*
 * What the unit tests of the intrusive stacks share: the flavours to go through, and objects that
 * notice when anything but their link is touched.
 */
#ifndef STACK_FIXTURE_H
#define STACK_FIXTURE_H

#include "test.h"

#include <tern/stack.h>
#include <tern/stack_locked.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { OBJECTS = 64 };

struct object {
    uint64_t before;
    struct tern_stack_node node;
    uint64_t after;
};

static struct object objects[OBJECTS];

static inline struct object *object_of(struct tern_stack_node *node)
{
    return TERN_STACK_OBJECT(node, struct object, node);
}

/* Links that point nowhere: nothing may follow one before the node is pushed. */
static inline void objects_begin(void)
{
    for (size_t i = 0; i < OBJECTS; i++) {
        objects[i].before = i * 3;
        objects[i].after = ~(uint64_t)i;
        memset((void *)&objects[i].node, 0xA5, sizeof objects[i].node);
    }
}

static inline void objects_check(void)
{
    for (size_t i = 0; i < OBJECTS; i++) {
        CHECK_EQ(objects[i].before, i * 3);
        CHECK_EQ(objects[i].after, ~(uint64_t)i);
    }
}

/* The number of the object that a node lies in; -1 for NULL. */
static inline int number(struct tern_stack_node *node)
{
    return node == NULL ? -1 : (int)(object_of(node) - objects);
}

/* A chain of the objects first, first + step ... n of them, ready for push_chain. */
static inline void link_objects(size_t first, size_t n)
{
    for (size_t i = 0; i + 1 < n; i++)
        tern_stack_link(&objects[first + i].node, &objects[first + i + 1].node);
}

/* Expects the chain to be the objects of the list, which ends with -1, and then NULL. */
static inline void chain_check(struct tern_stack_node *chain, const int *expected)
{
    for (; *expected >= 0; expected++) {
        CHECK_EQ(number(chain), *expected);
        chain = tern_stack_next(chain);
    }
    CHECK_EQ(chain, NULL);
}

#endif
