// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/curve/g1.h"

#include "core/sys/random.h"

/* Coordinates in Montgomery form; tests compare multiples of the point with the reference. */
const sl_g1_affine sl_g1_generator = {
    {{UINT64_C(0x5cb38790fd530c16), UINT64_C(0x7817fc679976fff5), UINT64_C(0x154f95c7143ba1c1),
      UINT64_C(0xf0ae6acdf3d0e747), UINT64_C(0xedce6ecc21dbf440), UINT64_C(0x120177419e0bfb75)}},
    {{UINT64_C(0xbaac93d50ce72271), UINT64_C(0x8c22631a7918fd8e), UINT64_C(0xdd595f13570725ce),
      UINT64_C(0x51ac582950405194), UINT64_C(0x0e1c8c3fad0059c0), UINT64_C(0x0bbc3efc5008a26a)}},
};

/* 4 in Montgomery form. */
const sl_fp sl_g1_b = {{UINT64_C(0xaa270000000cfff3), UINT64_C(0x53cc0032fc34000a), UINT64_C(0x478fe97a6b0a807f),
                        UINT64_C(0xb1d37ebee6ba24d7), UINT64_C(0x8ec9733bbf78ab2f), UINT64_C(0x09d645513d83de7e)}};

/* One copy of the multiplication: these functions are not the hot path, and their code would not fit the cache. */
SL_NOINLINE static void fp_mul(sl_fp *out, const sl_fp *a, const sl_fp *b) {
    sl_fp_mul(out, a, b);
}

SL_NOINLINE static void fp_sqr(sl_fp *out, const sl_fp *a) {
    sl_fp_sqr(out, a);
}

#define G_POINT sl_g1
#define G_AFFINE sl_g1_affine
#define G_(name) sl_g1_##name
#define G_B (&sl_g1_b)
#define C_T sl_fp
#define C_(name) sl_fp_##name
#define MUL fp_mul
#define SQR fp_sqr
#include "math/curve/group_tmpl.h"
