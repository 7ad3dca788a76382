// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Files: reading at positions, and output that appears complete or not at all.
 */
#ifndef SL_CORE_SYS_FILE_H
#define SL_CORE_SYS_FILE_H

#include "core/base/error.h"

/* An input file. A file that shrinks while it is read gives SLUICE_E_TRUNCATED, never a signal. */
typedef struct sl_file {
    int fd; /* -1: closed */
    uint64_t bytes;
    char path[512]; /* for messages */
} sl_file;

SL_NODISCARD sluice_status sl_file_open(sl_file *out, const char *path, sluice_error *err);
void sl_file_close(sl_file *file);
/* Reads exactly `n` bytes at `offset`. Threads may read one file at the same time. */
SL_NODISCARD sluice_status sl_file_read_at(const sl_file *file, void *out, size_t n, uint64_t offset,
                                           sluice_error *err);
/*
 * Reads a whole file ("-": standard input) into memory that the caller frees. More than max_bytes is
 * SLUICE_E_INPUT and nothing larger than max_bytes is ever allocated.
 */
SL_NODISCARD sluice_status sl_file_read_all(uint8_t **out, size_t *out_bytes, const char *path,
                                            size_t max_bytes, sluice_error *err);

/*
 * Output under an exclusive temporary name in the same folder; commit does fsync of file and folder and renames
 * it over `path`. Without commit, sl_outfile_discard (always safe to call) removes it. "-" writes to standard output.
 * sl_outfile_discard_all is async-signal-safe and unlinks every temporary file that is open (for SIGINT).
 */
typedef struct sl_outfile {
    int fd; /* -1: closed */
    bool is_stdout;
    uint64_t bytes; /* appended so far */
    char path[512];
    char temp[560];
} sl_outfile;

SL_NODISCARD sluice_status sl_outfile_open(sl_outfile *out, const char *path, sluice_error *err);
SL_NODISCARD sluice_status sl_outfile_append(sl_outfile *file, const void *data, size_t n,
                                             sluice_error *err);
SL_NODISCARD sluice_status sl_outfile_write_at(sl_outfile *file, const void *data, size_t n,
                                               uint64_t offset, sluice_error *err);
SL_NODISCARD sluice_status sl_outfile_commit(sl_outfile *file, sluice_error *err);
void sl_outfile_discard(sl_outfile *file);
void sl_outfile_discard_all(void);

/* Free bytes for this user on the file system of `path`'s folder. */
SL_NODISCARD sluice_status sl_disk_free(const char *path, uint64_t *out_bytes, sluice_error *err);

#endif
