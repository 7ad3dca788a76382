// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The scheduling of sums apart from any curve: a set whose "points" are integers modulo a prime, with 0 as the
 * identity, and which checks what every call promises. What the real sets compute is tested in tests/backend_ops.
 */
#include "harness/test.h"

#include "math/kernels/sum_lists.h"

#define PRIME 1000003U

enum { PAIRS_MAX = 32, SLOT_WORDS = 4 };

static size_t calls_n;
static size_t pairs_n;

static uint64_t value_of(sl_point_ref ref) {
    const uint64_t *slot = sl_point_ref_slot(ref);
    return ref & 1 && slot[0] != 0 ? PRIME - slot[0] : slot[0];
}

static void toy_copy(const sl_point_pair *pairs, size_t n) {
    SL_CHECK(n > 0 && n <= PAIRS_MAX);
    for (size_t i = 0; i < n; i++) {
        *(uint64_t *)pairs[i].out = value_of(pairs[i].a);
    }
}

/* Backwards, as the real ones write; no result may be another pair's operand. */
static void toy_add_pairs(const sl_point_pair *pairs, size_t n, void *scratch) {
    SL_CHECK(n > 0 && n <= PAIRS_MAX && scratch != NULL);
    calls_n++;
    pairs_n += n;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            SL_CHECK(i == j || (pairs[i].out != sl_point_ref_slot(pairs[j].a) &&
                                pairs[i].out != sl_point_ref_slot(pairs[j].b) && pairs[i].out != pairs[j].out));
        }
    }
    for (size_t i = n; i-- > 0;) {
        *(uint64_t *)pairs[i].out = (value_of(pairs[i].a) + value_of(pairs[i].b)) % PRIME;
    }
}

static const sl_curve_kernels toy = {
    .slot_bytes = SLOT_WORDS * sizeof(uint64_t),
    .pairs_max = PAIRS_MAX,
    .scratch_bytes = 64,
    .add_pairs = toy_add_pairs,
    .copy = toy_copy,
};

enum { BASES_N = 50, REFS_MAX = 4000, LISTS_MAX = 400 };

typedef struct toy_lists {
    uint64_t bases[BASES_N][SLOT_WORDS];
    uint64_t sums[LISTS_MAX][SLOT_WORDS];
    uint64_t want[LISTS_MAX];
    uint32_t refs[REFS_MAX];
    uint32_t ends[LISTS_MAX];
    sl_lists lists;
} toy_lists;

/* lists_n lists of at most length_max references; start values in some of the sums. */
static void lists_make(toy_lists *t, size_t lists_n, size_t length_max) {
    memset(t, 0, sizeof *t);
    uint32_t refs_n = 0;
    for (size_t i = 0; i < BASES_N; i++) {
        t->bases[i][0] = i % 10 == 0 ? 0 : sl_test_u64() % PRIME;
    }
    for (size_t j = 0; j < lists_n; j++) {
        t->want[j] = t->sums[j][0] = sl_test_u64() & 1 ? sl_test_u64() % PRIME : 0;
        for (size_t n = sl_test_u64() % (length_max + 1); n > 0 && refs_n < REFS_MAX; n--) {
            const uint32_t i = (uint32_t)(sl_test_u64() % BASES_N);
            const bool negative = sl_test_u64() & 1;
            t->refs[refs_n++] = i | (negative ? SL_REF_NEGATIVE : 0);
            t->want[j] = (t->want[j] + (negative ? PRIME - t->bases[i][0] : t->bases[i][0])) % PRIME;
        }
        t->ends[j] = refs_n;
    }
    t->lists = (sl_lists){t->bases, t->refs, t->ends, lists_n};
}

static void sums_check(const toy_lists *t) {
    for (size_t j = 0; j < t->lists.lists_n; j++) {
        SL_CHECK_MSG(t->sums[j][0] == t->want[j], "list %zu of %zu", j, t->lists.lists_n);
    }
}

SL_TEST(whole) {
    static toy_lists t;
    void *scratch = malloc(sl_sum_lists_scratch_bytes(&toy));
    SL_CHECK(scratch != NULL);
    for (size_t length = 0; length <= 200; length += length < 9 ? 1 : 37) {
        for (size_t lists_n = 0; lists_n <= LISTS_MAX; lists_n += lists_n < 5 ? 1 : 79) {
            lists_make(&t, lists_n, length);
            sl_sum_lists(&toy, t.sums, &t.lists, scratch);
            sums_check(&t);
        }
    }
    free(scratch);
}

/* Cut anywhere, in parts of any size, in any order of the parts. */
SL_TEST(parts) {
    static toy_lists t;
    void *scratch = malloc(sl_sum_lists_scratch_bytes(&toy));
    SL_CHECK(scratch != NULL);
    for (size_t part = 1; part < 300; part += part < 20 ? 1 : 61) {
        for (size_t length = 1; length <= 161; length += 40) {
            lists_make(&t, 20, length);
            const size_t refs_n = t.ends[19];
            const size_t parts_n = (refs_n + part - 1) / part;
            for (size_t i = parts_n; i-- > 0;) {
                uint64_t head[SLOT_WORDS] = {0};
                size_t head_list;
                sl_sum_lists_part(&toy, t.sums, head, &head_list, &t.lists, i * part, SL_MIN((i + 1) * part, refs_n),
                                  scratch);
                if (head_list < 20) {
                    t.sums[head_list][0] = (t.sums[head_list][0] + head[0]) % PRIME;
                } else {
                    SL_CHECK(head_list == 20 && head[0] == 0);
                }
            }
            sums_check(&t);
        }
    }
    free(scratch);
}

/* Giant lists among small ones: a list that does not fit stays in work, whatever else fills a round. */
SL_TEST(giants) {
    static toy_lists t;
    char *scratch = malloc(sl_sum_lists_scratch_bytes(&toy) + 64);
    SL_CHECK(scratch != NULL);
    memset(scratch + sl_sum_lists_scratch_bytes(&toy), 0x5a, 64);
    for (int round = 0; round < 300; round++) {
        const size_t lists_n = 1 + sl_test_u64() % 60;
        lists_make(&t, lists_n, 0);
        uint32_t refs_n = 0;
        for (size_t j = 0; j < lists_n; j++) {
            const size_t n = sl_test_u64() % 5 == 0 ? sl_test_u64() % 500 : sl_test_u64() % 4;
            for (size_t k = 0; k < n && refs_n < REFS_MAX; k++) {
                const uint32_t i = (uint32_t)(sl_test_u64() % BASES_N);
                t.refs[refs_n++] = i;
                t.want[j] = (t.want[j] + t.bases[i][0]) % PRIME;
            }
            t.ends[j] = refs_n;
        }
        sl_sum_lists(&toy, t.sums, &t.lists, scratch);
        sums_check(&t);
    }
    for (size_t i = 0; i < 64; i++) {
        SL_CHECK(scratch[sl_sum_lists_scratch_bytes(&toy) + i] == 0x5a);
    }
    free(scratch);
}

/* A call is full as long as there are references: lists of all lengths share it, and its successor is announced. */
SL_TEST(full_calls) {
    static toy_lists t;
    void *scratch = malloc(sl_sum_lists_scratch_bytes(&toy));
    SL_CHECK(scratch != NULL);
    memset(&t, 0, sizeof t);
    for (uint32_t j = 0; j < LISTS_MAX; j++) {
        t.ends[j] = 9 * (j + 1);
    }
    t.lists = (sl_lists){t.bases, t.refs, t.ends, LISTS_MAX};
    calls_n = pairs_n = 0;
    sl_sum_lists(&toy, t.sums, &t.lists, scratch);
    SL_CHECK(pairs_n == 8 * LISTS_MAX);
    SL_CHECK(calls_n <= pairs_n / PAIRS_MAX + 4);
    free(scratch);
}

/* Rounds are shared by all lists of a chunk: few calls, one addition for each reference but the first of a list. */
SL_TEST(economy) {
    static toy_lists t;
    void *scratch = malloc(sl_sum_lists_scratch_bytes(&toy));
    SL_CHECK(scratch != NULL);
    memset(&t, 0, sizeof t);
    for (uint32_t j = 0; j < 8; j++) {
        t.ends[j] = 8 * (j + 1);
    }
    t.lists = (sl_lists){t.bases, t.refs, t.ends, 8};
    t.bases[0][0] = 1;
    calls_n = pairs_n = 0;
    sl_sum_lists(&toy, t.sums, &t.lists, scratch);
    SL_CHECK(calls_n == 3 && pairs_n == 56);
    SL_CHECK(t.sums[7][0] == 8);
    free(scratch);
}
