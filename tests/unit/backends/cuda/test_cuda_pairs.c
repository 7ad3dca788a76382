// SPDX-License-Identifier: MIT OR Apache-2.0
/* The kernel of pairs, its phases run thread by thread on the processor, against the complete group law. */
#include "backends/cuda/g1_pairs.cuh"
#include "harness/test.h"
#include "math/curve/g1.h"
#include "pairs_run.h"

#define BLOCKS_N 3

_Static_assert(sizeof(sl_cuda_g1) == sizeof(sl_g1_affine), "points cross over as they are");

static void words_from(uint32_t out[12], const sl_fp *a) {
    for (int i = 0; i < 12; i++) {
        out[i] = (uint32_t)(a->l[i / 2] >> (32 * (i % 2)));
    }
}

static void fp_from(sl_fp *out, const sl_cuda_fp *a) {
    for (int i = 0; i < 6; i++) {
        out->l[i] = a->w[2 * i] | (uint64_t)a->w[2 * i + 1] << 32;
    }
}

/* Below 2p as well: x + p for every third value. */
static void coordinate_make(sl_cuda_fp *out, const sl_fp *a, bool is_lazy) {
    static const uint32_t p[12] = SL_CUDA_P;
    words_from(out->w, a);
    if (is_lazy) {
        (void)sl_cuda_words_add(out->w, out->w, p, 12);
    }
}

#define POINTS_N 64
static sl_g1_affine points[POINTS_N];
static sl_cuda_g1 device_points[POINTS_N];

/* Multiples of the generator with their negatives; the identity; a point with x = 0. */
static void points_make(void) {
    sl_g1 sum = sl_g1_identity();
    for (size_t i = 0; i < POINTS_N; i++) {
        sl_g1_to_affine_vt(&points[i], &sum); /* the identity first */
        sl_g1_add_affine(&sum, &sum, &sl_g1_generator);
        if (i % 8 == 7) {
            sl_g1_affine_neg(&points[i], &points[i - 3]);
        }
    }
    points[POINTS_N - 1].x = sl_fp_zero();
    points[POINTS_N - 1].y = sl_fp_from_u64(2);
    for (size_t i = 0; i < POINTS_N; i++) {
        SL_CHECK(sl_g1_affine_on_curve(&points[i]));
        coordinate_make(&device_points[i].x, &points[i].x, i % 3 == 1 && i != 0);
        coordinate_make(&device_points[i].y, &points[i].y, i % 5 == 2 && i != 0);
    }
}

static void reference_add(sl_g1_affine *out, uint64_t pair) {
    sl_g1_affine a[2];
    for (int i = 0; i < 2; i++) {
        const uint32_t ref = (uint32_t)(pair >> (32 * i));
        a[i] = points[ref & ~SL_CUDA_REF_NEGATIVE];
        if ((ref & SL_CUDA_REF_NEGATIVE) != 0) {
            sl_g1_affine_neg(&a[i], &a[i]);
        }
    }
    sl_g1 sum;
    sl_g1_from_affine(&sum, &a[0]);
    sl_g1_add_affine(&sum, &sum, &a[1]);
    sl_g1_to_affine_vt(out, &sum);
}

/* The result is below 2p, exactly zero if it is the identity, and the sum. */
static bool result_is(const sl_cuda_g1 *result, const sl_g1_affine *want) {
    static const uint32_t p2[12] = SL_CUDA_2P;
    static const sl_cuda_g1 zero;
    sl_cuda_g1 least;
    uint32_t scratch[12];
    if (sl_cuda_words_sub(scratch, result->x.w, p2, 12) == 0 || sl_cuda_words_sub(scratch, result->y.w, p2, 12) == 0) {
        return false;
    }
    sl_cuda_fp_canonical(&least.x, &result->x);
    sl_cuda_fp_canonical(&least.y, &result->y);
    sl_g1_affine found;
    fp_from(&found.x, &least.x);
    fp_from(&found.y, &least.y);
    return sl_g1_affine_eq(&found, want) &&
           (!sl_g1_affine_is_identity(want) || memcmp(result, &zero, sizeof zero) == 0);
}

static void check(const uint64_t *pairs, uint32_t n, unsigned batches_n) {
    const uint32_t steps = sl_cuda_pairs_steps(n, BLOCKS_N);
    const size_t scratch_bytes = (size_t)BLOCKS_N * steps * SL_CUDA_PAIRS_THREADS * sizeof(sl_cuda_fp);
    sl_cuda_pairs work = {
        device_points, pairs, malloc((n + 1) * sizeof *work.out), n, steps, malloc(scratch_bytes + 1)};
    SL_CHECK(work.out != NULL && work.scratch != NULL);
    memset(work.out, 0xa5, (n + 1) * sizeof *work.out);
    memset(work.scratch, 0xa5, scratch_bytes + 1);
    const unsigned found_n = pairs_run(&work, BLOCKS_N);
    SL_CHECK_MSG(found_n == batches_n, "%u batches", found_n);
    for (uint32_t i = 0; i < n; i++) {
        sl_g1_affine want;
        reference_add(&want, pairs[i]);
        SL_CHECK_MSG(result_is(&work.out[i], &want), "pair %u of %u: %016llx", i, n, (unsigned long long)pairs[i]);
    }
    for (size_t i = 0; i < sizeof *work.out; i++) { /* nothing behind the last */
        SL_CHECK(((uint8_t *)&work.out[n])[i] == 0xa5);
    }
    SL_CHECK(((uint8_t *)work.scratch)[scratch_bytes] == 0xa5);
    free(work.out);
    free(work.scratch);
}

static uint64_t pair_of(uint32_t ref1, uint32_t ref2) {
    return ref1 | (uint64_t)ref2 << 32;
}

/* Two points with different x, neither the identity nor the one with x = 0; signs at random. */
static uint64_t plain_pair(void) {
    for (;;) {
        const uint64_t random = sl_test_u64();
        const uint32_t i = 1 + (uint32_t)(random & 0xff) % (POINTS_N - 2);
        const uint32_t j = 1 + (uint32_t)(random >> 8 & 0xff) % (POINTS_N - 2);
        if (!sl_fp_eq(&points[i].x, &points[j].x)) {
            return pair_of(i, j) | (random & 0x8000000080000000);
        }
    }
}

static uint64_t *plain_pairs(uint32_t n) {
    uint64_t *pairs = malloc((n + 1) * sizeof *pairs);
    SL_CHECK(pairs != NULL);
    for (uint32_t i = 0; i < n; i++) {
        pairs[i] = plain_pair();
    }
    return pairs;
}

SL_TEST(inverses) {
    for (unsigned round = 0; round < 300; round++) {
        sl_fp a = sl_fp_from_u64(round), want, found;
        if (round >= 40) {
            uint8_t bytes[SL_FP_BYTES];
            do {
                sl_test_edge_bytes(bytes, sizeof bytes);
                bytes[0] &= 0x1f;
            } while (!sl_fp_from_bytes(&a, bytes));
        } else if (round % 2 == 1) {
            sl_fp_neg(&a, &a);
        }
        sl_cuda_fp x;
        coordinate_make(&x, &a, round % 3 == 0);
        sl_cuda_fp_inverse(&x, &x);
        sl_cuda_fp_canonical(&x, &x);
        fp_from(&found, &x);
        sl_fp_inv_vt(&want, &a);
        SL_CHECK_MSG(sl_fp_eq(&found, &want), "round %u", round);
    }
}

SL_TEST(lists_of_plain_pairs) {
    points_make();
    static const struct {
        uint32_t n;
        unsigned batches_n;
    } cases[] = {{0, 0}, {1, 1}, {31, 1}, {255, 1}, {256, 1}, {257, 2}, {767, 3}, {769, 3}, {1537, 4}, {3000, 6}};
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        uint64_t *pairs = plain_pairs(cases[i].n);
        check(pairs, cases[i].n, cases[i].batches_n);
        free(pairs);
    }
}

/* Every special pair, with all signs, in every position of a thread's pairs. */
SL_TEST(special_pairs_in_every_position) {
    points_make();
    static const uint32_t special[][2] = {{5, 5},
                                          {4, 7},
                                          {0, 0},
                                          {0, 6},
                                          {6, 0},
                                          {POINTS_N - 1, POINTS_N - 1},
                                          {POINTS_N - 1, 3},
                                          {3, POINTS_N - 1},
                                          {0, POINTS_N - 1},
                                          {13, 13}};
    const uint32_t n = 3 * SL_CUDA_PAIRS_THREADS * BLOCKS_N; /* the first batch has three steps */
    uint64_t *pairs = plain_pairs(n);
    for (uint32_t step = 0; step < 3; step++) {
        for (size_t s = 0; s < SL_ARRAY_N(special); s++) {
            for (uint32_t signs = 0; signs < 4; signs++) {
                const uint32_t t = (uint32_t)(4 * s + signs) * 6 + step; /* among the others; no two in a thread */
                pairs[step * SL_CUDA_PAIRS_THREADS + t] =
                    pair_of(special[s][0] | (signs & 1) << 31, special[s][1] | (signs & 2) << 30);
            }
        }
    }
    check(pairs, n, 5);
    free(pairs);
}

/* All of a batch at once: lists of one kind, and the kinds in turn. */
SL_TEST(lists_of_special_pairs) {
    points_make();
    const uint32_t n = 600;
    uint64_t *pairs = plain_pairs(n);
    for (unsigned kind = 0; kind < 5; kind++) {
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t point = (uint32_t)(sl_test_u64() % POINTS_N);
            const unsigned what = kind < 4 ? kind : i % 4;
            pairs[i] = pair_of(what == 2 ? 0 : point, what == 3 ? 0 : what == 1 ? point | SL_CUDA_REF_NEGATIVE : point);
        }
        check(pairs, n, 3);
    }
    free(pairs);
}

SL_TEST(steps_of_batches) {
    SL_CHECK(sl_cuda_pairs_steps(1, 264) == 1);
    SL_CHECK(sl_cuda_pairs_steps(264 * 256, 264) == 1);
    SL_CHECK(sl_cuda_pairs_steps(264 * 256 + 1, 264) == 2);
    SL_CHECK(sl_cuda_pairs_steps(1U << 30, 264) == SL_CUDA_PAIRS_STEPS_MAX);
    SL_CHECK(sl_cuda_pairs_steps(1U << 30, 1) == SL_CUDA_PAIRS_STEPS_MAX);
}
