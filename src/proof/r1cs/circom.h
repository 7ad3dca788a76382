// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Systems and witnesses of other tools: the .r1cs and .wtns files of circom and snarkjs over the scalar field of
 * BLS12-381.
 *
 * Wire 0 of a file is ONE; outputs and public inputs become inputs in the order of the file, all other wires auxiliary
 * ones in the order of the file. A wire x with a row a x * b (x - 1) = 0 becomes a bit wire. Rows stay in their order.
 */
#ifndef SL_PROOF_R1CS_CIRCOM_H
#define SL_PROOF_R1CS_CIRCOM_H

#include "proof/r1cs/r1cs.h"

/* Another field, custom gates, a wire or value out of range, counts that do not fit the file: a status, with the place.
 */
SL_NODISCARD sluice_status sl_circom_r1cs_read(sl_r1cs **out, const char *path, sluice_error *err);

/*
 * *out is released with sl_witness_release. Only what cannot be packed is refused: a value that is not below r, another
 * number of wires than the system has, ONE not being 1, and a bit wire with another value (SLUICE_E_UNSATISFIED, for
 * the system has a row against it). Rows are checked by sl_r1cs_check.
 */
SL_NODISCARD sluice_status sl_circom_witness_read(sl_witness *out, const sl_r1cs *r1cs, const char *path,
                                                  sluice_error *err);

#endif
