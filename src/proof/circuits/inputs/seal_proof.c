// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/seal_proof.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct {
    uint64_t bytes;
    const char *name;
    int number; /* of its V1 among the registered proofs; -1: none */
} sizes[SL_SECTOR_SIZES_N] = {
    {UINT64_C(2) << 10, "2KiB", 0},     {UINT64_C(4) << 10, "4KiB", -1}, {UINT64_C(16) << 10, "16KiB", -1},
    {UINT64_C(32) << 10, "32KiB", -1},  {UINT64_C(8) << 20, "8MiB", 1},  {UINT64_C(16) << 20, "16MiB", -1},
    {UINT64_C(512) << 20, "512MiB", 2}, {UINT64_C(1) << 30, "1GiB", -1}, {UINT64_C(32) << 30, "32GiB", 3},
    {UINT64_C(64) << 30, "64GiB", 4},
};

static const struct {
    const char *suffix;  /* of the registered proof */
    const char *circuit; /* prefix of the circuit's name */
    sl_api_version api;
} variants[SL_SEAL_VARIANTS_N] = {
    [SL_SEAL_V1] = {"V1", "porep-", SL_API_V1_0},
    [SL_SEAL_V1_1] = {"V1_1", "porep-", SL_API_V1_1},
    [SL_SEAL_SYNTHETIC] = {"V1_1_Feat_SyntheticPoRep", "porep-synth-", SL_API_V1_2},
    [SL_SEAL_NON_INTERACTIVE] = {"V1_2_Feat_NonInteractivePoRep", "porep-ni-", SL_API_V1_2},
};

const char *sl_sector_name_at(unsigned i) {
    return sizes[i].name;
}

const char *sl_sector_name_of(uint64_t sector_bytes) {
    unsigned i = 0;
    while (sizes[i].bytes != sector_bytes) {
        i++;
        SL_ASSERT(i < SL_SECTOR_SIZES_N);
    }
    return sizes[i].name;
}

sl_api_version sl_seal_variant_api(sl_seal_variant variant) {
    return variants[variant].api;
}

const char *sl_api_version_name(sl_api_version version) {
    static const char *const names[] = {"1.0.0", "1.1.0", "1.2.0"};
    return names[version];
}

sluice_status sl_api_version_by_name(sl_api_version *out, const char *name, sluice_error *err) {
    for (unsigned i = 0; i <= SL_API_V1_2; i++) {
        if (strcmp(name, sl_api_version_name((sl_api_version)i)) == 0) {
            *out = (sl_api_version)i;
            return SLUICE_OK;
        }
    }
    return SL_FAIL(err, SLUICE_E_INPUT, "api_version: expected 1.0.0, 1.1.0 or 1.2.0, found %.32s", name);
}

static sluice_status proof_fill(sl_seal_proof *out, unsigned size, sl_seal_variant variant, sluice_error *err) {
    sl_seal_proof proof = {.variant = variant, .sector_bytes = sizes[size].bytes};
    char circuit[48];
    (void)snprintf(proof.name, sizeof proof.name, "StackedDrg%s%s", sizes[size].name, variants[variant].suffix);
    (void)snprintf(circuit, sizeof circuit, "%s%s", variants[variant].circuit, sizes[size].name);
    SL_TRY(sl_circuit_by_name(&proof.circuit, circuit, err));
    // Five sizes for each variant; sizes without a number have 200 and more by the convention of the vectors.
    proof.porep_id[0] = (uint8_t)(sizes[size].number < 0 ? 200 + (int)variant : 5 * (int)variant + sizes[size].number);
    *out = proof;
    return SLUICE_OK;
}

sluice_status sl_seal_proof_of(sl_seal_proof *out, uint64_t sector_bytes, sl_seal_variant variant, sluice_error *err) {
    for (unsigned i = 0; i < SL_SECTOR_SIZES_N; i++) {
        if (sizes[i].bytes == sector_bytes) {
            return proof_fill(out, i, variant, err);
        }
    }
    return SL_FAIL(err, SLUICE_E_UNKNOWN, "expected the size of a sector (2 KiB to 64 GiB), found %" PRIu64 " bytes",
                   sector_bytes);
}

sluice_status sl_seal_proof_by_name(sl_seal_proof *out, const char *name, sluice_error *err) {
    for (unsigned i = 0; i < SL_SECTOR_SIZES_N; i++) {
        for (unsigned v = 0; v < SL_SEAL_VARIANTS_N; v++) {
            char known[64];
            (void)snprintf(known, sizeof known, "StackedDrg%s%s", sizes[i].name, variants[v].suffix);
            if (strcmp(known, name) == 0) {
                return proof_fill(out, i, (sl_seal_variant)v, err);
            }
        }
    }
    return SL_FAIL(err, SLUICE_E_UNKNOWN,
                   "expected a registered proof StackedDrg<SIZE> with V1, V1_1, V1_1_Feat_SyntheticPoRep or "
                   "V1_2_Feat_NonInteractivePoRep, found %.80s",
                   name);
}
