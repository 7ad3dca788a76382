// SPDX-License-Identifier: MIT OR Apache-2.0
/* Any bytes as a circom system; one that is accepted is walked over, and the same bytes are tried as its witness. */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "proof/r1cs/circom.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    sluice_error err;
    char path[64];
    const int fd = memfd_create("circom", MFD_CLOEXEC);
    SL_ASSERT(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    sl_r1cs *r1cs = NULL;
    if (sl_circom_r1cs_read(&r1cs, path, &err) == SLUICE_OK) {
        uint8_t digest[32];
        sl_density density;
        sl_witness witness;
        SL_ASSERT(sl_r1cs_digest(r1cs, digest, NULL, NULL, &err) == SLUICE_OK);
        SL_ASSERT(sl_r1cs_density(r1cs, &density, &err) == SLUICE_OK);
        SL_ASSERT(sl_circom_witness_read(&witness, r1cs, path, &err) != SLUICE_OK);
        sl_density_release(&density);
        sl_r1cs_close(r1cs);
    }
    SL_ASSERT(sl_mem_live() == 0);
    (void)close(fd);
    return 0;
}
