// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/sys/cgroup.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* v1 writes "no limit" as the largest multiple of a page; anything near the address space's end is none. */
#define MEMORY_NONE_FROM (UINT64_C(1) << 62)

enum { LINE_BYTES = 4096 };

typedef void (*group_reader)(const char *folder, sl_cgroup_limits *out);

/* First line of folder/name without its newline; false if there is no such file. */
static bool line_read(char line[static LINE_BYTES], const char *folder, const char *name) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) {
        return false;
    }
    FILE *f = fopen(path, "re");
    if (f == NULL) {
        return false;
    }
    const bool is_read = fgets(line, LINE_BYTES, f) != NULL;
    (void)fclose(f);
    if (is_read) {
        line[strcspn(line, "\n")] = 0;
    }
    return is_read;
}

static void memory_lower(sl_cgroup_limits *out, const char *text) {
    char *end;
    const unsigned long long bytes = strtoull(text, &end, 10);
    if (end != text && bytes < MEMORY_NONE_FROM && bytes < out->memory_bytes) { /* "max" has no digits */
        out->memory_bytes = bytes;
    }
}

static void cpus_lower(sl_cgroup_limits *out, double quota_us, double period_us) {
    if (quota_us > 0 && period_us > 0) {
        const double cpus = quota_us / period_us;
        if (out->cpus == 0 || cpus < out->cpus) {
            out->cpus = cpus;
        }
    }
}

static void v2_read(const char *folder, sl_cgroup_limits *out) {
    char line[LINE_BYTES];
    if (line_read(line, folder, "memory.max")) {
        memory_lower(out, line);
    }
    if (line_read(line, folder, "memory.high")) { /* above it the kernel throttles: a limit for planning */
        memory_lower(out, line);
    }
    if (line_read(line, folder, "cpu.max")) {
        char *end;
        const double quota = strtod(line, &end);
        cpus_lower(out, end == line ? 0 : quota, strtod(end, NULL));
    }
}

static void v1_memory_read(const char *folder, sl_cgroup_limits *out) {
    char line[LINE_BYTES];
    if (line_read(line, folder, "memory.limit_in_bytes")) {
        memory_lower(out, line);
    }
}

static void v1_cpu_read(const char *folder, sl_cgroup_limits *out) {
    char quota[LINE_BYTES];
    char period[LINE_BYTES];
    if (line_read(quota, folder, "cpu.cfs_quota_us") && line_read(period, folder, "cpu.cfs_period_us")) {
        cpus_lower(out, strtod(quota, NULL), strtod(period, NULL)); /* quota -1: none */
    }
}

/* Reads mount + group and every folder above it up to `mount`. */
static void walk(const char *mount, const char *group, group_reader reader, sl_cgroup_limits *out) {
    char folder[PATH_MAX];
    const size_t mount_n = strlen(mount);
    if (snprintf(folder, sizeof folder, "%s%s", mount, group) >= (int)sizeof folder) {
        return;
    }
    for (;;) {
        reader(folder, out);
        char *slash = strrchr(folder, '/');
        if (slash == NULL || (size_t)(slash - folder) < mount_n) {
            break;
        }
        *slash = 0;
    }
}

static bool list_has(const char *list, const char *name) {
    const size_t n = strlen(name);
    for (const char *item = list; item != NULL; item = strchr(item, ',')) {
        item += *item == ',';
        if (strncmp(item, name, n) == 0 && (item[n] == ',' || item[n] == 0)) {
            return true;
        }
    }
    return false;
}

/* One line of /proc/self/cgroup: "hierarchy:controllers:/group"; v2 is hierarchy 0 with no controllers. */
static void entry_read(const char *root, char *line, sl_cgroup_limits *out) {
    char *controllers = strchr(line, ':');
    char *group = controllers == NULL ? NULL : strchr(controllers + 1, ':');
    if (group == NULL) {
        return;
    }
    *controllers++ = 0;
    *group++ = 0;
    if (strcmp(group, "/") == 0) {
        group++; /* the mount itself */
    }
    char mount[PATH_MAX];
    if (*controllers == 0) {
        /* Alone at /sys/fs/cgroup, or beside v1 hierarchies at /sys/fs/cgroup/unified. */
        (void)snprintf(mount, sizeof mount, "%s/sys/fs/cgroup", root);
        walk(mount, group, v2_read, out);
        (void)snprintf(mount, sizeof mount, "%s/sys/fs/cgroup/unified", root);
        walk(mount, group, v2_read, out);
    }
    if (list_has(controllers, "memory")) {
        (void)snprintf(mount, sizeof mount, "%s/sys/fs/cgroup/memory", root);
        walk(mount, group, v1_memory_read, out);
    }
    if (list_has(controllers, "cpu")) {
        (void)snprintf(mount, sizeof mount, "%s/sys/fs/cgroup/cpu", root); /* a link where cpu shares its mount */
        walk(mount, group, v1_cpu_read, out);
    }
}

void sl_cgroup_read(sl_cgroup_limits *out, const char *root) {
    *out = (sl_cgroup_limits){.memory_bytes = UINT64_MAX};
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/proc/self/cgroup", root) >= (int)sizeof path) {
        return;
    }
    FILE *f = fopen(path, "re");
    if (f == NULL) {
        return;
    }
    char line[LINE_BYTES];
    while (fgets(line, sizeof line, f) != NULL) {
        line[strcspn(line, "\n")] = 0;
        entry_read(root, line, out);
    }
    (void)fclose(f);
}
