// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Small keys whose points are known multiples of the generators, proofs with them, and what the sums have to be: all by
 * arithmetic in Fr and one multiplication a sum.
 */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_PROVE_TOY_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_PROVE_TOY_H

#include "backends/module/module_prove.h"
#include "harness/test.h"
#include "math/curve/encoding.h"

#define TOY_POINTS_MAX 320
#define TOY_DOMAIN_MAX 256

/* Point i of section s is 1000 s + i + 1 times the generator. */
typedef struct toy_key {
    sl_module_key_shape shape;
    uint8_t bytes[SL_MODULE_SECTIONS_N][TOY_POINTS_MAX * SL_G2_UNCOMPRESSED_BYTES];
} toy_key;

/* Rows with a b = c, terms, and the sums. */
typedef struct toy_proof {
    sl_fr rows[3][TOY_DOMAIN_MAX];
    uint64_t bits[SL_MODULE_SECTIONS_N][TOY_POINTS_MAX / 64];
    uint32_t full_at[SL_MODULE_SECTIONS_N][TOY_POINTS_MAX];
    sl_fr full[SL_MODULE_SECTIONS_N][TOY_POINTS_MAX];
    sl_module_terms terms[SL_MODULE_SECTIONS_N];
    sl_g1_affine h;
    sl_module_query_sums sums;
} toy_proof;

static inline sl_fr toy_fr(uint64_t x) {
    sl_fr out;
    const uint64_t limbs[4] = {x, 0, 0, 0};
    sl_fr_from_limbs(&out, limbs);
    return out;
}

static inline sl_fr toy_random(void) {
    sl_fr out;
    const uint64_t limbs[4] = {sl_test_u64(), sl_test_u64(), sl_test_u64(), sl_test_u64() >> 2};
    sl_fr_from_limbs(&out, limbs);
    return out;
}

static inline sl_fr toy_log(unsigned section, uint64_t i) {
    return toy_fr(1000 * (uint64_t)section + i + 1);
}

static inline size_t toy_point_bytes(unsigned section) {
    return section == SL_MODULE_B_G2 ? SL_G2_UNCOMPRESSED_BYTES : SL_G1_UNCOMPRESSED_BYTES;
}

static inline void toy_key_make(toy_key *out, const sl_module_key_shape *shape) {
    out->shape = *shape;
    for (unsigned s = 0; s < SL_MODULE_SECTIONS_N; s++) {
        SL_CHECK(shape->points_n[s] <= TOY_POINTS_MAX);
        const sl_fr first = toy_log(s, 0);
        sl_g1 g1;
        sl_g2 g2;
        sl_g1_from_affine(&g1, &sl_g1_generator);
        sl_g2_from_affine(&g2, &sl_g2_generator);
        sl_g1_mul_vt(&g1, &g1, &first);
        sl_g2_mul_vt(&g2, &g2, &first);
        for (uint64_t i = 0; i < shape->points_n[s]; i++) {
            uint8_t *to = out->bytes[s] + i * toy_point_bytes(s);
            sl_g1_affine one;
            sl_g2_affine two;
            if (s == SL_MODULE_B_G2) {
                sl_g2_to_affine_vt(&two, &g2);
                sl_g2_encode_uncompressed(to, &two);
                sl_g2_add_affine(&g2, &g2, &sl_g2_generator);
            } else {
                sl_g1_to_affine_vt(&one, &g1);
                sl_g1_encode_uncompressed(to, &one);
                sl_g1_add_affine(&g1, &g1, &sl_g1_generator);
            }
        }
    }
}

static inline void toy_add_product(sl_fr *sum, const sl_fr *x, const sl_fr *y) {
    sl_fr product;
    sl_fr_mul(&product, x, y);
    sl_fr_add(sum, sum, &product);
}

/* Coefficients of the polynomial with these values on the domain, from the definition. */
static inline void toy_interpolate(sl_fr *out, const sl_fr *values, unsigned log2) {
    const size_t m = (size_t)1 << log2;
    sl_fr root = sl_fr_root_of_unity, inverse = toy_fr(m);
    for (unsigned i = log2; i < SL_FR_TWO_ADICITY; i++) {
        sl_fr_mul(&root, &root, &root);
    }
    sl_fr_inv_vt(&root, &root);
    sl_fr_inv_vt(&inverse, &inverse);
    for (size_t i = 0; i < m; i++) {
        sl_fr step, power = sl_fr_one();
        sl_fr_pow_u64_vt(&step, &root, i);
        out[i] = sl_fr_zero();
        for (size_t j = 0; j < m; j++) {
            toy_add_product(&out[i], &values[j], &power);
            sl_fr_mul(&power, &power, &step);
        }
        sl_fr_mul(&out[i], &out[i], &inverse);
    }
}

/* The value at 7 w^j. */
static inline sl_fr toy_coset_value(const sl_fr *coefficients, unsigned log2, size_t j) {
    const size_t m = (size_t)1 << log2;
    sl_fr root = sl_fr_root_of_unity, at, value = sl_fr_zero();
    for (unsigned i = log2; i < SL_FR_TWO_ADICITY; i++) {
        sl_fr_mul(&root, &root, &root);
    }
    sl_fr_pow_u64_vt(&at, &root, j);
    sl_fr_mul(&at, &at, &sl_fr_generator);
    for (size_t i = m; i-- > 0;) {
        sl_fr_mul(&value, &value, &at);
        sl_fr_add(&value, &value, &coefficients[i]);
    }
    return value;
}

/* The logarithm of the sum over h: coefficient i of the quotient is coefficient i + m of A B. */
static inline sl_fr toy_h_log(const toy_proof *proof, const sl_module_key_shape *shape) {
    static sl_fr a[TOY_DOMAIN_MAX], b[TOY_DOMAIN_MAX];
    const size_t m = (size_t)1 << shape->domain_log2;
    toy_interpolate(a, proof->rows[0], shape->domain_log2);
    toy_interpolate(b, proof->rows[1], shape->domain_log2);
    sl_fr sum = sl_fr_zero();
    for (size_t i = 0; i < shape->points_n[SL_MODULE_H]; i++) {
        const sl_fr log = toy_log(SL_MODULE_H, i);
        sl_fr scalar = sl_fr_zero();
        if (shape->is_folded) {
            const sl_fr x = toy_coset_value(a, shape->domain_log2, i), y = toy_coset_value(b, shape->domain_log2, i);
            sl_fr_mul(&scalar, &x, &y);
        }
        for (size_t k = i + 1; k < m && !shape->is_folded; k++) {
            toy_add_product(&scalar, &a[k], &b[i + m - k]);
        }
        toy_add_product(&sum, &scalar, &log);
    }
    return sum;
}

/* Bits of a third of the points, scalars for the full_max first of those that a random walk meets. */
static inline void toy_terms_make(toy_proof *out, const sl_module_key_shape *shape, unsigned s) {
    size_t full_n = 0;
    memset(out->bits[s], 0xff, sizeof out->bits[s]); /* what is behind the last point is not looked at */
    for (uint64_t i = 0; i < shape->points_n[s]; i++) {
        if (sl_test_u64() % 3 != 0) {
            out->bits[s][i / 64] &= ~(UINT64_C(1) << i % 64);
        }
        if (full_n < shape->full_max[s] && sl_test_u64() % 2 == 0) {
            out->full_at[s][full_n] = (uint32_t)i;
            out->full[s][full_n] = toy_random();
            full_n++;
        }
    }
    out->terms[s] = (sl_module_terms){out->bits[s], out->full_at[s], out->full[s], full_n};
}

/* The logarithm of the sum of a section. */
static inline sl_fr toy_terms_log(const toy_proof *proof, const sl_module_key_shape *shape, unsigned s) {
    const sl_module_terms *terms = &proof->terms[s];
    sl_fr sum = sl_fr_zero();
    for (uint64_t i = 0; i < shape->points_n[s]; i++) {
        const sl_fr log = toy_log(s, i);
        if ((terms->bits[i / 64] >> i % 64 & 1) != 0) {
            sl_fr_add(&sum, &sum, &log);
        }
    }
    for (size_t i = 0; i < terms->full_n; i++) {
        const sl_fr log = toy_log(s, terms->full_at[i]);
        toy_add_product(&sum, &terms->full[i], &log);
    }
    return sum;
}

static inline void toy_multiple(sl_g1_affine *out, const sl_fr *log) {
    sl_g1 point;
    sl_g1_from_affine(&point, &sl_g1_generator);
    sl_g1_mul_vt(&point, &point, log);
    sl_g1_to_affine_vt(out, &point);
}

/* What the sums of rows and terms have to be. */
static inline void toy_sums_make(toy_proof *proof, const sl_module_key_shape *shape) {
    sl_g1_affine *const g1[] = {&proof->h, &proof->sums.l, &proof->sums.a, &proof->sums.b_g1};
    for (unsigned s = SL_MODULE_H; s < SL_MODULE_B_G2; s++) {
        const sl_fr log = s == SL_MODULE_H ? toy_h_log(proof, shape) : toy_terms_log(proof, shape, s);
        toy_multiple(g1[s], &log);
    }
    const sl_fr log = toy_terms_log(proof, shape, SL_MODULE_B_G2);
    sl_g2 b2;
    sl_g2_from_affine(&b2, &sl_g2_generator);
    sl_g2_mul_vt(&b2, &b2, &log);
    sl_g2_to_affine_vt(&proof->sums.b_g2, &b2);
}

/* Rows that hold; the last few are left as zeros. */
static inline void toy_proof_make(toy_proof *out, const sl_module_key_shape *shape) {
    const size_t m = (size_t)1 << shape->domain_log2;
    memset(out->rows, 0, sizeof out->rows);
    for (size_t i = 0; i < m - m / 8; i++) {
        out->rows[0][i] = toy_random();
        out->rows[1][i] = toy_random();
        sl_fr_mul(&out->rows[2][i], &out->rows[0][i], &out->rows[1][i]);
    }
    for (unsigned s = SL_MODULE_L; s < SL_MODULE_SECTIONS_N; s++) {
        toy_terms_make(out, shape, s);
    }
    toy_sums_make(out, shape);
}

/* Puts all points of a key, in pieces of so many. */
static inline sluice_status toy_key_put(const sl_module_prove *prove, sl_module_key *key, const toy_key *toy,
                                        size_t piece, sluice_error *err) {
    for (unsigned s = 0; s < SL_MODULE_SECTIONS_N; s++) {
        const uint64_t all = toy->shape.points_n[s];
        for (uint64_t first = 0; first < all; first += piece) {
            SL_TRY(prove->key_put(key, (sl_module_section)s, first, toy->bytes[s] + first * toy_point_bytes(s),
                                  SL_MIN(piece, all - first), err));
        }
    }
    return prove->key_ready(key, err);
}

/* Gives the rows of a proof, in pieces. */
static inline sluice_status toy_rows_put(const sl_module_prove *prove, sl_module_proof *proof, const toy_proof *toy,
                                         const sl_module_key_shape *shape, size_t piece, sluice_error *err) {
    const size_t m = (size_t)1 << shape->domain_log2, given = m - m / 8;
    for (unsigned vector = 0; vector < (shape->is_folded ? 2U : 3U); vector++) {
        for (size_t first = 0; first < given; first += piece) {
            SL_TRY(
                prove->proof_rows(proof, vector, first, toy->rows[vector] + first, SL_MIN(piece, given - first), err));
        }
    }
    return SLUICE_OK;
}

static inline void toy_sums_check(const sl_module_query_sums *found, const toy_proof *toy) {
    SL_CHECK(sl_g1_affine_eq(&found->l, &toy->sums.l));
    SL_CHECK(sl_g1_affine_eq(&found->a, &toy->sums.a));
    SL_CHECK(sl_g1_affine_eq(&found->b_g1, &toy->sums.b_g1));
    SL_CHECK(sl_g2_affine_eq(&found->b_g2, &toy->sums.b_g2));
}

/* A whole proof; checks what it gives. */
static inline sluice_status toy_prove(const sl_module_prove *prove, sl_module_key *key, const toy_proof *toy,
                                      const sl_module_key_shape *shape, sluice_error *err) {
    sl_module_proof *proof;
    sl_g1_affine h;
    sl_module_query_sums sums;
    SL_TRY(prove->proof_open(key, &proof, err));
    sluice_status status = toy_rows_put(prove, proof, toy, shape, 23, err);
    if (status == SLUICE_OK) {
        status = prove->proof_h(proof, &h, err);
    }
    if (status == SLUICE_OK) {
        SL_CHECK(sl_g1_affine_eq(&h, &toy->h));
        status = prove->proof_queries(proof, toy->terms, &sums, err);
    }
    if (status == SLUICE_OK) {
        toy_sums_check(&sums, toy);
    }
    prove->proof_close(proof);
    return status;
}

#endif
