// SPDX-License-Identifier: MIT OR Apache-2.0
/* All calls that proofs take, on the processor, and a device over them. */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_PROVE_RUNTIME_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_PROVE_RUNTIME_H

#include "backends/cuda/cuda_device.h"
#include "backends/cuda/device_key.h"
#include "key_run.h"
#include "multiples_run.h"
#include "ntt_run.h"
#include "points_run.h"
#include "rows_run.h"
#include "runs_run.h"
#include "sums_run.h"

static const sl_cuda_calls prove_runtime_calls = {
    RUNTIME_CALLS,         .points = &runtime_points_calls, .key = &key_run_calls,  .multiples = &multiples_run_calls,
    .ntt = &ntt_run_calls, .sums = &runtime_sums_calls,     .rows = &rows_launches, .runs = &runtime_runs_calls,
};

static inline sl_module_device *device_new(void) {
    sluice_error err;
    sl_module_device *device;
    SL_CHECK_OK(sl_cuda_device_open(&prove_runtime_calls, &device, 0, &err));
    return device;
}

static inline void device_done(sl_module_device *device) {
    sl_cuda_device_close(device);
    SL_CHECK_MSG(runtime.live == 0, "%u left", runtime.live);
}

/* The least budget for a key, as its refusal says. */
static inline uint64_t device_budget_least(sl_module_device *device, sl_module_key_shape shape) {
    static const char before[] = "the least that works is ";
    sluice_error err;
    sl_module_key *key;
    shape.budget_bytes = 1;
    SL_CHECK_STATUS(sl_cuda_prove.key_open(device, &shape, &key, &err), SLUICE_E_BUDGET);
    const char *text = strstr(err.text, before);
    SL_CHECK_MSG(text != NULL, "%s", err.text);
    return strtoull(text + strlen(before), NULL, 10);
}

#endif
