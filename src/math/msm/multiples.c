// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/msm/multiples.h"

sluice_status sl_multiples_open(sl_multiples *out, const sl_multiples_backend *backend, const sl_fixed_base_plan *plan,
                                const void *base, size_t n, const sl_kernels *kernels, sl_pool *pool,
                                sluice_error *err) {
    sl_multiples multiples = {.backend = backend};
    SL_TRY(backend != NULL ? backend->open(backend->data, &multiples.made, plan->group, base, n, err)
                           : sl_fixed_base_open_plan(&multiples.fixed, plan, base, kernels, pool, err));
    *out = multiples;
    return SLUICE_OK;
}

sluice_status sl_multiples_mul(const sl_multiples *multiples, uint8_t *keys, const sl_fr *scalars, size_t n,
                               sluice_error *err) {
    if (multiples->backend != NULL) {
        return multiples->backend->mul(multiples->backend->data, multiples->made, keys, scalars, n, err);
    }
    sl_fixed_base_mul(multiples->fixed, keys, scalars, n);
    return SLUICE_OK;
}

void sl_multiples_close(sl_multiples *multiples) {
    if (multiples->made != NULL) {
        multiples->backend->close(multiples->backend->data, multiples->made);
    }
    sl_fixed_base_close(multiples->fixed);
    *multiples = SL_MULTIPLES_CLOSED;
}
