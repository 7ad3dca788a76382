// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Inputs and answers for tests of sums on the device. Bases are known multiples t_i G, so the sum of k_i t_i G is one
 * multiplication; small, equal and opposite t_i make equal and opposite operands meet, and a t_i of 0 the identity.
 */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_SUMS_INPUT_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_SUMS_INPUT_H

#include "backends/cuda/cuda_device.h"
#include "backends/cuda/sums_internal.h"
#include "math/curve/g1.h"
#include "math/curve/g2.h"
#include "points_run.h"
#include "runs_run.h"
#include "sums_run.h"

#define BASES_MAX 4608

typedef enum scalar_kind { ZEROS, ONES, MINUS_ONES, ONE_HOT, SMALL, SAME, WITNESS, RANDOM, SCALAR_KINDS } scalar_kind;
typedef enum base_kind { SEQUENCE, EQUAL, OPPOSITE, SOME_IDENTITIES, BASE_KINDS } base_kind;

/* --- bases ---------------------------------------------------------------------------------------------------------
 */

static sl_cuda_group group;
static uint32_t bases_n;
static sl_fr logs[BASES_MAX];
static union {
    sl_g1_affine g1[BASES_MAX];
    sl_g2_affine g2[BASES_MAX];
} bases;

static inline int64_t log_of(base_kind kind, uint32_t i) {
    switch (kind) {
    case EQUAL:
        return 5;
    case OPPOSITE:
        return (i % 2 == 0 ? 1 : -1) * (int64_t)(1 + i / 2 % 3);
    case SOME_IDENTITIES:
        return i % 3 == 0 ? 0 : (int64_t)i / 2;
    default:
        return (int64_t)i + 1;
    }
}

static inline sl_fr fr_of(int64_t a) {
    sl_fr out = sl_fr_from_u64((uint64_t)(a < 0 ? -a : a));
    if (a < 0) {
        sl_fr_neg(&out, &out);
    }
    return out;
}

/* Small multiples by additions: multiples[i] = i G. */
static inline void bases_make(sl_cuda_group of, base_kind kind, uint32_t n) {
    static sl_g1 g1[BASES_MAX + 1];
    static sl_g2 g2[BASES_MAX + 1];
    static union {
        sl_g1_affine g1[BASES_MAX + 1];
        sl_g2_affine g2[BASES_MAX + 1];
    } multiples;
    static sl_fp2 scratch[BASES_MAX + 1];
    group = of;
    bases_n = n;
    g1[0] = sl_g1_identity();
    g2[0] = sl_g2_identity();
    for (uint32_t i = 0; i < n; i++) {
        if (group == SL_CUDA_G1) {
            sl_g1_add_affine(&g1[i + 1], &g1[i], &sl_g1_generator);
        } else {
            sl_g2_add_affine(&g2[i + 1], &g2[i], &sl_g2_generator);
        }
    }
    if (group == SL_CUDA_G1) {
        sl_g1_batch_to_affine_vt(multiples.g1, g1, &scratch[0].c0, (size_t)n + 1);
    } else {
        sl_g2_batch_to_affine_vt(multiples.g2, g2, scratch, (size_t)n + 1);
    }
    for (uint32_t i = 0; i < n; i++) {
        const int64_t log = log_of(kind, i), size = log < 0 ? -log : log;
        logs[i] = fr_of(log);
        if (group == SL_CUDA_G1) {
            bases.g1[i] = multiples.g1[size];
            if (log < 0) {
                sl_g1_affine_neg(&bases.g1[i], &bases.g1[i]);
            }
        } else {
            bases.g2[i] = multiples.g2[size];
            if (log < 0) {
                sl_g2_affine_neg(&bases.g2[i], &bases.g2[i]);
            }
        }
    }
}

/* --- sums ----------------------------------------------------------------------------------------------------------
 */

static inline sl_fr random_fr(void) {
    const uint64_t limbs[4] = {sl_test_u64(), sl_test_u64(), sl_test_u64(), sl_test_u64() >> 2};
    sl_fr out;
    sl_fr_from_limbs(&out, limbs);
    return out;
}

static inline sl_fr scalar_of(scalar_kind kind, uint32_t i, uint32_t n) {
    const uint64_t c = sl_test_u64() % 100;
    switch (kind) {
    case ZEROS:
        return sl_fr_zero();
    case ONES:
        return sl_fr_one();
    case MINUS_ONES:
        return fr_of(-1);
    case ONE_HOT:
        return i == n / 2 ? random_fr() : sl_fr_zero();
    case SAME:
        return (sl_fr){{1, 2, 3, 4}};
    case WITNESS:
        return c < 60 ? sl_fr_zero() : c < 97 ? sl_fr_one() : random_fr();
    case RANDOM:
        return random_fr();
    default:
        return fr_of((int64_t)(c % 7) - 3);
    }
}

typedef struct sum_input {
    sl_cuda_sum sum;
    sl_fr *scalars;
    uint32_t *at;
    uint64_t *bits;
} sum_input;

static inline sl_fr *scalars_make(scalar_kind kind, uint32_t n) {
    sl_fr *scalars = malloc(n * sizeof *scalars + 1);
    SL_CHECK(scalars != NULL);
    for (uint32_t i = 0; i < n; i++) {
        scalars[i] = scalar_of(kind, i, n);
    }
    return scalars;
}

static inline sum_input full_make(scalar_kind kind, uint32_t first, uint32_t n) {
    sum_input input = {.scalars = scalars_make(kind, n)};
    input.sum = (sl_cuda_sum){.scalars = (const sl_cuda_fr *)input.scalars, .n = n, .first = first};
    return input;
}

/* Bits at random, a part in `of` of them ones; those behind the end are ones. */
static inline void bits_add(sum_input *input, uint32_t first, uint32_t n, uint32_t of) {
    const uint32_t words_n = (n + 63) / 64;
    input->bits = malloc(words_n * sizeof *input->bits + 1);
    SL_CHECK(input->bits != NULL);
    memset(input->bits, 0xff, words_n * sizeof *input->bits);
    for (uint32_t i = 0; i < n; i++) {
        if (sl_test_u64() % of != 0) {
            input->bits[i / 64] &= ~(UINT64_C(1) << i % 64);
        }
    }
    input->sum.bits = input->bits;
    input->sum.bits_n = n;
    input->sum.bits_first = first;
}

/* Terms of bases anywhere, some of them again. */
static inline void at_add(sum_input *input) {
    input->at = malloc(input->sum.n * sizeof *input->at + 1);
    SL_CHECK(input->at != NULL);
    for (uint32_t i = 0; i < input->sum.n; i++) {
        input->at[i] = (uint32_t)(sl_test_u64() % (bases_n - input->sum.first));
    }
    input->sum.at = input->at;
}

static inline void input_free(sum_input *input) {
    free(input->scalars);
    free(input->at);
    free(input->bits);
}

static inline uint32_t reversed(uint32_t i, uint32_t n) {
    uint32_t out = 0;
    for (uint32_t bit = 1; bit < n; bit *= 2) {
        out = 2 * out + (i / bit & 1);
    }
    return out;
}

/* The sum's logarithm. */
static inline sl_fr expected_log(const sum_input *input) {
    const sl_cuda_sum *sum = &input->sum;
    sl_fr log = sl_fr_zero(), term;
    for (uint32_t i = 0; i < sum->n; i++) {
        uint32_t base = sum->at != NULL ? sum->at[i] : sum->is_reversed ? reversed(i, sum->n) : i;
        if (!sum->is_reversed || base != sum->n - 1) {
            sl_fr_mul(&term, &input->scalars[i], &logs[sum->first + base]);
            sl_fr_add(&log, &log, &term);
        }
    }
    for (uint32_t i = 0; i < sum->bits_n; i++) {
        if ((sum->bits[i / 64] >> i % 64 & 1) != 0) {
            sl_fr_add(&log, &log, &logs[sum->bits_first + i]);
        }
    }
    return log;
}

static inline void check_sum(const sum_input *input, const void *sums, uint32_t i) {
    const sl_fr log = expected_log(input);
    if (group == SL_CUDA_G1) {
        sl_g1 want;
        sl_g1_from_affine(&want, &sl_g1_generator);
        sl_g1_mul_vt(&want, &want, &log);
        SL_CHECK_MSG(sl_g1_eq(&want, (const sl_g1 *)sums + i), "sum %u of %u terms, %u bits", i, input->sum.n,
                     input->sum.bits_n);
    } else {
        sl_g2 want;
        sl_g2_from_affine(&want, &sl_g2_generator);
        sl_g2_mul_vt(&want, &want, &log);
        SL_CHECK_MSG(sl_g2_eq(&want, (const sl_g2 *)sums + i), "sum %u of %u terms, %u bits", i, input->sum.n,
                     input->sum.bits_n);
    }
}

/* --- the device ----------------------------------------------------------------------------------------------------
 */

static const sl_cuda_calls calls = {RUNTIME_CALLS, .points = &runtime_points_calls, .sums = &runtime_sums_calls,
                                    .runs = &runtime_runs_calls};
static sluice_error err;

static inline sl_module_device *device_open(void) {
    sl_module_device *device;
    SL_CHECK_OK(sl_cuda_device_open(&calls, &device, 0, &err));
    return device;
}

#endif
