// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * G2: y^2 = x^3 + 4 (u + 1) over Fp2. Points in affine form (identity: x = y = 0, which is not on the curve) and
 * Jacobian form (x = X/Z^2, y = Y/Z^3; identity: Z = 0). All operations are complete: equal, opposite and identity
 * operands give the right answer. Output may be any of the inputs. Time depends on values where a name ends in _vt.
 */
#ifndef SL_MATH_CURVE_G2_H
#define SL_MATH_CURVE_G2_H

#include "math/field/fp2.h"
#include "math/field/fr.h"

typedef struct sl_g2_affine {
    sl_fp2 x, y;
} sl_g2_affine;

typedef struct sl_g2 {
    sl_fp2 x, y, z;
} sl_g2;

extern const sl_g2_affine sl_g2_generator;
extern const sl_fp2 sl_g2_b; /* the constant term of the curve */

bool sl_g2_affine_is_identity(const sl_g2_affine *a);
bool sl_g2_affine_eq(const sl_g2_affine *a, const sl_g2_affine *b);
bool sl_g2_affine_on_curve(const sl_g2_affine *a); /* the identity counts as on the curve */
void sl_g2_affine_neg(sl_g2_affine *out, const sl_g2_affine *a);

sl_g2 sl_g2_identity(void);
bool sl_g2_is_identity(const sl_g2 *a);
bool sl_g2_eq(const sl_g2 *a, const sl_g2 *b);
void sl_g2_from_affine(sl_g2 *out, const sl_g2_affine *a);
void sl_g2_to_affine_vt(sl_g2_affine *out, const sl_g2 *a);
/* n points with one inversion; scratch: n elements of Fp2. */
void sl_g2_batch_to_affine_vt(sl_g2_affine *out, const sl_g2 *a, sl_fp2 *scratch, size_t n);
void sl_g2_neg(sl_g2 *out, const sl_g2 *a);
void sl_g2_dbl(sl_g2 *out, const sl_g2 *a);
void sl_g2_add(sl_g2 *out, const sl_g2 *a, const sl_g2 *b);
void sl_g2_add_affine(sl_g2 *out, const sl_g2 *a, const sl_g2_affine *b);
void sl_g2_mul_vt(sl_g2 *out, const sl_g2 *a, const sl_fr *k);
/* r a = identity, by the endomorphism; the identity is in the subgroup. */
bool sl_g2_affine_in_subgroup_vt(const sl_g2_affine *a);

#endif
