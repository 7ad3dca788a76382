// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cuda/cuda_multiples.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "backends/cuda/key_state.h"
#include "core/mem/layout.h"
#include "core/mem/small.h"
#include "core/sys/random.h"
#include "math/curve/g1.h"
#include "math/curve/g2.h"

#define CHUNK_N_G1 ((size_t)1 << 18)
#define CHUNK_N_G2 ((size_t)1 << 17)
#define CHUNK_N_LEAST ((size_t)1 << 10)
#define HALVES_N 2    /* chunks on their way */
#define LEVELS_MAX 15 /* launches of pairs in a row: of the growth of a table of width 16 */

/* What a launch of pairs reads from device memory. */
typedef struct level {
    uint32_t n, out_first, taken; /* see sl_cuda_pairs */
} level;

/* Pinned memory of a chunk on its way. */
typedef struct half {
    sl_fr *scalars; /* chunk_n */
    uint8_t *keys;  /* chunk_n */
    level *levels;  /* LEVELS_MAX */
    void *event;    /* all is done */
    bool is_busy;   /* its event has not been waited for */
} half;

struct sl_module_multiples {
    sl_module_device *device;
    sl_cuda_group group;
    uint32_t width, rows_n, table_n;
    uint32_t chunk_n;
    uint32_t blocks_n, scratch_steps; /* of pairs */
    half halves[HALVES_N];
    void *pinned;
    void *memory;    /* of the device, and its parts: */
    uint8_t *points; /* powers, table, sums */
    uint64_t *pairs;
    level *levels;
    void *scratch;
    sl_cuda_fr *scalars;
    uint32_t *keys;
};

static sluice_status check(const sl_module_multiples *m, int code, const char *what, sluice_error *err) {
    return sl_cuda_call_check(m->device, code, what, err);
}

/* --- memory --------------------------------------------------------------------------------------------------------
 */

/* The table's growth, or the first sums of a chunk, of which there are the most. */
static size_t pairs_max(const sl_module_multiples *m) {
    return SL_MAX(m->table_n / 2, m->rows_n / 2 * m->chunk_n);
}

/* Lays the device's memory out from `arena` on (NULL: only counts); returns the bytes. */
static size_t device_layout(sl_module_multiples *m, char *arena) {
    const size_t point_bytes = sl_cuda_point_bytes(m->group), n = m->chunk_n;
    const size_t points_n = SL_CUDA_POWERS_N + m->table_n + (m->rows_n - 1) * n;
    size_t used = 0;
    m->points = sl_layout_take(arena, &used, points_n * point_bytes);
    m->pairs = sl_layout_take(arena, &used, pairs_max(m) * sizeof *m->pairs);
    m->levels = sl_layout_take(arena, &used, LEVELS_MAX * sizeof *m->levels);
    m->scratch = sl_layout_take(arena, &used, sl_cuda_pairs_scratch_bytes(m->group, m->blocks_n, m->scratch_steps));
    m->scalars = sl_layout_take(arena, &used, n * sizeof *m->scalars);
    m->keys = sl_layout_take(arena, &used, n * point_bytes);
    return used;
}

static size_t pinned_layout(sl_module_multiples *m, char *arena) {
    size_t used = 0;
    for (int i = 0; i < HALVES_N; i++) {
        half *h = &m->halves[i];
        h->scalars = sl_layout_take(arena, &used, m->chunk_n * sizeof *h->scalars);
        h->keys = sl_layout_take(arena, &used, m->chunk_n * sl_cuda_point_bytes(m->group));
        h->levels = sl_layout_take(arena, &used, LEVELS_MAX * sizeof *h->levels);
    }
    return used;
}

static sluice_status memory_take(sl_module_multiples *m, sluice_error *err) {
    const sl_cuda_calls *calls = m->device->calls;
    SL_TRY(check(m, calls->alloc(&m->memory, device_layout(m, NULL)), "memory for multiples", err));
    (void)device_layout(m, m->memory);
    SL_TRY(check(m, calls->host_alloc(&m->pinned, pinned_layout(m, NULL)), "pinned memory for multiples", err));
    (void)pinned_layout(m, m->pinned);
    for (int i = 0; i < HALVES_N; i++) {
        SL_TRY(check(m, calls->event_open(&m->halves[i].event), "event", err));
    }
    return SLUICE_OK;
}

/* --- sums of pairs -------------------------------------------------------------------------------------------------
 */

/* All levels that follow, for the device to read. */
static sluice_status levels_send(const sl_module_multiples *m, const half *h, uint32_t levels_n, sluice_error *err) {
    return check(m, m->device->calls->copy_in(m->levels, h->levels, levels_n * sizeof *h->levels, m->device->stream),
                 "copy to the device", err);
}

static sluice_status pairs_add(const sl_module_multiples *m, uint32_t level_index, sluice_error *err) {
    void *pool = m->points + SL_CUDA_POWERS_N * sl_cuda_point_bytes(m->group);
    const sl_cuda_pairs work = {.bases = m->points,
                                .pool = pool,
                                .bases_n = SL_CUDA_POWERS_N,
                                .pairs = m->pairs,
                                .out = pool,
                                .n = &m->levels[level_index].n,
                                .out_first = &m->levels[level_index].out_first,
                                .taken = &m->levels[level_index].taken,
                                .scratch_steps = m->scratch_steps,
                                .scratch = m->scratch};
    const sl_cuda_calls *calls = m->device->calls;
    return check(m, calls->points->pairs[m->group](&work, m->blocks_n, m->device->stream), "kernel of pairs", err);
}

/* --- the table -----------------------------------------------------------------------------------------------------
 */

/* The powers 2^i P / 2. */
static void powers_g1(sl_g1_affine *out, const void *base, const sl_fr *half_scalar) {
    sl_g1 point;
    sl_g1_from_affine(&point, base);
    sl_g1_mul_vt(&point, &point, half_scalar);
    for (int i = 0; i < SL_CUDA_POWERS_N; i++) {
        sl_g1_to_affine_vt(&out[i], &point);
        sl_g1_dbl(&point, &point);
    }
}

static void powers_g2(sl_g2_affine *out, const void *base, const sl_fr *half_scalar) {
    sl_g2 point;
    sl_g2_from_affine(&point, base);
    sl_g2_mul_vt(&point, &point, half_scalar);
    for (int i = 0; i < SL_CUDA_POWERS_N; i++) {
        sl_g2_to_affine_vt(&out[i], &point);
        sl_g2_dbl(&point, &point);
    }
}

/* The powers, and then the first entries of the table: every `width`th of them. */
static sluice_status powers_send(const sl_module_multiples *m, const void *base, sluice_error *err) {
    const size_t point_bytes = sl_cuda_point_bytes(m->group);
    uint8_t *powers = sl_small_alloc(SL_CUDA_POWERS_N + m->rows_n, point_bytes);
    if (powers == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "device %u: no memory for powers", m->device->index);
    }
    sl_fr half_scalar = sl_fr_from_u64(2);
    sl_fr_inv_vt(&half_scalar, &half_scalar);
    if (m->group == SL_CUDA_G1) {
        powers_g1((void *)powers, base, &half_scalar);
    } else {
        powers_g2((void *)powers, base, &half_scalar);
    }
    for (size_t row = 0; row < m->rows_n; row++) {
        memcpy(powers + (SL_CUDA_POWERS_N + row) * point_bytes, powers + row * m->width * point_bytes, point_bytes);
    }
    const sl_cuda_calls *calls = m->device->calls;
    sluice_status status =
        check(m, calls->copy_in(m->points, powers, (SL_CUDA_POWERS_N + m->rows_n) * point_bytes, m->device->stream),
              "copy to the device", err);
    if (status == SLUICE_OK) {
        status = check(m, calls->synchronize(m->device->stream), "wait for a copy", err);
    }
    free(powers);
    return status;
}

/* Doubles the known entries until the table is whole. */
static sluice_status table_make(const sl_module_multiples *m, const void *base, sluice_error *err) {
    const sl_cuda_calls *calls = m->device->calls;
    const half *h = &m->halves[0];
    SL_TRY(powers_send(m, base, err));
    for (uint32_t i = 0; i + 1 < m->width; i++) {
        h->levels[i] = (level){m->rows_n << i, m->rows_n << i, 0};
    }
    SL_TRY(levels_send(m, h, m->width - 1, err));
    for (uint32_t i = 0; i + 1 < m->width; i++) {
        const sl_cuda_growth work = {m->pairs, m->rows_n << i, m->width, i};
        SL_TRY(check(m, calls->multiples->growth(&work, m->device->stream), "kernel of a table's growth", err));
        SL_TRY(pairs_add(m, i, err));
    }
    return check(m, calls->synchronize(m->device->stream), "wait for a table", err);
}

/* --- open and close ------------------------------------------------------------------------------------------------
 */

static bool is_identity(bool is_g2, const void *base) {
    return is_g2 ? sl_g2_affine_is_identity(base) : sl_g1_affine_is_identity(base);
}

static void multiples_close(sl_module_multiples *m) {
    if (m == NULL) {
        return;
    }
    /* Calls fail on a lost device, with nothing left to give back. Scalars are what keys are made from. */
    const sl_cuda_calls *calls = m->device->calls;
    (void)calls->device_use((int)m->device->index);
    if (m->memory != NULL) {
        (void)calls->fill(m->scalars, 0, m->chunk_n * sizeof *m->scalars, m->device->stream);
        (void)calls->fill(m->pairs, 0, pairs_max(m) * sizeof *m->pairs, m->device->stream); /* digits of scalars */
    }
    (void)calls->synchronize(m->device->stream);
    for (int i = 0; i < HALVES_N; i++) {
        if (m->halves[i].event != NULL) {
            (void)calls->event_close(m->halves[i].event);
        }
        if (m->pinned != NULL) {
            sl_wipe(m->halves[i].scalars, m->chunk_n * sizeof *m->halves[i].scalars);
        }
    }
    if (m->pinned != NULL) {
        (void)calls->host_release(m->pinned);
    }
    if (m->memory != NULL) {
        (void)calls->release(m->memory);
    }
    free(m);
}

/* The device's memory that it takes with such windows and so many multiples at a time. */
static size_t sizes_set(sl_module_multiples *m, uint32_t width, size_t chunk_n) {
    m->width = width;
    m->rows_n = sl_cuda_multiples_rows(width);
    m->table_n = sl_cuda_multiples_table(width);
    m->chunk_n = (uint32_t)SL_MAX(1, chunk_n);
    m->scratch_steps = sl_cuda_pairs_scratch_steps(m->group, (uint32_t)pairs_max(m), m->blocks_n);
    return device_layout(m, NULL);
}

/* Fewer at a time, and then narrower windows, where the budget is small; 0: there is none. */
static sluice_status sizes_choose(sl_module_multiples *m, size_t n, uint64_t budget_bytes, sluice_error *err) {
    const size_t most = SL_MIN(n, m->group == SL_CUDA_G2 ? CHUNK_N_G2 : CHUNK_N_G1);
    size_t least = SIZE_MAX;
    for (uint32_t width = n <= SL_CUDA_MULTIPLES_FEW ? 8 : 16; width >= 8; width -= 8) {
        for (size_t chunk_n = most;; chunk_n = SL_MAX(chunk_n / 2, CHUNK_N_LEAST)) {
            least = sizes_set(m, width, chunk_n);
            if (budget_bytes == 0 || least <= budget_bytes) {
                return SLUICE_OK;
            }
            if (chunk_n <= CHUNK_N_LEAST) {
                break;
            }
        }
    }
    return SL_FAIL(err, SLUICE_E_BUDGET,
                   "device %u: multiples of a point do not work with %" PRIu64 " bytes; the least that works is %zu",
                   m->device->index, budget_bytes, least);
}

static sluice_status multiples_open(sl_module_device *device, sl_module_multiples **out, bool is_g2, const void *base,
                                    size_t n, uint64_t budget_bytes, sluice_error *err) {
    if (is_identity(is_g2, base)) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: multiples of the identity", device->index);
    }
    SL_TRY(sl_cuda_device_use(device, err));
    sl_module_multiples *m = sl_small_alloc(1, sizeof *m);
    if (m == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "device %u: no memory for multiples", device->index);
    }
    m->device = device;
    m->group = is_g2 ? SL_CUDA_G2 : SL_CUDA_G1;
    m->blocks_n = SL_MAX(1, SL_CUDA_PAIRS_BLOCKS * device->multiprocessors_n);
    sluice_status status = sizes_choose(m, n, budget_bytes, err);
    if (status == SLUICE_OK) {
        status = memory_take(m, err);
    }
    if (status == SLUICE_OK) {
        status = table_make(m, base, err);
    }
    if (status != SLUICE_OK) {
        multiples_close(m);
        return status;
    }
    *out = m;
    return SLUICE_OK;
}

/* --- multiples -----------------------------------------------------------------------------------------------------
 */

/* Writes the pairs of all levels and adds them; the sums that come out last begin at *first of the points. */
static sluice_status sums_make(const sl_module_multiples *m, const half *h, uint32_t n, uint32_t *first,
                               sluice_error *err) {
    const sl_cuda_multiples_calls *calls = m->device->calls->multiples;
    void *stream = m->device->stream;
    uint32_t levels_n = 0, at = m->table_n;
    for (uint32_t lists_n = m->rows_n / 2; lists_n > 0; lists_n /= 2) {
        h->levels[levels_n++] = (level){lists_n * n, at, 0};
        at += lists_n * n;
    }
    SL_TRY(levels_send(m, h, levels_n, err));
    const sl_cuda_digits digits = {m->scalars, m->pairs, n, m->width};
    SL_TRY(check(m, calls->digits(&digits, stream), "kernel of digits", err));
    SL_TRY(pairs_add(m, 0, err));
    for (uint32_t i = 1; i < levels_n; i++) {
        const sl_cuda_joins joins = {m->pairs, n, m->rows_n >> (i + 1), SL_CUDA_POWERS_N + h->levels[i - 1].out_first};
        SL_TRY(check(m, calls->joins(&joins, stream), "kernel of joins", err));
        SL_TRY(pairs_add(m, i, err));
    }
    *first = SL_CUDA_POWERS_N + h->levels[levels_n - 1].out_first;
    return SLUICE_OK;
}

static sluice_status half_wait(const sl_module_multiples *m, half *h, sluice_error *err) {
    if (h->is_busy) {
        SL_TRY(check(m, m->device->calls->event_synchronize(h->event), "wait for multiples", err));
    }
    h->is_busy = false;
    return SLUICE_OK;
}

static sluice_status half_mark(const sl_module_multiples *m, half *h, sluice_error *err) {
    h->is_busy = true;
    return check(m, m->device->calls->event_record(h->event, m->device->stream), "event", err);
}

/* The multiples of a chunk; they come to stand at *out. */
static sluice_status chunk_make(const sl_module_multiples *m, half *h, const sl_fr *scalars, uint32_t n,
                                const uint8_t **out, sluice_error *err) {
    const sl_cuda_calls *calls = m->device->calls;
    uint32_t first;
    SL_TRY(half_wait(m, h, err));
    memcpy(h->scalars, scalars, n * sizeof *h->scalars);
    SL_TRY(check(m, calls->copy_in(m->scalars, h->scalars, n * sizeof *h->scalars, m->device->stream),
                 "copy to the device", err));
    SL_TRY(sums_make(m, h, n, &first, err));
    *out = m->points + first * sl_cuda_point_bytes(m->group);
    return SLUICE_OK;
}

static sluice_status chunk_start(const sl_module_multiples *m, half *h, const sl_fr *scalars, uint32_t n,
                                 sluice_error *err) {
    const sl_cuda_calls *calls = m->device->calls;
    void *stream = m->device->stream;
    const uint8_t *points;
    SL_TRY(chunk_make(m, h, scalars, n, &points, err));
    const sl_cuda_encode encode = {points, m->keys, n, m->group};
    SL_TRY(check(m, calls->multiples->encode(&encode, stream), "kernel of encoding", err));
    SL_TRY(check(m, calls->copy_out(h->keys, m->keys, n * sl_cuda_point_bytes(m->group), stream),
                 "copy from the device", err));
    return half_mark(m, h, err);
}

static sluice_status chunk_finish(const sl_module_multiples *m, half *h, uint8_t *keys, uint32_t n, sluice_error *err) {
    SL_TRY(half_wait(m, h, err));
    memcpy(keys, h->keys, n * sl_cuda_point_bytes(m->group));
    return SLUICE_OK;
}

static sluice_status multiples_mul(sl_module_multiples *m, uint8_t *keys, const void *scalars, size_t n,
                                   sluice_error *err) {
    const size_t point_bytes = sl_cuda_point_bytes(m->group);
    half *before = NULL;
    size_t before_first = 0;
    uint32_t before_n = 0;
    SL_TRY(sl_cuda_device_use(m->device, err));
    for (size_t first = 0, k = 0; first < n; k++) {
        half *h = &m->halves[k % HALVES_N];
        const uint32_t step = (uint32_t)SL_MIN(n - first, (size_t)m->chunk_n);
        SL_TRY(chunk_start(m, h, (const sl_fr *)scalars + first, step, err));
        if (before != NULL) {
            SL_TRY(chunk_finish(m, before, keys + before_first * point_bytes, before_n, err));
        }
        before = h;
        before_first = first;
        before_n = step;
        first += step;
    }
    return before == NULL ? SLUICE_OK : chunk_finish(m, before, keys + before_first * point_bytes, before_n, err);
}

/* --- into a key ----------------------------------------------------------------------------------------------------
 */

static sluice_status chunk_put(const sl_module_multiples *m, half *h, const sl_fr *scalars, uint32_t n,
                               sl_module_key *key, sl_module_section section, uint64_t first, sluice_error *err) {
    const sl_cuda_calls *calls = m->device->calls;
    void *stream = m->device->stream;
    const size_t point_bytes = sl_cuda_point_bytes(m->group);
    const uint8_t *points;
    SL_TRY(chunk_make(m, h, scalars, n, &points, err));
    for (uint64_t done = 0; done < n;) {
        const sl_cuda_key_place place = sl_cuda_key_place_of(key, section, first + done, n - done);
        const uint8_t *from = points + done * point_bytes;
        const int code = place.device != NULL ? calls->copy_on_device(place.device, from, place.n * point_bytes, stream)
                                              : calls->copy_out(place.host, from, place.n * point_bytes, stream);
        SL_TRY(check(m, code, "copy of points", err));
        done += place.n;
    }
    return half_mark(m, h, err);
}

static sluice_status multiples_key_put(sl_module_multiples *m, sl_module_key *key, sl_module_section section,
                                       uint64_t first, const void *scalars, size_t n, sluice_error *err) {
    SL_TRY(sl_cuda_device_use(m->device, err));
    SL_TRY(sl_cuda_key_put_check(key, section, first, n, err));
    if (key->device != m->device || sl_cuda_section_group(section) != m->group) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: multiples of another group than section %s, or device",
                       m->device->index, sl_cuda_section_name(section));
    }
    for (size_t done = 0, k = 0; done < n; k++) {
        const uint32_t step = (uint32_t)SL_MIN(n - done, (size_t)m->chunk_n);
        SL_TRY(chunk_put(m, &m->halves[k % HALVES_N], (const sl_fr *)scalars + done, step, key, section, first + done,
                         err));
        done += step;
    }
    sl_cuda_key_put_count(key, section, n);
    return SLUICE_OK;
}

const sl_module_multiples_calls sl_cuda_multiples_ops = {
    .open = multiples_open,
    .mul = multiples_mul,
    .key_put = multiples_key_put,
    .close = multiples_close,
};
