// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cuda/cuda_device.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/checked.h"
#include "core/mem/small.h"

struct sl_module_device {
    const sl_cuda_calls *calls;
    uint32_t index;
    void *stream; /* NULL: not open */
    bool is_lost;
    char lost_by[160]; /* what failed */
};

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

/* SLUICE_OK for code 0. Else the status of a call that failed, and the device is lost but for lack of memory. */
static sluice_status call_check(sl_module_device *device, int code, const char *what, sluice_error *err) {
    if (code == 0) {
        return SLUICE_OK;
    }
    const sl_cuda_calls *calls = device->calls;
    if (code == calls->out_of_memory) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "device %u: %s: %s", device->index, what, calls->error_text(code));
    }
    device->is_lost = true;
    (void)snprintf(device->lost_by, sizeof device->lost_by, "%s: %s (CUDA error %d)", what, calls->error_text(code),
                   code);
    return SL_FAIL(err, SLUICE_E_DEVICE, "device %u: %s", device->index, device->lost_by);
}

sluice_status sl_cuda_device_open(const sl_cuda_calls *calls, sl_module_device **out, uint32_t index,
                                  sluice_error *err) {
    SL_TRY(index_check(calls, index, err));
    sl_module_device *device = sl_small_alloc(1, sizeof *device);
    if (device == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "device %u: no memory for its handle", index);
    }
    device->calls = calls;
    device->index = index;
    sluice_status status = call_check(device, calls->device_use((int)index), "open", err);
    if (status == SLUICE_OK) {
        status = call_check(device, calls->stream_open(&device->stream), "stream", err);
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
    SL_TRY(call_check(device, calls->copy_in(device_a, a, bytes, stream), "copy to the device", err));
    SL_TRY(call_check(device, calls->copy_in(device_b, b, bytes, stream), "copy to the device", err));
    SL_TRY(call_check(device, calls->field_launch(memory, device_a, device_b, n, op, rounds, stream), "field kernel",
                      err));
    SL_TRY(call_check(device, calls->copy_out(out, memory, bytes, stream), "copy from the device", err));
    return call_check(device, calls->synchronize(stream), "wait for the field kernel", err);
}

sluice_status sl_cuda_field_run(sl_module_device *device, void *out, const void *a, const void *b, size_t n,
                                sl_module_field_op op, uint32_t rounds, sluice_error *err) {
    const sl_cuda_calls *calls = device->calls;
    if (device->is_lost) {
        return SL_FAIL(err, SLUICE_E_DEVICE, "device %u was lost: %s", device->index, device->lost_by);
    }
    size_t bytes;
    if (n == 0 || rounds == 0 || !sl_mul_size(n, 3 * sl_module_field_bytes(op), &bytes)) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: field kernel: %zu elements, %u rounds", device->index, n,
                       rounds);
    }
    SL_TRY(call_check(device, calls->device_use((int)device->index), "use", err));
    void *memory = NULL;
    SL_TRY(call_check(device, calls->alloc(&memory, bytes), "memory for field elements", err));
    sluice_status status = field_steps(device, memory, out, a, b, n, op, rounds, err);
    if (status != SLUICE_OK) {
        /* What is still on its way uses the caller's memory. */
        (void)calls->synchronize(device->stream);
    }
    const int code = calls->release(memory);
    if (status == SLUICE_OK) {
        status = call_check(device, code, "release of memory", err);
    }
    return status;
}
