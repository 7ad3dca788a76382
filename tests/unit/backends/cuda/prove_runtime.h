// SPDX-License-Identifier: MIT OR Apache-2.0
/* All calls that proofs take, on the processor. */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_PROVE_RUNTIME_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_PROVE_RUNTIME_H

#include "key_run.h"
#include "ntt_run.h"
#include "points_run.h"
#include "rows_run.h"
#include "sums_run.h"

static const sl_cuda_calls prove_runtime_calls = {
    RUNTIME_CALLS,         .points = &runtime_points_calls, .key = &key_run_calls,
    .ntt = &ntt_run_calls, .sums = &runtime_sums_calls,     .rows = &rows_launches,
};

#endif
