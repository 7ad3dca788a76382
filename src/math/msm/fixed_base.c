// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/msm/fixed_base.h"

#include <stdlib.h>
#include <string.h>

#include "core/mem/small.h"
#include "math/msm/msm_internal.h"

#define WINDOW_MAX 16

/* Memory of one thread. */
typedef struct fixed_worker {
    void *scratch;    /* of sl_sum_lists */
    char *sums;       /* block_n slots */
    uint32_t *digits; /* windows_n rows of block_n */
    uint32_t *refs;   /* block_n * windows_n */
    uint32_t *ends;   /* block_n */
} fixed_worker;

struct sl_fixed_base {
    const sl_kernels *kernels;
    const sl_curve_kernels *curve;
    sl_pool *pool;
    unsigned windows_n;
    size_t block_n; /* results of one task: their references fill one chunk of sl_sum_lists */
    sl_window windows[SL_WINDOWS_MAX];
    sl_buf memory;
    fixed_worker *workers;
    char *table; /* slots: digit d of window w at first_bucket + d - 1 */
};

typedef struct mul_job {
    sl_fixed_base *fixed;
    uint8_t *keys; /* NULL: slots */
    char *slots;
    const sl_fr *scalars;
    size_t n;
} mul_job;

/* The number of windows with the least work for n results and their table. */
static unsigned windows_choose(size_t n) {
    sl_window windows[SL_WINDOWS_MAX];
    unsigned best = SL_WINDOWS_MAX - 1;
    double best_cost = 0;
    for (unsigned windows_n = SL_SCALAR_BITS / WINDOW_MAX; windows_n < SL_WINDOWS_MAX; windows_n++) {
        const double cost = (double)n * windows_n + (double)sl_windows_make(windows, windows_n);
        if (best_cost == 0 || cost < best_cost) {
            best_cost = cost;
            best = windows_n;
        }
    }
    return best;
}

static void *take(char *arena, size_t *used, size_t bytes) {
    void *at = arena == NULL ? NULL : arena + *used;
    *used += (bytes + 63) / 64 * 64;
    return at;
}

static size_t layout(sl_fixed_base *fixed, size_t table_n, char *arena) {
    const size_t slot_bytes = fixed->curve->slot_bytes;
    const size_t threads_n = sl_pool_threads(fixed->pool);
    const size_t refs_n = fixed->block_n * fixed->windows_n;
    size_t used = 0;
    fixed->workers = take(arena, &used, threads_n * sizeof *fixed->workers);
    for (size_t t = 0; t < threads_n; t++) {
        const fixed_worker worker = {
            .scratch = take(arena, &used, sl_sum_lists_scratch_bytes(fixed->curve)),
            .sums = take(arena, &used, fixed->block_n * slot_bytes),
            .digits = take(arena, &used, refs_n * sizeof(uint32_t)),
            .refs = take(arena, &used, refs_n * sizeof(uint32_t)),
            .ends = take(arena, &used, fixed->block_n * sizeof(uint32_t)),
        };
        if (arena != NULL) {
            fixed->workers[t] = worker;
        }
    }
    fixed->table = take(arena, &used, table_n * slot_bytes);
    return used;
}

/* All multiples of one window from the first: the known m multiples plus m P are the next m. */
static void table_task(void *data, size_t i, size_t worker) {
    sl_fixed_base *fixed = data;
    const size_t slot_bytes = fixed->curve->slot_bytes;
    const size_t pairs_max = fixed->curve->pairs_max;
    const size_t digits_n = (size_t)1 << (fixed->windows[i].width - 1);
    char *row = fixed->table + fixed->windows[i].first_bucket * slot_bytes;
    /* The scratch of sums holds no sums now: pairs first, then the kernel's own scratch. */
    sl_point_pair *pairs = fixed->workers[worker].scratch;
    void *scratch = pairs + pairs_max;
    for (size_t known = 1; known < digits_n; known *= 2) {
        const sl_point_ref step = (sl_point_ref)(row + (known - 1) * slot_bytes);
        for (size_t first = 0; first < known; first += pairs_max) {
            const size_t n = SL_MIN(known - first, pairs_max);
            for (size_t k = 0; k < n; k++) {
                char *slot = row + (first + k) * slot_bytes;
                pairs[k] = (sl_point_pair){(sl_point_ref)slot, step, slot + known * slot_bytes};
            }
            fixed->curve->add_pairs(pairs, n, scratch);
        }
    }
}

static void first_multiples(sl_fixed_base *fixed, sl_group group, const void *base) {
    sl_g1 p1;
    sl_g2 p2;
    sl_g1_affine a1;
    sl_g2_affine a2;
    if (group == SL_G1) {
        sl_g1_from_affine(&p1, base);
    } else {
        sl_g2_from_affine(&p2, base);
    }
    for (unsigned w = 0; w < fixed->windows_n; w++) {
        char *slot = fixed->table + fixed->windows[w].first_bucket * fixed->curve->slot_bytes;
        if (group == SL_G1) {
            sl_g1_to_affine_vt(&a1, &p1);
            fixed->curve->from_affine(slot, &a1, 1);
        } else {
            sl_g2_to_affine_vt(&a2, &p2);
            fixed->curve->from_affine(slot, &a2, 1);
        }
        for (unsigned k = 0; k < fixed->windows[w].width; k++) {
            if (group == SL_G1) {
                sl_g1_dbl(&p1, &p1);
            } else {
                sl_g2_dbl(&p2, &p2);
            }
        }
    }
}

sluice_status sl_fixed_base_open(sl_fixed_base **out, sl_group group, const void *base, size_t n,
                                 const sl_kernels *kernels, sl_pool *pool, sluice_error *err) {
    sl_fixed_base *fixed = sl_small_alloc(1, sizeof *fixed);
    if (fixed == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "fixed base: no memory");
    }
    fixed->kernels = kernels;
    fixed->curve = group == SL_G1 ? kernels->g1 : kernels->g2;
    fixed->pool = pool;
    fixed->windows_n = windows_choose(n);
    fixed->block_n = 2 * fixed->curve->pairs_max / fixed->windows_n;
    const size_t table_n = sl_windows_make(fixed->windows, fixed->windows_n);
    const sluice_status status = sl_buf_alloc(&fixed->memory, layout(fixed, table_n, NULL), "fixed base", err);
    if (status != SLUICE_OK) {
        free(fixed);
        return status;
    }
    sl_buf_mark_secret(&fixed->memory); /* digits of the exponents */
    (void)layout(fixed, table_n, fixed->memory.data);
    first_multiples(fixed, group, base);
    sl_pool_for(pool, fixed->windows_n, table_task, fixed);
    *out = fixed;
    return SLUICE_OK;
}

void sl_fixed_base_close(sl_fixed_base *fixed) {
    if (fixed == NULL) {
        return;
    }
    sl_buf_release(&fixed->memory);
    free(fixed);
}

static void mul_task(void *data, size_t i, size_t worker_index) {
    const mul_job *job = data;
    const sl_fixed_base *fixed = job->fixed;
    const sl_curve_kernels *curve = fixed->curve;
    const fixed_worker *worker = &fixed->workers[worker_index];
    const size_t first = i * fixed->block_n;
    const size_t n = SL_MIN(fixed->block_n, job->n - first);
    /* The references' room is not needed yet and is large enough: 16 windows or more. */
    uint64_t *limbs = (void *)worker->refs;
    fixed->kernels->fr_to_limbs(limbs, job->scalars + first, n);
    sl_digits_cut(worker->digits, n, fixed->windows, fixed->windows_n, limbs, n);
    uint32_t refs_n = 0;
    for (size_t k = 0; k < n; k++) {
        for (unsigned w = 0; w < fixed->windows_n; w++) {
            const uint32_t digit = worker->digits[w * n + k];
            if (digit != SL_DIGIT_ZERO) {
                worker->refs[refs_n++] = digit + (uint32_t)fixed->windows[w].first_bucket;
            }
        }
        worker->ends[k] = refs_n;
    }
    char *sums = job->keys == NULL ? job->slots + first * curve->slot_bytes : worker->sums;
    memset(sums, 0, n * curve->slot_bytes);
    const sl_lists lists = {.bases = fixed->table, .refs = worker->refs, .ends = worker->ends, .lists_n = n};
    sl_sum_lists(curve, sums, &lists, worker->scratch);
    if (job->keys != NULL) {
        curve->encode(job->keys + first * curve->key_bytes, sums, n);
    }
}

void sl_fixed_base_mul(sl_fixed_base *fixed, uint8_t *keys, const sl_fr *scalars, size_t n) {
    mul_job job = {.fixed = fixed, .keys = keys, .scalars = scalars, .n = n};
    sl_pool_for(fixed->pool, (n + fixed->block_n - 1) / fixed->block_n, mul_task, &job);
}

void sl_fixed_base_mul_slots(sl_fixed_base *fixed, void *slots, const sl_fr *scalars, size_t n) {
    mul_job job = {.fixed = fixed, .slots = slots, .scalars = scalars, .n = n};
    sl_pool_for(fixed->pool, (n + fixed->block_n - 1) / fixed->block_n, mul_task, &job);
}
