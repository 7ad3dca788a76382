// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A module that makes proofs with the processor's arithmetic: the pretended devices, `prove`, `multiples`. All is kept
 * and checked as the contract says (module_prove.h), and `cpu_control` breaks it on purpose and counts what is open.
 */
#ifndef SL_TESTS_MODULES_CPU_MODULE_TMPL_H
#define SL_TESTS_MODULES_CPU_MODULE_TMPL_H

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#define PRETEND_NO_TABLE
#include "backends/cpu/select.h"
#include "backends/module/module_prove.h"
#include "core/base/clock.h"
#include "math/curve/encoding.h"
#include "modules/cpu_sums.h"
#include "modules/pretend_tmpl.h"

#define CPU_DEVICES_N 4

typedef struct cpu_control {
    atomic_int calls_n;             /* so far, of all that can fail */
    int fail_at;                    /* number of the call that fails; -1: none */
    sluice_status fail_with;        /* SLUICE_E_DEVICE: the device is lost with it */
    bool stays_lost;                /* and cannot be opened again */
    int wrong_section, wrong_n;     /* so many sums over the section are wrong */
    uint64_t memory_bytes;          /* of each device; 0: enough */
    atomic_bool is_held, h_is_held; /* calls wait; sums over h do */
    atomic_bool is_lost[CPU_DEVICES_N];
    atomic_int devices_n, keys_n, proofs_n, multiples_n; /* open */
    atomic_int uploads_n;                                /* keys opened so far */
} cpu_control;

static cpu_control cpu = {.fail_at = -1, .wrong_section = -1, .fail_with = SLUICE_E_DEVICE};

/* Memory of a module is not of the partition that calls it. */
static sl_mem_scope cpu_scope_enter(void) {
    return sl_mem_scope_set((sl_mem_scope){0});
}

static void cpu_wait(atomic_bool *is_held) {
    while (atomic_load(is_held)) {
        const struct timespec short_time = {.tv_nsec = 1000000};
        (void)nanosleep(&short_time, NULL);
    }
}

static sluice_status cpu_call(uint32_t device, sluice_error *err) {
    cpu_wait(&cpu.is_held);
    if (atomic_load(&cpu.is_lost[device])) {
        return SL_FAIL(err, SLUICE_E_DEVICE, "device %u is lost", device);
    }
    if (atomic_fetch_add(&cpu.calls_n, 1) != cpu.fail_at) {
        return SLUICE_OK;
    }
    atomic_store(&cpu.is_lost[device], cpu.fail_with == SLUICE_E_DEVICE);
    return SL_FAIL(err, cpu.fail_with, "call %d made to fail by a test", cpu.fail_at);
}

/* Those that compute right. */
static sluice_status cpu_devices_count(uint32_t *out, sluice_error *err) {
    SL_TRY(devices_count(out, err));
    *out = 2;
    return SLUICE_OK;
}

static sluice_status cpu_device_info(sl_module_device_info *out, uint32_t index, sluice_error *err) {
    SL_TRY(device_info(out, index, err));
    out->compute = 90;
    return SLUICE_OK;
}

static sluice_status cpu_device_open(sl_module_device **out, uint32_t index, sluice_error *err) {
    if (index < CPU_DEVICES_N && atomic_load(&cpu.is_lost[index])) {
        if (cpu.stays_lost) {
            return SL_FAIL(err, SLUICE_E_DEVICE, "device %u is gone", index);
        }
        atomic_store(&cpu.is_lost[index], false);
    }
    SL_TRY(device_open(out, index, err));
    atomic_fetch_add(&cpu.devices_n, 1);
    return SLUICE_OK;
}

static void cpu_device_close(sl_module_device *device) {
    if (device != NULL) {
        atomic_fetch_sub(&cpu.devices_n, 1);
    }
    device_close(device);
}

struct sl_module_key {
    uint32_t device;
    sl_module_key_shape shape;
    const sl_kernels *kernels;
    sl_buf points[SL_MODULE_SECTIONS_N];
    atomic_ullong put_n[SL_MODULE_SECTIONS_N];
    bool is_ready;
    atomic_int proofs_n;
    pthread_mutex_t computes; /* as a device, one thing at a time */
    sl_pool *pool;
};

struct sl_module_proof {
    sl_module_key *key;
    sl_buf vectors[3];
    sl_module_proof_times times;
};

static size_t cpu_point_bytes(int section) {
    return section == SL_MODULE_B_G2 ? SL_G2_KEY_BYTES : SL_G1_KEY_BYTES;
}

static uint64_t cpu_key_bytes(const sl_module_key_shape *shape) {
    uint64_t bytes = (uint64_t)shape->proofs_n * 3 * sizeof(sl_fr) << shape->domain_log2;
    for (int i = 0; i < SL_MODULE_SECTIONS_N; i++) {
        bytes += shape->points_n[i] * cpu_point_bytes(i);
    }
    return bytes;
}

static void cpu_key_close(sl_module_key *key) {
    if (key == NULL) {
        return;
    }
    SL_ASSERT(key->proofs_n == 0);
    for (int i = 0; i < SL_MODULE_SECTIONS_N; i++) {
        sl_buf_release(&key->points[i]);
    }
    sl_pool_close(key->pool);
    (void)pthread_mutex_destroy(&key->computes);
    free(key);
    atomic_fetch_sub(&cpu.keys_n, 1);
}

static sluice_status cpu_key_open(sl_module_device *device, const sl_module_key_shape *shape, sl_module_key **out,
                                  sluice_error *err) {
    SL_TRY(cpu_call(device->index, err));
    const uint64_t bytes = cpu_key_bytes(shape);
    if (shape->budget_bytes != 0 && bytes > shape->budget_bytes) {
        return SL_FAIL(err, SLUICE_E_BUDGET, "a key needs %llu bytes of the device, the budget is %llu",
                       (unsigned long long)bytes, (unsigned long long)shape->budget_bytes);
    }
    if (cpu.memory_bytes != 0 && bytes > cpu.memory_bytes) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "the device has too little memory");
    }
    if (cpu.memory_bytes != 0 && atomic_load(&cpu.keys_n) != 0) { /* room for one */
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "the device has no room beside another key");
    }
    sl_module_key *key = calloc(1, sizeof *key);
    SL_ASSERT(key != NULL);
    atomic_fetch_add(&cpu.keys_n, 1);
    atomic_fetch_add(&cpu.uploads_n, 1);
    key->device = device->index;
    key->shape = *shape;
    (void)pthread_mutex_init(&key->computes, NULL);
    sluice_status status = sl_kernels_select(&key->kernels, NULL, err);
    if (status == SLUICE_OK) {
        status = sl_pool_open(&key->pool, 1, err);
    }
    const sl_mem_scope before = cpu_scope_enter();
    for (int i = 0; i < SL_MODULE_SECTIONS_N && status == SLUICE_OK; i++) {
        status = sl_buf_alloc_n(&key->points[i], shape->points_n[i], cpu_point_bytes(i), "points", err);
    }
    (void)sl_mem_scope_set(before);
    if (status != SLUICE_OK) {
        cpu_key_close(key);
        return status;
    }
    *out = key;
    return SLUICE_OK;
}

static sluice_status cpu_key_put(sl_module_key *key, sl_module_section section, uint64_t first, const void *bytes,
                                 size_t n, sluice_error *err) {
    SL_TRY(cpu_call(key->device, err));
    if (first > key->shape.points_n[section] || n > key->shape.points_n[section] - first) {
        return SL_FAIL(err, SLUICE_E_USAGE, "points beyond the section");
    }
    const size_t each = cpu_point_bytes((int)section);
    memcpy((uint8_t *)key->points[section].data + first * each, bytes, n * each);
    atomic_fetch_add(&key->put_n[section], n);
    return SLUICE_OK;
}

static sluice_status cpu_key_ready(sl_module_key *key, sluice_error *err) {
    static const char *const names[] = {"h", "l", "a", "b_g1", "b_g2"};
    SL_TRY(cpu_call(key->device, err));
    for (int i = 0; i < SL_MODULE_SECTIONS_N; i++) {
        if (key->put_n[i] != key->shape.points_n[i]) {
            return SL_FAIL(err, SLUICE_E_USAGE, "points are missing");
        }
        const uint8_t *at = key->points[i].data;
        for (uint64_t k = 0; k < key->shape.points_n[i]; k++, at += cpu_point_bytes(i)) {
            sl_g1_affine g1;
            sl_g2_affine g2;
            const sl_point_fault fault = i == SL_MODULE_B_G2 ? sl_g2_decode_uncompressed_vt(&g2, at, SL_POINT_KEY)
                                                             : sl_g1_decode_uncompressed_vt(&g1, at, SL_POINT_KEY);
            if (fault != SL_POINT_OK) {
                return SL_FAIL(err, SLUICE_E_CORRUPT, "section %s, point %llu: %s", names[i], (unsigned long long)k,
                               sl_point_fault_text(fault));
            }
        }
    }
    key->is_ready = true;
    return SLUICE_OK;
}

static void cpu_key_memory(sl_module_key *key, sl_module_memory *out) {
    const uint64_t bytes = cpu_key_bytes(&key->shape);
    *out = (sl_module_memory){.all = bytes, .peak = bytes, .budget = key->shape.budget_bytes};
    out->bytes[SL_MODULE_POINTS] = bytes;
}

static void cpu_proof_close(sl_module_proof *proof) {
    if (proof == NULL) {
        return;
    }
    for (int v = 0; v < 3; v++) {
        sl_buf_release(&proof->vectors[v]);
    }
    atomic_fetch_sub(&proof->key->proofs_n, 1);
    atomic_fetch_sub(&cpu.proofs_n, 1);
    free(proof);
}

static sluice_status cpu_proof_open(sl_module_key *key, sl_module_proof **out, sluice_error *err) {
    SL_TRY(cpu_call(key->device, err));
    if (!key->is_ready || atomic_load(&key->proofs_n) >= (int)key->shape.proofs_n) {
        return SL_FAIL(err, SLUICE_E_USAGE, "the key is not ready, or has too many proofs");
    }
    sl_module_proof *proof = calloc(1, sizeof *proof);
    SL_ASSERT(proof != NULL);
    proof->key = key;
    atomic_fetch_add(&key->proofs_n, 1);
    atomic_fetch_add(&cpu.proofs_n, 1);
    sluice_status status = SLUICE_OK;
    const sl_mem_scope before = cpu_scope_enter();
    for (int v = 0; v < 3 && status == SLUICE_OK; v++) {
        status = sl_buf_alloc_n(&proof->vectors[v], (size_t)1 << key->shape.domain_log2, sizeof(sl_fr), "rows", err);
    }
    (void)sl_mem_scope_set(before);
    if (status != SLUICE_OK) {
        cpu_proof_close(proof);
        return status;
    }
    *out = proof;
    return SLUICE_OK;
}

static sluice_status cpu_proof_rows(sl_module_proof *proof, unsigned vector, uint64_t first, const sl_fr *values,
                                    size_t n, sluice_error *err) {
    SL_TRY(cpu_call(proof->key->device, err));
    const uint64_t m = (uint64_t)1 << proof->key->shape.domain_log2;
    if (vector >= (proof->key->shape.is_folded ? 2u : 3u) || first > m || n > m - first) {
        return SL_FAIL(err, SLUICE_E_USAGE, "rows that are not of the domain");
    }
    memcpy((sl_fr *)proof->vectors[vector].data + first, values, n * sizeof *values);
    return SLUICE_OK;
}

static sluice_status cpu_section_sum(const sl_module_proof *proof, int section, sl_msm_chunk chunk, void *out,
                                     sluice_error *err) {
    const sl_module_key *key = proof->key;
    chunk.bases = key->points[section].data;
    chunk.n = (size_t)key->shape.points_n[section];
    const sl_group group = section == SL_MODULE_B_G2 ? SL_G2 : SL_G1;
    SL_TRY(cpu_sum(out, group, &chunk, key->kernels, key->pool, err));
    if (section == cpu.wrong_section && cpu.wrong_n > 0) {
        cpu.wrong_n--; /* the sum becomes its negative */
        if (group == SL_G1) {
            sl_g1_affine_neg(out, out);
        } else {
            sl_g2_affine_neg(out, out);
        }
    }
    return SLUICE_OK;
}

static sluice_status cpu_proof_h(sl_module_proof *proof, sl_g1_affine *out, sluice_error *err) {
    sl_module_key *key = proof->key;
    const sl_module_key_shape *shape = &key->shape;
    SL_TRY(cpu_call(key->device, err));
    cpu_wait(&cpu.h_is_held);
    (void)pthread_mutex_lock(&key->computes);
    const sl_mem_scope before = cpu_scope_enter();
    const double began_s = sl_clock_seconds();
    const sl_fr *a = proof->vectors[0].data;
    sluice_status status =
        cpu_quotient(proof->vectors[0].data, proof->vectors[1].data, shape->is_folded ? NULL : proof->vectors[2].data,
                     shape->domain_log2, key->kernels, key->pool, err);
    proof->times.quotient = 1e3 * (sl_clock_seconds() - began_s);
    if (status == SLUICE_OK && !shape->is_folded && !sl_fr_is_zero(&a[((size_t)1 << shape->domain_log2) - 1])) {
        status = SL_FAIL(err, SLUICE_E_UNSATISFIED, "the quotient leaves a remainder");
    }
    if (status == SLUICE_OK) {
        const sl_msm_chunk chunk = {.full = a, .full_n = (size_t)shape->points_n[SL_MODULE_H]};
        status = cpu_section_sum(proof, SL_MODULE_H, chunk, out, err);
    }
    proof->times.h = 1e3 * (sl_clock_seconds() - began_s) - proof->times.quotient;
    (void)sl_mem_scope_set(before);
    (void)pthread_mutex_unlock(&key->computes);
    return status;
}

static sluice_status cpu_queries(const sl_module_proof *proof, const sl_module_terms terms[SL_MODULE_SECTIONS_N],
                                 sl_module_query_sums *out, sluice_error *err) {
    void *const to[SL_MODULE_SECTIONS_N] = {NULL, &out->l, &out->a, &out->b_g1, &out->b_g2};
    for (int i = SL_MODULE_L; i < SL_MODULE_SECTIONS_N; i++) {
        if (terms[i].full_n > proof->key->shape.full_max[i]) {
            return SL_FAIL(err, SLUICE_E_USAGE, "more scalars than the key is for");
        }
        const sl_msm_chunk chunk = {
            .bits = terms[i].bits, .full_at = terms[i].full_at, .full = terms[i].full, .full_n = terms[i].full_n};
        SL_TRY(cpu_section_sum(proof, i, chunk, to[i], err));
    }
    return SLUICE_OK;
}

static sluice_status cpu_proof_queries(sl_module_proof *proof, const sl_module_terms terms[SL_MODULE_SECTIONS_N],
                                       sl_module_query_sums *out, sluice_error *err) {
    SL_TRY(cpu_call(proof->key->device, err));
    (void)pthread_mutex_lock(&proof->key->computes);
    const sl_mem_scope before = cpu_scope_enter();
    const double began_s = sl_clock_seconds();
    const sluice_status status = cpu_queries(proof, terms, out, err);
    proof->times.l_a_b_g1 = 1e3 * (sl_clock_seconds() - began_s);
    (void)sl_mem_scope_set(before);
    (void)pthread_mutex_unlock(&proof->key->computes);
    return status;
}

static void cpu_proof_times(const sl_module_proof *proof, sl_module_proof_times *out) {
    *out = proof->times;
}

static const sl_module_prove cpu_prove = {
    cpu_key_open,   cpu_key_put, cpu_key_ready,     cpu_key_memory,  cpu_key_close,   cpu_proof_open,
    cpu_proof_rows, cpu_proof_h, cpu_proof_queries, cpu_proof_times, cpu_proof_close, NULL,
};

#include "modules/cpu_multiples_tmpl.h"

static const sl_module_table cpu_table = {
    .magic = SL_MODULE_MAGIC,
    .abi = SL_MODULE_ABI,
    .table_bytes = sizeof(sl_module_table),
    .name = "test",
    .version = SL_VERSION,
    .targets = "sm_90",
    .devices_count = cpu_devices_count,
    .device_info = cpu_device_info,
    .device_open = cpu_device_open,
    .device_close = cpu_device_close,
    .field_run = field_run,
    .g1_add_pairs = g1_add_pairs,
    .prove = &cpu_prove,
    .multiples = &cpu_multiples,
};

#endif
