// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Multiples of one point for key generation, on the processor (fixed_base.h) or by a backend, which a device may be
 * behind: the same bytes.
 */
#ifndef SL_MATH_MSM_MULTIPLES_H
#define SL_MATH_MSM_MULTIPLES_H

#include "math/msm/fixed_base.h"

typedef struct sl_multiples_backend {
    void *data;     /* goes to all functions */
    size_t piece_n; /* multiples that a call should have at least, a power of two */
    /* As sl_multiples_open; one thread at a time. */
    sluice_status (*open)(void *data, void **out, sl_group group, const void *base, size_t n, sluice_error *err);
    sluice_status (*mul)(void *data, void *made, uint8_t *keys, const sl_fr *scalars, size_t n, sluice_error *err);
    void (*close)(void *data, void *made);
} sl_multiples_backend;

typedef struct sl_multiples {
    sl_fixed_base *fixed;
    const sl_multiples_backend *backend; /* NULL: the processor */
    void *made;                          /* by the backend */
} sl_multiples;

#define SL_MULTIPLES_CLOSED ((sl_multiples){NULL, NULL, NULL})

/*
 * Makes the table for `base` (an sl_g1_affine or sl_g2_affine, of order r) and about n multiples in all. `plan` is for
 * the processor; with a backend only its group matters. `backend`, `kernels` and `pool` are borrowed.
 */
SL_NODISCARD sluice_status sl_multiples_open(sl_multiples *out, const sl_multiples_backend *backend,
                                             const sl_fixed_base_plan *plan, const void *base, size_t n,
                                             const sl_kernels *kernels, sl_pool *pool, sluice_error *err);
/* scalars[i] times the base for i < n, as sl_fixed_base_mul encodes them. Fails with a backend only. */
SL_NODISCARD sluice_status sl_multiples_mul(const sl_multiples *multiples, uint8_t *keys, const sl_fr *scalars,
                                            size_t n, sluice_error *err);
/* Accepts the closed state, which it leaves. */
void sl_multiples_close(sl_multiples *multiples);
SL_INLINE bool sl_multiples_is_open(const sl_multiples *multiples) {
    return multiples->fixed != NULL || multiples->made != NULL;
}

#endif
