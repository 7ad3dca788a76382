// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/sys/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One system call moves at most this much: well below what the kernel accepts (2^31 - one page). */
#define CALL_BYTES_MAX ((size_t)1 << 30)
#define READ_STEP_MIN ((size_t)64 * 1024)

static sluice_status path_copy(char out[static SL_PATH_BYTES], const char *path, sluice_error *err) {
    const size_t n = strlen(path);
    if (n == 0 || n >= SL_PATH_BYTES) {
        return SL_FAIL(err, SLUICE_E_INPUT, "path: expected 1 to %d bytes, found %zu", SL_PATH_BYTES - 1, n);
    }
    memcpy(out, path, n + 1);
    return SLUICE_OK;
}

static sluice_status open_failed(const char *path, sluice_error *err) {
    if (errno == ENOENT || errno == ENOTDIR) {
        return SL_FAIL(err, SLUICE_E_UNKNOWN, "%s: no such file", path);
    }
    return SL_FAIL_ERRNO(err, "%s: cannot open", path);
}

sluice_status sl_file_open(sl_file *out, const char *path, sluice_error *err) {
    sl_file file = {.fd = -1};
    SL_TRY(path_copy(file.path, path, err));
    /* O_NONBLOCK: opening a pipe must not wait for its other end. It changes nothing for regular files. */
    file.fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file.fd < 0) {
        return open_failed(path, err);
    }
    struct stat info;
    sluice_status status = SLUICE_OK;
    if (fstat(file.fd, &info) != 0) {
        status = SL_FAIL_ERRNO(err, "%s: cannot stat", path);
    } else if (S_ISREG(info.st_mode)) {
        file.bytes = (uint64_t)info.st_size;
    } else if (S_ISBLK(info.st_mode)) {
        const off_t end = lseek(file.fd, 0, SEEK_END);
        if (end < 0) {
            status = SL_FAIL_ERRNO(err, "%s: cannot find the size", path);
        }
        file.bytes = (uint64_t)end;
    } else {
        status = SL_FAIL(err, SLUICE_E_INPUT, "%s: expected a file, found a %s", path,
                         S_ISDIR(info.st_mode) ? "folder" : "pipe or device");
    }
    if (status != SLUICE_OK) {
        sl_file_close(&file);
        return status;
    }
    *out = file;
    return SLUICE_OK;
}

void sl_file_close(sl_file *file) {
    if (file->fd >= 0) {
        (void)close(file->fd);
        file->fd = -1;
    }
}

sluice_status sl_file_read_at(const sl_file *file, void *out, size_t n, uint64_t offset, sluice_error *err) {
    SL_ASSERT(file->fd >= 0);
    if (offset > file->bytes || n > file->bytes - offset) {
        return SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: expected %zu bytes at %llu, found %llu bytes in all", file->path,
                       n, (unsigned long long)offset, (unsigned long long)file->bytes);
    }
    char *to = out;
    for (size_t done = 0; done < n;) {
        const ssize_t got = pread(file->fd, to + done, SL_MIN(n - done, CALL_BYTES_MAX), (off_t)(offset + done));
        if (got == 0) {
            return SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: shrank while it was read: expected %llu bytes, found %llu",
                           file->path, (unsigned long long)file->bytes, (unsigned long long)(offset + done));
        }
        if (got < 0 && errno != EINTR) {
            return SL_FAIL_ERRNO(err, "%s: cannot read at %llu", file->path, (unsigned long long)(offset + done));
        }
        done += got > 0 ? (size_t)got : 0;
    }
    return SLUICE_OK;
}

void sl_file_forget(const sl_file *file, uint64_t offset, uint64_t n) {
    if (n > 0) { /* 0 would be all that follows */
        (void)posix_fadvise(file->fd, (off_t)offset, (off_t)n, POSIX_FADV_DONTNEED);
    }
}

sluice_status sl_stream_open(sl_stream *out, const char *path, sluice_error *err) {
    sl_stream stream = {.fd = STDIN_FILENO, .is_stdin = strcmp(path, "-") == 0};
    SL_TRY(path_copy(stream.path, stream.is_stdin ? "standard input" : path, err));
    if (!stream.is_stdin) {
        stream.fd = open(path, O_RDONLY | O_CLOEXEC);
        if (stream.fd < 0) {
            return open_failed(path, err);
        }
    }
    struct stat info;
    if (fstat(stream.fd, &info) == 0) {
        if (S_ISDIR(info.st_mode)) {
            sl_stream_close(&stream);
            return SL_FAIL(err, SLUICE_E_INPUT, "%s: expected a file, found a folder", path);
        }
        stream.hint_bytes = S_ISREG(info.st_mode) ? (uint64_t)info.st_size : 0;
    }
    *out = stream;
    return SLUICE_OK;
}

sluice_status sl_stream_read(sl_stream *stream, void *out, size_t n, size_t *out_n, sluice_error *err) {
    SL_ASSERT(stream->fd >= 0);
    char *to = out;
    size_t done = 0;
    while (done < n) {
        const ssize_t got = read(stream->fd, to + done, SL_MIN(n - done, CALL_BYTES_MAX));
        if (got == 0) {
            break;
        }
        if (got < 0 && errno != EINTR) {
            return SL_FAIL_ERRNO(err, "%s: cannot read", stream->path);
        }
        done += got > 0 ? (size_t)got : 0;
    }
    *out_n = done;
    return SLUICE_OK;
}

void sl_stream_close(sl_stream *stream) {
    if (stream->fd >= 0 && !stream->is_stdin) {
        (void)close(stream->fd);
    }
    stream->fd = -1;
}

/* Reads to the end into *data, growing it; never to more than max_bytes (at least one byte, for malloc). */
static sluice_status read_growing(sl_stream *stream, uint8_t **data, size_t *out_bytes, size_t max_bytes,
                                  sluice_error *err) {
    if (stream->hint_bytes > max_bytes) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: expected at most %zu bytes, found %llu", stream->path, max_bytes,
                       (unsigned long long)stream->hint_bytes);
    }
    size_t capacity = SL_MIN(SL_MAX((size_t)stream->hint_bytes, READ_STEP_MIN), max_bytes);
    size_t bytes = 0;
    for (;;) {
        uint8_t *grown = realloc(*data, SL_MAX(capacity, 1));
        if (grown == NULL) {
            return SL_FAIL(err, SLUICE_E_NO_MEMORY, "%s: no memory for %zu bytes", stream->path, capacity);
        }
        *data = grown;
        size_t got;
        SL_TRY(sl_stream_read(stream, grown + bytes, capacity - bytes, &got, err));
        bytes += got;
        if (bytes < capacity) {
            *out_bytes = bytes;
            return SLUICE_OK;
        }
        uint8_t next;
        SL_TRY(sl_stream_read(stream, &next, 1, &got, err));
        if (got == 0) {
            *out_bytes = bytes;
            return SLUICE_OK;
        }
        if (capacity == max_bytes) {
            return SL_FAIL(err, SLUICE_E_INPUT, "%s: expected at most %zu bytes, found more", stream->path, max_bytes);
        }
        capacity = capacity > max_bytes / 2 ? max_bytes : 2 * capacity;
        grown = realloc(*data, capacity);
        if (grown == NULL) {
            return SL_FAIL(err, SLUICE_E_NO_MEMORY, "%s: no memory for %zu bytes", stream->path, capacity);
        }
        *data = grown;
        grown[bytes++] = next;
    }
}

sluice_status sl_file_read_all(uint8_t **out, size_t *out_bytes, const char *path, size_t max_bytes,
                               sluice_error *err) {
    sl_stream stream;
    SL_TRY(sl_stream_open(&stream, path, err));
    uint8_t *data = NULL;
    size_t bytes = 0;
    const sluice_status status = read_growing(&stream, &data, &bytes, max_bytes, err);
    sl_stream_close(&stream);
    if (status != SLUICE_OK) {
        free(data);
        return status;
    }
    *out = data;
    *out_bytes = bytes;
    return SLUICE_OK;
}
