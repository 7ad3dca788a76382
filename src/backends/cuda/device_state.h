// SPDX-License-Identifier: MIT OR Apache-2.0
/* What the parts of the module share of an open device; for them only. */
#ifndef SL_BACKENDS_CUDA_DEVICE_STATE_H
#define SL_BACKENDS_CUDA_DEVICE_STATE_H

#include <stdatomic.h>

#include "backends/cuda/cuda_calls.h"

typedef enum sl_cuda_health { SL_CUDA_WELL, SL_CUDA_BEING_LOST, SL_CUDA_LOST } sl_cuda_health;

struct sl_module_device {
    const sl_cuda_calls *calls;
    uint32_t index;
    uint32_t multiprocessors_n;
    bool prefers_runs; /* sl_cuda_runs_are_faster */
    void *stream;      /* NULL: not open */
    atomic_int health; /* sl_cuda_health; any thread may lose a device */
    char lost_by[160]; /* what failed; once it is lost */
};

/*
 * SLUICE_OK for code 0. Else `what` failed: SLUICE_E_NO_MEMORY for lack of memory, and all else loses the device:
 * SLUICE_E_DEVICE. Threads: any.
 */
SL_NODISCARD sluice_status sl_cuda_call_check(sl_module_device *device, int code, const char *what, sluice_error *err);

/* Comes before the calls of an operation: for the calling thread. SLUICE_E_DEVICE if the device was lost before. */
SL_NODISCARD sluice_status sl_cuda_device_use(sl_module_device *device, sluice_error *err);

#endif
