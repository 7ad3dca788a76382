// SPDX-License-Identifier: MIT OR Apache-2.0
/* Transforms of points and products by the module's functions over a runtime of tests, against known logarithms. */
#include "backends/cuda/cuda_device.h"
#include "backends/cuda/cuda_fold.h"
#include "fold_run.h"
#include "key_run.h"
#include "math/curve/encoding.h"
#include "math/curve/g1.h"
#include "multiples_run.h"

#define KEY_BYTES SL_G1_UNCOMPRESSED_BYTES

static sluice_error err;

static const sl_cuda_calls calls = {RUNTIME_CALLS, .key = &key_run_calls, .multiples = &multiples_run_calls,
                                    .fold = &fold_run_calls};

static void point_of(uint8_t key[KEY_BYTES], const sl_fr *log) {
    sl_g1 p;
    sl_g1_affine a;
    sl_g1_from_affine(&p, &sl_g1_generator);
    sl_g1_mul_vt(&p, &p, log);
    sl_g1_to_affine_vt(&a, &p);
    sl_g1_encode_uncompressed(key, &a);
}

static void check_point(const uint8_t found[KEY_BYTES], const sl_fr *log, size_t i) {
    uint8_t want[KEY_BYTES];
    point_of(want, log);
    SL_CHECK_MSG(memcmp(found, want, KEY_BYTES) == 0, "point %zu", i);
}

static sl_fr scalar_random(void) {
    const uint64_t limbs[4] = {sl_test_u64(), sl_test_u64(), sl_test_u64(), sl_test_u64() >> 2};
    sl_fr out;
    sl_fr_from_limbs(&out, limbs);
    return out;
}

/*
 * a + b z^2 and its negative for small a and b: every parity of both halves, and the last steps of a product add equal
 * and opposite points.
 */
static sl_fr scalar_edge(size_t i) {
    const sl_fr z = sl_fr_from_u64(UINT64_C(0xd201000000010000));
    sl_fr z2, out = sl_fr_from_u64(i / 2 % 7), more = sl_fr_from_u64(i / 14);
    sl_fr_mul(&z2, &z, &z);
    sl_fr_mul(&more, &more, &z2);
    sl_fr_add(&out, &out, &more);
    if (i % 2 == 1) {
        sl_fr_neg(&out, &out);
    }
    return out;
}

/* Scalars that differ by bits of either half only. */
static sl_fr scalar_power(size_t i) {
    const sl_fr two = sl_fr_from_u64(2);
    sl_fr out;
    sl_fr_pow_u64_vt(&out, &two, i);
    return out;
}

static void check_products(size_t n, sl_fr (*scalar_of)(size_t i)) {
    sl_module_device *device;
    sl_module_fold *fold;
    uint8_t *keys = malloc(n * KEY_BYTES);
    sl_fr *scalars = malloc(n * sizeof *scalars), *logs = malloc(n * sizeof *logs);
    SL_CHECK(keys != NULL && scalars != NULL && logs != NULL);
    for (size_t i = 0; i < n; i++) {
        logs[i] = i % 17 == 16 ? sl_fr_zero() : i % 5 == 0 ? sl_fr_one() : scalar_random();
        scalars[i] = scalar_of(i);
        point_of(keys + i * KEY_BYTES, &logs[i]);
        sl_fr_mul(&logs[i], &logs[i], &scalars[i]);
    }
    SL_CHECK_OK(sl_cuda_device_open(&calls, &device, 0, &err));
    SL_CHECK_OK(sl_cuda_fold_ops.open(device, &fold, 3, &err));
    SL_CHECK_OK(sl_cuda_fold_ops.mul(fold, keys, scalars, n, &err));
    for (size_t i = 0; i < n; i++) {
        check_point(keys + i * KEY_BYTES, &logs[i], i);
    }
    sl_cuda_fold_ops.close(fold);
    sl_cuda_device_close(device);
    SL_CHECK(runtime.live == 0);
    free(keys);
    free(scalars);
    free(logs);
}

static sl_fr scalar_any(size_t i) {
    (void)i;
    return scalar_random();
}

/* One point by the way that is for scalars that a warp shares. */
static void shared_product(uint8_t key[KEY_BYTES], const sl_fr *scalar) {
    static sl_cuda_fold_table table;
    sl_cuda_g1 affine;
    sl_cuda_jacobian point;
    uint64_t fault = SL_CUDA_FAULT_NONE;
    uint32_t words[KEY_BYTES / 4];
    sl_cuda_fr k;
    memcpy(words, key, KEY_BYTES);
    memcpy(&k, scalar, sizeof k);
    memset(&table, 0xa5, sizeof table);
    const sl_cuda_decode decode = {words, &affine, 0, &fault, 1};
    const sl_cuda_fold_enter enter = {&affine, &point, 1};
    const sl_cuda_fold_leave leave = {&point, &affine, 0, 1, 0};
    const sl_cuda_encode encode = {&affine, words, 1, SL_CUDA_G1};
    sl_cuda_g1_decode(&decode, 0);
    sl_cuda_fold_enter_thread(&enter, 0);
    sl_cuda_fold_product_shared(&point, &k, &table);
    sl_cuda_fold_leave_thread(&leave, 0);
    sl_cuda_encode_thread(&encode, 0);
    memcpy(key, words, KEY_BYTES);
}

static void check_shared_products(size_t n, sl_fr (*scalar_of)(size_t i)) {
    for (size_t i = 0; i < n; i++) {
        uint8_t key[KEY_BYTES];
        sl_fr log = i % 17 == 16 ? sl_fr_zero() : scalar_random();
        const sl_fr scalar = scalar_of(i);
        point_of(key, &log);
        shared_product(key, &scalar);
        sl_fr_mul(&log, &log, &scalar);
        check_point(key, &log, i);
    }
}

SL_TEST(shared_products) {
    check_shared_products(40, scalar_any);
    check_shared_products(14 * 12, scalar_edge);
}

SL_TEST(shared_products_with_powers_of_two) {
    check_shared_products(255, scalar_power);
}

SL_TEST(products_of_any_scalars) {
    check_products(40, scalar_any);
    check_products(0, scalar_any);
}

SL_TEST(products_at_the_edges) {
    check_products(14 * 12, scalar_edge);
}

SL_TEST(products_with_powers_of_two) {
    check_products(255, scalar_power);
}

/* More than a chunk. */
SL_TEST_FULL(products_in_chunks) {
    check_products(1025, scalar_any);
}

/* --- transforms ----------------------------------------------------------------------------------------------------
 */

typedef sl_fr (*log_fn)(size_t i);

static sl_fr log_zero(size_t i) {
    (void)i;
    return sl_fr_zero();
}

/* The first layer meets equal and opposite points, and the identity on either side. */
static sl_fr log_special(size_t i) {
    sl_fr out = sl_fr_from_u64(i / 2 % 3);
    if (i % 4 == 3) {
        sl_fr_neg(&out, &out);
    }
    return out;
}

static sl_fr log_same(size_t i) {
    (void)i;
    return sl_fr_from_u64(7);
}

static sl_fr log_any(size_t i) {
    (void)i;
    return scalar_random();
}

static sl_fr root_of(unsigned log2) {
    sl_fr root = sl_fr_root_of_unity;
    for (unsigned k = log2; k < SL_FR_TWO_ADICITY; k++) {
        sl_fr_sqr(&root, &root);
    }
    sl_fr_inv_vt(&root, &root);
    return root;
}

/* logs[j] becomes the sum over i of first ratio^i w^-ij logs[i]. */
static void logs_transform(sl_fr *logs, unsigned log2, sl_fr first, const sl_fr *ratio) {
    const size_t m = (size_t)1 << log2;
    const sl_fr root = root_of(log2);
    sl_fr *scaled = malloc(m * sizeof *scaled), step = sl_fr_one();
    SL_CHECK(scaled != NULL);
    for (size_t i = 0; i < m; i++) {
        sl_fr_mul(&scaled[i], &logs[i], &first);
        sl_fr_mul(&first, &first, ratio);
    }
    for (size_t j = 0; j < m; j++) {
        sl_fr sum = sl_fr_zero(), power = sl_fr_one(), term;
        for (size_t i = 0; i < m; i++) {
            sl_fr_mul(&term, &scaled[i], &power);
            sl_fr_add(&sum, &sum, &term);
            sl_fr_mul(&power, &power, &step);
        }
        logs[j] = sum;
        sl_fr_mul(&step, &step, &root);
    }
    free(scaled);
}

static sluice_status transform(sl_module_fold *fold, unsigned log2, const sl_fr *first, const sl_fr *ratio,
                               sluice_error *error) {
    SL_TRY(sl_cuda_fold_ops.begin(fold, first, ratio, error));
    for (uint32_t step = 0; step < sl_module_fold_steps(log2); step++) {
        SL_TRY(sl_cuda_fold_ops.step(fold, step, error));
    }
    return SLUICE_OK;
}

/* `put_n` points, the identity behind them. */
static void check_transform(unsigned log2, size_t put_n, log_fn log_of, const sl_fr *first, const sl_fr *ratio) {
    const size_t m = (size_t)1 << log2;
    sl_module_device *device;
    sl_module_fold *fold;
    uint64_t bad;
    uint8_t *keys = malloc(m * KEY_BYTES);
    sl_fr *logs = malloc(m * sizeof *logs);
    SL_CHECK(keys != NULL && logs != NULL);
    for (size_t i = 0; i < m; i++) {
        logs[i] = i < put_n ? log_of(i) : sl_fr_zero();
        point_of(keys + i * KEY_BYTES, &logs[i]);
    }
    SL_CHECK_OK(sl_cuda_device_open(&calls, &device, 0, &err));
    SL_CHECK_OK(sl_cuda_fold_ops.open(device, &fold, log2, &err));
    for (int round = 0; round < 2; round++) { /* what the first one leaves is in nobody's way */
        SL_CHECK_OK(sl_cuda_fold_ops.put(fold, 0, keys, put_n / 3, &bad, &err));
        SL_CHECK_OK(sl_cuda_fold_ops.put(fold, put_n / 3, keys + put_n / 3 * KEY_BYTES, put_n - put_n / 3, &bad, &err));
        SL_CHECK_OK(sl_cuda_fold_ops.put(fold, put_n, NULL, m - put_n, &bad, &err));
        SL_CHECK(bad == UINT64_MAX);
        SL_CHECK_OK(transform(fold, log2, first, ratio, &err));
    }
    SL_CHECK_OK(sl_cuda_fold_ops.get(fold, 0, keys, m / 2, &err));
    SL_CHECK_OK(sl_cuda_fold_ops.get(fold, m / 2, keys + m / 2 * KEY_BYTES, m - m / 2, &err));
    logs_transform(logs, log2, *first, ratio);
    for (size_t i = 0; i < m; i++) {
        check_point(keys + i * KEY_BYTES, &logs[i], i);
    }
    sl_cuda_fold_ops.close(fold);
    sl_cuda_device_close(device);
    SL_CHECK(runtime.live == 0);
    free(keys);
    free(logs);
}

SL_TEST(transforms_by_size) {
    const sl_fr first = scalar_random(), ratio = scalar_random(), one = sl_fr_one();
    for (unsigned log2 = 0; log2 <= 5; log2++) {
        check_transform(log2, (size_t)1 << log2, log_any, &first, &one);
    }
    for (unsigned log2 = 0; log2 <= 6; log2++) {
        check_transform(log2, ((size_t)1 << log2) - (log2 > 0), log_any, &first, &ratio);
    }
}

SL_TEST(transforms_of_special_points) {
    static const log_fn fns[] = {log_zero, log_special, log_same};
    const sl_fr one = sl_fr_one();
    sl_fr minus_one;
    sl_fr_neg(&minus_one, &one);
    for (size_t i = 0; i < SL_ARRAY_N(fns); i++) {
        check_transform(4, 16, fns[i], &one, &one);
        check_transform(5, 30, fns[i], &one, &minus_one);
    }
}

/* 32 blocks and more in the last levels: scalars are shared. */
SL_TEST_FULL(transforms_larger) {
    const sl_fr first = scalar_random(), ratio = scalar_random();
    check_transform(9, 511, log_any, &first, &ratio);
    check_transform(10, 1023, log_any, &first, &ratio);
}

/* The identity stands for a bad point, and the least number of one comes back; a product takes identities as they are.
 */
SL_TEST(bad_points) {
    enum { N = 6 };
    sl_module_device *device;
    sl_module_fold *fold;
    uint8_t keys[N * KEY_BYTES];
    uint64_t bad;
    sl_fr scalars[N];
    for (size_t i = 0; i < N; i++) {
        scalars[i] = sl_fr_from_u64(i + 1);
        point_of(keys + i * KEY_BYTES, &scalars[i]);
    }
    SL_CHECK_OK(sl_cuda_device_open(&calls, &device, 0, &err));
    SL_CHECK_STATUS(sl_cuda_fold_ops.open(device, &fold, SL_MODULE_FOLD_LOG2_MAX + 1, &err), SLUICE_E_USAGE);
    SL_CHECK_OK(sl_cuda_fold_ops.open(device, &fold, 3, &err));
    keys[4 * KEY_BYTES + 50] ^= 1;
    SL_CHECK_OK(sl_cuda_fold_ops.put(fold, 1, keys, N, &bad, &err));
    SL_CHECK_EQ_U64(bad, 5);
    memset(keys + 2 * KEY_BYTES, 0, KEY_BYTES);
    keys[2 * KEY_BYTES] = 0x40;
    SL_CHECK_OK(sl_cuda_fold_ops.put(fold, 0, keys, N, &bad, &err));
    SL_CHECK_EQ_U64(bad, 2);
    SL_CHECK_OK(sl_cuda_fold_ops.mul(fold, keys, scalars, 3, &err));
    const sl_fr four = sl_fr_from_u64(4);
    check_point(keys + KEY_BYTES, &four, 1);
    SL_CHECK(keys[2 * KEY_BYTES] == 0x40);
    sl_cuda_fold_ops.close(NULL);
    sl_cuda_fold_ops.close(fold);
    sl_cuda_device_close(device);
}

static sluice_status use(uint8_t keys[2 * KEY_BYTES], sluice_error *error) {
    sl_module_device *device;
    sl_module_fold *fold;
    uint64_t bad;
    const sl_fr three = sl_fr_from_u64(3), scalars[2] = {three, three};
    SL_TRY(sl_cuda_device_open(&calls, &device, 0, error));
    sluice_status status = sl_cuda_fold_ops.open(device, &fold, 3, error);
    if (status == SLUICE_OK) {
        status = sl_cuda_fold_ops.put(fold, 0, keys, 2, &bad, error);
        status = status == SLUICE_OK ? sl_cuda_fold_ops.put(fold, 2, NULL, 6, &bad, error) : status;
        status = status == SLUICE_OK ? transform(fold, 3, &three, &three, error) : status;
        status = status == SLUICE_OK ? sl_cuda_fold_ops.get(fold, 0, keys, 2, error) : status;
        status = status == SLUICE_OK ? sl_cuda_fold_ops.mul(fold, keys, scalars, 2, error) : status;
        if (status == SLUICE_E_DEVICE) {
            SL_CHECK_STATUS(sl_cuda_fold_ops.get(fold, 0, keys, 1, NULL), SLUICE_E_DEVICE);
        }
        sl_cuda_fold_ops.close(fold);
    }
    sl_cuda_device_close(device);
    return status;
}

static bool fails(size_t n, int code) {
    uint8_t keys[2 * KEY_BYTES];
    sluice_error error = {0};
    const sl_fr one = sl_fr_one();
    point_of(keys, &one);
    point_of(keys + KEY_BYTES, &one);
    runtime_fail_after(n, code);
    const sluice_status status = use(keys, &error);
    const bool has_failed = !sl_failpoint_waits(&runtime.fails);
    SL_CHECK_MSG(runtime.live == 0, "call %zu: %u left", n, runtime.live);
    SL_CHECK(status == SLUICE_OK || (has_failed && error.text[0] != 0));
    SL_CHECK(status == SLUICE_OK || status == SLUICE_E_DEVICE ||
             (status == SLUICE_E_NO_MEMORY && code == RUNTIME_OUT_OF_MEMORY));
    runtime_fail_after(SIZE_MAX, RUNTIME_BROKEN);
    return has_failed;
}

SL_TEST(every_call_fails_in_turn) {
    runtime_fail_each(fails, 40);
}
