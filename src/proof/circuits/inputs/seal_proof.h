// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Registered seal proofs: the names that files carry (spec 4.6), for the sizes of the API crate and, by analogy, for
 * the sizes that only tests use.
 */
#ifndef SL_PROOF_CIRCUITS_INPUTS_SEAL_PROOF_H
#define SL_PROOF_CIRCUITS_INPUTS_SEAL_PROOF_H

#include "proof/circuits/circuits.h"

typedef enum sl_seal_variant {
    SL_SEAL_V1,
    SL_SEAL_V1_1,
    SL_SEAL_SYNTHETIC,
    SL_SEAL_NON_INTERACTIVE,
    SL_SEAL_VARIANTS_N,
} sl_seal_variant;

typedef struct sl_seal_proof {
    char name[64]; /* StackedDrg32GiBV1_1 */
    sl_seal_variant variant;
    uint64_t sector_bytes;
    uint8_t porep_id[32];
    sl_circuit circuit; /* tree, layers, challenges a partition, partitions */
} sl_seal_proof;

/* A size that no sector has is SLUICE_E_UNKNOWN. */
SL_NODISCARD sluice_status sl_seal_proof_of(sl_seal_proof *out, uint64_t sector_bytes, sl_seal_variant variant,
                                            sluice_error *err);
/* SLUICE_E_UNKNOWN, with the pattern of names, for a name that is none. */
SL_NODISCARD sluice_status sl_seal_proof_by_name(sl_seal_proof *out, const char *name, sluice_error *err);

/* Sector sizes, smallest first, i < SL_SECTOR_SIZES_N: the form in names ("32GiB"). */
#define SL_SECTOR_SIZES_N 10
const char *sl_sector_name_at(unsigned i);
/* The form in names for a size that a sector has. */
const char *sl_sector_name_of(uint64_t sector_bytes);

/* Of the API version: 1.0.0 places parents differently, 1.2.0 numbers PoSt challenges differently (spec 4.9). */
typedef enum sl_api_version { SL_API_V1_0, SL_API_V1_1, SL_API_V1_2 } sl_api_version;
sl_api_version sl_seal_variant_api(sl_seal_variant variant);
const char *sl_api_version_name(sl_api_version version); /* "1.1.0" */
/* SLUICE_E_INPUT for a name that is none. */
SL_NODISCARD sluice_status sl_api_version_by_name(sl_api_version *out, const char *name, sluice_error *err);

#endif
