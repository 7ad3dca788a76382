// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/msm/fixed_base.h"

#include <stdlib.h>
#include <string.h>

#include "core/mem/layout.h"
#include "core/mem/small.h"
#include "math/msm/msm_internal.h"

/* |k| <= r / 2 < 0.46 2^255, and the bias of the digits is at most 2^254 (1 + 2^-4): the sum has 255 bits. */
#define BITS 255
#define WINDOW_MIN 6
#define WINDOWS_MAX (BITS / WINDOW_MIN + 1)

/*
 * Measured (one core, L2 of 2 MB): an addition costs 4 % more for each doubling of the table beyond 16 MB, and an entry
 * of the table as much as five additions, most of that for memory that is touched for the first time.
 */
#define NEAR_TABLE_BYTES ((size_t)16 << 20)
#define DOUBLED_TABLE_COST 0.04
#define ENTRY_COST 5

#define DEFAULT_TABLE_G1 ((size_t)50 << 20)
#define DEFAULT_TABLE_G2 ((size_t)100 << 20)

/* A scalar ready for cutting: |k| + bias with a limb of zeros above, and whether k was negated. */
typedef struct biased {
    uint64_t l[5];
    uint64_t is_negative;
} biased;

/* Memory of one thread. */
typedef struct fixed_worker {
    sl_point_pair *pairs; /* pairs_max */
    void *scratch;        /* of add_pairs */
    char *sums;           /* pairs_max slots */
    biased *scalars;      /* pairs_max */
    uint64_t *limbs;      /* 4 pairs_max */
} fixed_worker;

struct sl_fixed_base {
    const sl_kernels *kernels;
    const sl_curve_kernels *curve;
    sl_pool *pool;
    unsigned windows_n;
    sl_window windows[WINDOWS_MAX]; /* first_bucket: of its entries in the table */
    uint64_t bias[4];
    sl_buf memory;
    fixed_worker *workers;
    char *table; /* slots: digit d of window w at first_bucket + d - 1 */
    char *zero;  /* a slot of the identity, what digit 0 refers to */
};

typedef struct mul_job {
    sl_fixed_base *fixed;
    uint8_t *keys; /* NULL: slots */
    char *slots;
    const sl_fr *scalars;
    size_t n;
} mul_job;

static size_t windows_make(sl_window *out, unsigned windows_n) {
    const unsigned narrow = BITS / windows_n, wide_n = BITS % windows_n;
    unsigned position = 0;
    size_t first = 0;
    for (unsigned w = 0; w < windows_n; w++) {
        const unsigned width = narrow + (w < wide_n);
        out[w] = (sl_window){position, width, first};
        position += width;
        first += (size_t)1 << (width - 1);
    }
    return first;
}

/* Lays everything out from `arena` on (NULL: only counts); returns the bytes. */
static size_t layout(sl_fixed_base *fixed, const sl_curve_kernels *curve, size_t threads_n, size_t table_n,
                     char *arena) {
    const size_t n = curve->pairs_max;
    size_t used = 0;
    fixed_worker *workers = sl_layout_take(arena, &used, threads_n * sizeof *workers);
    for (size_t t = 0; t < threads_n; t++) {
        const fixed_worker worker = {
            .pairs = sl_layout_take(arena, &used, n * sizeof *worker.pairs),
            .scratch = sl_layout_take(arena, &used, curve->scratch_bytes),
            .sums = sl_layout_take(arena, &used, n * curve->slot_bytes),
            .scalars = sl_layout_take(arena, &used, n * sizeof *worker.scalars),
            .limbs = sl_layout_take(arena, &used, 4 * n * sizeof *worker.limbs),
        };
        if (arena != NULL) {
            workers[t] = worker;
        }
    }
    char *zero = sl_layout_take(arena, &used, curve->slot_bytes);
    char *table = sl_layout_take(arena, &used, table_n * curve->slot_bytes);
    if (arena != NULL) {
        fixed->workers = workers;
        fixed->zero = zero;
        fixed->table = table;
    }
    return used;
}

/* In additions from a small table. */
static double work_of(size_t n, unsigned windows_n, size_t table_n, size_t table_bytes) {
    double each = 1;
    for (size_t bytes = NEAR_TABLE_BYTES; 2 * bytes <= table_bytes; bytes *= 2) {
        each += DOUBLED_TABLE_COST;
    }
    return (double)n * (windows_n - 1) * each + ENTRY_COST * (double)table_n;
}

void sl_fixed_base_plan_make(sl_fixed_base_plan *out, sl_group group, size_t n, size_t memory_max,
                             const sl_kernels *kernels, size_t threads_n) {
    const sl_curve_kernels *curve = group == SL_G1 ? kernels->g1 : kernels->g2;
    double best = 0;
    for (unsigned windows_n = WINDOWS_MAX; windows_n >= (BITS + SL_FIXED_WINDOW_MAX - 1) / SL_FIXED_WINDOW_MAX;
         windows_n--) {
        sl_window windows[WINDOWS_MAX];
        const size_t table_n = windows_make(windows, windows_n);
        const size_t bytes = layout(NULL, curve, threads_n, table_n, NULL);
        if (windows_n < WINDOWS_MAX && bytes > memory_max) {
            break;
        }
        const double cost = work_of(n, windows_n, table_n, table_n * curve->slot_bytes);
        if (windows_n == WINDOWS_MAX || cost < best) {
            best = cost;
            *out = (sl_fixed_base_plan){group, windows_n, table_n, bytes};
        }
    }
}

/* Step `known` of all windows: the known multiples d P plus known P are the next ones. */
typedef struct table_job {
    sl_fixed_base *fixed;
    size_t known, blocks_n; /* blocks of one window */
} table_job;

static void table_task(void *data, size_t i, size_t worker_index) {
    const table_job *job = data;
    const sl_fixed_base *fixed = job->fixed;
    const sl_curve_kernels *curve = fixed->curve;
    const fixed_worker *worker = &fixed->workers[worker_index];
    const sl_window *window = &fixed->windows[i / job->blocks_n];
    const size_t first = i % job->blocks_n * curve->pairs_max;
    if (job->known >= (size_t)1 << (window->width - 1)) {
        return;
    }
    char *row = fixed->table + window->first_bucket * curve->slot_bytes;
    const sl_point_ref step = (sl_point_ref)(row + (job->known - 1) * curve->slot_bytes);
    const size_t n = SL_MIN(job->known - first, curve->pairs_max);
    for (size_t k = 0; k < n; k++) {
        char *slot = row + (first + k) * curve->slot_bytes;
        worker->pairs[k] = (sl_point_pair){(sl_point_ref)slot, step, slot + job->known * curve->slot_bytes};
    }
    curve->add_pairs(worker->pairs, n, worker->scratch);
}

static void table_fill(sl_fixed_base *fixed) {
    SL_ASSERT(fixed->windows[0].width >= 1);
    const size_t widest = (size_t)1 << (fixed->windows[0].width - 1);
    for (table_job job = {.fixed = fixed, .known = 1}; job.known < widest; job.known *= 2) {
        job.blocks_n = (job.known + fixed->curve->pairs_max - 1) / fixed->curve->pairs_max;
        sl_pool_for(fixed->pool, fixed->windows_n * job.blocks_n, table_task, &job);
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

sluice_status sl_fixed_base_open_plan(sl_fixed_base **out, const sl_fixed_base_plan *plan, const void *base,
                                      const sl_kernels *kernels, sl_pool *pool, sluice_error *err) {
    sl_fixed_base *fixed = sl_small_alloc(1, sizeof *fixed);
    if (fixed == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "fixed base: no memory");
    }
    fixed->kernels = kernels;
    fixed->curve = plan->group == SL_G1 ? kernels->g1 : kernels->g2;
    fixed->pool = pool;
    fixed->windows_n = plan->windows_n;
    const size_t table_n = windows_make(fixed->windows, fixed->windows_n);
    for (unsigned w = 0; w < fixed->windows_n; w++) {
        const unsigned bit = fixed->windows[w].position + fixed->windows[w].width - 1;
        fixed->bias[bit / 64] |= UINT64_C(1) << (bit % 64);
    }
    const size_t threads_n = sl_pool_threads(pool);
    const size_t bytes = layout(fixed, fixed->curve, threads_n, table_n, NULL);
    const sluice_status status = sl_buf_alloc(&fixed->memory, bytes, "fixed base", err);
    if (status != SLUICE_OK) {
        free(fixed);
        return status;
    }
    sl_buf_mark_secret(&fixed->memory); /* exponents pass through it */
    (void)layout(fixed, fixed->curve, threads_n, table_n, fixed->memory.data);
    first_multiples(fixed, plan->group, base);
    table_fill(fixed);
    *out = fixed;
    return SLUICE_OK;
}

sluice_status sl_fixed_base_open(sl_fixed_base **out, sl_group group, const void *base, size_t n,
                                 const sl_kernels *kernels, sl_pool *pool, sluice_error *err) {
    sl_fixed_base_plan plan;
    sl_fixed_base_plan_make(&plan, group, n, group == SL_G1 ? DEFAULT_TABLE_G1 : DEFAULT_TABLE_G2, kernels,
                            sl_pool_threads(pool));
    return sl_fixed_base_open_plan(out, &plan, base, kernels, pool, err);
}

void sl_fixed_base_close(sl_fixed_base *fixed) {
    if (fixed == NULL) {
        return;
    }
    sl_buf_release(&fixed->memory);
    free(fixed);
}

/* r, and the highest limb of r / 2. */
static const uint64_t modulus[4] = {UINT64_C(0xffffffff00000001), UINT64_C(0x53bda402fffe5bfe),
                                    UINT64_C(0x3339d80809a1d805), UINT64_C(0x73eda753299d7d48)};
#define HALF_TOP UINT64_C(0x39f6d3a994cebea4)

static void scalars_bias(const sl_fixed_base *fixed, biased *out, const uint64_t *limbs, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const uint64_t *k = limbs + 4 * i;
        uint64_t size[4];
        out[i].is_negative = k[3] > HALF_TOP;
        sl_carry borrow = 0, carry = 0;
        for (int j = 0; j < 4; j++) {
            const uint64_t negated = sl_limb_sub(&borrow, modulus[j], k[j]);
            size[j] = out[i].is_negative ? negated : k[j];
        }
        for (int j = 0; j < 4; j++) {
            out[i].l[j] = sl_limb_add(&carry, size[j], fixed->bias[j]);
        }
        out[i].l[4] = 0;
    }
}

/* The table entry that window w of a scalar refers to, with its sign. */
SL_INLINE sl_point_ref entry_of(const sl_fixed_base *fixed, const sl_window *window, const biased *scalar) {
    const unsigned word = window->position / 64, shift = window->position % 64;
    const uint64_t half = UINT64_C(1) << (window->width - 1);
    const uint64_t bits = scalar->l[word] >> shift | (scalar->l[word + 1] << 1) << (63 - shift);
    const uint64_t value = bits & (2 * half - 1);
    if (SL_UNLIKELY(value == half)) {
        return (sl_point_ref)fixed->zero;
    }
    const uint64_t is_negative = value < half;
    const uint64_t digit = is_negative ? half - value : value - half;
    const char *slot = fixed->table + (window->first_bucket + digit - 1) * fixed->curve->slot_bytes;
    return (sl_point_ref)slot | (is_negative ^ scalar->is_negative);
}

static void mul_task(void *data, size_t i, size_t worker_index) {
    const mul_job *job = data;
    const sl_fixed_base *fixed = job->fixed;
    const sl_curve_kernels *curve = fixed->curve;
    const fixed_worker *worker = &fixed->workers[worker_index];
    const size_t first = i * curve->pairs_max;
    const size_t n = SL_MIN(curve->pairs_max, job->n - first);
    char *sums = job->keys == NULL ? job->slots + first * curve->slot_bytes : worker->sums;
    fixed->kernels->fr_to_limbs(worker->limbs, job->scalars + first, n);
    scalars_bias(fixed, worker->scalars, worker->limbs, n);
    for (unsigned w = 1; w < fixed->windows_n; w++) {
        for (size_t k = 0; k < n; k++) {
            char *sum = sums + k * curve->slot_bytes;
            const sl_point_ref before =
                w == 1 ? entry_of(fixed, &fixed->windows[0], &worker->scalars[k]) : (sl_point_ref)sum;
            worker->pairs[k] = (sl_point_pair){entry_of(fixed, &fixed->windows[w], &worker->scalars[k]), before, sum};
        }
        curve->add_pairs(worker->pairs, n, worker->scratch);
    }
    if (job->keys != NULL) {
        curve->encode(job->keys + first * curve->key_bytes, sums, n);
    }
}

static void mul_run(mul_job *job) {
    const size_t block = job->fixed->curve->pairs_max;
    sl_pool_for(job->fixed->pool, (job->n + block - 1) / block, mul_task, job);
}

void sl_fixed_base_mul(sl_fixed_base *fixed, uint8_t *keys, const sl_fr *scalars, size_t n) {
    mul_run(&(mul_job){.fixed = fixed, .keys = keys, .scalars = scalars, .n = n});
}

void sl_fixed_base_mul_slots(sl_fixed_base *fixed, void *slots, const sl_fr *scalars, size_t n) {
    mul_run(&(mul_job){.fixed = fixed, .slots = slots, .scalars = scalars, .n = n});
}
