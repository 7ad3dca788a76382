// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Tests of a prime field against GMP: the body that test_fr.c and test_fp.c share. Included after <gmp.h> with F_T,
 * F_N, F_(name) and random_element. The SL_TEST lines stand in those files, where CMake looks for them.
 */
static void mpz_set_limbs(mpz_t out, const uint64_t limbs[F_N]) {
    mpz_import(out, F_N, -1, sizeof limbs[0], 0, 0, limbs);
}

static void mpz_get_limbs(uint64_t limbs[F_N], const mpz_t a) {
    memset(limbs, 0, F_N * sizeof limbs[0]);
    SL_CHECK(mpz_sgn(a) >= 0 && mpz_sizeinbase(a, 2) <= 64 * F_N);
    mpz_export(limbs, NULL, -1, sizeof limbs[0], 0, 0, a);
}

/* The modulus, and R = 2^(64 LIMBS). */
static void mpz_init_modulus(mpz_t m) {
    mpz_init(m);
    mpz_set_limbs(m, F_(modulus));
}

/* The integer that an element stands for, by the definition of the Montgomery form, not by the code under test. */
static void mpz_set_element(mpz_t out, const F_T *a, const mpz_t m) {
    mpz_t r;
    mpz_init_set_ui(r, 1);
    mpz_mul_2exp(r, r, 64 * F_N);
    SL_CHECK(mpz_invert(r, r, m) != 0);
    mpz_set_limbs(out, a->l);
    SL_CHECK(mpz_cmp(out, m) < 0);
    mpz_mul(out, out, r);
    mpz_mod(out, out, m);
    mpz_clear(r);
}

static F_T element_of_mpz(const mpz_t a, const mpz_t m) {
    mpz_t t;
    mpz_init(t);
    mpz_mul_2exp(t, a, 64 * F_N);
    mpz_mod(t, t, m);
    F_T out;
    mpz_get_limbs(out.l, t);
    mpz_clear(t);
    return out;
}

static void check_equals(const F_T *got, const mpz_t want, const mpz_t m, const char *what) {
    const F_T w = element_of_mpz(want, m); /* want is reduced here */
    if (!F_(eq)(got, &w)) {
        gmp_fprintf(stderr, "%s: expected %Zx\n", what, want);
    }
    SL_CHECK_MSG(F_(eq)(got, &w), "%s", what);
}

#define EDGES 40

/* Edge values: small, next to 0 and to the modulus, halves, powers of two, as integers and as Montgomery limbs. */
static void edge_elements(F_T out[EDGES], const mpz_t m) {
    mpz_t v;
    mpz_init(v);
    size_t n = 0;
    static const int shifts[] = {1, 63, 64, 65, 127, 128, 192, 64 * F_N - 8};
    for (int form = 0; form < 2; form++) {
        for (int i = 0; i < 12; i++) {
            if (i < 3) {
                mpz_set_ui(v, (unsigned long)i);
            } else if (i < 6) {
                mpz_sub_ui(v, m, (unsigned long)(i - 2));
            } else if (i < 8) {
                mpz_sub_ui(v, m, 1);
                mpz_fdiv_q_2exp(v, v, 1);
                mpz_add_ui(v, v, (unsigned long)(i - 6));
            } else {
                mpz_set_ui(v, 1);
                mpz_mul_2exp(v, v, (i % 2 == 0 ? 1UL : 2UL) * 64 * F_N); /* R and R^2 */
                if (i >= 10) {
                    mpz_neg(v, v);
                }
                mpz_mod(v, v, m);
            }
            if (form == 0) {
                out[n++] = element_of_mpz(v, m);
            } else {
                mpz_get_limbs(out[n++].l, v);
            }
        }
    }
    for (size_t i = 0; i < SL_ARRAY_N(shifts); i++) {
        mpz_set_ui(v, 1);
        mpz_mul_2exp(v, v, (mp_bitcnt_t)shifts[i]);
        mpz_get_limbs(out[n++].l, v);
        mpz_sub_ui(v, v, 1);
        mpz_get_limbs(out[n++].l, v);
    }
    SL_CHECK(n == EDGES);
    mpz_clear(v);
}

/* All operations on one pair, each with its output apart and in place of each input. */
static void check_pair(const F_T *a, const F_T *b, const mpz_t m) {
    mpz_t x;
    mpz_t y;
    mpz_t want;
    mpz_inits(x, y, want, NULL);
    mpz_set_element(x, a, m);
    mpz_set_element(y, b, m);
    F_T t;

#define CHECK_BINARY(op, mpz_op)                                  \
    do {                                                          \
        mpz_op(want, x, y);                                       \
        F_(op)(&t, a, b);                                         \
        check_equals(&t, want, m, #op);                           \
        t = *a;                                                   \
        F_(op)(&t, &t, b);                                        \
        check_equals(&t, want, m, #op " in place of the first");  \
        t = *b;                                                   \
        F_(op)(&t, a, &t);                                        \
        check_equals(&t, want, m, #op " in place of the second"); \
        mpz_op(want, x, x);                                       \
        t = *a;                                                   \
        F_(op)(&t, &t, &t);                                       \
        check_equals(&t, want, m, #op " of the same");            \
    } while (0)
    CHECK_BINARY(add, mpz_add);
    CHECK_BINARY(sub, mpz_sub);
    CHECK_BINARY(mul, mpz_mul);

#define CHECK_UNARY(op)                             \
    do {                                            \
        F_(op)(&t, a);                              \
        check_equals(&t, want, m, #op);             \
        t = *a;                                     \
        F_(op)(&t, &t);                             \
        check_equals(&t, want, m, #op " in place"); \
    } while (0)
    mpz_mul(want, x, x);
    CHECK_UNARY(sqr);
    mpz_add(want, x, x);
    CHECK_UNARY(dbl);
    mpz_neg(want, x);
    CHECK_UNARY(neg);
    F_(half)(&t, a);
    F_(dbl)(&t, &t);
    check_equals(&t, x, m, "half");
    SL_CHECK(F_(is_zero)(a) == (mpz_sgn(x) == 0));
    SL_CHECK(F_(eq)(a, b) == (mpz_cmp(x, y) == 0));

    uint64_t limbs[F_N];
    uint64_t want_limbs[F_N];
    mpz_get_limbs(want_limbs, x);
    F_(to_limbs)(limbs, a);
    SL_CHECK_MEM(limbs, want_limbs, sizeof limbs);
    SL_CHECK(F_(limbs_canonical)(limbs));
    F_(from_limbs)(&t, limbs);
    SL_CHECK(F_(eq)(&t, a));
    mpz_clears(x, y, want, NULL);
}

static void laws_arithmetic(void) {
    mpz_t m;
    mpz_init_modulus(m);
    F_T edges[EDGES];
    edge_elements(edges, m);
    for (int i = 0; i < EDGES; i++) {
        for (int j = 0; j < EDGES; j++) {
            check_pair(&edges[i], &edges[j], m);
        }
    }
    for (int i = 0; i < 1500; i++) {
        const F_T a = random_element();
        const F_T b = random_element();
        check_pair(&a, &b, m);
        check_pair(&a, &edges[i % EDGES], m);
    }
    mpz_clear(m);
}

static void check_inverse(const F_T *a, const mpz_t m) {
    mpz_t x;
    mpz_init(x);
    mpz_set_element(x, a, m);
    if (mpz_sgn(x) != 0) {
        SL_CHECK(mpz_invert(x, x, m) != 0);
    }
    F_T t;
    F_(inv_vt)(&t, a);
    check_equals(&t, x, m, "inv");
    t = *a;
    F_(inv_vt)(&t, &t);
    check_equals(&t, x, m, "inv in place");
    mpz_clear(x);
}

static void laws_inverse(void) {
    mpz_t m;
    mpz_init_modulus(m);
    F_T edges[EDGES];
    edge_elements(edges, m);
    for (int i = 0; i < EDGES; i++) {
        check_inverse(&edges[i], m);
    }
    /* Every power of two, as an integer in the algorithm: the runs of zeros that it takes in one step. */
    F_T power = {{1}};
    for (int i = 0; i < 64 * F_N; i++) {
        check_inverse(&power, m);
        F_T minus;
        F_(neg)(&minus, &power);
        check_inverse(&minus, m);
        F_(dbl)(&power, &power);
    }
    for (int i = 0; i < 3000; i++) {
        const F_T a = random_element();
        check_inverse(&a, m);
    }
    mpz_clear(m);
}

static void laws_power(void) {
    mpz_t m;
    mpz_t x;
    mpz_t e;
    mpz_t want;
    mpz_init_modulus(m);
    mpz_inits(x, e, want, NULL);
    for (int i = 0; i < 200; i++) {
        const F_T a = i == 0 ? F_(zero)() : random_element();
        uint64_t limbs[F_N];
        const size_t n = (size_t)i % (F_N + 1);
        sl_test_edge_bytes(limbs, sizeof limbs);
        mpz_set_element(x, &a, m);
        mpz_import(e, n, -1, sizeof limbs[0], 0, 0, limbs);
        mpz_powm(want, x, e, m);
        F_T t = a;
        F_(pow_vt)(&t, &t, limbs, n);
        check_equals(&t, want, m, "pow");
    }
    const uint64_t zeros[F_N] = {0};
    F_T t = random_element();
    const F_T one = F_(one)();
    F_(pow_vt)(&t, &t, zeros, F_N);
    SL_CHECK(F_(eq)(&t, &one));
    mpz_clears(m, x, e, want, NULL);
}

/* The borders of the canonical range, in limbs. */
static void laws_canonical(void) {
    uint64_t limbs[F_N];
    memcpy(limbs, F_(modulus), sizeof limbs);
    SL_CHECK(!F_(limbs_canonical)(limbs));
    limbs[0]--;
    SL_CHECK(F_(limbs_canonical)(limbs));
    limbs[0] += 2;
    SL_CHECK(!F_(limbs_canonical)(limbs));
    memset(limbs, 0, sizeof limbs);
    SL_CHECK(F_(limbs_canonical)(limbs));
    memset(limbs, 0xff, sizeof limbs);
    SL_CHECK(!F_(limbs_canonical)(limbs));
    for (int i = 0; i < F_N; i++) {
        memcpy(limbs, F_(modulus), sizeof limbs);
        limbs[i]--; /* no limb of either modulus is 0 */
        SL_CHECK(F_(limbs_canonical)(limbs));
        limbs[i] += 2;
        SL_CHECK(limbs[i] == 0 || !F_(limbs_canonical)(limbs));
    }
}

static void laws_constants(void) {
    mpz_t m;
    mpz_t v;
    mpz_init_modulus(m);
    mpz_init_set_ui(v, 1);
    const F_T one = F_(one)();
    check_equals(&one, v, m, "one");
    for (int i = 0; i < 100; i++) {
        uint64_t n;
        sl_test_edge_bytes(&n, sizeof n);
        mpz_import(v, 1, -1, sizeof n, 0, 0, &n);
        const F_T a = F_(from_u64)(n);
        check_equals(&a, v, m, "from_u64");
    }
    mpz_clears(m, v, NULL);
}
