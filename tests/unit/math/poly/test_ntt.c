// SPDX-License-Identifier: MIT OR Apache-2.0
#include "harness/test.h"

#include <gmp.h>

#include "math/hash/sha256.h"
#include "math/poly/ntt_internal.h"

static sluice_error err;

typedef void (*transform)(sl_ntt *ntt, sl_fr *a);

static const transform transforms[4] = {sl_ntt_forward, sl_ntt_inverse, sl_ntt_coset_forward, sl_ntt_coset_inverse};

static sl_pool *pool_open(size_t threads_n) {
    sl_pool *pool;
    SL_CHECK_OK(sl_pool_open(&pool, threads_n, &err));
    return pool;
}

static sl_ntt *ntt_open(unsigned log2_size, sl_pool *pool) {
    sl_ntt *ntt;
    SL_CHECK_OK(sl_ntt_open(&ntt, log2_size, &sl_kernels_portable, pool, &err));
    return ntt;
}

static sl_buf vector_new(size_t n) {
    sl_buf out;
    SL_CHECK_OK(sl_buf_alloc_n(&out, n, sizeof(sl_fr), "test", &err));
    return out;
}

static void vector_fill(sl_fr *a, size_t n) {
    for (size_t i = 0; i < n; i++) {
        uint64_t limbs[4] = {sl_test_u64(), sl_test_u64(), sl_test_u64(), sl_test_u64() >> 2};
        sl_fr_from_limbs(&a[i], limbs);
    }
}

/* a as an integer. */
static void mpz_of(mpz_t out, const sl_fr *a) {
    uint64_t limbs[4];
    sl_fr_to_limbs(limbs, a);
    mpz_import(out, 4, -1, 8, 0, 0, limbs);
}

static void modulus_of(mpz_t out) {
    mpz_import(out, 4, -1, 8, 0, 0, sl_fr_modulus);
}

/* The polynomial with coefficients a at x, by GMP alone. */
static void evaluate(mpz_t out, const sl_fr *a, size_t n, const mpz_t x) {
    mpz_t modulus;
    mpz_t term;
    mpz_inits(modulus, term, NULL);
    modulus_of(modulus);
    mpz_set_ui(out, 0);
    for (size_t i = n; i-- > 0;) {
        mpz_mul(out, out, x);
        mpz_of(term, &a[i]);
        mpz_add(out, out, term);
        mpz_mod(out, out, modulus);
    }
    mpz_clears(modulus, term, NULL);
}

/* shift 7^((r - 1) / 2^log2_size * k): a point of the domain or of its coset, from the definition. */
static void domain_point(mpz_t out, unsigned log2_size, size_t k, bool coset) {
    mpz_t modulus;
    mpz_t e;
    mpz_inits(modulus, e, NULL);
    modulus_of(modulus);
    mpz_sub_ui(e, modulus, 1);
    mpz_fdiv_q_2exp(e, e, log2_size);
    mpz_mul_ui(e, e, k);
    mpz_set_ui(out, 7);
    mpz_powm(out, out, e, modulus);
    if (coset) {
        mpz_mul_ui(out, out, 7);
        mpz_mod(out, out, modulus);
    }
    mpz_clears(modulus, e, NULL);
}

/* Both forward transforms at a few outputs against direct evaluation, and back. */
static void check_size(unsigned log2_size, size_t threads_n, unsigned points_n) {
    const size_t n = (size_t)1 << log2_size;
    sl_pool *pool = pool_open(threads_n);
    sl_ntt *ntt = ntt_open(log2_size, pool);
    sl_buf input = vector_new(n);
    sl_buf work = vector_new(n);
    vector_fill(input.data, n);
    mpz_t x;
    mpz_t want;
    mpz_t got;
    mpz_inits(x, want, got, NULL);
    for (int coset = 0; coset < 2; coset++) {
        memcpy(work.data, input.data, n * sizeof(sl_fr));
        transforms[2 * coset](ntt, work.data);
        for (unsigned i = 0; i < points_n; i++) {
            const size_t k = i < 2 ? i * (n - 1) : sl_test_u64() % n;
            domain_point(x, log2_size, k, coset == 1);
            evaluate(want, input.data, n, x);
            mpz_of(got, (const sl_fr *)work.data + k);
            SL_CHECK_MSG(mpz_cmp(want, got) == 0, "size 2^%u, output %zu, coset %d", log2_size, k, coset);
        }
        transforms[2 * coset + 1](ntt, work.data);
        SL_CHECK_MEM(work.data, input.data, n * sizeof(sl_fr));
    }
    mpz_clears(x, want, got, NULL);
    sl_buf_release(&input);
    sl_buf_release(&work);
    sl_ntt_close(ntt);
    sl_pool_close(pool);
}

SL_TEST(sizes) {
    for (unsigned k = 0; k <= 13; k++) {
        check_size(k, 1 + k % 3, 3);
    }
}

/* Three passes from 2^23 on. */
SL_TEST_FULL(large) {
    check_size(20, 2, 3);
    check_size(23, 2, 1);
}

SL_TEST_FULL(larger) {
    check_size(24, 2, 1);
}

static void sha256_of(uint8_t out[32], const sl_fr *a, size_t n) {
    sl_sha256 hash;
    sl_sha256_init(&hash);
    for (size_t i = 0; i < n; i++) {
        uint8_t bytes[SL_FR_BYTES];
        sl_fr_to_bytes(bytes, &a[i]);
        sl_sha256_update(&hash, bytes, sizeof bytes);
    }
    sl_sha256_final(&hash, out);
}

/* One "case" of primitives/fft.txt: bellperson's four transforms of a vector that a hash makes. */
static void check_reference(unsigned log2_size, const char *const digests[5], sl_pool *pool) {
    const size_t n = (size_t)1 << log2_size;
    sl_ntt *ntt = ntt_open(log2_size, pool);
    sl_buf input = vector_new(n);
    sl_buf work = vector_new(n);
    for (size_t i = 0; i < n; i++) {
        char text[64];
        uint8_t bytes[32];
        sl_sha256 hash;
        (void)snprintf(text, sizeof text, "fft-%u-%zu", log2_size, i);
        sl_sha256_init(&hash);
        sl_sha256_update(&hash, text, strlen(text));
        sl_sha256_final(&hash, bytes);
        bytes[31] &= 0x3f;
        SL_CHECK(sl_fr_from_bytes((sl_fr *)input.data + i, bytes));
    }
    for (int i = 0; i < 5; i++) {
        uint8_t want[32];
        uint8_t got[32];
        sl_test_unhex(want, sizeof want, digests[i]);
        memcpy(work.data, input.data, n * sizeof(sl_fr));
        if (i > 0) {
            transforms[i - 1](ntt, work.data);
        }
        sha256_of(got, work.data, n);
        SL_CHECK_MSG(memcmp(got, want, 32) == 0, "size 2^%u, column %d", log2_size, i);
    }
    sl_buf_release(&input);
    sl_buf_release(&work);
    sl_ntt_close(ntt);
}

SL_TEST(reference) {
    size_t bytes;
    char *text = (char *)sl_test_vector_read("primitives/fft.txt", &bytes);
    sl_pool *pool = pool_open(2);
    char *rest = NULL;
    int cases_n = 0;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        if (strncmp(line, "case ", 5) != 0) {
            continue;
        }
        const char *column[8];
        char *save = NULL;
        for (int i = 0; i < 8; i++) {
            column[i] = strtok_r(i == 0 ? line : NULL, " ", &save);
            SL_CHECK(column[i] != NULL);
        }
        check_reference((unsigned)strtoul(column[1], NULL, 10), column + 3, pool);
        cases_n++;
    }
    SL_CHECK(cases_n >= 10);
    sl_pool_close(pool);
    free(text);
}

/* p q, of n and m coefficients, without transforms. */
static void poly_mul(sl_fr *out, const sl_fr *p, size_t n, const sl_fr *q, size_t m) {
    for (size_t i = 0; i < n + m; i++) {
        out[i] = sl_fr_zero();
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < m; j++) {
            sl_fr t;
            sl_fr_mul(&t, &p[i], &q[j]);
            sl_fr_add(&out[i + j], &out[i + j], &t);
        }
    }
}

/*
 * Random A and B of degree below m, and C with the values of A B on the domain: C is A B folded, low half plus high
 * half, so (A B - C) / (X^m - 1) is the high half of A B.
 */
static void check_quotient(unsigned log2_size, size_t threads_n) {
    const size_t n = (size_t)1 << log2_size;
    sl_pool *pool = pool_open(threads_n);
    sl_ntt *ntt = ntt_open(log2_size, pool);
    sl_buf v[3];
    for (int i = 0; i < 3; i++) {
        v[i] = vector_new(n);
    }
    sl_buf product = vector_new(2 * n);
    sl_fr *a = v[0].data;
    sl_fr *b = v[1].data;
    sl_fr *c = v[2].data;
    const sl_fr *ab = product.data;
    vector_fill(a, n);
    vector_fill(b, n);
    poly_mul(product.data, a, n, b, n);
    for (size_t i = 0; i < n; i++) {
        sl_fr_add(&c[i], &ab[i], &ab[i + n]);
    }
    for (int i = 0; i < 3; i++) {
        sl_ntt_forward(ntt, v[i].data);
    }
    sl_ntt_quotient(ntt, a, b, c);
    SL_CHECK(n == 1 || sl_fr_is_zero(&a[n - 1]));
    SL_CHECK_MEM(a, ab + n, n * sizeof(sl_fr));
    for (int i = 0; i < 3; i++) {
        sl_buf_release(&v[i]);
    }
    sl_buf_release(&product);
    sl_ntt_close(ntt);
    sl_pool_close(pool);
}

SL_TEST(quotient) {
    for (unsigned k = 0; k <= 9; k++) {
        check_quotient(k, 1 + k % 3);
    }
}

/* An unsatisfied row shows in the last coefficient. */
SL_TEST(quotient_unsatisfied) {
    enum { LOG2 = 8, N = 1 << LOG2 };
    sl_pool *pool = pool_open(2);
    sl_ntt *ntt = ntt_open(LOG2, pool);
    static sl_fr v[3][N];
    for (int broken = 0; broken < 2; broken++) {
        vector_fill(v[0], N);
        vector_fill(v[1], N);
        for (size_t i = 0; i < N; i++) {
            sl_fr_mul(&v[2][i], &v[0][i], &v[1][i]);
        }
        if (broken == 1) {
            const sl_fr one = sl_fr_one();
            sl_fr_add(&v[2][77], &v[2][77], &one);
        }
        sl_ntt_quotient(ntt, v[0], v[1], v[2]);
        SL_CHECK(sl_fr_is_zero(&v[0][N - 1]) == (broken == 0));
    }
    sl_ntt_close(ntt);
    sl_pool_close(pool);
}

SL_TEST(permutation) {
    for (unsigned k = 0; k <= 16; k++) {
        const size_t n = (size_t)1 << k;
        sl_pool *pool = pool_open(1 + k % 3);
        sl_ntt *ntt = ntt_open(k, pool);
        sl_buf v = vector_new(n);
        sl_fr *a = v.data;
        for (size_t i = 0; i < n; i++) {
            a[i].l[0] = i;
        }
        sl_ntt_permute(ntt, a);
        for (size_t i = 0; i < n; i++) {
            size_t want = 0;
            for (unsigned bit = 0; bit < k; bit++) {
                want = want << 1 | (i >> bit & 1);
            }
            SL_CHECK_MSG(a[i].l[0] == want, "size 2^%u, position %zu", k, i);
        }
        sl_buf_release(&v);
        sl_ntt_close(ntt);
        sl_pool_close(pool);
    }
}

SL_TEST(open_errors) {
    sl_pool *pool = pool_open(1);
    sl_ntt *ntt = NULL;
    SL_CHECK_STATUS(sl_ntt_open(&ntt, SL_NTT_LOG2_MAX + 1, &sl_kernels_portable, pool, &err), SLUICE_E_USAGE);
    for (size_t i = 0; i < 2; i++) {
        sl_mem_fail_after(i);
        SL_CHECK_STATUS(sl_ntt_open(&ntt, 10, &sl_kernels_portable, pool, &err), SLUICE_E_NO_MEMORY);
    }
    sl_mem_fail_after(SIZE_MAX);
    SL_CHECK(ntt == NULL);
    sl_ntt_close(NULL);
    ntt = ntt_open(SL_NTT_LOG2_MAX, pool);
    SL_CHECK(ntt->memory.is_secret); /* values of a witness pass through */
    sl_ntt_close(ntt);
    SL_CHECK(sl_mem_live() == 0);
    sl_pool_close(pool);
}
