// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Folded keys: a key in a form that needs four transforms a proof instead of seven, for the same proofs.
 *
 * h enters a proof linearly. With H_i the points of h (H_(m-1) = 0), w the generator of the domain of size m, g = 7 and
 * Z_g = g^m - 1:
 *
 *     H'_j = sum over i of (1/m) w^-ij g^-i H_i      so that sum of h_i H_i = sum of h(g w^j) H'_j
 *     G_t = sum over i of (1/m) w^-it H_i            so that sum of c(g w^j) H'_j = sum over rows t of c_t G_t
 *     D_k = (sum over rows t of C[t, k] G_t) / Z_g   so that c never has to be computed
 *
 * The folded key holds H' (all m points, in natural order) in place of h, L_k - D_k in place of l, and D_k of the
 * inputs; a, b_g1, b_g2 and the verifying key are those of the key. A proof sums a(g w^j) b(g w^j) / Z_g over H', the
 * witness over the new l, and subtracts the inputs over D.
 *
 * File: "sluice folded 1\n" (16 bytes), BLAKE2b-512 of the key that was folded, then as in a `.params` file the
 * verifying key and the arrays, each with a 32-bit big-endian count: d (one point an input; the identity, 0x40 and
 * zeros, where C does not use it), h, l, a, b_g1, b_g2.
 */
#ifndef SL_PROOF_GROTH16_FOLD_H
#define SL_PROOF_GROTH16_FOLD_H

#include "math/msm/multiples.h"
#include "proof/groth16/fold_backend.h"
#include "proof/groth16/observer.h"
#include "proof/groth16/params_file.h"
#include "proof/groth16/setup_secrets.h"

typedef struct sl_fold_plan {
    size_t memory_bytes; /* beyond the circuit and the open key */
    uint64_t products;   /* points times scalars of full width that the transforms take on the processor */
} sl_fold_plan;

/*
 * What folding takes: arithmetic alone. SLUICE_E_BUDGET, with the least that would do, if the budget of memory leaves
 * less.
 */
SL_NODISCARD sluice_status sl_fold_plan_now(sl_fold_plan *out, const sl_r1cs_counts *counts, const sl_key_layout *key,
                                            bool has_secrets, bool has_backend, const sl_kernels *kernels,
                                            size_t threads_n, sluice_error *err);

typedef struct sl_fold_options {
    const sl_setup_secrets *secrets;       /* of a test key: no transforms then; else NULL */
    const char *memory;                    /* of checked keys (check_memory.h), or NULL */
    const sl_observer *observer;           /* or NULL; stages "key check", "resume", "fold", "fold check" */
    const sl_multiples_backend *multiples; /* makes points from secrets; NULL: the processor */
    const sl_fold_backend *backend;        /* makes the transforms where there are none; NULL: the processor */
} sl_fold_options;

/*
 * Folds an open key of the circuit into `path`, which appears complete or not at all, after sl_fold_check. All ways
 * give the same bytes. A process that is killed leaves PATH.part and PATH.state (setup_state.h), from which the same
 * call, with secrets or without, goes on: *resumed_bytes of the file were there (NULL is accepted). Without secrets
 * each step of the transforms is kept as well (fold_vector.h), for which the file may be longer meanwhile, by at most
 * twice the points of h; a backend's steps are not kept, for they take minutes in all.
 *
 * SLUICE_E_MISMATCH: the key is another circuit's, or the secrets another key's, or the files left behind are of
 * something else. SLUICE_E_INPUT: the key is folded already, or `path` is no place for a file.
 */
SL_NODISCARD sluice_status sl_fold_run(const sl_r1cs *r1cs, const sl_params *key, const char *path,
                                       const sl_fold_options *options, const sl_kernels *kernels, sl_pool *pool,
                                       uint64_t *resumed_bytes, sluice_error *err);

/*
 * Whether `folded` is `key` folded. SLUICE_E_MISMATCH if it was made from a key of another digest (`digest` is
 * BLAKE2b-512 of `key`) or for another circuit; SLUICE_E_CORRUPT if bytes that should be copies differ, or if a random
 * linear combination of both sides of the formulas above does: points that are wrong, but in the subgroup, go unnoticed
 * with a probability below 2^-220.
 */
SL_NODISCARD sluice_status sl_fold_check(const sl_r1cs *r1cs, const sl_params *key, const uint8_t digest[64],
                                         const sl_params *folded, const sl_kernels *kernels, sl_pool *pool,
                                         const sl_observer *observer, sluice_error *err);

#endif
