// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double clock_read(clockid_t id) {
    struct timespec t;
    if (clock_gettime(id, &t) != 0) {
        return 0;
    }
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double sl_clock_seconds(void) {
    return clock_read(CLOCK_MONOTONIC);
}

double sl_clock_cpu_seconds(void) {
    return clock_read(CLOCK_PROCESS_CPUTIME_ID);
}

void sl_clock_cond_init(pthread_cond_t *out) {
    pthread_condattr_t attr;
    (void)pthread_condattr_init(&attr);
    (void)pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    (void)pthread_cond_init(out, &attr);
    (void)pthread_condattr_destroy(&attr);
}

struct timespec sl_clock_after(double seconds) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    const double whole = seconds < 1e9 ? seconds : 1e9; /* no number, too */
    t.tv_sec += (time_t)whole;
    t.tv_nsec += (long)((whole - (double)(time_t)whole) * 1e9);
    if (t.tv_nsec >= 1000000000) {
        t.tv_sec++;
        t.tv_nsec -= 1000000000;
    }
    return t;
}

bool sl_rss_read(sl_rss *out) {
    *out = (sl_rss){0};
    FILE *f = fopen("/proc/self/status", "re");
    if (f == NULL) {
        return false;
    }
    const struct {
        const char *name;
        uint64_t *bytes;
    } fields[] = {
        {"VmHWM:", &out->peak_bytes},     {"RssAnon:", &out->anon_bytes}, {"RssFile:", &out->file_bytes},
        {"RssShmem:", &out->shmem_bytes}, {"VmSize:", &out->space_bytes},
    };
    size_t found = 0;
    char line[256];
    while (fgets(line, sizeof line, f) != NULL) {
        for (size_t i = 0; i < SL_ARRAY_N(fields); i++) {
            const size_t name_n = strlen(fields[i].name);
            if (strncmp(line, fields[i].name, name_n) == 0) {
                *fields[i].bytes = strtoull(line + name_n, NULL, 10) * 1024; /* always in kB */
                found++;
            }
        }
    }
    (void)fclose(f);
    if (found != SL_ARRAY_N(fields)) {
        *out = (sl_rss){0};
        return false;
    }
    return true;
}
