// SPDX-License-Identifier: MIT OR Apache-2.0
/* Any bytes as a C1 file, starting from the wrapper. */
#include "fuzz/c1_any.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    c1_any(data, size);
    return 0;
}
