// SPDX-License-Identifier: MIT OR Apache-2.0
/* Coordinates of key files, 48 big-endian bytes, as limbs of 64 bits. */
#ifndef SL_BACKENDS_CPU_FP_LIMBS_H
#define SL_BACKENDS_CPU_FP_LIMBS_H

#include "math/field/fp.h"

/* False if not below p. *any collects the limbs, to tell the identity. */
SL_INLINE bool fp_limbs_read(uint64_t out[6], const uint8_t *bytes, uint64_t *any) {
    SL_UNROLL
    for (int i = 0; i < 6; i++) {
        out[i] = sl_limb_load_be(bytes + 40 - 8 * i);
        *any |= out[i];
    }
    return sl_fp_limbs_canonical(out);
}

SL_INLINE void fp_limbs_write(uint8_t *bytes, const uint64_t in[6]) {
    SL_UNROLL
    for (int i = 0; i < 6; i++) {
        sl_limb_store_be(bytes + 40 - 8 * i, in[i]);
    }
}

#endif
