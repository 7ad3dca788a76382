// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Constants of Poseidon (spec 3.8): round constants from the Grain shift register, Cauchy matrix, and what the
 * optimized form makes of them.
 */
#include <string.h>

#include "math/hash/poseidon_generate.h"

enum { MAX_WIDTH = SL_POSEIDON_MAX_WIDTH, HALF = SL_POSEIDON_FULL_ROUNDS / 2, MAX_ROUNDS = 65 };

/* An 80-bit shift register; bit 0 of `state` is the oldest. */
typedef struct grain {
    sl_u128 state;
    uint32_t pairs; /* 16 output bits, oldest lowest, shifted down as they are used */
    unsigned bits_left;
} grain;

/* Sixteen steps at once: the newest tap, 62, is 18 below the end. */
static uint32_t grain_step16(grain *g) {
    const sl_u128 s = g->state;
    const uint32_t bits = (uint32_t)(s ^ s >> 13 ^ s >> 23 ^ s >> 38 ^ s >> 51 ^ s >> 62) & 0xffff;
    g->state = s >> 16 | (sl_u128)bits << 64;
    return bits;
}

static void grain_init(grain *g, unsigned width, unsigned partial_rounds) {
    const struct {
        unsigned value, bits;
    } fields[] = {
        {1, 2},    /* prime field */
        {1, 4},    /* S-box x^alpha */
        {255, 12}, /* bits of an element */
        {width, 12}, {SL_POSEIDON_FULL_ROUNDS, 10}, {partial_rounds, 10}, {(1u << 30) - 1, 30},
    };
    *g = (grain){0};
    unsigned at = 0;
    for (size_t i = 0; i < SL_ARRAY_N(fields); i++) {
        for (unsigned bit = fields[i].bits; bit-- > 0; at++) {
            g->state |= (sl_u128)(fields[i].value >> bit & 1) << at;
        }
    }
    for (int i = 0; i < 160 / 16; i++) {
        (void)grain_step16(g);
    }
}

/* Bits come in pairs; the first says whether the second is used. */
static unsigned grain_bit(grain *g) {
    for (;;) {
        if (g->bits_left == 0) {
            g->pairs = grain_step16(g);
            g->bits_left = 16;
        }
        const uint32_t pair = g->pairs;
        g->pairs >>= 2;
        g->bits_left -= 2;
        if (pair & 1) {
            return pair >> 1 & 1;
        }
    }
}

/* 255 bits, most significant first, again until they are below the modulus. */
static sl_fr grain_fr(grain *g) {
    for (;;) {
        uint64_t limbs[4] = {0};
        for (int bit = 254; bit >= 0; bit--) {
            limbs[bit / 64] |= (uint64_t)grain_bit(g) << bit % 64;
        }
        if (sl_fr_limbs_canonical(limbs)) {
            sl_fr out;
            sl_fr_from_limbs(&out, limbs);
            return out;
        }
    }
}

static void add_vec(sl_fr *out, const sl_fr *a, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        sl_fr_add(&out[i], &out[i], &a[i]);
    }
}

/* out = mat a. */
static void mul_vec(sl_fr *out, const sl_fr *mat, const sl_fr *a, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        sl_fr sum = sl_fr_zero();
        for (unsigned j = 0; j < n; j++) {
            sl_fr term;
            sl_fr_mul(&term, &mat[i * n + j], &a[j]);
            sl_fr_add(&sum, &sum, &term);
        }
        out[i] = sum;
    }
}

/* out = a b, n x n, b symmetric; out is neither. */
static void mul_symmetric(sl_fr *out, const sl_fr *a, const sl_fr *b, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        mul_vec(out + i * n, b, a + i * n, n);
    }
}

/* out = mat^e, e >= 1, for a symmetric matrix (so are its powers). */
static void matrix_power(sl_fr *out, const sl_fr *mat, unsigned n, unsigned e) {
    sl_fr product[MAX_WIDTH * MAX_WIDTH];
    const size_t bytes = n * n * sizeof *mat;
    memcpy(out, mat, bytes);
    int bit = 30 - __builtin_clz(e);
    for (; bit >= 0; bit--) {
        mul_symmetric(product, out, out, n);
        memcpy(out, product, bytes);
        if (e >> bit & 1) {
            mul_symmetric(product, out, mat, n);
            memcpy(out, product, bytes);
        }
    }
}

/*
 * out = 1/mat by Gauss-Jordan elimination. No pivot search: every leading block of a Cauchy matrix is a Cauchy matrix
 * too, hence regular, so no pivot is zero (and the block without the first row and column is one as well).
 */
static void invert_cauchy(sl_fr *out, const sl_fr *mat, unsigned n) {
    sl_fr work[MAX_WIDTH * MAX_WIDTH];
    memcpy(work, mat, n * n * sizeof *mat);
    for (unsigned i = 0; i < n * n; i++) {
        out[i] = i % (n + 1) == 0 ? sl_fr_one() : sl_fr_zero();
    }
    for (unsigned p = 0; p < n; p++) {
        sl_fr scale;
        sl_fr_inv_vt(&scale, &work[p * n + p]);
        for (unsigned j = 0; j < n; j++) {
            sl_fr_mul(&work[p * n + j], &work[p * n + j], &scale);
            sl_fr_mul(&out[p * n + j], &out[p * n + j], &scale);
        }
        for (unsigned i = 0; i < n; i++) {
            if (i == p) {
                continue;
            }
            const sl_fr factor = work[i * n + p];
            for (unsigned j = 0; j < n; j++) {
                sl_fr term;
                sl_fr_mul(&term, &factor, &work[p * n + j]);
                sl_fr_sub(&work[i * n + j], &work[i * n + j], &term);
                sl_fr_mul(&term, &factor, &out[p * n + j]);
                sl_fr_sub(&out[i * n + j], &out[i * n + j], &term);
            }
        }
    }
}

/*
 * Round constants moved through the matrices: those of a partial round that belong to elements without an S-box can be
 * added one round earlier, multiplied by 1/mds; and every constant is added before a matrix step instead of after it.
 */
static void compress_constants(sl_fr *out, const sl_fr *mds, unsigned width, unsigned partial) {
    sl_fr round[MAX_ROUNDS * MAX_WIDTH], inverse[MAX_WIDTH * MAX_WIDTH], acc[MAX_WIDTH], pulled[MAX_WIDTH];
    grain g;
    grain_init(&g, width, partial);
    for (unsigned i = 0; i < (SL_POSEIDON_FULL_ROUNDS + partial) * width; i++) {
        round[i] = grain_fr(&g);
    }
    invert_cauchy(inverse, mds, width);

    const size_t row_bytes = width * sizeof *out;
    memcpy(out, round, row_bytes);
    out += width;
    for (unsigned i = 1; i < HALF; i++, out += width) {
        mul_vec(out, inverse, round + i * width, width);
    }
    sl_fr *const single = out + width; /* one for each partial round, after the full row made last */
    memcpy(acc, round + (HALF + partial) * width, row_bytes);
    for (unsigned i = 0; i < partial; i++) {
        mul_vec(pulled, inverse, acc, width);
        single[partial - 1 - i] = pulled[0];
        memcpy(acc, round + (HALF + partial - 1 - i) * width, row_bytes);
        pulled[0] = sl_fr_zero();
        add_vec(acc, pulled, width);
    }
    mul_vec(out, inverse, acc, width);
    out = single + partial;
    for (unsigned i = 1; i < HALF; i++, out += width) {
        mul_vec(out, inverse, round + (HALF + partial + i) * width, width);
    }
}

/*
 * The factorization of spec 3.8 in closed form. With mds = [c, v; w, N], step i (from 0) meets the matrix [c, v N^i;
 * w, N^(i+1)], whose sparse factor is [c, v N^i; N^-(i+1) w, 1]; factors are used last one first. What remains is mds
 * [1, 0; 0, N^partial]. N is symmetric.
 */
static void factor_mds(sl_fr *pre_sparse, sl_fr *sparse, const sl_fr *mds, unsigned width, unsigned partial) {
    const unsigned n = width - 1;
    sl_fr block[MAX_WIDTH * MAX_WIDTH], inverse[MAX_WIDTH * MAX_WIDTH], power[MAX_WIDTH * MAX_WIDTH];
    sl_fr v[MAX_WIDTH], w[MAX_WIDTH], next[MAX_WIDTH];
    for (unsigned i = 0; i < n; i++) {
        memcpy(block + i * n, mds + (i + 1) * width + 1, n * sizeof *mds);
        v[i] = w[i] = mds[i + 1];
    }
    invert_cauchy(inverse, block, n);
    for (unsigned i = partial; i-- > 0;) {
        sl_fr *factor = sparse + i * (2 * width - 1);
        mul_vec(next, inverse, w, n);
        memcpy(w, next, n * sizeof *w);
        factor[0] = mds[0];
        memcpy(factor + 1, w, n * sizeof *w);
        memcpy(factor + width, v, n * sizeof *v);
        mul_vec(next, block, v, n);
        memcpy(v, next, n * sizeof *v);
    }
    matrix_power(power, block, n, partial);
    for (unsigned i = 0; i < width; i++) {
        pre_sparse[i * width] = mds[i * width];
        mul_vec(pre_sparse + i * width + 1, power, mds + i * width + 1, n);
    }
}

void sl_poseidon_generate(sl_poseidon *out, sl_fr *values, unsigned arity, unsigned partial_rounds) {
    SL_DEBUG_ASSERT(arity >= 1 && arity < SL_POSEIDON_MAX_WIDTH);
    const unsigned width = arity + 1;
    const unsigned constants_n = SL_POSEIDON_FULL_ROUNDS * width + partial_rounds;
    sl_fr *const mds = values + constants_n;
    sl_fr *const pre_sparse = mds + width * width;
    sl_fr *const sparse = pre_sparse + width * width;
    for (unsigned i = 0; i < width * width; i++) {
        const sl_fr sum = sl_fr_from_u64(i / width + i % width + width);
        sl_fr_inv_vt(&mds[i], &sum);
    }
    compress_constants(values, mds, width, partial_rounds);
    factor_mds(pre_sparse, sparse, mds, width, partial_rounds);
    *out = (sl_poseidon){
        .arity = arity,
        .width = width,
        .partial_rounds = partial_rounds,
        .aux_n = 3 * arity + 4 * width * (SL_POSEIDON_FULL_ROUNDS - 1) + 4 * partial_rounds + 1,
        .tag = sl_fr_from_u64((UINT64_C(1) << arity) - 1),
        .constants_n = constants_n,
        .constants = values,
        .mds = mds,
        .pre_sparse = pre_sparse,
        .sparse = sparse,
    };
}
