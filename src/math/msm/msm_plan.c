// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/msm/msm_internal.h"

/* Scalars worked on at a time: enough to fill the buckets' lists. Their bases take 128 MB or so. */
#define BATCH_G1 ((size_t)1 << SL_BATCH_LOG2_MAX)
#define BATCH_G2 ((size_t)1 << (SL_BATCH_LOG2_MAX - 1))
#define BATCH_LEAST ((size_t)64)

/* Bits of a bucket's number: with fewer, windows are not streamed (a guess that holds for every set); up to these, the
 * buckets of one window stay in the caches. */
enum { STREAM_BITS_MIN = 13, STREAM_BITS_CACHED = 16 };

static void widths_of(unsigned windows_n, unsigned *narrow, unsigned *wide_n) {
    *narrow = SL_SCALAR_BITS / windows_n;
    *wide_n = SL_SCALAR_BITS % windows_n;
}

static size_t batches_of(const sl_msm_plan *plan) {
    return plan->full_n == 0 ? 1 : (plan->full_n + plan->batch_n - 1) / plan->batch_n;
}

/*
 * What a scalar costs in a window of 2^bits buckets, in additions of a streamed window whose buckets fit the caches:
 * more where they do not, and where bases are sorted and fetched from all over the batch.
 */
static double addition_cost(const sl_msm_plan *plan, unsigned bits) {
    const size_t n = SL_MIN(plan->full_n, plan->batch_n);
    const size_t refs = plan->is_fresh ? SL_STREAM_REFS_FRESH : SL_STREAM_REFS_KEPT;
    if (bits < STREAM_BITS_MIN || n < refs << bits) {
        return 1.2;
    }
    return bits <= STREAM_BITS_CACHED ? 1 : 1 + 0.2 * (bits - STREAM_BITS_CACHED);
}

/*
 * One addition for each scalar and window (the first of a bucket is none, which the sum of its row makes good for); one
 * and a half more for each bucket's column, memory and index work when it is reduced; and a sixth where it is read and
 * written again in a batch. The weights are those that tell the fastest of the measured plans.
 */
double sl_msm_plan_cost(const sl_msm_plan *plan) {
    const double batches = (double)batches_of(plan);
    const double touched = plan->is_fresh ? 2.5 * batches : 2.5 + 0.15 * (batches - 1);
    sl_window windows[SL_WINDOWS_MAX];
    double cost = touched * (double)sl_windows_make(windows, plan->windows_n);
    for (unsigned w = 0; w < plan->windows_n; w++) {
        cost += (double)plan->full_n * addition_cost(plan, windows[w].width - 1);
    }
    return cost;
}

static void windows_set(sl_msm_plan *plan, unsigned windows_n) {
    plan->windows_n = windows_n;
    plan->window_bits = (SL_SCALAR_BITS + windows_n - 1) / windows_n;
}

enum {
    WINDOWS_MOST = SL_SCALAR_BITS / (SL_MSM_WINDOW_MIN - 1),
    WINDOWS_LEAST = (SL_SCALAR_BITS + SL_MSM_WINDOW_MAX - 1) / SL_MSM_WINDOW_MAX,
};

void sl_msm_plan_make(sl_msm_plan *out, sl_group group, size_t chunk_n, size_t full_n, size_t threads_n) {
    const size_t batch_n = SL_MIN(full_n, group == SL_G1 ? BATCH_G1 : BATCH_G2);
    sl_msm_plan plan = {
        .group = group,
        .chunk_n = chunk_n,
        .full_n = full_n,
        .threads_n = threads_n,
        .batch_n = SL_MAX(batch_n, BATCH_LEAST),
        .check_curve = true,
    };
    plan.is_fresh = batches_of(&plan) == 1;
    double best = 0;
    for (unsigned n = WINDOWS_LEAST; n <= WINDOWS_MOST; n++) {
        windows_set(&plan, n);
        const double cost = sl_msm_plan_cost(&plan);
        best = n == WINDOWS_LEAST || cost < best ? cost : best;
    }
    /* The most windows, that is the least memory for buckets, within one per cent of the best. */
    windows_set(&plan, WINDOWS_MOST);
    while (sl_msm_plan_cost(&plan) > 1.01 * best) {
        windows_set(&plan, plan.windows_n - 1);
    }
    *out = plan;
}

/* Narrower windows and smaller batches than these cost more time than they save memory. */
#define FIT_WINDOW_BITS 10
#define FIT_BATCH_N ((size_t)1 << 12)

/* Keeps the plan with the largest batch that fits, if it is better than the best so far. */
static void batch_fit(sl_msm_plan *best, bool *found, sl_msm_plan plan, const sl_kernels *kernels,
                      size_t memory_bytes) {
    while (sl_msm_memory_bytes(&plan, kernels) > memory_bytes) {
        if (plan.batch_n < 2 * FIT_BATCH_N) {
            return;
        }
        plan.batch_n /= 2; /* no smaller than need be: that only costs more */
    }
    if (!*found || sl_msm_plan_cost(&plan) < sl_msm_plan_cost(best)) {
        *best = plan;
        *found = true;
    }
}

bool sl_msm_plan_fit(sl_msm_plan *out, double *cost, sl_group group, size_t chunk_n, size_t full_n, size_t threads_n,
                     const sl_kernels *kernels, size_t memory_bytes) {
    sl_msm_plan plan, best;
    sl_msm_plan_make(&plan, group, chunk_n, full_n, threads_n);
    bool found = false;
    do {
        plan.is_fresh = false;
        batch_fit(&best, &found, plan, kernels, memory_bytes);
        plan.is_fresh = true;
        batch_fit(&best, &found, plan, kernels, memory_bytes);
        windows_set(&plan, plan.windows_n + 1);
    } while (plan.window_bits >= FIT_WINDOW_BITS);
    if (found) {
        *cost = sl_msm_plan_cost(&best);
        *out = best;
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
