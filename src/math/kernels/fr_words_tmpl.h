// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The entries over Fr that multiply, for a set that computes with the words of sl_fr, its prepared elements.
 *
 * Included with K_(name) (the name with the set's suffix) and K_FR_MUL, the multiplication of the inner loops.
 */
#include <string.h>

#include "math/kernels/kernels_portable.h"

#define LANES SL_NTT_LANES_PORTABLE

/* The bit-reversed counter: the position after `position` (of i) for i + 1, in lanes of n elements. */
SL_INLINE size_t bitrev_next(size_t position, size_t i, size_t n) {
    return position ^ (n - (n >> (__builtin_ctzll(i + 1) + 1)));
}

/* Natural order to bit-reversed (decimation in frequency) for `lanes` interleaved lanes. */
SL_INLINE void transform_dif(sl_fr *t, size_t n, size_t lanes, const sl_fr *twiddles) {
    for (size_t half = n / 2; half >= 1; half /= 2) {
        const size_t step = n / 2 / half;
        for (size_t block = 0; block < n; block += 2 * half) {
            for (size_t i = 0; i < half; i++) {
                sl_fr *low = t + (block + i) * lanes;
                sl_fr *high = low + half * lanes;
                for (size_t j = 0; j < lanes; j++) {
                    sl_fr difference;
                    sl_fr_sub(&difference, &low[j], &high[j]);
                    sl_fr_add(&low[j], &low[j], &high[j]);
                    if (i == 0) {
                        high[j] = difference;
                    } else {
                        K_FR_MUL(&high[j], &difference, &twiddles[i * step]);
                    }
                }
            }
        }
    }
}

/* Bit-reversed order to natural (decimation in time). */
SL_INLINE void transform_dit(sl_fr *t, size_t n, size_t lanes, const sl_fr *twiddles) {
    for (size_t half = 1; half <= n / 2; half *= 2) {
        const size_t step = n / 2 / half;
        for (size_t block = 0; block < n; block += 2 * half) {
            for (size_t i = 0; i < half; i++) {
                sl_fr *low = t + (block + i) * lanes;
                sl_fr *high = low + half * lanes;
                for (size_t j = 0; j < lanes; j++) {
                    sl_fr product = high[j];
                    if (i != 0) {
                        K_FR_MUL(&product, &product, &twiddles[i * step]);
                    }
                    sl_fr_sub(&high[j], &low[j], &product);
                    sl_fr_add(&low[j], &low[j], &product);
                }
            }
        }
    }
}

/* out[position of i, lane j] = in[position of i, lane j] times factor i of lane j. The strides are of positions. */
static void copy_scaled(sl_fr *out, size_t out_stride, const sl_fr *in, size_t in_stride, size_t n, size_t lanes,
                        bool is_reversed, const sl_ntt_factors *factors, size_t first_lane) {
    sl_fr factor[LANES];
    if (factors->first == NULL && factors->ratio == NULL) {
        for (size_t i = 0; i < n && out != in; i++) {
            memcpy(out + i * out_stride, in + i * in_stride, lanes * sizeof *out);
        }
        return;
    }
    for (size_t j = 0; j < lanes; j++) {
        factor[j] = factors->first == NULL ? sl_fr_one() : factors->first[first_lane + j];
    }
    size_t position = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < lanes; j++) {
            K_FR_MUL(&out[position * out_stride + j], &in[position * in_stride + j], &factor[j]);
            if (factors->ratio != NULL) {
                K_FR_MUL(&factor[j], &factor[j], &factors->ratio[first_lane + j]);
            }
        }
        position = is_reversed ? bitrev_next(position, i, n) : i + 1;
    }
}

/* `lanes` adjacent lanes through a tile in the scratch memory. */
SL_INLINE void pass_tile(sl_fr *a, const sl_ntt_pass *pass, size_t first_lane, size_t lanes, sl_fr *tile) {
    const size_t n = (size_t)1 << pass->log2_n;
    sl_fr *lane = a + first_lane;
    copy_scaled(tile, lanes, lane, pass->stride, n, lanes, pass->is_reversed_in, &pass->before, first_lane);
    if (pass->is_reversed_in) {
        transform_dit(tile, n, lanes, pass->twiddles);
    } else {
        transform_dif(tile, n, lanes, pass->twiddles);
    }
    copy_scaled(lane, pass->stride, tile, lanes, n, lanes, !pass->is_reversed_in, &pass->after, first_lane);
}

/* One lane of adjacent elements, where it lies. */
static void pass_row(sl_fr *row, const sl_ntt_pass *pass, size_t lane) {
    const size_t n = (size_t)1 << pass->log2_n;
    copy_scaled(row, 1, row, 1, n, 1, pass->is_reversed_in, &pass->before, lane);
    if (pass->is_reversed_in) {
        transform_dit(row, n, 1, pass->twiddles);
    } else {
        transform_dif(row, n, 1, pass->twiddles);
    }
    copy_scaled(row, 1, row, 1, n, 1, !pass->is_reversed_in, &pass->after, lane);
}

void K_(sl_ntt_pass)(sl_fr *a, const sl_ntt_pass *pass, void *scratch) {
    if (pass->stride == 1) {
        for (size_t lane = 0; lane < pass->lanes_n; lane++) {
            pass_row(a + lane * pass->lane_stride, pass, lane);
        }
        return;
    }
    size_t lane = 0;
    for (; lane + LANES <= pass->lanes_n; lane += LANES) {
        pass_tile(a, pass, lane, LANES, scratch);
    }
    for (; lane < pass->lanes_n; lane++) {
        pass_tile(a, pass, lane, 1, scratch);
    }
}

void K_(sl_fr_mul)(sl_fr *out, const sl_fr *a, const sl_fr *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        K_FR_MUL(&out[i], &a[i], &b[i]);
    }
}

void K_(sl_fr_powers)(sl_fr *out, const sl_fr *first, const sl_fr *ratio, size_t n) {
    const sl_fr step = *ratio;
    sl_fr power = *first;
    for (size_t i = 0; i < n; i++) {
        out[i] = power;
        K_FR_MUL(&power, &power, &step);
    }
}
