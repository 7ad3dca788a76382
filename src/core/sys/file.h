// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Files: reading at positions, and output that appears complete or not at all.
 */
#ifndef SL_CORE_SYS_FILE_H
#define SL_CORE_SYS_FILE_H

#include "core/base/error.h"

#define SL_PATH_BYTES 512 /* longer paths are refused with SLUICE_E_INPUT */

/* An input file. A file that shrinks while it is read gives SLUICE_E_TRUNCATED, never a signal. */
typedef struct sl_file {
    int fd; /* -1: closed */
    uint64_t bytes;
    char path[SL_PATH_BYTES]; /* for messages */
} sl_file;

/* A missing file is SLUICE_E_UNKNOWN; what is neither a regular file nor a block device is SLUICE_E_INPUT. */
SL_NODISCARD sluice_status sl_file_open(sl_file *out, const char *path, sluice_error *err);
void sl_file_close(sl_file *file); /* accepts the closed state */
/*
 * Reads exactly `n` bytes at `offset`; past the end is SLUICE_E_TRUNCATED. After a failure the contents of `out` are
 * undefined. Threads may read one file at the same time.
 */
SL_NODISCARD sluice_status sl_file_read_at(const sl_file *file, void *out, size_t n, uint64_t offset,
                                           sluice_error *err);
/*
 * Advice that bytes which were read, or written, are not needed again soon: their pages can serve for what comes next.
 * For files that outgrow the memory (meminfo.h): a page that is used again costs a tenth of one that the system, or the
 * host below it, has to find and clear, and other programs keep theirs. Readers and writers of keys leave the last
 * SL_FILE_BEHIND_BYTES, which whoever reads the same a little later still finds.
 */
#define SL_FILE_BEHIND_BYTES ((uint64_t)256 << 20)
void sl_file_forget(const sl_file *file, uint64_t offset, uint64_t n);

/*
 * Reads a whole file ("-": standard input) into memory that the caller frees. More than max_bytes is
 * SLUICE_E_INPUT and nothing larger than max_bytes is ever allocated.
 */
SL_NODISCARD sluice_status sl_file_read_all(uint8_t **out, size_t *out_bytes, const char *path, size_t max_bytes,
                                            sluice_error *err);

/*
 * A source of bytes that is read once, in order: a file, a pipe, or standard input ("-").
 * sl_stream_read fills `out` with `n` bytes, fewer only at the end.
 */
typedef struct sl_stream {
    int fd; /* -1: closed */
    bool is_stdin;
    uint64_t hint_bytes; /* size of a regular file, 0 if not known: a hint, not a promise */
    char path[SL_PATH_BYTES];
} sl_stream;

SL_NODISCARD sluice_status sl_stream_open(sl_stream *out, const char *path, sluice_error *err);
SL_NODISCARD sluice_status sl_stream_read(sl_stream *stream, void *out, size_t n, size_t *out_n, sluice_error *err);
void sl_stream_close(sl_stream *stream); /* accepts the closed state */

/*
 * Output that appears complete or not at all: written under an exclusive temporary name in the same folder; commit does
 * fsync of file and folder and renames it over `path`. Until then sl_outfile_discard (safe in every state, also after
 * commit) removes it. "-" (standard output) and devices or pipes are written as the bytes come. Close the struct by
 * commit or discard: a failed commit has discarded.
 *
 * A file belongs to one thread, but for sl_outfile_write_at, which threads may call at the same time.
 */
typedef struct sl_outfile {
    int fd;         /* -1: closed */
    int slot;       /* in the table of temporary files; -1: none */
    bool is_stream; /* standard output, device or pipe: append only */
    bool is_secret; /* overwritten before it is removed */
    uint64_t bytes; /* appended so far */
    char path[SL_PATH_BYTES];
    char temp[SL_PATH_BYTES + 32];
} sl_outfile;

#define SL_OUTFILE_CLOSED ((sl_outfile){.fd = -1, .slot = -1})

/* At most 64 temporary files are open at a time. */
SL_NODISCARD sluice_status sl_outfile_open(sl_outfile *out, const char *path, sluice_error *err);
/* Writes behind what was appended before; write_at does not move that place. */
SL_NODISCARD sluice_status sl_outfile_append(sl_outfile *file, const void *data, size_t n, sluice_error *err);
SL_NODISCARD sluice_status sl_outfile_write_at(sl_outfile *file, const void *data, size_t n, uint64_t offset,
                                               sluice_error *err);
/* Sends bytes that were written on their way to the disk; waits until they are there, and forgets them. */
void sl_outfile_push(const sl_outfile *file, uint64_t offset, uint64_t n);
void sl_outfile_forget(const sl_outfile *file, uint64_t offset, uint64_t n);
SL_NODISCARD sluice_status sl_outfile_commit(sl_outfile *file, sluice_error *err);
void sl_outfile_discard(sl_outfile *file);

/*
 * Output that outlives a process that is killed: the temporary file is named PATH and `suffix` (at most 16 characters),
 * is opened as it is found, or created, and then locked; `bytes` is what it holds. A secret one has mode 0600, is
 * refused if others may read it, and its contents are overwritten whenever it is removed. Standard output, devices and
 * pipes are opened as by sl_outfile_open: look at is_stream. SLUICE_E_OS if another process holds it.
 */
SL_NODISCARD sluice_status sl_outfile_open_kept(sl_outfile *out, const char *path, const char *suffix, bool is_secret,
                                                sluice_error *err);
/* Cuts a temporary file to its first `bytes` bytes; appending goes on there. */
SL_NODISCARD sluice_status sl_outfile_cut(sl_outfile *file, uint64_t bytes, sluice_error *err);
/* Reads exactly n bytes of a temporary file; past its end is SLUICE_E_TRUNCATED. */
SL_NODISCARD sluice_status sl_outfile_read_at(const sl_outfile *file, void *out, size_t n, uint64_t offset,
                                              sluice_error *err);
/*
 * What was found is somebody's until this: discard only closes it, and an interrupt leaves it. From here on it goes as
 * any temporary file does.
 */
void sl_outfile_claim(sl_outfile *file);
/* Asks that what was written be on the disk. */
SL_NODISCARD sluice_status sl_outfile_sync(sl_outfile *file, sluice_error *err);

/*
 * Unlinks every temporary file that is open, but for kept ones that were found and not claimed; from then on opening
 * and committing files (not streams) give SLUICE_E_INTERRUPTED. Async-signal-safe: for the handler of SIGINT and
 * SIGTERM in a program that is about to exit.
 */
void sl_outfile_discard_all(void);

/* Free bytes for this user on the file system of `path`'s folder. */
SL_NODISCARD sluice_status sl_disk_free(const char *path, uint64_t *out_bytes, sluice_error *err);

#endif
