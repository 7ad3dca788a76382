// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/curve/encoding.h"

#include "harness/test.h"

/* The four decoders and encoders behind one shape, so that every case can run through each. */
typedef union any_point {
    sl_g1_affine g1;
    sl_g2_affine g2;
} any_point;

static sl_point_fault decode(any_point *out, int group, const uint8_t *bytes, size_t n, unsigned rules) {
    if (group == 1) {
        return n == SL_G1_COMPRESSED_BYTES ? sl_g1_decode_compressed_vt(&out->g1, bytes, rules)
                                           : sl_g1_decode_uncompressed_vt(&out->g1, bytes, rules);
    }
    return n == SL_G2_COMPRESSED_BYTES ? sl_g2_decode_compressed_vt(&out->g2, bytes, rules)
                                       : sl_g2_decode_uncompressed_vt(&out->g2, bytes, rules);
}

static void encode(uint8_t *bytes, size_t n, int group, const any_point *a) {
    if (group == 1) {
        (n == SL_G1_COMPRESSED_BYTES ? sl_g1_encode_compressed : sl_g1_encode_uncompressed)(bytes, &a->g1);
    } else {
        (n == SL_G2_COMPRESSED_BYTES ? sl_g2_encode_compressed : sl_g2_encode_uncompressed)(bytes, &a->g2);
    }
}

/* Decodes; a fault must leave the output alone, success must encode to the same bytes. */
static sl_point_fault decode_strictly(int group, const uint8_t *bytes, size_t n, unsigned rules) {
    any_point point;
    memset(&point, 0x5a, sizeof point);
    const any_point before = point;
    const sl_point_fault fault = decode(&point, group, bytes, n, rules);
    if (fault != SL_POINT_OK) {
        SL_CHECK_MEM(&point, &before, sizeof point);
        return fault;
    }
    uint8_t again[SL_G2_UNCOMPRESSED_BYTES];
    encode(again, n, group, &point);
    SL_CHECK_MEM(again, bytes, n);
    return SL_POINT_OK;
}

static const struct {
    const char *note;
    sl_point_fault fault; /* with both checks and the identity allowed */
} faults[] = {
    {"good compressed", SL_POINT_OK},
    {"good uncompressed", SL_POINT_OK},
    {"compressed, sign flag flipped (the negative)", SL_POINT_OK},
    {"compressed without the compression flag", SL_POINT_BAD_FLAGS},
    {"compressed with infinity flag and nonzero x", SL_POINT_BAD_FLAGS},
    {"identity compressed", SL_POINT_OK},
    {"identity compressed with sign flag", SL_POINT_BAD_FLAGS},
    {"identity compressed with a stray bit", SL_POINT_BAD_FLAGS},
    {"identity flag without compression flag, compressed length", SL_POINT_BAD_FLAGS},
    {"identity uncompressed", SL_POINT_OK},
    {"identity uncompressed with a stray bit", SL_POINT_BAD_FLAGS},
    {"uncompressed all zero", SL_POINT_NOT_ON_CURVE},
    {"uncompressed with compression flag", SL_POINT_BAD_FLAGS}, /* blst accepts it */
    {"uncompressed with sign flag", SL_POINT_BAD_FLAGS},
    {"uncompressed, last y byte changed (not on the curve)", SL_POINT_NOT_ON_CURVE},
    {"compressed x = p - 1", SL_POINT_NOT_ON_CURVE},
    {"compressed x = p", SL_POINT_NOT_CANONICAL},
    {"compressed x = all ones", SL_POINT_NOT_CANONICAL},
    {"uncompressed x = p", SL_POINT_NOT_CANONICAL},
    {"uncompressed y = p", SL_POINT_NOT_CANONICAL},
    {"compressed, on the curve, not in the subgroup", SL_POINT_NOT_IN_SUBGROUP},
    {"uncompressed, on the curve, not in the subgroup", SL_POINT_NOT_IN_SUBGROUP},
};

static void check_encoding_row(int group, const char *hex, bool checked, bool unchecked, const char *note) {
    uint8_t bytes[SL_G2_UNCOMPRESSED_BYTES];
    const size_t n = strlen(hex) / 2;
    sl_test_unhex(bytes, n, hex);
    const unsigned identity = SL_POINT_IDENTITY_ALLOWED;
    const sl_point_fault with = decode_strictly(group, bytes, n, SL_POINT_SUBGROUP | identity);
    const sl_point_fault without = decode_strictly(group, bytes, n, identity);
    size_t i = 0;
    while (i < SL_ARRAY_N(faults) && strcmp(faults[i].note, note) != 0) {
        i++;
    }
    SL_CHECK_MSG(i < SL_ARRAY_N(faults), "no expectation for: %s", note);
    SL_CHECK_MSG(with == faults[i].fault, "g%d %s: %s", group, note, sl_point_fault_text(with));
    if (strcmp(note, "uncompressed with compression flag") != 0) {
        SL_CHECK_MSG((with == SL_POINT_OK) == checked, "g%d %s", group, note);
        SL_CHECK_MSG((without == SL_POINT_OK) == unchecked, "g%d %s", group, note);
    }
    if (with == SL_POINT_OK) {
        const bool is_identity = (bytes[0] & 0x40) != 0;
        const sl_point_fault strict = decode_strictly(group, bytes, n, SL_POINT_PROOF);
        SL_CHECK(strict == (is_identity ? SL_POINT_IDENTITY_REFUSED : SL_POINT_OK));
    }
}

SL_TEST(verdicts_of_the_reference) {
    FILE *f = fopen(sl_test_vector_path("primitives/encodings.txt"), "r");
    SL_CHECK(f != NULL);
    char line[1024];
    int rows = 0;
    while (fgets(line, sizeof line, f) != NULL) {
        int group;
        char hex[2 * SL_G2_UNCOMPRESSED_BYTES + 1];
        int checked;
        int unchecked;
        char note[128];
        if (line[0] == '#') {
            continue;
        }
        SL_CHECK(sscanf(line, "g%d %384s %d %d %127[^\n]", &group, hex, &checked, &unchecked, note) == 5);
        check_encoding_row(group, hex, checked == 1, unchecked == 1, note);
        rows++;
    }
    (void)fclose(f);
    SL_CHECK(rows == 44);
}

/* Both encodings of multiples of the generator, which the reference made: the two forms must be one point. */
SL_TEST(multiples_of_the_generator) {
    FILE *f = fopen(sl_test_vector_path("primitives/multiples.txt"), "r");
    SL_CHECK(f != NULL);
    char line[2048];
    int rows = 0;
    while (fgets(line, sizeof line, f) != NULL) {
        int group;
        char k[65];
        char hex[2][2 * SL_G2_UNCOMPRESSED_BYTES + 1];
        if (line[0] == '#') {
            continue;
        }
        SL_CHECK(sscanf(line, "g%d %64s %384s %384s", &group, k, hex[0], hex[1]) == 4);
        any_point points[2];
        memset(points, 0, sizeof points);
        for (int i = 0; i < 2; i++) {
            uint8_t bytes[SL_G2_UNCOMPRESSED_BYTES];
            const size_t n = strlen(hex[i]) / 2;
            sl_test_unhex(bytes, n, hex[i]);
            const unsigned rules = SL_POINT_SUBGROUP | SL_POINT_IDENTITY_ALLOWED;
            SL_CHECK(decode_strictly(group, bytes, n, rules) == SL_POINT_OK);
            SL_CHECK(decode(&points[i], group, bytes, n, rules) == SL_POINT_OK);
        }
        SL_CHECK_MEM(&points[0], &points[1], sizeof points[0]);
        rows++;
    }
    (void)fclose(f);
    SL_CHECK(rows == 22);
}

/*
 * Any one changed bit gives a fault or another point that encodes to the changed bytes: no two encodings of one
 * point.
 */
SL_TEST(every_changed_bit_matters) {
    const any_point g1 = {.g1 = sl_g1_generator};
    const any_point g2 = {.g2 = sl_g2_generator};
    for (int form = 0; form < 4; form++) {
        const int group = 1 + form / 2;
        const size_t n = (size_t)(group * 48) << (form % 2);
        uint8_t bytes[SL_G2_UNCOMPRESSED_BYTES];
        encode(bytes, n, group, group == 1 ? &g1 : &g2);
        SL_CHECK(decode_strictly(group, bytes, n, SL_POINT_PROOF) == SL_POINT_OK);
        for (size_t bit = 0; bit < 8 * n; bit++) {
            bytes[bit / 8] ^= (uint8_t)(1 << (bit % 8));
            const sl_point_fault fault = decode_strictly(group, bytes, n, SL_POINT_KEY);
            if (form % 2 == 1 || (bit < 8 && bit >= 6)) {
                SL_CHECK_MSG(fault != SL_POINT_OK, "form %d bit %zu", form, bit);
            }
            bytes[bit / 8] ^= (uint8_t)(1 << (bit % 8));
        }
    }
}

SL_TEST(every_flag_combination_of_the_identity) {
    for (int form = 0; form < 4; form++) {
        const int group = 1 + form / 2;
        const bool compressed = form % 2 == 0;
        const size_t n = (size_t)(group * 48) << (form % 2);
        for (unsigned flags = 0; flags < 8; flags++) {
            uint8_t bytes[SL_G2_UNCOMPRESSED_BYTES] = {0};
            bytes[0] = (uint8_t)(flags << 5);
            const bool good = flags == (compressed ? 6 : 2);
            const sl_point_fault fault =
                decode_strictly(group, bytes, n, SL_POINT_IDENTITY_ALLOWED | SL_POINT_SUBGROUP);
            SL_CHECK_MSG((fault == SL_POINT_OK) == good, "form %d flags %u: %s", form, flags,
                         sl_point_fault_text(fault));
            if (good) {
                SL_CHECK(decode_strictly(group, bytes, n, SL_POINT_PROOF) == SL_POINT_IDENTITY_REFUSED);
                SL_CHECK(decode_strictly(group, bytes, n, SL_POINT_KEY) == SL_POINT_IDENTITY_REFUSED);
                for (size_t i = 1; i < n; i += 5) {
                    bytes[i] = 1;
                    SL_CHECK(decode_strictly(group, bytes, n, SL_POINT_IDENTITY_ALLOWED) == SL_POINT_BAD_FLAGS);
                    bytes[i] = 0;
                }
            }
        }
    }
}

SL_TEST(texts_of_faults_differ) {
    for (int i = SL_POINT_OK; i <= SL_POINT_IDENTITY_REFUSED; i++) {
        for (int j = SL_POINT_OK; j < i; j++) {
            SL_CHECK(strcmp(sl_point_fault_text((sl_point_fault)i), sl_point_fault_text((sl_point_fault)j)) != 0);
        }
    }
}
