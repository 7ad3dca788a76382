// SPDX-License-Identifier: MIT OR Apache-2.0
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "core/sys/file.h"
#include "core/sys/random.h"

#define CALL_BYTES_MAX ((size_t)1 << 30)

/*
 * Temporary files that exist or are about to. A name is entered before the file is created, so that a signal handler
 * finds it whatever the thread that it interrupts was doing; names are random, so entering one that turns out to exist
 * is no danger. Another thread may be between entering and creating: making_n counts those, and discarding waits.
 */
enum { SLOTS_N = 64 };
enum { SLOT_FREE, SLOT_TAKEN, SLOT_LISTED }; /* listed: discarding removes it, and so does an interrupt */
static struct {
    atomic_int state;
    bool is_secret;
    char path[SL_PATH_BYTES + 32];
} slots[SLOTS_N];
static atomic_bool is_discarding;
static atomic_int making_n;

static int slot_take(const char *path, bool is_secret) {
    for (int i = 0; i < SLOTS_N; i++) {
        int expected = SLOT_FREE;
        if (atomic_compare_exchange_strong(&slots[i].state, &expected, SLOT_TAKEN)) {
            memcpy(slots[i].path, path, strlen(path) + 1);
            slots[i].is_secret = is_secret;
            return i;
        }
    }
    return -1;
}

void sl_outfile_claim(sl_outfile *file) {
    if (file->slot >= 0) {
        atomic_store(&slots[file->slot].state, SLOT_LISTED);
    }
}

static void slot_give(sl_outfile *file) {
    if (file->slot >= 0) {
        atomic_store(&slots[file->slot].state, SLOT_FREE);
        file->slot = -1;
    }
}

/*
 * Around the creation of a file and its entry. No handler runs on this thread in between: it would wait for the thread
 * that it has interrupted. False once discarding has begun; else discarding waits for the end.
 */
static bool making_begin(sigset_t *saved) {
    sigset_t all;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_BLOCK, &all, saved);
    atomic_fetch_add(&making_n, 1);
    return !atomic_load(&is_discarding);
}

static void making_end(const sigset_t *saved) {
    const int code = errno;
    atomic_fetch_sub(&making_n, 1);
    (void)pthread_sigmask(SIG_SETMASK, saved, NULL);
    errno = code;
}

/* A file system that has stopped answering must not keep the process from ending: two seconds at most. */
static void making_await(void) {
    for (int tries = 0; tries < 2000 && atomic_load(&making_n) > 0; tries++) {
        (void)poll(NULL, 0, 1);
    }
}

/* Zeros over all bytes, as well as the file system lets us. Async-signal-safe. */
static void secret_wipe(const char *path) {
    static const char zeros[4096];
    const int fd = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) {
        return;
    }
    const off_t bytes = lseek(fd, 0, SEEK_END);
    for (off_t at = 0; at < bytes;) {
        const off_t step = SL_MIN(bytes - at, (off_t)sizeof zeros);
        const ssize_t put = pwrite(fd, zeros, (size_t)step, at);
        if (put <= 0) {
            break;
        }
        at += put;
    }
    (void)fsync(fd);
    (void)close(fd);
}

void sl_outfile_discard_all(void) {
    const int saved = errno;
    atomic_store(&is_discarding, true);
    making_await();
    for (int i = 0; i < SLOTS_N; i++) {
        if (atomic_load(&slots[i].state) == SLOT_LISTED) {
            if (slots[i].is_secret) {
                secret_wipe(slots[i].path);
            }
            (void)unlink(slots[i].path);
        }
    }
    errno = saved;
}

/* The folder of `path` with its last slash, or "./". */
static void folder_of(char out[static SL_PATH_BYTES + 2], const char *path) {
    const char *slash = strrchr(path, '/');
    const size_t n = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    memcpy(out, path, n);
    memcpy(out + n, n == 0 ? "./" : "", n == 0 ? 3 : 1);
}

/* Creates file->temp: ".NAME.RANDOM" would hide it from the user, so "PATH.RANDOM.tmp". */
static sluice_status temp_create(sl_outfile *file, sluice_error *err) {
    for (int tries = 0; tries < 16; tries++) {
        uint64_t name;
        SL_TRY(sl_random_bytes(&name, sizeof name, err));
        (void)snprintf(file->temp, sizeof file->temp, "%s.%016llx.tmp", file->path, (unsigned long long)name);
        file->slot = slot_take(file->temp, false);
        if (file->slot < 0) {
            return SL_FAIL(err, SLUICE_E_OS, "%s: more than %d output files at a time", file->path, SLOTS_N);
        }
        sl_outfile_claim(file);
        file->fd = open(file->temp, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file->fd >= 0) {
            return SLUICE_OK;
        }
        const int code = errno;
        slot_give(file);
        errno = code;
        if (code != EEXIST) {
            break;
        }
    }
    if (errno == ENOENT || errno == ENOTDIR) {
        return SL_FAIL(err, SLUICE_E_UNKNOWN, "%s: no such folder", file->path);
    }
    return SL_FAIL_ERRNO(err, "%s: cannot create", file->temp);
}

/* A link stays and the file that it points to is replaced. */
static void link_resolve(sl_outfile *file) {
    struct stat info;
    char *target = realpath(file->path, NULL);
    /* No path: a new file, or a pipe behind a link of /dev/fd, which is opened as it stands. */
    if (target != NULL && strlen(target) < sizeof file->path && stat(target, &info) == 0) {
        memcpy(file->path, target, strlen(target) + 1);
    }
    free(target);
}

/* A kept file may be left by another process, or still be another process's. */
static sluice_status kept_check(const sl_outfile *file, sluice_error *err) {
    struct stat mine, named;
    if (fstat(file->fd, &mine) != 0) {
        return SL_FAIL_ERRNO(err, "%s", file->temp);
    }
    if (!S_ISREG(mine.st_mode)) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: expected a file", file->temp);
    }
    if (file->is_secret && (mine.st_uid != geteuid() || (mine.st_mode & 077) != 0)) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: expected a file that only its user may read, mode 600", file->temp);
    }
    if (flock(file->fd, LOCK_EX | LOCK_NB) != 0) {
        return errno == EWOULDBLOCK ? SL_FAIL(err, SLUICE_E_OS, "%s: another process is writing it", file->temp)
                                    : SL_FAIL_ERRNO(err, "%s: cannot lock", file->temp);
    }
    /* Renamed between open and lock, it would now be somebody's finished output. */
    if (stat(file->temp, &named) != 0 || named.st_dev != mine.st_dev || named.st_ino != mine.st_ino) {
        return SL_FAIL(err, SLUICE_E_OS, "%s: another process has just finished it", file->temp);
    }
    return SLUICE_OK;
}

static sluice_status kept_open(sl_outfile *file, const char *suffix, sluice_error *err) {
    SL_ASSERT(strlen(suffix) <= 16);
    (void)snprintf(file->temp, sizeof file->temp, "%s%s", file->path, suffix);
    file->fd = open(file->temp, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, file->is_secret ? 0600 : 0666);
    if (file->fd < 0) {
        return errno == ENOENT || errno == ENOTDIR ? SL_FAIL(err, SLUICE_E_UNKNOWN, "%s: no such folder", file->path)
                                                   : SL_FAIL_ERRNO(err, "%s: cannot open", file->temp);
    }
    sluice_status status = kept_check(file, err);
    if (status == SLUICE_OK && (file->slot = slot_take(file->temp, file->is_secret)) < 0) {
        status = SL_FAIL(err, SLUICE_E_OS, "%s: more than %d output files at a time", file->path, SLOTS_N);
    }
    if (status != SLUICE_OK) {
        (void)close(file->fd);
        file->fd = -1;
        return status;
    }
    const off_t bytes = lseek(file->fd, 0, SEEK_END);
    file->bytes = bytes < 0 ? 0 : (uint64_t)bytes;
    if (file->bytes == 0) {
        sl_outfile_claim(file);
    }
    return SLUICE_OK;
}

/* suffix: NULL for a temporary file that does not outlive the process. */
static sluice_status temp_make(sl_outfile *file, const char *suffix, sluice_error *err) {
    sigset_t saved;
    sluice_status status;
    if (!making_begin(&saved)) {
        status = SL_FAIL(err, SLUICE_E_INTERRUPTED, "%s: interrupted", file->path);
    } else {
        status = suffix == NULL ? temp_create(file, err) : kept_open(file, suffix, err);
    }
    making_end(&saved);
    return status;
}

static sluice_status target_open(sl_outfile *file, const char *suffix, sluice_error *err) {
    struct stat info;
    if (lstat(file->path, &info) == 0 && S_ISLNK(info.st_mode)) {
        link_resolve(file);
    }
    if (stat(file->path, &info) != 0 || S_ISREG(info.st_mode)) {
        return temp_make(file, suffix, err);
    }
    if (S_ISDIR(info.st_mode)) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: expected a file, found a folder", file->path);
    }
    file->is_stream = true;
    file->fd = open(file->path, O_WRONLY | O_CLOEXEC);
    return file->fd >= 0 ? SLUICE_OK : SL_FAIL_ERRNO(err, "%s: cannot open", file->path);
}

static sluice_status outfile_open(sl_outfile *out, const char *path, const char *suffix, bool is_secret,
                                  sluice_error *err) {
    sl_outfile file = SL_OUTFILE_CLOSED;
    file.is_secret = is_secret;
    const size_t n = strlen(path);
    if (n == 0 || n >= sizeof file.path) {
        return SL_FAIL(err, SLUICE_E_INPUT, "path: expected 1 to %d bytes, found %zu", SL_PATH_BYTES - 1, n);
    }
    memcpy(file.path, path, n + 1);
    if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0) {
        file.is_stream = true;
        file.fd = STDOUT_FILENO;
    } else {
        SL_TRY(target_open(&file, suffix, err));
    }
    *out = file;
    return SLUICE_OK;
}

sluice_status sl_outfile_open(sl_outfile *out, const char *path, sluice_error *err) {
    return outfile_open(out, path, NULL, false, err);
}

sluice_status sl_outfile_open_kept(sl_outfile *out, const char *path, const char *suffix, bool is_secret,
                                   sluice_error *err) {
    return outfile_open(out, path, suffix, is_secret, err);
}

/* Streams have no positions: `offset` counts for files only. */
static sluice_status write_full(const sl_outfile *file, const void *data, size_t n, uint64_t offset,
                                sluice_error *err) {
    SL_ASSERT(file->fd >= 0);
    if (offset > INT64_MAX || n > INT64_MAX - offset) {
        return SL_FAIL(err, SLUICE_E_NO_SPACE, "%s: too large for a file", file->path);
    }
    const char *from = data;
    for (size_t done = 0; done < n;) {
        const size_t step = SL_MIN(n - done, CALL_BYTES_MAX);
        const ssize_t put = file->is_stream ? write(file->fd, from + done, step)
                                            : pwrite(file->fd, from + done, step, (off_t)(offset + done));
        if (put < 0 && errno != EINTR) {
            return SL_FAIL_ERRNO(err, "%s: cannot write",
                                 strcmp(file->path, "-") == 0 ? "standard output" : file->path);
        }
        done += put > 0 ? (size_t)put : 0;
    }
    return SLUICE_OK;
}

sluice_status sl_outfile_append(sl_outfile *file, const void *data, size_t n, sluice_error *err) {
    SL_TRY(write_full(file, data, n, file->bytes, err));
    file->bytes += n;
    return SLUICE_OK;
}

sluice_status sl_outfile_write_at(sl_outfile *file, const void *data, size_t n, uint64_t offset, sluice_error *err) {
    if (file->is_stream) {
        return SL_FAIL(err, SLUICE_E_USAGE, "%s: has no positions to write at; a file is needed", file->path);
    }
    return write_full(file, data, n, offset, err);
}

void sl_outfile_push(const sl_outfile *file, uint64_t offset, uint64_t n) {
    if (!file->is_stream && n > 0) { /* 0 would be all that follows */
        (void)sync_file_range(file->fd, (off_t)offset, (off_t)n, SYNC_FILE_RANGE_WRITE);
    }
}

void sl_outfile_forget(const sl_outfile *file, uint64_t offset, uint64_t n) {
    if (!file->is_stream && n > 0) {
        (void)sync_file_range(file->fd, (off_t)offset, (off_t)n,
                              SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER);
        (void)posix_fadvise(file->fd, (off_t)offset, (off_t)n, POSIX_FADV_DONTNEED);
    }
}

sluice_status sl_outfile_cut(sl_outfile *file, uint64_t bytes, sluice_error *err) {
    SL_ASSERT(file->fd >= 0 && !file->is_stream && bytes <= INT64_MAX);
    while (ftruncate(file->fd, (off_t)bytes) != 0) {
        if (errno != EINTR) {
            return SL_FAIL_ERRNO(err, "%s: cannot cut", file->temp);
        }
    }
    file->bytes = bytes;
    return SLUICE_OK;
}

sluice_status sl_outfile_read_at(const sl_outfile *file, void *out, size_t n, uint64_t offset, sluice_error *err) {
    SL_ASSERT(file->fd >= 0 && !file->is_stream && offset <= INT64_MAX);
    char *to = out;
    for (size_t done = 0; done < n;) {
        const ssize_t got =
            pread(file->fd, to + done, SL_MIN(n - done, CALL_BYTES_MAX), (off_t)(offset + (uint64_t)done));
        if (got == 0) {
            return SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: ends at %llu", file->temp, (unsigned long long)offset + done);
        }
        if (got < 0 && errno != EINTR) {
            return SL_FAIL_ERRNO(err, "%s: cannot read", file->temp);
        }
        done += got > 0 ? (size_t)got : 0;
    }
    return SLUICE_OK;
}

sluice_status sl_outfile_sync(sl_outfile *file, sluice_error *err) {
    return file->is_stream || fsync(file->fd) == 0 ? SLUICE_OK : SL_FAIL_ERRNO(err, "%s: cannot sync", file->temp);
}

/* Makes the rename itself durable. File systems without fsync for folders say EINVAL. */
static sluice_status folder_sync(const char *path, sluice_error *err) {
    char folder[SL_PATH_BYTES + 2];
    folder_of(folder, path);
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        return errno == EACCES ? SLUICE_OK : SL_FAIL_ERRNO(err, "%s: cannot open", folder); /* write-only folder */
    }
    sluice_status status = SLUICE_OK;
    if (fsync(fd) != 0 && errno != EINVAL) {
        status = SL_FAIL_ERRNO(err, "%s: cannot sync", folder);
    }
    (void)close(fd);
    return status;
}

static sluice_status stream_finish(sl_outfile *file, sluice_error *err) {
    sluice_status status = SLUICE_OK;
    if (file->fd != STDOUT_FILENO && close(file->fd) != 0) {
        status = SL_FAIL_ERRNO(err, "%s: cannot close", file->path);
    }
    file->fd = -1;
    return status;
}

sluice_status sl_outfile_commit(sl_outfile *file, sluice_error *err) {
    SL_ASSERT(file->fd >= 0);
    if (file->is_stream) {
        return stream_finish(file, err);
    }
    sluice_status status = SLUICE_OK;
    if (fsync(file->fd) != 0) {
        status = SL_FAIL_ERRNO(err, "%s: cannot sync", file->temp);
    }
    const int fd = file->fd;
    file->fd = -1;
    if (close(fd) != 0 && status == SLUICE_OK) {
        status = SL_FAIL_ERRNO(err, "%s: cannot close", file->temp);
    }
    if (status == SLUICE_OK && rename(file->temp, file->path) != 0) {
        status = atomic_load(&is_discarding) ? SL_FAIL(err, SLUICE_E_INTERRUPTED, "%s: interrupted", file->path)
                                             : SL_FAIL_ERRNO(err, "%s: cannot rename to %s", file->temp, file->path);
    }
    if (status != SLUICE_OK) {
        sl_outfile_discard(file);
        return status;
    }
    slot_give(file);
    return folder_sync(file->path, err);
}

void sl_outfile_discard(sl_outfile *file) {
    if (file->slot >= 0 && atomic_load(&slots[file->slot].state) == SLOT_LISTED) {
        if (file->is_secret) {
            secret_wipe(file->temp);
        }
        (void)unlink(file->temp);
    }
    slot_give(file);
    if (file->fd >= 0 && file->fd != STDOUT_FILENO) {
        (void)close(file->fd);
    }
    file->fd = -1;
}

sluice_status sl_disk_free(const char *path, uint64_t *out_bytes, sluice_error *err) {
    char folder[SL_PATH_BYTES + 2];
    if (strlen(path) >= SL_PATH_BYTES) {
        return SL_FAIL(err, SLUICE_E_INPUT, "path: expected at most %d bytes, found %zu", SL_PATH_BYTES - 1,
                       strlen(path));
    }
    folder_of(folder, path);
    struct statvfs info;
    if (statvfs(folder, &info) != 0) {
        return errno == ENOENT || errno == ENOTDIR ? SL_FAIL(err, SLUICE_E_UNKNOWN, "%s: no such folder", folder)
                                                   : SL_FAIL_ERRNO(err, "%s: cannot ask for the free space", folder);
    }
    *out_bytes = (uint64_t)info.f_bavail * info.f_frsize;
    return SLUICE_OK;
}
