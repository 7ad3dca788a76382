// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Many multiples of one point on a device, as key generation needs them (math/msm/fixed_base.h, whose bytes these are):
 * a part of a module's table.
 */
#ifndef SL_BACKENDS_MODULE_MODULE_MULTIPLES_H
#define SL_BACKENDS_MODULE_MODULE_MULTIPLES_H

#include "backends/module/module_prove.h"

typedef struct sl_module_multiples sl_module_multiples;

typedef struct sl_module_multiples_calls {
    /*
     * Makes the table for a point, not the identity and of order r: `base` is an sl_g1_affine, or an sl_g2_affine if
     * is_g2; room for multiples in calls of about `n`. Takes at most about 0.6 GB of the device for G1 or G2, and
     * budget_bytes if that is not 0, with which it is slower; and 64 MB of pinned memory. SLUICE_E_NO_MEMORY: device
     * or host have not enough of it. SLUICE_E_BUDGET: the budget is too small, with the least that works.
     */
    sluice_status (*open)(sl_module_device *device, sl_module_multiples **out, bool is_g2, const void *base, size_t n,
                          uint64_t budget_bytes, sluice_error *err);
    /*
     * scalars[i] (sl_fr) times the point for i < n, in the encoding of key files, 96 or 192 bytes each. Waits for the
     * result; after a failure the contents of `keys` are undefined. SLUICE_E_DEVICE: the device is lost.
     */
    sluice_status (*mul)(sl_module_multiples *multiples, uint8_t *keys, const void *scalars, size_t n,
                         sluice_error *err);
    /*
     * scalars[i] times the point for i < n, as points first .. first + n - 1 of a section of a key on the same device:
     * they count as put, and never leave it but for points that stay on the host. The scalars are copied before it
     * returns; the points are there, or an error is told, when key_ready returns, before which the multiples must not
     * be closed. Beside mul and other calls for these multiples in one thread only. SLUICE_E_USAGE: points that the key
     * has not, or that are of the other group. NULL: the module cannot.
     */
    sluice_status (*key_put)(sl_module_multiples *multiples, sl_module_key *key, sl_module_section section,
                             uint64_t first, const void *scalars, size_t n, sluice_error *err);
    void (*close)(sl_module_multiples *multiples); /* before its device; accepts NULL, and a lost device */
} sl_module_multiples_calls;

#endif
