// SPDX-License-Identifier: MIT OR Apache-2.0
#include "harness/test.h"

#include "math/curve/g1.h"
#include "math/curve/g2.h"

static void read_fp(sl_fp *out, const uint8_t *bytes, bool flags) {
    uint8_t copy[SL_FP_BYTES];
    memcpy(copy, bytes, sizeof copy);
    if (flags) {
        copy[0] &= 0x1f; /* the identity's flag: its coordinates are then 0 */
    }
    SL_CHECK(sl_fp_from_bytes(out, copy));
}

static sl_g1_affine read_g1(const uint8_t bytes[96]) {
    sl_g1_affine out;
    read_fp(&out.x, bytes, true);
    read_fp(&out.y, bytes + 48, false);
    return out;
}

static sl_g2_affine read_g2(const uint8_t bytes[192]) {
    sl_g2_affine out;
    read_fp(&out.x.c1, bytes, true);
    read_fp(&out.x.c0, bytes + 48, false);
    read_fp(&out.y.c1, bytes + 96, false);
    read_fp(&out.y.c0, bytes + 144, false);
    return out;
}

#define G_POINT sl_g1
#define G_AFFINE sl_g1_affine
#define G_(name) sl_g1_##name
#define C_T sl_fp
#define C_(name) sl_fp_##name
#define G_READ read_g1
#define G_KEY_BYTES 96
#include "unit/math/curve/group_laws_tmpl.h"
#undef G_POINT
#undef G_AFFINE
#undef G_
#undef C_T
#undef C_
#undef G_READ
#undef G_KEY_BYTES

#define G_POINT sl_g2
#define G_AFFINE sl_g2_affine
#define G_(name) sl_g2_##name
#define C_T sl_fp2
#define C_(name) sl_fp2_##name
#define G_READ read_g2
#define G_KEY_BYTES 192
#include "unit/math/curve/group_laws_tmpl.h"

SL_TEST(g1_laws) {
    sl_g1_test_laws();
    sl_g1_test_off_curve();
}

SL_TEST(g2_laws) {
    sl_g2_test_laws();
    sl_g2_test_off_curve();
}

SL_TEST(g1_mul) {
    sl_g1_test_mul();
}

SL_TEST(g2_mul) {
    sl_g2_test_mul();
}

SL_TEST(g1_batch_to_affine) {
    sl_g1_test_batch();
}

SL_TEST(g2_batch_to_affine) {
    sl_g2_test_batch();
}

/* Lines "GROUP K COMPRESSED UNCOMPRESSED". */
SL_TEST(multiples_of_generator) {
    size_t bytes;
    char *text = (char *)sl_test_vector_read("primitives/multiples.txt", &bytes);
    int n[3] = {0};
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        char k[80];
        char uncompressed[400];
        if (line[0] == '#') {
            continue;
        }
        SL_CHECK(sscanf(line + 3, "%79s %*s %399s", k, uncompressed) == 2);
        const int group = line[1] - '0';
        if (group == 1) {
            sl_g1_test_multiple(k, uncompressed);
        } else {
            SL_CHECK(group == 2);
            sl_g2_test_multiple(k, uncompressed);
        }
        n[group]++;
    }
    SL_CHECK(n[1] >= 10 && n[2] >= 10);
    free(text);
}
