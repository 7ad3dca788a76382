// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cuda/runs_choice.h"

#include "core/base/checked.h"

/* A product in Fp has 300 multiplications of words, of which a multiprocessor makes 32 a cycle. */
#define PRODUCTS_A_CYCLE (32.0 / 300)

/* An addition takes as long as so many products, inversions and all else included (docs/internals/backends-cuda.md),
 * and reads and writes so many bytes. */
#define PAIRS_PRODUCTS 7.5
#define PAIRS_BYTES 600.0
#define RUNS_PRODUCTS 10.2
#define RUNS_BYTES 110.0

bool sl_cuda_runs_are_faster(const sl_module_device_info *info) {
    const double products = PRODUCTS_A_CYCLE * info->multiprocessors_n * 1e3 * info->clock_khz;
    const double bytes = (double)info->memory_bytes_a_second;
    if (products <= 0 || bytes <= 0) {
        return false;
    }
    const double by_pairs = SL_MAX(PAIRS_PRODUCTS / products, PAIRS_BYTES / bytes);
    return SL_MAX(RUNS_PRODUCTS / products, RUNS_BYTES / bytes) < by_pairs;
}
