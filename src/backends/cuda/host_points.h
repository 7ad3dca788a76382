// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Large pinned host memory. What the runtime allocates by itself takes half a second a GiB, since one thread clears
 * small pages; this is memory of large pages, touched by several threads, and pinned then.
 */
#ifndef SL_BACKENDS_CUDA_HOST_POINTS_H
#define SL_BACKENDS_CUDA_HOST_POINTS_H

#include "backends/cuda/device_state.h"
#include "core/mem/buf.h"

typedef struct sl_cuda_host_points {
    sl_buf memory; /* empty: there is none */
    bool is_pinned;
} sl_cuda_host_points;

/* SLUICE_E_NO_MEMORY, or what sl_cuda_call_check says. *out holds nothing before, and after a failure nothing. */
SL_NODISCARD sluice_status sl_cuda_host_points_take(sl_cuda_host_points *out, sl_module_device *device, size_t bytes,
                                                    sluice_error *err);
/* Accepts what holds nothing, and a lost device. */
void sl_cuda_host_points_give(sl_cuda_host_points *points, sl_module_device *device);

#endif
