// SPDX-License-Identifier: MIT OR Apache-2.0
/* Random field elements for tests, rich in long runs of zeros and ones (in the Montgomery form too). */
#ifndef SL_TESTS_UNIT_MATH_RANDOM_FIELD_H
#define SL_TESTS_UNIT_MATH_RANDOM_FIELD_H

#include "harness/test.h"
#include "math/field/fp12.h"
#include "math/field/fr.h"

/* Every second element has its runs in the Montgomery form, where carries happen, the others in the integer. */
SL_INLINE sl_fr sl_test_fr(void) {
    sl_fr out;
    do {
        sl_test_edge_bytes(out.l, sizeof out.l);
        out.l[3] >>= 1;
    } while (!sl_fr_limbs_canonical(out.l));
    if (sl_test_u64() & 1) {
        sl_fr_from_limbs(&out, out.l);
    }
    return out;
}

SL_INLINE sl_fp sl_test_fp(void) {
    sl_fp out;
    do {
        sl_test_edge_bytes(out.l, sizeof out.l);
        out.l[5] >>= 3;
    } while (!sl_fp_limbs_canonical(out.l));
    if (sl_test_u64() & 1) {
        sl_fp_from_limbs(&out, out.l);
    }
    return out;
}

SL_INLINE sl_fp2 sl_test_fp2(void) {
    sl_fp2 out;
    out.c0 = sl_test_fp();
    out.c1 = sl_test_fp();
    return out;
}

SL_INLINE sl_fp6 sl_test_fp6(void) {
    sl_fp6 out;
    out.c0 = sl_test_fp2();
    out.c1 = sl_test_fp2();
    out.c2 = sl_test_fp2();
    return out;
}

SL_INLINE sl_fp12 sl_test_fp12(void) {
    sl_fp12 out;
    out.c0 = sl_test_fp6();
    out.c1 = sl_test_fp6();
    return out;
}

#endif
