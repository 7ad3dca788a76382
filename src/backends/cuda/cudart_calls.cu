// SPDX-License-Identifier: MIT OR Apache-2.0
#include <cuda_runtime.h>

#include <cstdio>

#include "backends/cuda/cudart_calls.h"

static int devices_count(int *out) {
    return cudaGetDeviceCount(out);
}

/* 0 for what the driver does not tell. */
static uint64_t attribute(cudaDeviceAttr which, int index) {
    int value = 0;
    const cudaError_t code = cudaDeviceGetAttribute(&value, which, index);
    return code == cudaSuccess && value > 0 ? (uint64_t)value : 0;
}

static int device_info(sl_module_device_info *out, int index) {
    cudaDeviceProp properties;
    const cudaError_t code = cudaGetDeviceProperties(&properties, index);
    if (code != cudaSuccess) {
        return code;
    }
    (void)snprintf(out->name, sizeof out->name, "%.63s", properties.name);
    out->compute = 10 * (uint32_t)properties.major + (uint32_t)properties.minor;
    out->multiprocessors_n = (uint32_t)properties.multiProcessorCount;
    out->memory_bytes = properties.totalGlobalMem;
    out->clock_khz = (uint32_t)attribute(cudaDevAttrClockRate, index);
    /* Two transfers a cycle of a bus of so many bits. */
    out->memory_bytes_a_second =
        2 * 1000 * attribute(cudaDevAttrMemoryClockRate, index) * attribute(cudaDevAttrGlobalMemoryBusWidth, index) / 8;
    (void)cudaGetLastError(); /* of an attribute that is not there */
    return cudaSuccess;
}

static int device_use(int index) {
    return cudaSetDevice(index);
}

static int stream_open(void **out) {
    cudaStream_t stream;
    const cudaError_t code = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    if (code == cudaSuccess) {
        *out = stream;
    }
    return code;
}

static int stream_close(void *stream) {
    return cudaStreamDestroy((cudaStream_t)stream);
}

static int event_open(void **out) {
    cudaEvent_t event;
    const cudaError_t code = cudaEventCreate(&event);
    if (code == cudaSuccess) {
        *out = event;
    }
    return code;
}

static int event_close(void *event) {
    return cudaEventDestroy((cudaEvent_t)event);
}

static int event_record(void *event, void *stream) {
    return cudaEventRecord((cudaEvent_t)event, (cudaStream_t)stream);
}

static int event_wait(void *stream, void *event) {
    return cudaStreamWaitEvent((cudaStream_t)stream, (cudaEvent_t)event, 0);
}

static int event_synchronize(void *event) {
    return cudaEventSynchronize((cudaEvent_t)event);
}

static int event_ms(float *out, void *first, void *last) {
    return cudaEventElapsedTime(out, (cudaEvent_t)first, (cudaEvent_t)last);
}

static int memory_info(size_t *free_bytes, size_t *all_bytes) {
    return cudaMemGetInfo(free_bytes, all_bytes);
}

static int alloc(void **out, size_t bytes) {
    return cudaMalloc(out, bytes);
}

static int release(void *memory) {
    return cudaFree(memory);
}

static int host_alloc(void **out, size_t bytes) {
    return cudaMallocHost(out, bytes);
}

static int host_release(void *memory) {
    return cudaFreeHost(memory);
}

static int host_pin(void *memory, size_t bytes) {
    return cudaHostRegister(memory, bytes, cudaHostRegisterDefault);
}

static int host_unpin(void *memory) {
    return cudaHostUnregister(memory);
}

static int fill(void *device, uint8_t value, size_t bytes, void *stream) {
    return cudaMemsetAsync(device, value, bytes, (cudaStream_t)stream);
}

static int copy_on_device(void *to, const void *from, size_t bytes, void *stream) {
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, (cudaStream_t)stream);
}

static int copy_in(void *device, const void *host, size_t bytes, void *stream) {
    return cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, (cudaStream_t)stream);
}

static int copy_out(void *host, const void *device, size_t bytes, void *stream) {
    return cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, (cudaStream_t)stream);
}

static int synchronize(void *stream) {
    return cudaStreamSynchronize((cudaStream_t)stream);
}

static const char *error_text(int code) {
    return cudaGetErrorString((cudaError_t)code);
}

const sl_cuda_calls sl_cudart_calls = {
    devices_count,
    device_info,
    device_use,
    stream_open,
    stream_close,
    event_open,
    event_close,
    event_record,
    event_wait,
    event_synchronize,
    event_ms,
    memory_info,
    alloc,
    release,
    host_alloc,
    host_release,
    host_pin,
    host_unpin,
    fill,
    copy_on_device,
    copy_in,
    copy_out,
    sl_cuda_field_launch,
    synchronize,
    &sl_cuda_points_launches,
    &sl_cuda_key_launches,
    &sl_cuda_multiples_launches,
    &sl_cuda_fold_launches,
    &sl_cuda_rows_launches,
    &sl_cuda_runs_launches,
    &sl_cuda_sums_launches,
    &sl_cuda_ntt_launches,
    error_text,
    cudaErrorMemoryAllocation,
};
