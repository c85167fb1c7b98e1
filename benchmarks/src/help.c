/*
 * The text of `tern-bench run --help`.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

#include "options.h"

void bench_options_help(void)
{
    fputs("Usage: tern-bench run [OPTION]...\n"
          "Measures candidates side by side and verifies what passed through them.\n"
          "Lists are separated by commas. `tern-bench list` says what there is.\n"
          "\n"
          "  --suite S         ring (default) or stack\n"
          "  --scenario S,..   default: all\n"
          "  --candidate C,..  default: all in this build\n"
          "  --burst N,..      objects an operation, 1 to the capacity (default 1,8,32)\n"
          "  --threads N,..    of oversubscribed and many-to-many, 1 to 256 (default\n"
          "                    1,2,4,8,16,32); many-to-many takes 2 and more\n"
          "  --cores N,..      CPUs to use (default: all that this process may use)\n"
          "  --elem-size N,..  bytes, multiples of 4 from 4 to 64 (default 8, and in element-size\n"
          "                    4,8,16,32,64)\n"
          "  --capacity N      objects, 1 to 16777216 (default 1023)\n"
          "  --linkage L       inlined (default), linked (calls into the library), or both\n"
          "  --rounds N        1 to 1000 (default 11)\n"
          "  --seed N          of the order in which candidates take turns, 0 to 4294967295\n"
          "  --quick           5 shorter rounds, threads 2,16: less than two minutes in all\n"
          "  --full            15 rounds, threads to 64; bursts of 1 to 16, 32, 64, 128, 256\n"
          "                    (1,8,32 in the scenarios that have a further dimension); without "
          "--cores\n"
          "                    oversubscribed runs on one core as well as on all\n"
          "  --format F        table (default), json or csv\n"
          "  --output FILE     write the chosen format to FILE, and the table to stdout\n"
          "  --help            this text\n"
          "\n"
          "What does not apply to a scenario is 1 there: the burst of empty, the threads\n"
          "of one-thread. core-to-core always has 2 threads.\n"
          "cost is elapsed TSC cycles divided by the objects dequeued by all threads\n"
          "together, the median over the rounds; lower is better. A candidate that fails\n"
          "the verification has no row in JSON and CSV.\n"
          "\n"
          "Exit status: 0; 1 a candidate lost, doubled or changed an object; 2 wrong\n"
          "arguments; 3 a named candidate is not in this build; 4 the run itself failed\n"
          "(memory, threads, output). SIGINT and SIGTERM end the current round: what was\n"
          "measured until then is printed, and the status is 128 plus the signal's number\n"
          "(130, 143).\n",
          stdout);
}
