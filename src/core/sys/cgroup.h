// SPDX-License-Identifier: MIT OR Apache-2.0
/* Limits that control groups (v1 and v2) put on this process: the smallest one on the way from its group to the root.
 */
#ifndef SL_CORE_SYS_CGROUP_H
#define SL_CORE_SYS_CGROUP_H

#include "core/base/compat.h"

typedef struct sl_cgroup_limits {
    uint64_t memory_bytes; /* UINT64_MAX: no limit */
    double cpus;           /* quota / period; 0: no limit */
} sl_cgroup_limits;

/*
 * Reads the limits anew; what cannot be read counts as no limit. `root` is put before every path ("" in programs; tests
 * give a folder with proc/self and sys/fs/cgroup inside). Threads: any.
 */
void sl_cgroup_read(sl_cgroup_limits *out, const char *root);

#endif
