// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/field/fr.h"

/* Montgomery form of 7 and of 7^((r - 1) / 2^32). */
const sl_fr sl_fr_generator = {{UINT64_C(0x0000000efffffff1), UINT64_C(0x17e363d300189c0f),
                                UINT64_C(0xff9c57876f8457b0), UINT64_C(0x351332208fc5a8c4)}};
const sl_fr sl_fr_root_of_unity = {{UINT64_C(0xb9b58d8c5f0e466a), UINT64_C(0x5b1b4c801819d7ec),
                                    UINT64_C(0x0af53ae352a31e64), UINT64_C(0x5bf3adda19e9b27b)}};

bool sl_fr_from_bytes(sl_fr *out, const uint8_t bytes[SL_FR_BYTES]) {
    uint64_t limbs[4];
    for (int i = 0; i < 4; i++) {
        limbs[i] = sl_limb_load_le(bytes + 8 * i);
    }
    if (!sl_fr_limbs_canonical(limbs)) {
        return false;
    }
    sl_fr_from_limbs(out, limbs);
    return true;
}

void sl_fr_to_bytes(uint8_t bytes[SL_FR_BYTES], const sl_fr *a) {
    uint64_t limbs[4];
    sl_fr_to_limbs(limbs, a);
    for (int i = 0; i < 4; i++) {
        sl_limb_store_le(bytes + 8 * i, limbs[i]);
    }
}

#define F_T sl_fr
#define F_N 4
#define F_(name) sl_fr_##name
#include "math/field/mont_vt_tmpl.h"

void sl_fr_pow_u64_vt(sl_fr *out, const sl_fr *a, uint64_t e) {
    sl_fr_pow_vt(out, a, &e, 1);
}

void sl_fr_batch_inv_vt(sl_fr *a, sl_fr *scratch, size_t n) {
    sl_fr product = sl_fr_one();
    for (size_t i = 0; i < n; i++) {
        scratch[i] = product;
        if (!sl_fr_is_zero(&a[i])) {
            sl_fr_mul(&product, &product, &a[i]);
        }
    }
    sl_fr_inv_vt(&product, &product);
    for (size_t i = n; i-- > 0;) {
        if (sl_fr_is_zero(&a[i])) {
            continue;
        }
        sl_fr inverse;
        sl_fr_mul(&inverse, &product, &scratch[i]);
        sl_fr_mul(&product, &product, &a[i]);
        a[i] = inverse;
    }
}
