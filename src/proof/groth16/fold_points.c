// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/fold_points.h"

#include <stdlib.h>
#include <string.h>

#include "core/mem/layout.h"
#include "core/mem/small.h"
#include "math/curve/g1.h"

#define BATCH_N ((size_t)512) /* five arrays of slots stay in the L2 cache */
#define Z_ABS UINT64_C(0xd201000000010000)
#define STEPS 128

/* 2^((p - 1) / 3): (x, y) -> (beta x, y) is multiplication by -z^2. */
static const sl_fp beta = {{UINT64_C(0x30f1361b798a64e8), UINT64_C(0xf3b8ddab7ece5a2a), UINT64_C(0x16a8ca3ac61577f7),
                            UINT64_C(0xc26a2ff874fd029b), UINT64_C(0x3636b76660701c6e), UINT64_C(0x051ba4ab241b6160)}};

/* |k1|, |k2| of a scalar and their signs. */
typedef struct split {
    sl_u128 size[2];
    bool is_negative[2];
} split;

typedef struct worker {
    sl_point_pair *pairs;
    void *scratch;
    char *points, *images, *sums, *differences, *running, *halves; /* BATCH_N slots each */
    sl_g1_affine *affine;
    split *splits;
    uint64_t *limbs;
    sl_fr *scalars;
    uint32_t *where; /* positions that a batch's points go back to */
} worker;

struct sl_fold_points {
    const sl_kernels *kernels;
    const sl_curve_kernels *curve;
    sl_pool *pool;
    sl_buf memory;
    worker *workers;
    char *offset, *offset_end; /* what Y starts from beside D, and what that has become at the end, negated */
};

static size_t layout(sl_fold_points *fold, const sl_kernels *kernels, size_t threads_n, char *arena) {
    const sl_curve_kernels *curve = kernels->g1;
    const size_t slots = BATCH_N * curve->slot_bytes;
    size_t used = 0;
    worker *workers = sl_layout_take(arena, &used, threads_n * sizeof *workers);
    for (size_t t = 0; t < threads_n; t++) {
        const worker w = {
            .pairs = sl_layout_take(arena, &used, BATCH_N * sizeof *w.pairs),
            .scratch = sl_layout_take(arena, &used, curve->scratch_bytes),
            .points = sl_layout_take(arena, &used, slots),
            .images = sl_layout_take(arena, &used, slots),
            .sums = sl_layout_take(arena, &used, slots),
            .differences = sl_layout_take(arena, &used, slots),
            .running = sl_layout_take(arena, &used, slots),
            .halves = sl_layout_take(arena, &used, slots),
            .affine = sl_layout_take(arena, &used, BATCH_N * sizeof *w.affine),
            .splits = sl_layout_take(arena, &used, BATCH_N * sizeof *w.splits),
            .limbs = sl_layout_take(arena, &used, 4 * BATCH_N * sizeof *w.limbs),
            .scalars = sl_layout_take(arena, &used, BATCH_N * sizeof *w.scalars),
            .where = sl_layout_take(arena, &used, BATCH_N * sizeof *w.where),
        };
        if (arena != NULL) {
            workers[t] = w;
        }
    }
    char *offset = sl_layout_take(arena, &used, curve->slot_bytes);
    char *offset_end = sl_layout_take(arena, &used, curve->slot_bytes);
    if (arena != NULL) {
        fold->workers = workers;
        fold->offset = offset;
        fold->offset_end = offset_end;
    }
    return used;
}

size_t sl_fold_points_memory(const sl_kernels *kernels, size_t threads_n) {
    return layout(NULL, kernels, threads_n, NULL);
}

/* Any point that no sum is likely to meet: the generator times a number without meaning. */
static void offset_make(sl_fold_points *fold) {
    const uint64_t limbs[4] = {UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0xbf58476d1ce4e5b9), UINT64_C(0x94d049bb133111eb),
                               UINT64_C(0x2545f4914f6cdd1d)};
    sl_fr k;
    sl_g1 p;
    sl_g1_affine a;
    sl_fr_from_limbs(&k, limbs);
    sl_g1_from_affine(&p, &sl_g1_generator);
    sl_g1_mul_vt(&p, &p, &k);
    sl_g1_to_affine_vt(&a, &p);
    fold->curve->from_affine(fold->offset, &a, 1);
    for (int i = 0; i < STEPS - 1; i++) {
        sl_g1_dbl(&p, &p);
    }
    sl_g1_to_affine_vt(&a, &p);
    sl_g1_affine_neg(&a, &a);
    fold->curve->from_affine(fold->offset_end, &a, 1);
}

sluice_status sl_fold_points_open(sl_fold_points **out, const sl_kernels *kernels, sl_pool *pool, sluice_error *err) {
    sl_fold_points *fold = sl_small_alloc(1, sizeof *fold);
    if (fold == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a fold");
    }
    fold->kernels = kernels;
    fold->curve = kernels->g1;
    fold->pool = pool;
    SL_ASSERT(BATCH_N <= fold->curve->pairs_max);
    const size_t threads_n = sl_pool_threads(pool);
    const sluice_status status =
        sl_buf_alloc(&fold->memory, layout(fold, kernels, threads_n, NULL), "folding of points", err);
    if (status != SLUICE_OK) {
        free(fold);
        return status;
    }
    (void)layout(fold, kernels, threads_n, fold->memory.data);
    offset_make(fold);
    *out = fold;
    return SLUICE_OK;
}

void sl_fold_points_close(sl_fold_points *fold) {
    if (fold != NULL) {
        sl_buf_release(&fold->memory);
        free(fold);
    }
}

/* Scalars. */

/* *quotient = k / |z|, returns the remainder. */
static uint64_t divide_by_z(uint64_t k[4]) {
    uint64_t rest = 0;
    for (int i = 4; i-- > 0;) {
        const sl_u128 part = (sl_u128)rest << 64 | k[i];
        k[i] = (uint64_t)(part / Z_ABS);
        rest = (uint64_t)(part % Z_ABS);
    }
    return rest;
}

static void part_set(split *out, int i, sl_u128 value, sl_u128 less) {
    out->is_negative[i] = value < less;
    out->size[i] = out->is_negative[i] ? less - value : value - less;
}

/*
 * k = k1 + z^2 k2 with 0 <= k1, k2 <= z^2, then less one of (z^2, -1), (1, z^2 - 1) and their sum (z^2 + 1, z^2 - 2),
 * which are 0 modulo r, where a part is even.
 */
static void scalar_split(split *out, const uint64_t limbs[4]) {
    const sl_u128 z2 = (sl_u128)Z_ABS * Z_ABS;
    uint64_t k[4];
    memcpy(k, limbs, sizeof k);
    const uint64_t low = divide_by_z(k);
    const uint64_t high = divide_by_z(k);
    const sl_u128 k1 = (sl_u128)high * Z_ABS + low;
    const sl_u128 k2 = (sl_u128)k[1] << 64 | k[0];
    const bool odd1 = (k1 & 1) != 0, odd2 = (k2 & 1) != 0;
    if (odd1 && odd2) {
        part_set(out, 0, k1, 0);
        part_set(out, 1, k2, 0);
    } else if (odd1) {
        part_set(out, 0, k1, z2);
        part_set(out, 1, k2 + 1, 0);
    } else if (odd2) {
        part_set(out, 0, k1, z2 + 1);
        part_set(out, 1, k2 + 2, z2);
    } else {
        part_set(out, 0, k1, 1);
        part_set(out, 1, k2, z2 - 1);
    }
}

/* Whether the digit of 2^i of an odd number is -1: the number is the sum of 2^127 and +-2^i over i < 127. */
SL_INLINE bool digit_is_negative(const split *s, int part, int i) {
    return (((s->size[part] >> (i + 1)) & 1) == 0) != s->is_negative[part];
}

/* Multiplication of the batch in w->points by w->scalars, in place. */

/* D of step i: +-(P + R) or +-(P - R), by the two digits; i = STEPS - 1: the top ones. */
SL_INLINE sl_point_ref step_of(const worker *w, size_t slot_bytes, size_t k, int i) {
    const split *s = &w->splits[k];
    const bool negative1 = i == STEPS - 1 ? s->is_negative[0] : digit_is_negative(s, 0, i);
    const bool negative2 = i == STEPS - 1 ? s->is_negative[1] : digit_is_negative(s, 1, i);
    const char *from = negative1 == negative2 ? w->sums : w->differences;
    return (sl_point_ref)(from + k * slot_bytes) | negative1;
}

static void images_make(const sl_fold_points *fold, const worker *w, size_t n) {
    fold->curve->to_affine(w->affine, w->points, n);
    for (size_t k = 0; k < n; k++) {
        sl_fp_mul(&w->affine[k].x, &w->affine[k].x, &beta);
    }
    fold->curve->from_affine(w->images, w->affine, n);
}

/* out[k] = a[k] + b[k], b negated where `flip` says. */
static void add_all(const sl_fold_points *fold, const worker *w, char *out, const char *a, const char *b, bool flip,
                    size_t n) {
    const size_t slot = fold->curve->slot_bytes;
    for (size_t k = 0; k < n; k++) {
        w->pairs[k] =
            (sl_point_pair){(sl_point_ref)(a + k * slot), (sl_point_ref)(b + k * slot) | flip, out + k * slot};
    }
    fold->curve->add_pairs(w->pairs, n, w->scratch);
}

static void batch_mul(const sl_fold_points *fold, const worker *w, size_t n) {
    const sl_curve_kernels *curve = fold->curve;
    const size_t slot = curve->slot_bytes;
    fold->kernels->fr_to_limbs(w->limbs, w->scalars, n);
    for (size_t k = 0; k < n; k++) {
        scalar_split(&w->splits[k], w->limbs + 4 * k);
    }
    images_make(fold, w, n);
    /* R = -(image) */
    add_all(fold, w, w->sums, w->points, w->images, true, n);
    add_all(fold, w, w->differences, w->points, w->images, false, n);
    for (size_t k = 0; k < n; k++) {
        w->pairs[k] =
            (sl_point_pair){step_of(w, slot, k, STEPS - 1), (sl_point_ref)fold->offset, w->running + k * slot};
    }
    curve->add_pairs(w->pairs, n, w->scratch);
    for (int i = STEPS - 2; i >= 0; i--) {
        for (size_t k = 0; k < n; k++) {
            w->pairs[k] =
                (sl_point_pair){(sl_point_ref)(w->running + k * slot), step_of(w, slot, k, i), w->halves + k * slot};
        }
        curve->add_pairs(w->pairs, n, w->scratch);
        add_all(fold, w, w->running, w->running, w->halves, false, n);
    }
    for (size_t k = 0; k < n; k++) {
        w->pairs[k] = (sl_point_pair){(sl_point_ref)(w->running + k * slot), (sl_point_ref)fold->offset_end,
                                      w->points + k * slot};
    }
    curve->add_pairs(w->pairs, n, w->scratch);
}

/* Vectors. */

typedef struct mul_job {
    sl_fold_points *fold;
    char *slots;
    const sl_fr *scalars; /* NULL: first ratio^i */
    size_t n;
    sl_fr first, ratio;
} mul_job;

static void mul_task(void *data, size_t i, size_t worker_index) {
    const mul_job *job = data;
    const sl_fold_points *fold = job->fold;
    const worker *w = &fold->workers[worker_index];
    const size_t first = i * BATCH_N, n = SL_MIN(job->n - first, BATCH_N), slot = fold->curve->slot_bytes;
    if (job->scalars != NULL) {
        memcpy(w->scalars, job->scalars + first, n * sizeof *w->scalars);
    } else {
        sl_fr start;
        sl_fr_pow_u64_vt(&start, &job->ratio, first);
        sl_fr_mul(&start, &start, &job->first);
        fold->kernels->fr_powers(w->scalars, &start, &job->ratio, n);
    }
    memcpy(w->points, job->slots + first * slot, n * slot);
    batch_mul(fold, w, n);
    memcpy(job->slots + first * slot, w->points, n * slot);
}

static void mul_run(mul_job *job) {
    sl_pool_for(job->fold->pool, (job->n + BATCH_N - 1) / BATCH_N, mul_task, job);
}

void sl_fold_points_mul(sl_fold_points *fold, void *slots, const sl_fr *scalars, size_t n) {
    mul_run(&(mul_job){.fold = fold, .slots = slots, .scalars = scalars, .n = n});
}

void sl_fold_points_scale(sl_fold_points *fold, void *slots, size_t n, const sl_fr *first, const sl_fr *ratio) {
    mul_run(&(mul_job){.fold = fold, .slots = slots, .n = n, .first = *first, .ratio = *ratio});
}

typedef struct layer_job {
    sl_fold_points *fold;
    char *slots;
    size_t butterflies_n;
    unsigned half_log2; /* of the distance of a butterfly's points */
    sl_fr root;         /* of order 2^(half_log2 + 1), inverse */
} layer_job;

/* Butterfly b of the layer: its first point, and which power of the root its second is multiplied by. */
SL_INLINE size_t butterfly_at(const layer_job *job, size_t b, size_t *power) {
    const size_t half = (size_t)1 << job->half_log2;
    *power = b & (half - 1);
    return (b >> job->half_log2) * 2 * half + *power;
}

/* Scalars of the butterflies whose power is not 0, and where their points go back to; returns how many. */
static size_t twiddles_fill(const layer_job *job, const worker *w, size_t first, size_t n) {
    size_t count = 0, power;
    sl_fr running;
    for (size_t k = 0; k < n; k++) {
        const size_t at = butterfly_at(job, first + k, &power);
        if (k == 0 && power != 0) {
            sl_fr_pow_u64_vt(&running, &job->root, power);
        } else if (power == 0) {
            running = sl_fr_one();
        }
        if (power != 0) {
            w->scalars[count] = running;
            w->where[count++] = (uint32_t)(at + ((size_t)1 << job->half_log2));
        }
        sl_fr_mul(&running, &running, &job->root);
    }
    return count;
}

/* (a, b) -> (a + b, (a - b) root^power) */
static void layer_task(void *data, size_t i, size_t worker_index) {
    const layer_job *job = data;
    const sl_fold_points *fold = job->fold;
    const sl_curve_kernels *curve = fold->curve;
    const worker *w = &fold->workers[worker_index];
    const size_t first = i * BATCH_N, n = SL_MIN(job->butterflies_n - first, BATCH_N), slot = curve->slot_bytes;
    const size_t distance = slot << job->half_log2;
    size_t power;
    for (size_t k = 0; k < n; k++) {
        char *a = job->slots + butterfly_at(job, first + k, &power) * slot;
        w->pairs[k] = (sl_point_pair){(sl_point_ref)a, (sl_point_ref)(a + distance), w->running + k * slot};
    }
    curve->add_pairs(w->pairs, n, w->scratch);
    for (size_t k = 0; k < n; k++) {
        char *a = job->slots + butterfly_at(job, first + k, &power) * slot;
        w->pairs[k] = (sl_point_pair){(sl_point_ref)a, (sl_point_ref)(a + distance) | 1, a + distance};
    }
    curve->add_pairs(w->pairs, n, w->scratch);
    for (size_t k = 0; k < n; k++) {
        memcpy(job->slots + butterfly_at(job, first + k, &power) * slot, w->running + k * slot, slot);
    }
    const size_t count = twiddles_fill(job, w, first, n);
    for (size_t k = 0; k < count; k++) {
        memcpy(w->points + k * slot, job->slots + w->where[k] * slot, slot);
    }
    if (count > 0) {
        batch_mul(fold, w, count);
    }
    for (size_t k = 0; k < count; k++) {
        memcpy(job->slots + w->where[k] * slot, w->points + k * slot, slot);
    }
}

void sl_fold_points_layer(sl_fold_points *fold, void *slots, unsigned log2, unsigned layer) {
    layer_job job = {.fold = fold, .slots = slots, .butterflies_n = (size_t)1 << (log2 - 1), .half_log2 = layer};
    job.root = sl_fr_root_of_unity;
    for (unsigned k = layer + 1; k < SL_FR_TWO_ADICITY; k++) {
        sl_fr_sqr(&job.root, &job.root);
    }
    sl_fr_inv_vt(&job.root, &job.root);
    sl_pool_for(fold->pool, (job.butterflies_n + BATCH_N - 1) / BATCH_N, layer_task, &job);
}

uint64_t sl_fold_points_products(unsigned log2) {
    const uint64_t size = UINT64_C(1) << log2;
    return log2 == 0 ? 0 : size / 2 * log2 - (size - 1);
}
