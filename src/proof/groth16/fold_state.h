// SPDX-License-Identifier: MIT OR Apache-2.0
/* What the files of folding share (fold.c, fold_derive.c, fold_check.c); for them only. */
#ifndef SL_PROOF_GROTH16_FOLD_STATE_H
#define SL_PROOF_GROTH16_FOLD_STATE_H

#include "proof/groth16/fold.h"

typedef struct sl_fold_job {
    const sl_r1cs *r1cs;
    const sl_params *key;
    const sl_kernels *kernels;
    sl_pool *pool;
    const sl_observer *observer;
    sl_r1cs_counts counts;
    sl_key_layout layout; /* of the folded key */
    sl_outfile *file;
} sl_fold_job;

/* Bytes of the folded key's section, from point `first` on. */
SL_NODISCARD sluice_status sl_fold_points_write(const sl_fold_job *job, const sl_key_range *range, uint64_t first,
                                                const uint8_t *bytes, size_t n, sluice_error *err);

/* d, h and l from the key alone. */
SL_NODISCARD sluice_status sl_fold_derive(const sl_fold_job *job, sluice_error *err);
/* What these take, and sl_fold_check. */
size_t sl_fold_check_memory(const sl_r1cs_counts *counts, const sl_kernels *kernels, size_t threads_n);
size_t sl_fold_derive_memory(const sl_r1cs_counts *counts, const sl_kernels *kernels, size_t threads_n);

#endif
