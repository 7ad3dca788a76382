// SPDX-License-Identifier: MIT OR Apache-2.0
/* The kernels of pairs, their phases run thread by thread on the processor, against the complete group law. */
#include "pairs_run.h"
#include "point_values.h"

#define BLOCKS_N 3

static point_values values;

/* The result is below 2p, exactly zero if it is the identity, and the sum. */
static bool result_is(const sl_cuda_fp *result, const point *want) {
    static const point zero;
    const unsigned fps_n = fps_of(values.group);
    for (unsigned k = 0; k < fps_n; k++) {
        if (!fp_is_below_2p(&result[k])) {
            return false;
        }
    }
    const point found = point_from(values.group, result);
    return memcmp(&found, want, sizeof found) == 0 &&
           (memcmp(want, &zero, sizeof zero) != 0 || memcmp(result, &zero, fps_n * sizeof *result) == 0);
}

static void reference_add(point *out, uint64_t pair) {
    point_sum sum = sum_identity(values.group);
    for (int i = 0; i < 2; i++) {
        const point a = point_of(&values, (uint32_t)(pair >> (32 * i)));
        sum_add(values.group, &sum, &a);
    }
    *out = sum_point(values.group, &sum);
}

/* Sums go to the pool, behind what pairs refer to and a gap. */
static void check_with(const uint64_t *pairs, uint32_t n, uint32_t scratch_steps, unsigned batches_n) {
    const size_t point_bytes = sl_cuda_point_bytes(values.group), pool_bytes = POOL_N * point_bytes;
    const size_t scratch_bytes = sl_cuda_pairs_scratch_bytes(values.group, BLOCKS_N, scratch_steps);
    const uint32_t gap = 5;
    uint32_t taken = 0, out_first = POOL_N + gap;
    uint8_t *pool = malloc(pool_bytes + (n + gap + 1) * point_bytes), *scratch = malloc(scratch_bytes + 1);
    SL_CHECK(pool != NULL && scratch != NULL);
    memset(pool, 0xa5, pool_bytes + (n + gap + 1) * point_bytes);
    memset(scratch, 0xa5, scratch_bytes + 1);
    memcpy(pool, values.pool, pool_bytes);
    const sl_cuda_pairs work = {.bases = values.bases,
                                .pool = pool,
                                .bases_n = BASES_N,
                                .pairs = pairs,
                                .out = pool,
                                .n = &n,
                                .out_first = &out_first,
                                .taken = &taken,
                                .scratch_steps = scratch_steps,
                                .scratch = scratch};
    const unsigned found_n = pairs_run(values.group, &work, BLOCKS_N);
    SL_CHECK_MSG(found_n == batches_n, "%u batches", found_n);
    SL_CHECK(memcmp(pool, values.pool, pool_bytes) == 0);
    for (uint32_t i = 0; i < n; i++) {
        point want;
        reference_add(&want, pairs[i]);
        SL_CHECK_MSG(result_is((const void *)(pool + (out_first + i) * point_bytes), &want), "pair %u of %u: %016llx",
                     i, n, (unsigned long long)pairs[i]);
    }
    for (size_t i = 0; i < point_bytes; i++) { /* nothing before the first and behind the last */
        SL_CHECK(pool[(size_t)out_first * point_bytes - 1 - i] == 0xa5);
        SL_CHECK(pool[((size_t)out_first + n) * point_bytes + i] == 0xa5);
    }
    SL_CHECK(scratch[scratch_bytes] == 0xa5);
    free(pool);
    free(scratch);
}

static void check(const uint64_t *pairs, uint32_t n, unsigned batches_n) {
    check_with(pairs, n, sl_cuda_pairs_scratch_steps(values.group, n, BLOCKS_N), batches_n);
}

static uint64_t pair_of(uint32_t ref1, uint32_t ref2) {
    return ref1 | (uint64_t)ref2 << 32;
}

/* Two points with different x, neither the identity nor one with x = 0; signs at random. */
static uint64_t plain_pair(void) {
    for (;;) {
        const uint64_t random = sl_test_u64();
        const uint32_t i = 1 + (uint32_t)(random & 0xff) % (ZERO_X_NEG - 1);
        const uint32_t j = 1 + (uint32_t)(random >> 8 & 0xff) % (ZERO_X_NEG - 1);
        if (memcmp(&values.points[i], &values.points[j], fps_of(values.group) / 2 * sizeof(sl_fp)) != 0) {
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

/* At the bounds of what goes in: the largest values with each residue of some. */
static void fp2_at_bound(sl_cuda_fp2 *out, sl_fp2 *value, unsigned ps, unsigned which) {
    static const uint32_t p[12] = SL_CUDA_P;
    sl_fp *const parts[2] = {&value->c0, &value->c1};
    sl_cuda_fp *const words[2] = {&out->c0, &out->c1};
    for (unsigned i = 0; i < 2; i++, which /= 5) {
        *parts[i] = sl_fp_from_u64(which % 5);
        if (which % 5 >= 2) {
            sl_fp_neg(parts[i], parts[i]);
        }
        words_from(words[i]->w, parts[i]);
        for (unsigned k = 1; k < ps; k++) {
            (void)sl_cuda_words_add(words[i]->w, words[i]->w, p, 12);
        }
    }
}

static bool fp2_is(const sl_cuda_fp2 *a, const sl_fp2 *want) {
    sl_cuda_fp2 least;
    sl_fp2 found;
    sl_cuda_fp_canonical(&least.c0, &a->c0);
    sl_cuda_fp_canonical(&least.c1, &a->c1);
    fp_from(&found.c0, &least.c0);
    fp_from(&found.c1, &least.c1);
    return fp_is_below_2p(&a->c0) && fp_is_below_2p(&a->c1) && sl_fp2_eq(&found, want);
}

SL_TEST(products_in_fp2) {
    for (unsigned i = 0; i < 25; i++) {
        for (unsigned j = 0; j < 25; j++) {
            sl_cuda_fp2 a, b, out;
            sl_fp2 x, y, want;
            fp2_at_bound(&a, &x, 4, i);
            fp2_at_bound(&b, &y, 2, j);
            sl_fp2_mul(&want, &x, &y);
            sl_cuda_fp2_mul(&out, &a, &b);
            SL_CHECK_MSG(fp2_is(&out, &want), "%u times %u", i, j);
            sl_cuda_fp2_mul_stepwise(&out, &a, &b);
            SL_CHECK_MSG(fp2_is(&out, &want), "%u times %u in steps", i, j);
            sl_cuda_fp2_mul(&out, &a, &b);
            sl_cuda_fp2_mul(&a, &a, &b);
            SL_CHECK(memcmp(&a, &out, sizeof a) == 0);
            fp2_at_bound(&a, &x, 4, i);
            sl_cuda_fp2_mul(&b, &a, &b);
            SL_CHECK(memcmp(&b, &out, sizeof b) == 0);
            fp2_at_bound(&b, &y, 2, j);
            sl_fp2_sqr(&want, &y);
            sl_cuda_fp2_sqr_stepwise(&out, &b);
            SL_CHECK_MSG(fp2_is(&out, &want), "square of %u in steps", j);
            sl_cuda_fp2_sqr(&b, &b);
            SL_CHECK_MSG(fp2_is(&b, &want), "square of %u", j);
        }
        sl_cuda_fp2 a;
        sl_fp2 x, want;
        fp2_at_bound(&a, &x, 1 + i % 2, i);
        sl_fp2_inv_vt(&want, &x);
        sl_cuda_fp2_inverse(&a, &a);
        SL_CHECK_MSG(fp2_is(&a, &want), "inverse of %u", i);
    }
}

static void plain_lists(sl_cuda_group group) {
    points_make(&values, group);
    const uint32_t threads = sl_cuda_pairs_threads(group);
    const struct {
        uint32_t n;
        unsigned batches_n;
    } cases[] = {{0, 0},
                 {1, 1},
                 {31, 1},
                 {threads - 1, 1},
                 {threads, 1},
                 {threads + 1, 2},
                 {3 * threads - 1, 3},
                 {3 * threads + 1, 2},
                 {6 * threads, 3},
                 {9 * threads + 7, 3}};
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        uint64_t *pairs = plain_pairs(cases[i].n);
        check(pairs, cases[i].n, cases[i].batches_n);
        free(pairs);
    }
    uint64_t *pairs = plain_pairs(5 * threads + 1); /* with less scratch memory than would be good */
    check_with(pairs, 5 * threads + 1, 1, 6);
    free(pairs);
}

SL_TEST(lists_of_plain_pairs_g1) {
    plain_lists(SL_CUDA_G1);
}

SL_TEST(lists_of_plain_pairs_g2) {
    plain_lists(SL_CUDA_G2);
}

/* Every special pair, with all signs, in every position of a thread's pairs. */
static void special_everywhere(sl_cuda_group group) {
    points_make(&values, group);
    static const uint32_t special[][2] = {{5, 5},      {4, 7},           {0, 0},      {0, 6},
                                          {6, 0},      {ZERO_X, ZERO_X}, {ZERO_X, 3}, {ZERO_X_NEG, ZERO_X},
                                          {0, ZERO_X}, {45, 45}};
    const uint32_t threads = sl_cuda_pairs_threads(group), n = 3 * threads * BLOCKS_N;
    uint64_t *pairs = plain_pairs(n);
    for (uint32_t step = 0; step < 3; step++) {
        for (size_t s = 0; s < SL_ARRAY_N(special); s++) {
            for (uint32_t signs = 0; signs < 4; signs++) {
                const uint32_t t = (uint32_t)(4 * s + signs) * 3 + step; /* no two in a thread */
                pairs[step * threads + t] =
                    pair_of(special[s][0] | (signs & 1) << 31, special[s][1] | (signs & 2) << 30);
            }
        }
    }
    check(pairs, n, 3);
    free(pairs);
}

SL_TEST(special_pairs_in_every_position_g1) {
    special_everywhere(SL_CUDA_G1);
}

SL_TEST(special_pairs_in_every_position_g2) {
    special_everywhere(SL_CUDA_G2);
}

/* All of a batch at once: lists of one kind, and the kinds in turn. */
static void special_lists(sl_cuda_group group) {
    points_make(&values, group);
    const uint32_t n = 2 * sl_cuda_pairs_threads(group) + 88;
    uint64_t *pairs = plain_pairs(n);
    for (unsigned kind = 0; kind < 5; kind++) {
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t number = (uint32_t)(sl_test_u64() % POINTS_N);
            const unsigned what = kind < 4 ? kind : i % 4;
            pairs[i] = pair_of(what == 2 ? 0 : number, what == 3   ? 0
                                                       : what == 1 ? number | SL_CUDA_REF_NEGATIVE
                                                                   : number);
        }
        check(pairs, n, 3);
    }
    free(pairs);
}

SL_TEST(lists_of_special_pairs_g1) {
    special_lists(SL_CUDA_G1);
}

SL_TEST(lists_of_special_pairs_g2) {
    special_lists(SL_CUDA_G2);
}

/* Batches follow each other, up to the end of the list, and there are none behind; returns how many. */
static uint32_t batches_check(sl_cuda_group group, uint32_t n, uint32_t blocks_n, uint32_t scratch_steps) {
    const uint32_t threads_n = sl_cuda_pairs_threads(group);
    uint64_t end = 0;
    uint32_t number = 0;
    for (;; number++) {
        const sl_cuda_batch batch = sl_cuda_pairs_batch(group, number, n, blocks_n, scratch_steps);
        if (batch.steps == 0) {
            break;
        }
        SL_CHECK_MSG(batch.first == end && batch.first < n && batch.steps <= scratch_steps,
                     "%u blocks, batch %u of %u pairs: from %u on, not %llu, %u steps", blocks_n, number, n,
                     batch.first, (unsigned long long)end, batch.steps);
        end = batch.first + (uint64_t)batch.steps * threads_n;
    }
    SL_CHECK(end >= n && end < n + (uint64_t)scratch_steps * threads_n);
    for (uint32_t i = 0; i < 2 * blocks_n + 3; i++) {
        SL_CHECK(sl_cuda_pairs_batch(group, number + i, n, blocks_n, scratch_steps).steps == 0);
    }
    return number;
}

SL_TEST(batches_cover_lists) {
    const uint32_t blocks[] = {1, 2, 3, 6, 64, 226, 264, 1184};
    for (size_t i = 0; i < SL_ARRAY_N(blocks); i++) {
        for (uint32_t steps = 1; steps <= 256; steps = steps < 4 ? steps + 1 : 2 * steps) {
            for (unsigned round = 0; round < 20; round++) {
                const uint64_t most = (uint64_t)256 * blocks[i] * steps * (round < 10 ? 2 : 20);
                const uint32_t n = (uint32_t)(sl_test_u64() % SL_MIN(most, SL_CUDA_PAIRS_N_MAX));
                (void)batches_check(round % 2 == 0 ? SL_CUDA_G1 : SL_CUDA_G2, n, blocks[i], steps);
            }
        }
    }
    const uint32_t n_max = SL_CUDA_PAIRS_N_MAX;
    SL_CHECK(sl_cuda_pairs_batch(SL_CUDA_G1, 263, n_max, 264, 256).steps > 0);
    SL_CHECK(sl_cuda_pairs_batch(SL_CUDA_G1, UINT32_MAX, n_max, 264, 256).steps == 0);
    SL_CHECK(sl_cuda_pairs_batch(SL_CUDA_G1, UINT32_MAX, n_max, 1, 1).steps == 0);
    SL_CHECK(sl_cuda_pairs_scratch_steps(SL_CUDA_G1, 0, 264) == 1);
}

/* One pair a thread, two, as many as are done at once; then turns that get shorter. */
SL_TEST(batches_of_lists) {
    const uint32_t all = 264 * 256;
    SL_CHECK(batches_check(SL_CUDA_G1, 0, 264, 256) == 0);
    SL_CHECK(batches_check(SL_CUDA_G1, all, 264, 256) == 264);
    SL_CHECK(batches_check(SL_CUDA_G1, all + 1, 264, 256) == 133);
    SL_CHECK(batches_check(SL_CUDA_G1, SL_CUDA_PAIRS_LIST_AT_ONCE * all, 264, 256) == 264);
    SL_CHECK(batches_check(SL_CUDA_G1, SL_CUDA_PAIRS_LIST_AT_ONCE * all, 264, 7) > 264);
    uint32_t before = 256;
    for (uint32_t turn = 1; turn < 40; turn++) {
        const uint32_t steps = sl_cuda_pairs_batch(SL_CUDA_G1, turn * 264, 2000 * all, 264, 256).steps;
        SL_CHECK(steps <= before || steps <= SL_CUDA_PAIRS_REST_AT_ONCE);
        before = steps;
    }
    SL_CHECK(before == 0);
    for (uint32_t block = 0; block < 264; block++) { /* neighbours, and blocks half of them all apart */
        const uint32_t others[2] = {block ^ 1, (block + 132) % 264};
        const uint32_t own = sl_cuda_pairs_batch(SL_CUDA_G1, block, 2000 * all, 264, 256).steps;
        for (int i = 0; i < 2; i++) {
            const uint32_t other = sl_cuda_pairs_batch(SL_CUDA_G1, others[i], 2000 * all, 264, 256).steps;
            SL_CHECK(own + 128 == other || other + 128 == own);
        }
    }
}
