// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cuda/ntt_plan.h"

#include <string.h>

#include "backends/cuda/device_state.h"
#include "core/base/checked.h"
#include "core/mem/buf.h"
#include "core/mem/layout.h"
#include "math/field/fr.h"

#define STEPS_MAX 3
#define LOW_BITS_MAX 14
#define FULL_LOG2_MAX 20 /* tables of this size are full however memory is */
#define WITHIN_512_N 512
#define WITHIN_64_N 64

/* --- passes --------------------------------------------------------------------------------------------------------
 */

static void level_add(sl_cuda_ntt *ntt, uint32_t log2_n) {
    const uint32_t before =
        ntt->levels_n == 0 ? 0 : ntt->levels[ntt->levels_n - 1].bits_before + ntt->levels[ntt->levels_n - 1].log2_n;
    ntt->levels[ntt->levels_n++] =
        (sl_cuda_ntt_level){.log2_n = log2_n, .log2_columns = ntt->log2_size - before - log2_n, .bits_before = before};
}

/* Long passes at both ends: rows that lie together are loaded best where there are many in a row of memory. */
void sl_cuda_ntt_levels_make(sl_cuda_ntt *ntt, unsigned log2_size, unsigned steps_max) {
    *ntt = (sl_cuda_ntt){.log2_size = log2_size, .low_bits = SL_MIN(log2_size, (unsigned)LOW_BITS_MAX)};
    uint32_t steps[SL_CUDA_NTT_LEVELS_MAX] = {0}, steps_n = log2_size / 3;
    const uint32_t passes_n = (steps_n + steps_max - 1) / steps_max;
    SL_ASSERT(passes_n < SL_CUDA_NTT_LEVELS_MAX);
    /* The last one first, then from the first on. */
    for (uint32_t i = 0; i < passes_n; i++) {
        steps[(i + passes_n - 1) % passes_n] = SL_MIN(steps_n, steps_max);
        steps_n -= SL_MIN(steps_n, steps_max);
    }
    for (uint32_t i = 0; i < passes_n; i++) {
        level_add(ntt, 3 * steps[i]);
    }
    if (log2_size % 3 != 0 || passes_n == 0) {
        level_add(ntt, log2_size % 3);
    }
}

/* --- where tables stand --------------------------------------------------------------------------------------------
 */

static const sl_cuda_fr *elements_take(char *memory, size_t *used, size_t n) {
    return sl_layout_take(memory, used, n * sizeof(sl_cuda_fr));
}

/* Rows of the first pass, where it is not the last. */
static size_t end_rows_n(const sl_cuda_ntt *ntt) {
    return ntt->levels_n > 1 ? (size_t)1 << ntt->levels[0].log2_n : 1;
}

static size_t end_columns_n(const sl_cuda_ntt *ntt) {
    return (size_t)1 << ntt->levels[ntt->levels_n - 1].log2_n;
}

static void seeds_layout(sl_cuda_ntt *ntt, char *memory, size_t *used) {
    for (int d = SL_CUDA_NTT_FORWARD; d <= SL_CUDA_NTT_INVERSE; d++) {
        sl_cuda_ntt_side *side = &ntt->sides[d];
        side->low = elements_take(memory, used, (size_t)1 << ntt->low_bits);
        side->high = elements_take(memory, used, (size_t)1 << (ntt->log2_size - ntt->low_bits));
        side->roots.within512 = elements_take(memory, used, WITHIN_512_N);
        side->roots.within64 = elements_take(memory, used, WITHIN_64_N);
        side->roots.turn_table = elements_take(memory, used, SL_ARRAY_N(side->roots.turn));
        for (uint32_t p = 1; p + 1 < ntt->levels_n; p++) {
            ntt->levels[p].coset[d] = elements_take(memory, used, (size_t)1 << ntt->levels[p].log2_n);
        }
    }
    for (int end = 0; end < SL_CUDA_NTT_ENDS_N; end++) {
        if (sl_cuda_ntt_end_is_constant((sl_cuda_ntt_end)end)) {
            ntt->ends[end] = elements_take(memory, used, 1);
        } else {
            ntt->end_rows[end] = elements_take(memory, used, end_rows_n(ntt));
            ntt->end_columns[end] = elements_take(memory, used, end_columns_n(ntt));
        }
    }
}

size_t sl_cuda_ntt_layout(sl_cuda_ntt *ntt, sl_cuda_ntt_how how, char *memory, size_t *seeds_bytes) {
    size_t used = 0;
    seeds_layout(ntt, memory, &used);
    *seeds_bytes = used;
    for (int end = 0; end < SL_CUDA_NTT_ENDS_N; end++) {
        if (!sl_cuda_ntt_end_is_constant((sl_cuda_ntt_end)end)) {
            ntt->ends[end] = elements_take(memory, &used, end_rows_n(ntt) * end_columns_n(ntt));
        }
    }
    for (uint32_t p = 0; p + 1 < ntt->levels_n; p++) {
        sl_cuda_ntt_level *level = &ntt->levels[p];
        const uint32_t bits = level->log2_n + level->log2_columns;
        for (int d = SL_CUDA_NTT_FORWARD; d <= SL_CUDA_NTT_INVERSE; d++) {
            /* The first pass has no powers of 7: they would take another table of all elements. */
            for (int on_coset = 0; on_coset <= (p > 0 ? 1 : 0); on_coset++) {
                level->between[d][on_coset] = bits <= FULL_LOG2_MAX || how == SL_CUDA_NTT_FULL
                                                  ? elements_take(memory, &used, (size_t)1 << bits)
                                                  : NULL;
            }
        }
    }
    return used;
}

uint64_t sl_cuda_ntt_bytes(unsigned log2_size, sl_cuda_ntt_how how) {
    sl_cuda_ntt ntt;
    size_t seeds_bytes;
    sl_cuda_ntt_levels_make(&ntt, log2_size, STEPS_MAX);
    return sl_cuda_ntt_layout(&ntt, how, NULL, &seeds_bytes);
}

/* --- what the host makes -------------------------------------------------------------------------------------------
 */

typedef struct seeds {
    char *seeds;
    const char *memory;
} seeds;

/* The host's copy of a table. */
static sl_fr *copy_of(const seeds *s, const sl_cuda_fr *table) {
    return (sl_fr *)(void *)(s->seeds + ((const char *)table - s->memory));
}

/* first ratio^i */
static void powers_put(sl_fr *out, size_t n, sl_fr first, const sl_fr *ratio) {
    for (size_t i = 0; i < n; i++) {
        out[i] = first;
        sl_fr_mul(&first, &first, ratio);
    }
}

static sl_fr power_of(const sl_fr *a, uint64_t e) {
    sl_fr out;
    sl_fr_pow_u64_vt(&out, a, e);
    return out;
}

static sl_fr root_of(unsigned log2_n, sl_cuda_ntt_direction direction) {
    sl_fr root = power_of(&sl_fr_root_of_unity, UINT64_C(1) << (SL_FR_TWO_ADICITY - log2_n));
    if (direction == SL_CUDA_NTT_INVERSE) {
        sl_fr_inv_vt(&root, &root);
    }
    return root;
}

static sl_fr shift_of(sl_cuda_ntt_direction direction) {
    sl_fr shift = sl_fr_generator;
    if (direction == SL_CUDA_NTT_INVERSE) {
        sl_fr_inv_vt(&shift, &shift);
    }
    return shift;
}

static size_t reversed(size_t i, uint32_t bits) {
    size_t out = 0;
    for (uint32_t b = 0; b < bits; b++) {
        out |= (i >> b & 1) << (bits - 1 - b);
    }
    return out;
}

static void roots_put(const seeds *s, sl_cuda_ntt_roots *roots, sl_cuda_ntt_direction direction) {
    const sl_fr one = sl_fr_one(), w512 = root_of(9, direction), w64 = root_of(6, direction);
    for (size_t place = 0; place < 8; place++) {
        const size_t q = reversed(place, 3);
        const sl_fr ratio512 = power_of(&w512, q), ratio64 = power_of(&w64, q);
        powers_put(copy_of(s, roots->within512) + 64 * place, 64, one, &ratio512);
        powers_put(copy_of(s, roots->within64) + 8 * place, 8, one, &ratio64);
    }
    const sl_fr v = root_of(3, direction), v3 = power_of(&v, 3), two = sl_fr_from_u64(2);
    sl_fr turn[3] = {power_of(&v, 2)}, half;
    sl_fr_inv_vt(&half, &two);
    sl_fr_sub(&turn[1], &v, &v3);
    sl_fr_mul(&turn[1], &turn[1], &half);
    sl_fr_mul(&turn[2], &turn[1], &turn[0]);
    memcpy(roots->turn, turn, sizeof turn);
    memcpy(copy_of(s, roots->turn_table), turn, sizeof turn);
}

static void side_put(const seeds *s, sl_cuda_ntt *ntt, sl_cuda_ntt_direction direction) {
    sl_cuda_ntt_side *side = &ntt->sides[direction];
    const sl_fr one = sl_fr_one(), root = root_of(ntt->log2_size, direction), shift = shift_of(direction);
    const sl_fr step = power_of(&root, UINT64_C(1) << ntt->low_bits);
    powers_put(copy_of(s, side->low), (size_t)1 << ntt->low_bits, one, &root);
    powers_put(copy_of(s, side->high), (size_t)1 << (ntt->log2_size - ntt->low_bits), one, &step);
    roots_put(s, &side->roots, direction);
    for (uint32_t p = 1; p + 1 < ntt->levels_n; p++) {
        /* Index k of this pass is k 2^bits_before of the whole. */
        const sl_fr ratio = power_of(&shift, UINT64_C(1) << ntt->levels[p].bits_before);
        powers_put(copy_of(s, ntt->levels[p].coset[direction]), (size_t)1 << ntt->levels[p].log2_n, one, &ratio);
    }
}

/* scale base^index, of the index in the first pass (rows, by place) and in the last one (columns). */
static void end_put(const seeds *s, sl_cuda_ntt *ntt, sl_cuda_ntt_end end, const sl_fr *base, const sl_fr *scale) {
    const size_t rows_n = end_rows_n(ntt);
    sl_fr *rows = copy_of(s, ntt->end_rows[end]);
    for (size_t i = 0; i < rows_n; i++) {
        rows[i] = power_of(base, ntt->levels_n > 1 ? reversed(i, ntt->levels[0].log2_n) : 0);
        sl_fr_mul(&rows[i], &rows[i], scale);
    }
    const sl_fr ratio = power_of(base, UINT64_C(1) << ntt->levels[ntt->levels_n - 1].bits_before);
    powers_put(copy_of(s, ntt->end_columns[end]), end_columns_n(ntt), sl_fr_one(), &ratio);
}

static void ends_put(const seeds *s, sl_cuda_ntt *ntt) {
    const sl_fr one = sl_fr_one(), shift = shift_of(SL_CUDA_NTT_FORWARD), back = shift_of(SL_CUDA_NTT_INVERSE);
    sl_fr size = sl_fr_from_u64(UINT64_C(1) << ntt->log2_size), quotient;
    sl_fr_inv_vt(&size, &size);
    quotient = power_of(&shift, UINT64_C(1) << ntt->log2_size);
    sl_fr_sub(&quotient, &quotient, &one);
    sl_fr_inv_vt(&quotient, &quotient);
    sl_fr_mul(&quotient, &quotient, &size);
    *copy_of(s, ntt->ends[SL_CUDA_NTT_END_SIZE]) = size;
    *copy_of(s, ntt->ends[SL_CUDA_NTT_END_QUOTIENT]) = quotient;
    end_put(s, ntt, SL_CUDA_NTT_END_COSET, &shift, &one);
    end_put(s, ntt, SL_CUDA_NTT_END_COSET_INVERSE, &back, &size);
    end_put(s, ntt, SL_CUDA_NTT_END_TURN, &shift, &size);
    end_put(s, ntt, SL_CUDA_NTT_END_COSET_QUOTIENT, &back, &quotient);
}

void sl_cuda_ntt_seeds_make(sl_cuda_ntt *ntt, char *seeds_memory, const char *memory) {
    const seeds s = {seeds_memory, memory};
    side_put(&s, ntt, SL_CUDA_NTT_FORWARD);
    side_put(&s, ntt, SL_CUDA_NTT_INVERSE);
    ends_put(&s, ntt);
}

/* --- what the device makes of it -----------------------------------------------------------------------------------
 */

static sluice_status table_launch(sl_module_device *device, const sl_cuda_ntt_table *table, void *stream,
                                  sluice_error *err) {
    return sl_cuda_call_check(device, device->calls->ntt->table(table, stream), "kernel of tables of transforms", err);
}

static sluice_status ends_launch(sl_module_device *device, const sl_cuda_ntt *ntt, char *memory, void *stream,
                                 sluice_error *err) {
    const uint32_t columns_log2 = ntt->levels[ntt->levels_n - 1].log2_n;
    for (int end = 0; end < SL_CUDA_NTT_ENDS_N; end++) {
        if (!sl_cuda_ntt_end_is_constant((sl_cuda_ntt_end)end)) {
            const sl_cuda_ntt_table table = {
                .out = (void *)(memory + ((const char *)ntt->ends[end] - memory)),
                .low = ntt->end_columns[end],
                .high = ntt->end_rows[end],
                .n = (uint32_t)(end_rows_n(ntt) << columns_log2),
                .low_bits = columns_log2,
                .is_outer = true,
            };
            SL_TRY(table_launch(device, &table, stream, err));
        }
    }
    return SLUICE_OK;
}

static sluice_status betweens_launch(sl_module_device *device, const sl_cuda_ntt *ntt, char *memory, void *stream,
                                     sluice_error *err) {
    for (uint32_t p = 0; p + 1 < ntt->levels_n; p++) {
        const sl_cuda_ntt_level *level = &ntt->levels[p];
        for (unsigned i = 0; i < 4; i++) {
            const unsigned direction = i / 2, on_coset = i % 2;
            const sl_cuda_fr *out = level->between[direction][on_coset];
            if (out == NULL) {
                continue;
            }
            const sl_cuda_ntt_table table = {
                .out = (void *)(memory + ((const char *)out - memory)),
                .low = ntt->sides[direction].low,
                .high = ntt->sides[direction].high,
                .rows = on_coset ? level->coset[direction] : NULL,
                .n = UINT32_C(1) << (level->log2_n + level->log2_columns),
                .columns_log2 = level->log2_columns,
                .shift = level->bits_before,
                .low_bits = ntt->low_bits,
            };
            SL_TRY(table_launch(device, &table, stream, err));
        }
    }
    return SLUICE_OK;
}

sluice_status sl_cuda_ntt_make_steps(sl_module_device *device, sl_cuda_ntt *out, unsigned log2_size, unsigned steps_max,
                                     sl_cuda_ntt_how how, void *memory, void *stream, sluice_error *err) {
    if (log2_size > SL_CUDA_NTT_LOG2_MAX) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: transform of 2^%u points: at most 2^%d", device->index,
                       log2_size, SL_CUDA_NTT_LOG2_MAX);
    }
    sl_cuda_ntt ntt;
    sl_buf host;
    size_t seeds_bytes;
    sl_cuda_ntt_levels_make(&ntt, log2_size, steps_max);
    (void)sl_cuda_ntt_layout(&ntt, how, memory, &seeds_bytes);
    SL_TRY(sl_buf_alloc(&host, seeds_bytes, "tables of transforms", err));
    sl_cuda_ntt_seeds_make(&ntt, host.data, memory);
    sluice_status status = sl_cuda_call_check(device, device->calls->copy_in(memory, host.data, seeds_bytes, stream),
                                              "copy of the tables of transforms", err);
    if (status == SLUICE_OK) {
        status = ends_launch(device, &ntt, memory, stream, err);
    }
    if (status == SLUICE_OK) {
        status = betweens_launch(device, &ntt, memory, stream, err);
    }
    /* In any case: the copy may be on its way. */
    const int code = device->calls->synchronize(stream);
    if (status == SLUICE_OK) {
        status = sl_cuda_call_check(device, code, "wait for the tables of transforms", err);
    }
    sl_buf_release(&host);
    if (status == SLUICE_OK) {
        *out = ntt;
    }
    return status;
}

sluice_status sl_cuda_ntt_make(sl_module_device *device, sl_cuda_ntt *out, unsigned log2_size, sl_cuda_ntt_how how,
                               void *memory, void *stream, sluice_error *err) {
    return sl_cuda_ntt_make_steps(device, out, log2_size, STEPS_MAX, how, memory, stream, err);
}
