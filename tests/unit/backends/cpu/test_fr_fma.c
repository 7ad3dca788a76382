// SPDX-License-Identifier: MIT OR Apache-2.0
/* The scalar field of the fma set against GMP, at limbs as large as its bounds allow; transforms in any rounding mode.
 */
#include "harness/test.h"

#include <fenv.h>
#include <gmp.h>

#include "backends/cpu/fr_fma.h"
#include "backends/cpu/kernels_fma.h"
#include "core/sys/cpu.h"

#define NEEDS_FMA()                                                \
    do {                                                           \
        if (!sl_cpu_has(SL_CPU_AVX2 | SL_CPU_FMA | SL_CPU_BMI2)) { \
            SL_SKIP("this processor cannot run the fma set");      \
        }                                                          \
    } while (0)

#define LIMB_MAX (0x1p42 + 0x1p36)
#define TOP_MAX (0.799 * FR4_X2)          /* so that coefficients are below 0.8 X */
#define TOP_MAX_PREPARED (0.509 * FR4_X2) /* and those of prepared constants below 0.51 X */

static mpz_t modulus;
static mpz_t big_x; /* X */

static void constants_init(void) {
    mpz_inits(modulus, big_x, NULL);
    mpz_import(modulus, 4, -1, 8, 0, 0, sl_fr_modulus);
    mpz_set_ui(big_x, UINT64_C(0xd201000000010000));
    mpz_mul(big_x, big_x, big_x);
}

static void constants_clear(void) {
    mpz_clears(modulus, big_x, NULL);
}

/* Coefficient s of a lane. */
static void coefficient_of(mpz_t out, const fr4 *a, int s, int lane) {
    mpz_t limb;
    mpz_init(limb);
    mpz_set_ui(out, 0);
    for (int i = FR4_LIMBS; i-- > 0;) {
        double limbs[FR4_LANES];
        _mm256_storeu_pd(limbs, a->c[s][i]);
        SL_CHECK(limbs[lane] == (double)(int64_t)limbs[lane]);
        mpz_set_d(limb, limbs[lane]);
        mpz_mul_2exp(out, out, 43);
        mpz_add(out, out, limb);
    }
    mpz_clear(limb);
}

/* c_0 + c_1 X */
static void value_of(mpz_t out, const fr4 *a, int lane) {
    mpz_t c1;
    mpz_init(c1);
    coefficient_of(out, a, 0, lane);
    coefficient_of(c1, a, 1, lane);
    mpz_addmul(out, c1, big_x);
    mpz_clear(c1);
}

/* Ways to choose a limb below `max` in size. */
enum { RANDOM, TOP, BOTTOM, EDGE, SMALL, KINDS };

static double limb_of(int kind, double max) {
    const uint64_t r = sl_test_u64();
    const double sign = r >> 63 ? -1 : 1;
    switch (kind) {
    case RANDOM:
        return (double)(int64_t)(sign * max * (double)(r & 0xffffffff) * 0x1p-32);
    case TOP:
        return max;
    case BOTTOM:
        return -max;
    case EDGE:
        return sign * (max - (double)(r & 3));
    default:
        return sign * (double)(r & 1);
    }
}

/* Limbs at most `bound` times LIMB_MAX, the highest ones at most `bound` times top. */
static void element_make_of(fr4 *out, int kind, double bound, double top) {
    for (int s = 0; s < 2; s++) {
        for (int i = 0; i < FR4_LIMBS; i++) {
            double limbs[FR4_LANES];
            for (int k = 0; k < FR4_LANES; k++) {
                limbs[k] = limb_of(kind, i == FR4_LIMBS - 1 ? (double)(int64_t)(bound * top) : bound * LIMB_MAX);
            }
            out->c[s][i] = _mm256_loadu_pd(limbs);
        }
    }
}

/* Within `bound`. */
static void element_make(fr4 *out, int kind, double bound) {
    element_make_of(out, kind, bound, TOP_MAX);
}

static void check_bounds(const fr4 *a, double limb_max) {
    mpz_t c;
    mpz_init(c);
    for (int k = 0; k < FR4_LANES; k++) {
        for (int s = 0; s < 2; s++) {
            coefficient_of(c, a, s, k);
            SL_CHECK(mpz_get_d(c) <= 0.8 * mpz_get_d(big_x) && mpz_get_d(c) >= -0.8 * mpz_get_d(big_x));
            for (int i = 0; i < FR4_LIMBS; i++) {
                double limbs[FR4_LANES];
                _mm256_storeu_pd(limbs, a->c[s][i]);
                SL_CHECK_MSG(limbs[k] <= limb_max && limbs[k] >= -limb_max, "limb %d: %.0f", i, limbs[k]);
            }
        }
    }
    mpz_clear(c);
}

/* got = a x modulo r in a lane. */
static void check_product(const fr4 *got, const mpz_t a, const mpz_t x, int lane) {
    mpz_t t;
    mpz_t v;
    mpz_inits(t, v, NULL);
    value_of(v, got, lane);
    mpz_mul(t, a, x);
    mpz_sub(t, t, v);
    SL_CHECK(mpz_divisible_p(t, modulus));
    mpz_clears(t, v, NULL);
}

static void factor_of(fr4_factor *out, const fr4 *a) {
    for (int i = 0; i < FR4_LIMBS; i++) {
        out->k[0][i] = a->c[0][i];
        out->k[1][i] = a->c[1][i];
        out->k[2][i] = _mm256_add_pd(a->c[0][i], a->c[1][i]);
    }
}

static void products_check(int kind_a, int kind_k, double bound) {
    fr4 a;
    fr4 k;
    fr4 got;
    fr4_factor factor;
    element_make(&a, kind_a, bound);
    element_make(&k, kind_k, 1);
    factor_of(&factor, &k);
    sl_fr4_mul_lanes_fma(&got, &a, &factor);
    check_bounds(&got, LIMB_MAX);
    mpz_t x;
    mpz_t y;
    mpz_inits(x, y, NULL);
    fr4_prepared prepared;
    for (int i = 0; i < FR4_LIMBS; i++) {
        for (int j = 0; j < 3; j++) {
            double limbs[FR4_LANES];
            _mm256_storeu_pd(limbs, factor.k[j][i]);
            prepared.k[j][i] = limbs[1];
        }
    }
    fr4 same = a;
    sl_fr4_mul_fma(&same, &same, &prepared);
    check_bounds(&same, LIMB_MAX);
    fr4 reduced = a;
    fr4_reduce(&reduced);
    check_bounds(&reduced, LIMB_MAX);
    for (int lane = 0; lane < FR4_LANES; lane++) {
        value_of(x, &a, lane);
        value_of(y, &k, lane);
        check_product(&got, x, y, lane);
        value_of(y, &k, 1);
        check_product(&same, x, y, lane);
        mpz_set_ui(y, 1);
        check_product(&reduced, x, y, lane);
    }
    mpz_clears(x, y, NULL);
}

SL_TEST(products_of_any_limbs) {
    NEEDS_FMA();
    constants_init();
    static const double bounds[] = {1, 3, 32, 128};
    for (size_t b = 0; b < SL_ARRAY_N(bounds); b++) {
        for (int kind_a = 0; kind_a < KINDS; kind_a++) {
            for (int kind_k = 0; kind_k < KINDS; kind_k++) {
                for (int round = 0; round < 20; round++) {
                    products_check(kind_a, kind_k, bounds[b]);
                }
            }
        }
    }
    constants_clear();
}

/* Limb i of an element, with its weight left out: coefficients of one limb. */
static void limb_value_of(mpz_t out, const fr4 *a, int i, int lane) {
    fr4 limb = {0};
    limb.c[0][0] = a->c[0][i];
    limb.c[1][0] = a->c[1][i];
    value_of(out, &limb, lane);
}

static void scale_lane_check(const fr4 *got, const fr4 *a, const fr4 k[FR4_LIMBS], int lane, int lane_k) {
    mpz_t want;
    mpz_t x;
    mpz_t y;
    mpz_inits(want, x, y, NULL);
    for (int i = 0; i < FR4_LIMBS; i++) {
        limb_value_of(x, a, i, lane);
        value_of(y, &k[i], lane_k);
        mpz_addmul(want, x, y);
    }
    mpz_set_ui(y, 1);
    check_product(got, want, y, lane);
    mpz_clears(want, x, y, NULL);
}

/* Each limb has its own constant here, so that all of their limbs stand at their bounds. */
static void scale_check(int kind_a, int kind_k, double bound) {
    fr4 a;
    fr4 k[FR4_LIMBS];
    fr4_scales scales;
    fr4_scale scale;
    element_make(&a, kind_a, bound);
    for (int i = 0; i < FR4_LIMBS; i++) {
        element_make_of(&k[i], kind_k, 1, TOP_MAX_PREPARED);
        factor_of(&scales.shifted[i], &k[i]);
        for (int j = 0; j < FR4_LIMBS; j++) {
            for (int s = 0; s < 3; s++) {
                double limbs[FR4_LANES];
                _mm256_storeu_pd(limbs, scales.shifted[i].k[s][j]);
                scale.shifted[i].k[s][j] = limbs[3];
            }
        }
    }
    fr4 got;
    sl_fr4_scale_lanes_fma(&got, &a, &scales);
    check_bounds(&got, LIMB_MAX);
    fr4 same = a;
    sl_fr4_scale_fma(&same, &same, &scale);
    check_bounds(&same, LIMB_MAX);
    fr4 quarter;
    sl_fr4_mul_quarter_fma(&quarter, &a);
    check_bounds(&quarter, LIMB_MAX);
    mpz_t x;
    mpz_t y;
    mpz_inits(x, y, NULL);
    mpz_set_ui(y, UINT64_C(0xd201000000010000)); /* -x */
    mpz_mul(y, y, big_x);
    mpz_neg(y, y);
    for (int lane = 0; lane < FR4_LANES; lane++) {
        scale_lane_check(&got, &a, k, lane, lane);
        scale_lane_check(&same, &a, k, lane, 3);
        value_of(x, &a, lane);
        check_product(&quarter, x, y, lane);
    }
    mpz_clears(x, y, NULL);
}

SL_TEST(products_by_what_is_prepared) {
    NEEDS_FMA();
    constants_init();
    static const double bounds[] = {1, 3, 16, 64};
    for (size_t b = 0; b < SL_ARRAY_N(bounds); b++) {
        for (int kind_a = 0; kind_a < KINDS; kind_a++) {
            for (int kind_k = 0; kind_k < KINDS; kind_k++) {
                for (int round = 0; round < 20; round++) {
                    scale_check(kind_a, kind_k, bounds[b]);
                }
            }
        }
    }
    constants_clear();
}

/* k, k 2^43 and k 2^86, within 0.51. */
SL_TEST(constants_are_prepared) {
    NEEDS_FMA();
    constants_init();
    mpz_t want;
    mpz_t got;
    mpz_inits(want, got, NULL);
    for (int round = 0; round < 100; round++) {
        uint64_t limbs[4] = {0};
        do {
            sl_test_edge_bytes(limbs, sizeof limbs);
            limbs[3] >>= 1;
        } while (!sl_fr_limbs_canonical(limbs));
        sl_fr k;
        sl_fr_from_limbs(&k, limbs);
        fr4_scale scale;
        sl_fr_prepare_fma(&scale, &k, 1);
        mpz_import(want, 4, -1, 8, 0, 0, limbs);
        for (int i = 0; i < FR4_LIMBS; i++) {
            fr4 a;
            for (int j = 0; j < FR4_LIMBS; j++) {
                a.c[0][j] = lanes4_set1(scale.shifted[i].k[0][j]);
                a.c[1][j] = lanes4_set1(scale.shifted[i].k[1][j]);
                SL_CHECK(scale.shifted[i].k[2][j] == scale.shifted[i].k[0][j] + scale.shifted[i].k[1][j]);
            }
            check_bounds(&a, LIMB_MAX);
            for (int s = 0; s < 2; s++) {
                coefficient_of(got, &a, s, 0);
                SL_CHECK(mpz_get_d(got) <= 0.51 * mpz_get_d(big_x) && mpz_get_d(got) >= -0.51 * mpz_get_d(big_x));
            }
            value_of(got, &a, 0);
            mpz_sub(got, got, want);
            SL_CHECK(mpz_divisible_p(got, modulus));
            mpz_mul_2exp(want, want, 43);
        }
    }
    mpz_clears(want, got, NULL);
    constants_clear();
}

enum { DOT_MAX = 12, DOT_STRIDE_MAX = 3 };

static void dot_check(int kind_a, int kind_k, size_t n, size_t stride) {
    fr4 a[DOT_MAX];
    fr4_prepared k[DOT_MAX * DOT_STRIDE_MAX];
    mpz_t want[FR4_LANES];
    mpz_t x;
    mpz_t y;
    mpz_inits(x, y, NULL);
    for (int lane = 0; lane < FR4_LANES; lane++) {
        mpz_init(want[lane]);
    }
    memset(k, 0x7f, sizeof k);
    for (size_t t = 0; t < n; t++) {
        fr4 factor;
        element_make(&a[t], kind_a, (double)(128 / n));
        element_make(&factor, kind_k, 1);
        for (int i = 0; i < FR4_LIMBS; i++) {
            double limbs[2][FR4_LANES];
            _mm256_storeu_pd(limbs[0], factor.c[0][i]);
            _mm256_storeu_pd(limbs[1], factor.c[1][i]);
            k[t * stride].k[0][i] = limbs[0][2];
            k[t * stride].k[1][i] = limbs[1][2];
            k[t * stride].k[2][i] = limbs[0][2] + limbs[1][2];
        }
        value_of(y, &factor, 2);
        for (int lane = 0; lane < FR4_LANES; lane++) {
            value_of(x, &a[t], lane);
            mpz_addmul(want[lane], x, y);
        }
    }
    fr4 got;
    sl_fr4_dot_fma(&got, a, k, stride, n);
    check_bounds(&got, LIMB_MAX);
    sl_fr4_dot_fma(&a[n / 2], a, k, stride, n); /* in place of an operand */
    mpz_set_ui(y, 1);
    for (int lane = 0; lane < FR4_LANES; lane++) {
        check_product(&got, want[lane], y, lane);
        check_product(&a[n / 2], want[lane], y, lane);
        mpz_clear(want[lane]);
    }
    mpz_clears(x, y, NULL);
}

SL_TEST(sums_of_products_of_any_limbs) {
    NEEDS_FMA();
    constants_init();
    for (size_t n = 1; n <= DOT_MAX; n++) {
        for (int kind_a = 0; kind_a < KINDS; kind_a++) {
            for (int kind_k = 0; kind_k < KINDS; kind_k++) {
                dot_check(kind_a, kind_k, n, 1 + n % DOT_STRIDE_MAX);
            }
        }
    }
    constants_clear();
}

/* The words of what is stored are the canonical ones of the value. */
static void check_store(const fr4 *a) {
    sl_fr words[FR4_LANES];
    sl_fr *const at[FR4_LANES] = {&words[0], &words[1], &words[2], &words[3]};
    fr4_store(at, FR4_LANES, a);
    mpz_t want;
    mpz_t got;
    mpz_inits(want, got, NULL);
    for (int k = 0; k < FR4_LANES; k++) {
        value_of(want, a, k);
        mpz_mod(want, want, modulus);
        mpz_import(got, 4, -1, 8, 0, 0, words[k].l);
        SL_CHECK(mpz_cmp(got, want) == 0);
    }
    mpz_clears(want, got, NULL);
}

SL_TEST(words_in_and_out) {
    NEEDS_FMA();
    constants_init();
    for (int kind = 0; kind < KINDS; kind++) {
        for (int round = 0; round < 200; round++) {
            fr4 a;
            element_make(&a, kind, 128);
            fr4_trim(&a); /* raw limbs */
            check_store(&a);
            element_make(&a, kind, 1);
            check_store(&a);
            /* Small values, 0 among them, of either sign. */
            for (int i = 0; i < FR4_LIMBS; i++) {
                a.c[1][i] = _mm256_setzero_pd();
                a.c[0][i] = i <= round % 3 ? a.c[0][i] : _mm256_setzero_pd();
            }
            check_store(&a);
        }
    }
    mpz_t v;
    mpz_t word;
    mpz_inits(v, word, NULL);
    for (int round = 0; round < 500; round++) {
        sl_fr words[FR4_LANES];
        const sl_fr *const at[FR4_LANES] = {&words[0], &words[1], &words[2], &words[3]};
        for (int k = 0; k < FR4_LANES; k++) {
            do {
                sl_test_edge_bytes(words[k].l, sizeof words[k].l);
                words[k].l[3] >>= 1;
            } while (!sl_fr_limbs_canonical(words[k].l));
        }
        words[0] = (sl_fr){{sl_fr_modulus[0] - 1, sl_fr_modulus[1], sl_fr_modulus[2], sl_fr_modulus[3]}};
        fr4 a;
        fr4_load(&a, at);
        for (int k = 0; k < FR4_LANES; k++) {
            value_of(v, &a, k);
            mpz_import(word, 4, -1, 8, 0, 0, words[k].l);
            mpz_sub(v, v, word);
            SL_CHECK(mpz_divisible_p(v, modulus));
        }
        fr4_reduce(&a);
        check_bounds(&a, LIMB_MAX);
        check_store(&a);
    }
    mpz_clears(v, word, NULL);
    constants_clear();
}

enum { PASS_LOG2_N = 5, PASS_N = 1 << PASS_LOG2_N, PASS_LANES = 8 };

static void pass_run(sl_fr out[PASS_N * PASS_LANES], const sl_fr in[PASS_N * PASS_LANES]) {
    static double twiddles[PASS_N / 2][27] SL_ALIGNED(64);
    static uint8_t scratch[SL_NTT_SCRATCH_FMA] SL_ALIGNED(64);
    sl_fr powers[PASS_N / 2];
    sl_fr root = sl_fr_root_of_unity;
    for (int i = PASS_LOG2_N; i < SL_FR_TWO_ADICITY; i++) {
        sl_fr_sqr(&root, &root);
    }
    powers[0] = sl_fr_one();
    for (size_t i = 1; i < PASS_N / 2; i++) {
        sl_fr_mul(&powers[i], &powers[i - 1], &root);
    }
    sl_fr_prepare_fma(twiddles, powers, PASS_N / 2);
    const sl_ntt_pass pass = {.log2_n = PASS_LOG2_N,
                              .lanes_n = PASS_LANES,
                              .stride = PASS_LANES,
                              .lane_stride = 1,
                              .twiddles = twiddles,
                              .after = {NULL, powers}};
    memcpy(out, in, PASS_N * PASS_LANES * sizeof *out);
    sl_ntt_pass_fma(out, &pass, scratch);
}

SL_TEST(passes_in_any_rounding_mode) {
    NEEDS_FMA();
    static sl_fr in[PASS_N * PASS_LANES];
    static sl_fr want[PASS_N * PASS_LANES];
    static sl_fr got[PASS_N * PASS_LANES];
    for (size_t i = 0; i < SL_ARRAY_N(in); i++) {
        const uint64_t limbs[4] = {sl_test_u64(), sl_test_u64(), sl_test_u64(), sl_test_u64() >> 2};
        sl_fr_from_limbs(&in[i], limbs);
    }
    pass_run(want, in);
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (size_t m = 0; m < SL_ARRAY_N(modes); m++) {
        SL_CHECK(fesetround(modes[m]) == 0);
        pass_run(got, in);
        SL_CHECK(fegetround() == modes[m]);
        SL_CHECK(fesetround(FE_TONEAREST) == 0);
        SL_CHECK(memcmp(got, want, sizeof got) == 0);
    }
}
