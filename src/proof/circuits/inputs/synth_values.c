// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/synth_values.h"

#include <string.h>

#include "math/hash/bytes.h"
#include "math/hash/sha256.h"

void sl_synth_value(uint8_t out[32], const char *domain, uint64_t seed, const char *name) {
    uint8_t bytes[8];
    sl_sha256 sha;
    sl_sha256_init(&sha);
    sl_sha256_update(&sha, domain, strlen(domain));
    sl_store64_le(bytes, seed);
    sl_sha256_update(&sha, bytes, sizeof bytes);
    sl_sha256_update(&sha, name, strlen(name));
    sl_sha256_final(&sha, out);
}
