// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * 1 / a in Fp by divsteps (Bernstein and Yang, "Fast constant-time gcd computation and modular inversion", 2019), with
 * delta counted from 1/2, for which 30 rounds of 30 steps are enough for 381 bits. A round takes its 30 steps on the
 * low words alone and then applies their matrix to the whole numbers: 13 signed limbs of 30 bits. Steps have no
 * branches, so the lanes of a warp stay together; signs and choices are factors, since products have a pipe of their
 * own, and a warp that inverts waits for the one of logic and additions.
 */
#ifndef SL_BACKENDS_CUDA_INVERSE_CUH
#define SL_BACKENDS_CUDA_INVERSE_CUH

#include "backends/cuda/field.cuh"

#define SL_CUDA_LIMBS 13
#define SL_CUDA_LIMB_MASK 0x3fffffff
#define SL_CUDA_DIVSTEP_ROUNDS 30

#ifdef __CUDACC__
#define SL_CUDA_ALL(condition) __all_sync(0xffffffff, (condition))
#else
#define SL_CUDA_ALL(condition) ((void)(condition), 0) /* as if a lane with 30 rounds were among them */
#endif

/* The sum of v[i] 2^(30 i); all but the top limb are in [0, 2^30), and the top one has the sign. */
typedef struct sl_cuda_limbs {
    int32_t v[SL_CUDA_LIMBS];
} sl_cuda_limbs;

/* 30 steps took (f, g) to (u f + v g, q f + r g) / 2^30; |u| + |v| and |q| + |r| are at most 2^30. */
typedef struct sl_cuda_divsteps {
    int32_t u, v, q, r;
} sl_cuda_divsteps;

#define SL_CUDA_P_LIMBS                                                                                             \
    {                                                                                                               \
        0x3fffaaab, 0x27fbffff, 0x153ffffb, 0x2affffac, 0x30f6241e, 0x034a83da, 0x112bf673, 0x12e13ce1, 0x2cd76477, \
            0x1ed90d2e, 0x29a4b1ba, 0x3a8e5ff9, 0x001a0111                                                          \
    }
#define SL_CUDA_P_INVERSE 0x00030003 /* of p modulo 2^30 */
SL_CUDA_CONSTANT int32_t sl_cuda_p_limbs[SL_CUDA_LIMBS] = SL_CUDA_P_LIMBS;

/* zeta = -(delta + 1/2), which is returned. */
SL_CUDA_FN int32_t sl_cuda_divsteps_30(sl_cuda_divsteps *out, int32_t zeta, uint32_t f, uint32_t g) {
    uint32_t u = 1, v = 0, q = 0, r = 1;
    for (int i = 0; i < 30; i++) {
        const uint32_t is_positive = (uint32_t)(zeta >> 31); /* delta > 0 */
        const uint32_t is_odd = g & 1;
        /* g odd: g - f if delta is positive, else g + f; and then g takes the place of f if it is. */
        const uint32_t sign = is_odd * (is_positive | 1), swaps = is_positive & is_odd;
        g += f * sign;
        q += u * sign;
        r += v * sign;
        zeta = (int32_t)((uint32_t)zeta ^ (is_positive & sign)) - 1;
        f += g * swaps;
        u += q * swaps;
        v += r * swaps;
        g >>= 1;
        u <<= 1;
        v <<= 1;
    }
    out->u = (int32_t)u;
    out->v = (int32_t)v;
    out->q = (int32_t)q;
    out->r = (int32_t)r;
    return zeta;
}

/* (f, g) = (u f + v g, q f + r g) / 2^30, whose low 30 bits are 0. */
SL_CUDA_FN void sl_cuda_limbs_step(sl_cuda_limbs *f, sl_cuda_limbs *g, const sl_cuda_divsteps *t) {
    int64_t to_f = (int64_t)t->u * f->v[0] + (int64_t)t->v * g->v[0];
    int64_t to_g = (int64_t)t->q * f->v[0] + (int64_t)t->r * g->v[0];
    SL_CUDA_UNROLL
    for (int i = 1; i < SL_CUDA_LIMBS; i++) {
        to_f = (to_f >> 30) + (int64_t)t->u * f->v[i] + (int64_t)t->v * g->v[i];
        to_g = (to_g >> 30) + (int64_t)t->q * f->v[i] + (int64_t)t->r * g->v[i];
        f->v[i - 1] = (int32_t)to_f & SL_CUDA_LIMB_MASK;
        g->v[i - 1] = (int32_t)to_g & SL_CUDA_LIMB_MASK;
    }
    f->v[SL_CUDA_LIMBS - 1] = (int32_t)(to_f >> 30);
    g->v[SL_CUDA_LIMBS - 1] = (int32_t)(to_g >> 30);
}

/*
 * The same for (d, e) modulo p, both in (-2p, p) before and after: p is added where one is negative, and then the
 * multiple of p that makes the low 30 bits 0.
 */
SL_CUDA_FN void sl_cuda_limbs_step_modulo(sl_cuda_limbs *d, sl_cuda_limbs *e, const sl_cuda_divsteps *t) {
    const int32_t d_sign = d->v[SL_CUDA_LIMBS - 1] >> 31, e_sign = e->v[SL_CUDA_LIMBS - 1] >> 31;
    int32_t d_times = (t->u & d_sign) + (t->v & e_sign), e_times = (t->q & d_sign) + (t->r & e_sign);
    int64_t to_d = (int64_t)t->u * d->v[0] + (int64_t)t->v * e->v[0];
    int64_t to_e = (int64_t)t->q * d->v[0] + (int64_t)t->r * e->v[0];
    d_times -= (int32_t)((SL_CUDA_P_INVERSE * (uint32_t)to_d + (uint32_t)d_times) & SL_CUDA_LIMB_MASK);
    e_times -= (int32_t)((SL_CUDA_P_INVERSE * (uint32_t)to_e + (uint32_t)e_times) & SL_CUDA_LIMB_MASK);
    to_d += (int64_t)sl_cuda_p_limbs[0] * d_times;
    to_e += (int64_t)sl_cuda_p_limbs[0] * e_times;
    SL_CUDA_UNROLL
    for (int i = 1; i < SL_CUDA_LIMBS; i++) {
        to_d = (to_d >> 30) + (int64_t)t->u * d->v[i] + (int64_t)t->v * e->v[i] + (int64_t)sl_cuda_p_limbs[i] * d_times;
        to_e = (to_e >> 30) + (int64_t)t->q * d->v[i] + (int64_t)t->r * e->v[i] + (int64_t)sl_cuda_p_limbs[i] * e_times;
        d->v[i - 1] = (int32_t)to_d & SL_CUDA_LIMB_MASK;
        e->v[i - 1] = (int32_t)to_e & SL_CUDA_LIMB_MASK;
    }
    d->v[SL_CUDA_LIMBS - 1] = (int32_t)(to_d >> 30);
    e->v[SL_CUDA_LIMBS - 1] = (int32_t)(to_e >> 30);
}

/* a (sign) + p where `adds` is all ones: carries go up, and the top limb takes what is left. */
SL_CUDA_FN void sl_cuda_limbs_adjust(sl_cuda_limbs *a, int32_t sign, int32_t adds) {
    int32_t carry = 0;
    SL_CUDA_UNROLL
    for (int i = 0; i < SL_CUDA_LIMBS; i++) {
        carry += ((a->v[i] ^ sign) - sign) + (sl_cuda_p_limbs[i] & adds);
        a->v[i] = i < SL_CUDA_LIMBS - 1 ? carry & SL_CUDA_LIMB_MASK : carry;
        carry >>= 30;
    }
}

SL_CUDA_FN int32_t sl_cuda_limbs_is_zero(const sl_cuda_limbs *a) {
    int32_t bits = 0;
    SL_CUDA_UNROLL
    for (int i = 0; i < SL_CUDA_LIMBS; i++) {
        bits |= a->v[i];
    }
    return bits == 0;
}

SL_CUDA_FN void sl_cuda_limbs_from_words(sl_cuda_limbs *out, const sl_cuda_fp *a) {
    SL_CUDA_UNROLL
    for (int i = 0; i < SL_CUDA_LIMBS; i++) {
        const int word = 30 * i / 32, bit = 30 * i % 32;
        uint64_t two = a->w[word];
        if (word < 11) {
            two |= (uint64_t)a->w[word + 1] << 32;
        }
        out->v[i] = (int32_t)((two >> bit) & SL_CUDA_LIMB_MASK);
    }
}

/* a in [0, p) */
SL_CUDA_FN void sl_cuda_limbs_to_words(sl_cuda_fp *out, const sl_cuda_limbs *a) {
    SL_CUDA_UNROLL
    for (int i = 0; i < 12; i++) {
        const int limb = 32 * i / 30, bit = 32 * i % 30; /* bit is 0, 2, ... 22 */
        uint64_t two = (uint32_t)a->v[limb];
        two |= (uint64_t)(uint32_t)a->v[limb + 1] << 30;
        out->w[i] = (uint32_t)(two >> bit);
    }
}

/* a < 2p; the inverse, or 0 for 0 and p, below 2p and in Montgomery form as a is. */
SL_CUDA_FN void sl_cuda_fp_inverse(sl_cuda_fp *out, const sl_cuda_fp *a) {
    const sl_cuda_fp factor = {{0xd94ca1e0, 0xed48ac6b, 0x03a7adf8, 0x315f831e, 0x615e29dd, 0x9a53352a, 0x921e1761,
                                0x34c04e5e, 0x65724728, 0x2512d435, 0x91755d4d, 0x0aa63460}}; /* 2^(3 384) mod p */
    sl_cuda_fp x;
    sl_cuda_limbs f = {SL_CUDA_P_LIMBS}, g, d = {{0}}, e = {{1}};
    sl_cuda_fp_canonical(&x, a);
    sl_cuda_limbs_from_words(&g, &x);
    int32_t zeta = -1;
    /* Until all lanes are done; a lane that is done has g = 0, and further rounds leave f and d as they are. */
    SL_CUDA_ROLLED
    for (int round = 0; round < SL_CUDA_DIVSTEP_ROUNDS && !SL_CUDA_ALL(sl_cuda_limbs_is_zero(&g)); round++) {
        sl_cuda_divsteps t;
        zeta = sl_cuda_divsteps_30(&t, zeta, (uint32_t)f.v[0], (uint32_t)g.v[0]);
        sl_cuda_limbs_step_modulo(&d, &e, &t);
        sl_cuda_limbs_step(&f, &g, &t);
    }
    /* f is 1 or -1, and d = f / x modulo p. */
    sl_cuda_limbs_adjust(&d, 0, d.v[SL_CUDA_LIMBS - 1] >> 31);
    sl_cuda_limbs_adjust(&d, f.v[SL_CUDA_LIMBS - 1] >> 31, 0);
    sl_cuda_limbs_adjust(&d, 0, d.v[SL_CUDA_LIMBS - 1] >> 31);
    sl_cuda_limbs_to_words(&x, &d);
    sl_cuda_fp_mul(out, &x, &factor);
}

#endif
