/* SPDX-License-Identifier: MIT */
#include "message.h"

#include <stdarg.h>
#include <stdio.h>

void bench_say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("tern-bench: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}
