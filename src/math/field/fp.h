// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Fp: the base field of BLS12-381, 381 bits, p = 3 mod 4.
 *
 * Values are in Montgomery form (R = 2^384), always below p. Output may be any of the inputs. Functions whose
 * running time depends on values end in _vt. Checked against GMP.
 */
#ifndef SL_MATH_FIELD_FP_H
#define SL_MATH_FIELD_FP_H

#include "core/base/error.h"
#include "math/field/limb.h"

typedef struct sl_fp {
    uint64_t l[6]; /* least significant first */
} sl_fp;

#define F_T sl_fp
#define F_N 6
#define F_(name) sl_fp_##name
#define F_MODULUS                                                                             \
    UINT64_C(0xb9feffffffffaaab), UINT64_C(0x1eabfffeb153ffff), UINT64_C(0x6730d2a0f6b0f624), \
        UINT64_C(0x64774b84f38512bf), UINT64_C(0x4b1ba7b6434bacd7), UINT64_C(0x1a0111ea397fe69a)
#define F_ONE                                                                                 \
    UINT64_C(0x760900000002fffd), UINT64_C(0xebf4000bc40c0002), UINT64_C(0x5f48985753c758ba), \
        UINT64_C(0x77ce585370525745), UINT64_C(0x5c071a97a256ec6d), UINT64_C(0x15f65ec3fa80e493)
#define F_R2                                                                                  \
    UINT64_C(0xf4df1f341c341746), UINT64_C(0x0a76e6a609d104f1), UINT64_C(0x8de5476c4c95b6d5), \
        UINT64_C(0x67eb88a9939d83c0), UINT64_C(0x9a793e85b519952d), UINT64_C(0x11988fe592cae3aa)
#define F_NINV UINT64_C(0x89f3fffcfffcfffd)
#include "math/field/mont_tmpl.h"
#undef F_T
#undef F_N
#undef F_
#undef F_MODULUS
#undef F_ONE
#undef F_R2
#undef F_NINV

#define SL_FP_BYTES 48

/* 48 bytes, big-endian, canonical. False, out untouched, if the integer is not below p. */
SL_NODISCARD bool sl_fp_from_bytes(sl_fp *out, const uint8_t bytes[SL_FP_BYTES]);
void sl_fp_to_bytes(uint8_t bytes[SL_FP_BYTES], const sl_fp *a);

/* True if a > -a as integers (the sign bit of point encodings). */
bool sl_fp_is_larger_half(const sl_fp *a);

/* out = a^e; e is little-endian limbs. */
void sl_fp_pow_vt(sl_fp *out, const sl_fp *a, const uint64_t *e, size_t e_limbs);
/* out = a^((p - 3) / 4): 1 / sqrt(a) if a is a square other than 0, else +-1 / sqrt(-a). */
void sl_fp_pow_p34_vt(sl_fp *out, const sl_fp *a);
/* out = 1/a, or 0 for 0. */
void sl_fp_inv_vt(sl_fp *out, const sl_fp *a);
/* True and *out with out^2 = a if a is a square, else false and *out untouched. */
SL_NODISCARD bool sl_fp_sqrt_vt(sl_fp *out, const sl_fp *a);

#endif
