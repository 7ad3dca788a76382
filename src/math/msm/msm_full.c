// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Full-width scalars, batch by batch: decode bases and cut scalars into digits; then, for a group of windows at a time,
 * sort the bases' references by bucket (counting sort, a window a task) and add each bucket's list to its sum (equal
 * parts of the references a task).
 */
#include <stdatomic.h>
#include <string.h>

#include "math/msm/msm_internal.h"

/* Scalars of one decoding task. */
#define BLOCK_N ((size_t)512)
/* References below which a window is not cut further. */
#define PART_MIN_N ((size_t)8192)

typedef struct batch {
    sl_msm *msm;
    const sl_msm_chunk *chunk;
    size_t first; /* in chunk->full */
    size_t n;
    unsigned group_first; /* window */
    unsigned group_n;
    size_t parts_n; /* of each window */
    atomic_size_t bad;
} batch;

/* Keeps the least of the positions seen by any task. */
static void bad_set(atomic_size_t *bad, size_t position) {
    size_t old = atomic_load(bad);
    while (position < old && !atomic_compare_exchange_weak(bad, &old, position)) {
    }
}

static void prepare_task(void *data, size_t i, size_t worker) {
    (void)worker;
    batch *b = data;
    const sl_msm *msm = b->msm;
    const sl_msm_chunk *chunk = b->chunk;
    const size_t begin = i * BLOCK_N;
    const size_t n = SL_MIN(BLOCK_N, b->n - begin);
    const size_t first = b->first + begin;
    if (chunk->slots == NULL) {
        const uint32_t *at = chunk->full_at == NULL ? NULL : chunk->full_at + first;
        const uint8_t *keys = chunk->bases + (at == NULL ? first * msm->curve->key_bytes : 0);
        const size_t good =
            msm->curve->decode(msm->slots + begin * msm->curve->slot_bytes, keys, at, n, msm->plan.check_curve);
        if (good < n) {
            bad_set(&b->bad, at == NULL ? first + good : at[good]);
            return;
        }
    }
    uint64_t limbs[4 * BLOCK_N];
    msm->kernels->fr_to_limbs(limbs, chunk->full + first, n);
    sl_digits_cut(msm->digits + begin, msm->digits_stride, msm->windows, msm->plan.windows_n, limbs, n);
}

static void sort_task(void *data, size_t i, size_t worker) {
    (void)worker;
    const batch *b = data;
    const sl_msm *msm = b->msm;
    const sl_window *window = &msm->windows[b->group_first + i];
    const size_t buckets_n = (size_t)1 << (window->width - 1);
    const uint32_t *digits = msm->digits + (b->group_first + i) * msm->digits_stride;
    uint32_t *refs = msm->refs + i * msm->plan.batch_n;
    uint32_t *ends = msm->ends + i * msm->window_buckets;
    const size_t n = b->n;
    memset(ends, 0, buckets_n * sizeof *ends);
    for (size_t k = 0; k < n; k++) {
        if (digits[k] != SL_DIGIT_ZERO) {
            ends[digits[k] & SL_REF_INDEX_MAX]++;
        }
    }
    uint32_t start = 0;
    for (size_t j = 0; j < buckets_n; j++) {
        const uint32_t refs_n = ends[j];
        ends[j] = start;
        start += refs_n;
    }
    /* Scalar k's base: in the batch's own slots at k, in the chunk's slots where the chunk says. */
    const uint32_t *at = b->chunk->slots == NULL || b->chunk->full_at == NULL ? NULL : b->chunk->full_at + b->first;
    const uint32_t offset = b->chunk->slots == NULL ? 0 : (uint32_t)b->first;
    /* Each bucket's start moves on to its end. */
    for (size_t k = 0; k < n; k++) {
        const uint32_t digit = digits[k];
        if (digit != SL_DIGIT_ZERO) {
            const uint32_t base = at == NULL ? offset + (uint32_t)k : at[k];
            refs[ends[digit & SL_REF_INDEX_MAX]++] = base | (digit & SL_REF_NEGATIVE);
        }
    }
}

static void sum_task(void *data, size_t i, size_t worker) {
    const batch *b = data;
    const sl_msm *msm = b->msm;
    const size_t slot_bytes = msm->curve->slot_bytes;
    const size_t row = i / b->parts_n;
    const size_t part = i % b->parts_n;
    const sl_window *window = &msm->windows[b->group_first + row];
    const sl_lists lists = {
        .bases = b->chunk->slots == NULL ? msm->slots : b->chunk->slots,
        .refs = msm->refs + row * msm->plan.batch_n,
        .ends = msm->ends + row * msm->window_buckets,
        .lists_n = (size_t)1 << (window->width - 1),
    };
    const size_t refs_n = lists.ends[lists.lists_n - 1];
    char *head = msm->heads + (row * msm->parts_max + part) * slot_bytes;
    memset(head, 0, slot_bytes);
    sl_sum_lists_part(msm->curve, msm->buckets + window->first_bucket * slot_bytes, head,
                      &msm->head_lists[row * msm->parts_max + part], &lists, refs_n * part / b->parts_n,
                      refs_n * (part + 1) / b->parts_n, msm->workers[worker].scratch);
}

/* Lists that were cut between parts: what later parts found is added to their sums, one after another. */
static void heads_add(const batch *b) {
    const sl_msm *msm = b->msm;
    const size_t slot_bytes = msm->curve->slot_bytes;
    for (size_t row = 0; row < b->group_n; row++) {
        const sl_window *window = &msm->windows[b->group_first + row];
        const size_t lists_n = (size_t)1 << (window->width - 1);
        for (size_t part = 1; part < b->parts_n; part++) {
            const size_t list = msm->head_lists[row * msm->parts_max + part];
            if (list < lists_n) {
                char *sum = msm->buckets + (window->first_bucket + list) * slot_bytes;
                const char *head = msm->heads + (row * msm->parts_max + part) * slot_bytes;
                const sl_point_pair pair = {(sl_point_ref)sum, (sl_point_ref)head, sum};
                msm->curve->add_pairs(&pair, 1, msm->workers[0].scratch);
            }
        }
    }
}

static void batch_run(batch *b) {
    const sl_msm *msm = b->msm;
    sl_pool_for(msm->pool, (b->n + BLOCK_N - 1) / BLOCK_N, prepare_task, b);
    if (atomic_load(&b->bad) != SIZE_MAX) {
        return;
    }
    for (unsigned w = 0; w < msm->plan.windows_n; w += (unsigned)msm->group_n) {
        b->group_first = w;
        b->group_n = SL_MIN((unsigned)msm->group_n, msm->plan.windows_n - w);
        b->parts_n = SL_MIN(b->n / PART_MIN_N + 1, msm->parts_max);
        sl_pool_for(msm->pool, b->group_n, sort_task, b);
        sl_pool_for(msm->pool, b->group_n * b->parts_n, sum_task, b);
        heads_add(b);
    }
}

void sl_msm_add_full(sl_msm *msm, const sl_msm_chunk *chunk, size_t *bad) {
    batch b = {.msm = msm, .chunk = chunk};
    atomic_init(&b.bad, SIZE_MAX);
    const size_t full_n = chunk->full_at == NULL ? chunk->n : chunk->full_n;
    while (b.first < full_n && atomic_load(&b.bad) == SIZE_MAX) {
        b.n = SL_MIN(full_n - b.first, msm->plan.batch_n);
        batch_run(&b);
        b.first += b.n;
    }
    *bad = atomic_load(&b.bad);
}
