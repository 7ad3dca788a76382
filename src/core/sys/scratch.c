// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/sys/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "core/base/failpoint.h"
#include "core/sys/random.h"

/* One system call moves at most this much: well below what the kernel accepts (2^31 - one page). */
#define CALL_BYTES_MAX ((size_t)1 << 30)

static sl_failpoint read_failpoint = SL_FAILPOINT_INIT;
static sl_failpoint write_failpoint = SL_FAILPOINT_INIT;

/* A file that never has a name or, where the file system knows no such thing, loses it at once. */
static sluice_status nameless_open(int *out, const char *folder, sluice_error *err) {
    int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
    for (int tries = 0; tries < 16 && fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EEXIST); tries++) {
        char path[SL_PATH_BYTES + 40];
        uint64_t name;
        SL_TRY(sl_random_bytes(&name, sizeof name, err));
        (void)snprintf(path, sizeof path, "%s/sluice-%016" PRIx64 ".tmp", folder, name);
        fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fd >= 0 && unlink(path) != 0) {
            const sluice_status status = SL_FAIL_ERRNO(err, "%s: cannot remove", path);
            (void)close(fd);
            return status;
        }
    }
    if (fd < 0 && (errno == ENOENT || errno == ENOTDIR)) {
        return SL_FAIL(err, SLUICE_E_UNKNOWN, "%s: no such folder", folder);
    }
    if (fd < 0) {
        return SL_FAIL_ERRNO(err, "%s: cannot create a temporary file", folder);
    }
    *out = fd;
    return SLUICE_OK;
}

/* Blocks of the disk now, so that a full one is found before the work. */
static sluice_status space_take(const sl_scratch *scratch, sluice_error *err) {
    if (scratch->bytes > INT64_MAX) {
        return SL_FAIL(err, SLUICE_E_NO_SPACE, "%s: too large for a file", scratch->folder);
    }
    int failed;
    do {
        failed = posix_fallocate(scratch->fd, 0, (off_t)scratch->bytes);
    } while (failed == EINTR);
    errno = failed;
    return failed == 0 ? SLUICE_OK
                       : SL_FAIL_ERRNO(err, "%s: cannot take %" PRIu64 " bytes for a temporary file", scratch->folder,
                                       scratch->bytes);
}

sluice_status sl_scratch_open(sl_scratch *out, const char *folder, uint64_t bytes, sluice_error *err) {
    sl_scratch scratch = {.fd = -1, .bytes = bytes};
    const size_t n = strlen(folder);
    if (n == 0 || n >= sizeof scratch.folder) {
        return SL_FAIL(err, SLUICE_E_INPUT, "folder: expected 1 to %d bytes, found %zu", SL_PATH_BYTES - 1, n);
    }
    memcpy(scratch.folder, folder, n + 1);
    SL_TRY(nameless_open(&scratch.fd, folder, err));
    const sluice_status status = bytes == 0 ? SLUICE_OK : space_take(&scratch, err);
    if (status != SLUICE_OK) {
        sl_scratch_close(&scratch);
        return status;
    }
    *out = scratch;
    return SLUICE_OK;
}

void sl_scratch_close(sl_scratch *scratch) {
    if (scratch->fd >= 0) {
        (void)close(scratch->fd);
        scratch->fd = -1;
    }
}

sluice_status sl_scratch_read(const sl_scratch *scratch, void *out, size_t n, uint64_t offset, sluice_error *err) {
    SL_ASSERT(scratch->fd >= 0 && offset <= scratch->bytes && n <= scratch->bytes - offset);
    if (sl_failpoint_hit(&read_failpoint)) {
        return SL_FAIL(err, SLUICE_E_OS, "%s: temporary file: made to fail by a test", scratch->folder);
    }
    char *to = out;
    for (size_t done = 0; done < n;) {
        const ssize_t got = pread(scratch->fd, to + done, SL_MIN(n - done, CALL_BYTES_MAX), (off_t)(offset + done));
        if (got == 0) {
            return SL_FAIL(err, SLUICE_E_OS, "%s: temporary file: ends early", scratch->folder);
        }
        if (got < 0 && errno != EINTR) {
            return SL_FAIL_ERRNO(err, "%s: temporary file: cannot read", scratch->folder);
        }
        done += got > 0 ? (size_t)got : 0;
    }
    return SLUICE_OK;
}

sluice_status sl_scratch_write(const sl_scratch *scratch, const void *data, size_t n, uint64_t offset,
                               sluice_error *err) {
    SL_ASSERT(scratch->fd >= 0 && offset <= scratch->bytes && n <= scratch->bytes - offset);
    if (sl_failpoint_hit(&write_failpoint)) {
        return SL_FAIL(err, SLUICE_E_OS, "%s: temporary file: made to fail by a test", scratch->folder);
    }
    const char *from = data;
    for (size_t done = 0; done < n;) {
        const ssize_t put = pwrite(scratch->fd, from + done, SL_MIN(n - done, CALL_BYTES_MAX), (off_t)(offset + done));
        if (put < 0 && errno != EINTR) {
            return SL_FAIL_ERRNO(err, "%s: temporary file: cannot write", scratch->folder);
        }
        done += put > 0 ? (size_t)put : 0;
    }
    return SLUICE_OK;
}

void sl_scratch_will_need(const sl_scratch *scratch, size_t n, uint64_t offset) {
    (void)posix_fadvise(scratch->fd, (off_t)offset, (off_t)n, POSIX_FADV_WILLNEED);
}

bool sl_folder_is_memory(const char *folder) {
    struct statfs info;
    return statfs(folder, &info) == 0 && (info.f_type == TMPFS_MAGIC || info.f_type == RAMFS_MAGIC);
}

void sl_scratch_fail_read_after(size_t n) {
    sl_failpoint_arm(&read_failpoint, n);
}

void sl_scratch_fail_write_after(size_t n) {
    sl_failpoint_arm(&write_failpoint, n);
}

sluice_status sl_scratch_folder_check(const char *folder, sluice_error *err) {
    sl_scratch scratch;
    SL_TRY(sl_scratch_open(&scratch, folder, 0, err));
    sl_scratch_close(&scratch);
    return sl_folder_is_memory(folder)
               ? SL_FAIL(err, SLUICE_E_INPUT,
                         "%s: files there are memory; choose a folder on a disk for temporary files", folder)
               : SLUICE_OK;
}
