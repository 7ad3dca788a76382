// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Keys whose points are made on the device, over a runtime and kernels on the processor: proofs with them have the sums
 * that the logarithms say, whole and in spans, and calls fail in turn.
 */
#include "backends/cuda/cuda_multiples.h"
#include "backends/cuda/device_state.h"
#include "prove_runtime.h"
#include "prove_toy.h"

static sluice_error err;
static const sl_module_prove *const prove = &sl_cuda_prove;
static const sl_module_multiples_calls *const ops = &sl_cuda_multiples_ops;
static toy_proof proof_toy;

/* Chunks of 40 multiples in G1 and 27 in G2. */
enum { CHUNK_G1 = 40, CHUNK_G2 = 27, PIECE_N = 57 };

static sl_module_key_shape shape_of(unsigned log2, bool is_folded) {
    const uint64_t m = UINT64_C(1) << log2;
    return (sl_module_key_shape){
        .domain_log2 = log2,
        .is_folded = is_folded,
        .points_n = {is_folded ? m : m - 1, 100, 193, 64, 64},
        .full_max = {0, 12, 64, 7, 9},
        .proofs_n = 1,
    };
}

/* Multiples by the points' logarithms, from any place of a section on. */
static sluice_status points_put(sl_module_multiples *multiples, sl_module_key *key, unsigned section, uint64_t first,
                                size_t n, sluice_error *e) {
    sl_fr logs[TOY_POINTS_MAX];
    for (size_t i = 0; i < n; i++) {
        logs[i] = toy_log(section, first + i);
    }
    const sluice_status status = ops->key_put(multiples, key, (sl_module_section)section, first, logs, n, e);
    memset(logs, 0xa5, sizeof logs); /* they were copied */
    return status;
}

static sluice_status key_fill(sl_module_multiples *const of[2], sl_module_key *key, const sl_module_key_shape *shape,
                              sluice_error *e) {
    for (unsigned s = 0; s < SL_MODULE_SECTIONS_N; s++) {
        for (uint64_t first = 0; first < shape->points_n[s]; first += PIECE_N) {
            SL_TRY(points_put(of[s == SL_MODULE_B_G2], key, s, first,
                              (size_t)SL_MIN(PIECE_N, shape->points_n[s] - first), e));
        }
    }
    return prove->key_ready(key, e);
}

static sluice_status multiples_open(sl_module_device *device, sl_module_multiples *of[2], sluice_error *e) {
    SL_TRY(ops->open(device, &of[0], false, &sl_g1_generator, CHUNK_G1, 0, e));
    return ops->open(device, &of[1], true, &sl_g2_generator, CHUNK_G2, 0, e);
}

/* The tables first, then a key, its points, and a proof. */
static sluice_status all_run(sl_module_device *device, const sl_module_key_shape *shape, sl_module_memory *memory,
                             sluice_error *e) {
    sl_module_multiples *of[2] = {NULL, NULL};
    sl_module_key *key = NULL;
    sluice_status status = multiples_open(device, of, e);
    if (status == SLUICE_OK) {
        status = prove->key_open(device, shape, &key, e);
    }
    if (status == SLUICE_OK) {
        status = key_fill(of, key, shape, e);
    }
    ops->close(of[0]);
    ops->close(of[1]);
    if (status == SLUICE_OK) {
        status = toy_prove(prove, key, &proof_toy, shape, e);
    }
    if (status == SLUICE_OK && memory != NULL) {
        prove->key_memory(key, memory);
    }
    prove->key_close(key);
    return status;
}

SL_TEST(a_proof) {
    for (unsigned is_folded = 0; is_folded < 2; is_folded++) {
        const sl_module_key_shape shape = shape_of(4, is_folded != 0);
        sl_module_device *device = device_new();
        sl_module_memory memory;
        toy_proof_make(&proof_toy, &shape);
        SL_CHECK_OK(all_run(device, &shape, &memory, &err));
        SL_CHECK(memory.streamed == 0);
        device_done(device);
    }
}

/* Points that stay on the host go there, also where a chunk is cut between both. */
SL_TEST_FULL(every_budget_gives_the_same_sums) {
    sl_module_device *device = device_new();
    sl_module_key_shape shape = shape_of(8, true);
    toy_proof_make(&proof_toy, &shape);
    const uint64_t least = device_budget_least(device, shape);
    unsigned streamed_n = 0, mixed_n = 0;
    for (uint64_t more = 0; more <= 60000; more += 20000) {
        sl_module_memory memory;
        shape.budget_bytes = least + more;
        SL_CHECK_OK(all_run(device, &shape, &memory, &err));
        streamed_n += memory.streamed != 0;
        mixed_n += memory.streamed != 0 && memory.bytes[SL_MODULE_POINTS] != 0;
    }
    SL_CHECK_MSG(streamed_n > 1 && mixed_n > 0, "%u streamed, %u of them in part", streamed_n, mixed_n);
    device_done(device);
}

SL_TEST(wrong_use) {
    const sl_module_key_shape shape = shape_of(4, false);
    sl_module_device *device = device_new(), *other = device_new();
    sl_module_multiples *of[2];
    sl_module_key *key;
    toy_proof_make(&proof_toy, &shape);
    SL_CHECK_OK(multiples_open(device, of, &err));
    SL_CHECK_OK(prove->key_open(other, &shape, &key, &err));
    SL_CHECK_STATUS(points_put(of[0], key, SL_MODULE_L, 0, 1, &err), SLUICE_E_USAGE); /* of the other device */
    prove->key_close(key);
    SL_CHECK_OK(prove->key_open(device, &shape, &key, &err));
    SL_CHECK_STATUS(points_put(of[1], key, SL_MODULE_L, 0, 1, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(points_put(of[0], key, SL_MODULE_B_G2, 0, 1, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(points_put(of[0], key, SL_MODULE_L, 100, 1, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(points_put(of[0], key, SL_MODULE_L, UINT64_MAX, 2, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(points_put(of[0], key, SL_MODULE_SECTIONS_N, 0, 1, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(prove->key_ready(key, &err), SLUICE_E_USAGE);
    SL_CHECK_OK(key_fill(of, key, &shape, &err)); /* and nothing has happened before */
    SL_CHECK_STATUS(points_put(of[0], key, SL_MODULE_L, 0, 1, &err), SLUICE_E_USAGE);
    SL_CHECK_OK(toy_prove(prove, key, &proof_toy, &shape, &err));
    ops->close(of[0]);
    ops->close(of[1]);
    prove->key_close(key);
    sl_cuda_device_close(other);
    device_done(device);
}

/* Both ways of using the same multiples, one after the other. */
SL_TEST(bytes_and_points_in_turns) {
    const sl_module_key_shape shape = shape_of(4, false);
    sl_module_device *device = device_new();
    sl_module_multiples *of[2];
    sl_module_key *key;
    uint8_t keys[2 * CHUNK_G1 * SL_G1_UNCOMPRESSED_BYTES], want[SL_G1_UNCOMPRESSED_BYTES];
    sl_fr logs[2 * CHUNK_G1];
    sl_g1_affine point;
    toy_proof_make(&proof_toy, &shape);
    SL_CHECK_OK(multiples_open(device, of, &err));
    SL_CHECK_OK(prove->key_open(device, &shape, &key, &err));
    for (uint64_t i = 0; i < SL_ARRAY_N(logs); i++) {
        logs[i] = toy_fr(i + 5);
    }
    SL_CHECK_OK(points_put(of[0], key, SL_MODULE_L, 0, 100, &err));
    SL_CHECK_OK(ops->mul(of[0], keys, logs, SL_ARRAY_N(logs), &err));
    for (size_t i = 0; i < SL_ARRAY_N(logs); i++) {
        toy_multiple(&point, &logs[i]);
        sl_g1_encode_uncompressed(want, &point);
        SL_CHECK_MEM(keys + i * sizeof want, want, sizeof want);
    }
    for (unsigned s = 0; s < SL_MODULE_SECTIONS_N; s++) {
        if (s != SL_MODULE_L) {
            SL_CHECK_OK(points_put(of[s == SL_MODULE_B_G2], key, s, 0, (size_t)shape.points_n[s], &err));
        }
    }
    SL_CHECK_OK(prove->key_ready(key, &err));
    SL_CHECK_OK(toy_prove(prove, key, &proof_toy, &shape, &err));
    ops->close(of[0]);
    ops->close(of[1]);
    prove->key_close(key);
    device_done(device);
}

static bool run_with_failure(const sl_module_key_shape *shape, size_t n, int code) {
    sl_module_device *device = device_new();
    runtime_fail_after(n, code);
    const sluice_status status = all_run(device, shape, NULL, &err);
    const bool has_failed = !sl_failpoint_waits(&runtime.fails);
    runtime_fail_after(SIZE_MAX, RUNTIME_BROKEN);
    SL_CHECK(has_failed || status == SLUICE_OK);
    if (status != SLUICE_OK) {
        const bool is_memory = status == SLUICE_E_NO_MEMORY || status == SLUICE_E_BUDGET;
        SL_CHECK_MSG(code == RUNTIME_OUT_OF_MEMORY ? is_memory || status == SLUICE_E_DEVICE : status == SLUICE_E_DEVICE,
                     "call %zu: %s", n, err.text);
    }
    SL_CHECK_MSG(runtime.live == 1, "call %zu: %u left", n, runtime.live);
    device_done(device);
    return has_failed;
}

/* Up to where the points are there; proofs are test_cuda_key.c's. */
static void check_failures(int code, size_t step) {
    const sl_module_key_shape shape = shape_of(2, true);
    toy_proof_make(&proof_toy, &shape);
    size_t n = 0;
    while (n < 600 && run_with_failure(&shape, n, code)) {
        n += step;
    }
    SL_CHECK_MSG(n > 300, "%zu calls", n);
}

SL_TEST(some_calls_fail) {
    check_failures(RUNTIME_BROKEN, 101);
    check_failures(RUNTIME_OUT_OF_MEMORY, 131);
}

SL_TEST_FULL(more_calls_fail) {
    check_failures(RUNTIME_BROKEN, 5);
    check_failures(RUNTIME_OUT_OF_MEMORY, 17);
}
