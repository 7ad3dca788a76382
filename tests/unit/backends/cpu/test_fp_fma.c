// SPDX-License-Identifier: MIT OR Apache-2.0
/* The field of the fma set against GMP, at limbs of any size that its bounds allow; the set in any rounding mode. */
#include "harness/test.h"

#include <fenv.h>
#include <gmp.h>

#include "backends/cpu/fp_words_fma.h"
#include "backends/cpu/kernels_fma.h"
#include "core/sys/cpu.h"

#define NEEDS_FMA()                                                \
    do {                                                           \
        if (!sl_cpu_has(SL_CPU_AVX2 | SL_CPU_FMA | SL_CPU_BMI2)) { \
            SL_SKIP("this processor cannot run the fma set");      \
        }                                                          \
    } while (0)

typedef struct constants {
    mpz_t p, r; /* the modulus, 2^384 */
    double p_double;
} constants;

static void constants_init(constants *c) {
    mpz_inits(c->p, c->r, NULL);
    mpz_import(c->p, 6, -1, 8, 0, 0, sl_fp_modulus);
    mpz_ui_pow_ui(c->r, 2, 384);
    c->p_double = mpz_get_d(c->p);
}

static void constants_clear(constants *c) {
    mpz_clears(c->p, c->r, NULL);
}

static void value_of(mpz_t out, const fp4_row *row) {
    mpz_t limb;
    mpz_init(limb);
    mpz_set_ui(out, 0);
    for (int i = FP4_LIMBS; i-- > 0;) {
        SL_CHECK(row->l[i] == (double)(int64_t)row->l[i]);
        mpz_set_d(limb, row->l[i]);
        mpz_mul_2exp(out, out, 48);
        mpz_add(out, out, limb);
    }
    mpz_clear(limb);
}

/* Ways to choose a limb; the last ones need wide factors. */
enum { BALANCED, TOP_BALANCED, BOTTOM_BALANCED, EDGE_BALANCED, SMALL, UNSIGNED, WIDE, TOP, BOTTOM, EDGE, KINDS };

static double limb_of(int kind) {
    const uint64_t r = sl_test_u64();
    const double sign = r >> 63 ? -1 : 1;
    switch (kind) {
    case BALANCED:
        return sign * (double)(r & UINT64_C(0x7fffffffffff));
    case TOP_BALANCED:
        return FP4_LIMB_BALANCED;
    case BOTTOM_BALANCED:
        return -FP4_LIMB_BALANCED;
    case EDGE_BALANCED:
        return sign * (FP4_LIMB_BALANCED - (double)(r & 3));
    case SMALL:
        return sign * (double)(r & 1);
    case UNSIGNED:
        return (double)(r & UINT64_C(0xffffffffffff));
    case WIDE:
        return sign * (double)(r & UINT64_C(0xffffffffffff));
    case TOP:
        return FP4_LIMB_WIDE;
    case BOTTOM:
        return -FP4_LIMB_WIDE;
    default:
        return sign * (FP4_LIMB_WIDE - (double)(r & 3));
    }
}

/* Limbs of one kind, except that the top one keeps the value within 4 (a limb of 2^46.7). */
static void element_make(fp4 *out, fp4_row rows[FP4_LANES], int kind) {
    const double top_max = 4 / FP4_PER_P - 0x1p10;
    for (int k = 0; k < FP4_LANES; k++) {
        for (int i = 0; i < FP4_LIMBS; i++) {
            rows[k].l[i] = limb_of(kind);
        }
        double *top = &rows[k].l[FP4_LIMBS - 1];
        *top = *top > top_max ? top_max : *top < -top_max ? -top_max : *top;
        *top = (double)(int64_t)*top;
    }
    fp4_from_rows(out, rows);
}

/* R r = sum mod p, r balanced, and |r| within what the header says: `reduced` or not. */
static void product_check(const fp4 *got, const mpz_t sum, int lane, bool reduced, const constants *c) {
    fp4_row rows[FP4_LANES];
    fp4_to_rows(rows, got);
    for (int i = 0; i < FP4_LIMBS; i++) {
        const double limb = rows[lane].l[i] < 0 ? -rows[lane].l[i] : rows[lane].l[i];
        SL_CHECK_MSG(limb <= FP4_LIMB_BALANCED, "limb %d: %.0f", i, limb);
    }
    mpz_t r;
    mpz_t t;
    mpz_inits(r, t, NULL);
    value_of(r, &rows[lane]);
    mpz_mul(t, r, c->r);
    mpz_sub(t, sum, t);
    SL_CHECK(mpz_divisible_p(t, c->p));
    mpz_abs(r, r);
    mpz_abs(t, sum);
    const double share = mpz_get_d(t) / mpz_get_d(c->r);
    SL_CHECK(mpz_get_d(r) <= (reduced ? 0.501 * c->p_double : 0.62 * c->p_double + share));
    mpz_clears(r, t, NULL);
}

static void products_check(int kind_a, int kind_b, int kind_c, const constants *c) {
    fp4 factors[3];
    fp4_row rows[3][FP4_LANES];
    element_make(&factors[0], rows[0], kind_a);
    element_make(&factors[1], rows[1], kind_b);
    element_make(&factors[2], rows[2], kind_c);
    const fp4 *a = &factors[0];
    const fp4 *b = &factors[1];
    fp4 product;
    fp4 rest;
    fp4 square_rest;
    fp4_mul(&product, a, b);
    fp4_mul_sub(&rest, a, b, &factors[2]);
    fp4_sqr_sub(&square_rest, a, &factors[2]);
    mpz_t x;
    mpz_t y;
    mpz_t z;
    mpz_inits(x, y, z, NULL);
    for (int k = 0; k < FP4_LANES; k++) {
        value_of(x, &rows[0][k]);
        value_of(y, &rows[1][k]);
        value_of(z, &rows[2][k]);
        mpz_mul(z, z, c->r);
        mpz_mul(y, x, y);
        product_check(&product, y, k, false, c);
        mpz_sub(y, y, z);
        product_check(&rest, y, k, true, c);
        mpz_mul(y, x, x);
        mpz_sub(y, y, z);
        product_check(&square_rest, y, k, true, c);
    }
    /* Results over operands. */
    for (int i = 0; i < 3; i++) {
        fp4 operands[3] = {factors[0], factors[1], factors[2]};
        fp4_mul_sub(&operands[i], &operands[0], &operands[1], &operands[2]);
        SL_CHECK(memcmp(&operands[i], &rest, sizeof rest) == 0);
        operands[i] = factors[i];
        fp4_mul(&operands[i], &operands[0], &operands[1]);
        SL_CHECK(memcmp(&operands[i], &product, sizeof product) == 0);
        operands[i] = factors[i];
        fp4_sqr_sub(&operands[i], &operands[0], &operands[2]);
        SL_CHECK(memcmp(&operands[i], &square_rest, sizeof square_rest) == 0);
    }
    mpz_clears(x, y, z, NULL);
}

SL_TEST(products_agree_with_gmp) {
    NEEDS_FMA();
    constants c;
    constants_init(&c);
    for (int repeat = 0; repeat < 4; repeat++) {
        for (int kind_a = 0; kind_a < KINDS; kind_a++) {
            for (int kind_b = 0; kind_b < KINDS; kind_b++) {
                products_check(kind_a, kind_b, (kind_a + repeat * kind_b) % KINDS, &c);
            }
        }
    }
    for (int repeat = 0; repeat < 200; repeat++) {
        products_check(EDGE, EDGE, EDGE, &c);
        products_check(WIDE, WIDE, WIDE, &c);
    }
    constants_clear(&c);
}

SL_TEST(sums_of_two_products_agree_with_gmp) {
    NEEDS_FMA();
    constants c;
    constants_init(&c);
    mpz_t x;
    mpz_t y;
    mpz_inits(x, y, NULL);
    for (int repeat = 0; repeat < 300; repeat++) {
        fp4 factors[4];
        fp4_row rows[4][FP4_LANES];
        for (int i = 0; i < 4; i++) {
            /* Every corner first, then anything. */
            const int corner = repeat < 16 ? repeat >> i & 1 : (int)(sl_test_u64() % (i % 2 == 0 ? 5 : KINDS));
            const int top = i % 2 == 0 ? TOP_BALANCED : TOP;
            element_make(&factors[i], rows[i], repeat < 16 ? top + corner : corner);
        }
        fp4 sum;
        fp4 difference;
        fp4_mul_two(&sum, &factors[0], &factors[1], &factors[2], &factors[3]);
        fp4_mul_minus(&difference, &factors[0], &factors[1], &factors[2], &factors[3]);
        for (int k = 0; k < FP4_LANES; k++) {
            mpz_t products[2];
            for (int i = 0; i < 2; i++) {
                mpz_init(products[i]);
                value_of(x, &rows[2 * i][k]);
                value_of(y, &rows[2 * i + 1][k]);
                mpz_mul(products[i], x, y);
            }
            mpz_add(x, products[0], products[1]);
            product_check(&sum, x, k, false, &c);
            mpz_sub(x, products[0], products[1]);
            product_check(&difference, x, k, false, &c);
            mpz_clears(products[0], products[1], NULL);
        }
    }
    mpz_clears(x, y, NULL);
    constants_clear(&c);
}

/* Raw limbs at their largest, values up to 6 p: the same residue, small limbs, and a value within 0.501. */
SL_TEST(reduction_agrees_with_gmp) {
    NEEDS_FMA();
    constants c;
    constants_init(&c);
    mpz_t before;
    mpz_t after;
    mpz_inits(before, after, NULL);
    for (int repeat = 0; repeat < 500; repeat++) {
        fp4_row rows[FP4_LANES];
        for (int k = 0; k < FP4_LANES; k++) {
            for (int i = 0; i < FP4_LIMBS; i++) {
                const uint64_t r = sl_test_u64();
                const double size = repeat % 3 == 0 ? 0x1.cp52 : (double)(r >> 12);
                rows[k].l[i] = r & 1 ? size : -size;
            }
            const double top = rows[k].l[FP4_LIMBS - 1] * 0x1p-53 * (6 / FP4_PER_P);
            rows[k].l[FP4_LIMBS - 1] = (double)(int64_t)top;
        }
        fp4 a;
        fp4_from_rows(&a, rows);
        fp4_row got[FP4_LANES];
        fp4 b = a;
        fp4_reduce(&b);
        fp4_to_rows(got, &b);
        for (int k = 0; k < FP4_LANES; k++) {
            value_of(before, &rows[k]);
            value_of(after, &got[k]);
            mpz_sub(before, before, after);
            SL_CHECK(mpz_divisible_p(before, c.p));
            mpz_abs(after, after);
            SL_CHECK(mpz_get_d(after) <= 0.501 * c.p_double);
            for (int i = 0; i < FP4_LIMBS - 1; i++) {
                SL_CHECK(got[k].l[i] <= FP4_LIMB_BALANCED && got[k].l[i] >= -FP4_LIMB_BALANCED);
            }
        }
    }
    mpz_clears(before, after, NULL);
    constants_clear(&c);
}

/* Multiples of p are found zero after a reduction, their neighbours are not; lane by lane. */
SL_TEST(zero_is_found) {
    NEEDS_FMA();
    for (int multiple = -40; multiple <= 40; multiple++) {
        for (int lane = 0; lane < FP4_LANES; lane++) {
            for (int off = -1; off <= 1; off++) {
                fp4_row rows[FP4_LANES];
                for (int k = 0; k < FP4_LANES; k++) {
                    for (int i = 0; i < FP4_LIMBS; i++) {
                        rows[k].l[i] = multiple * fp4_p[i];
                    }
                    rows[k].l[(multiple + 40) % FP4_LIMBS] += k == lane ? off : 1;
                }
                fp4 a;
                fp4_from_rows(&a, rows);
                fp4_reduce(&a);
                SL_CHECK(fp4_zero_mask(&a) == (off == 0 ? 1U << lane : 0));
            }
        }
    }
}

/* Words to limbs and back, for edges of the range and random values, with signs on the way. */
SL_TEST(words_and_back) {
    NEEDS_FMA();
    constants c;
    constants_init(&c);
    mpz_t v;
    mpz_init(v);
    for (int repeat = 0; repeat < 400; repeat++) {
        sl_fp words[FP4_LANES];
        for (int k = 0; k < FP4_LANES; k++) {
            for (int i = 0; i < 6; i++) {
                words[k].l[i] = repeat % 4 == 0 ? 0 : sl_test_u64() >> (i == 5 ? 4 : 0);
            }
            words[k].l[5] %= sl_fp_modulus[5];
            if (repeat % 4 == 0) {
                const sl_fp one = {{1}};
                sl_fp_sub(&words[k], &words[k], repeat % 8 == 0 ? &words[k] : &one); /* 0, p - 1 */
            }
        }
        fp4 a;
        sl_fp back[FP4_LANES];
        fp4_row rows[FP4_LANES];
        fp4_from_scalars(&a, words);
        fp4_to_scalars(back, &a);
        SL_CHECK(memcmp(back, words, sizeof back) == 0);
        uint8_t bytes[48];
        uint64_t limbs[6];
        uint64_t any = 0;
        fp_limbs_write(bytes, words[0].l);
        SL_CHECK(fp_limbs_read(limbs, bytes, &any));
        SL_CHECK(memcmp(limbs, words[0].l, sizeof limbs) == 0);
        fp4_row_from_bytes(&rows[0], bytes);
        fp4_row_from_words(&rows[1], words[0].l);
        SL_CHECK(memcmp(&rows[0], &rows[1], sizeof rows[0]) == 0);
        value_of(v, &rows[0]);
        mpz_t want;
        mpz_init(want);
        mpz_import(want, 6, -1, 8, 0, 0, words[0].l);
        SL_CHECK(mpz_cmp(v, want) == 0);
        mpz_clear(want);
    }
    mpz_clear(v);
    constants_clear(&c);
}

/* Whatever the caller's rounding and traps are, results are the same, and the caller keeps them and its flags. */
SL_TEST(any_rounding_mode) {
    NEEDS_FMA();
    enum { N = 13 };
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    const sl_curve_kernels *g1 = sl_kernels_fma.g1;
    sl_g1_affine points[N + 1];
    sl_g1 sum;
    sl_g1_from_affine(&sum, &sl_g1_generator);
    for (size_t i = 0; i <= N; i++) {
        sl_g1_to_affine_vt(&points[i], &sum);
        sl_g1_dbl(&sum, &sum);
    }
    char *slots = aligned_alloc(64, (2 * N + 1) * g1->slot_bytes);
    char *scratch = aligned_alloc(64, (g1->scratch_bytes + 63) / 64 * 64);
    SL_CHECK(slots != NULL && scratch != NULL);
    uint8_t keys[N * 96];
    uint8_t want_keys[N * 96];
    for (size_t m = 0; m < SL_ARRAY_N(modes); m++) {
        SL_CHECK(fesetround(modes[m]) == 0 && feclearexcept(FE_ALL_EXCEPT) == 0);
        char *results = slots + (N + 1) * g1->slot_bytes;
        g1->from_affine(slots, points, N + 1);
        sl_point_pair pairs[N];
        for (size_t i = 0; i < N; i++) {
            pairs[i] = (sl_point_pair){(sl_point_ref)(slots + i * g1->slot_bytes) + 1,
                                       (sl_point_ref)(slots + (i + 1) * g1->slot_bytes), results + i * g1->slot_bytes};
        }
        SL_CHECK(feenableexcept(FE_INEXACT) != -1); /* would end this process at the first sum that is rounded */
        g1->add_pairs(pairs, N, scratch);
        g1->encode(keys, results, N);
        SL_CHECK(fegetexcept() == FE_INEXACT && fedisableexcept(FE_INEXACT) != -1);
        SL_CHECK(fegetround() == modes[m] && fetestexcept(FE_ALL_EXCEPT) == 0);
        SL_CHECK(fesetround(FE_TONEAREST) == 0);
        if (m == 0) {
            memcpy(want_keys, keys, sizeof keys);
            sl_g1_affine got[N];
            g1->to_affine(got, results, N);
            for (size_t i = 0; i < N; i++) {
                SL_CHECK(sl_g1_affine_eq(&got[i], &points[i])); /* 2 P - P */
            }
        }
        SL_CHECK(memcmp(keys, want_keys, sizeof keys) == 0);
        SL_CHECK(fesetround(modes[m]) == 0);
        SL_CHECK(g1->decode(results, keys, NULL, N, true) == N);
        g1->encode(keys, results, N);
        SL_CHECK(fegetround() == modes[m] && fesetround(FE_TONEAREST) == 0);
        SL_CHECK(memcmp(keys, want_keys, sizeof keys) == 0);
    }
    free(slots);
    free(scratch);
}
