// SPDX-License-Identifier: MIT OR Apache-2.0
#include "harness/test.h"

#include "core/mem/buf.h"
#include "math/curve/encoding.h"
#include "math/msm/bench_input.h"
#include "math/msm/fixed_base.h"

static sluice_error err;

/* 0, 1, r - 1, powers of two around window edges, random. */
static sl_fr scalar_of(size_t i) {
    const sl_fr one = sl_fr_one();
    sl_fr out = sl_fr_from_u64(i);
    if (i % 5 == 1) {
        sl_fr_neg(&out, &out);
    } else if (i % 5 == 2) {
        const sl_fr two = sl_fr_from_u64(2);
        sl_fr_pow_u64_vt(&out, &two, i % 255);
        if (i % 2 == 0) {
            sl_fr_sub(&out, &out, &one);
        }
    } else if (i % 5 == 3) {
        const uint64_t limbs[4] = {sl_test_u64(), sl_test_u64(), sl_test_u64(), sl_test_u64() >> 2};
        sl_fr_from_limbs(&out, limbs);
    }
    return out;
}

/* n multiples of base_log times the generator, with a table made for `expected_n`. */
static void check_multiples(sl_group group, size_t n, size_t expected_n, size_t threads_n, uint64_t base_log) {
    const size_t key_bytes = group == SL_G1 ? SL_G1_KEY_BYTES : SL_G2_KEY_BYTES;
    sl_pool *pool;
    SL_CHECK_OK(sl_pool_open(&pool, threads_n, &err));
    sl_fr *scalars = malloc((n + 1) * sizeof *scalars);
    uint8_t *keys = malloc(n * key_bytes + 1);
    SL_CHECK(scalars != NULL && keys != NULL);
    keys[n * key_bytes] = 0xa5;
    for (size_t i = 0; i < n; i++) {
        scalars[i] = scalar_of(i);
    }
    const sl_fr k = sl_fr_from_u64(base_log);
    sl_g1 p1;
    sl_g2 p2;
    sl_g1_affine base1;
    sl_g2_affine base2;
    sl_g1_from_affine(&p1, &sl_g1_generator);
    sl_g2_from_affine(&p2, &sl_g2_generator);
    sl_g1_mul_vt(&p1, &p1, &k);
    sl_g2_mul_vt(&p2, &p2, &k);
    sl_g1_to_affine_vt(&base1, &p1);
    sl_g2_to_affine_vt(&base2, &p2);
    sl_fixed_base *fixed;
    SL_CHECK_OK(sl_fixed_base_open(&fixed, group, group == SL_G1 ? (const void *)&base1 : (const void *)&base2,
                                   expected_n, &sl_kernels_portable, pool, &err));
    sl_fixed_base_mul(fixed, keys, scalars, n);
    SL_CHECK(keys[n * key_bytes] == 0xa5);
    for (size_t i = 0; i < n; i++) {
        uint8_t want[SL_G2_KEY_BYTES];
        sl_g1 q1;
        sl_g2 q2;
        if (group == SL_G1) {
            sl_g1_mul_vt(&q1, &p1, &scalars[i]);
            sl_g1_to_affine_vt(&base1, &q1);
            sl_g1_encode_uncompressed(want, &base1);
        } else {
            sl_g2_mul_vt(&q2, &p2, &scalars[i]);
            sl_g2_to_affine_vt(&base2, &q2);
            sl_g2_encode_uncompressed(want, &base2);
        }
        SL_CHECK_MSG(memcmp(keys + i * key_bytes, want, key_bytes) == 0, "multiple %zu of %zu", i, n);
    }
    sl_fixed_base_close(fixed);
    free(scalars);
    free(keys);
    sl_pool_close(pool);
}

SL_TEST(g1_multiples) {
    static const size_t sizes[] = {0, 1, 2, 33};
    for (size_t s = 0; s < SL_ARRAY_N(sizes); s++) {
        check_multiples(SL_G1, sizes[s], sizes[s], 1 + s % 3, 1);
    }
    check_multiples(SL_G1, 200, 3, 2, 77);
    check_multiples(SL_G1, 50, 3000, 2, 0); /* all multiples of the identity */
}

SL_TEST(g2_multiples) {
    check_multiples(SL_G2, 0, 0, 1, 1);
    check_multiples(SL_G2, 1, 1, 2, 1);
    check_multiples(SL_G2, 40, 40, 2, 5);
}

/* The table of key generation: 16 windows of 16 bits. */
SL_TEST_FULL(large_table) {
    check_multiples(SL_G1, 3000, 10000000, 2, 3);
    check_multiples(SL_G2, 1000, 1000000, 2, 3);
}

SL_TEST(no_memory) {
    sl_pool *pool;
    SL_CHECK_OK(sl_pool_open(&pool, 1, &err));
    sl_fixed_base *fixed = NULL;
    for (size_t i = 0; i < 2; i++) {
        sl_mem_fail_after(i);
        SL_CHECK_STATUS(sl_fixed_base_open(&fixed, SL_G1, &sl_g1_generator, 10, &sl_kernels_portable, pool, &err),
                        SLUICE_E_NO_MEMORY);
    }
    sl_mem_fail_after(SIZE_MAX);
    SL_CHECK(fixed == NULL && sl_mem_live() == 0);
    sl_fixed_base_close(NULL);
    sl_pool_close(pool);
}

/* Bases of benchmarks: the sequence against the group law, the random ones against fixed multiples. */
SL_TEST(bench_points) {
    enum { N = 5000 };
    sl_pool *pool;
    SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    static sl_g1_affine points[N];
    SL_CHECK_OK(sl_bench_points_sequence(points, SL_G1, N, &sl_kernels_portable, pool, &err));
    sl_g1 sum = sl_g1_identity();
    for (size_t i = 0; i < N; i++) {
        sl_g1 point;
        sl_g1_add_affine(&sum, &sum, &sl_g1_generator);
        sl_g1_from_affine(&point, &points[i]);
        SL_CHECK_MSG(sl_g1_eq(&point, &sum), "point %zu", i);
    }
    sl_fr scalars[3];
    sl_bench_scalars_random(scalars, 8, 0, 3);
    SL_CHECK_OK(sl_bench_points_random(points, SL_G1, 7, 3, &sl_kernels_portable, pool, &err));
    for (size_t i = 0; i < 3; i++) {
        sl_g1 point;
        sl_g1 want;
        sl_g1_from_affine(&want, &sl_g1_generator);
        sl_g1_mul_vt(&want, &want, &scalars[i]);
        sl_g1_from_affine(&point, &points[i]);
        SL_CHECK(sl_g1_eq(&point, &want));
    }
    sl_pool_close(pool);
}
