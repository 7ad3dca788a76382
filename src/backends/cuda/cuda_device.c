// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cuda/cuda_device.h"

#include <stdio.h>
#include <stdlib.h>

#include "backends/cuda/device_state.h"
#include "backends/cuda/runs_choice.h"
#include "core/base/checked.h"
#include "core/mem/small.h"

sluice_status sl_cuda_devices_count(const sl_cuda_calls *calls, uint32_t *out, sluice_error *err) {
    int n = 0;
    const int code = calls->devices_count(&n);
    if (code != 0) {
        return SL_FAIL(err, SLUICE_E_DEVICE, "no device: %s (CUDA error %d)", calls->error_text(code), code);
    }
    if (n <= 0) {
        return SL_FAIL(err, SLUICE_E_DEVICE, "no device: the driver has %d", n);
    }
    *out = (uint32_t)n;
    return SLUICE_OK;
}

static sluice_status index_check(const sl_cuda_calls *calls, uint32_t index, sluice_error *err) {
    uint32_t n;
    SL_TRY(sl_cuda_devices_count(calls, &n, err));
    if (index >= n) {
        return SL_FAIL(err, SLUICE_E_DEVICE, "device %u: there are %u", index, n);
    }
    return SLUICE_OK;
}

sluice_status sl_cuda_device_info(const sl_cuda_calls *calls, sl_module_device_info *out, uint32_t index,
                                  sluice_error *err) {
    SL_TRY(index_check(calls, index, err));
    sl_module_device_info info = {0};
    const int code = calls->device_info(&info, (int)index);
    if (code != 0) {
        return SL_FAIL(err, SLUICE_E_DEVICE, "device %u: its properties: %s (CUDA error %d)", index,
                       calls->error_text(code), code);
    }
    *out = info;
    return SLUICE_OK;
}

sluice_status sl_cuda_call_check(sl_module_device *device, int code, const char *what, sluice_error *err) {
    if (code == 0) {
        return SLUICE_OK;
    }
    const sl_cuda_calls *calls = device->calls;
    if (code == calls->out_of_memory) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "device %u: %s: %s", device->index, what, calls->error_text(code));
    }
    int health = SL_CUDA_WELL;
    if (atomic_compare_exchange_strong(&device->health, &health, SL_CUDA_BEING_LOST)) {
        (void)snprintf(device->lost_by, sizeof device->lost_by, "%s: %s (CUDA error %d)", what, calls->error_text(code),
                       code);
        atomic_store(&device->health, SL_CUDA_LOST);
    }
    return SL_FAIL(err, SLUICE_E_DEVICE, "device %u: %s: %s (CUDA error %d)", device->index, what,
                   calls->error_text(code), code);
}

sluice_status sl_cuda_device_open(const sl_cuda_calls *calls, sl_module_device **out, uint32_t index,
                                  sluice_error *err) {
    sl_module_device_info info;
    SL_TRY(sl_cuda_device_info(calls, &info, index, err));
    sl_module_device *device = sl_small_alloc(1, sizeof *device);
    if (device == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "device %u: no memory for its handle", index);
    }
    device->calls = calls;
    device->index = index;
    device->multiprocessors_n = info.multiprocessors_n;
    device->prefers_runs = sl_cuda_runs_are_faster(&info);
    sluice_status status = sl_cuda_call_check(device, calls->device_use((int)index), "open", err);
    if (status == SLUICE_OK) {
        status = sl_cuda_call_check(device, calls->stream_open(&device->stream), "stream", err);
    }
    if (status != SLUICE_OK) {
        free(device);
        return status;
    }
    *out = device;
    return SLUICE_OK;
}

void sl_cuda_device_close(sl_module_device *device) {
    if (device == NULL) {
        return;
    }
    (void)device->calls->stream_close(device->stream); /* fails on a lost device, with nothing left to give back */
    free(device);
}

/* Device memory: out, a and b, one after the other. */
static sluice_status field_steps(sl_module_device *device, uint8_t *memory, void *out, const void *a, const void *b,
                                 size_t n, sl_module_field_op op, uint32_t rounds, sluice_error *err) {
    const sl_cuda_calls *calls = device->calls;
    void *stream = device->stream;
    const size_t bytes = n * sl_module_field_bytes(op);
    uint8_t *const device_a = memory + bytes, *const device_b = device_a + bytes;
    SL_TRY(sl_cuda_call_check(device, calls->copy_in(device_a, a, bytes, stream), "copy to the device", err));
    SL_TRY(sl_cuda_call_check(device, calls->copy_in(device_b, b, bytes, stream), "copy to the device", err));
    SL_TRY(sl_cuda_call_check(device, calls->field_launch(memory, device_a, device_b, n, op, rounds, stream),
                              "field kernel", err));
    SL_TRY(sl_cuda_call_check(device, calls->copy_out(out, memory, bytes, stream), "copy from the device", err));
    return sl_cuda_call_check(device, calls->synchronize(stream), "wait for the field kernel", err);
}

sluice_status sl_cuda_device_use(sl_module_device *device, sluice_error *err) {
    const int health = atomic_load(&device->health);
    if (health != SL_CUDA_WELL) {
        return SL_FAIL(err, SLUICE_E_DEVICE, "device %u was lost: %s", device->index,
                       health == SL_CUDA_LOST ? device->lost_by : "a call failed");
    }
    return sl_cuda_call_check(device, device->calls->device_use((int)device->index), "use", err);
}

/* Memory for a call on a device that is well. */
static sluice_status memory_take(sl_module_device *device, void **memory, size_t bytes, const char *what,
                                 sluice_error *err) {
    SL_TRY(sl_cuda_device_use(device, err));
    return sl_cuda_call_check(device, device->calls->alloc(memory, bytes), what, err);
}

/* Gives it back; the status of the call. */
static sluice_status memory_give(sl_module_device *device, void *memory, sluice_status status, sluice_error *err) {
    if (status != SLUICE_OK) {
        /* What is still on its way uses the caller's memory. */
        (void)device->calls->synchronize(device->stream);
    }
    const int code = device->calls->release(memory);
    return status == SLUICE_OK ? sl_cuda_call_check(device, code, "release of memory", err) : status;
}

sluice_status sl_cuda_field_run(sl_module_device *device, void *out, const void *a, const void *b, size_t n,
                                sl_module_field_op op, uint32_t rounds, sluice_error *err) {
    size_t bytes;
    if (n == 0 || rounds == 0 || !sl_mul_size(n, 3 * sl_module_field_bytes(op), &bytes)) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: field kernel: %zu elements, %u rounds", device->index, n,
                       rounds);
    }
    void *memory;
    SL_TRY(memory_take(device, &memory, bytes, "memory for field elements", err));
    const sluice_status status = field_steps(device, memory, out, a, b, n, op, rounds, err);
    return memory_give(device, memory, status, err);
}

/* --- pairs ---------------------------------------------------------------------------------------------------------
 */

#define POINTS_N_MAX ((size_t)1 << 31)

/* Numbers that name no point would be read from anywhere. */
static sluice_status pairs_check(const sl_module_device *device, size_t points_n, const uint64_t *pairs, size_t pairs_n,
                                 sluice_error *err) {
    if (pairs_n == 0 || pairs_n > SL_CUDA_PAIRS_N_MAX || points_n >= POINTS_N_MAX) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: %zu pairs of %zu points", device->index, pairs_n, points_n);
    }
    for (size_t i = 0; i < pairs_n; i++) {
        for (unsigned shift = 0; shift < 64; shift += 32) {
            const uint32_t point = (uint32_t)(pairs[i] >> shift) & ~SL_CUDA_REF_NEGATIVE;
            if (point >= points_n) {
                return SL_FAIL(err, SLUICE_E_USAGE, "device %u: pair %zu names point %u of %zu", device->index, i,
                               point, points_n);
            }
        }
    }
    return SLUICE_OK;
}

/* One block of device memory, in this order: each part is a multiple of 16 bytes. */
typedef struct pairs_layout {
    size_t points_bytes, out_bytes, scratch_bytes, pairs_bytes, all_bytes;
    uint32_t blocks_n, steps;
    sl_cuda_group group;
} pairs_layout;

static pairs_layout layout_of(const sl_module_device *device, sl_cuda_group group, size_t points_n, size_t pairs_n) {
    pairs_layout l = {.points_bytes = points_n * sl_cuda_point_bytes(group),
                      .out_bytes = pairs_n * sl_cuda_point_bytes(group),
                      .group = group};
    const size_t blocks_needed = (pairs_n + sl_cuda_pairs_threads(group) - 1) / sl_cuda_pairs_threads(group);
    const size_t blocks_there = SL_MAX(1, (size_t)SL_CUDA_PAIRS_BLOCKS * device->multiprocessors_n);
    l.blocks_n = (uint32_t)SL_MIN(blocks_needed, blocks_there);
    SL_DEBUG_ASSERT(l.blocks_n > 0 && l.blocks_n <= SL_CUDA_PAIRS_N_MAX / SL_CUDA_G2_PAIRS_THREADS);
    l.steps = sl_cuda_pairs_scratch_steps(group, (uint32_t)pairs_n, l.blocks_n);
    l.scratch_bytes = sl_cuda_pairs_scratch_bytes(group, l.blocks_n, l.steps);
    l.pairs_bytes = (pairs_n + 1) / 2 * 2 * sizeof(uint64_t);
    l.all_bytes = l.points_bytes + l.out_bytes + l.scratch_bytes + l.pairs_bytes + 2 * sizeof(uint32_t);
    return l;
}

static sluice_status pairs_steps_run(sl_module_device *device, uint8_t *memory, const pairs_layout *l, void *out,
                                     const void *points, const uint64_t *pairs, size_t pairs_n, sluice_error *err) {
    const sl_cuda_calls *calls = device->calls;
    void *stream = device->stream;
    uint8_t *const device_out = memory + l->points_bytes, *const scratch = device_out + l->out_bytes;
    uint8_t *const device_pairs = scratch + l->scratch_bytes;
    uint32_t *const words = (void *)(device_pairs + l->pairs_bytes); /* how many, and the kernel's own */
    const uint32_t counts[2] = {(uint32_t)pairs_n, 0};
    const sl_cuda_pairs work = {.bases = memory,
                                .pool = memory,
                                .bases_n = UINT32_MAX,
                                .pairs = (const void *)device_pairs,
                                .out = device_out,
                                .n = words,
                                .taken = words + 1,
                                .scratch_steps = l->steps,
                                .scratch = scratch};
    SL_TRY(
        sl_cuda_call_check(device, calls->copy_in(memory, points, l->points_bytes, stream), "copy to the device", err));
    SL_TRY(sl_cuda_call_check(device, calls->copy_in(device_pairs, pairs, pairs_n * sizeof *pairs, stream),
                              "copy to the device", err));
    SL_TRY(sl_cuda_call_check(device, calls->copy_in(words, counts, sizeof counts, stream), "copy to the device", err));
    SL_TRY(
        sl_cuda_call_check(device, calls->points->pairs[l->group](&work, l->blocks_n, stream), "kernel of pairs", err));
    SL_TRY(sl_cuda_call_check(device, calls->copy_out(out, device_out, l->out_bytes, stream), "copy from the device",
                              err));
    return sl_cuda_call_check(device, calls->synchronize(stream), "wait for the kernel of pairs", err);
}

static sluice_status pairs_add(sl_module_device *device, sl_cuda_group group, void *out, const void *points,
                               size_t points_n, const uint64_t *pairs, size_t pairs_n, sluice_error *err) {
    SL_TRY(pairs_check(device, points_n, pairs, pairs_n, err));
    const pairs_layout layout = layout_of(device, group, points_n, pairs_n);
    void *memory;
    SL_TRY(memory_take(device, &memory, layout.all_bytes, "memory for points", err));
    const sluice_status status = pairs_steps_run(device, memory, &layout, out, points, pairs, pairs_n, err);
    return memory_give(device, memory, status, err);
}

sluice_status sl_cuda_g1_add_pairs(sl_module_device *device, void *out, const void *points, size_t points_n,
                                   const uint64_t *pairs, size_t pairs_n, sluice_error *err) {
    return pairs_add(device, SL_CUDA_G1, out, points, points_n, pairs, pairs_n, err);
}

sluice_status sl_cuda_g2_add_pairs(sl_module_device *device, void *out, const void *points, size_t points_n,
                                   const uint64_t *pairs, size_t pairs_n, sluice_error *err) {
    return pairs_add(device, SL_CUDA_G2, out, points, points_n, pairs, pairs_n, err);
}
