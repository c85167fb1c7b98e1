/*
 * The external definitions of the inlined half: the same source.
 *
 * SPDX-License-Identifier: MIT
 */
#define TERN_INLINE

#include <tern/freelist.h>
