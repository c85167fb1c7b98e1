/*
 * Messages of the program to its user, on stderr, prefixed by its name.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_MESSAGE_H
#define BENCH_MESSAGE_H

void bench_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
