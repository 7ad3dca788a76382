// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/poly/ntt.h"

#include <stdlib.h>

#include "core/mem/layout.h"
#include "core/mem/small.h"
#include "math/poly/ntt_internal.h"

/* From this size on, two passes: lanes for vector units and tasks for threads. */
#define TWO_PASSES_FROM 8

void sl_fr_squares_make(sl_fr_squares *out, const sl_fr *g) {
    out->power[0] = *g;
    for (size_t b = 1; b < SL_ARRAY_N(out->power); b++) {
        sl_fr_sqr(&out->power[b], &out->power[b - 1]);
    }
}

sl_fr sl_fr_squares_pow(const sl_fr_squares *squares, uint64_t e) {
    sl_fr out = sl_fr_one();
    for (; e != 0; e &= e - 1) {
        sl_fr_mul(&out, &out, &squares->power[__builtin_ctzll(e)]);
    }
    return out;
}

/* root_of_unity^(2^(32 - log2_n)), or its inverse. */
sl_fr sl_ntt_root(unsigned log2_n, sl_ntt_direction direction) {
    sl_fr root = sl_fr_root_of_unity;
    for (unsigned i = log2_n; i < SL_FR_TWO_ADICITY; i++) {
        sl_fr_sqr(&root, &root);
    }
    if (direction == SL_NTT_INVERSE) {
        sl_fr_inv_vt(&root, &root);
    }
    return root;
}

/* The lengths of the passes; returns the bytes of tables and scratch that they need in all. */
static size_t levels_make(sl_ntt *ntt, size_t threads_n) {
    const unsigned bits = ntt->log2_size;
    const unsigned least = bits < TWO_PASSES_FROM ? 1 : 2;
    const unsigned needed = (bits + SL_NTT_PASS_LOG2_MAX - 1) / SL_NTT_PASS_LOG2_MAX;
    ntt->passes_n = needed < least ? least : needed;
    unsigned left = bits;
    size_t twiddles_n = 0;
    for (unsigned p = 0; p < ntt->passes_n; p++) {
        sl_ntt_level *level = &ntt->levels[p];
        level->log2_n = (left + ntt->passes_n - p - 1) / (ntt->passes_n - p);
        left -= level->log2_n;
        level->n = (size_t)1 << level->log2_n;
        level->columns_n = (size_t)1 << left;
        /* Some tasks for each thread, but no fewer lanes a task than a vector unit wants. */
        const size_t lanes_n = p + 1 < ntt->passes_n ? level->columns_n : ntt->size / level->n;
        level->task_lanes = SL_MIN(lanes_n, (size_t)SL_NTT_TASK_LANES);
        while (level->task_lanes > 8 && ntt->size / level->n / level->task_lanes < 4 * threads_n) {
            level->task_lanes /= 2;
        }
        twiddles_n += level->n / 2 + 1;
    }
    const size_t worker_bytes = (ntt->kernels->ntt_scratch_bytes + 63) / 64 * 64 +
                                2 * SL_NTT_TASK_LANES * sizeof(sl_fr) + sizeof(sl_ntt_worker);
    return 2 * (twiddles_n * ntt->kernels->fr_slot_bytes + ntt->passes_n * 64) + threads_n * worker_bytes + 64;
}

/* Lays out tables and the workers' memory, and fills the tables; a worker's scratch holds their powers meanwhile. */
static void tables_make(sl_ntt *ntt) {
    char *memory = ntt->memory.data;
    size_t used = 0;
    const size_t threads_n = sl_pool_threads(ntt->pool);
    ntt->workers = sl_layout_take(memory, &used, threads_n * sizeof *ntt->workers);
    for (size_t t = 0; t < threads_n; t++) {
        ntt->workers[t].scratch = sl_layout_take(memory, &used, ntt->kernels->ntt_scratch_bytes);
        ntt->workers[t].first = sl_layout_take(memory, &used, SL_NTT_TASK_LANES * sizeof(sl_fr));
        ntt->workers[t].ratio = sl_layout_take(memory, &used, SL_NTT_TASK_LANES * sizeof(sl_fr));
    }
    unsigned left = ntt->log2_size;
    for (unsigned p = 0; p < ntt->passes_n; p++) {
        sl_ntt_level *level = &ntt->levels[p];
        for (int d = SL_NTT_FORWARD; d <= SL_NTT_INVERSE; d++) {
            const sl_fr root = sl_ntt_root(level->log2_n, (sl_ntt_direction)d);
            const sl_fr one = sl_fr_one();
            const size_t n = level->n < 2 ? 1 : level->n / 2;
            sl_fr *powers = ntt->workers[0].scratch;
            void *table = sl_layout_take(memory, &used, n * ntt->kernels->fr_slot_bytes);
            ntt->kernels->fr_powers(powers, &one, &root, n);
            ntt->kernels->fr_prepare(table, powers, n);
            level->twiddles[d] = table;
            const sl_fr block_root = sl_ntt_root(left, (sl_ntt_direction)d);
            sl_fr_squares_make(&level->roots[d], &block_root);
        }
        left -= level->log2_n;
    }
    SL_ASSERT(used <= ntt->memory.bytes);
}

size_t sl_ntt_memory_bytes(unsigned log2_size, const sl_kernels *kernels, size_t threads_n) {
    sl_ntt ntt = {.log2_size = log2_size, .size = (size_t)1 << log2_size, .kernels = kernels};
    return levels_make(&ntt, threads_n) + sizeof ntt;
}

sluice_status sl_ntt_open(sl_ntt **out, unsigned log2_size, const sl_kernels *kernels, sl_pool *pool,
                          sluice_error *err) {
    if (log2_size > SL_NTT_LOG2_MAX) {
        return SL_FAIL(err, SLUICE_E_USAGE, "transform of 2^%u points: at most 2^%d", log2_size, SL_NTT_LOG2_MAX);
    }
    sl_ntt *ntt = sl_small_alloc(1, sizeof *ntt);
    if (ntt == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "ntt: no memory");
    }
    *ntt = (sl_ntt){.log2_size = log2_size, .size = (size_t)1 << log2_size, .kernels = kernels, .pool = pool};
    const sluice_status status = sl_buf_alloc(&ntt->memory, levels_make(ntt, sl_pool_threads(pool)), "ntt", err);
    if (status != SLUICE_OK) {
        free(ntt);
        return status;
    }
    sl_buf_mark_secret(&ntt->memory); /* values on their way through a pass */
    tables_make(ntt);
    const sl_fr size = sl_fr_from_u64(ntt->size);
    sl_fr_inv_vt(&ntt->size_inverse, &size);
    sl_fr shift = sl_fr_generator;
    sl_fr_squares_make(&ntt->coset[SL_NTT_FORWARD], &shift);
    sl_fr_inv_vt(&shift, &shift);
    sl_fr_squares_make(&ntt->coset[SL_NTT_INVERSE], &shift);
    *out = ntt;
    return SLUICE_OK;
}

void sl_ntt_close(sl_ntt *ntt) {
    if (ntt == NULL) {
        return;
    }
    sl_buf_release(&ntt->memory);
    free(ntt);
}
