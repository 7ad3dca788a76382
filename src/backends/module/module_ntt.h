// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Transforms and quotients on a device as a module shows them to checks and benches: vectors that stay there between
 * calls. What proofs take is in module_prove.h. The sub-table `ntt` of sl_module_table.
 *
 * Domain: powers of root_of_unity^(2^(32 - k)), m = 2^k points; the coset is the domain times 7.
 */
#ifndef SL_BACKENDS_MODULE_MODULE_NTT_H
#define SL_BACKENDS_MODULE_MODULE_NTT_H

#include "backends/module/module_abi.h"
#include "math/field/fr.h"

#define SL_MODULE_NTT_LOG2_MAX 28

/*
 * DOWN: natural order in, bit-reversed out; UP: the other way. INVERSE: 1/m included. On vector 0, which is a.
 *
 * QUOTIENT: a, b, c are values on the domain; a becomes the coefficients of (A B - C) / (X^m - 1) in bit-reversed
 * order. PRODUCTS: a becomes the values of A B on the coset, in natural order, for a folded key. Both overwrite the
 * other vectors.
 */
typedef enum sl_module_ntt_op {
    SL_MODULE_NTT_DOWN,
    SL_MODULE_NTT_DOWN_INVERSE,
    SL_MODULE_NTT_DOWN_COSET_INVERSE,
    SL_MODULE_NTT_UP,
    SL_MODULE_NTT_UP_INVERSE,
    SL_MODULE_NTT_UP_COSET,
    SL_MODULE_NTT_PRODUCTS, /* of vectors 0 and 1 */
    SL_MODULE_NTT_QUOTIENT, /* of vectors 0, 1 and 2 */
    SL_MODULE_NTT_OPS_N
} sl_module_ntt_op;

typedef struct sl_module_vectors sl_module_vectors;

/*
 * Statuses: SLUICE_E_USAGE: wrong figures; nothing has happened. SLUICE_E_NO_MEMORY: the device has not enough of it
 * and is as before. SLUICE_E_DEVICE: the device is lost; every later call says so, and only closing is of use.
 */
typedef struct sl_module_ntt {
    /* vectors_n (1 to 3) vectors of 2^log2_size elements, and tables: the larger ones if the device has room. */
    sluice_status (*open)(sl_module_device *device, sl_module_vectors **out, uint32_t log2_size, uint32_t vectors_n,
                          sluice_error *err);
    void (*close)(sl_module_vectors *vectors); /* before its device; accepts NULL, and a lost device */
    /* Elements first .. first + n - 1 of a vector; both wait. */
    sluice_status (*put)(sl_module_vectors *vectors, uint32_t vector, uint64_t first, const sl_fr *values, size_t n,
                         sluice_error *err);
    sluice_status (*get)(sl_module_vectors *vectors, uint32_t vector, uint64_t first, sl_fr *values, size_t n,
                         sluice_error *err);
    /* *ms: the device's time. Waits. */
    sluice_status (*run)(sl_module_vectors *vectors, sl_module_ntt_op op, double *ms, sluice_error *err);
    bool (*has_large_tables)(const sl_module_vectors *vectors);
} sl_module_ntt;

#endif
