// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What a module is: a shared object with one symbol, SL_MODULE_SYMBOL, which is a table. Modules hold what needs
 * libraries that not every machine has (the CUDA runtime); the rest of sluice neither links nor needs them.
 *
 * Program and module come from one build of one version: there is no other compatibility. The first four members keep
 * their places for ever, so that a program can say what is wrong with a module of another version.
 *
 * Threads: the table's functions may be called by any thread. A device belongs to one thread at a time, but for what
 * sub-tables say.
 */
#ifndef SL_BACKENDS_MODULE_MODULE_ABI_H
#define SL_BACKENDS_MODULE_MODULE_ABI_H

#include "core/base/error.h"

#define SL_MODULE_SYMBOL "sluice_module"
#define SL_MODULE_MAGIC UINT64_C(0x01656369756c7301) /* no text, so that other data is not taken for it */
#define SL_MODULE_ABI 2

/*
 * Operations on field elements, in the form that they have in memory (sl_fp, sl_fr: Montgomery form, below the
 * modulus). fp_sqr has no second operand.
 */
#define SL_MODULE_FIELD_OPS(X) \
    X(FP_MUL, fp_mul)          \
    X(FP_SQR, fp_sqr)          \
    X(FP_ADD, fp_add)          \
    X(FP_SUB, fp_sub)          \
    X(FR_MUL, fr_mul)          \
    X(FR_ADD, fr_add)          \
    X(FR_SUB, fr_sub)

typedef enum sl_module_field_op {
#define SL_MODULE_FIELD_OP(name, function) SL_MODULE_##name,
    SL_MODULE_FIELD_OPS(SL_MODULE_FIELD_OP)
#undef SL_MODULE_FIELD_OP
        SL_MODULE_FIELD_OPS_N
} sl_module_field_op;

/* Bytes of an element. */
SL_INLINE size_t sl_module_field_bytes(sl_module_field_op op) {
    return op < SL_MODULE_FR_MUL ? 48 : 32;
}

typedef struct sl_module_device_info {
    char name[64];
    uint32_t compute; /* compute capability: 10 major + minor */
    uint32_t multiprocessors_n;
    uint64_t memory_bytes;
    uint32_t clock_khz;             /* of the multiprocessors, at most; 0 where it is not known, as below */
    uint64_t memory_bytes_a_second; /* by its clock and width */
} sl_module_device_info;

typedef struct sl_module_device sl_module_device;

typedef struct sl_module_table {
    uint64_t magic;
    uint32_t abi;
    uint32_t table_bytes;

    const char *name;    /* "cuda" */
    const char *version; /* of sluice */
    /* What it holds code for, with spaces between: sm_NN is machine code, compute_NN is PTX. */
    const char *targets;

    /* Without a driver or without any device: SLUICE_E_DEVICE. */
    sluice_status (*devices_count)(uint32_t *out, sluice_error *err);
    sluice_status (*device_info)(sl_module_device_info *out, uint32_t index, sluice_error *err);
    sluice_status (*device_open)(sl_module_device **out, uint32_t index, sluice_error *err);
    void (*device_close)(sl_module_device *device); /* accepts NULL, and a lost device */

    /*
     * out[i] = a[i] op b[i] for n elements in host memory, applied `rounds` times (at least 1) with the result in place
     * of a[i]. Waits for the result. After a failure the contents of `out` are undefined. SLUICE_E_NO_MEMORY: the
     * device has not enough of it and is as before. SLUICE_E_DEVICE: the device is lost; every later call says so,
     * until it is closed and opened again.
     */
    sluice_status (*field_run)(sl_module_device *device, void *out, const void *a, const void *b, size_t n,
                               sl_module_field_op op, uint32_t rounds, sluice_error *err);

    /*
     * Additions in G1: out[i] is the sum of the points that pairs[i] names, by a number in each half, the top bit of
     * which means the negative of the point. Points are 96 bytes, x and y as sl_fp; the identity is zero bytes. Results
     * are the same, but x and y may be as they are or more by p; the identity is zero bytes. points_n < 2^31, pairs_n
     * <= 2^30; a number that names no point is SLUICE_E_USAGE. Else as field_run.
     */
    sluice_status (*g1_add_pairs)(sl_module_device *device, void *out, const void *points, size_t points_n,
                                  const uint64_t *pairs, size_t pairs_n, sluice_error *err);

    /* What more it does, NULL where it does not. g2_add_pairs: the same in G2, of points of 192 bytes. */
    sluice_status (*g2_add_pairs)(sl_module_device *device, void *out, const void *points, size_t points_n,
                                  const uint64_t *pairs, size_t pairs_n, sluice_error *err);
    const struct sl_module_prove *prove;               /* module_prove.h */
    const struct sl_module_multiples_calls *multiples; /* module_multiples.h */
    const struct sl_module_rows *rows;                 /* module_rows.h */
    const struct sl_module_sums *sums;                 /* module_sums.h */
    const struct sl_module_ntt *ntt;                   /* module_ntt.h */
    const struct sl_module_fold_calls *fold;           /* module_fold.h */
} sl_module_table;

#endif
