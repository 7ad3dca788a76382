// SPDX-License-Identifier: MIT OR Apache-2.0
#include <errno.h>
#include <math.h>
#include <sched.h>
#include <unistd.h>

#include "core/par/pool.h"
#include "core/sys/cgroup.h"

/* CPUs in this thread's affinity mask; machines with more CPUs than cpu_set_t holds need a larger set. */
static size_t affinity_count(void) {
    for (size_t cpus_n = 1024; cpus_n <= 1024 * 64; cpus_n *= 4) {
        cpu_set_t *set = CPU_ALLOC(cpus_n);
        if (set == NULL) {
            break;
        }
        const size_t set_bytes = CPU_ALLOC_SIZE(cpus_n);
        const int code = sched_getaffinity(0, set_bytes, set);
        const bool is_too_small = code != 0 && errno == EINVAL;
        const int found = code == 0 ? CPU_COUNT_S(set_bytes, set) : 0;
        CPU_FREE(set);
        if (!is_too_small) {
            if (found > 0) {
                return (size_t)found;
            }
            break;
        }
    }
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (size_t)online : 1;
}

size_t sl_cpu_count(void) {
    size_t n = affinity_count();
    sl_cgroup_limits limits;
    sl_cgroup_read(&limits, "");
    if (limits.cpus > 0 && ceil(limits.cpus) < (double)n) {
        n = (size_t)ceil(limits.cpus); /* half a CPU more is worth a thread */
    }
    return n < 1 ? 1 : n > SL_POOL_THREADS_MAX ? SL_POOL_THREADS_MAX : n;
}
