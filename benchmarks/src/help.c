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
          "  --suite S         ring (default), stack, ptr_array or freelist\n"
          "  --scenario S,..   default: all of the suite\n"
          "  --candidate C,..  default: all in this build\n"
          "  --burst N,..      objects an operation, 1 to the capacity (default 1,8,32, and\n"
          "                    8 in frozen-peer)\n"
          "  --threads N,..    of oversubscribed, many-to-many and frozen-peer, 1 to 256\n"
          "                    (default 1,2,4,8,16,32, and 2 in frozen-peer); the latter\n"
          "                    two need 2\n"
          "  --cores N,..      CPUs to use (default: all that this process may use)\n"
          "  --elem-size N,..  bytes, multiples of 4 from 4 to 64 (default 8, and in\n"
          "                    element-size 4,8,16,32,64); many-to-many needs 8. In freelist\n"
          "                    multiples of 8 from 16 to 65536 (default 64)\n"
          "  --capacity N,..   objects, 1 to 16777216 (default 1023)\n"
          "  --linkage L       inlined (default), linked (calls into the library), or both\n"
          "  --milliseconds N  length of a round, 1 to 60000, instead of each scenario's own\n"
          "  --rate N          objects a second that latency offers, 100 to 100000000\n"
          "                    (default 1000000)\n"
          "  --rounds N        1 to 1000 (default 11)\n"
          "  --seed N          of the order in which candidates take turns and of random\n"
          "                    moments, 0 to 4294967295\n"
          "  --quick           5 shorter rounds, threads 2,16: about two minutes in all\n"
          "  --full            15 rounds, threads to 64; bursts of 1 to 16, 32, 64, 128,\n"
          "                    256 (1,8,32 in scenarios over threads or sizes); without\n"
          "                    --cores oversubscribed runs on one core as well as on all\n"
          "  --format F        table (default), json or csv\n"
          "  --output FILE     write the chosen format to FILE, and the table to stdout\n"
          "  --help            this text\n"
          "\n"
          "What does not apply to a scenario is 1 there: the burst of empty and latency,\n"
          "the threads of one-thread. core-to-core, latency and cross-thread always have\n"
          "2 threads, and bulk-out-in has a burst of 512.\n"
          "cost is elapsed TSC cycles divided by the objects dequeued by all threads\n"
          "together, the median over the rounds; lower is better. frozen-peer measures\n"
          "beside it, over all threads but the frozen one: stalls, calls longer than 1 ms;\n"
          "longest, the longest call; held, stalls that lasted until the frozen thread went\n"
          "on; and the cost, the stalls and the longest call of as long a time in which\n"
          "nobody is frozen (..._baseline). latency measures percentiles and the maximum.\n"
          "A candidate that fails the verification has no row in JSON and CSV.\n"
          "\n"
          "Exit status: 0; 1 a candidate lost, doubled or changed an object, or did not\n"
          "return from a call; 2 wrong arguments; 3 a named candidate is not in this\n"
          "build; 4 the run itself failed (memory, threads, output). SIGINT and SIGTERM\n"
          "end the current round: what was measured until then is printed, and the status\n"
          "is 128 plus the signal's number (130, 143).\n",
          stdout);
}
