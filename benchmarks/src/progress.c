/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void bench_progress_begin(struct bench_progress *progress, uint64_t total)
{
    progress->shown = isatty(STDERR_FILENO) == 1;
    progress->total = total;
    progress->done = 0;
    progress->began = seconds_now();
}

void bench_progress_show(const struct bench_progress *progress, const char *what)
{
    enum { WIDTH = 24 };
    char bar[WIDTH + 1];

    if (!progress->shown || progress->total == 0)
        return;
    const double part = (double)progress->done / (double)progress->total;
    for (int i = 0; i < WIDTH; i++)
        bar[i] = (i + 1) <= part * WIDTH ? '#' : '.';
    bar[WIDTH] = '\0';
    /* Rounds take longer than they measure: go by what the done ones took, once there are some. */
    const double spent = seconds_now() - progress->began;
    const double left =
        progress->done == 0 ? (double)progress->total * 1e-3 : spent * (1 - part) / part;
    fprintf(stderr, "\r[%s] %3.0f %%  %4.0f s left  %.60s\033[K", bar, part * 100, left, what);
    fflush(stderr);
}

void bench_progress_end(const struct bench_progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
}
