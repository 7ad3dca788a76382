// SPDX-License-Identifier: MIT OR Apache-2.0
/* Multiples by the processor, for cpu_module_tmpl.h, whose keys they go to. */
#ifndef SL_TESTS_MODULES_CPU_MULTIPLES_TMPL_H
#define SL_TESTS_MODULES_CPU_MULTIPLES_TMPL_H

#include "backends/module/module_multiples.h"
#include "math/msm/fixed_base.h"

struct sl_module_multiples {
    uint32_t device;
    bool is_g2;
    sl_pool *pool;
    sl_fixed_base *fixed;
};

static void cpu_multiples_close(sl_module_multiples *multiples) {
    if (multiples == NULL) {
        return;
    }
    sl_fixed_base_close(multiples->fixed);
    sl_pool_close(multiples->pool);
    free(multiples);
    atomic_fetch_sub(&cpu.multiples_n, 1);
}

static sluice_status cpu_multiples_open(sl_module_device *device, sl_module_multiples **out, bool is_g2,
                                        const void *base, size_t n, uint64_t budget_bytes, sluice_error *err) {
    SL_TRY(cpu_call(device->index, err));
    if (budget_bytes != 0 && budget_bytes < 1000) {
        return SL_FAIL(err, SLUICE_E_BUDGET, "multiples of a point need 1000 bytes of the device");
    }
    const sl_kernels *kernels;
    SL_TRY(sl_kernels_select(&kernels, NULL, err));
    sl_module_multiples *multiples = calloc(1, sizeof *multiples);
    SL_ASSERT(multiples != NULL);
    multiples->device = device->index;
    multiples->is_g2 = is_g2;
    atomic_fetch_add(&cpu.multiples_n, 1);
    const sl_mem_scope before = cpu_scope_enter();
    sluice_status status = sl_pool_open(&multiples->pool, 1, err);
    if (status == SLUICE_OK) {
        status = sl_fixed_base_open(&multiples->fixed, is_g2 ? SL_G2 : SL_G1, base, n, kernels, multiples->pool, err);
    }
    (void)sl_mem_scope_set(before);
    if (status != SLUICE_OK) {
        cpu_multiples_close(multiples);
        return status;
    }
    *out = multiples;
    return SLUICE_OK;
}

static sluice_status cpu_multiples_mul(sl_module_multiples *multiples, uint8_t *keys, const void *scalars, size_t n,
                                       sluice_error *err) {
    SL_TRY(cpu_call(multiples->device, err));
    sl_fixed_base_mul(multiples->fixed, keys, scalars, n);
    return SLUICE_OK;
}

static sluice_status cpu_multiples_key_put(sl_module_multiples *multiples, sl_module_key *key,
                                           sl_module_section section, uint64_t first, const void *scalars, size_t n,
                                           sluice_error *err) {
    SL_TRY(cpu_call(multiples->device, err));
    if (multiples->is_g2 != (section == SL_MODULE_B_G2) || key->is_ready || first > key->shape.points_n[section] ||
        n > key->shape.points_n[section] - first) {
        return SL_FAIL(err, SLUICE_E_USAGE, "points that the key does not have");
    }
    uint8_t *to = (uint8_t *)key->points[section].data + first * cpu_point_bytes((int)section);
    sl_fixed_base_mul(multiples->fixed, to, scalars, n);
    atomic_fetch_add(&key->put_n[section], n);
    return SLUICE_OK;
}

static const sl_module_multiples_calls cpu_multiples = {
    .open = cpu_multiples_open,
    .mul = cpu_multiples_mul,
    .key_put = cpu_multiples_key_put,
    .close = cpu_multiples_close,
};

#endif
