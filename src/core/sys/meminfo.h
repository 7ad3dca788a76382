// SPDX-License-Identifier: MIT OR Apache-2.0
/* Memory of the machine and what of it this process may take. */
#ifndef SL_CORE_SYS_MEMINFO_H
#define SL_CORE_SYS_MEMINFO_H

#include "core/base/compat.h"

typedef struct sl_meminfo {
    uint64_t total_bytes;         /* of the machine */
    uint64_t available_bytes;     /* MemAvailable: what can be taken without swapping */
    uint64_t cgroup_limit_bytes;  /* smallest limit of our control groups, v1 or v2; UINT64_MAX: none */
    uint64_t address_limit_bytes; /* RLIMIT_AS; UINT64_MAX: none */
    char huge_pages[16];          /* transparent huge pages: always, madvise, never; "" if not known */
} sl_meminfo;

/*
 * Reads everything anew. False if the machine's memory is not told (total and available are then 0). `root` as for
 * sl_cgroup_read: "" in programs. Threads: any.
 */
bool sl_meminfo_read(sl_meminfo *out, const char *root);

/*
 * Whether a file of so many bytes is not worth keeping in the page cache: more than three quarters of what machine and
 * control group have, so that it would push out everything else and not be there the next time. False if nothing is
 * known.
 */
bool sl_meminfo_outgrown(const sl_meminfo *info, uint64_t file_bytes);

#endif
