// SPDX-License-Identifier: MIT OR Apache-2.0
#include <dirent.h>
#include <string.h>

#include "core/sys/scratch.h"
#include "harness/test.h"

static sluice_error err;

static const char *folder(void) {
    static char path[512];
    static const char nothing[1];
    (void)snprintf(path, sizeof path, "%s", sl_test_temp_write("folder/empty", nothing, 0));
    *strrchr(path, '/') = 0;
    return path;
}

SL_TEST(reads_what_was_written) {
    sl_scratch scratch;
    uint8_t data[4096], got[4096];
    sl_test_bytes(data, sizeof data);
    SL_CHECK_OK(sl_scratch_open(&scratch, folder(), 1 << 20, &err));
    SL_CHECK_OK(sl_scratch_write(&scratch, data, sizeof data, 12345, &err));
    SL_CHECK_OK(sl_scratch_write(&scratch, data, 7, (1 << 20) - 7, &err));
    sl_scratch_will_need(&scratch, 4096, 12345);
    SL_CHECK_OK(sl_scratch_read(&scratch, got, sizeof got, 12345, &err));
    SL_CHECK_MEM(got, data, sizeof data);
    SL_CHECK_OK(sl_scratch_read(&scratch, got, 7, (1 << 20) - 7, &err));
    SL_CHECK_MEM(got, data, 7);
    SL_CHECK_OK(sl_scratch_read(&scratch, got, 9, 0, &err));
    SL_CHECK_MEM(got, ((const uint8_t[9]){0}), 9);
    sl_scratch_close(&scratch);
    sl_scratch_close(&scratch);
    SL_CHECK_OK(sl_scratch_open(&scratch, folder(), 0, &err));
    SL_CHECK_OK(sl_scratch_read(&scratch, got, 0, 0, &err));
    sl_scratch_close(&scratch);
}

SL_TEST(has_no_name) {
    sl_scratch scratch;
    SL_CHECK_OK(sl_scratch_open(&scratch, folder(), 4096, &err));
    DIR *entries = opendir(folder());
    SL_CHECK(entries != NULL);
    size_t n = 0;
    while (readdir(entries) != NULL) {
        n++;
    }
    SL_CHECK(closedir(entries) == 0);
    SL_CHECK_EQ_U64(n, 3); /* ., .. and the test's own file */
    sl_scratch_close(&scratch);
}

SL_TEST(refusals) {
    sl_scratch scratch = SL_SCRATCH_CLOSED;
    char path[600];
    (void)snprintf(path, sizeof path, "%s/empty", folder());
    SL_CHECK_STATUS(sl_scratch_open(&scratch, path, 1, &err), SLUICE_E_UNKNOWN);
    (void)snprintf(path, sizeof path, "%s/none", folder());
    SL_CHECK_STATUS(sl_scratch_open(&scratch, path, 1, &err), SLUICE_E_UNKNOWN);
    SL_CHECK_STATUS(sl_scratch_open(&scratch, "", 1, &err), SLUICE_E_INPUT);
    memset(path, 'x', sizeof path - 1);
    path[sizeof path - 1] = 0;
    SL_CHECK_STATUS(sl_scratch_open(&scratch, path, 1, &err), SLUICE_E_INPUT);
    SL_CHECK_STATUS(sl_scratch_open(&scratch, folder(), (uint64_t)1 << 63, &err), SLUICE_E_NO_SPACE);
    const sluice_status status = sl_scratch_open(&scratch, folder(), (uint64_t)1 << 50, &err);
    SL_CHECK(status == SLUICE_E_NO_SPACE || status == SLUICE_E_OS); /* no disk of 1 PiB, or no file of that size */
    SL_CHECK(scratch.fd < 0);
}

SL_TEST(made_to_fail) {
    sl_scratch scratch;
    uint8_t byte = 1;
    SL_CHECK_OK(sl_scratch_open(&scratch, folder(), 4096, &err));
    sl_scratch_fail_read_after(1);
    sl_scratch_fail_write_after(0);
    SL_CHECK_OK(sl_scratch_read(&scratch, &byte, 1, 0, &err));
    SL_CHECK_STATUS(sl_scratch_read(&scratch, &byte, 1, 0, &err), SLUICE_E_OS);
    SL_CHECK_OK(sl_scratch_read(&scratch, &byte, 1, 0, &err));
    SL_CHECK_STATUS(sl_scratch_write(&scratch, &byte, 1, 0, &err), SLUICE_E_OS);
    SL_CHECK_OK(sl_scratch_write(&scratch, &byte, 1, 0, &err));
    sl_scratch_close(&scratch);
}

SL_TEST(folders) {
    SL_CHECK(!sl_folder_is_memory("/proc"));
    SL_CHECK(!sl_folder_is_memory("/no such folder"));
    const bool is_memory = sl_folder_is_memory(folder());
    SL_CHECK_STATUS(sl_scratch_folder_check(folder(), &err), is_memory ? SLUICE_E_INPUT : SLUICE_OK);
    SL_CHECK_STATUS(sl_scratch_folder_check("/no such folder", &err), SLUICE_E_UNKNOWN);
    if (sl_folder_is_memory("/dev/shm")) {
        SL_CHECK_STATUS(sl_scratch_folder_check("/dev/shm", &err), SLUICE_E_INPUT);
    }
}
