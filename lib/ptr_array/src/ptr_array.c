/*
 * The external definitions of the pointer array: the same source as the inline ones.
 *
 * SPDX-License-Identifier: MIT
 */
#define TERN_INLINE

#include <tern/ptr_array.h>
