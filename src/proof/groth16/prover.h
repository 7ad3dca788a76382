// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Proofs of one circuit with one key (spec 1.1 to 1.4).
 *
 * A prover holds what every proof of the circuit needs besides witness and key: densities and the prepared verifying
 * key. A proof walks through phases that each give their memory back before the next: row values, quotient, then one
 * streamed sum over each array of the key file, read in order. It can be made in one call, or started and finished in
 * two, so that the large part of one proof can run beside the small part of another.
 *
 * No proof leaves this room that has not been verified with the key's own verifying key, unless the caller says that it
 * will do that itself, for all partitions of a job at once (defer_check).
 *
 * Threads: an open prover does not change. Any number of threads may make proofs with it at the same time; each gives
 * its own pool in the options, or they take turns on the prover's, loop by loop.
 */
#ifndef SL_PROOF_GROTH16_PROVER_H
#define SL_PROOF_GROTH16_PROVER_H

#include "math/kernels/kernels.h"
#include "math/msm/msm.h"
#include "proof/groth16/observer.h"
#include "proof/groth16/params_file.h"
#include "proof/groth16/proof.h"
#include "proof/groth16/verifier.h"

typedef struct sl_prover sl_prover;
typedef struct sl_prover_backend sl_prover_backend; /* prover_backend.h */

/*
 * Everything passed in is borrowed until the prover is closed. SLUICE_E_MISMATCH, with the section and both counts, if
 * the key is not that of the circuit.
 */
SL_NODISCARD sluice_status sl_prover_open(sl_prover **out, const sl_r1cs *r1cs, const sl_params *params,
                                          const sl_kernels *kernels, sl_pool *pool, sluice_error *err);
void sl_prover_close(sl_prover *prover); /* accepts NULL */
/* Of the key; lives as long as the prover. */
const sl_verifier *sl_prover_verifier(const sl_prover *prover);
/* As given to sl_prover_open. */
const sl_params *sl_prover_params(const sl_prover *prover);
const sl_r1cs *sl_prover_r1cs(const sl_prover *prover);

/*
 * How a proof goes about its work, and the memory of each phase, in their order, beyond circuit, witness, and the open
 * prover itself: upper bounds.
 */
#define SL_PROVE_PHASES_N 7
typedef struct sl_prove_plan {
    bool is_elsewhere; /* for proofs with a backend, and only for these */
    unsigned phases_n; /* SL_PROVE_PHASES_N, or fewer with a backend */
    struct {
        const char *name; /* of the stage, as the observer is told; static */
        size_t bytes;
    } phase[SL_PROVE_PHASES_N];
    size_t peak_bytes;     /* the largest of them */
    size_t start_bytes;    /* the largest of the phases of sl_prover_start */
    size_t finish_bytes;   /* the largest of the phases of sl_prover_finish */
    size_t least_bytes;    /* peak_bytes of the plan that takes the least */
    size_t prepared_bytes; /* of the open prover */
    size_t threads_n;      /* of the pool that the proof must be made with */
    /*
     * 0: the quotient is made in memory. Else the vectors of 2^domain_log2 values stand in a temporary file of
     * scratch_bytes, 2^block_log2 values of each in memory at a time.
     */
    unsigned block_log2;
    uint64_t scratch_bytes;
    sl_msm_plan msm[SL_KEY_SECTIONS_N]; /* chunk_n: points of one piece of the array */
} sl_prove_plan;

/*
 * The fastest plan of at most budget_bytes in every phase; 0: no limit. Arithmetic alone: needs no key
 * (sl_key_layout_of_circuit gives the layout) and opens nothing. SLUICE_E_BUDGET, with the least that can, if there is
 * no such plan; out->least_bytes is set then, too, and nothing else is.
 */
SL_NODISCARD sluice_status sl_prove_plan_make(sl_prove_plan *out, const sl_r1cs_counts *counts,
                                              const sl_key_layout *layout, const sl_kernels *kernels, size_t threads_n,
                                              size_t budget_bytes, sluice_error *err);

/* The five sums of spec 1.4, as they enter the proof. */
typedef struct sl_prove_sums {
    sl_g1_affine a, b1, h, l;
    sl_g2_affine b2;
} sl_prove_sums;

typedef struct sl_prove_stats {
    double key_wait_s; /* that all threads of the proof stood because the key had not been read yet */
} sl_prove_stats;

typedef struct sl_prove_options {
    const sl_fr *r, *s;               /* both NULL: from the operating system's generator; given: tests only */
    sl_pool *pool;                    /* NULL: the prover's */
    const sl_prove_plan *plan;        /* for the threads of the pool; NULL: one without a limit */
    const sl_prover_backend *backend; /* of start: computes instead of the processor; NULL: none */
    const char *scratch_folder;       /* for the file of a plan that has one */
    const sl_observer *observer;      /* or NULL */
    sl_prove_sums *sums;              /* or NULL; written on success */
    sl_prove_stats *stats;            /* or NULL; written on success */
    bool skip_row_check;              /* leaves an unsatisfied witness to the check of the proof; tests only */
    bool defer_check; /* finish only: the proof is not verified here; the caller must, before anyone else sees it */
} sl_prove_options;

/*
 * One proof. `options` may be NULL.
 *
 * SLUICE_E_MISMATCH: the witness has other counts than the circuit. SLUICE_E_UNSATISFIED: names the first row.
 * SLUICE_E_CORRUPT or SLUICE_E_TRUNCATED: the key file, with section and point. SLUICE_E_RANDOM: no blinding values.
 * SLUICE_E_SELF_CHECK: the finished proof does not verify although every row holds; hardware or key are to be
 * suspected, and the text says what is known. SLUICE_E_USAGE: the plan is for another number of threads, or
 * for a backend that is not there, or needs a folder. SLUICE_E_NO_SPACE: the folder's disk is too small.
 */
SL_NODISCARD sluice_status sl_prover_prove(const sl_prover *prover, const sl_witness *witness,
                                           const sl_prove_options *options, sl_proof *out, sluice_error *err);

/*
 * The same in two parts. Start does rows, quotient and the sum over h, most of the work; finish does the other sums,
 * assembly and check. What lies between is small and owns all that finish reads, the witness and a copy of the plan
 * included: nothing of the options of start has to live on. Prover, circuit and key must. Finish may be called on
 * another thread and with another pool of so many threads; it reads pool, observer, sums and stats of its own options.
 */
typedef struct sl_pending sl_pending;

/* *witness is moved on success, else it is unchanged. */
SL_NODISCARD sluice_status sl_prover_start(const sl_prover *prover, sl_witness *witness,
                                           const sl_prove_options *options, sl_pending **out, sluice_error *err);
/* After a failure it may be tried again. The pending proof stays to be released. */
SL_NODISCARD sluice_status sl_prover_finish(sl_pending *pending, const sl_prove_options *options, sl_proof *out,
                                            sluice_error *err);
void sl_pending_release(sl_pending *pending); /* accepts NULL */

#endif
