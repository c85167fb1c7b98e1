/* SPDX-License-Identifier: MIT */
#include "cores.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>

bool bench_cores_allowed(struct bench_list *cores)
{
    /* Larger than the kernel's own mask, or the call fails. */
    enum { MOST = 8192 };
    cpu_set_t *set = CPU_ALLOC(MOST);
    const size_t bytes = CPU_ALLOC_SIZE(MOST);

    cores->count = 0;
    if (set == NULL)
        return false;
    CPU_ZERO_S(bytes, set);
    if (sched_getaffinity(0, bytes, set) == 0)
        for (unsigned cpu = 0; cpu < MOST && cores->count < BENCH_MAX_VALUES; cpu++)
            if (CPU_ISSET_S(cpu, bytes, set))
                cores->values[cores->count++] = cpu;
    CPU_FREE(set);
    return cores->count != 0;
}

struct physical_core {
    int package, core;
};

static int read_topology(unsigned cpu, const char *what)
{
    char path[96];
    int value = -1;

    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u/topology/%s", cpu, what);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return -1;
    if (fscanf(file, "%d", &value) != 1)
        value = -1;
    fclose(file);
    return value;
}

/* Where the kernel does not tell, a CPU counts as a core of its own. */
static struct physical_core physical_core_of(unsigned cpu)
{
    struct physical_core where = {read_topology(cpu, "physical_package_id"),
                                  read_topology(cpu, "core_id")};
    if (where.core < 0) {
        where.package = -2;
        where.core = (int)cpu;
    }
    return where;
}

unsigned bench_cores_distinct(const struct bench_list *cores, unsigned *cpus, unsigned most)
{
    unsigned count = 0;

    for (unsigned i = 0; i < cores->count && count < most; i++) {
        const struct physical_core core = physical_core_of(cores->values[i]);
        bool taken = false;
        for (unsigned j = 0; j < count; j++) {
            const struct physical_core other = physical_core_of(cpus[j]);
            taken |= other.package == core.package && other.core == core.core;
        }
        if (!taken)
            cpus[count++] = cores->values[i];
    }
    return count;
}
