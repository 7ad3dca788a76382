// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A test key that is in no file (spec 1.8): its verifying key, and its secrets, from which the points are made wherever
 * they are wanted, as often as they are. The points are those of the file that setup.h makes from the same secrets;
 * nothing is hashed, so a folded one does not say what it was folded from (sl_params.original is zeros).
 *
 * Proofs need a backend (prover_backend.h) that has the points: the processor reads keys from files.
 */
#ifndef SL_PROOF_GROTH16_MADE_KEY_H
#define SL_PROOF_GROTH16_MADE_KEY_H

#include "math/kernels/kernels.h"
#include "math/msm/msm.h"
#include "proof/groth16/observer.h"
#include "proof/groth16/params_file.h"
#include "proof/groth16/setup_secrets.h"

typedef struct sl_made_key sl_made_key;

/*
 * Makes verifying key and d; *params, whose `made` is the key, is to be closed before it. What is passed in is borrowed
 * until the key is closed, but for the secrets, which are copied, and the pool. SLUICE_E_INPUT as sl_setup_run.
 */
SL_NODISCARD sluice_status sl_made_key_open(sl_made_key **out, sl_params *params, const sl_r1cs *r1cs,
                                            const sl_setup_secrets *secrets, bool is_folded, const sl_kernels *kernels,
                                            sl_pool *pool, sluice_error *err);
void sl_made_key_close(sl_made_key *key); /* wipes the secrets; accepts NULL */

/* Of whose multiples the points of a group are: an sl_g1_affine or sl_g2_affine; lives as long as the key. */
const void *sl_made_key_base(const sl_made_key *key, sl_group group);

/* Takes points: exponents[i] times the base is point first + i of a section (h to b_g2), for i < n. */
typedef struct sl_made_sink {
    void *data;
    sluice_status (*put)(void *data, sl_key_section section, uint64_t first, const sl_fr *exponents, size_t n,
                         sluice_error *err);
} sl_made_sink;

/*
 * Gives all points, section by section, in pieces of up to 2^20, from the calling thread. Takes up to 160 MiB. Several
 * threads may do so at the same time, each with a pool of its own. `observer` (or NULL) is told of progress "key", in
 * points.
 */
SL_NODISCARD sluice_status sl_made_key_feed(const sl_made_key *key, const sl_made_sink *sink, sl_pool *pool,
                                            const sl_observer *observer, sluice_error *err);

#endif
