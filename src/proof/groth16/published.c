// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/published.h"

#include <string.h>

#include "core/base/hex.h"

const sl_published *sl_published_by_digest(const uint8_t *blake2b) {
    for (const sl_published *file = sl_published_files; file->name != NULL; file++) {
        if (memcmp(file->digest, blake2b, sizeof file->digest) == 0) {
            return file;
        }
    }
    return NULL;
}

const sl_published *sl_published_by_path(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    for (const sl_published *file = sl_published_files; file->name != NULL; file++) {
        if (strcmp(file->name, name) == 0) {
            return file;
        }
    }
    return NULL;
}

sluice_status sl_published_check(const uint8_t *blake2b, const char *path, sluice_error *err) {
    const sl_published *named = sl_published_by_path(path);
    if (named == NULL || memcmp(named->digest, blake2b, sizeof named->digest) == 0) {
        return SLUICE_OK;
    }
    char expected[2 * SL_PUBLISHED_DIGEST_BYTES + 1], found[2 * SL_PUBLISHED_DIGEST_BYTES + 1];
    sl_hex_encode(expected, named->digest, SL_PUBLISHED_DIGEST_BYTES);
    sl_hex_encode(found, blake2b, SL_PUBLISHED_DIGEST_BYTES);
    const sl_published *other = sl_published_by_digest(blake2b);
    if (other != NULL) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "%s: digest expected %s, found %s, which is published as %s", path,
                       expected, found, other->name);
    }
    return SL_FAIL(err, SLUICE_E_DIFFERS,
                   "%s: the file published under this name has digest %s, found %s: not the network's", path, expected,
                   found);
}
