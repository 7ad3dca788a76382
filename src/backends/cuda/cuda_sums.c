// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cuda/cuda_sums.h"

#include <stdlib.h>

#include "backends/cuda/device_state.h"
#include "backends/cuda/sums.h"
#include "backends/cuda/sums_clock.h"
#include "core/base/checked.h"
#include "core/base/clock.h"
#include "core/mem/buf.h"
#include "core/mem/small.h"
#include "core/sys/random.h"
#include "math/field/fr.h"

#define GRID_PAIRS ((size_t)1 << 20) /* bases that are made at a time */
#define ROOM_LEFT ((size_t)64 << 20) /* of the device's memory, for others */

struct sl_module_sum {
    sl_module_device *device;
    sl_cuda_sums_plan plan;
    sl_cuda_sum terms;
    uint32_t bases_n;
    void *bases, *scalars, *bits;
    sl_cuda_sums_room room;
    sl_cuda_sums_clock clock; /* no events: none was asked for */
};

static sluice_status check(const sl_module_sum *s, int code, const char *what, sluice_error *err) {
    return sl_cuda_call_check(s->device, code, what, err);
}

/* --- bases ---------------------------------------------------------------------------------------------------------
 */

/* Device memory for making bases from a grid: counts, pairs, scratch and points, in this order. */
typedef struct grid_memory {
    size_t pairs_at, scratch_at, points_at, all_bytes;
    uint32_t blocks_n, steps;
} grid_memory;

static grid_memory grid_memory_of(const sl_module_sum *s, size_t points_n) {
    grid_memory g = {.pairs_at = 256};
    g.scratch_at = g.pairs_at + GRID_PAIRS * sizeof(uint64_t);
    g.blocks_n = SL_MAX(1, SL_CUDA_PAIRS_BLOCKS * s->device->multiprocessors_n);
    g.steps = sl_cuda_pairs_scratch_steps(s->plan.group, (uint32_t)GRID_PAIRS, g.blocks_n);
    g.points_at = g.scratch_at + sl_cuda_pairs_scratch_bytes(s->plan.group, g.blocks_n, g.steps);
    g.all_bytes = g.points_at + points_n * sl_cuda_point_bytes(s->plan.group);
    return g;
}

static sluice_status grid_add(const sl_module_sum *s, const sl_module_sum_shape *shape, uint8_t *memory,
                              const grid_memory *g, uint64_t *pairs, sluice_error *err) {
    const sl_cuda_calls *calls = s->device->calls;
    const size_t point_bytes = sl_cuda_point_bytes(s->plan.group);
    void *const stream = s->room.stream, *const points = memory + g->points_at, *const to = memory + g->pairs_at;
    uint32_t *const words = (void *)memory;
    SL_TRY(check(s, calls->copy_in(points, shape->points, shape->points_n * point_bytes, stream), "copy to the device",
                 err));
    for (size_t first = 0; first < shape->bases_n; first += GRID_PAIRS) {
        const uint32_t n = (uint32_t)SL_MIN(GRID_PAIRS, shape->bases_n - first), counts[2] = {n, 0};
        for (size_t i = first; i < first + n; i++) {
            pairs[i - first] = i % shape->low_n | (uint64_t)(shape->low_n + i / shape->low_n) << 32;
        }
        const sl_cuda_pairs work = {.bases = points,
                                    .pool = points,
                                    .bases_n = (uint32_t)shape->points_n,
                                    .pairs = to,
                                    .out = (uint8_t *)s->bases + first * point_bytes,
                                    .n = words,
                                    .taken = words + 1,
                                    .scratch_steps = g->steps,
                                    .scratch = memory + g->scratch_at};
        SL_TRY(check(s, calls->copy_in(words, counts, sizeof counts, stream), "copy to the device", err));
        SL_TRY(check(s, calls->copy_in(to, pairs, n * sizeof *pairs, stream), "copy to the device", err));
        SL_TRY(check(s, calls->points->pairs[s->plan.group](&work, g->blocks_n, stream), "kernel of pairs", err));
        SL_TRY(check(s, calls->synchronize(stream), "wait for bases", err));
    }
    return SLUICE_OK;
}

static sluice_status grid_make(const sl_module_sum *s, const sl_module_sum_shape *shape, sluice_error *err) {
    const grid_memory g = grid_memory_of(s, shape->points_n);
    sl_buf pairs;
    SL_TRY(sl_buf_alloc(&pairs, GRID_PAIRS * sizeof(uint64_t), "pairs of points", err));
    void *memory = NULL;
    sluice_status status = check(s, s->device->calls->alloc(&memory, g.all_bytes), "memory for points", err);
    if (status == SLUICE_OK) {
        status = grid_add(s, shape, memory, &g, pairs.data, err);
        if (status != SLUICE_OK) {
            (void)s->device->calls->synchronize(s->room.stream); /* copies may still be on their way */
        }
        const int code = s->device->calls->release(memory);
        status = status == SLUICE_OK ? check(s, code, "release of memory", err) : status;
    }
    sl_buf_release(&pairs);
    return status;
}

static sluice_status bases_make(const sl_module_sum *s, const sl_module_sum_shape *shape, sluice_error *err) {
    if (shape->low_n != 0) {
        return grid_make(s, shape, err);
    }
    const size_t bytes = shape->bases_n * sl_cuda_point_bytes(s->plan.group);
    const sl_cuda_calls *calls = s->device->calls;
    SL_TRY(check(s, calls->copy_in(s->bases, shape->points, bytes, s->room.stream), "copy to the device", err));
    return check(s, calls->synchronize(s->room.stream), "wait for bases", err);
}

/* --- open and close ------------------------------------------------------------------------------------------------
 */

static sluice_status shape_check(const sl_module_device *device, const sl_module_sum_shape *shape, sluice_error *err) {
    const bool is_grid = shape->low_n != 0;
    const size_t high_n = is_grid ? (shape->bases_n + shape->low_n - 1) / shape->low_n : 0;
    if (shape->bases_n == 0 || shape->bases_n > SL_CUDA_SUM_TERMS_MAX || shape->points_n > SL_CUDA_SUM_TERMS_MAX ||
        shape->points_n != (is_grid ? shape->low_n + high_n : shape->bases_n) || shape->n_max > shape->bases_n ||
        shape->bits_n_max > shape->bases_n) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: sum of %zu scalars and %zu bits over %zu bases of %zu points",
                       device->index, shape->n_max, shape->bits_n_max, shape->bases_n, shape->points_n);
    }
    return SLUICE_OK;
}

static sluice_status memory_take(sl_module_sum *s, const sl_module_sum_shape *shape, sluice_error *err) {
    const sl_cuda_calls *calls = s->device->calls;
    const sl_cuda_sum_shape terms = {(uint32_t)shape->n_max, (uint32_t)shape->bits_n_max};
    SL_TRY(check(s, calls->stream_open(&s->room.stream), "stream", err));
    SL_TRY(check(s, calls->event_open(&s->room.event), "event", err));
    SL_TRY(check(s, calls->alloc(&s->bases, shape->bases_n * sl_cuda_point_bytes(s->plan.group)), "memory for bases",
                 err));
    SL_TRY(bases_make(s, shape, err));
    if (terms.n > 0) {
        SL_TRY(check(s, calls->alloc(&s->scalars, terms.n * sizeof(sl_cuda_fr)), "memory for scalars", err));
    }
    if (terms.bits_n > 0) {
        const size_t bytes = ((size_t)terms.bits_n + 63) / 64 * sizeof(uint64_t);
        SL_TRY(check(s, calls->alloc(&s->bits, bytes), "memory for bits", err));
    }
    size_t free_bytes, all_bytes;
    SL_TRY(check(s, calls->memory_info(&free_bytes, &all_bytes), "size of memory", err));
    free_bytes -= SL_MIN(free_bytes, ROOM_LEFT);
    const size_t bytes_max = shape->bytes_max == 0 ? free_bytes : SL_MIN(free_bytes, shape->bytes_max);
    SL_TRY(sl_cuda_sums_plan_make_by(&s->plan, s->device, shape->method, s->plan.group, &terms, 1, bytes_max, err));
    SL_TRY(check(s, calls->alloc(&s->room.workspace, s->plan.workspace_bytes), "memory for sums", err));
    return check(s, calls->host_alloc(&s->room.host, s->plan.host_bytes), "pinned memory for sums", err);
}

/* Terms and what was made of them: they may have been a witness's. */
static void terms_wipe(const sl_module_sum *s) {
    const sl_cuda_calls *calls = s->device->calls;
    const struct {
        void *at;
        size_t bytes;
    } parts[] = {{s->scalars, s->plan.shapes[0].n * sizeof(sl_cuda_fr)},
                 {s->bits, ((size_t)s->plan.shapes[0].bits_n + 63) / 64 * sizeof(uint64_t)},
                 {s->room.workspace, s->plan.workspace_bytes}};
    for (size_t i = 0; i < SL_ARRAY_N(parts); i++) {
        if (parts[i].at != NULL) {
            (void)calls->fill(parts[i].at, 0, parts[i].bytes, s->room.stream);
        }
    }
    if (s->room.host != NULL) {
        sl_wipe(s->room.host, s->plan.host_bytes);
    }
}

static void sum_close(sl_module_sum *s) {
    if (s == NULL) {
        return;
    }
    /* Calls fail on a lost device, with nothing left to give back. */
    const sl_cuda_calls *calls = s->device->calls;
    void *const blocks[] = {s->bases, s->scalars, s->bits, s->room.workspace};
    (void)calls->device_use((int)s->device->index);
    if (s->room.stream != NULL) {
        (void)calls->synchronize(s->room.stream);
        terms_wipe(s);
        (void)calls->synchronize(s->room.stream);
    }
    for (size_t i = 0; i < SL_ARRAY_N(blocks); i++) {
        if (blocks[i] != NULL) {
            (void)calls->release(blocks[i]);
        }
    }
    if (s->room.host != NULL) {
        (void)calls->host_release(s->room.host);
    }
    sl_cuda_sums_clock_close(&s->clock, s->device);
    if (s->room.event != NULL) {
        (void)calls->event_close(s->room.event);
    }
    if (s->room.stream != NULL) {
        (void)calls->stream_close(s->room.stream);
    }
    free(s);
}

static sluice_status sum_open(sl_module_device *device, sl_module_sum **out, const sl_module_sum_shape *shape,
                              sluice_error *err) {
    SL_TRY(shape_check(device, shape, err));
    SL_TRY(sl_cuda_device_use(device, err));
    sl_module_sum *s = sl_small_alloc(1, sizeof *s);
    if (s == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "device %u: no memory for sums", device->index);
    }
    s->device = device;
    s->plan.group = shape->is_g2 ? SL_CUDA_G2 : SL_CUDA_G1;
    s->bases_n = (uint32_t)shape->bases_n;
    const sluice_status status = memory_take(s, shape, err);
    if (status != SLUICE_OK) {
        sum_close(s);
        return status;
    }
    *out = s;
    return SLUICE_OK;
}

/* --- terms and sums ------------------------------------------------------------------------------------------------
 */

static sluice_status sum_put(sl_module_sum *s, const void *scalars, size_t n, const uint64_t *bits, size_t bits_n,
                             sluice_error *err) {
    const sl_cuda_calls *calls = s->device->calls;
    if (n > s->plan.shapes[0].n || bits_n > s->plan.shapes[0].bits_n) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: %zu scalars and %zu bits, beyond the sum's %u and %u",
                       s->device->index, n, bits_n, s->plan.shapes[0].n, s->plan.shapes[0].bits_n);
    }
    SL_TRY(sl_cuda_device_use(s->device, err));
    s->terms = (sl_cuda_sum){0};
    if (n > 0) {
        SL_TRY(check(s, calls->copy_in(s->scalars, scalars, n * sizeof(sl_cuda_fr), s->room.stream),
                     "copy to the device", err));
    }
    if (bits_n > 0) {
        SL_TRY(check(s, calls->copy_in(s->bits, bits, (bits_n + 63) / 64 * sizeof *bits, s->room.stream),
                     "copy to the device", err));
    }
    SL_TRY(check(s, calls->synchronize(s->room.stream), "wait for terms", err));
    s->terms = (sl_cuda_sum){.scalars = s->scalars, .n = (uint32_t)n, .bits = s->bits, .bits_n = (uint32_t)bits_n};
    return SLUICE_OK;
}

static sluice_status sum_run(sl_module_sum *s, void *out, sl_module_sum_times *times, bool has_stages,
                             sluice_error *err) {
    SL_TRY(sl_cuda_device_use(s->device, err));
    s->room.clock = NULL;
    if (has_stages) {
        if (s->clock.events_n == 0) {
            SL_TRY(sl_cuda_sums_clock_open(&s->clock, s->device, err));
        }
        s->room.clock = &s->clock;
    }
    const double start = sl_clock_seconds();
    SL_TRY(sl_cuda_sums_run(s->device, &s->plan, out, &s->terms, 1, s->bases, s->bases_n, &s->room, err));
    if (times != NULL) {
        *times = (sl_module_sum_times){.ms = (float)(1000 * (sl_clock_seconds() - start)),
                                       .windows_n = s->plan.windows_n,
                                       .has_runs = s->plan.has_runs,
                                       .workspace_bytes = s->plan.workspace_bytes};
        for (unsigned i = 0; has_stages && i < SL_MODULE_SUM_STAGES_N; i++) {
            times->stages[i] = s->clock.ms[i];
        }
    }
    return SLUICE_OK;
}

const sl_module_sums sl_cuda_sums_ops = {sum_open, sum_put, sum_run, sum_close};
