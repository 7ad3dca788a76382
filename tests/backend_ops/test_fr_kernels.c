// SPDX-License-Identifier: MIT OR Apache-2.0
/* Every entry over Fr of every kernel set that runs here, against plain field arithmetic. */
#include "harness/test.h"

#include "backends/cpu/select.h"

#define FOR_SETS(set) for (const sl_kernels *const *set = sl_kernels_available(); *set != NULL; set++)

enum { VECTOR_N = 67 };

/* 0, 1, r - 1, values rich in long runs, in turn. */
static sl_fr edge(size_t i) {
    sl_fr out = sl_fr_zero();
    const sl_fr one = sl_fr_one();
    if (i % 7 == 1) {
        return one;
    }
    if (i % 7 == 2) {
        sl_fr_neg(&out, &one);
    } else if (i % 7 == 3) {
        out = (sl_fr){{sl_fr_modulus[0] - 1, sl_fr_modulus[1], sl_fr_modulus[2], sl_fr_modulus[3]}};
    } else if (i % 7 > 3) {
        do {
            sl_test_edge_bytes(out.l, sizeof out.l);
            out.l[3] >>= 1;
        } while (!sl_fr_limbs_canonical(out.l));
    }
    return out;
}

static void fill(sl_fr *a, size_t n) {
    const size_t shift = sl_test_u64() % 7;
    for (size_t i = 0; i < n; i++) {
        a[i] = edge(i + shift);
    }
}

static void check_vectors(const sl_kernels *set, size_t n) {
    sl_fr a[VECTOR_N + 1];
    sl_fr b[VECTOR_N];
    sl_fr out[VECTOR_N];
    uint64_t limbs[4 * VECTOR_N];
    fill(a, VECTOR_N + 1);
    fill(b, VECTOR_N);
    const sl_fr guard = a[n];
    set->fr_to_limbs(limbs, a, n);
    for (size_t i = 0; i < n; i++) {
        uint64_t expected[4];
        sl_fr_to_limbs(expected, &a[i]);
        SL_CHECK(memcmp(limbs + 4 * i, expected, sizeof expected) == 0);
    }
    set->fr_mul(out, a, b, n);
    for (size_t i = 0; i < n; i++) {
        sl_fr want;
        sl_fr_mul(&want, &a[i], &b[i]);
        SL_CHECK(sl_fr_eq(&out[i], &want));
    }
    set->fr_sub(out, a, b, n);
    for (size_t i = 0; i < n; i++) {
        sl_fr want;
        sl_fr_sub(&want, &a[i], &b[i]);
        SL_CHECK(sl_fr_eq(&out[i], &want));
    }
    /* In place of either operand. */
    sl_fr copy[VECTOR_N];
    memcpy(copy, b, sizeof copy);
    set->fr_sub(copy, a, copy, n);
    SL_CHECK(n == 0 || memcmp(copy, out, n * sizeof *out) == 0);
    set->fr_mul(out, a, b, n);
    set->fr_mul(a, a, b, n);
    SL_CHECK(n == 0 || memcmp(a, out, n * sizeof *out) == 0);
    const sl_fr first = edge(n % 5 + 2);
    const sl_fr ratio = edge(n + 4);
    sl_fr power = first;
    set->fr_powers(a, &first, &ratio, n);
    for (size_t i = 0; i < n; i++) {
        SL_CHECK(sl_fr_eq(&a[i], &power));
        sl_fr_mul(&power, &power, &ratio);
    }
    SL_CHECK(sl_fr_eq(&a[n], &guard));
}

SL_TEST(vectors) {
    FOR_SETS(set) {
        for (size_t n = 0; n <= VECTOR_N; n++) {
            for (int round = 0; round < 7; round++) {
                check_vectors(*set, n);
            }
        }
    }
}

static size_t reversed(size_t i, unsigned bits) {
    size_t out = 0;
    for (unsigned b = 0; b < bits; b++) {
        out = out << 1 | (i >> b & 1);
    }
    return out;
}

static sl_fr root_of(unsigned log2_n) {
    sl_fr root = sl_fr_root_of_unity;
    for (unsigned i = log2_n; i < SL_FR_TWO_ADICITY; i++) {
        sl_fr_sqr(&root, &root);
    }
    return root;
}

/* factors first ratio^i, either of which may be absent. */
static void scale(sl_fr *a, size_t n, const sl_ntt_factors *factors, size_t lane) {
    sl_fr factor = factors->first == NULL ? sl_fr_one() : factors->first[lane];
    for (size_t i = 0; i < n; i++) {
        sl_fr_mul(&a[i], &a[i], &factor);
        if (factors->ratio != NULL) {
            sl_fr_mul(&factor, &factor, &factors->ratio[lane]);
        }
    }
}

/* The transform of a lane in natural order by the textbook recursion. */
static void transform(sl_fr *a, size_t n, const sl_fr *root) {
    if (n == 1) {
        return;
    }
    sl_fr *half[2] = {malloc(n / 2 * sizeof *a), malloc(n / 2 * sizeof *a)};
    SL_CHECK(half[0] != NULL && half[1] != NULL);
    for (size_t i = 0; i < n; i++) {
        half[i % 2][i / 2] = a[i];
    }
    sl_fr square;
    sl_fr_sqr(&square, root);
    transform(half[0], n / 2, &square);
    transform(half[1], n / 2, &square);
    sl_fr power = sl_fr_one();
    for (size_t i = 0; i < n / 2; i++) {
        sl_fr t;
        sl_fr_mul(&t, &half[1][i], &power);
        sl_fr_add(&a[i], &half[0][i], &t);
        sl_fr_sub(&a[i + n / 2], &half[0][i], &t);
        sl_fr_mul(&power, &power, root);
    }
    free(half[0]);
    free(half[1]);
}

typedef struct pass_case {
    unsigned log2_n;
    size_t lanes_n;
    bool is_row, is_reversed_in;
    bool is_largest;  /* all values r - 1, so that sums grow as far as they can */
    unsigned factors; /* bits: before.first, before.ratio, after.first, after.ratio */
} pass_case;

static void check_pass(const sl_kernels *set, const pass_case *c) {
    const size_t n = (size_t)1 << c->log2_n;
    /* Lanes are not adjacent to one another: what lies between must stay. */
    const size_t gap = c->is_row ? n + 3 : c->lanes_n + 5;
    const size_t area = gap * (c->is_row ? c->lanes_n : n);
    sl_fr *a = malloc(area * sizeof *a);
    sl_fr *want = malloc(area * sizeof *a);
    sl_fr *lane = malloc(n * sizeof *a);
    sl_fr *factors[4];
    void *twiddles = aligned_alloc(64, (n * set->fr_slot_bytes + 127) / 64 * 64);
    void *scratch = aligned_alloc(64, (set->ntt_scratch_bytes + 63) / 64 * 64);
    SL_CHECK(a != NULL && want != NULL && lane != NULL && twiddles != NULL && scratch != NULL);
    for (int i = 0; i < 4; i++) {
        factors[i] = malloc(c->lanes_n * sizeof *a);
        SL_CHECK(factors[i] != NULL);
        fill(factors[i], c->lanes_n);
    }
    const sl_fr root = root_of(c->log2_n);
    const sl_fr one = sl_fr_one();
    sl_fr *powers = lane;
    set->fr_powers(powers, &one, &root, n);
    set->fr_prepare(twiddles, powers, n < 2 ? 1 : n / 2);
    const sl_ntt_pass pass = {
        .log2_n = c->log2_n,
        .is_reversed_in = c->is_reversed_in,
        .lanes_n = c->lanes_n,
        .stride = c->is_row ? 1 : gap,
        .lane_stride = c->is_row ? gap : 1,
        .twiddles = twiddles,
        .before = {c->factors & 1 ? factors[0] : NULL, c->factors & 2 ? factors[1] : NULL},
        .after = {c->factors & 4 ? factors[2] : NULL, c->factors & 8 ? factors[3] : NULL},
    };
    fill(a, area);
    for (size_t i = 0; i < area && c->is_largest; i++) {
        a[i] = edge(3);
    }
    memcpy(want, a, area * sizeof *a);
    for (size_t j = 0; j < c->lanes_n; j++) {
        for (size_t i = 0; i < n; i++) {
            const size_t position = c->is_reversed_in ? reversed(i, c->log2_n) : i;
            lane[i] = want[position * pass.stride + j * pass.lane_stride];
        }
        scale(lane, n, &pass.before, j);
        transform(lane, n, &root);
        scale(lane, n, &pass.after, j);
        for (size_t i = 0; i < n; i++) {
            const size_t position = c->is_reversed_in ? i : reversed(i, c->log2_n);
            want[position * pass.stride + j * pass.lane_stride] = lane[i];
        }
    }
    set->ntt_pass(a, &pass, scratch);
    SL_CHECK_MSG(memcmp(a, want, area * sizeof *a) == 0, "%s: 2^%u, %zu lanes, rows %d, reversed %d, factors %u",
                 set->name, c->log2_n, c->lanes_n, c->is_row, c->is_reversed_in, c->factors);
    for (int i = 0; i < 4; i++) {
        free(factors[i]);
    }
    free(a);
    free(want);
    free(lane);
    free(twiddles);
    free(scratch);
}

/* All layouts, orders, factors and numbers of lanes for short lanes; fewer and fewer of them for long ones. */
static void check_length(const sl_kernels *set, unsigned log2_n) {
    const bool is_short = log2_n < 4;
    const bool is_long = log2_n > 6;
    for (unsigned shape = is_long ? log2_n % 2 : 0; shape < 4; shape += is_long ? 2 : 1) {
        for (size_t lanes_n = 1; lanes_n < (is_long ? 4 : 20); lanes_n += is_short ? 1 : is_long ? 2 : 8) {
            for (unsigned factors = is_long ? 15 : 0; factors < 16; factors += is_short ? 1 : 5) {
                const bool is_largest = (lanes_n + shape + factors) % 4 == 0;
                const pass_case c = {log2_n, lanes_n, (shape & 1) != 0, (shape & 2) != 0, is_largest, factors};
                check_pass(set, &c);
            }
        }
    }
}

SL_TEST(passes) {
    FOR_SETS(set) {
        for (unsigned log2_n = 0; log2_n <= SL_NTT_PASS_LOG2_MAX; log2_n++) {
            check_length(*set, log2_n);
        }
    }
}

/* Passes as transforms ask for them: full vectors of lanes, factors where the order is bit-reversed. */
SL_TEST(usual_passes) {
    FOR_SETS(set) {
        for (unsigned log2_n = 2; log2_n <= SL_NTT_PASS_LOG2_MAX; log2_n++) {
            for (unsigned shape = 0; shape < 8; shape++) {
                const bool is_row = (shape & 1) != 0;
                const bool is_reversed_in = (shape & 2) != 0;
                const unsigned factors = is_row ? 0 : is_reversed_in ? 2 : 8;
                const bool is_largest = (shape & 4) != 0;
                const pass_case c = {log2_n, 8, is_row, is_reversed_in, is_largest, factors};
                /* Fewer of the long ones. */
                if (log2_n < 9 || (is_largest == (log2_n == 10) && !(is_row && log2_n == 11))) {
                    check_pass(*set, &c);
                }
            }
        }
    }
}
