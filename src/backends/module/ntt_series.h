// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Vectors whose transforms are known in closed form, so that those of a device can be compared at any size, element by
 * element: polynomials with the coefficients x^i, i < m, whose value at z is ((x z)^m - 1) / (x z - 1).
 */
#ifndef SL_BACKENDS_MODULE_NTT_SERIES_H
#define SL_BACKENDS_MODULE_NTT_SERIES_H

#include "backends/module/module_ntt.h"

/* Of A (coefficients x^i) and B (y^i) on the domain of m points, or on its coset of 7. */
typedef enum sl_ntt_series {
    SL_NTT_SERIES_A_COEFFICIENTS,
    SL_NTT_SERIES_A_VALUES,
    SL_NTT_SERIES_A_COSET_VALUES,
    SL_NTT_SERIES_B_VALUES,
    SL_NTT_SERIES_AB_VALUES,       /* products of values: those of C = A B modulo X^m - 1 */
    SL_NTT_SERIES_AB_COSET_VALUES, /* likewise on the coset: those of A B */
    SL_NTT_SERIES_QUOTIENT         /* coefficients of (A B - C) / (X^m - 1) */
} sl_ntt_series;

/* Places first .. first + n - 1 where n is this many, or all m if they are fewer. */
#define SL_NTT_SERIES_BLOCK_LOG2 12

/*
 * out[p]: element first + p in natural order, or (is_reversed) the element that stands there in bit-reversed order.
 * first is a multiple of the block. `scratch` holds 2 blocks.
 */
void sl_ntt_series_make(sl_fr *out, sl_ntt_series series, uint32_t log2_size, bool is_reversed, uint64_t first,
                        sl_fr *scratch);

/* What an operation (module_ntt.h) takes, by vector, and makes of it in the first one. */
typedef struct sl_ntt_case {
    const char *name;
    uint32_t vectors_n;
    sl_ntt_series in[3], out;
    bool in_is_reversed, out_is_reversed;
} sl_ntt_case;

extern const sl_ntt_case sl_ntt_cases[SL_MODULE_NTT_OPS_N];

#endif
