/*
 * The external definitions of the ring: the same source as the inline ones.
 *
 * SPDX-License-Identifier: MIT
 */
#define TERN_INLINE

#include <tern/ring.h>
