// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Division steps: the gcd of Bernstein and Yang, "Fast constant-time gcd computation and modular inversion" (eprint
 * 2019/266), in the variable-time form that takes runs of zeros and several additions at once. Only the low bits of f
 * and g decide, so 62 steps are done on single words and then applied to the long numbers as one 2 x 2 matrix.
 */
#ifndef SL_MATH_FIELD_DIVSTEPS_H
#define SL_MATH_FIELD_DIVSTEPS_H

#include "core/base/compat.h"

#define SL_DIVSTEPS_N 62
#define SL_DIVSTEPS_MASK (UINT64_MAX >> 2)

__extension__ typedef __int128 sl_i128;

/* 2^62 f' = u f + v g, 2^62 g' = q f + r g; |u| + |v| and |q| + |r| are at most 2^62. */
typedef struct sl_divsteps {
    int64_t u, v, q, r;
} sl_divsteps;

/* 62 steps (delta, f, g) -> (delta', f', g'): returns delta' and their matrix. f is odd; f and g are low 64 bits. */
SL_INLINE int64_t sl_divsteps_run_vt(sl_divsteps *out, int64_t delta, uint64_t f, uint64_t g) {
    uint64_t u = 1;
    uint64_t v = 0;
    uint64_t q = 0;
    uint64_t r = 1;
    int left = SL_DIVSTEPS_N;
    for (;;) {
        /* Steps with an even g halve it; to keep integers, the row of f is doubled instead of the row of g halved. */
        const int zeros = __builtin_ctzll(g | UINT64_C(1) << left);
        g >>= zeros;
        u <<= zeros;
        v <<= zeros;
        delta += zeros;
        left -= zeros;
        if (left == 0) {
            break;
        }
        if (delta > 0) {
            const uint64_t f_old = f;
            const uint64_t u_old = u;
            const uint64_t v_old = v;
            f = g;
            u = q;
            v = r;
            g = 0 - f_old;
            q = 0 - u_old;
            r = 0 - v_old;
            delta = -delta;
        }
        /*
         * The next 1 - delta steps only add f to an odd g and halve: g + w f has k zero bits for w = -g / f mod 2^k,
         * and f (2 - f^2) is 1 / f mod 64.
         */
        int64_t k = 1 - delta;
        k = k < left ? k : left;
        k = k < 6 ? k : 6;
        const uint64_t w = g * f * (f * f - 2) & ((UINT64_C(1) << k) - 1);
        g += w * f;
        q += w * u;
        r += w * v;
    }
    *out = (sl_divsteps){(int64_t)u, (int64_t)v, (int64_t)q, (int64_t)r};
    return delta;
}

#endif
