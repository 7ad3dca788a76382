// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/curve/encoding.h"

#include <string.h>

#define FLAG_COMPRESSED 0x80
#define FLAG_IDENTITY 0x40
#define FLAG_LARGER 0x20
#define FLAG_MASK 0xe0

/* Is everything but the flags zero? */
static bool rest_is_zero(const uint8_t *bytes, size_t n) {
    unsigned acc = bytes[0] & ~(unsigned)FLAG_MASK;
    for (size_t i = 1; i < n; i++) {
        acc |= bytes[i];
    }
    return acc == 0;
}

/* An element of Fp2 is c1, then c0. */
static bool read_fp2(sl_fp2 *out, const uint8_t bytes[2 * SL_FP_BYTES]) {
    return sl_fp_from_bytes(&out->c1, bytes) && sl_fp_from_bytes(&out->c0, bytes + SL_FP_BYTES);
}

static void write_fp2(uint8_t bytes[2 * SL_FP_BYTES], const sl_fp2 *a) {
    sl_fp_to_bytes(bytes, &a->c1);
    sl_fp_to_bytes(bytes + SL_FP_BYTES, &a->c0);
}

#define E_AFFINE sl_g1_affine
#define E_(name) sl_g1_##name
#define E_B (&sl_g1_b)
#define C_T sl_fp
#define C_(name) sl_fp_##name
#define C_BYTES SL_G1_COMPRESSED_BYTES
#define read_coordinate sl_fp_from_bytes
#define write_coordinate sl_fp_to_bytes
#include "math/curve/encoding_tmpl.h"
#undef E_AFFINE
#undef E_
#undef E_B
#undef C_T
#undef C_
#undef C_BYTES
#undef read_coordinate
#undef write_coordinate

#define E_AFFINE sl_g2_affine
#define E_(name) sl_g2_##name
#define E_B (&sl_g2_b)
#define C_T sl_fp2
#define C_(name) sl_fp2_##name
#define C_BYTES SL_G2_COMPRESSED_BYTES
#define read_coordinate read_fp2
#define write_coordinate write_fp2
#include "math/curve/encoding_tmpl.h"

const char *sl_point_fault_text(sl_point_fault fault) {
    switch (fault) {
    case SL_POINT_OK:
        return "a good point";
    case SL_POINT_BAD_FLAGS:
        return "the flag bits are wrong";
    case SL_POINT_NOT_CANONICAL:
        return "a coordinate is not below p";
    case SL_POINT_NOT_ON_CURVE:
        return "the point is not on the curve";
    case SL_POINT_NOT_IN_SUBGROUP:
        return "the point is not in the subgroup of order r";
    case SL_POINT_IDENTITY_REFUSED:
        return "the point is the identity";
    }
    return "unknown fault";
}
