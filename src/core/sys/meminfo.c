// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/sys/meminfo.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "core/sys/cgroup.h"

static FILE *file_open(const char *root, const char *name) {
    char path[PATH_MAX];
    return snprintf(path, sizeof path, "%s%s", root, name) < (int)sizeof path ? fopen(path, "re") : NULL;
}

/* "Name:   123 kB" in bytes; false if the line is another one. */
static bool line_bytes(const char *line, const char *name, uint64_t *out) {
    const size_t n = strlen(name);
    char *end;
    if (strncmp(line, name, n) != 0) {
        return false;
    }
    const unsigned long long kib = strtoull(line + n, &end, 10);
    if (end == line + n || kib > UINT64_MAX / 1024) {
        return false;
    }
    *out = kib * 1024;
    return true;
}

static bool machine_read(sl_meminfo *out, const char *root) {
    FILE *f = file_open(root, "/proc/meminfo");
    if (f == NULL) {
        return false;
    }
    uint64_t total = 0;
    uint64_t available = 0;
    int found = 0;
    char line[256];
    while (fgets(line, sizeof line, f) != NULL) {
        found += line_bytes(line, "MemTotal:", &total) || line_bytes(line, "MemAvailable:", &available);
    }
    (void)fclose(f);
    if (found != 2) {
        return false;
    }
    out->total_bytes = total;
    out->available_bytes = available;
    return true;
}

/* The word in brackets of "always [madvise] never". */
static void huge_pages_read(sl_meminfo *out, const char *root) {
    FILE *f = file_open(root, "/sys/kernel/mm/transparent_hugepage/enabled");
    if (f == NULL) {
        return;
    }
    char line[256];
    if (fgets(line, sizeof line, f) != NULL) {
        const char *from = strchr(line, '[');
        const char *to = from == NULL ? NULL : strchr(from, ']');
        if (to != NULL && (size_t)(to - from) <= sizeof out->huge_pages) {
            memcpy(out->huge_pages, from + 1, (size_t)(to - from) - 1);
        }
    }
    (void)fclose(f);
}

bool sl_meminfo_read(sl_meminfo *out, const char *root) {
    *out = (sl_meminfo){.address_limit_bytes = UINT64_MAX};
    sl_cgroup_limits limits;
    sl_cgroup_read(&limits, root);
    out->cgroup_limit_bytes = limits.memory_bytes;
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        out->address_limit_bytes = limit.rlim_cur;
    }
    huge_pages_read(out, root);
    return machine_read(out, root);
}

bool sl_meminfo_outgrown(const sl_meminfo *info, uint64_t file_bytes) {
    const uint64_t machine = info->total_bytes == 0 ? UINT64_MAX : info->total_bytes;
    return file_bytes > SL_MIN(machine, info->cgroup_limit_bytes) / 4 * 3;
}
