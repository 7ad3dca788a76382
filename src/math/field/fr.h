// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Fr: the scalar field of BLS12-381, r = 0x73eda753299d7d48_3339d80809a1d805_53bda402fffe5bfe_ffffffff00000001.
 *
 * Values are in Montgomery form (R = 2^256), always below r. Output may be any of the inputs. Functions whose
 * running time depends on values end in _vt. Source: spec/filecoin.md 0.2 and 1.2; checked against GMP.
 */
#ifndef SL_MATH_FIELD_FR_H
#define SL_MATH_FIELD_FR_H

#include "core/base/error.h"
#include "math/field/limb.h"

typedef struct sl_fr {
    uint64_t l[4]; /* least significant first */
} sl_fr;

#define F_T sl_fr
#define F_N 4
#define F_(name) sl_fr_##name
#define F_MODULUS                                                                             \
    UINT64_C(0xffffffff00000001), UINT64_C(0x53bda402fffe5bfe), UINT64_C(0x3339d80809a1d805), \
        UINT64_C(0x73eda753299d7d48)
#define F_ONE                                                                                 \
    UINT64_C(0x00000001fffffffe), UINT64_C(0x5884b7fa00034802), UINT64_C(0x998c4fefecbc4ff5), \
        UINT64_C(0x1824b159acc5056f)
#define F_R2                                                                                  \
    UINT64_C(0xc999e990f3f29c6d), UINT64_C(0x2b6cedcb87925c23), UINT64_C(0x05d314967254398f), \
        UINT64_C(0x0748d9d99f59ff11)
#define F_NINV UINT64_C(0xfffffffeffffffff)
#include "math/field/mont_tmpl.h"
#undef F_T
#undef F_N
#undef F_
#undef F_MODULUS
#undef F_ONE
#undef F_R2
#undef F_NINV

#define SL_FR_BYTES 32
#define SL_FR_TWO_ADICITY 32

/* 7, the multiplicative generator, and a root of unity of order 2^32 (7^((r - 1) / 2^32)). */
extern const sl_fr sl_fr_generator;
extern const sl_fr sl_fr_root_of_unity;

/* 32 bytes, little-endian, canonical ("repr"). False, out untouched, if the integer is not below r. */
SL_NODISCARD bool sl_fr_from_bytes(sl_fr *out, const uint8_t bytes[SL_FR_BYTES]);
void sl_fr_to_bytes(uint8_t bytes[SL_FR_BYTES], const sl_fr *a);

/* out = a^e; e is little-endian limbs. Time depends on e. */
void sl_fr_pow_vt(sl_fr *out, const sl_fr *a, const uint64_t *e, size_t e_limbs);
void sl_fr_pow_u64_vt(sl_fr *out, const sl_fr *a, uint64_t e);
/* out = 1/a, or 0 for 0. Time depends on a. */
void sl_fr_inv_vt(sl_fr *out, const sl_fr *a);
/* a[i] = 1/a[i], zeros stay; scratch holds n elements. One inversion for all. */
void sl_fr_batch_inv_vt(sl_fr *a, sl_fr *scratch, size_t n);

/*
 * A uniformly random element from the operating system's generator, by rejection. A failing generator is a status.
 */
SL_NODISCARD sluice_status sl_fr_random(sl_fr *out, sluice_error *err);

#endif
