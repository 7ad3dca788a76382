// SPDX-License-Identifier: MIT OR Apache-2.0
/* A file: eight bytes of magic, the binding, the proof, SHA-256 of all that. */
#include "engine/resume.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sluice/types.h>

#include "core/mem/small.h"
#include "core/sys/file.h"
#include "math/hash/sha256.h"

#define MAGIC "slpart01"
#define MAGIC_BYTES 8
#define BINDING_AT MAGIC_BYTES
#define PROOF_AT (BINDING_AT + SL_RESUME_BINDING_BYTES)
#define SUM_AT (PROOF_AT + SLUICE_PROOF_BYTES)
#define FILE_BYTES (SUM_AT + SL_SHA256_BYTES)
#define NAME_FORMAT "sluice-partition-%u.proof"
#define NAME_BYTES 64 /* with the slash before it */

struct sl_resume {
    int fd; /* of the folder, locked */
    char folder[SL_PATH_BYTES];
};

/* A name that leads to no folder is the caller's mistake; the rest is the system's. */
static sluice_status fail_folder(sluice_error *err, const char *folder, const char *what) {
    return errno == ENOENT || errno == ENOTDIR ? SL_FAIL(err, SLUICE_E_UNKNOWN, "%s: no such folder", folder)
                                               : SL_FAIL_ERRNO(err, "%s: cannot %s this folder", folder, what);
}

sluice_status sl_resume_open(sl_resume **out, const char *folder, sluice_error *err) {
    const size_t n = strlen(folder);
    if (n == 0 || n + NAME_BYTES >= SL_PATH_BYTES) { /* room for a name in it */
        return SL_FAIL(err, SLUICE_E_INPUT, "resume folder: expected 1 to %d bytes, found %zu",
                       SL_PATH_BYTES - NAME_BYTES - 1, n);
    }
    sl_resume *resume = sl_small_alloc(1, sizeof *resume);
    if (resume == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a folder");
    }
    memcpy(resume->folder, folder, n + 1);
    sluice_status status = SLUICE_OK;
    if (mkdir(folder, 0700) != 0 && errno != EEXIST) {
        status = fail_folder(err, folder, "make");
    }
    resume->fd = status == SLUICE_OK ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (status == SLUICE_OK && resume->fd < 0) {
        status = fail_folder(err, folder, "open");
    }
    if (status == SLUICE_OK && flock(resume->fd, LOCK_EX | LOCK_NB) != 0) {
        status = errno == EWOULDBLOCK ? SL_FAIL(err, SLUICE_E_USAGE, "%s: another process resumes from it", folder)
                                      : SL_FAIL_ERRNO(err, "%s: cannot lock this folder", folder);
    }
    if (status != SLUICE_OK) {
        sl_resume_close(resume);
        return status;
    }
    *out = resume;
    return SLUICE_OK;
}

void sl_resume_close(sl_resume *resume) {
    if (resume != NULL) {
        if (resume->fd >= 0) {
            (void)close(resume->fd);
        }
        free(resume);
    }
}

static void path_of(char path[SL_PATH_BYTES + NAME_BYTES], const char *folder, unsigned k) {
    (void)snprintf(path, SL_PATH_BYTES + NAME_BYTES, "%s/" NAME_FORMAT, folder, k);
}

/* An output replaces what a link points to; here that would be whatever file somebody has chosen for us. */
static sluice_status place_check(const char *path, bool *is_there, sluice_error *err) {
    struct stat info = {0};
    *is_there = lstat(path, &info) == 0 || errno != ENOENT;
    return *is_there && S_ISLNK(info.st_mode) ? SL_FAIL(err, SLUICE_E_INPUT, "%s: expected a file, found a link", path)
                                              : SLUICE_OK;
}

sluice_status sl_resume_load(const sl_resume *resume, unsigned k, const uint8_t binding[SL_RESUME_BINDING_BYTES],
                             uint8_t *proof, sl_resume_found *found, sluice_error *err) {
    char path[SL_PATH_BYTES + NAME_BYTES];
    bool is_there;
    path_of(path, resume->folder, k);
    SL_TRY(place_check(path, &is_there, err));
    if (!is_there) {
        *found = SL_RESUME_NOTHING;
        return SLUICE_OK;
    }
    sl_file file;
    uint8_t bytes[FILE_BYTES], sum[SL_SHA256_BYTES];
    SL_TRY(sl_file_open(&file, path, err));
    const bool is_whole = file.bytes == sizeof bytes;
    const sluice_status status = is_whole ? sl_file_read_at(&file, bytes, sizeof bytes, 0, err) : SLUICE_OK;
    sl_file_close(&file);
    SL_TRY(status);
    *found = SL_RESUME_DAMAGED;
    if (!is_whole) {
        return SLUICE_OK;
    }
    sl_sha256_digest(sum, bytes, SUM_AT);
    if (memcmp(bytes, MAGIC, MAGIC_BYTES) != 0 || memcmp(bytes + SUM_AT, sum, sizeof sum) != 0) {
        return SLUICE_OK;
    }
    if (memcmp(bytes + BINDING_AT, binding, SL_RESUME_BINDING_BYTES) != 0) {
        return SL_FAIL(err, SLUICE_E_MISMATCH,
                       "%s: of another input, circuit, key or blinding; give another folder or remove it", path);
    }
    memcpy(proof, bytes + PROOF_AT, SLUICE_PROOF_BYTES);
    *found = SL_RESUME_PROOF;
    return SLUICE_OK;
}

sluice_status sl_resume_store(const sl_resume *resume, unsigned k, const uint8_t binding[SL_RESUME_BINDING_BYTES],
                              const uint8_t *proof, sluice_error *err) {
    char path[SL_PATH_BYTES + NAME_BYTES];
    uint8_t bytes[FILE_BYTES];
    sl_outfile file;
    bool is_there;
    path_of(path, resume->folder, k);
    SL_TRY(place_check(path, &is_there, err));
    memcpy(bytes, MAGIC, MAGIC_BYTES);
    memcpy(bytes + BINDING_AT, binding, SL_RESUME_BINDING_BYTES);
    memcpy(bytes + PROOF_AT, proof, SLUICE_PROOF_BYTES);
    sl_sha256_digest(bytes + SUM_AT, bytes, SUM_AT);
    SL_TRY(sl_outfile_open(&file, path, err));
    const sluice_status status = sl_outfile_append(&file, bytes, sizeof bytes, err);
    if (status != SLUICE_OK) {
        sl_outfile_discard(&file);
        return status;
    }
    return sl_outfile_commit(&file, err);
}

/* A partition's file, or the temporary one of a write that was cut off. */
static bool is_file_of(const char *name, unsigned k) {
    char plain[NAME_BYTES];
    const size_t n = (size_t)snprintf(plain, sizeof plain, NAME_FORMAT, k);
    const size_t name_n = strlen(name);
    return strncmp(name, plain, n) == 0 &&
           (name_n == n || (name[n] == '.' && name_n > n + 4 && strcmp(name + name_n - 4, ".tmp") == 0));
}

static bool is_ours(const char *name, unsigned first, unsigned end) {
    for (unsigned k = first; k < end; k++) {
        if (is_file_of(name, k)) {
            return true;
        }
    }
    return false;
}

sluice_status sl_resume_remove(const char *folder, unsigned first, unsigned end, sluice_error *err) {
    DIR *entries = opendir(folder);
    if (entries == NULL) {
        return errno == ENOENT ? SLUICE_OK : SL_FAIL_ERRNO(err, "%s: cannot read this folder", folder);
    }
    sluice_status status = SLUICE_OK;
    const struct dirent *entry;
    while (status == SLUICE_OK && (entry = readdir(entries)) != NULL) {
        if (is_ours(entry->d_name, first, end) && unlinkat(dirfd(entries), entry->d_name, 0) != 0 && errno != ENOENT) {
            status = SL_FAIL_ERRNO(err, "%s/%s: cannot remove", folder, entry->d_name);
        }
    }
    (void)closedir(entries);
    if (status == SLUICE_OK && rmdir(folder) != 0 && errno != ENOTEMPTY && errno != EEXIST && errno != ENOENT &&
        errno != EBUSY) {
        status = SL_FAIL_ERRNO(err, "%s: cannot remove this folder", folder);
    }
    return status;
}
