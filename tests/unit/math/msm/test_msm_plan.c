// SPDX-License-Identifier: MIT OR Apache-2.0
#include "harness/test.h"

#include <gmp.h>

#include "core/mem/buf.h"
#include "math/kernels/sum_lists.h"
#include "math/msm/msm_internal.h"

static sluice_error err;

/* The digits put together again, for windows of every number. */
SL_TEST(digits) {
    mpz_t want;
    mpz_t got;
    mpz_t term;
    mpz_inits(want, got, term, NULL);
    for (unsigned windows_n = SL_SCALAR_BITS / SL_MSM_WINDOW_MAX + 1; windows_n < SL_WINDOWS_MAX; windows_n++) {
        sl_window windows[SL_WINDOWS_MAX];
        const size_t buckets_n = sl_windows_make(windows, windows_n);
        SL_CHECK(windows[windows_n - 1].position + windows[windows_n - 1].width == SL_SCALAR_BITS);
        for (int round = 0; round < 8; round++) {
            /* 0, 1, r - 1, and runs. */
            uint64_t limbs[4] = {(uint64_t)round & 1, 0, 0, 0};
            if (round == 2) {
                memcpy(limbs, sl_fr_modulus, sizeof limbs);
                limbs[0]--;
            } else if (round > 2) {
                do {
                    sl_test_edge_bytes(limbs, sizeof limbs);
                    limbs[3] >>= 1;
                } while (!sl_fr_limbs_canonical(limbs));
            }
            uint32_t rows[8];
            uint32_t digits[SL_WINDOWS_MAX];
            sl_scalars_bias(rows, 1, windows, windows_n, limbs, 1);
            for (unsigned w = 0; w < windows_n; w++) {
                digits[w] = sl_digit_at(&windows[w], rows, 1, 0);
            }
            mpz_import(want, 4, -1, 8, 0, 0, limbs);
            mpz_set_ui(got, 0);
            for (unsigned w = 0; w < windows_n; w++) {
                if (digits[w] == SL_DIGIT_ZERO) {
                    continue;
                }
                const uint32_t bucket = digits[w] & SL_REF_INDEX_MAX;
                SL_CHECK(bucket < 1U << (windows[w].width - 1) && windows[w].first_bucket + bucket < buckets_n);
                mpz_set_ui(term, bucket + 1UL);
                mpz_mul_2exp(term, term, windows[w].position);
                if (digits[w] & SL_REF_NEGATIVE) {
                    mpz_sub(got, got, term);
                } else {
                    mpz_add(got, got, term);
                }
            }
            SL_CHECK_MSG(mpz_cmp(want, got) == 0, "%u windows, round %d", windows_n, round);
        }
    }
    mpz_clears(want, got, term, NULL);
}

/* One window: every digit that is not 0 is found once, in its bucket's list, in the order of the scalars. */
static void sort_check(const sl_window *window, size_t n, bool with_positions, uint32_t offset) {
    const size_t stride = n + 3;
    const size_t buckets_n = (size_t)1 << (window->width - 1);
    uint32_t *rows = malloc(8 * stride * sizeof *rows);
    uint32_t *at = malloc((n + 1) * sizeof *at);
    uint32_t *refs = malloc((n + 1) * sizeof *refs);
    uint32_t *records = malloc((n + 1) * sizeof *records);
    uint32_t *ends = malloc(buckets_n * sizeof *ends);
    SL_CHECK(rows != NULL && at != NULL && refs != NULL && records != NULL && ends != NULL);
    const uint64_t kind = sl_test_u64() % 4;
    for (size_t i = 0; i < 8 * stride; i++) {
        /* Random, few different values, or all in the middle bucket, whose digit is 0. */
        rows[i] = kind == 0 ? UINT32_C(0x80008000) << (window->position % 16) : (uint32_t)sl_test_u64();
        rows[i] &= kind == 1 ? UINT32_C(0xc1008101) : UINT32_MAX;
    }
    for (size_t i = 0; i < n; i++) {
        at[i] = (uint32_t)(sl_test_u64() & SL_REF_INDEX_MAX);
    }
    const sl_window_sort sort = {window, rows, stride, n, NULL, with_positions ? at : NULL, offset};
    sl_window_sort_run(refs, ends, records, &sort);
    size_t begin = 0;
    size_t found = 0;
    for (size_t j = 0; j < buckets_n; j++) {
        SL_CHECK(ends[j] >= begin && ends[j] <= n);
        begin = ends[j];
    }
    uint32_t *next = calloc(buckets_n, sizeof *next);
    SL_CHECK(next != NULL);
    for (size_t i = 0; i < n; i++) {
        const uint32_t digit = sl_digit_at(window, rows, stride, i);
        if (digit != SL_DIGIT_ZERO) {
            const size_t bucket = digit & SL_REF_INDEX_MAX;
            const size_t place = (bucket == 0 ? 0 : ends[bucket - 1]) + next[bucket]++;
            const uint32_t base = with_positions ? at[i] : offset + (uint32_t)i;
            SL_CHECK(place < ends[bucket] && refs[place] == (base | (digit & SL_REF_NEGATIVE)));
            found++;
        }
    }
    SL_CHECK(begin == found);
    free(rows);
    free(at);
    free(refs);
    free(records);
    free(ends);
    free(next);
}

SL_TEST(sorted) {
    static const size_t sizes[] = {0, 1, 2, 63, 127, 128, 129, 1000};
    for (unsigned windows_n = 13; windows_n < SL_WINDOWS_MAX; windows_n += 3) {
        sl_window windows[SL_WINDOWS_MAX];
        (void)sl_windows_make(windows, windows_n);
        for (size_t s = 0; s < SL_ARRAY_N(sizes); s++) {
            const sl_window *window = &windows[sl_test_u64() % windows_n];
            sort_check(window, sizes[s], s % 2 == 0, 12345);
        }
        sort_check(&windows[0], 300, false, 0);
        sort_check(&windows[windows_n - 1], 300, true, 0);
    }
}

/* The largest batch and the widest window: numbers of scalars and of buckets fill a record. */
SL_TEST(sorted_largest) {
    const sl_window windows[] = {{32, SL_MSM_WINDOW_MAX, 0}, {250, 6, 0}};
    sort_check(&windows[0], (size_t)1 << SL_BATCH_LOG2_MAX, false, 0);
    sort_check(&windows[1], ((size_t)1 << SL_BATCH_LOG2_MAX) - 1, true, 0);
}

/* No other number of windows is cheaper by more than one per cent; more windows cost more. */
SL_TEST(cheapest) {
    for (size_t full_n = 1000; full_n < (size_t)1 << 27; full_n *= 3) {
        for (int group = SL_G1; group <= SL_G2; group++) {
            sl_msm_plan plan;
            sl_msm_plan_make(&plan, (sl_group)group, full_n, full_n, 1);
            SL_CHECK(plan.is_fresh == (full_n <= plan.batch_n));
            const double cost = sl_msm_plan_cost(&plan);
            SL_CHECK(cost > (double)full_n * plan.windows_n);
            const unsigned windows_n = plan.windows_n;
            for (unsigned n = 13; n <= 51; n++) {
                plan.windows_n = n;
                plan.window_bits = (SL_SCALAR_BITS + n - 1) / n;
                SL_CHECK_MSG(cost <= 1.01 * sl_msm_plan_cost(&plan), "%zu scalars, %u windows", full_n, n);
                SL_CHECK_MSG(n <= windows_n || cost < sl_msm_plan_cost(&plan), "%zu scalars, %u windows", full_n, n);
            }
        }
    }
}

/* Less memory: a plan that takes no more, at a cost that only grows; in the end none. */
SL_TEST(fitted) {
    for (int group = SL_G1; group <= SL_G2; group++) {
        for (size_t full_n = 1; full_n < (size_t)1 << 24; full_n *= 30) {
            sl_msm_plan plan;
            double last = 0;
            for (size_t memory = (size_t)1 << 33; memory > 0; memory -= memory / 8 + 1) {
                double cost;
                if (!sl_msm_plan_fit(&plan, &cost, (sl_group)group, 5000, full_n, 2, &sl_kernels_portable, memory)) {
                    SL_CHECK(memory < (size_t)1 << 33);
                    last = -1;
                    continue;
                }
                SL_CHECK(last >= 0 && cost >= last);
                SL_CHECK(sl_msm_memory_bytes(&plan, &sl_kernels_portable) <= memory);
                SL_CHECK(plan.batch_n >= 64 && plan.full_n == full_n && plan.chunk_n == 5000);
                last = cost;
            }
            SL_CHECK(last < 0);
        }
    }
}

/* Plans stay within their limits for any size, and more scalars never ask for narrower windows. */
SL_TEST(plans) {
    unsigned last = 0;
    for (size_t full_n = 0; full_n < (size_t)1 << 31; full_n = full_n * 3 / 2 + 1) {
        sl_msm_plan plan;
        sl_msm_plan_make(&plan, SL_G1, (size_t)1 << 22, full_n, 2);
        SL_CHECK(plan.window_bits >= SL_MSM_WINDOW_MIN && plan.window_bits <= SL_MSM_WINDOW_MAX);
        SL_CHECK(plan.window_bits == (SL_SCALAR_BITS + plan.windows_n - 1) / plan.windows_n);
        SL_CHECK(plan.window_bits >= last);
        SL_CHECK(plan.batch_n >= 64 && plan.batch_n <= (size_t)1 << 22);
        last = plan.window_bits;
        SL_CHECK(sl_msm_memory_bytes(&plan, &sl_kernels_portable) < (size_t)1 << 30);
    }
    SL_CHECK(last >= SL_MSM_WINDOW_MAX - 3);
}

SL_TEST(no_memory) {
    sl_pool *pool;
    SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    sl_msm_plan plan;
    sl_msm *msm = NULL;
    sl_msm_plan_make(&plan, SL_G2, 1000, 1000, 2);
    for (size_t i = 0; i < 3; i++) {
        sl_mem_fail_after(i);
        SL_CHECK_STATUS(sl_msm_open(&msm, &plan, &sl_kernels_portable, pool, &err), SLUICE_E_NO_MEMORY);
    }
    sl_mem_fail_after(SIZE_MAX);
    SL_CHECK(msm == NULL && sl_mem_live() == 0);
    sl_msm_close(NULL);
    SL_CHECK_OK(sl_msm_open(&msm, &plan, &sl_kernels_portable, pool, &err));
    SL_CHECK(msm->memory.is_secret); /* digits of a witness */
    sl_msm_close(msm);
    sl_pool_close(pool);
}

/* Sorting scalars into bits and others. */
SL_TEST(split) {
    sl_fr scalars[130] = {{{0}}};
    sl_fr full[130];
    uint32_t full_at[130];
    uint64_t bits[3];
    for (size_t n = 0; n <= 130; n += 13) {
        for (size_t i = 0; i < n; i++) {
            scalars[i] = sl_fr_from_u64(i % 3);
        }
        memset(bits, 0xff, sizeof bits);
        const size_t full_n = sl_msm_split(bits, full_at, full, scalars, n);
        SL_CHECK(full_n == n / 3);
        for (size_t i = 0; i < (n + 63) / 64 * 64; i++) {
            SL_CHECK((bits[i / 64] >> (i % 64) & 1) == (i < n && i % 3 == 1));
        }
        for (size_t i = 0; i < full_n; i++) {
            SL_CHECK(full_at[i] == 3 * i + 2 && sl_fr_eq(&full[i], &scalars[full_at[i]]));
        }
    }
}
