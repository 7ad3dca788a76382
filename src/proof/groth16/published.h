// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The files that the network publishes: keys, verifying keys and one string of reference points, by name and digest
 * (spec 1.9). The table is made of schema/keys when the library is built.
 */
#ifndef SL_PROOF_GROTH16_PUBLISHED_H
#define SL_PROOF_GROTH16_PUBLISHED_H

#include "core/base/error.h"

enum { SL_PUBLISHED_DIGEST_BYTES = 16 }; /* the first of BLAKE2b-512 of the file */

typedef struct sl_published {
    const char *name; /* "v28-....params" */
    uint8_t digest[SL_PUBLISHED_DIGEST_BYTES];
} sl_published;

extern const sl_published sl_published_files[]; /* generated; the last one has no name */

/* NULL: no published file has this digest or this name (the last component of `path`). */
const sl_published *sl_published_by_digest(const uint8_t *blake2b);
const sl_published *sl_published_by_path(const char *path);

/*
 * A file whose name is a published one must be that file: SLUICE_E_DIFFERS if its digest is not published at all,
 * SLUICE_E_MISMATCH if it is that of another published file. Other names are free.
 */
SL_NODISCARD sluice_status sl_published_check(const uint8_t *blake2b, const char *path, sluice_error *err);

#endif
