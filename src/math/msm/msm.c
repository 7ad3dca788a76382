// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/msm/msm.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem/layout.h"
#include "core/mem/small.h"
#include "math/msm/msm_internal.h"

/* What the first of two buffers is rounded up to. */
#define PAGE_BYTES ((size_t)4096)

static const sl_curve_kernels *curve_of(const sl_msm_plan *plan, const sl_kernels *kernels) {
    return plan->group == SL_G1 ? kernels->g1 : kernels->g2;
}

static void worker_layout(sl_msm_worker *worker, const sl_msm *msm, char *arena, size_t *used) {
    const sl_curve_kernels *curve = msm->curve;
    const size_t lines_n = sl_lines_max(msm->window_buckets);
    *worker = (sl_msm_worker){
        .scratch = sl_layout_take(arena, used, sl_sum_lists_scratch_bytes(curve)),
        .bit_sums = sl_layout_take(arena, used, SL_BIT_LISTS * curve->slot_bytes),
        .bit_refs = sl_layout_take(arena, used, msm->bit_block_n * sizeof(uint32_t)),
        .line_sums = sl_layout_take(arena, used, lines_n * curve->slot_bytes),
        .line_affine = sl_layout_take(arena, used, lines_n * curve->affine_bytes),
        .line_refs = sl_layout_take(arena, used, (2 * msm->window_buckets + 1) * sizeof(uint32_t)),
        .line_ends = sl_layout_take(arena, used, lines_n * sizeof(uint32_t)),
        .has_value = sl_layout_take(arena, used, msm->window_buckets),
    };
}

/* Sizes and pointers of everything in the arena; returns its bytes. Workers' memory comes first. */
static size_t layout(sl_msm *msm, char *arena) {
    const sl_msm_plan *plan = &msm->plan;
    const size_t slot_bytes = msm->curve->slot_bytes;
    const size_t rows_n = msm->group_n;
    const size_t point_bytes = plan->group == SL_G1 ? sizeof(sl_g1) : sizeof(sl_g2);
    size_t used = 0;
    msm->workers = sl_layout_take(arena, &used, plan->threads_n * sizeof *msm->workers);
    for (size_t t = 0; t < plan->threads_n; t++) {
        sl_msm_worker ignored;
        worker_layout(arena == NULL ? &ignored : &msm->workers[t], msm, arena, &used);
    }
    msm->buckets = sl_layout_take(arena, &used, msm->buckets_n * slot_bytes);
    msm->known = sl_layout_take(arena, &used, plan->is_fresh ? 0 : (msm->buckets_n + 63) / 64 * sizeof *msm->known);
    msm->rows = sl_layout_take(arena, &used, 8 * msm->rows_stride * sizeof *msm->rows);
    msm->records = sl_layout_take(arena, &used, rows_n * plan->batch_n * sizeof *msm->records);
    msm->refs = sl_layout_take(arena, &used, rows_n * plan->batch_n * sizeof *msm->refs);
    msm->ends = sl_layout_take(arena, &used, rows_n * msm->window_buckets * sizeof *msm->ends);
    msm->heads = sl_layout_take(arena, &used, rows_n * msm->parts_max * slot_bytes);
    msm->head_lists = sl_layout_take(arena, &used, rows_n * msm->parts_max * sizeof *msm->head_lists);
    msm->window_sums = sl_layout_take(arena, &used, plan->windows_n * point_bytes);
    return used;
}

static void sizes_set(sl_msm *msm, const sl_msm_plan *plan, const sl_kernels *kernels) {
    *msm = (sl_msm){.plan = *plan, .kernels = kernels, .curve = curve_of(plan, kernels)};
    msm->group_n = SL_MIN(plan->threads_n, plan->windows_n);
    msm->window_buckets = (size_t)1 << (plan->window_bits - 1);
    const size_t all_buckets = sl_windows_make(msm->windows, plan->windows_n);
    msm->buckets_n = plan->is_fresh ? msm->group_n * msm->window_buckets : all_buckets;
    msm->bit_block_n = SL_BIT_BLOCK_BYTES / msm->curve->slot_bytes;
    msm->rows_stride = (plan->batch_n + 15) / 16 * 16 + 5 * 16;
    msm->parts_max = plan->threads_n == 1 ? 1 : 4 * plan->threads_n / msm->group_n;
}

/* The buffer of bases: those of the batch, then a block of each worker. Returns its bytes; NULL: only counts. */
static size_t slots_layout(sl_msm *msm, char *arena) {
    size_t used = 0;
    msm->slots = sl_layout_take(arena, &used, msm->plan.batch_n * msm->curve->slot_bytes);
    for (size_t t = 0; t < msm->plan.threads_n; t++) {
        void *bit_slots = sl_layout_take(arena, &used, msm->bit_block_n * msm->curve->slot_bytes);
        if (arena != NULL) {
            msm->workers[t].bit_slots = bit_slots;
        }
    }
    return used;
}

size_t sl_msm_memory_bytes(const sl_msm_plan *plan, const sl_kernels *kernels) {
    sl_msm msm;
    sizes_set(&msm, plan, kernels);
    return (layout(&msm, NULL) + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES + slots_layout(&msm, NULL) + sizeof msm;
}

sluice_status sl_msm_open(sl_msm **out, const sl_msm_plan *plan, const sl_kernels *kernels, sl_pool *pool,
                          sluice_error *err) {
    SL_ASSERT(sl_pool_threads(pool) == plan->threads_n && plan->chunk_n <= SL_REF_INDEX_MAX &&
              plan->batch_n <= (size_t)1 << SL_BATCH_LOG2_MAX);
    sl_msm *msm = sl_small_alloc(1, sizeof *msm);
    if (msm == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "msm: no memory");
    }
    sizes_set(msm, plan, kernels);
    msm->pool = pool;
    sluice_status status = sl_buf_alloc(&msm->memory, layout(msm, NULL), "msm", err);
    if (status == SLUICE_OK) {
        sl_buf_mark_secret(&msm->memory); /* scalars, and sums that tell them */
        (void)layout(msm, msm->memory.data);
        status = sl_buf_alloc(&msm->slots_memory, slots_layout(msm, NULL), "msm bases", err);
    }
    if (status == SLUICE_OK) {
        (void)slots_layout(msm, msm->slots_memory.data);
    } else {
        sl_msm_close(msm);
        return status;
    }
    *out = msm;
    return SLUICE_OK;
}

void sl_msm_close(sl_msm *msm) {
    if (msm == NULL) {
        return;
    }
    sl_buf_release(&msm->slots_memory);
    sl_buf_release(&msm->memory);
    free(msm);
}

sluice_status sl_msm_add(sl_msm *msm, const sl_msm_chunk *chunk, sluice_error *err) {
    SL_ASSERT(chunk->n <= msm->plan.chunk_n);
    size_t bad = SIZE_MAX;
    if (chunk->bits != NULL && chunk->n > 0) {
        sl_msm_add_bits(msm, chunk, &bad);
    }
    if (bad == SIZE_MAX && chunk->full != NULL) {
        sl_msm_add_full(msm, chunk, &bad);
    }
    if (bad != SIZE_MAX) {
        return SL_FAIL(err, SLUICE_E_CORRUPT,
                       "point %" PRIu64 ": expected two coordinates below p%s, with no flag bits", msm->added_n + bad,
                       msm->plan.check_curve ? " that are on the curve" : "");
    }
    msm->added_n += chunk->n;
    return SLUICE_OK;
}

size_t sl_msm_split(uint64_t *bits, uint32_t *full_at, sl_fr *full, const sl_fr *scalars, size_t n) {
    const sl_fr one = sl_fr_one();
    size_t full_n = 0;
    memset(bits, 0, (n + 63) / 64 * sizeof *bits);
    for (size_t i = 0; i < n; i++) {
        if (sl_fr_eq(&scalars[i], &one)) {
            bits[i / 64] |= UINT64_C(1) << (i % 64);
        } else if (!sl_fr_is_zero(&scalars[i])) {
            full_at[full_n] = (uint32_t)i;
            full[full_n++] = scalars[i];
        }
    }
    return full_n;
}
