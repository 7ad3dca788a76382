// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * G1: y^2 = x^3 + 4 over Fp. Points in affine form (identity: x = y = 0, which is not on the curve) and Jacobian form
 * (x = X/Z^2, y = Y/Z^3; identity: Z = 0). All operations are complete: equal, opposite and identity operands
 * give the right answer. Output may be any of the inputs. Time depends on values where a name ends in _vt.
 */
#ifndef SL_MATH_CURVE_G1_H
#define SL_MATH_CURVE_G1_H

#include "math/field/fp.h"
#include "math/field/fr.h"

typedef struct sl_g1_affine {
    sl_fp x, y;
} sl_g1_affine;

typedef struct sl_g1 {
    sl_fp x, y, z;
} sl_g1;

extern const sl_g1_affine sl_g1_generator;
extern const sl_fp sl_g1_b; /* the constant term of the curve */

bool sl_g1_affine_is_identity(const sl_g1_affine *a);
bool sl_g1_affine_eq(const sl_g1_affine *a, const sl_g1_affine *b);
bool sl_g1_affine_on_curve(const sl_g1_affine *a); /* the identity counts as on the curve */
void sl_g1_affine_neg(sl_g1_affine *out, const sl_g1_affine *a);

sl_g1 sl_g1_identity(void);
bool sl_g1_is_identity(const sl_g1 *a);
bool sl_g1_eq(const sl_g1 *a, const sl_g1 *b);
void sl_g1_from_affine(sl_g1 *out, const sl_g1_affine *a);
void sl_g1_to_affine_vt(sl_g1_affine *out, const sl_g1 *a);
/* n points with one inversion; scratch: n elements of Fp. */
void sl_g1_batch_to_affine_vt(sl_g1_affine *out, const sl_g1 *a, sl_fp *scratch, size_t n);
void sl_g1_neg(sl_g1 *out, const sl_g1 *a);
void sl_g1_dbl(sl_g1 *out, const sl_g1 *a);
void sl_g1_add(sl_g1 *out, const sl_g1 *a, const sl_g1 *b);
void sl_g1_add_affine(sl_g1 *out, const sl_g1 *a, const sl_g1_affine *b);
void sl_g1_mul_vt(sl_g1 *out, const sl_g1 *a, const sl_fr *k);
/* r a = identity, by the endomorphism; the identity is in the subgroup. */
bool sl_g1_affine_in_subgroup_vt(const sl_g1_affine *a);

#endif
