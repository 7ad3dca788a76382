// SPDX-License-Identifier: MIT OR Apache-2.0
/* How much memory this process may take. */
#ifndef SL_CORE_MEM_BUDGET_H
#define SL_CORE_MEM_BUDGET_H

#include "core/base/compat.h"

typedef struct sl_budget {
    uint64_t bytes;            /* the smallest of what follows; 0: no limit is known */
    uint64_t configured_bytes; /* 0: none */
    uint64_t cgroup_bytes;     /* limit of the control group without the margin; UINT64_MAX: none */
    uint64_t machine_bytes;    /* what is available and what we hold already, without the margin; UINT64_MAX: unknown */
    const char *reason;        /* which of them it is: "configured", "control group", "available memory", "no limit" */
} sl_budget;

/*
 * min(configured, min(limit of the control group, available memory) - margin), anew at each call; `configured` 0: none.
 * The margin, an eighth of the limit and at most 512 MiB, is for what others on the machine will want next. Memory that
 * this process holds counts as available to it. `root` as for sl_cgroup_read. Threads: any.
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
