/*
 * Parses "8" and "1,8,32" with a range, and says what is wrong with them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_LIST_ARGUMENT_H
#define BENCH_LIST_ARGUMENT_H

#include "options.h"

/* A decimal number from least to most; false after a message that names the option. */
bool bench_parse_number(const char *option, const char *text, uint64_t least, uint64_t most,
                        uint64_t *value);

/* A list of such numbers; one named twice is kept once. */
bool bench_parse_list(const char *option, const char *text, uint64_t least, uint64_t most,
                      struct bench_list *list);

/*
 * Calls `each` for every name of a list. Stops at the first that is not
 * BENCH_EXIT_OK and returns that.
 */
int bench_parse_names(const char *option, const char *text, int (*each)(const char *name, void *),
                      void *argument);

#endif
