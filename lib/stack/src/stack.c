/*
 * The external definitions of the stacks: the same source as the inline ones.
 *
 * SPDX-License-Identifier: MIT
 */
#define TERN_INLINE

#include <tern/stack.h>
#include <tern/stack_bounded.h>
#include <tern/stack_locked.h>
