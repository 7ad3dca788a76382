// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Reads a whole key once: every point decoded, and the digests that published keys are known by.
 *
 * The answers differ by what is wrong: SLUICE_E_TRUNCATED, SLUICE_E_CORRUPT (a point, with section and index, or a
 * change while it was read), SLUICE_E_UNKNOWN (the manifest does not list the name), SLUICE_E_MISMATCH (the manifest
 * lists the digest under another name; the .vk is another key's) and SLUICE_E_DIFFERS (well formed, but of another
 * digest).
 */
#ifndef SL_PROOF_GROTH16_PARAMS_CHECK_H
#define SL_PROOF_GROTH16_PARAMS_CHECK_H

#include "core/par/pool.h"
#include "proof/groth16/observer.h"
#include "proof/groth16/params_file.h"

typedef struct sl_params_report {
    uint8_t sha256[32], blake2b[64]; /* of the whole file */
    bool subgroup;                   /* every point was found in its subgroup */
    bool remembered;                 /* taken from the memory of earlier checks, without reading */
} sl_params_report;

typedef struct sl_params_check_options {
    bool subgroup;               /* check every point's subgroup too: a hundred times the work */
    const char *memory;          /* file that remembers good keys (check_memory.h), or NULL */
    bool force;                  /* read it although it is remembered */
    const sl_observer *observer; /* stage "key check", progress in bytes; or NULL */
} sl_params_check_options;

/* The points and digests of an open key. */
SL_NODISCARD sluice_status sl_params_check(const sl_params *params, const sl_params_check_options *options,
                                           sl_pool *pool, sl_params_report *out, sluice_error *err);

/*
 * Compares a digest with the entry of `file_name` (its last component) in a parameters.json: "digest" is the first 32
 * hexadecimal digits of BLAKE2b-512 (spec 1.9). A manifest of more than 4 MiB is refused.
 */
SL_NODISCARD sluice_status sl_params_check_manifest(const uint8_t blake2b[64], const char *file_name,
                                                    const char *manifest_path, sluice_error *err);

#endif
