// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/msm/msm_internal.h"

/* Scalars worked on at a time: enough to fill the buckets' lists, few enough that bases stay near the cache. */
#define BATCH_G1 ((size_t)1 << 19)
#define BATCH_G2 ((size_t)1 << 18)

static void widths_of(unsigned windows_n, unsigned *narrow, unsigned *wide_n) {
    *narrow = SL_SCALAR_BITS / windows_n;
    *wide_n = SL_SCALAR_BITS % windows_n;
}

static size_t buckets_of(unsigned windows_n) {
    unsigned narrow;
    unsigned wide_n;
    widths_of(windows_n, &narrow, &wide_n);
    return (((size_t)windows_n - wide_n) << (narrow - 1)) + ((size_t)wide_n << narrow);
}

/*
 * In additions: one for each scalar and window; for each bucket two when rows and columns are summed, and about one for
 * its memory and index work.
 */
static double cost_of(unsigned windows_n, size_t full_n) {
    return (double)full_n * windows_n + 3 * (double)buckets_of(windows_n);
}

static unsigned width_max(unsigned windows_n) {
    return (SL_SCALAR_BITS + windows_n - 1) / windows_n;
}

void sl_msm_plan_make(sl_msm_plan *out, sl_group group, size_t chunk_n, size_t full_n, size_t threads_n) {
    const unsigned most = SL_SCALAR_BITS / (SL_MSM_WINDOW_MIN - 1);
    const unsigned least = (SL_SCALAR_BITS + SL_MSM_WINDOW_MAX - 1) / SL_MSM_WINDOW_MAX;
    double best = cost_of(most, full_n);
    for (unsigned n = least; n < most; n++) {
        const double cost = cost_of(n, full_n);
        best = cost < best ? cost : best;
    }
    /* The most windows, that is the least memory for buckets, within one per cent of the best. */
    unsigned windows_n = most;
    while (cost_of(windows_n, full_n) > 1.01 * best) {
        windows_n--;
    }
    const size_t batch_max = group == SL_G1 ? BATCH_G1 : BATCH_G2;
    const size_t batch_n = SL_MIN(SL_MIN(chunk_n, full_n), batch_max);
    *out = (sl_msm_plan){
        .group = group,
        .chunk_n = chunk_n,
        .full_n = full_n,
        .threads_n = threads_n,
        .window_bits = width_max(windows_n),
        .windows_n = windows_n,
        .batch_n = batch_n < 64 ? 64 : batch_n,
        .check_curve = true,
    };
}

/* Narrower windows and smaller batches than these cost more time than they save memory. */
#define FIT_WINDOW_BITS 10
#define FIT_BATCH_N ((size_t)1 << 12)

/* A bucket's sum so far is one more point of its list in every batch. */
static double plan_cost(const sl_msm_plan *plan) {
    const double batches = (double)plan->full_n / (double)plan->batch_n;
    return cost_of(plan->windows_n, plan->full_n) + batches * (double)buckets_of(plan->windows_n);
}

bool sl_msm_plan_fit(sl_msm_plan *out, double *cost, sl_group group, size_t chunk_n, size_t full_n, size_t threads_n,
                     const sl_kernels *kernels, size_t memory_bytes) {
    sl_msm_plan plan, best;
    sl_msm_plan_make(&plan, group, chunk_n, full_n, threads_n);
    const size_t batch_most = plan.batch_n;
    bool found = false;
    do {
        for (plan.batch_n = batch_most;; plan.batch_n /= 2) {
            if (sl_msm_memory_bytes(&plan, kernels) <= memory_bytes) {
                if (!found || plan_cost(&plan) < plan_cost(&best)) {
                    best = plan;
                    found = true;
                }
                break; /* smaller batches only cost more */
            }
            if (plan.batch_n < 2 * FIT_BATCH_N) {
                break;
            }
        }
        plan.windows_n++;
        plan.window_bits = width_max(plan.windows_n);
    } while (plan.window_bits >= FIT_WINDOW_BITS);
    if (found) {
        *out = best;
        *cost = plan_cost(&best);
    }
    return found;
}

size_t sl_windows_make(sl_window *out, unsigned windows_n) {
    unsigned narrow;
    unsigned wide_n;
    widths_of(windows_n, &narrow, &wide_n);
    unsigned position = 0;
    size_t first_bucket = 0;
    for (unsigned w = 0; w < windows_n; w++) {
        const unsigned width = narrow + (w < wide_n);
        out[w] = (sl_window){position, width, first_bucket};
        position += width;
        first_bucket += (size_t)1 << (width - 1);
    }
    return first_bucket;
}

enum { CUT_N = 64 };

/* out = scalar + bias, with a limb of zeros above. */
static void bias_add(uint64_t out[5], const uint64_t *scalar, const uint64_t bias[4]) {
    sl_carry carry = 0;
    for (int k = 0; k < 4; k++) {
        out[k] = sl_limb_add(&carry, scalar[k], bias[k]);
    }
    out[4] = 0;
}

void sl_digits_cut(uint32_t *out, size_t stride, const sl_window *windows, unsigned windows_n, const uint64_t *limbs,
                   size_t n) {
    uint64_t bias[4] = {0};
    for (unsigned w = 0; w < windows_n; w++) {
        const unsigned bit = windows[w].position + windows[w].width - 1;
        bias[bit / 64] |= UINT64_C(1) << (bit % 64);
    }
    /* Some scalars at a time, one window after another: each row is then written in runs. */
    for (size_t first = 0; first < n; first += CUT_N) {
        const size_t count = SL_MIN(n - first, (size_t)CUT_N);
        uint64_t sums[CUT_N][5];
        for (size_t i = 0; i < count; i++) {
            bias_add(sums[i], limbs + 4 * (first + i), bias);
        }
        for (unsigned w = 0; w < windows_n; w++) {
            const unsigned word = windows[w].position / 64;
            const unsigned shift = windows[w].position % 64;
            const uint32_t half = UINT32_C(1) << (windows[w].width - 1);
            uint32_t *row = out + w * stride + first;
            for (size_t i = 0; i < count; i++) {
                const uint64_t bits = sums[i][word] >> shift | (sums[i][word + 1] << 1) << (63 - shift);
                const uint32_t value = (uint32_t)bits & (2 * half - 1);
                const uint32_t digit = value > half ? value - half - 1 : SL_REF_NEGATIVE | (half - value - 1);
                row[i] = value == half ? SL_DIGIT_ZERO : digit;
            }
        }
    }
}
