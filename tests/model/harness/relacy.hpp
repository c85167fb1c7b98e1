/*
 * What each model test compiles before its own first line: Relacy, and before it the headers that
 * use words which Relacy turns into macros. Precompiled once for all programs.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_TESTS_MODEL_RELACY_HPP
#define TERN_TESTS_MODEL_RELACY_HPP

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <new>
#include <queue>
#include <set>
#include <sstream>
#include <stack>
#include <string>
#include <type_traits>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "random.hpp"

#include <relacy/relacy.hpp>

#endif /* TERN_TESTS_MODEL_RELACY_HPP */
