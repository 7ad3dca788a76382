// SPDX-License-Identifier: MIT OR Apache-2.0
#include <sluice/verify.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/checked.h"
#include "core/mem/buf.h"
#include "core/mem/small.h"
#include "engine/engine_input.h"
#include "proof/groth16/params_file.h"
#include "proof/groth16/verifier.h"

struct sluice_vk {
    sl_verifier *verifier;
};

/* True if the file's length is that of a verifying key with as many ic points as it says. */
static sluice_status is_vk_alone(bool *out, const char *path, sluice_error *err) {
    sl_file file;
    SL_TRY(sl_file_open(&file, path, err));
    uint8_t count[4];
    sluice_status status = SLUICE_OK;
    *out = file.bytes < SL_VK_HEAD_BYTES;
    if (!*out) {
        status = sl_file_read_at(&file, count, sizeof count, SL_VK_HEAD_BYTES - sizeof count, err);
    }
    if (!*out && status == SLUICE_OK) {
        const uint32_t ic_n = (uint32_t)count[0] << 24 | (uint32_t)count[1] << 16 | (uint32_t)count[2] << 8 | count[3];
        /* A .params file goes on with five counts, so it is longer by 20 bytes at least. */
        *out = file.bytes < (uint64_t)sl_vk_bytes(ic_n) + 20;
    }
    sl_file_close(&file);
    return status;
}

sluice_status sluice_vk_open(sluice_context *context, sluice_vk **out, const char *path, sluice_error *err) {
    (void)context;
    bool alone = false;
    SL_TRY(is_vk_alone(&alone, path, err));
    sluice_vk *vk = sl_small_alloc(1, sizeof *vk);
    if (vk == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a verifying key");
    }
    sluice_status status;
    if (alone) {
        sl_vk parsed;
        status = sl_vk_read(&parsed, path, err);
        if (status == SLUICE_OK) {
            status = sl_verifier_open(&vk->verifier, &parsed, err);
            sl_vk_release(&parsed);
        }
    } else {
        sl_params params;
        status = sl_params_open(&params, path, err);
        if (status == SLUICE_OK) {
            status = sl_verifier_open(&vk->verifier, &params.vk, err);
            sl_params_close(&params);
        }
    }
    if (status != SLUICE_OK) {
        free(vk);
        return status;
    }
    *out = vk;
    return SLUICE_OK;
}

void sluice_vk_close(sluice_vk *vk) {
    if (vk == NULL) {
        return;
    }
    sl_verifier_close(vk->verifier);
    free(vk);
}

/* Claims over inputs_n public inputs each, `publics` holding all of them in order. */
static sluice_status claims_check(const sluice_vk *vk, const sl_fr *publics, size_t partitions_n, size_t inputs_n,
                                  const uint8_t *proof, size_t proof_bytes, sluice_error *err) {
    sl_buf claims_buf = SL_BUF_EMPTY;
    sl_buf proofs_buf = SL_BUF_EMPTY;
    sluice_status status = sl_buf_alloc_n(&claims_buf, partitions_n, sizeof(sl_claim), "claims", err);
    if (status == SLUICE_OK) {
        status = sl_buf_alloc_n(&proofs_buf, partitions_n, sizeof(sl_proof), "proofs", err);
    }
    if (status == SLUICE_OK) {
        sl_proof *proofs = proofs_buf.data;
        status = sl_proof_read_all(proofs, partitions_n, proof, proof_bytes, "proof", err);
        sl_claim *claims = claims_buf.data;
        for (size_t i = 0; status == SLUICE_OK && i < partitions_n; i++) {
            claims[i] = (sl_claim){proofs[i], publics + i * inputs_n, inputs_n};
        }
        if (status == SLUICE_OK) {
            status = sl_verifier_check(vk->verifier, claims, partitions_n, err);
        }
    }
    sl_buf_release(&proofs_buf);
    sl_buf_release(&claims_buf);
    return status;
}

static sluice_status publics_alloc(sl_buf *out, size_t partitions_n, size_t inputs_n, sluice_error *err) {
    size_t n;
    if (!sl_mul_size(partitions_n, inputs_n, &n)) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%zu partitions of %zu public inputs are too many", partitions_n, inputs_n);
    }
    return sl_buf_alloc_n(out, n == 0 ? 1 : n, sizeof(sl_fr), "public inputs", err);
}

sluice_status sluice_verify(const sluice_input *input, const sluice_vk *vk, int partition, const uint8_t *proof,
                            size_t proof_bytes, sluice_error *err) {
    unsigned first;
    unsigned end;
    SL_TRY(sl_engine_partitions(input, partition, &first, &end, err));
    const size_t inputs_n = sl_engine_publics_n(input);
    sl_buf publics = SL_BUF_EMPTY;
    SL_TRY(publics_alloc(&publics, end - first, inputs_n, err));
    for (unsigned k = first; k < end; k++) {
        sl_engine_publics(input, k, (sl_fr *)publics.data + (k - first) * inputs_n);
    }
    const sluice_status status = claims_check(vk, publics.data, end - first, inputs_n, proof, proof_bytes, err);
    sl_buf_release(&publics);
    return status;
}

sluice_status sluice_verify_publics(const sluice_vk *vk, const uint8_t *publics, size_t partitions_n, size_t inputs_n,
                                    const uint8_t *proof, size_t proof_bytes, sluice_error *err) {
    if (partitions_n == 0) {
        return SL_FAIL(err, SLUICE_E_USAGE, "no partition to verify");
    }
    sl_buf values = SL_BUF_EMPTY;
    SL_TRY(publics_alloc(&values, partitions_n, inputs_n, err));
    sluice_status status = SLUICE_OK;
    for (size_t i = 0; status == SLUICE_OK && i < partitions_n * inputs_n; i++) {
        if (!sl_fr_from_bytes((sl_fr *)values.data + i, publics + i * SL_FR_BYTES)) {
            status = SL_FAIL(err, SLUICE_E_INPUT, "partition %zu: public input %zu is not below r", i / inputs_n,
                             i % inputs_n);
        }
    }
    if (status == SLUICE_OK) {
        status = claims_check(vk, values.data, partitions_n, inputs_n, proof, proof_bytes, err);
    }
    sl_buf_release(&values);
    return status;
}
