// SPDX-License-Identifier: MIT OR Apache-2.0
/* Points times scalars, and their transforms, against the group law and against logarithms. */
#include "harness/test.h"
#include "math/kernels/kernels_portable.h"
#include "math/poly/ntt.h"
#include "proof/groth16/fold_points.h"

static sluice_error err;

static void point_of(sl_g1_affine *out, const sl_fr *log) {
    sl_g1 p;
    sl_g1_from_affine(&p, &sl_g1_generator);
    sl_g1_mul_vt(&p, &p, log);
    sl_g1_to_affine_vt(out, &p);
}

/* Slots of the portable set are affine points. */
static void check_log(const void *slots, size_t i, const sl_fr *log) {
    sl_g1_affine want, found;
    point_of(&want, log);
    sl_kernels_portable.g1->to_affine(&found, (const char *)slots + i * sl_kernels_portable.g1->slot_bytes, 1);
    SL_CHECK_MSG(sl_g1_affine_eq(&want, &found), "point %zu", i);
}

static sl_fr scalar_random(void) {
    const uint64_t limbs[4] = {sl_test_u64(), sl_test_u64(), sl_test_u64(), sl_test_u64() >> 2};
    sl_fr out;
    sl_fr_from_limbs(&out, limbs);
    return out;
}

/* Edges of the split: 0, 1, -1, z^2 and what is beside it, every parity, halves. */
static sl_fr scalar_edge(size_t i) {
    const sl_fr z = sl_fr_from_u64(UINT64_C(0xd201000000010000));
    sl_fr z2, out = sl_fr_from_u64(i / 4), negated;
    sl_fr_mul(&z2, &z, &z);
    if (i & 1) {
        sl_fr_add(&out, &out, &z2);
    }
    sl_fr_neg(&negated, &out);
    return i & 2 ? negated : out;
}

SL_TEST(products) {
    enum { N = 150 };
    sl_pool *pool;
    sl_fold_points *fold;
    SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    SL_CHECK_OK(sl_fold_points_open(&fold, &sl_kernels_portable, pool, &err));
    const size_t slot = sl_kernels_portable.g1->slot_bytes;
    char *slots = aligned_alloc(64, (N * slot + 63) / 64 * 64);
    static sl_fr scalars[N], logs[N];
    for (size_t i = 0; i < N; i++) {
        sl_g1_affine p;
        logs[i] = i % 7 == 6 ? sl_fr_zero() : (i % 5 == 0 ? sl_fr_one() : scalar_random());
        scalars[i] = i < 60 ? scalar_edge(i) : scalar_random();
        point_of(&p, &logs[i]);
        sl_kernels_portable.g1->from_affine(slots + i * slot, &p, 1);
        sl_fr_mul(&logs[i], &logs[i], &scalars[i]);
    }
    sl_fold_points_mul(fold, slots, scalars, N);
    for (size_t i = 0; i < N; i++) {
        check_log(slots, i, &logs[i]);
    }
    const sl_fr first = scalar_random(), ratio = scalar_random();
    sl_fr factor = first;
    sl_fold_points_scale(fold, slots, N, &first, &ratio);
    for (size_t i = 0; i < N; i++) {
        sl_fr_mul(&logs[i], &logs[i], &factor);
        sl_fr_mul(&factor, &factor, &ratio);
        check_log(slots, i, &logs[i]);
    }
    free(slots);
    sl_fold_points_close(fold);
    sl_pool_close(pool);
}

static size_t reversed(size_t i, unsigned bits) {
    size_t out = 0;
    for (unsigned b = 0; b < bits; b++) {
        out |= (i >> b & 1) << (bits - 1 - b);
    }
    return out;
}

SL_TEST(transforms) {
    sl_pool *pool;
    sl_fold_points *fold;
    SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    SL_CHECK_OK(sl_fold_points_open(&fold, &sl_kernels_portable, pool, &err));
    const size_t slot = sl_kernels_portable.g1->slot_bytes;
    for (unsigned log2 = 0; log2 <= 7; log2 += log2 < 3 ? 1 : 2) {
        const size_t n = (size_t)1 << log2;
        char *slots = aligned_alloc(64, (n * slot + 63) / 64 * 64);
        sl_fr *logs = malloc(n * sizeof *logs);
        for (size_t i = 0; i < n; i++) {
            sl_g1_affine p;
            logs[i] = i + 1 == n ? sl_fr_zero() : scalar_random();
            point_of(&p, &logs[i]);
            sl_kernels_portable.g1->from_affine(slots + i * slot, &p, 1);
        }
        for (unsigned layer = log2; layer-- > 0;) {
            sl_fold_points_layer(fold, slots, log2, layer);
        }
        sl_ntt *ntt;
        SL_CHECK_OK(sl_ntt_open(&ntt, log2, &sl_kernels_portable, pool, &err));
        sl_ntt_inverse(ntt, logs);
        sl_ntt_close(ntt);
        const sl_fr size = sl_fr_from_u64(n);
        for (size_t i = 0; i < n; i++) {
            sl_fr_mul(&logs[i], &logs[i], &size); /* which has 1 / n in it */
            check_log(slots, reversed(i, log2), &logs[i]);
        }
        free(slots);
        free(logs);
    }
    SL_CHECK_EQ_U64(sl_fold_points_products(3), 3 * 4 - 7);
    sl_fold_points_close(fold);
    sl_pool_close(pool);
}
