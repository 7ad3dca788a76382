// SPDX-License-Identifier: MIT OR Apache-2.0
/* Times of the stages of sums (sl_cuda_sums_clock in sums.h), and what the stages do. One run at a time. */
#ifndef SL_BACKENDS_CUDA_SUMS_CLOCK_H
#define SL_BACKENDS_CUDA_SUMS_CLOCK_H

#include "backends/cuda/device_state.h"
#include "backends/cuda/sums.h"

/* A clock for the marks of any run. SLUICE_E_NO_MEMORY: of the host. */
SL_NODISCARD sluice_status sl_cuda_sums_clock_open(sl_cuda_sums_clock *out, sl_module_device *device,
                                                   sluice_error *err);
void sl_cuda_sums_clock_close(sl_cuda_sums_clock *clock, const sl_module_device *device); /* accepts zero */

/* For the run; all but the first accept NULL, no clock. */
void sl_cuda_sums_clock_begin(sl_cuda_sums_clock *clock);
/* What was done on the stream since the last mark was this stage's. */
SL_NODISCARD sluice_status sl_cuda_sums_mark(sl_cuda_sums_clock *clock, sl_module_device *device,
                                             sl_module_sum_stage stage, void *stream, sluice_error *err);
/* The stage moves so many bytes more. */
void sl_cuda_sums_count(sl_cuda_sums_clock *clock, sl_module_sum_stage stage, uint64_t bytes);
/* And makes so many additions more, beside those of rounds. */
void sl_cuda_sums_count_additions(sl_cuda_sums_clock *clock, sl_module_sum_stage stage, uint64_t additions);
/* The next mark is that of the schedule of a round, the one behind it that of its additions. */
SL_NODISCARD sluice_status sl_cuda_sums_count_round(sl_cuda_sums_clock *clock, sl_module_device *device,
                                                    const sl_cuda_round *round, void *stream, sluice_error *err);
/* When all marks have happened; of points of so many bytes. */
SL_NODISCARD sluice_status sl_cuda_sums_clock_read(sl_cuda_sums_clock *clock, sl_module_device *device,
                                                   size_t point_bytes, sluice_error *err);

#endif
