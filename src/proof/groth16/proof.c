// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/proof.h"

#include "math/curve/encoding.h"

enum { A_AT = 0, B_AT = SL_G1_COMPRESSED_BYTES, C_AT = B_AT + SL_G2_COMPRESSED_BYTES };
_Static_assert(C_AT + SL_G1_COMPRESSED_BYTES == SL_PROOF_BYTES, "A, B, C");

static sluice_status fault_report(const char *element, sl_point_fault fault, sluice_error *err) {
    return SL_FAIL(err, SLUICE_E_INPUT, "proof element %s: %s", element, sl_point_fault_text(fault));
}

sluice_status sl_proof_read(sl_proof *out, const uint8_t bytes[SL_PROOF_BYTES], sluice_error *err) {
    sl_proof proof;
    sl_point_fault fault = sl_g1_decode_compressed_vt(&proof.a, bytes + A_AT, SL_POINT_SUBGROUP);
    if (fault != SL_POINT_OK) {
        return fault_report("A", fault, err);
    }
    fault = sl_g2_decode_compressed_vt(&proof.b, bytes + B_AT, SL_POINT_SUBGROUP);
    if (fault != SL_POINT_OK) {
        return fault_report("B", fault, err);
    }
    fault = sl_g1_decode_compressed_vt(&proof.c, bytes + C_AT, SL_POINT_SUBGROUP);
    if (fault != SL_POINT_OK) {
        return fault_report("C", fault, err);
    }
    *out = proof;
    return SLUICE_OK;
}

void sl_proof_write(uint8_t bytes[SL_PROOF_BYTES], const sl_proof *proof) {
    sl_g1_encode_compressed(bytes + A_AT, &proof->a);
    sl_g2_encode_compressed(bytes + B_AT, &proof->b);
    sl_g1_encode_compressed(bytes + C_AT, &proof->c);
}

sluice_status sl_proof_read_all(sl_proof *out, size_t proofs_n, const uint8_t *bytes, size_t bytes_n, const char *name,
                                sluice_error *err) {
    if (bytes_n / SL_PROOF_BYTES != proofs_n || bytes_n % SL_PROOF_BYTES != 0) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: %zu partitions make %zu bytes, found %zu", name, proofs_n,
                       proofs_n * SL_PROOF_BYTES, bytes_n);
    }
    for (size_t i = 0; i < proofs_n; i++) {
        const sluice_status status = sl_proof_read(&out[i], bytes + SL_PROOF_BYTES * i, err);
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "%s: partition %zu", name, i);
        }
    }
    return SLUICE_OK;
}
