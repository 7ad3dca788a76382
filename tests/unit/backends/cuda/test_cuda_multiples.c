// SPDX-License-Identifier: MIT OR Apache-2.0
/* Multiples of one point by the module's functions over a runtime of tests, against the portable group law. */
#include "backends/cuda/cuda_device.h"
#include "backends/cuda/cuda_multiples.h"
#include "math/curve/encoding.h"
#include "multiples_run.h"
#include "points_run.h"

static sluice_error err;

static const sl_cuda_calls calls = {RUNTIME_CALLS, .points = &runtime_points_calls, .multiples = &multiples_run_calls};

/* 0, 1, r - 1 and others near both ends and near the middle, powers of two around window edges, random. */
static sl_fr scalar_of(size_t i) {
    const sl_fr two = sl_fr_from_u64(2);
    sl_fr out = sl_fr_from_u64(i / 5), half = two;
    switch (i % 5) {
    case 1:
        sl_fr_neg(&out, &out);
        break;
    case 2:
        sl_fr_pow_u64_vt(&out, &two, i % 256);
        break;
    case 3:
        sl_fr_inv_vt(&half, &half);
        sl_fr_sub(&out, &half, &out);
        break;
    case 4: {
        const uint64_t limbs[4] = {sl_test_u64(), sl_test_u64(), sl_test_u64(), sl_test_u64() >> 2};
        sl_fr_from_limbs(&out, limbs);
        break;
    }
    default:
        break;
    }
    return out;
}

typedef struct bases {
    sl_g1 g1;
    sl_g2 g2;
    sl_g1_affine affine1;
    sl_g2_affine affine2;
} bases;

static bases bases_make(uint64_t base_log) {
    bases b;
    const sl_fr k = sl_fr_from_u64(base_log);
    sl_g1_from_affine(&b.g1, &sl_g1_generator);
    sl_g2_from_affine(&b.g2, &sl_g2_generator);
    sl_g1_mul_vt(&b.g1, &b.g1, &k);
    sl_g2_mul_vt(&b.g2, &b.g2, &k);
    sl_g1_to_affine_vt(&b.affine1, &b.g1);
    sl_g2_to_affine_vt(&b.affine2, &b.g2);
    return b;
}

static void want_make(uint8_t want[SL_G2_UNCOMPRESSED_BYTES], const bases *b, bool is_g2, const sl_fr *k) {
    sl_g1 p1;
    sl_g2 p2;
    sl_g1_affine a1;
    sl_g2_affine a2;
    if (is_g2) {
        sl_g2_mul_vt(&p2, &b->g2, k);
        sl_g2_to_affine_vt(&a2, &p2);
        sl_g2_encode_uncompressed(want, &a2);
    } else {
        sl_g1_mul_vt(&p1, &b->g1, k);
        sl_g1_to_affine_vt(&a1, &p1);
        sl_g1_encode_uncompressed(want, &a1);
    }
}

/* n multiples, with room made for `expected_n` in a call, within a budget. */
static void check_budget(bool is_g2, size_t n, size_t expected_n, uint64_t base_log, uint64_t budget_bytes) {
    const size_t key_bytes = is_g2 ? SL_G2_UNCOMPRESSED_BYTES : SL_G1_UNCOMPRESSED_BYTES;
    const bases b = bases_make(base_log);
    sl_module_device *device;
    sl_module_multiples *multiples;
    sl_fr *scalars = malloc((n + 1) * sizeof *scalars);
    uint8_t *keys = malloc(n * key_bytes + 1);
    SL_CHECK(scalars != NULL && keys != NULL);
    for (size_t i = 0; i < n; i++) {
        scalars[i] = scalar_of(i);
    }
    SL_CHECK_OK(sl_cuda_device_open(&calls, &device, 0, &err));
    SL_CHECK_OK(sl_cuda_multiples_ops.open(device, &multiples, is_g2, is_g2 ? (const void *)&b.affine2 : &b.affine1,
                                           expected_n, budget_bytes, &err));
    for (int round = 0; round < 2; round++) { /* what the first call leaves is in nobody's way */
        memset(keys, 0xa5, n * key_bytes + 1);
        SL_CHECK_OK(sl_cuda_multiples_ops.mul(multiples, keys, scalars, n, &err));
        SL_CHECK(keys[n * key_bytes] == 0xa5);
        for (size_t i = 0; i < n; i++) {
            uint8_t want[SL_G2_UNCOMPRESSED_BYTES];
            want_make(want, &b, is_g2, &scalars[i]);
            SL_CHECK_MSG(memcmp(keys + i * key_bytes, want, key_bytes) == 0, "multiple %zu of %zu", i, n);
        }
    }
    sl_cuda_multiples_ops.close(multiples);
    sl_cuda_device_close(device);
    SL_CHECK(runtime.live == 0);
    free(scalars);
    free(keys);
}

static void check_multiples(bool is_g2, size_t n, size_t expected_n, uint64_t base_log) {
    check_budget(is_g2, n, expected_n, base_log, 0);
}

SL_TEST(g1) {
    check_multiples(false, 300, 300, 1);
    check_multiples(false, 7, 1, 12345); /* a chunk for each */
    check_multiples(false, 101, 33, 3);  /* chunks of 33, 33, 33 and 2 */
    check_multiples(false, 2, 16384, 1);
    check_multiples(false, 0, 0, 1);
}

SL_TEST(g2) {
    check_multiples(true, 150, 100, 77);
    check_multiples(true, 0, 7, 1);
}

/* Windows of 16 bits. */
SL_TEST_FULL(g1_wide) {
    check_multiples(false, 300, SL_CUDA_MULTIPLES_FEW + 1, 5);
}

SL_TEST_FULL(g2_wide) {
    check_multiples(true, 100, SL_CUDA_MULTIPLES_FEW + 1, 5);
}

/* What the refusal of a budget names. */
static uint64_t least_of(sl_module_device *device, uint64_t budget_bytes) {
    static const char before[] = "the least that works is ";
    sl_module_multiples *multiples;
    SL_CHECK_STATUS(sl_cuda_multiples_ops.open(device, &multiples, false, &sl_g1_generator, SL_CUDA_MULTIPLES_FEW + 1,
                                               budget_bytes, &err),
                    SLUICE_E_BUDGET);
    const char *text = strstr(err.text, before);
    SL_CHECK_MSG(text != NULL, "%s", err.text);
    return strtoull(text + strlen(before), NULL, 10);
}

/* It is enough, and a byte less is not; it is less than windows of 16 bits take. */
SL_TEST(least_budget) {
    sl_module_device *device;
    SL_CHECK_OK(sl_cuda_device_open(&calls, &device, 0, &err));
    const uint64_t least = least_of(device, 1);
    SL_CHECK_EQ_U64(least_of(device, least - 1), least);
    sl_cuda_device_close(device);
    SL_CHECK(runtime.live == 0);
    SL_CHECK_MSG(least > 1000000 && least < 20000000, "%llu bytes", (unsigned long long)least);
    check_budget(false, 40, SL_CUDA_MULTIPLES_FEW + 1, 7, least);
}

SL_TEST(identity) {
    sl_module_device *device;
    sl_module_multiples *multiples = NULL;
    const sl_g1_affine none1 = {sl_fp_zero(), sl_fp_zero()};
    const sl_g2_affine none2 = {sl_fp2_zero(), sl_fp2_zero()};
    SL_CHECK_OK(sl_cuda_device_open(&calls, &device, 0, &err));
    SL_CHECK_STATUS(sl_cuda_multiples_ops.open(device, &multiples, false, &none1, 1, 0, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(sl_cuda_multiples_ops.open(device, &multiples, true, &none2, 1, 0, &err), SLUICE_E_USAGE);
    SL_CHECK(multiples == NULL);
    sl_cuda_multiples_ops.close(NULL);
    sl_cuda_device_close(device);
    SL_CHECK(runtime.live == 0);
}

/* Points are kept as keys have them whatever the kernels leave: coordinates of p or more, the identity, x = 0. */
SL_TEST(encoding) {
    static const uint32_t p[12] = SL_CUDA_P;
    sl_g1_affine points[5] = {{sl_fp_zero(), sl_fp_zero()}, sl_g1_generator, sl_g1_generator, sl_g1_generator};
    uint8_t found[5 * SL_G1_UNCOMPRESSED_BYTES], want[5 * SL_G1_UNCOMPRESSED_BYTES];
    points[4] = (sl_g1_affine){sl_fp_zero(), sl_fp_from_u64(2)};
    for (size_t i = 0; i < SL_ARRAY_N(points); i++) {
        sl_g1_encode_uncompressed(want + i * SL_G1_UNCOMPRESSED_BYTES, &points[i]);
    }
    sl_cuda_g1 device[5];
    uint32_t out[sizeof found / 4];
    memcpy(device, points, sizeof device);
    (void)sl_cuda_words_add(device[2].x.w, device[2].x.w, p, 12);
    (void)sl_cuda_words_add(device[3].y.w, device[3].y.w, p, 12);
    (void)sl_cuda_words_add(device[4].x.w, device[4].x.w, p, 12); /* p */
    const sl_cuda_encode work = {device, out, SL_ARRAY_N(points), SL_CUDA_G1};
    int stream;
    SL_CHECK(multiples_run_encode(&work, &stream) == 0);
    memcpy(found, out, sizeof found);
    SL_CHECK(memcmp(found, want, sizeof want) == 0);
}

static sluice_status use(uint8_t keys[5 * SL_G1_UNCOMPRESSED_BYTES], sluice_error *error) {
    sl_module_device *device;
    sl_module_multiples *multiples;
    sl_fr scalars[5];
    for (size_t i = 0; i < SL_ARRAY_N(scalars); i++) {
        scalars[i] = sl_fr_from_u64(i);
    }
    SL_TRY(sl_cuda_device_open(&calls, &device, 0, error));
    sluice_status status = sl_cuda_multiples_ops.open(device, &multiples, false, &sl_g1_generator, 2, 0, error);
    if (status == SLUICE_OK) {
        status = sl_cuda_multiples_ops.mul(multiples, keys, scalars, SL_ARRAY_N(scalars), error);
        if (status == SLUICE_E_DEVICE) {
            SL_CHECK_STATUS(sl_cuda_multiples_ops.mul(multiples, keys, scalars, 1, NULL), SLUICE_E_DEVICE);
        }
        sl_cuda_multiples_ops.close(multiples);
    }
    sl_cuda_device_close(device);
    return status;
}

SL_TEST(every_call_fails_in_turn) {
    static const int codes[] = {RUNTIME_BROKEN, RUNTIME_OUT_OF_MEMORY};
    uint8_t keys[5 * SL_G1_UNCOMPRESSED_BYTES];
    for (size_t i = 0; i < SL_ARRAY_N(codes); i++) {
        size_t n = 0;
        for (bool has_failed = true; has_failed; n++) {
            sluice_error error = {0};
            runtime_fail_after(n, codes[i]);
            const sluice_status status = use(keys, &error);
            has_failed = !sl_failpoint_waits(&runtime.fails);
            SL_CHECK_MSG(runtime.live == 0, "call %zu: %u left", n, runtime.live);
            SL_CHECK(status == SLUICE_OK || (has_failed && error.text[0] != 0));
            SL_CHECK(status == SLUICE_OK || status == SLUICE_E_DEVICE ||
                     (status == SLUICE_E_NO_MEMORY && codes[i] == RUNTIME_OUT_OF_MEMORY));
        }
        SL_CHECK_MSG(n > 60, "%zu calls", n);
    }
    runtime_fail_after(SIZE_MAX, RUNTIME_BROKEN);
    SL_CHECK_OK(use(keys, &err));
    uint8_t want[SL_G1_UNCOMPRESSED_BYTES];
    sl_g1_encode_uncompressed(want, &sl_g1_generator);
    SL_CHECK(memcmp(keys + SL_G1_UNCOMPRESSED_BYTES, want, sizeof want) == 0 && keys[0] == 0x40);
}
