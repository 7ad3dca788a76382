// SPDX-License-Identifier: MIT OR Apache-2.0
/* Proofs whose rows and terms are made on the device from a packed witness. */
#include <inttypes.h>

#include "backends/cuda/key_state.h"

/* Which query the terms of a section are those of. */
static const unsigned query_of[SL_MODULE_SECTIONS_N] = {
    [SL_MODULE_L] = 0, [SL_MODULE_A] = 1, [SL_MODULE_B_G1] = 2, [SL_MODULE_B_G2] = 2};

/* Whether the circuit is one of the key: nobody looks at numbers later. */
static sluice_status circuit_check(const sl_module_key *key, const sl_module_circuit *circuit, sluice_error *err) {
    const sl_module_key_shape *shape = &key->plan.shape;
    sl_module_circuit_counts counts;
    sl_cuda_circuit_counts(circuit, &counts);
    bool is_right = counts.witness_bytes == shape->witness_bytes;
    for (unsigned s = SL_MODULE_L; s < SL_MODULE_SECTIONS_N; s++) {
        is_right = is_right && counts.points_n[query_of[s]] == shape->points_n[s] &&
                   counts.full_n[query_of[s]] <= shape->full_max[s];
    }
    if (!is_right) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: a witness of another circuit than the key's",
                       key->device->index);
    }
    return SLUICE_OK;
}

/* Uploads it, makes rows and terms, and waits. */
static sluice_status witness_run(sl_module_proof *proof, const sl_module_circuit *circuit,
                                 const sl_module_witness *witness, bool is_checked, uint32_t *broken_row,
                                 sluice_error *err) {
    sl_module_key *key = proof->key;
    sl_cuda_fr *const c = key->plan.shape.is_folded ? NULL : sl_cuda_proof_vector(proof, 2);
    SL_TRY(sl_cuda_proof_mark(proof, SL_CUDA_PROOF_BEGIN, err));
    SL_TRY(sl_cuda_witness_put(circuit, &key->ring, &proof->witness, witness, proof->stream, err));
    SL_TRY(sl_cuda_proof_mark(proof, SL_CUDA_PROOF_MIDDLE, err));
    SL_TRY(sl_cuda_rows_make(circuit, &proof->witness, sl_cuda_proof_vector(proof, 0), sl_cuda_proof_vector(proof, 1),
                             c, UINT64_C(1) << key->plan.shape.domain_log2, is_checked, proof->stream, err));
    SL_TRY(sl_cuda_proof_mark(proof, SL_CUDA_PROOF_END, err));
    if (is_checked) {
        SL_TRY(sl_cuda_broken_row_get(circuit, &proof->witness, proof->stream, broken_row, err));
    } else {
        SL_TRY(sl_cuda_proof_wait(proof, SL_CUDA_PROOF_END, err));
    }
    SL_TRY(sl_cuda_proof_time_add(proof, &proof->times.upload, SL_CUDA_PROOF_BEGIN, SL_CUDA_PROOF_MIDDLE, err));
    return sl_cuda_proof_time_add(proof, &proof->times.rows, SL_CUDA_PROOF_BEGIN, SL_CUDA_PROOF_END, err);
}

sluice_status sl_cuda_proof_witness(sl_module_proof *proof, const sl_module_circuit *circuit,
                                    const sl_module_witness *witness, bool is_checked, uint32_t *broken_row,
                                    sluice_error *err) {
    sl_module_key *key = proof->key;
    SL_TRY(sl_cuda_device_use(key->device, err));
    if (key->plan.witness_bytes == 0 || proof->rows == SL_CUDA_NO_ROWS) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: a witness %s", key->device->index,
                       key->plan.witness_bytes == 0 ? "with a key that is not for them" : "after the sum over h");
    }
    SL_TRY(circuit_check(key, circuit, err));
    proof->has_witness = false; /* one that was there before is overwritten */
    const uint64_t index = (uint64_t)(proof - key->proofs);
    sl_cuda_witness_place(circuit, key->witnesses + index * key->plan.witness_bytes, &proof->witness);
    const sluice_status status = witness_run(proof, circuit, witness, is_checked, broken_row, err);
    if (status != SLUICE_OK) {
        (void)key->device->calls->synchronize(proof->stream); /* the witness is the caller's */
        return status;
    }
    for (unsigned s = SL_MODULE_L; s < SL_MODULE_SECTIONS_N; s++) {
        sl_module_circuit_counts counts;
        sl_cuda_circuit_counts(circuit, &counts);
        proof->full_n[s] = (uint32_t)counts.full_n[query_of[s]];
    }
    proof->has_witness = true;
    return SLUICE_OK;
}

void sl_cuda_witness_terms(const sl_module_proof *proof, sl_cuda_terms out[SL_MODULE_SECTIONS_N]) {
    out[SL_MODULE_H] = (sl_cuda_terms){0};
    for (unsigned s = SL_MODULE_L; s < SL_MODULE_SECTIONS_N; s++) {
        const unsigned q = query_of[s];
        out[s] = (sl_cuda_terms){.bits = proof->witness.bits[q],
                                 .full_at = proof->witness.full_at[q],
                                 .full = proof->witness.full[q],
                                 .full_n = proof->full_n[s]};
    }
}
