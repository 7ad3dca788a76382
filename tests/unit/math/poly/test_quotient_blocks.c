// SPDX-License-Identifier: MIT OR Apache-2.0
/* The quotient in blocks of a file against the quotient in memory. */
#include <string.h>
#include <unistd.h>

#include "harness/test.h"
#include "math/poly/quotient_blocks.h"

static sluice_error err;

#define CHUNK_LOG2 11

typedef struct vectors {
    unsigned log2_size;
    size_t n;
    sl_fr *a, *b, *c, *want;
    size_t bad;       /* row that is said not to hold; SIZE_MAX: none */
    uint64_t stop_at; /* steps until it is told to stop; UINT64_MAX: never */
    uint64_t steps, total;
    bool are_products; /* wanted: the values of A B on the coset */
} vectors;

static void fill(sl_fr *a, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const uint64_t limbs[4] = {sl_test_u64(), sl_test_u64(), sl_test_u64(), sl_test_u64() >> 2};
        sl_fr_from_limbs(&a[i], limbs);
    }
}

/* Random values of a, b, c (a b = c if satisfied) and their quotient by the transforms in memory. */
static void vectors_open(vectors *v, unsigned log2_size, bool is_satisfied, sl_pool *pool) {
    const size_t n = (size_t)1 << log2_size;
    *v = (vectors){.log2_size = log2_size, .n = n, .bad = SIZE_MAX, .stop_at = UINT64_MAX};
    v->a = malloc(4 * n * sizeof(sl_fr));
    SL_CHECK(v->a != NULL);
    v->b = v->a + n;
    v->c = v->b + n;
    v->want = v->c + n;
    fill(v->a, 3 * n);
    for (size_t i = 0; is_satisfied && i < n; i++) {
        sl_fr_mul(&v->c[i], &v->a[i], &v->b[i]);
    }
    sl_fr *copy = malloc(2 * n * sizeof *copy);
    SL_CHECK(copy != NULL);
    memcpy(v->want, v->a, n * sizeof *copy);
    memcpy(copy, v->b, 2 * n * sizeof *copy);
    sl_ntt *ntt;
    SL_CHECK_OK(sl_ntt_open(&ntt, log2_size, &sl_kernels_portable, pool, &err));
    sl_ntt_quotient(ntt, v->want, copy, copy + n);
    sl_ntt_close(ntt);
    free(copy);
}

/* What is wanted becomes the products. */
static void products_want(vectors *v, sl_pool *pool) {
    sl_ntt *ntt;
    sl_fr *b = malloc(v->n * sizeof *b);
    SL_CHECK(b != NULL);
    memcpy(v->want, v->a, v->n * sizeof *b);
    memcpy(b, v->b, v->n * sizeof *b);
    SL_CHECK_OK(sl_ntt_open(&ntt, v->log2_size, &sl_kernels_portable, pool, &err));
    sl_ntt_quotient_products(ntt, v->want, b);
    sl_ntt_close(ntt);
    free(b);
    v->are_products = true;
}

static void vectors_close(vectors *v) {
    free(v->a);
}

static bool rows_give(void *data, uint64_t first, size_t n, sl_fr *a, sl_fr *b, sl_fr *c) {
    const vectors *v = data;
    SL_CHECK(first + n <= v->n);
    memcpy(a, v->a + first, n * sizeof *a);
    memcpy(b, v->b + first, n * sizeof *b);
    memcpy(c, v->c + first, n * sizeof *c);
    return v->bad < first || v->bad >= first + n;
}

static sluice_status step(void *data, uint64_t done, uint64_t total, sluice_error *e) {
    vectors *v = data;
    SL_CHECK(done > 0 && done <= total);
    v->steps++;
    return v->steps > v->stop_at ? SL_FAIL(e, SLUICE_E_INTERRUPTED, "stopped") : SLUICE_OK;
}

static const char *folder(void) {
    static char path[512];
    static const char nothing[1];
    (void)snprintf(path, sizeof path, "%s", sl_test_temp_write("scratch/empty", nothing, 0));
    *strrchr(path, '/') = 0;
    return path;
}

/* All of it; *out has v->n coefficients, taken in pieces of at most 2^CHUNK_LOG2. */
static sluice_status quotient(vectors *v, unsigned log2_block, sl_pool *pool, sl_fr *out) {
    sl_quotient_blocks *q;
    SL_TRY(sl_quotient_blocks_open(&q, v->log2_size, log2_block, &sl_kernels_portable, pool, folder(), &err));
    sl_fr top;
    if (v->are_products) {
        sl_quotient_keep_products(q);
    }
    sluice_status status = sl_quotient_take(q, rows_give, step, v, &err);
    if (status == SLUICE_OK) {
        status = v->are_products ? sl_quotient_multiply(q, step, v, &err) : sl_quotient_divide(q, step, v, &top, &err);
    }
    const size_t piece = SL_MIN(v->n, SL_MAX((size_t)1 << CHUNK_LOG2, status == SLUICE_OK ? sl_quotient_unit(q) : 0));
    sl_fr *scratch = malloc(piece * sizeof *scratch);
    SL_CHECK(scratch != NULL);
    for (size_t first = 0; first < v->n && status == SLUICE_OK; first += piece) {
        status = sl_quotient_read(q, first, piece, out + first, scratch, &err);
    }
    SL_CHECK(status != SLUICE_OK || v->are_products || sl_fr_eq(&top, &out[v->n - 1]));
    free(scratch);
    sl_quotient_blocks_close(q);
    return status;
}

static void every_block(unsigned log2_size, size_t threads_n, bool is_satisfied, bool are_products) {
    sl_pool *pool;
    vectors v;
    SL_CHECK_OK(sl_pool_open(&pool, threads_n, &err));
    vectors_open(&v, log2_size, is_satisfied, pool);
    if (are_products) {
        products_want(&v, pool);
    }
    sl_fr *got = malloc(v.n * sizeof *got);
    SL_CHECK(got != NULL);
    for (unsigned log2_block = 0; log2_block <= log2_size; log2_block++) {
        if (sl_quotient_blocks_fit(log2_size, log2_block)) {
            const size_t live = sl_mem_live();
            sl_mem_peak_reset();
            memset(got, 0xff, v.n * sizeof *got);
            SL_CHECK_OK(quotient(&v, log2_block, pool, got));
            SL_CHECK_MSG(memcmp(got, v.want, v.n * sizeof *got) == 0, "2^%u in blocks of 2^%u", log2_size, log2_block);
            const size_t planned = sl_quotient_blocks_memory(log2_size, log2_block, &sl_kernels_portable, threads_n);
            SL_CHECK(sl_mem_peak() - live <= planned + 8192); /* two buffers in whole pages */
            SL_CHECK_EQ_U64(sl_mem_live(), live);
        }
    }
    SL_CHECK(are_products || sl_fr_is_zero(&got[v.n - 1]) == is_satisfied);
    free(got);
    vectors_close(&v);
    sl_pool_close(pool);
}

SL_TEST(which_blocks_fit) {
    SL_CHECK(!sl_quotient_blocks_fit(4, 3));
    SL_CHECK(sl_quotient_blocks_fit(5, 4) && !sl_quotient_blocks_fit(5, 5) && !sl_quotient_blocks_fit(5, 3));
    SL_CHECK(sl_quotient_blocks_fit(22, 13) && !sl_quotient_blocks_fit(22, 12));
    SL_CHECK(sl_quotient_blocks_fit(27, 16) && !sl_quotient_blocks_fit(27, 15));
    SL_CHECK(sl_quotient_blocks_fit(31, 20) && !sl_quotient_blocks_fit(31, 19)); /* at most 2^11 rows */
    SL_CHECK(!sl_quotient_blocks_fit(32, 24) && !sl_quotient_blocks_fit(20, 25));
    SL_CHECK_EQ_U64(sl_quotient_blocks_file_bytes(27), (uint64_t)12 << 30);
}

SL_TEST(equal_in_every_block_size) {
    for (unsigned log2_size = 5; log2_size <= 11; log2_size++) {
        every_block(log2_size, 1, log2_size % 2 == 0, false);
        every_block(log2_size, 3, true, false);
        every_block(log2_size, 2, true, true);
    }
}

SL_TEST_FULL(equal_in_every_block_size_of_large_vectors) {
    every_block(14, 2, true, false);
    every_block(17, 2, true, false);
    every_block(17, 2, true, true);
}

SL_TEST(row_that_does_not_hold) {
    sl_pool *pool;
    vectors v;
    SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    vectors_open(&v, 8, true, pool);
    const size_t rows[] = {0, 77, 255};
    sl_fr got[256];
    for (size_t i = 0; i < SL_ARRAY_N(rows); i++) {
        v.bad = rows[i];
        SL_CHECK_STATUS(quotient(&v, 6, pool, got), SLUICE_E_UNSATISFIED);
    }
    vectors_close(&v);
    sl_pool_close(pool);
    SL_CHECK_EQ_U64(sl_mem_live(), 0);
}

/* The n-th allocation, read, write and step fail, for every n; in the end nothing is left, in memory or on the disk. */
SL_TEST(every_failure) {
    sl_pool *pool;
    vectors v;
    sl_fr got[256];
    SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    vectors_open(&v, 8, true, pool);
    const size_t live = sl_mem_live();
    void (*const arm[])(size_t) = {sl_mem_fail_after, sl_scratch_fail_read_after, sl_scratch_fail_write_after};
    const sluice_status want[] = {SLUICE_E_NO_MEMORY, SLUICE_E_OS, SLUICE_E_OS};
    const size_t least[] = {3, 40, 40}; /* of each kind there are so many */
    for (size_t kind = 0; kind < SL_ARRAY_N(arm); kind++) {
        sluice_status status = SLUICE_E_OS;
        size_t n = 0;
        for (; status != SLUICE_OK; n++) {
            arm[kind](n);
            status = quotient(&v, 6, pool, got);
            arm[kind](SIZE_MAX);
            SL_CHECK(status == SLUICE_OK || status == want[kind]);
            SL_CHECK_EQ_U64(sl_mem_live(), live);
        }
        SL_CHECK(n > least[kind]);
        SL_CHECK_MEM(got, v.want, sizeof got);
    }
    const uint64_t steps_n = (v.steps = 0, quotient(&v, 6, pool, got) == SLUICE_OK ? v.steps : 0);
    SL_CHECK_EQ_U64(steps_n, 4 + 16);
    for (uint64_t n = 0; n < steps_n; n++) {
        v.steps = 0;
        v.stop_at = n;
        SL_CHECK_STATUS(quotient(&v, 6, pool, got), SLUICE_E_INTERRUPTED);
        SL_CHECK_EQ_U64(sl_mem_live(), live);
    }
    SL_CHECK(rmdir(folder()) != 0 && unlink(sl_test_temp_path("scratch/empty")) == 0); /* only the test's own file */
    SL_CHECK(rmdir(sl_test_temp_path("scratch")) == 0);
    sl_quotient_blocks *q;
    SL_CHECK_STATUS(sl_quotient_blocks_open(&q, 8, 6, &sl_kernels_portable, pool, sl_test_temp_path("scratch"), &err),
                    SLUICE_E_UNKNOWN);
    vectors_close(&v);
    sl_pool_close(pool);
    SL_CHECK_EQ_U64(sl_mem_live(), 0);
}
