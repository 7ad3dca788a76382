// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * How key generation spends its memory: decided before anything is allocated, from counts alone.
 *
 * Exponents are computed for a range of wires at a time and from the circuit alone, so their number is free. What is
 * left goes to the tables of multiples, which save additions (math/msm/fixed_base.h); the one for G1 is given back
 * before that for G2 is made.
 */
#ifndef SL_PROOF_GROTH16_SETUP_PLAN_H
#define SL_PROOF_GROTH16_SETUP_PLAN_H

#include "math/msm/multiples.h"
#include "proof/groth16/params_file.h"

typedef struct sl_setup_plan {
    sl_fixed_base_plan g1, g2; /* with a backend nothing but the group */
    size_t range_n;            /* auxiliary wires whose exponents are held at a time */
    size_t piece_n;            /* points of G1 in a piece of output, half as many of G2 */
    size_t memory_bytes;       /* peak beyond the circuit: an upper bound */
} sl_setup_plan;

/* Points of a key in a group, ic aside. */
size_t sl_setup_points_n(const sl_key_layout *layout, sl_group group);

/*
 * What may still be taken: what the budget of buffers leaves, or without one what control group and machine do
 * (core/mem/budget.h). *held_bytes is what is in use already, the process itself included.
 */
size_t sl_setup_memory_left(size_t threads_n, size_t *held_bytes);

/*
 * A plan that takes at most memory_max beyond the circuit (SIZE_MAX: at will). SLUICE_E_BUDGET, with the least that
 * would do, if there is none. `held_bytes` is what is in use already: for the message. With a backend of multiples (or
 * NULL) there are no tables, and pieces are as large as it wants them, or as memory allows.
 */
SL_NODISCARD sluice_status sl_setup_plan_make(sl_setup_plan *out, const sl_r1cs_counts *counts,
                                              const sl_key_layout *layout, size_t memory_max, size_t held_bytes,
                                              const sl_multiples_backend *backend, const sl_kernels *kernels,
                                              size_t threads_n, sluice_error *err);

/* The plan that sl_setup_run (setup.h) would follow now: within what the budget of memory leaves. */
SL_NODISCARD sluice_status sl_setup_plan_now(sl_setup_plan *out, const sl_r1cs_counts *counts,
                                             const sl_key_layout *layout, const sl_multiples_backend *backend,
                                             const sl_kernels *kernels, size_t threads_n, sluice_error *err);

#endif
