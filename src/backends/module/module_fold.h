// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Transforms of a vector of points in G1 on a device, as folding a key needs them (proof/groth16/fold_backend.h): a
 * part of a module's table. Points go in and out in the encoding of key files, 96 bytes each; all are of order r.
 *
 * A transform is steps, so that the caller can tell about progress and stop between them.
 */
#ifndef SL_BACKENDS_MODULE_MODULE_FOLD_H
#define SL_BACKENDS_MODULE_MODULE_FOLD_H

#include "core/base/error.h"

#define SL_MODULE_FOLD_LOG2_MAX 28
#define SL_MODULE_FOLD_PART_LOG2 24 /* points of a step: a second */
/* Memory of the device: of a point, and beside that, at most. */
#define SL_MODULE_FOLD_POINT_BYTES 144
#define SL_MODULE_FOLD_OTHER_BYTES (UINT64_C(1) << 28)

typedef struct sl_module_device sl_module_device;
typedef struct sl_module_fold sl_module_fold;

/* Parts that the vector is taken in, and steps of a transform: the scaling, then two layers each, or at the end one. */
SL_INLINE uint32_t sl_module_fold_parts(uint32_t log2) {
    return log2 <= SL_MODULE_FOLD_PART_LOG2 ? 1 : UINT32_C(1) << (log2 - SL_MODULE_FOLD_PART_LOG2);
}

SL_INLINE uint32_t sl_module_fold_steps(uint32_t log2) {
    return (1 + (log2 + 1) / 2) * sl_module_fold_parts(log2);
}

typedef struct sl_module_fold_calls {
    /*
     * Room for a vector of 2^log2 points, log2 at most SL_MODULE_FOLD_LOG2_MAX: of the device, what is said above; 50
     * MB of pinned memory. SLUICE_E_NO_MEMORY: device or host have not enough of it.
     */
    sluice_status (*open)(sl_module_device *device, sl_module_fold **out, uint32_t log2, sluice_error *err);
    /*
     * Points first .. first + n - 1 of the vector; keys NULL: the identity. *bad: the least number of one that is not a
     * point of the curve, or is the identity; UINT64_MAX if there is none. It is the identity in the vector.
     */
    sluice_status (*put)(sl_module_fold *fold, uint64_t first, const uint8_t *keys, size_t n, uint64_t *bad,
                         sluice_error *err);
    /* Before the steps of a transform: what the scaling is by, point i by first ratio^i (sl_fr). */
    sluice_status (*begin)(sl_module_fold *fold, const void *first, const void *ratio, sluice_error *err);
    /* Step 0 .. sl_module_fold_steps - 1, each once and in this order. Waits. */
    sluice_status (*step)(sl_module_fold *fold, uint32_t step, sluice_error *err);
    /* After all steps: points first .. first + n - 1 of the sums over i of w^-ij times the scaled point i, by j. */
    sluice_status (*get)(sl_module_fold *fold, uint64_t first, uint8_t *keys, size_t n, sluice_error *err);
    /* keys[i] = scalars[i] (sl_fr) keys[i], identities as well; the vector stays as it is. */
    sluice_status (*mul)(sl_module_fold *fold, uint8_t *keys, const void *scalars, size_t n, sluice_error *err);
    void (*close)(sl_module_fold *fold); /* before its device; accepts NULL, and a lost device */
} sl_module_fold_calls;

#endif
