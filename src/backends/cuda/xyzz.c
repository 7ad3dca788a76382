// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cuda/xyzz.h"

#include <string.h>

_Static_assert(sizeof(sl_cuda_fp) == sizeof(sl_fp), "coordinates cross over as they are");

static sl_fp fp_from(const sl_cuda_fp *a) {
    sl_fp out;
    memcpy(&out, a, sizeof out);
    sl_fp_reduce_once(&out);
    return out;
}

static sl_fp2 fp2_from(const sl_cuda_fp2 *a) {
    return (sl_fp2){fp_from(&a->c0), fp_from(&a->c1)};
}

/* With Z = ZZ: X / ZZ = X ZZ / Z^2, and Y / ZZZ = Y ZZZ / Z^3, for ZZZ^2 = ZZ^3. */
void sl_cuda_g1_from_xyzz(sl_g1 *out, const sl_cuda_g1_xyzz *a) {
    const sl_fp x = fp_from(&a->x), y = fp_from(&a->y), zz = fp_from(&a->zz), zzz = fp_from(&a->zzz);
    sl_fp_mul(&out->x, &x, &zz);
    sl_fp_mul(&out->y, &y, &zzz);
    out->z = zz;
}

void sl_cuda_g2_from_xyzz(sl_g2 *out, const sl_cuda_g2_xyzz *a) {
    const sl_fp2 x = fp2_from(&a->x), y = fp2_from(&a->y), zz = fp2_from(&a->zz), zzz = fp2_from(&a->zzz);
    sl_fp2_mul(&out->x, &x, &zz);
    sl_fp2_mul(&out->y, &y, &zzz);
    out->z = zz;
}
