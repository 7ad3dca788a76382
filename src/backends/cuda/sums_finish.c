// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cuda/sums_internal.h"
#include "backends/cuda/xyzz.h"

/* More than the columns and parts of the widest window have places, together. */
#define SL_CUDA_POWERS_OPEN 32

#define G_POINT sl_g1
#define G_TAIL sl_cuda_g1_weighted
#define G_(name) sl_g1_##name
#define FROM_XYZZ sl_cuda_g1_from_xyzz
#include "backends/cuda/sums_finish_tmpl.h"
#undef G_POINT
#undef G_TAIL
#undef G_
#undef FROM_XYZZ

#define G_POINT sl_g2
#define G_TAIL sl_cuda_g2_weighted
#define G_(name) sl_g2_##name
#define FROM_XYZZ sl_cuda_g2_from_xyzz
#include "backends/cuda/sums_finish_tmpl.h"

void sl_cuda_sums_finish(void *out, const sl_cuda_sums_plan *plan, const sl_cuda_sum_shape *shapes, uint32_t sums_n,
                         const void *tails) {
    if (plan->group == SL_CUDA_G1) {
        sl_g1_tails_finish(out, plan, shapes, sums_n, tails);
    } else {
        sl_g2_tails_finish(out, plan, shapes, sums_n, tails);
    }
}
