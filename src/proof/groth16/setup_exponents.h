// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The exponents of a key's points from the secrets (spec 1.8), section by section and in order, from any point on.
 *
 * Everything comes from closed forms; no vector of the size of the domain exists. With w the domain's generator and m
 * its size,
 *
 *     Lagrange values         L_t = (tau^m - 1) / m * w^t / (tau - w^t)
 *     h                       h_i = tau^i (tau^m - 1) / delta
 *     its transforms (fold.h) G_t = (tau^m - 1) / delta * (L_t - w^t tau^(m - 1) / m)
 *                             H'_j = (tau^m - 1) / (delta m) * ((T - 1) w^j / (u - w^j) - T w^j / u),
 *                                    u = tau / 7, T = u^m
 *
 * and sums over the rows of a wire are made for a range of wires at a time (proof/r1cs/columns.h).
 */
#ifndef SL_PROOF_GROTH16_SETUP_EXPONENTS_H
#define SL_PROOF_GROTH16_SETUP_EXPONENTS_H

#include "math/kernels/kernels.h"
#include "proof/groth16/key_layout.h"
#include "proof/groth16/setup_secrets.h"
#include "proof/r1cs/r1cs.h"

typedef struct sl_exponents {
    const sl_r1cs *r1cs;
    const sl_setup_secrets *secrets;
    const sl_density *density;
    const sl_kernels *kernels;
    sl_pool *pool;
    sl_r1cs_counts counts;
    bool is_folded; /* sections h and l are those of a folded key */

    /* constants of the formulas */
    sl_fr omega, vanishing; /* w; tau^m - 1 */
    sl_fr lagrange_scale;   /* (tau^m - 1) / m */
    sl_fr delta_inverse, gamma_inverse;
    sl_fr plain_weights[3];            /* of A, B, C in l: beta / delta, alpha / delta, 1 / delta */
    sl_fr fold_lagrange, fold_power;   /* G_t / (7^m - 1) = fold_lagrange L_t - fold_power w^t */
    sl_fr coset_point;                 /* u */
    sl_fr coset_fraction, coset_power; /* H'_j = coset_fraction w^j / (u - w^j) - coset_power w^j */

    sl_buf inputs;   /* columns of the inputs: A, B, C (of inputs_n each); C becomes the exponents of ic */
    sl_fr *input[3]; /* in `inputs` */
    sl_buf range;    /* range_n exponents of the wires at hand */
    size_t range_n;
    sl_key_section section; /* at hand, and where in it: */
    uint64_t next;          /* point of h, or variable */
    size_t range_first;     /* first auxiliary wire in `range` */
    size_t range_have;      /* how many */
} sl_exponents;

/* SLUICE_E_INPUT, with the first of them, if there are auxiliary wires that no row uses: they would have no point. */
SL_NODISCARD sluice_status sl_exponents_wires_check(const sl_r1cs_counts *counts, const sl_density *density,
                                                    sluice_error *err);

/*
 * Computes the columns of all inputs. Everything passed in is borrowed. SLUICE_E_INPUT if tau or tau / 7 lies in the
 * domain (the latter for folded keys only).
 */
SL_NODISCARD sluice_status sl_exponents_open(sl_exponents *out, const sl_r1cs *r1cs, const sl_setup_secrets *secrets,
                                             const sl_density *density, const sl_kernels *kernels, sl_pool *pool,
                                             size_t range_n, bool is_folded, sluice_error *err);
void sl_exponents_close(sl_exponents *e); /* accepts the closed state, zero */

/* Exponents of ic; they live as long as *e. */
const sl_fr *sl_exponents_ic(const sl_exponents *e);

/*
 * Goes to point `first` of a section (h to b_g2), and gives the next n of its exponents, which must be there. None is
 * 0: SLUICE_E_INPUT if one should be, which takes secrets made for it.
 */
void sl_exponents_seek(sl_exponents *e, sl_key_section section, uint64_t first);
SL_NODISCARD sluice_status sl_exponents_next(sl_exponents *e, sl_fr *out, size_t n, sluice_error *err);

/*
 * Folded keys: exponents of D for all inputs (0 where C does not use an input), into inputs_n elements.
 */
void sl_exponents_fold_inputs(sl_exponents *e, sl_fr *out);

#endif
