// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What the curve entries of the fma and the ifma set share: included by curve_fma_tmpl.h and curve_ifma_tmpl.h, whose
 * macros it uses, and after they have declared
 *   C_(to_affine), C_(from_affine)   of one point at least, in the state that add_pairs computes in
 */

enum {
    C_(slot_bytes) = 2 * E_BYTES,
    C_(key_bytes) = 2 * E_FP_N * SL_FP_BYTES,
};

/* An affine point is its coordinates, 64-bit limbs, one after the other: x (E_FP_N elements of Fp), then y. */
typedef struct C_(words) {
    uint64_t l[2 * E_FP_N][6];
} C_(words);
_Static_assert(sizeof(AFFINE) == sizeof(C_(words)), "an affine point is its limbs");

SL_INLINE bool C_(slot_is_identity)(const void *slot) {
    const uint64_t *words = slot;
    uint64_t any = 0;
    for (size_t i = 0; i < C_(slot_bytes) / 8; i++) {
        any |= words[i];
    }
    return any == 0;
}

/* All lanes of both chains inverted, with one inversion; false, and nothing done, if any lane is 0. */
static bool C_(invert)(E product[2]) {
    E both;
    E_(mul)(&both, &product[0], &product[1]);
    if (!E_(invert)(&both)) {
        return false;
    }
    const E first = product[0];
    E_(mul)(&product[0], &both, &product[1]);
    E_(mul)(&product[1], &both, &first);
    return true;
}

/* The rare lanes, one by one through the group law, which is exact for all operands. */
static SL_NOINLINE void C_(add_special)(const sl_point_pair *pair) {
    AFFINE a;
    AFFINE b;
    C_(to_affine)(&a, sl_point_ref_slot(pair->a), 1);
    C_(to_affine)(&b, sl_point_ref_slot(pair->b), 1);
    if (pair->a & 1) {
        POINT_(affine_neg)(&a, &a);
    }
    if (pair->b & 1) {
        POINT_(affine_neg)(&b, &b);
    }
    POINT sum;
    POINT_(from_affine)(&sum, &a);
    POINT_(add_affine)(&sum, &sum, &b);
    POINT_(to_affine_vt)(&a, &sum);
    C_(from_affine)(pair->out, &a, 1);
}
