// SPDX-License-Identifier: MIT OR Apache-2.0
/* Weighted sums of rows, their steps run thread by thread on the processor, against the complete group law. */
#include "backends/cuda/xyzz.h"
#include "point_values.h"
#include "weighted_run.h"

static point_values values;

typedef union weighted {
    sl_cuda_g1_weighted g1;
    sl_cuda_g2_weighted g2;
} weighted;

static void sum_add_sum(point_sum *out, const point_sum *a) {
    if (values.group == SL_CUDA_G1) {
        sl_g1_add(&out->g1, &out->g1, &a->g1);
    } else {
        sl_g2_add(&out->g2, &out->g2, &a->g2);
    }
}

/* From the last place: the sum so far is added at each place but the first. */
static void reference(point out[2], const uint32_t *refs, uint32_t n, bool is_plain) {
    point_sum sum = sum_identity(values.group), all = sum;
    for (uint32_t i = n; i-- > 0;) {
        if (refs[i] != SL_CUDA_REF_NONE) {
            const point a = point_of(&values, refs[i]);
            sum_add(values.group, &sum, &a);
        }
        if (i > 0 && !is_plain) {
            sum_add_sum(&all, &sum);
        }
    }
    out[0] = sum_point(values.group, &sum);
    out[1] = sum_point(values.group, &all);
}

static point result_of(const void *xyzz) {
    point_sum sum;
    const unsigned words_n = 2 * fps_of(values.group);
    for (unsigned k = 0; k < words_n; k++) {
        SL_CHECK(fp_is_below_2p((const sl_cuda_fp *)xyzz + k));
    }
    if (values.group == SL_CUDA_G1) {
        sl_cuda_g1_from_xyzz(&sum.g1, xyzz);
    } else {
        sl_cuda_g2_from_xyzz(&sum.g2, xyzz);
    }
    return sum_point(values.group, &sum);
}

static void check(const uint32_t *refs, uint32_t rows_n, uint32_t n, bool is_plain) {
    const size_t xyzz_bytes = 2 * sl_cuda_point_bytes(values.group), row_bytes = 2 * xyzz_bytes;
    uint8_t *out = malloc(rows_n * row_bytes + 1);
    SL_CHECK(out != NULL);
    memset(out, 0xa5, rows_n * row_bytes + 1);
    const sl_cuda_weighted work = {.bases = values.bases,
                                   .pool = values.pool,
                                   .bases_n = BASES_N,
                                   .refs = refs,
                                   .rows_n = rows_n,
                                   .weights_n = n,
                                   .is_plain = is_plain,
                                   .out = out};
    weighted_run(values.group, &work);
    for (uint32_t row = 0; row < rows_n; row++) {
        point want[2];
        reference(want, refs + (size_t)row * n, n, is_plain);
        for (unsigned i = 0; i < 2; i++) {
            const point found = result_of(out + row * row_bytes + i * xyzz_bytes);
            SL_CHECK_MSG(memcmp(&found, &want[i], sizeof found) == 0, "row %u of %u places: %s", row, n,
                         i == 0 ? "sum" : "weighted sum");
        }
    }
    SL_CHECK(out[rows_n * row_bytes] == 0xa5);
    free(out);
}

/* Of points of the curve: in G2 those with x = 0 are not, and the order of additions would matter. */
static uint32_t random_ref(void) {
    const uint64_t random = sl_test_u64();
    return (uint32_t)(random >> 8) % (values.group == SL_CUDA_G1 ? POINTS_N : ZERO_X_NEG) | (uint32_t)(random & 1)
                                                                                                << 31;
}

/* `none_of_8`: how many of eight places are empty. */
static uint32_t *random_refs(uint32_t n, unsigned none_of_8) {
    uint32_t *refs = malloc(n * sizeof *refs);
    SL_CHECK(refs != NULL);
    for (uint32_t i = 0; i < n; i++) {
        refs[i] = sl_test_u64() % 8 < none_of_8 ? SL_CUDA_REF_NONE : random_ref();
    }
    return refs;
}

static void rows_of_all_lengths(sl_cuda_group group) {
    points_make(&values, group);
    const uint32_t teams = SL_CUDA_WEIGHTED_TEAMS;
    const uint32_t lengths[] = {1, 2, 3, teams - 1, teams, teams + 1, 2 * teams, 4 * teams + 5, 16 * teams};
    for (size_t i = 0; i < SL_ARRAY_N(lengths); i++) {
        for (unsigned is_plain = 0; is_plain < 2; is_plain++) {
            uint32_t *refs = random_refs(2 * lengths[i], i % 2 == 0 ? 1 : 6);
            check(refs, 2, lengths[i], is_plain != 0);
            free(refs);
        }
    }
}

SL_TEST(rows_of_all_lengths_g1) {
    rows_of_all_lengths(SL_CUDA_G1);
}

SL_TEST(rows_of_all_lengths_g2) {
    rows_of_all_lengths(SL_CUDA_G2);
}

/* The same point everywhere, the same and its negative in turn, identities, nothing, and one point alone. */
static void special_rows(sl_cuda_group group) {
    points_make(&values, group);
    const uint32_t n = 2 * SL_CUDA_WEIGHTED_TEAMS;
    uint32_t *refs = malloc(n * sizeof *refs);
    SL_CHECK(refs != NULL);
    for (unsigned kind = 0; kind < 7; kind++) {
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t of_kind[] = {5,
                                        5 | (i & 1) << 31,
                                        5 | (i / 2 & 1) << 31,
                                        0,
                                        SL_CUDA_REF_NONE,
                                        i == n - 1 ? 45 : SL_CUDA_REF_NONE,
                                        (i & 1) != 0 ? ZERO_X_NEG : ZERO_X | SL_CUDA_REF_NEGATIVE};
            refs[i] = of_kind[kind];
        }
        check(refs, 1, n, kind == 3);
        check(refs, 1, n - 1, false);
    }
    free(refs);
}

SL_TEST(special_rows_g1) {
    special_rows(SL_CUDA_G1);
}

SL_TEST(special_rows_g2) {
    special_rows(SL_CUDA_G2);
}

SL_TEST_FULL(longest_rows) {
    for (unsigned group = 0; group < SL_CUDA_GROUPS_N; group++) {
        points_make(&values, (sl_cuda_group)group);
        uint32_t *refs = random_refs(1 << SL_CUDA_WEIGHTS_LOG2_MAX, 0);
        check(refs, 1, 1 << SL_CUDA_WEIGHTS_LOG2_MAX, false);
        free(refs);
    }
}

/* In a step no team reads or writes a sum that another one writes. */
SL_TEST(steps_have_no_races) {
    static const uint32_t lengths[] = {1, 63, 64, 65, 1000, 1 << SL_CUDA_WEIGHTS_LOG2_MAX};
    const uint32_t teams = SL_CUDA_WEIGHTED_TEAMS;
    for (unsigned i = 0; i < 2 * SL_ARRAY_N(lengths); i++) {
        const bool is_plain = i % 2 == 0;
        const uint32_t n = lengths[i / 2], steps_n = sl_cuda_weighted_steps(n, is_plain);
        for (uint32_t step = 0; step < steps_n; step++) {
            uint32_t writers[2 * SL_CUDA_WEIGHTED_TEAMS] = {0}, readers[2 * SL_CUDA_WEIGHTED_TEAMS] = {0};
            unsigned active_n = 0;
            for (uint32_t t = 0; t < teams; t++) { /* the number of a team, and one more */
                const sl_cuda_weighted_act act = sl_cuda_weighted_act_of(n, is_plain, step, t);
                if (act.kind == SL_CUDA_REST) {
                    continue;
                }
                active_n++;
                SL_CHECK(act.to < 2 * teams && writers[act.to] == 0);
                writers[act.to] = t + 1;
                if (act.kind == SL_CUDA_ADD_SUM) {
                    SL_CHECK(act.from < 2 * teams && act.from != act.to);
                    readers[act.from] = t + 1;
                }
            }
            SL_CHECK_MSG(active_n > 0, "step %u of %u", step, steps_n);
            for (uint32_t sum = 0; sum < 2 * teams; sum++) {
                SL_CHECK(readers[sum] == 0 || writers[sum] == 0 || readers[sum] == writers[sum]);
            }
        }
    }
}
