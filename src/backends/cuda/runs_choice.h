// SPDX-License-Identifier: MIT OR Apache-2.0
/* Whether a card adds up buckets sooner by runs (runs_work.h) than by rounds of pairs (pairs_work.h). */
#ifndef SL_BACKENDS_CUDA_RUNS_CHOICE_H
#define SL_BACKENDS_CUDA_RUNS_CHOICE_H

#include "backends/module/module_abi.h"

/* By its products and its bytes a second; false where they are not known. */
bool sl_cuda_runs_are_faster(const sl_module_device_info *info);

#endif
