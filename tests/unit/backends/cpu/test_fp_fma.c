// SPDX-License-Identifier: MIT OR Apache-2.0
/* The field of the fma set against GMP, at limbs of any size that its bounds allow; the set in any rounding mode. */
#include "harness/test.h"

#include <fenv.h>
#include <gmp.h>
#include <math.h>

#include "backends/cpu/fp_words_fma.h"
#include "backends/cpu/kernels_fma.h"
#include "core/sys/cpu.h"

#define NEEDS_FMA()                                                \
    do {                                                           \
        if (!sl_cpu_has(SL_CPU_AVX2 | SL_CPU_FMA | SL_CPU_BMI2)) { \
            SL_SKIP("this processor cannot run the fma set");      \
        }                                                          \
    } while (0)

/* The modulus m as fp_fma.h has it, the root of X^2 - X + 1 that m is 0 at, and R. */
typedef struct constants {
    mpz_t p, x, r;
    double p_double;
} constants;

/* A pair of coefficients. */
typedef struct ring {
    mpz_t c[2];
} ring;

static void ring_init(ring *a) {
    mpz_inits(a->c[0], a->c[1], NULL);
}

static void ring_clear(ring *a) {
    mpz_clears(a->c[0], a->c[1], NULL);
}

static void coefficient_of(mpz_t out, const double limbs[FP4_HALF]) {
    mpz_t limb;
    mpz_init(limb);
    mpz_set_ui(out, 0);
    for (int i = FP4_HALF; i-- > 0;) {
        SL_CHECK(limbs[i] == (double)(int64_t)limbs[i]);
        mpz_set_d(limb, limbs[i]);
        mpz_mul_2exp(out, out, 48);
        mpz_add(out, out, limb);
    }
    mpz_clear(limb);
}

static void value_of(ring *out, const fp4_row *row) {
    coefficient_of(out->c[0], row->l);
    coefficient_of(out->c[1], row->l + FP4_HALF);
}

/* out += sign a b */
static void add_product(ring *out, const ring *a, const ring *b, int sign) {
    mpz_t both[2];
    mpz_t cross;
    mpz_inits(both[0], both[1], cross, NULL);
    for (int i = 0; i < 2; i++) {
        mpz_mul(both[i], a->c[i], b->c[i]);
    }
    mpz_mul(cross, a->c[0], b->c[1]);
    mpz_addmul(cross, a->c[1], b->c[0]);
    mpz_add(cross, cross, both[1]); /* X^2 = X - 1 */
    mpz_sub(both[0], both[0], both[1]);
    mpz_mul_si(both[0], both[0], sign);
    mpz_mul_si(cross, cross, sign);
    mpz_add(out->c[0], out->c[0], both[0]);
    mpz_add(out->c[1], out->c[1], cross);
    mpz_clears(both[0], both[1], cross, NULL);
}

/* The root of its norm over p. */
static double size_of(const ring *a, const constants *c) {
    const double c0 = mpz_get_d(a->c[0]);
    const double c1 = mpz_get_d(a->c[1]);
    return sqrt((c0 * c0 + c0 * c1 + c1 * c1) / c->p_double);
}

static bool is_zero_mod_m(const ring *a, const constants *c) {
    mpz_t v;
    mpz_init_set(v, a->c[0]);
    mpz_addmul(v, a->c[1], c->x);
    const bool zero = mpz_divisible_p(v, c->p) != 0;
    mpz_clear(v);
    return zero;
}

static void constants_init(constants *c) {
    ring m;
    ring_init(&m);
    mpz_inits(c->p, c->x, c->r, NULL);
    mpz_import(c->p, 6, -1, 8, 0, 0, sl_fp_modulus);
    mpz_ui_pow_ui(c->r, 2, 192);
    c->p_double = mpz_get_d(c->p);
    coefficient_of(m.c[0], fp4_modulus[0]);
    coefficient_of(m.c[1], fp4_modulus[1]);
    SL_CHECK(mpz_invert(c->x, m.c[1], c->p) != 0);
    mpz_mul(c->x, c->x, m.c[0]);
    mpz_neg(c->x, c->x);
    mpz_mod(c->x, c->x, c->p);
    mpz_mul(m.c[0], c->x, c->x);
    mpz_sub(m.c[0], m.c[0], c->x);
    mpz_add_ui(m.c[0], m.c[0], 1);
    SL_CHECK(mpz_divisible_p(m.c[0], c->p)); /* a sixth root of unity */
    ring_clear(&m);
}

static void constants_clear(constants *c) {
    mpz_clears(c->p, c->x, c->r, NULL);
}

/* Ways to choose a limb; the last ones need wide factors. */
enum { BALANCED, TOP_BALANCED, BOTTOM_BALANCED, EDGE_BALANCED, SMALL, WIDE, TOP, BOTTOM, EDGE, KINDS };
enum { BALANCED_KINDS = WIDE };

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

/* Highest limbs near the edge of what is within k: in directions that make one coefficient, or both, largest. */
static void tops_make(fp4_row *row, double k, const constants *c) {
    static const int directions[][2] = {{1, 1}, {2, -1}, {-1, 2}, {0, 0}, {1, 0}};
    const uint64_t r = sl_test_u64();
    const int *direction = directions[r % SL_ARRAY_N(directions)];
    const double unit = (r >> 32 & 1 ? -1 : 1) * k * 0.577 * sqrt(c->p_double) * 0x1p-144;
    row->l[FP4_HALF - 1] = (double)(int64_t)(direction[0] * unit);
    row->l[FP4_LIMBS - 1] = (double)(int64_t)(direction[1] * unit);
}

/* Limbs of one kind but for the highest ones; within k. */
static void element_make(fp4 *out, fp4_row rows[FP4_LANES], int kind, double k, const constants *c) {
    for (int lane = 0; lane < FP4_LANES; lane++) {
        for (int i = 0; i < FP4_LIMBS; i++) {
            rows[lane].l[i] = limb_of(kind);
        }
        tops_make(&rows[lane], k, c);
    }
    fp4_from_rows(out, rows);
}

/* R r = sum mod m, r balanced, and r within what the header says: `reduced` or not. */
static void product_check(const fp4 *got, const ring *sum, int lane, bool reduced, const constants *c) {
    fp4_row rows[FP4_LANES];
    fp4_to_rows(rows, got);
    for (int i = 0; i < FP4_LIMBS; i++) {
        const double limb = rows[lane].l[i] < 0 ? -rows[lane].l[i] : rows[lane].l[i];
        SL_CHECK_MSG(i % FP4_HALF == FP4_HALF - 1 || limb <= FP4_LIMB_BALANCED, "limb %d: %.0f", i, limb);
    }
    ring r;
    ring rest;
    ring_init(&r);
    ring_init(&rest);
    value_of(&r, &rows[lane]);
    for (int i = 0; i < 2; i++) {
        mpz_mul(rest.c[i], r.c[i], c->r);
        mpz_sub(rest.c[i], sum->c[i], rest.c[i]);
    }
    SL_CHECK(is_zero_mod_m(&rest, c));
    const double share = size_of(sum, c) / mpz_get_d(c->r);
    const double most = reduced ? 0.867 : 1.2 + share;
    SL_CHECK_MSG(size_of(&r, c) <= most, "%.3f of %.3f", size_of(&r, c), most);
    ring_clear(&r);
    ring_clear(&rest);
}

/* sum -= R a */
static void sub_scaled(ring *sum, const ring *a, const constants *c) {
    mpz_submul(sum->c[0], a->c[0], c->r);
    mpz_submul(sum->c[1], a->c[1], c->r);
}

static void ring_zero(ring *a) {
    mpz_set_ui(a->c[0], 0);
    mpz_set_ui(a->c[1], 0);
}

/* Bit by bit. */
static bool is_same(const void *a, const void *b, size_t bytes) {
    return memcmp(a, b, bytes) == 0;
}

static void over_operands_check(const fp4 factors[3], const fp4 *product, const fp4 *rest, const fp4 *square_rest) {
    for (int i = 0; i < 3; i++) {
        fp4 operands[3] = {factors[0], factors[1], factors[2]};
        fp4_mul_sub(&operands[i], &operands[0], &operands[1], &operands[2]);
        SL_CHECK(is_same(&operands[i], rest, sizeof *rest));
        operands[i] = factors[i];
        fp4_mul(&operands[i], &operands[0], &operands[1]);
        SL_CHECK(is_same(&operands[i], product, sizeof *product));
        operands[i] = factors[i];
        fp4_sqr_sub(&operands[i], &operands[0], &operands[2]);
        SL_CHECK(is_same(&operands[i], square_rest, sizeof *square_rest));
    }
}

static void products_check(int kind_a, int kind_b, int kind_c, const constants *c) {
    fp4 factors[3];
    fp4_row rows[3][FP4_LANES];
    element_make(&factors[0], rows[0], kind_a, 3.2, c);
    element_make(&factors[1], rows[1], kind_b, 1.8, c);
    element_make(&factors[2], rows[2], kind_c, 1.8, c);
    fp4 product;
    fp4 rest;
    fp4 square_rest;
    fp4_mul(&product, &factors[0], &factors[1]);
    fp4_mul_sub(&rest, &factors[0], &factors[1], &factors[2]);
    fp4_sqr_sub(&square_rest, &factors[0], &factors[2]);
    ring v[3];
    ring sum;
    ring_init(&sum);
    for (int i = 0; i < 3; i++) {
        ring_init(&v[i]);
    }
    for (int k = 0; k < FP4_LANES; k++) {
        for (int i = 0; i < 3; i++) {
            value_of(&v[i], &rows[i][k]);
        }
        ring_zero(&sum);
        add_product(&sum, &v[0], &v[1], 1);
        product_check(&product, &sum, k, false, c);
        sub_scaled(&sum, &v[2], c);
        product_check(&rest, &sum, k, true, c);
        ring_zero(&sum);
        add_product(&sum, &v[0], &v[0], 1);
        sub_scaled(&sum, &v[2], c);
        product_check(&square_rest, &sum, k, true, c);
    }
    over_operands_check(factors, &product, &rest, &square_rest);
    ring_clear(&sum);
    for (int i = 0; i < 3; i++) {
        ring_clear(&v[i]);
    }
}

/* One product of factors that are as large as they may be. */
static void large_product_check(int kind_a, int kind_b, const constants *c) {
    fp4 factors[2];
    fp4_row rows[2][FP4_LANES];
    element_make(&factors[0], rows[0], kind_a, 4, c);
    element_make(&factors[1], rows[1], kind_b, 4, c);
    fp4 product;
    fp4_mul(&product, &factors[0], &factors[1]);
    ring v[2];
    ring sum;
    ring_init(&sum);
    ring_init(&v[0]);
    ring_init(&v[1]);
    for (int k = 0; k < FP4_LANES; k++) {
        value_of(&v[0], &rows[0][k]);
        value_of(&v[1], &rows[1][k]);
        ring_zero(&sum);
        add_product(&sum, &v[0], &v[1], 1);
        product_check(&product, &sum, k, false, c);
    }
    ring_clear(&sum);
    ring_clear(&v[0]);
    ring_clear(&v[1]);
}

SL_TEST(products_agree_with_gmp) {
    NEEDS_FMA();
    constants c;
    constants_init(&c);
    for (int repeat = 0; repeat < 4; repeat++) {
        for (int kind_a = 0; kind_a < BALANCED_KINDS; kind_a++) {
            for (int kind_b = 0; kind_b < KINDS; kind_b++) {
                products_check(kind_a, kind_b, (kind_a + repeat * kind_b) % KINDS, &c);
                large_product_check(kind_a, kind_b, &c);
            }
        }
    }
    for (int repeat = 0; repeat < 200; repeat++) {
        products_check(EDGE_BALANCED, EDGE, EDGE, &c);
        products_check(BALANCED, WIDE, WIDE, &c);
    }
    constants_clear(&c);
}

SL_TEST(sums_of_two_products_agree_with_gmp) {
    NEEDS_FMA();
    constants c;
    constants_init(&c);
    ring v[5];
    ring sum;
    ring_init(&sum);
    for (int i = 0; i < 5; i++) {
        ring_init(&v[i]);
    }
    for (int repeat = 0; repeat < 300; repeat++) {
        fp4 factors[5];
        fp4_row rows[5][FP4_LANES];
        for (int i = 0; i < 5; i++) {
            /* Every corner first, then anything. */
            const bool wide = i == 1 || i == 3;
            const int any = (int)(sl_test_u64() % (wide ? KINDS : BALANCED_KINDS));
            const int kind = repeat < 32 ? (wide ? TOP : TOP_BALANCED) + (repeat >> i & 1) : any;
            element_make(&factors[i], rows[i], kind, wide ? 1.8 : 0.867, &c);
        }
        fp4 both[2];
        fp4 less[2];
        fp4 minus;
        fp4_neg(&minus, &factors[3]);
        fp4_mul_two(&both[0], &factors[0], &factors[1], &factors[2], &factors[3]);
        fp4_mul_two(&both[1], &factors[0], &factors[1], &factors[2], &minus);
        fp4_mul_two_sub(&less[0], &factors[0], &factors[1], &factors[2], &factors[3], &factors[4]);
        fp4_mul_two_sub(&less[1], &factors[0], &factors[1], &factors[2], &minus, &factors[4]);
        for (int i = 0; i < 5; i++) {
            fp4 over[5];
            memcpy(over, factors, sizeof over);
            fp4_mul_two(&over[i], &over[0], &over[1], &over[2], &over[3]);
            SL_CHECK(is_same(&over[i], &both[0], sizeof over[i]));
            memcpy(over, factors, sizeof over);
            fp4_mul_two_sub(&over[i], &over[0], &over[1], &over[2], &over[3], &over[4]);
            SL_CHECK(is_same(&over[i], &less[0], sizeof over[i]));
        }
        for (int k = 0; k < FP4_LANES; k++) {
            for (int i = 0; i < 5; i++) {
                value_of(&v[i], &rows[i][k]);
            }
            for (int i = 0; i < 2; i++) {
                ring_zero(&sum);
                add_product(&sum, &v[0], &v[1], 1);
                add_product(&sum, &v[2], &v[3], i == 0 ? 1 : -1);
                product_check(&both[i], &sum, k, true, &c);
                sub_scaled(&sum, &v[4], &c);
                product_check(&less[i], &sum, k, true, &c);
            }
        }
    }
    ring_clear(&sum);
    for (int i = 0; i < 5; i++) {
        ring_clear(&v[i]);
    }
    constants_clear(&c);
}

/* A product of wide factors minus a wide element, which only the reduced one takes. */
SL_TEST(products_of_wide_factors_agree_with_gmp) {
    NEEDS_FMA();
    constants c;
    constants_init(&c);
    ring v[3];
    ring sum;
    ring_init(&sum);
    for (int i = 0; i < 3; i++) {
        ring_init(&v[i]);
    }
    for (int repeat = 0; repeat < 300; repeat++) {
        fp4 factors[3];
        fp4_row rows[3][FP4_LANES];
        for (int i = 0; i < 3; i++) {
            const int kind = repeat < 32 ? TOP + (repeat >> i & 1) : (int)(sl_test_u64() % KINDS);
            element_make(&factors[i], rows[i], kind, 1.8, &c);
        }
        fp4 rest;
        fp4_mul_sub(&rest, &factors[0], &factors[1], &factors[2]);
        for (int k = 0; k < FP4_LANES; k++) {
            for (int i = 0; i < 3; i++) {
                value_of(&v[i], &rows[i][k]);
            }
            ring_zero(&sum);
            add_product(&sum, &v[0], &v[1], 1);
            sub_scaled(&sum, &v[2], &c);
            product_check(&rest, &sum, k, true, &c);
        }
    }
    ring_clear(&sum);
    for (int i = 0; i < 3; i++) {
        ring_clear(&v[i]);
    }
    constants_clear(&c);
}

/* Raw limbs at their largest, values within 6: the same residue, small limbs, and a value within 0.867. */
SL_TEST(reduction_agrees_with_gmp) {
    NEEDS_FMA();
    constants c;
    constants_init(&c);
    ring before;
    ring after;
    ring_init(&before);
    ring_init(&after);
    for (int repeat = 0; repeat < 500; repeat++) {
        fp4_row rows[FP4_LANES];
        for (int k = 0; k < FP4_LANES; k++) {
            for (int i = 0; i < FP4_LIMBS; i++) {
                const uint64_t r = sl_test_u64();
                const double size = repeat % 3 == 0 ? 0x1p52 : (double)(r >> 12);
                rows[k].l[i] = r & 1 ? size : -size;
            }
            tops_make(&rows[k], 6, &c);
        }
        fp4 a;
        fp4_from_rows(&a, rows);
        fp4_row got[FP4_LANES];
        fp4_reduce(&a);
        fp4_to_rows(got, &a);
        for (int k = 0; k < FP4_LANES; k++) {
            value_of(&before, &rows[k]);
            value_of(&after, &got[k]);
            mpz_sub(before.c[0], before.c[0], after.c[0]);
            mpz_sub(before.c[1], before.c[1], after.c[1]);
            SL_CHECK(is_zero_mod_m(&before, &c));
            SL_CHECK(size_of(&after, &c) <= 0.867);
            for (int i = 0; i < FP4_LIMBS; i++) {
                SL_CHECK(got[k].l[i] <= FP4_LIMB_BALANCED && got[k].l[i] >= -FP4_LIMB_BALANCED);
            }
        }
    }
    ring_clear(&before);
    ring_clear(&after);
    constants_clear(&c);
}

/* Multiples i m + j X m are found zero after a reduction, their neighbours are not; lane by lane. */
static void multiple_check(int i, int j) {
    for (int lane = 0; lane < FP4_LANES; lane++) {
        for (int off = -1; off <= 1; off++) {
            fp4_row rows[FP4_LANES];
            for (int k = 0; k < FP4_LANES; k++) {
                for (int l = 0; l < FP4_HALF; l++) {
                    rows[k].l[l] = i * fp4_modulus[0][l] - j * fp4_modulus[1][l];
                    rows[k].l[FP4_HALF + l] = i * fp4_modulus[1][l] + j * fp4_modulus[2][l];
                }
                rows[k].l[(i + 3 * j + 40) % FP4_LIMBS] += k == lane ? off : 1;
            }
            fp4 a;
            fp4_from_rows(&a, rows);
            fp4_reduce(&a);
            SL_CHECK(fp4_zero_mask(&a) == (off == 0 ? 1U << lane : 0));
        }
    }
}

SL_TEST(zero_is_found) {
    NEEDS_FMA();
    for (int i = -6; i <= 6; i++) {
        for (int j = -6; j <= 6; j++) {
            if (i * i + i * j + j * j <= 35) {
                multiple_check(i, j);
            }
        }
    }
}

/* Words to pairs and back, for edges of the range and random values. */
SL_TEST(words_and_back) {
    NEEDS_FMA();
    for (int repeat = 0; repeat < 400; repeat++) {
        sl_fp words;
        for (int i = 0; i < 6; i++) {
            words.l[i] = repeat % 4 == 0 ? 0 : sl_test_u64() >> (i == 5 ? 4 : 0);
        }
        words.l[5] %= sl_fp_modulus[5];
        if (repeat % 8 == 0) {
            const sl_fp one = {{1}};
            sl_fp_sub(&words, &words, &one); /* p - 1 */
        }
        fp4 a;
        fp4 rotated;
        sl_fp back;
        fp4_from_scalar(&a, &words);
        fp4_to_scalar(&back, &a);
        SL_CHECK(sl_fp_eq(&back, &words));
        fp4_rotate_one(&rotated, &a);
        fp4_rotate_two(&rotated, &rotated);
        SL_CHECK(is_same(&rotated, &a, sizeof a)); /* all lanes are the same */
        for (int i = 0; i < FP4_LIMBS; i++) {      /* the other sign, and a multiple of m that to_scalar takes off */
            a.l[i] = _mm256_sub_pd(_mm256_setzero_pd(), a.l[i]);
            a.l[i] = _mm256_add_pd(a.l[i], lanes4_set1(2 * fp4_modulus[i / FP4_HALF][i % FP4_HALF]));
        }
        fp4_to_scalar(&back, &a);
        sl_fp_add(&back, &back, &words);
        SL_CHECK(sl_fp_is_zero(&back));
    }
}

/* Bytes and words of the largest integers that fit come in as the same number, with the factor that the form has. */
SL_TEST(integers_of_384_bits) {
    NEEDS_FMA();
    constants c;
    constants_init(&c);
    ring sum;
    ring_init(&sum);
    for (int repeat = 0; repeat < 100; repeat++) {
        fp4_row rows[2][FP4_LANES];
        mpz_t integers[FP4_LANES];
        for (int k = 0; k < FP4_LANES; k++) {
            uint8_t bytes[48];
            sl_fp words;
            for (int i = 0; i < 6; i++) {
                words.l[i] = repeat % 2 == 0 ? UINT64_MAX << (k == 1 && i == 0) : sl_test_u64();
            }
            fp_limbs_write(bytes, words.l);
            fp4_row_from_bytes(&rows[0][k], bytes);
            fp4_row_from_words(&rows[1][k], words.l);
            mpz_init(integers[k]);
            mpz_import(integers[k], 6, -1, 8, 0, 0, words.l);
        }
        SL_CHECK(is_same(rows[0], rows[1], sizeof rows[0]));
        fp4 from[2];
        fp4_from_rows_of(&from[0], rows[0], &fp4_of_integers);
        fp4_from_rows_of(&from[1], rows[1], &fp4_of_words);
        for (int k = 0; k < FP4_LANES; k++) {
            ring_zero(&sum);
            mpz_set(sum.c[0], integers[k]);
            product_check(&from[1], &sum, k, true, &c);
            mpz_mul_2exp(sum.c[0], integers[k], 384);
            product_check(&from[0], &sum, k, true, &c);
            mpz_clear(integers[k]);
        }
    }
    ring_clear(&sum);
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
