// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The optimal ate pairing of BLS12-381.
 *
 * e(P, Q) is f^(-3 (p^12 - 1) / r) with f = f_{|z|,Q}(P), z = -0xd201000000010000: the cube of the textbook pairing,
 * what blst and gnark compute. It is bilinear and not degenerate, so equality tests are the same as for any other
 * power.
 *
 * Points must lie in their subgroups of order r: decoders check that, nothing here does. With other points the
 * functions end and give some value without meaning. A pair with an identity contributes 1. No state, no allocation,
 * any thread. A Miller loop over many pairs shares its squarings (in groups of SL_PAIRING_GROUP).
 */
#ifndef SL_MATH_CURVE_PAIRING_H
#define SL_MATH_CURVE_PAIRING_H

#include "math/curve/g1.h"
#include "math/curve/g2.h"
#include "math/field/fp12.h"

#define SL_PAIRING_LINES 68 /* 63 doublings and 5 additions for |z| */
#define SL_PAIRING_GROUP 16

/* The lines of the Miller loop for a fixed Q, 19.6 KB: saves a fifth of its loop. */
typedef struct sl_g2_prepared {
    sl_fp2 lines[SL_PAIRING_LINES][3];
    bool identity; /* then lines hold nothing */
} sl_g2_prepared;

void sl_g2_prepare(sl_g2_prepared *out, const sl_g2_affine *q);

/* One factor e(p, q) of a product. Q is `prepared` if that is not NULL, else *q. All borrowed for the call. */
typedef struct sl_pairing_pair {
    const sl_g1_affine *p;
    const sl_g2_affine *q;
    const sl_g2_prepared *prepared;
} sl_pairing_pair;

/* The product of the Miller loops of n pairs (1 for n = 0), and the power that makes it a product of pairings. */
void sl_pairing_miller_vt(sl_fp12 *out, const sl_pairing_pair *pairs, size_t n);
void sl_pairing_final_exp_vt(sl_fp12 *out, const sl_fp12 *f);

/* out = e(p, q). */
void sl_pairing_vt(sl_fp12 *out, const sl_g1_affine *p, const sl_g2_affine *q);

/* Is the product of e(p, q) over n pairs 1? True for n = 0. */
SL_NODISCARD bool sl_pairing_product_is_one_vt(const sl_pairing_pair *pairs, size_t n);

#endif
