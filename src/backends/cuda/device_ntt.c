// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cuda/device_ntt.h"

#include <stdlib.h>

#include "backends/cuda/cuda_ntt.h"
#include "backends/cuda/device_state.h"
#include "core/mem/small.h"

#define VECTORS_MAX 3
/* What the driver and kernels take beside our own memory. */
#define MEMORY_LEFT ((size_t)512 << 20)

struct sl_module_vectors {
    sl_module_device *device;
    uint32_t vectors_n;
    bool has_large_tables;
    sl_cuda_ntt ntt;
    void *memory;      /* the vectors, then the tables */
    void *begin, *end; /* events around an operation */
};

static sl_cuda_fr *vector_of(const sl_module_vectors *v, uint32_t vector) {
    return (sl_cuda_fr *)v->memory + ((size_t)vector << v->ntt.log2_size);
}

/* Memory and tables: large ones if the device has room for them. */
static sluice_status memory_take(sl_module_vectors *v, uint32_t log2_size, sluice_error *err) {
    sl_module_device *device = v->device;
    const sl_cuda_calls *calls = device->calls;
    size_t free_bytes, all_bytes;
    SL_TRY(sl_cuda_call_check(device, calls->memory_info(&free_bytes, &all_bytes), "state of memory", err));
    /* Vectors of one to eight elements end at no multiple of 256 bytes. */
    const size_t vectors_bytes = (((size_t)v->vectors_n << log2_size) * sizeof(sl_cuda_fr) + 255) / 256 * 256;
    const size_t large_bytes = vectors_bytes + sl_cuda_ntt_bytes(log2_size, SL_CUDA_NTT_FULL);
    v->has_large_tables = free_bytes > MEMORY_LEFT && large_bytes <= free_bytes - MEMORY_LEFT;
    const sl_cuda_ntt_how how = v->has_large_tables ? SL_CUDA_NTT_FULL : SL_CUDA_NTT_SMALL;
    SL_TRY(sl_cuda_call_check(device, calls->alloc(&v->memory, vectors_bytes + sl_cuda_ntt_bytes(log2_size, how)),
                              "memory for transforms", err));
    return sl_cuda_ntt_make(device, &v->ntt, log2_size, how, (char *)v->memory + vectors_bytes, device->stream, err);
}

static void vectors_close(sl_module_vectors *v) {
    if (v == NULL) {
        return;
    }
    const sl_cuda_calls *calls = v->device->calls;
    (void)calls->device_use((int)v->device->index);
    void *const events[] = {v->begin, v->end};
    for (size_t i = 0; i < SL_ARRAY_N(events); i++) {
        if (events[i] != NULL) {
            (void)calls->event_close(events[i]);
        }
    }
    if (v->memory != NULL) { /* the vectors may have been a witness's */
        (void)calls->fill(v->memory, 0, ((size_t)v->vectors_n << v->ntt.log2_size) * sizeof(sl_cuda_fr),
                          v->device->stream);
        (void)calls->synchronize(v->device->stream);
        (void)calls->release(v->memory);
    }
    free(v);
}

static sluice_status parts_open(sl_module_vectors *v, uint32_t log2_size, sluice_error *err) {
    const sl_cuda_calls *calls = v->device->calls;
    SL_TRY(sl_cuda_device_use(v->device, err));
    SL_TRY(sl_cuda_call_check(v->device, calls->event_open(&v->begin), "event", err));
    SL_TRY(sl_cuda_call_check(v->device, calls->event_open(&v->end), "event", err));
    return memory_take(v, log2_size, err);
}

static sluice_status vectors_open(sl_module_device *device, sl_module_vectors **out, uint32_t log2_size,
                                  uint32_t vectors_n, sluice_error *err) {
    if (log2_size > SL_CUDA_NTT_LOG2_MAX || vectors_n == 0 || vectors_n > VECTORS_MAX) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: %u vectors of 2^%u elements: at most %d of 2^%d", device->index,
                       vectors_n, log2_size, VECTORS_MAX, SL_CUDA_NTT_LOG2_MAX);
    }
    sl_module_vectors *v = sl_small_alloc(1, sizeof *v);
    if (v == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "device %u: no memory for vectors", device->index);
    }
    *v = (sl_module_vectors){.device = device, .vectors_n = vectors_n};
    const sluice_status status = parts_open(v, log2_size, err);
    if (status != SLUICE_OK) {
        vectors_close(v);
        return status;
    }
    *out = v;
    return SLUICE_OK;
}

static sluice_status range_check(const sl_module_vectors *v, uint32_t vector, uint64_t first, size_t n,
                                 sluice_error *err) {
    const uint64_t size = UINT64_C(1) << v->ntt.log2_size;
    if (vector >= v->vectors_n || first > size || n == 0 || n > size - first) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: %zu elements from %llu of vector %u; there are %u of 2^%u",
                       v->device->index, n, (unsigned long long)first, vector, v->vectors_n, v->ntt.log2_size);
    }
    return sl_cuda_device_use(v->device, err);
}

/* Waits in any case: what is on its way uses the caller's memory. */
static sluice_status copy_end(sl_module_vectors *v, int code, sluice_error *err) {
    const int wait_code = v->device->calls->synchronize(v->device->stream);
    SL_TRY(sl_cuda_call_check(v->device, code, "copy of a vector", err));
    return sl_cuda_call_check(v->device, wait_code, "wait for the copy of a vector", err);
}

static sluice_status vectors_put(sl_module_vectors *v, uint32_t vector, uint64_t first, const sl_fr *values, size_t n,
                                 sluice_error *err) {
    SL_TRY(range_check(v, vector, first, n, err));
    return copy_end(
        v, v->device->calls->copy_in(vector_of(v, vector) + first, values, n * sizeof *values, v->device->stream), err);
}

static sluice_status vectors_get(sl_module_vectors *v, uint32_t vector, uint64_t first, sl_fr *values, size_t n,
                                 sluice_error *err) {
    SL_TRY(range_check(v, vector, first, n, err));
    return copy_end(
        v, v->device->calls->copy_out(values, vector_of(v, vector) + first, n * sizeof *values, v->device->stream),
        err);
}

static sluice_status op_launch(sl_module_vectors *v, sl_module_ntt_op op, sluice_error *err) {
    static const sl_cuda_ntt_kind kinds[SL_MODULE_NTT_PRODUCTS] = {
        [SL_MODULE_NTT_DOWN] = SL_CUDA_NTT_DOWN,
        [SL_MODULE_NTT_DOWN_INVERSE] = SL_CUDA_NTT_DOWN_INVERSE,
        [SL_MODULE_NTT_DOWN_COSET_INVERSE] = SL_CUDA_NTT_DOWN_COSET_INVERSE,
        [SL_MODULE_NTT_UP] = SL_CUDA_NTT_UP,
        [SL_MODULE_NTT_UP_INVERSE] = SL_CUDA_NTT_UP_INVERSE,
        [SL_MODULE_NTT_UP_COSET] = SL_CUDA_NTT_UP_COSET,
    };
    if (op >= SL_MODULE_NTT_PRODUCTS) {
        return sl_cuda_quotient(v->device, &v->ntt, vector_of(v, 0), vector_of(v, 1),
                                op == SL_MODULE_NTT_QUOTIENT ? vector_of(v, 2) : NULL, v->device->stream, err);
    }
    return sl_cuda_ntt_run(v->device, &v->ntt, vector_of(v, 0), kinds[op], v->device->stream, err);
}

static sluice_status vectors_run(sl_module_vectors *v, sl_module_ntt_op op, double *ms, sluice_error *err) {
    const uint32_t needed = op == SL_MODULE_NTT_QUOTIENT ? 3 : op == SL_MODULE_NTT_PRODUCTS ? 2 : 1;
    if ((unsigned)op >= SL_MODULE_NTT_OPS_N || needed > v->vectors_n) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: operation %d on %u vectors", v->device->index, (int)op,
                       v->vectors_n);
    }
    const sl_cuda_calls *calls = v->device->calls;
    void *stream = v->device->stream;
    float took;
    SL_TRY(sl_cuda_device_use(v->device, err));
    SL_TRY(sl_cuda_call_check(v->device, calls->event_record(v->begin, stream), "event", err));
    SL_TRY(op_launch(v, op, err));
    SL_TRY(sl_cuda_call_check(v->device, calls->event_record(v->end, stream), "event", err));
    SL_TRY(sl_cuda_call_check(v->device, calls->event_synchronize(v->end), "wait for transforms", err));
    SL_TRY(sl_cuda_call_check(v->device, calls->event_ms(&took, v->begin, v->end), "time of transforms", err));
    *ms = (double)took;
    return SLUICE_OK;
}

static bool vectors_have_large_tables(const sl_module_vectors *v) {
    return v->has_large_tables;
}

const sl_module_ntt sl_cuda_ntt_ops = {
    .open = vectors_open,
    .close = vectors_close,
    .put = vectors_put,
    .get = vectors_get,
    .run = vectors_run,
    .has_large_tables = vectors_have_large_tables,
};
