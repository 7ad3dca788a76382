// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Multiplication of the fma set.
 *
 * The product has fifteen columns of sums of limb products. Each is kept in two parts (lanes4_acc): h in multiples of
 * 2^49, exact while |sum| < 2^100, and l, at most 2^48 for each product. A column is closed by t = l + (h of the column
 * before) 2^-48.
 *
 * The low eight columns are then removed, not one by one but by folding: four limbs at once are replaced by their
 * product with 2^-192 mod p, four limbs higher; then two with 2^-96, one with 2^-48; the last by a row of Montgomery's
 * reduction. m limbs at position i may be folded while 2 m + i <= 8, else the product would reach a new column.
 * What is folded need not be carried in full: one parallel carry makes the limbs small, and that is enough.
 *
 * Bounds, in units of 2^48 for l and t and of 2^96 for sums: a product adds at most 1 to l. Factors are wide, so
 * products of a and b add 8 to the largest column, folds and p 2 more: below 2^100. Of two products, one factor is
 * balanced: 8 and 2 again. A limb t is l and the h of the column before, the most in column 8: 15 + 9.75 of one
 * product, 22 + 9.75 of two, below 2^53 = 32.
 *
 * Columns are walked in blocks of four, whose eight accumulators stay in registers. The carries between the folds
 * are one long chain; rows of the next block stand between its links.
 */
#include "backends/cpu/fp_fma.h"

/* 2^-192, 2^-96 and 2^-48 mod p; balanced, within 0.09, 0.15 and 0.0001. */
static const double fold4[FP4_LIMBS] = {-0x13c93bccf3c4p0, 0x3dc88f85de02p0, 0x554da16d5743p0, 0x6de0d4ab2becp0,
                                        -0x26ee8b762f86p0, 0x2868877aa604p0, 0x743bafa271d7p0, 0x254634e813dp0};
static const double fold2[FP4_LIMBS] = {-0x4b9f199d4931p0, 0x1f19e91b23b5p0, -0x34f33d7b7be1p0, -0x263cc3b90a27p0,
                                        -0x701953205615p0, 0x730ebaae080ep0, 0x6f6d7a8d46fcp0,  -0x3e0ecd55b3ap0};
static const double fold1[FP4_LIMBS] = {-0x41f82dfc2dfcp0, -0x3e6c6ffc13f7p0, 0x6e77c19ddd7dp0,  0xaa3b7a01a4cp0,
                                        0x230e985157cp0,   0x73bb5da73874p0,  -0x3041960d41a2p0, -0x4e0383c2p0};
#define P_INVERSE 0x300030003p0 /* 1/p mod 2^48 */

#define ACC_START 0x1.8p101 /* h counts in multiples of 2^49 from here */

enum { BLOCK = 4 };

/* What is multiplied: a b, and c d unless c is NULL. Of a square, b is 2 a. */
typedef struct factors {
    const fp4 *a, *b, *c, *d;
    bool is_square;
} factors;

/* Rows from .. to - 1 of the products in the columns `column` .. column + columns_n - 1. */
SL_INLINE void rows_add(lanes4_acc *acc, int column, int columns_n, const factors *f, int from, int to) {
    SL_UNROLL
    for (int i = from; i < to; i++) {
        SL_UNROLL
        for (int k = 0; k < columns_n; k++) {
            const int j = column + k - i;
            if (j < 0 || j >= FP4_LIMBS || (f->is_square && j < i)) {
                continue;
            }
            /* Of a square: products of different limbs stand for two. */
            const __m256d y = f->is_square && i == j ? f->a->l[j] : f->b->l[j];
            if (i == 0 || j == FP4_LIMBS - 1) {
                lanes4_acc_first(&acc[k], lanes4_set1(ACC_START), f->a->l[i], y);
            } else {
                lanes4_acc_add(&acc[k], f->a->l[i], y);
            }
            if (f->c != NULL) {
                lanes4_acc_add(&acc[k], f->c->l[i], f->d->l[j]);
            }
        }
    }
}

/* x times the constant k, whose limb 0 belongs to column `at`. */
SL_INLINE void fold_add(lanes4_acc *acc, int column, int columns_n, __m256d x, const double k[FP4_LIMBS], int at) {
    SL_UNROLL
    for (int c = 0; c < columns_n; c++) {
        const int j = column + c - at;
        if (j >= 0 && j < FP4_LIMBS) {
            lanes4_acc_add(&acc[c], x, lanes4_set1(k[j]));
        }
    }
}

/* l + (h below) 2^-48: the limb of a closed column. */
SL_INLINE __m256d column_close(__m256d l, __m256d h_below) {
    return _mm256_fmadd_pd(_mm256_sub_pd(h_below, lanes4_set1(ACC_START)), lanes4_set1(0x1p-48), l);
}

SL_INLINE __m256d carry_of(__m256d t) {
    return lanes4_round(t, lanes4_set1(FP4_CARRY));
}

SL_INLINE __m256d carried_into(__m256d t, __m256d carry_below) {
    return _mm256_fmadd_pd(carry_below, lanes4_set1(0x1p-48), t);
}

SL_INLINE void product_reduced(fp4 *out, const factors *f) {
    lanes4_acc low[BLOCK];  /* columns 0 .. 3, then 8 .. 11 */
    lanes4_acc high[BLOCK]; /* columns 4 .. 7, then 12 .. 14 */

    rows_add(low, 0, 4, f, 0, 4);
    const __m256d t0 = low[0].l;
    const __m256d t1 = column_close(low[1].l, low[0].h);
    const __m256d t2 = column_close(low[2].l, low[1].h);
    const __m256d t3 = column_close(low[3].l, low[2].h);
    const __m256d h3 = low[3].h;
    const __m256d c0 = carry_of(t0);
    const __m256d c1 = carry_of(t1);
    const __m256d c2 = carry_of(t2);
    const __m256d c3 = carry_of(t3);
    const __m256d r0 = _mm256_sub_pd(t0, c0);
    const __m256d r1 = carried_into(_mm256_sub_pd(t1, c1), c0);
    const __m256d r2 = carried_into(_mm256_sub_pd(t2, c2), c1);
    const __m256d r3 = carried_into(_mm256_sub_pd(t3, c3), c2);

    rows_add(high, 4, 4, f, 0, 8);
    fold_add(high, 4, 4, r0, fold4, 4);
    fold_add(high, 4, 4, r1, fold4, 5);
    fold_add(high, 4, 4, r2, fold4, 6);
    fold_add(high, 4, 4, r3, fold4, 7);
    const __m256d t4 = carried_into(column_close(high[0].l, h3), c3);
    const __m256d t5 = column_close(high[1].l, high[0].h);
    const __m256d c4 = carry_of(t4);
    const __m256d c5 = carry_of(t5);

    rows_add(low, 8, 4, f, 1, 4);
    const __m256d r4 = _mm256_sub_pd(t4, c4);
    const __m256d r5 = carried_into(_mm256_sub_pd(t5, c5), c4);
    fold_add(high, 4, 4, r4, fold2, 6);
    fold_add(high, 4, 4, r5, fold2, 7);
    rows_add(low, 8, 4, f, 4, 6);
    const __m256d t6 = carried_into(column_close(high[2].l, high[1].h), c5);
    const __m256d c6 = carry_of(t6);
    const __m256d r6 = _mm256_sub_pd(t6, c6);
    rows_add(low, 8, 4, f, 6, 8);
    fold_add(low, 8, 4, r0, fold4, 4);
    fold_add(high, 4, 4, r6, fold1, 7);
    fold_add(low, 8, 4, r1, fold4, 5);
    const __m256d t7 = carried_into(column_close(high[3].l, high[2].h), c6);
    const __m256d r7 = _mm256_sub_pd(t7, carry_of(t7));
    fold_add(low, 8, 4, r2, fold4, 6);
    fold_add(low, 8, 4, r3, fold4, 7);
    /* q = r7 / p mod 2^48, balanced; then t7 - q p_0 is a multiple of 2^48 and comes out exact from one operation. */
    const __m256d n = lanes4_set1(P_INVERSE);
    const __m256d m = lanes4_set1(FP4_CARRY);
    const __m256d q = _mm256_fnmadd_pd(r7, n, _mm256_sub_pd(_mm256_fmadd_pd(r7, n, m), m)); /* -q */
    const __m256d c7 = _mm256_fmadd_pd(q, lanes4_set1(fp4_p[0]), t7);
    const __m256d h7 = high[3].h;

    fold_add(low, 8, 4, r4, fold2, 6);
    fold_add(low, 8, 4, r5, fold2, 7);
    fold_add(low, 8, 4, r6, fold1, 7);
    fold_add(low, 8, 4, q, fp4_p, 7);
    fp4 t;
    t.l[0] = carried_into(column_close(low[0].l, h7), c7);
    t.l[1] = column_close(low[1].l, low[0].h);
    t.l[2] = column_close(low[2].l, low[1].h);
    t.l[3] = column_close(low[3].l, low[2].h);
    const __m256d h11 = low[3].h;

    rows_add(high, 12, 3, f, 5, 8);
    fold_add(high, 12, 3, r1, fold4, 5);
    fold_add(high, 12, 3, r2, fold4, 6);
    fold_add(high, 12, 3, r3, fold4, 7);
    fold_add(high, 12, 3, r4, fold2, 6);
    fold_add(high, 12, 3, r5, fold2, 7);
    fold_add(high, 12, 3, r6, fold1, 7);
    fold_add(high, 12, 3, q, fp4_p, 7);
    t.l[4] = column_close(high[0].l, h11);
    t.l[5] = column_close(high[1].l, high[0].h);
    t.l[6] = column_close(high[2].l, high[1].h);
    t.l[7] = _mm256_mul_pd(_mm256_sub_pd(high[2].h, lanes4_set1(ACC_START)), lanes4_set1(0x1p-48));
    *out = t;
}

#ifdef SL_VERIFY
static void limbs_check(const fp4 *a, double max) {
    for (int i = 0; i < FP4_LIMBS; i++) {
        double l[FP4_LANES];
        _mm256_storeu_pd(l, a->l[i]);
        for (int k = 0; k < FP4_LANES; k++) {
            SL_ASSERT(l[k] >= -max && l[k] <= max && l[k] == (double)(int64_t)l[k]);
        }
    }
}
#else
SL_INLINE void limbs_check(const fp4 *a, double max) {
    (void)a;
    (void)max;
}
#endif

void sl_fp4_mul_raw_fma(fp4 *out, const fp4 *a, const fp4 *b) {
    limbs_check(a, FP4_LIMB_WIDE);
    limbs_check(b, FP4_LIMB_WIDE);
    product_reduced(out, &(factors){.a = a, .b = b});
    limbs_check(out, 0x1.9p52);
}

void sl_fp4_sqr_raw_fma(fp4 *out, const fp4 *a) {
    limbs_check(a, FP4_LIMB_WIDE);
    fp4 twice;
    fp4_add(&twice, a, a);
    product_reduced(out, &(factors){.a = a, .b = &twice, .is_square = true});
    limbs_check(out, 0x1.9p52);
}

void sl_fp4_mul_two_raw_fma(fp4 *out, const fp4 *a, const fp4 *b, const fp4 *c, const fp4 *d) {
    limbs_check(a, FP4_LIMB_BALANCED);
    limbs_check(b, FP4_LIMB_WIDE);
    limbs_check(c, FP4_LIMB_BALANCED);
    limbs_check(d, FP4_LIMB_WIDE);
    product_reduced(out, &(factors){.a = a, .b = b, .c = c, .d = d});
    limbs_check(out, 0x1p53);
}
