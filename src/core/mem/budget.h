// SPDX-License-Identifier: MIT OR Apache-2.0
/* How much memory this process may take. */
#ifndef SL_CORE_MEM_BUDGET_H
#define SL_CORE_MEM_BUDGET_H

#include "core/base/compat.h"

typedef struct sl_budget {
    uint64_t bytes;     /* 0: no limit is known */
    const char *reason; /* "configured", "control group", "address space", "available memory", "no limit"; static */
} sl_budget;

/*
 * The smallest of these, anew at each call: `configured` (0: none), and each less a margin the limit of the control
 * group, what the machine has available, and what RLIMIT_AS leaves beyond the mappings there are. Memory that this
 * process holds counts as available to it. The margin, an eighth and at most 512 MiB, is for what others on the machine
 * will want next, and for mappings that are no memory yet. `root` as for sl_cgroup_read. Threads: any.
 */
void sl_budget_read(sl_budget *out, uint64_t configured, const char *root);

/*
 * What a process takes beside its large buffers, at most: small allocations, its threads' stacks, tables of the C
 * library. A ceiling for the process is one for the buffers plus this. Threads of the pool, the caller's included.
 */
SL_INLINE uint64_t sl_budget_overhead(size_t threads_n) {
    return ((uint64_t)8 << 20) + ((uint64_t)threads_n << 20);
}

#endif
