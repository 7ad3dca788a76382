// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A module without a device: four pretended ones, of compute capability 9.0, 7.5, 12.0 and 9.0, that compute as the
 * processor does, but for the last two, where one bit of a product or of a sum is wrong. Each module_NAME.c sets what
 * is wrong with it by one of the names below before it includes this; PRETEND_NO_TABLE leaves the table out.
 */
#include <stdio.h>
#include <stdlib.h>

#include "backends/module/module_abi.h"
#include "math/curve/g1.h"
#include "modules/field_apply.h"

#ifndef PRETEND_MAGIC
#define PRETEND_MAGIC SL_MODULE_MAGIC
#endif
#ifndef PRETEND_ABI
#define PRETEND_ABI SL_MODULE_ABI
#endif
#ifndef PRETEND_BYTES
#define PRETEND_BYTES sizeof(sl_module_table)
#endif
#ifndef PRETEND_VERSION
#define PRETEND_VERSION SL_VERSION
#endif
#ifndef PRETEND_TARGETS
#define PRETEND_TARGETS "sm_80 sm_90 compute_90"
#endif
#ifndef PRETEND_HAS_OPEN
#define PRETEND_HAS_OPEN true
#endif
#ifndef PRETEND_DRIVER
#define PRETEND_DRIVER true
#endif

struct sl_module_device {
    uint32_t index;
};

static sluice_status devices_count(uint32_t *out, sluice_error *err) {
    if (!PRETEND_DRIVER) {
        (void)snprintf(err->text, sizeof err->text, "no device: pretended, no driver");
        return SLUICE_E_DEVICE;
    }
    *out = 4;
    return SLUICE_OK;
}

static sluice_status device_info(sl_module_device_info *out, uint32_t index, sluice_error *err) {
    static const uint32_t compute[] = {90, 75, 120, 90};
    if (index >= SL_ARRAY_N(compute)) {
        (void)snprintf(err->text, sizeof err->text, "device %u: there are 4", index);
        return SLUICE_E_DEVICE;
    }
    *out = (sl_module_device_info){
        .name = "Pretended", .compute = compute[index], .multiprocessors_n = 1, .memory_bytes = UINT64_C(3) << 30};
    return SLUICE_OK;
}

static sluice_status device_open(sl_module_device **out, uint32_t index, sluice_error *err) {
    (void)err;
    sl_module_device *device = malloc(sizeof *device);
    if (device == NULL) {
        return SLUICE_E_NO_MEMORY;
    }
    device->index = index;
    *out = device;
    return SLUICE_OK;
}

static void device_close(sl_module_device *device) {
    free(device);
}

static sluice_status field_run(sl_module_device *device, void *out, const void *a, const void *b, size_t n,
                               sl_module_field_op op, uint32_t rounds, sluice_error *err) {
    (void)err;
    field_apply(out, a, b, n, op, rounds);
    if (device->index == 2 && op == SL_MODULE_FR_MUL) {
        ((uint8_t *)out)[71 * sizeof(sl_fr) + 5] ^= 16;
    }
    return SLUICE_OK;
}

static sluice_status g1_add_pairs(sl_module_device *device, void *out, const void *points, size_t points_n,
                                  const uint64_t *pairs, size_t pairs_n, sluice_error *err) {
    (void)points_n;
    (void)err;
    for (size_t i = 0; i < pairs_n; i++) {
        sl_g1 sum = sl_g1_identity();
        for (unsigned k = 0; k < 2; k++) {
            const uint32_t ref = (uint32_t)(pairs[i] >> (32 * k));
            sl_g1_affine point = ((const sl_g1_affine *)points)[ref & 0x7fffffff];
            if (ref >> 31 != 0) {
                sl_g1_affine_neg(&point, &point);
            }
            sl_g1_add_affine(&sum, &sum, &point);
        }
        sl_g1_to_affine_vt((sl_g1_affine *)out + i, &sum);
    }
    if (device->index == 3) {
        ((uint8_t *)out)[901 * sizeof(sl_g1_affine) + 60] ^= 1;
    }
    return SLUICE_OK;
}

#ifndef PRETEND_NO_TABLE
extern const sl_module_table sluice_module;
const sl_module_table sluice_module = {
    .magic = PRETEND_MAGIC,
    .abi = PRETEND_ABI,
    .table_bytes = PRETEND_BYTES,
    .name = "pretended",
    .version = PRETEND_VERSION,
    .targets = PRETEND_TARGETS,
    .devices_count = devices_count,
    .device_info = device_info,
    .device_open = PRETEND_HAS_OPEN ? device_open : NULL,
    .device_close = device_close,
    .field_run = field_run,
    .g1_add_pairs = g1_add_pairs,
};
#endif
