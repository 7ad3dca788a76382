// SPDX-License-Identifier: MIT OR Apache-2.0
/* Any bytes as a key file: opened, its layout held against its length, and every point decoded. */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "proof/groth16/params_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static sl_pool *pool;
    sluice_error err;
    if (pool == NULL) {
        SL_ASSERT(sl_pool_open(&pool, 1, &err) == SLUICE_OK);
    }
    char path[64];
    sl_params params;
    const int fd = memfd_create("params", MFD_CLOEXEC);
    SL_ASSERT(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (sl_params_open(&params, path, &err) == SLUICE_OK) {
        const sl_params_check_options options = {.subgroup = true};
        sl_params_report report;
        SL_ASSERT(params.layout.bytes == size);
        (void)!sl_params_check(&params, &options, pool, &report, &err);
        sl_params_close(&params);
    }
    (void)close(fd);
    return 0;
}
