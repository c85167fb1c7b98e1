/*
 * Lets a load of a sampled search go three values back instead of two: include this before
 * model.hpp in a program whose containers may only be misled by a value from two laps ago.
 *
 * How many values of an atomic Relacy keeps, the newest among them, is a constant that all its
 * headers share. A power of two, since it counts values modulo that, beginning with one before 0.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_TESTS_MODEL_HARNESS_HISTORY_HPP
#define TERN_TESTS_MODEL_HARNESS_HISTORY_HPP

#ifdef RL_RELACY_HPP
#    error "include this before Relacy"
#endif

/* What the next one needs, and does not include. */
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <sstream>
#include <stack>
#include <string>
#include <vector>

#include <relacy/defs.hpp>

namespace rl {
size_t const tern_atomic_history_size = 4;
}

#define atomic_history_size tern_atomic_history_size

#endif /* TERN_TESTS_MODEL_HARNESS_HISTORY_HPP */
