// SPDX-License-Identifier: MIT OR Apache-2.0
/* Every curve entry of every kernel set that runs here, against the complete group law. */
#include "harness/test.h"

#include "backends/cpu/select.h"
#include "math/curve/encoding.h"
#include "math/kernels/sum_lists.h"

static char *aligned_slots(size_t bytes) {
    char *out = aligned_alloc(64, (bytes + 63) / 64 * 64 + 64);
    SL_CHECK(out != NULL);
    return out;
}

static const uint8_t modulus_bytes[48] = {0x1a, 0x01, 0x11, 0xea, 0x39, 0x7f, 0xe6, 0x9a, 0x4b, 0x1b, 0xa7, 0xb6,
                                          0x43, 0x4b, 0xac, 0xd7, 0x64, 0x77, 0x4b, 0x84, 0xf3, 0x85, 0x12, 0xbf,
                                          0x67, 0x30, 0xd2, 0xa0, 0xf6, 0xb0, 0xf6, 0x24, 0x1e, 0xab, 0xff, 0xfe,
                                          0xb1, 0x53, 0xff, 0xff, 0xb9, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xaa, 0xab};

#define G_POINT sl_g1
#define G_AFFINE sl_g1_affine
#define G_(name) sl_g1_##name
#define C_T sl_fp
#define C_(name) sl_fp_##name
#define T_(name) g1_##name
#define KEY_BYTES 96
#define ENCODE sl_g1_encode_uncompressed
#include "backend_ops/curve_checks_tmpl.h"
#undef G_POINT
#undef G_AFFINE
#undef G_
#undef C_T
#undef C_
#undef T_
#undef KEY_BYTES
#undef ENCODE

#define G_POINT sl_g2
#define G_AFFINE sl_g2_affine
#define G_(name) sl_g2_##name
#define C_T sl_fp2
#define C_(name) sl_fp2_##name
#define T_(name) g2_##name
#define KEY_BYTES 192
#define ENCODE sl_g2_encode_uncompressed
#include "backend_ops/curve_checks_tmpl.h"

#define FOR_SETS(set) for (const sl_kernels *const *set = sl_kernels_available(); *set != NULL; set++)

SL_TEST(g1_conversions) {
    FOR_SETS(set) {
        g1_check_conversions((*set)->g1);
        g1_check_refusals((*set)->g1);
        g1_check_copy((*set)->g1);
    }
}

SL_TEST(g2_conversions) {
    FOR_SETS(set) {
        g2_check_conversions((*set)->g2);
        g2_check_refusals((*set)->g2);
        g2_check_copy((*set)->g2);
    }
}

SL_TEST(g1_additions) {
    FOR_SETS(set) {
        g1_check_additions((*set)->g1);
    }
}

SL_TEST(g2_additions) {
    FOR_SETS(set) {
        g2_check_additions((*set)->g2);
    }
}

SL_TEST(largest_batches) {
    FOR_SETS(set) {
        g1_check_largest((*set)->g1);
        g2_check_largest((*set)->g2);
    }
}

SL_TEST(g1_lists) {
    FOR_SETS(set) {
        g1_check_lists((*set)->g1, 1, 1, 1);
        g1_check_lists((*set)->g1, 300, 1, 7);
        g1_check_lists((*set)->g1, 100, 12, 100);
        g1_check_lists((*set)->g1, 3, 700, 250);
        g1_check_lists((*set)->g1, 1, (*set)->g1->pairs_max, 3 * (*set)->g1->pairs_max);
    }
}

SL_TEST(g2_lists) {
    FOR_SETS(set) {
        g2_check_lists((*set)->g2, 200, 1, 7);
        g2_check_lists((*set)->g2, 60, 12, 100);
        g2_check_lists((*set)->g2, 1, (*set)->g2->pairs_max, 3 * (*set)->g2->pairs_max);
    }
}
