// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cuda/host_points.h"

#include "core/par/pool.h"

#define PIECE_BYTES ((size_t)1 << 20)
#define PAGE_BYTES 4096
#define THREADS_MAX 16

static void piece_touch(void *data, size_t i, size_t worker) {
    const sl_buf *memory = data;
    (void)worker;
    const size_t end = SL_MIN(memory->bytes, (i + 1) * PIECE_BYTES);
    for (size_t at = i * PIECE_BYTES; at < end; at += PAGE_BYTES) {
        ((volatile uint8_t *)memory->data)[at] = 0;
    }
}

/* So that pages are there when they are pinned, which one thread does. */
static sluice_status pages_touch(sl_buf *memory, sluice_error *err) {
    const size_t pieces_n = (memory->bytes + PIECE_BYTES - 1) / PIECE_BYTES;
    const size_t threads_n = SL_MIN(SL_MIN(sl_cpu_count(), pieces_n), THREADS_MAX);
    sl_pool *pool;
    SL_TRY(sl_pool_open(&pool, threads_n, err));
    sl_pool_for(pool, pieces_n, piece_touch, memory);
    sl_pool_close(pool);
    return SLUICE_OK;
}

sluice_status sl_cuda_host_points_take(sl_cuda_host_points *out, sl_module_device *device, size_t bytes,
                                       sluice_error *err) {
    *out = (sl_cuda_host_points){.memory = SL_BUF_EMPTY};
    if (bytes == 0) {
        return SLUICE_OK;
    }
    SL_TRY(sl_buf_alloc(&out->memory, bytes, "points of a device's key", err));
    sluice_status status = pages_touch(&out->memory, err);
    if (status == SLUICE_OK) {
        status = sl_cuda_call_check(device, device->calls->host_pin(out->memory.data, bytes), "pinned memory", err);
    }
    out->is_pinned = status == SLUICE_OK;
    if (status != SLUICE_OK) {
        sl_cuda_host_points_give(out, device);
    }
    return status;
}

void sl_cuda_host_points_give(sl_cuda_host_points *points, sl_module_device *device) {
    if (points->is_pinned) {
        (void)device->calls->host_unpin(points->memory.data);
    }
    sl_buf_release(&points->memory);
    *points = (sl_cuda_host_points){.memory = SL_BUF_EMPTY};
}
