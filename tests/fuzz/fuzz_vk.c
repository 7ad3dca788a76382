// SPDX-License-Identifier: MIT OR Apache-2.0
/* Any bytes as a verifying key: refused, or written back as they were read. */
#include <stdlib.h>
#include <string.h>

#include "proof/groth16/vk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    sl_vk vk;
    sluice_error err;
    if (sl_vk_parse(&vk, data, size, "fuzz", &err) == SLUICE_OK) {
        uint8_t *again = malloc(size);
        SL_ASSERT(again != NULL && sl_vk_bytes(vk.ic_n) == size);
        sl_vk_write(again, &vk);
        SL_ASSERT(memcmp(again, data, size) == 0);
        free(again);
        sl_vk_release(&vk);
    }
    return 0;
}
