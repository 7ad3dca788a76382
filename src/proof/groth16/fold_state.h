// SPDX-License-Identifier: MIT OR Apache-2.0
/* What the files of folding share (fold.c, fold_derive.c, fold_vector.c, fold_check.c); for them only. */
#ifndef SL_PROOF_GROTH16_FOLD_STATE_H
#define SL_PROOF_GROTH16_FOLD_STATE_H

#include "proof/groth16/fold.h"
#include "proof/groth16/setup_output.h"

typedef struct sl_fold_job {
    const sl_r1cs *r1cs;
    const sl_params *key;
    const sl_kernels *kernels;
    sl_pool *pool;
    const sl_multiples_backend *multiples; /* NULL: the processor */
    const sl_fold_backend *backend;        /* likewise */
    const sl_observer *observer;
    sl_r1cs_counts counts;
    sl_key_layout layout;             /* of the folded key */
    uint8_t digest[64];               /* BLAKE2b-512 of the key */
    uint8_t binding[SL_SHA256_BYTES]; /* what it is made from */
    sl_setup_output *out;
    /*
     * Where in the order of making the points of h, the head of the file, the points of d and of l, and the copies
     * behind l begin. h comes first, since d and l need another transform than h does; the copies come last, since
     * until then the vectors are kept where they will be (fold_vector.h).
     */
    uint64_t h_at, head_at, d_at, l_at, rest_at;
} sl_fold_job;

/* Head, verifying key, and the count of d. What is made already is passed over. */
SL_NODISCARD sluice_status sl_fold_head_put(const sl_fold_job *job, sluice_error *err);

/* d, h and l from the key alone; starts the output. */
SL_NODISCARD sluice_status sl_fold_derive(const sl_fold_job *job, sluice_error *err);
/* What the file takes on the disk meanwhile. */
uint64_t sl_fold_derive_disk(const sl_key_layout *folded);
/* What these take, and sl_fold_check. */
size_t sl_fold_check_memory(const sl_r1cs_counts *counts, const sl_kernels *kernels, size_t threads_n);
size_t sl_fold_derive_memory(const sl_r1cs_counts *counts, bool has_backend, const sl_kernels *kernels,
                             size_t threads_n);

#endif
