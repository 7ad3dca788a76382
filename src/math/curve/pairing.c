// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/curve/pairing.h"

#define Z_ABS UINT64_C(0xd201000000010000) /* |z|; the parameter z of the curve is negative */

/* A point of the twist in homogeneous coordinates: x = X/Z, y = Y/Z. */
typedef struct twist_point {
    sl_fp2 x, y, z;
} twist_point;

/*
 * Lines. (x, y) -> (x / w^2, y / w^3) takes the twist to the curve. A line through T with slope m on the twist,
 * evaluated at P and multiplied by w^3, is (m x_T - y_T) - m x_P v + y_P v w; factors in Fp2 vanish in the final
 * exponentiation. A line is kept as the three coefficients before x_P and y_P are multiplied in.
 */

/* T <- 2 T and the tangent at T, scaled by 2 Y Z. Costello, Lange, Naehrig: eprint 2009/615; b' = 4 xi. */
static void double_step(sl_fp2 line[3], twist_point *t) {
    sl_fp2 a;
    sl_fp2 b;
    sl_fp2 c;
    sl_fp2 e;
    sl_fp2 f;
    sl_fp2 h;
    sl_fp2_mul(&a, &t->x, &t->y);
    sl_fp2_half(&a, &a);
    sl_fp2_sqr(&b, &t->y);
    sl_fp2_sqr(&c, &t->z);
    sl_fp2_add(&h, &t->y, &t->z);
    sl_fp2_sqr(&h, &h);
    sl_fp2_sub(&h, &h, &b);
    sl_fp2_sub(&h, &h, &c); /* 2 Y Z */
    sl_fp2_dbl(&e, &c);
    sl_fp2_add(&e, &e, &c);
    sl_fp2_dbl(&e, &e);
    sl_fp2_dbl(&e, &e);
    sl_fp2_mul_by_xi(&e, &e); /* 3 b' Z^2 */
    sl_fp2_sub(&line[0], &b, &e);
    sl_fp2_sqr(&c, &t->x);
    sl_fp2_dbl(&f, &c);
    sl_fp2_add(&f, &f, &c);
    sl_fp2_neg(&line[1], &f);
    line[2] = h;

    sl_fp2_dbl(&f, &e);
    sl_fp2_add(&f, &f, &e); /* 9 b' Z^2 */
    sl_fp2_sub(&c, &b, &f);
    sl_fp2_mul(&t->x, &a, &c);
    sl_fp2_add(&f, &b, &f);
    sl_fp2_half(&f, &f);
    sl_fp2_sqr(&f, &f);
    sl_fp2_sqr(&e, &e);
    sl_fp2_dbl(&c, &e);
    sl_fp2_add(&c, &c, &e);
    sl_fp2_sub(&t->y, &f, &c);
    sl_fp2_mul(&t->z, &b, &h);
}

/* T <- T + Q and the line through both, scaled by X_T - x_Q Z_T. */
static void add_step(sl_fp2 line[3], twist_point *t, const sl_g2_affine *q) {
    sl_fp2 theta;
    sl_fp2 lambda;
    sl_fp2 square;
    sl_fp2 cube;
    sl_fp2 g;
    sl_fp2 h;
    sl_fp2 s;
    sl_fp2_mul(&s, &q->y, &t->z);
    sl_fp2_sub(&theta, &t->y, &s);
    sl_fp2_mul(&s, &q->x, &t->z);
    sl_fp2_sub(&lambda, &t->x, &s);
    sl_fp2_mul(&s, &theta, &q->x);
    sl_fp2_mul(&h, &lambda, &q->y);
    sl_fp2_sub(&line[0], &s, &h);
    sl_fp2_neg(&line[1], &theta);
    line[2] = lambda;

    sl_fp2_sqr(&square, &lambda);
    sl_fp2_mul(&cube, &square, &lambda);
    sl_fp2_mul(&g, &t->x, &square);
    sl_fp2_sqr(&h, &theta);
    sl_fp2_mul(&h, &h, &t->z);
    sl_fp2_add(&h, &h, &cube);
    sl_fp2_sub(&h, &h, &g);
    sl_fp2_sub(&h, &h, &g);
    sl_fp2_mul(&t->x, &lambda, &h);
    sl_fp2_sub(&g, &g, &h);
    sl_fp2_mul(&g, &g, &theta);
    sl_fp2_mul(&s, &cube, &t->y);
    sl_fp2_sub(&t->y, &g, &s);
    sl_fp2_mul(&t->z, &t->z, &cube);
}

void sl_g2_prepare(sl_g2_prepared *out, const sl_g2_affine *q) {
    out->identity = sl_g2_affine_is_identity(q);
    if (out->identity) {
        return;
    }
    const sl_g2_affine base = *q;
    twist_point t = {base.x, base.y, sl_fp2_one()};
    size_t n = 0;
    for (int bit = 62; bit >= 0; bit--) {
        double_step(out->lines[n++], &t);
        if (Z_ABS >> bit & 1) {
            add_step(out->lines[n++], &t, &base);
        }
    }
}

/* f <- f times the line at P. */
static void apply_line(sl_fp12 *f, const sl_fp2 line[3], const sl_g1_affine *p) {
    sl_fp2 l1;
    sl_fp2 l4;
    sl_fp2_mul_by_fp(&l1, &line[1], &p->x);
    sl_fp2_mul_by_fp(&l4, &line[2], &p->y);
    sl_fp12_mul_by_line(f, f, &line[0], &l1, &l4);
}

/* One pair on its way through the loop. */
typedef struct loop_pair {
    const sl_pairing_pair *pair;
    twist_point t; /* unused if the pair is prepared */
} loop_pair;

/* The Miller loop of at most SL_PAIRING_GROUP pairs. */
static void miller_group(sl_fp12 *out, const sl_pairing_pair *pairs, size_t n) {
    loop_pair live[SL_PAIRING_GROUP];
    size_t live_n = 0;
    for (size_t i = 0; i < n; i++) {
        const sl_pairing_pair *pair = &pairs[i];
        const bool q_identity = pair->prepared != NULL ? pair->prepared->identity : sl_g2_affine_is_identity(pair->q);
        if (q_identity || sl_g1_affine_is_identity(pair->p)) {
            continue;
        }
        live[live_n].pair = pair;
        if (pair->prepared == NULL) {
            live[live_n].t = (twist_point){pair->q->x, pair->q->y, sl_fp2_one()};
        }
        live_n++;
    }
    sl_fp12 f = sl_fp12_one();
    size_t line_index = 0;
    for (int bit = 62; bit >= 0 && live_n > 0; bit--) {
        if (bit != 62) { /* f is 1 before */
            sl_fp12_sqr(&f, &f);
        }
        const int steps = Z_ABS >> bit & 1 ? 2 : 1;
        for (int step = 0; step < steps; step++, line_index++) {
            for (size_t i = 0; i < live_n; i++) {
                const sl_pairing_pair *pair = live[i].pair;
                sl_fp2 fresh[3];
                const sl_fp2 *line = fresh;
                if (pair->prepared != NULL) {
                    line = pair->prepared->lines[line_index];
                } else if (step == 0) {
                    double_step(fresh, &live[i].t);
                } else {
                    add_step(fresh, &live[i].t, pair->q);
                }
                apply_line(&f, line, pair->p);
            }
        }
    }
    sl_fp12_conj(out, &f); /* z is negative: f_z = 1 / f_|z| up to what the final exponentiation removes */
}

void sl_pairing_miller_vt(sl_fp12 *out, const sl_pairing_pair *pairs, size_t n) {
    sl_fp12 product = sl_fp12_one();
    for (size_t i = 0; i < n; i += SL_PAIRING_GROUP) {
        sl_fp12 f;
        miller_group(&f, pairs + i, n - i < SL_PAIRING_GROUP ? n - i : SL_PAIRING_GROUP);
        sl_fp12_mul(&product, &product, &f);
    }
    *out = product;
}

/* out = a^z in the cyclotomic subgroup. */
static void pow_z(sl_fp12 *out, const sl_fp12 *a) {
    sl_fp12_cyclotomic_pow(out, a, Z_ABS);
    sl_fp12_conj(out, out);
}

void sl_pairing_final_exp_vt(sl_fp12 *out, const sl_fp12 *f) {
    /* The easy part, f^((p^6 - 1)(p^2 + 1)). */
    sl_fp12 a;
    sl_fp12 t;
    sl_fp12 s;
    sl_fp12_inv_vt(&t, f);
    sl_fp12_conj(&a, f);
    sl_fp12_mul(&a, &a, &t);
    sl_fp12_frobenius(&t, &a);
    sl_fp12_frobenius(&t, &t);
    sl_fp12_mul(&a, &a, &t);
    /*
     * The hard part: 3 (p^4 - p^2 + 1) / r = (z - 1)^2 (z + p) (z^2 + p^2 - 1) + 3. Hayashida, Hayasaka, Teruya:
     * eprint 2020/875. From here on the inverse is the conjugate.
     */
    sl_fp12_conj(&s, &a);
    pow_z(&t, &a);
    sl_fp12_mul(&t, &t, &s); /* a^(z - 1) */
    sl_fp12_conj(&s, &t);
    pow_z(&t, &t);
    sl_fp12_mul(&t, &t, &s); /* a^((z - 1)^2) */
    sl_fp12_frobenius(&s, &t);
    pow_z(&t, &t);
    sl_fp12_mul(&t, &t, &s); /* the same to the power z + p */
    sl_fp12_frobenius(&s, &t);
    sl_fp12_frobenius(&s, &s);
    sl_fp12 u;
    sl_fp12_conj(&u, &t);
    sl_fp12_mul(&s, &s, &u);
    pow_z(&t, &t);
    pow_z(&t, &t);
    sl_fp12_mul(&t, &t, &s); /* and to the power z^2 + p^2 - 1 */
    sl_fp12_cyclotomic_sqr(&s, &a);
    sl_fp12_mul(&s, &s, &a);
    sl_fp12_mul(out, &t, &s);
}

void sl_pairing_vt(sl_fp12 *out, const sl_g1_affine *p, const sl_g2_affine *q) {
    const sl_pairing_pair pair = {p, q, NULL};
    sl_fp12 f;
    sl_pairing_miller_vt(&f, &pair, 1);
    sl_pairing_final_exp_vt(out, &f);
}

bool sl_pairing_product_is_one_vt(const sl_pairing_pair *pairs, size_t n) {
    sl_fp12 f;
    sl_pairing_miller_vt(&f, pairs, n);
    sl_pairing_final_exp_vt(&f, &f);
    return sl_fp12_is_one(&f);
}
