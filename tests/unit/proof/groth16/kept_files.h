// SPDX-License-Identifier: MIT OR Apache-2.0
/* Makers of files that are killed and called again: what they leave beside their output, and what must come of it. */
#ifndef SL_TESTS_UNIT_PROOF_GROTH16_KEPT_FILES_H
#define SL_TESTS_UNIT_PROOF_GROTH16_KEPT_FILES_H

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/sys/file.h"
#include "harness/test.h"

static inline bool file_exists(const char *path) {
    return access(path, F_OK) == 0;
}

static inline size_t file_bytes(const char *path) {
    struct stat info;
    SL_CHECK(stat(path, &info) == 0);
    return (size_t)info.st_size;
}

static inline void file_cut(const char *path, size_t n) {
    SL_CHECK(truncate(path, (off_t)n) == 0);
}

static inline void file_flip(const char *path, size_t at) {
    uint8_t byte;
    FILE *f = fopen(path, "r+");
    SL_CHECK(f != NULL && fseek(f, (long)at, SEEK_SET) == 0 && fread(&byte, 1, 1, f) == 1);
    byte ^= 0x10;
    SL_CHECK(fseek(f, (long)at, SEEK_SET) == 0 && fwrite(&byte, 1, 1, f) == 1 && fclose(f) == 0);
}

/* An output, what a killed maker leaves beside it, and the bytes that it must become. */
typedef struct kept_files {
    char path[128], part[136], state[136];
    uint8_t *want;
    size_t want_n;
} kept_files;

static inline void kept_name(kept_files *k, const char *name) {
    (void)snprintf(k->path, sizeof k->path, "%s", sl_test_temp_path(name));
    (void)snprintf(k->part, sizeof k->part, "%s.part", k->path);
    (void)snprintf(k->state, sizeof k->state, "%s.state", k->path);
}

/* The output as it is now is what must come of it; it is removed. Free k->want. */
static inline void kept_want(kept_files *k) {
    sluice_error err;
    SL_CHECK_OK(sl_file_read_all(&k->want, &k->want_n, k->path, 1 << 20, &err));
    SL_CHECK(unlink(k->path) == 0);
}

static inline bool kept_nothing(const kept_files *k) {
    return !file_exists(k->part) && !file_exists(k->state);
}

/* The output is whole and right, and alone; it is removed. */
static inline void kept_check(const kept_files *k) {
    sluice_error err;
    uint8_t *found;
    size_t n;
    SL_CHECK(file_exists(k->path) && kept_nothing(k));
    SL_CHECK_OK(sl_file_read_all(&found, &n, k->path, 1 << 20, &err));
    SL_CHECK(n == k->want_n && memcmp(found, k->want, n) == 0);
    free(found);
    SL_CHECK(unlink(k->path) == 0);
}

typedef sluice_status (*kept_maker)(void *data);

/* Whether a process of its own that makes the output was killed; else it succeeded. No other thread may be there. */
static inline bool kept_killed(const kept_files *k, kept_maker make, void *data) {
    const pid_t child = fork();
    SL_CHECK(child >= 0);
    if (child == 0) {
        _exit(make(data) == SLUICE_OK ? 0 : 1);
    }
    int how;
    SL_CHECK(waitpid(child, &how, 0) == child);
    SL_CHECK(WIFSIGNALED(how) || WEXITSTATUS(how) == 0);
    if (WIFSIGNALED(how)) {
        struct stat info;
        SL_CHECK(!file_exists(k->path) && file_exists(k->part));
        SL_CHECK(stat(k->state, &info) == 0 && (info.st_mode & 0777) == 0600);
    }
    return WIFSIGNALED(how);
}

/* A disk that turns out to be too small is a status and leaves nothing. */
static inline void kept_check_full_disk(const kept_files *k, size_t step, kept_maker make, void *data) {
    for (size_t limit = 100; limit < k->want_n; limit += step) {
        const pid_t child = fork();
        SL_CHECK(child >= 0);
        if (child == 0) {
            const struct rlimit most = {limit, limit};
            (void)signal(SIGXFSZ, SIG_IGN);
            if (setrlimit(RLIMIT_FSIZE, &most) != 0) {
                _exit(2);
            }
            _exit(make(data) == SLUICE_E_NO_SPACE ? 0 : 1);
        }
        int how;
        SL_CHECK(waitpid(child, &how, 0) == child && WIFEXITED(how) && WEXITSTATUS(how) == 0);
        SL_CHECK(!file_exists(k->path) && kept_nothing(k));
    }
}

#endif
