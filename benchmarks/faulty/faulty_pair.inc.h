/*
 * The faulty ring and the faulty stack with one fault (template, see faulty.cpp).
 *
 * SPDX-License-Identifier: MIT
 */

#define BENCH_ADAPTER  FAULT_NAME
#define FAULT_IN_STACK 0
#include "faulty.inc.h"

#define BENCH_ADAPTER  BENCH_JOIN(FAULT_NAME, stack)
#define FAULT_IN_STACK 1
#include "faulty.inc.h"

#undef FAULT
#undef FAULT_NAME
