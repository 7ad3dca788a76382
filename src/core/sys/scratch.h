// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A file without a name, for what does not fit in memory: it is gone when it is closed, however the process ends.
 *
 * What is written is readable by nobody else while the process lives (mode 0600, no name), but the blocks of the disk
 * are not wiped.
 */
#ifndef SL_CORE_SYS_SCRATCH_H
#define SL_CORE_SYS_SCRATCH_H

#include "core/sys/file.h"

typedef struct sl_scratch {
    int fd; /* -1: closed */
    uint64_t bytes;
    char folder[SL_PATH_BYTES]; /* for messages */
} sl_scratch;

#define SL_SCRATCH_CLOSED ((sl_scratch){.fd = -1})

/*
 * Takes `bytes` of the file system of `folder` at once, zeros: SLUICE_E_NO_SPACE if there are not so many.
 * SLUICE_E_UNKNOWN: no such folder.
 */
SL_NODISCARD sluice_status sl_scratch_open(sl_scratch *out, const char *folder, uint64_t bytes, sluice_error *err);
void sl_scratch_close(sl_scratch *scratch); /* accepts the closed state */

/* Exactly n bytes at `offset`, which must lie within the file. Threads may do both at the same time. */
SL_NODISCARD sluice_status sl_scratch_read(const sl_scratch *scratch, void *out, size_t n, uint64_t offset,
                                           sluice_error *err);
SL_NODISCARD sluice_status sl_scratch_write(const sl_scratch *scratch, const void *data, size_t n, uint64_t offset,
                                            sluice_error *err);
/* Advice: these bytes are read soon. */
void sl_scratch_will_need(const sl_scratch *scratch, size_t n, uint64_t offset);

/* Whether the files of a folder are memory (tmpfs, ramfs): nothing is gained by moving data there. */
bool sl_folder_is_memory(const char *folder);
/*
 * Before the work that needs the file: SLUICE_E_UNKNOWN if there is no such folder, SLUICE_E_INPUT if its files are
 * memory; also fails where no file can be made in it.
 */
SL_NODISCARD sluice_status sl_scratch_folder_check(const char *folder, sluice_error *err);

/* Tests: makes the n-th following read or write fail with SLUICE_E_OS (0: the next), once; SIZE_MAX: none. */
void sl_scratch_fail_read_after(size_t n);
void sl_scratch_fail_write_after(size_t n);

#endif
