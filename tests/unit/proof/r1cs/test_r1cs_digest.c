// SPDX-License-Identifier: MIT OR Apache-2.0
/* Digests of small systems against an independent program (tests/vectors/gen/r1cs.py). */
#include "harness/test.h"
#include "proof/r1cs/builder.h"
#include "proof/r1cs/r1cs.h"

static sluice_error err;

static sl_wire wire_of(const char *name) {
    const uint32_t index = (uint32_t)strtoul(name + 1, NULL, 10);
    return name[0] == 'A' ? SL_WIRE_AUX | index : index;
}

/* "A0*1 I1*5" */
static void lc_parse(sl_lc *lc, char *text) {
    sl_lc_clear(lc);
    char *save = NULL;
    for (char *term = strtok_r(text, " ", &save); term != NULL; term = strtok_r(NULL, " ", &save)) {
        char *star = strchr(term, '*');
        SL_CHECK(star != NULL);
        char padded[65];
        (void)snprintf(padded, sizeof padded, "%064d", 0);
        memcpy(padded + 64 - strlen(star + 1), star + 1, strlen(star + 1));
        uint8_t big[32], little[32];
        sl_test_unhex(big, 32, padded);
        for (int i = 0; i < 32; i++) {
            little[i] = big[31 - i];
        }
        sl_fr coeff;
        SL_CHECK(sl_fr_from_bytes(&coeff, little));
        sl_lc_add(lc, wire_of(term), &coeff);
    }
}

static void check_digest(sl_cs *cs, const char *name, const char *hex) {
    sl_r1cs *r1cs = NULL;
    SL_CHECK_OK(sl_cs_finish_shape(cs, &r1cs, &err));
    sl_cs_close(cs);
    uint8_t want[32], found[32];
    sl_test_unhex(want, 32, hex);
    SL_CHECK_OK(sl_r1cs_digest(r1cs, found, NULL, NULL, &err));
    SL_CHECK_MSG(memcmp(want, found, 32) == 0, "digest of system %s", name);
    sl_r1cs_close(r1cs);
}

SL_TEST(vectors) {
    size_t bytes;
    char *text = (char *)sl_test_vector_read("r1cs/systems.txt", &bytes);
    sl_cs *cs = NULL;
    sl_lc lcs[3] = {SL_LC_EMPTY, SL_LC_EMPTY, SL_LC_EMPTY};
    char name[32] = "";
    unsigned systems = 0;
    char *save = NULL;
    for (char *line = strtok_r(text, "\n", &save); line != NULL; line = strtok_r(NULL, "\n", &save)) {
        if (strncmp(line, "system ", 7) == 0) {
            unsigned inputs;
            char types[64];
            SL_CHECK(sscanf(line, "system %31s %u %63s", name, &inputs, types) == 3);
            SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
            while (--inputs > 0) {
                (void)sl_cs_input(cs, NULL);
            }
            for (const char *t = types; *t != '\0' && *t != '-'; t++) {
                (void)(*t == 'b' ? sl_cs_alloc_bit(cs, false) : sl_cs_alloc(cs, NULL));
            }
        } else if (strncmp(line, "row ", 4) == 0) {
            char *a = line + 4;
            char *b = strchr(a, '|');
            *b++ = '\0';
            char *c = strchr(b, '|');
            *c++ = '\0';
            lc_parse(&lcs[0], a);
            lc_parse(&lcs[1], b);
            lc_parse(&lcs[2], c);
            sl_cs_enforce(cs, &lcs[0], &lcs[1], &lcs[2]);
        } else if (strncmp(line, "digest ", 7) == 0) {
            check_digest(cs, name, line + 7);
            systems++;
        }
    }
    SL_CHECK(systems >= 18);
    for (int i = 0; i < 3; i++) {
        sl_lc_free(&lcs[i]);
    }
    free(text);
}

/* A row of 100,003 unsorted terms; the rule is wide() of the generator. */
SL_TEST(wide_row) {
    size_t bytes;
    char *text = (char *)sl_test_vector_read("r1cs/systems.txt", &bytes);
    const char *line = strstr(text, "\nwide ");
    unsigned n;
    char hex[65];
    SL_CHECK(line != NULL && sscanf(line, "\nwide %u %64s", &n, hex) == 2);
    sl_cs *cs = NULL;
    SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
    for (unsigned i = 0; i < n; i++) {
        (void)sl_cs_alloc(cs, NULL);
    }
    sl_lc a = SL_LC_EMPTY, b = SL_LC_EMPTY, c = SL_LC_EMPTY;
    const sl_fr three = sl_fr_from_u64(3);
    for (uint64_t i = 1; i <= n; i++) {
        const sl_fr coeff = sl_fr_from_u64(i);
        sl_lc_add(&a, SL_WIRE_AUX | (uint32_t)(7 * i % n), &coeff);
    }
    sl_lc_add_one(&b, SL_WIRE_ONE);
    sl_lc_add_scaled(&c, &a, &three);
    sl_cs_enforce(cs, &a, &b, &c);
    check_digest(cs, "wide", hex);
    /* The same as a sum of two halves in any order. */
    SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
    (void)sl_cs_put_fields(cs, n, &(sl_wire){0});
    const sl_fr minus_two = sl_fr_from_u64(2);
    sl_fr minus;
    sl_fr_neg(&minus, &minus_two);
    sl_lc_add_scaled(&a, &c, &minus_two);
    sl_lc_normalize(&a); /* 7 a */
    sl_lc_clear(&b);
    sl_lc_add_scaled(&b, &c, &minus);
    sl_lc_add_scaled(&b, &a, &(sl_fr){{0}}); /* zeros */
    sl_lc twice = SL_LC_EMPTY;
    sl_lc_add_scaled(&twice, &a, &(sl_fr[1]){sl_fr_one()}[0]);
    sl_lc_add_scaled(&twice, &b, &(sl_fr[1]){sl_fr_one()}[0]); /* a */
    sl_lc_clear(&b);
    sl_lc_add_one(&b, SL_WIRE_ONE);
    sl_cs_enforce(cs, &twice, &b, &c);
    check_digest(cs, "wide, in pieces", hex);
    sl_lc_free(&a);
    sl_lc_free(&b);
    sl_lc_free(&c);
    sl_lc_free(&twice);
    free(text);
}
