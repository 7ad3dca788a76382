// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string.h>

#include "math/kernels/kernels_portable.h"

#define K_(name) name##_portable
#define K_FR_MUL sl_fr_mul_inline
#include "math/kernels/fr_words_tmpl.h"

void sl_fr_prepare_portable(void *out, const sl_fr *in, size_t n) {
    memcpy(out, in, n * sizeof *in);
}

void sl_fr_sub_portable(sl_fr *out, const sl_fr *a, const sl_fr *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        sl_fr_sub(&out[i], &a[i], &b[i]);
    }
}

void sl_fr_to_limbs_portable(uint64_t *limbs, const sl_fr *a, size_t n) {
    for (size_t i = 0; i < n; i++) {
        sl_fr_to_limbs(limbs + 4 * i, &a[i]);
    }
}
