// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Sums of products over bases that stay on a device, for checks and for measuring: a part of a module's table. A prover
 * has no use for it: its sums are part of module_prove.h.
 */
#ifndef SL_BACKENDS_MODULE_MODULE_SUMS_H
#define SL_BACKENDS_MODULE_MODULE_SUMS_H

#include "core/base/error.h"

typedef struct sl_module_device sl_module_device;
typedef struct sl_module_sum sl_module_sum;

/* Stages of a sum on the device. */
#define SL_MODULE_SUM_STAGES(X)      \
    X(DIGITS, "digits")              \
    X(SORT, "sort")                  \
    X(LISTS, "offsets")              \
    X(SCHEDULE, "schedules")         \
    X(ADD, "additions")              \
    X(LINES, "rows, columns")        \
    X(LINES_ADD, "their additions")  \
    X(BITS, "bits to lists")         \
    X(BITS_ADD, "additions of ones") \
    X(TAIL, "tails")

typedef enum sl_module_sum_stage {
#define SL_MODULE_SUM_STAGE(name, text) SL_MODULE_SUM_##name,
    SL_MODULE_SUM_STAGES(SL_MODULE_SUM_STAGE)
#undef SL_MODULE_SUM_STAGE
        SL_MODULE_SUM_STAGES_N
} sl_module_sum_stage;

/*
 * How buckets of full scalars are added up. Of runs, which are for G1 alone, a point is read once and added in XYZZ
 * form, so that a card whose memory is slow for its multipliers is not held up by it; rounds of pairs take fewer
 * products.
 */
typedef enum sl_module_sum_method {
    SL_MODULE_SUM_BY_CARD,
    SL_MODULE_SUM_BY_PAIRS,
    SL_MODULE_SUM_BY_RUNS
} sl_module_sum_method;

typedef struct sl_module_sum_shape {
    bool is_g2;
    const void *points; /* points_n sl_g1_affine or sl_g2_affine */
    size_t points_n;
    /*
     * 0: the bases are the points. Else base i is points[i % low_n] + points[low_n + i / low_n], so that many bases
     * with known logarithms need few points.
     */
    size_t low_n;
    size_t bases_n;
    size_t n_max, bits_n_max; /* terms of a sum, each at most bases_n */
    size_t bytes_max;         /* device memory for the sum's work; 0: what there is */
    sl_module_sum_method method;
} sl_module_sum_shape;

typedef struct sl_module_sum_times {
    float ms; /* from terms on the device to the sum on the host */
    float stages[SL_MODULE_SUM_STAGES_N];
    uint32_t windows_n;
    bool has_runs; /* buckets were added up by runs */
    uint64_t workspace_bytes;
} sl_module_sum_times;

typedef struct sl_module_sums {
    sluice_status (*open)(sl_module_device *device, sl_module_sum **out, const sl_module_sum_shape *shape,
                          sluice_error *err);
    /* The terms: scalars[i] (sl_fr) times base i for i < n, and base i once more if bit i is 1 for i < bits_n. */
    sluice_status (*put)(sl_module_sum *sum, const void *scalars, size_t n, const uint64_t *bits, size_t bits_n,
                         sluice_error *err);
    /* Their sum: an sl_g1 or sl_g2. `times` may be NULL; stages take time themselves and are taken if has_stages. */
    sluice_status (*run)(sl_module_sum *sum, void *out, sl_module_sum_times *times, bool has_stages, sluice_error *err);
    void (*close)(sl_module_sum *sum); /* before its device; accepts NULL, and a lost device */
} sl_module_sums;

#endif
