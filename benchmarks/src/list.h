/*
 * `tern-bench list`
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_LIST_H
#define BENCH_LIST_H

void bench_list_all(void);

#endif
