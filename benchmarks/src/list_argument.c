/* SPDX-License-Identifier: MIT */
#include "list_argument.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

bool bench_parse_number(const char *option, const char *text, uint64_t least, uint64_t most,
                        uint64_t *value)
{
    char *end;
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);
    /* strtoull takes signs and blanks, and lets "-1" wrap round. */
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || number < least ||
        number > most) {
        bench_say("--%s '%s': not a number from %" PRIu64 " to %" PRIu64, option, text, least,
                  most);
        return false;
    }
    *value = number;
    return true;
}

int bench_parse_names(const char *option, const char *text, int (*each)(const char *name, void *),
                      void *argument)
{
    char *copy = strdup(text);
    char *rest = copy, *name;
    int status = BENCH_EXIT_OK;

    if (copy == NULL)
        return BENCH_EXIT_FAILURE;
    while (status == BENCH_EXIT_OK && (name = strsep(&rest, ",")) != NULL) {
        if (*name == '\0') {
            bench_say("--%s '%s': an empty place in the list", option, text);
            status = BENCH_EXIT_USAGE;
        } else {
            status = each(name, argument);
        }
    }
    free(copy);
    return status;
}

struct number_list {
    const char *option;
    uint64_t least, most;
    struct bench_list *list;
};

static int add_number(const char *text, void *argument)
{
    const struct number_list *numbers = argument;
    struct bench_list *list = numbers->list;
    uint64_t value;

    if (!bench_parse_number(numbers->option, text, numbers->least, numbers->most, &value))
        return BENCH_EXIT_USAGE;
    for (unsigned i = 0; i < list->count; i++)
        if (list->values[i] == value)
            return BENCH_EXIT_OK;
    if (list->count == BENCH_MAX_VALUES) {
        bench_say("--%s: more than %d values", numbers->option, BENCH_MAX_VALUES);
        return BENCH_EXIT_USAGE;
    }
    list->values[list->count++] = (unsigned)value;
    return BENCH_EXIT_OK;
}

bool bench_parse_list(const char *option, const char *text, uint64_t least, uint64_t most,
                      struct bench_list *list)
{
    struct number_list numbers = {option, least, most, list};
    list->count = 0;
    return bench_parse_names(option, text, add_number, &numbers) == BENCH_EXIT_OK;
}
