// SPDX-License-Identifier: MIT OR Apache-2.0
/* How transforms on the device are cut into passes, and where their tables stand (cuda_ntt.h). For that part alone. */
#ifndef SL_BACKENDS_CUDA_NTT_PLAN_H
#define SL_BACKENDS_CUDA_NTT_PLAN_H

#include "backends/cuda/cuda_ntt.h"

/* Passes of 2^3, 2^6 and 2^9 rows, of at most 8^steps_max, and at the end one of 2 or 4 if bits are left. */
void sl_cuda_ntt_levels_make(sl_cuda_ntt *ntt, unsigned log2_size, unsigned steps_max);

/* Where everything stands in `memory` (may be NULL); returns all bytes. Those that the host makes come first. */
size_t sl_cuda_ntt_layout(sl_cuda_ntt *ntt, sl_cuda_ntt_how how, char *memory, size_t *seeds_bytes);

/* What the host makes: `seeds` is a copy of the first part of the tables' memory, which starts at `memory`. */
void sl_cuda_ntt_seeds_make(sl_cuda_ntt *ntt, char *seeds, const char *memory);

/* sl_cuda_ntt_make with passes of at most 8^steps_max rows; 3 but in tests. */
SL_NODISCARD sluice_status sl_cuda_ntt_make_steps(sl_module_device *device, sl_cuda_ntt *out, unsigned log2_size,
                                                  unsigned steps_max, sl_cuda_ntt_how how, void *memory, void *stream,
                                                  sluice_error *err);

/* The same factor for all coefficients. */
SL_INLINE bool sl_cuda_ntt_end_is_constant(sl_cuda_ntt_end end) {
    return end == SL_CUDA_NTT_END_SIZE || end == SL_CUDA_NTT_END_QUOTIENT;
}

#endif
