// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What makes the transforms of folding elsewhere, on a device: the vector of h's points stays there. Points cross over
 * in the encoding of keys, 96 bytes each. One thread at a time.
 */
#ifndef SL_PROOF_GROTH16_FOLD_BACKEND_H
#define SL_PROOF_GROTH16_FOLD_BACKEND_H

#include "core/base/error.h"
#include "math/field/fr.h"

typedef struct sl_fold_backend {
    void *data;
    /* Room for 2^log2 points. */
    sluice_status (*open)(void *data, void **out, unsigned log2, sluice_error *err);
    void (*close)(void *data, void *made);
    uint32_t (*steps)(void *data, unsigned log2); /* of a transform; at least 1 */
    /*
     * Points first .. first + n - 1; keys NULL: the identity. *bad: the least number of one that is no point of a key,
     * or UINT64_MAX.
     */
    sluice_status (*put)(void *data, void *made, uint64_t first, const uint8_t *keys, size_t n, uint64_t *bad,
                         sluice_error *err);
    /* Point i times first ratio^i, then the transform (fold.h: by powers of w^-1), in steps. */
    sluice_status (*begin)(void *data, void *made, const sl_fr *first, const sl_fr *ratio, sluice_error *err);
    sluice_status (*step)(void *data, void *made, uint32_t step, sluice_error *err);
    /* Of the result, in natural order. */
    sluice_status (*get)(void *data, void *made, uint64_t first, uint8_t *keys, size_t n, sluice_error *err);
    /* keys[i] = scalars[i] keys[i]; the vector stays as it is. */
    sluice_status (*mul)(void *data, void *made, uint8_t *keys, const sl_fr *scalars, size_t n, sluice_error *err);
} sl_fold_backend;

#endif
