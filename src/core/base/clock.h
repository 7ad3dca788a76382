// SPDX-License-Identifier: MIT OR Apache-2.0
/* Time and memory that this process has used, as the operating system counts them. Threads: any. */
#ifndef SL_CORE_BASE_CLOCK_H
#define SL_CORE_BASE_CLOCK_H

#include <pthread.h>
#include <time.h>

#include "core/base/compat.h"

/* Seconds since an arbitrary moment; never goes back. */
double sl_clock_seconds(void);
/* CPU seconds of all threads of this process, finished ones included. */
double sl_clock_cpu_seconds(void);

/* A condition whose timed waits go by the clock of sl_clock_seconds; the caller destroys it. */
void sl_clock_cond_init(pthread_cond_t *out);
/* For such a wait: so many seconds from now, at least 0. More than 1e9, or no number, is 1e9. */
struct timespec sl_clock_after(double seconds);

/* Memory in bytes, from /proc/self/status: what is resident, and the address space. */
typedef struct sl_rss {
    uint64_t peak_bytes;  /* VmHWM: high-water mark of the sum of the three below */
    uint64_t anon_bytes;  /* RssAnon: heap, stacks, anonymous mappings */
    uint64_t file_bytes;  /* RssFile: mapped files, which the kernel can drop */
    uint64_t shmem_bytes; /* RssShmem */
    uint64_t space_bytes; /* VmSize: all mappings, resident or not; what RLIMIT_AS limits */
} sl_rss;

/* False, with *out zeroed, where the kernel does not tell. */
bool sl_rss_read(sl_rss *out);

#endif
