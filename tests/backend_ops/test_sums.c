// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Whole sums and transforms with every kernel set that runs here. Bases are known multiples t_i G, so the sum of k_i
 * t_i G is one multiplication; small, equal and opposite t_i make equal and opposite operands meet in the buckets.
 */
#include "harness/test.h"

#include "backends/cpu/select.h"
#include "core/mem/buf.h"
#include "math/msm/fixed_base.h"
#include "math/msm/msm_internal.h"
#include "math/poly/ntt.h"

#define FOR_SETS(set) for (const sl_kernels *const *set = sl_kernels_available(); *set != NULL; set++)

static sluice_error err;

typedef enum scalar_kind { ZEROS, ONES, MINUS_ONES, ONE_HOT, SMALL, SAME, WITNESS, RANDOM, SCALAR_KINDS } scalar_kind;
typedef enum base_kind { BASES_SEQUENCE, BASES_EQUAL, BASES_OPPOSITE, BASES_RANDOM, BASE_KINDS } base_kind;

static sl_fr random_fr(void) {
    const uint64_t limbs[4] = {sl_test_u64(), sl_test_u64(), sl_test_u64(), sl_test_u64() >> 2};
    sl_fr out;
    sl_fr_from_limbs(&out, limbs);
    return out;
}

static sl_fr scalar_of(scalar_kind kind, size_t i, size_t n) {
    sl_fr out = sl_fr_from_u64(sl_test_u64() % 5);
    const sl_fr one = sl_fr_one();
    const uint64_t c = sl_test_u64() % 100;
    switch (kind) {
    case ZEROS:
        return sl_fr_zero();
    case ONES:
        return one;
    case MINUS_ONES:
        sl_fr_neg(&out, &one);
        return out;
    case ONE_HOT:
        return i == n / 2 ? random_fr() : sl_fr_zero();
    case SAME:
        return (sl_fr){{1, 2, 3, 4}};
    case WITNESS:
        return c < 60 ? sl_fr_zero() : c < 97 ? one : random_fr();
    case RANDOM:
        return random_fr();
    default:
        return out;
    }
}

static sl_fr base_of(base_kind kind, size_t i) {
    sl_fr out = sl_fr_from_u64(i + 1);
    switch (kind) {
    case BASES_EQUAL:
        return sl_fr_from_u64(5);
    case BASES_OPPOSITE:
        out = sl_fr_from_u64(1 + i / 2 % 3);
        if (i % 2 == 1) {
            sl_fr_neg(&out, &out);
        }
        return out;
    case BASES_RANDOM:
        return random_fr();
    default:
        return out;
    }
}

/* k times the generator as x, y bytes, without kernels. */
static void multiple(uint8_t out[192], sl_group group, const sl_fr *k) {
    memset(out, 0, 192);
    if (group == SL_G1) {
        sl_g1 p;
        sl_g1_from_affine(&p, &sl_g1_generator);
        sl_g1_mul_vt(&p, &p, k);
        sl_g1_to_affine_vt((sl_g1_affine *)(void *)out, &p);
    } else {
        sl_g2 p;
        sl_g2_from_affine(&p, &sl_g2_generator);
        sl_g2_mul_vt(&p, &p, k);
        sl_g2_to_affine_vt((sl_g2_affine *)(void *)out, &p);
    }
}

static void result_of(uint8_t out[192], sl_group group, sl_msm *msm) {
    memset(out, 0, 192);
    if (group == SL_G1) {
        sl_g1 p;
        sl_msm_result_g1(msm, &p);
        sl_g1_to_affine_vt((sl_g1_affine *)(void *)out, &p);
    } else {
        sl_g2 p;
        sl_msm_result_g2(msm, &p);
        sl_g2_to_affine_vt((sl_g2_affine *)(void *)out, &p);
    }
}

/* n bases and scalars with what they must add up to. */
typedef struct sum_case {
    sl_group group;
    size_t n;
    uint8_t *keys;
    sl_fr *logs;
    sl_fr *scalars;
    SL_ALIGNED(16) uint8_t want[192];
} sum_case;

static void case_open(sum_case *c, sl_group group, size_t n, base_kind bases, const sl_kernels *set, sl_pool *pool) {
    *c = (sum_case){.group = group, .n = n};
    const size_t key_bytes = group == SL_G1 ? SL_G1_KEY_BYTES : SL_G2_KEY_BYTES;
    c->keys = malloc(n * key_bytes + 1);
    c->logs = malloc((n + 1) * sizeof *c->logs);
    c->scalars = malloc((n + 1) * sizeof *c->scalars);
    SL_CHECK(c->keys != NULL && c->logs != NULL && c->scalars != NULL);
    for (size_t i = 0; i < n; i++) {
        c->logs[i] = base_of(bases, i);
    }
    const void *generator = group == SL_G1 ? (const void *)&sl_g1_generator : (const void *)&sl_g2_generator;
    sl_fixed_base *fixed;
    SL_CHECK_OK(sl_fixed_base_open(&fixed, group, generator, 300, set, pool, &err));
    sl_fixed_base_mul(fixed, c->keys, c->logs, n);
    sl_fixed_base_close(fixed);
}

static void case_scalars(sum_case *c, scalar_kind kind) {
    sl_fr sum = sl_fr_zero();
    for (size_t i = 0; i < c->n; i++) {
        c->scalars[i] = scalar_of(kind, i, c->n);
        sl_fr t;
        sl_fr_mul(&t, &c->scalars[i], &c->logs[i]);
        sl_fr_add(&sum, &sum, &t);
    }
    multiple(c->want, c->group, &sum);
}

static void case_close(sum_case *c) {
    free(c->keys);
    free(c->logs);
    free(c->scalars);
}

/* With the plan's windows (or windows_n, if not 0) and batches (or kept buckets and batches of batch_n). */
static sl_msm *msm_open(const sum_case *c, size_t chunk_n, size_t full_n, unsigned windows_n, size_t batch_n,
                        const sl_kernels *set, sl_pool *pool) {
    sl_msm_plan plan;
    sl_msm *msm;
    sl_msm_plan_make(&plan, c->group, chunk_n, full_n, sl_pool_threads(pool));
    if (windows_n != 0) {
        plan.windows_n = windows_n;
        plan.window_bits = (256 + windows_n - 1) / windows_n;
    }
    if (batch_n != 0) {
        plan.batch_n = batch_n;
        plan.is_fresh = false;
    }
    const size_t before = sl_mem_live();
    SL_CHECK_OK(sl_msm_open(&msm, &plan, set, pool, &err));
    SL_CHECK(sl_mem_live() - before <= sl_msm_memory_bytes(&plan, set) + 4096);
    return msm;
}

/* All scalars as full-width ones, in chunks of chunk_n. */
static void check_dense(const sum_case *c, size_t chunk_n, unsigned windows_n, size_t batch_n, const sl_kernels *set,
                        sl_pool *pool) {
    const size_t key_bytes = c->group == SL_G1 ? SL_G1_KEY_BYTES : SL_G2_KEY_BYTES;
    SL_ALIGNED(16) uint8_t got[192];
    sl_msm *msm = msm_open(c, chunk_n, c->n, windows_n, batch_n, set, pool);
    for (size_t first = 0; first < c->n; first += chunk_n) {
        const sl_msm_chunk chunk = {
            .bases = c->keys + first * key_bytes, .n = SL_MIN(chunk_n, c->n - first), .full = c->scalars + first};
        SL_CHECK_OK(sl_msm_add(msm, &chunk, &err));
    }
    result_of(got, c->group, msm);
    SL_CHECK_MSG(memcmp(got, c->want, sizeof got) == 0, "%s: %zu dense, chunks of %zu, %u windows, %zu threads",
                 set->name, c->n, chunk_n, windows_n, sl_pool_threads(pool));
    if (chunk_n <= c->n) {
        result_of(got, c->group, msm); /* a result leaves the sum as it is */
        SL_CHECK_MEM(got, c->want, sizeof got);
    }
    sl_msm_close(msm);
}

/* Ones as bits, the rest at positions, with fewer full-width scalars expected than there are. */
static void check_split(const sum_case *c, size_t chunk_n, const sl_kernels *set, sl_pool *pool) {
    const size_t key_bytes = c->group == SL_G1 ? SL_G1_KEY_BYTES : SL_G2_KEY_BYTES;
    uint64_t *bits = malloc((chunk_n / 64 + 1) * sizeof *bits);
    uint32_t *full_at = malloc((chunk_n + 1) * sizeof *full_at);
    sl_fr *full = malloc((chunk_n + 1) * sizeof *full);
    SL_CHECK(bits != NULL && full_at != NULL && full != NULL);
    SL_ALIGNED(16) uint8_t got[192];
    sl_msm *msm = msm_open(c, chunk_n, c->n / 50, 0, 0, set, pool);
    for (size_t first = 0; first < c->n; first += chunk_n) {
        sl_msm_chunk chunk = {.bases = c->keys + first * key_bytes, .n = SL_MIN(chunk_n, c->n - first)};
        chunk.full_n = sl_msm_split(bits, full_at, full, c->scalars + first, chunk.n);
        if (chunk.n % 64 != 0) {
            bits[chunk.n / 64] |= UINT64_MAX << (chunk.n % 64); /* bits past the end mean nothing */
        }
        chunk.bits = bits;
        chunk.full_at = full_at;
        chunk.full = full;
        SL_CHECK_OK(sl_msm_add(msm, &chunk, &err));
    }
    result_of(got, c->group, msm);
    SL_CHECK_MSG(memcmp(got, c->want, sizeof got) == 0, "%s: %zu split, chunks of %zu, %zu threads", set->name, c->n,
                 chunk_n, sl_pool_threads(pool));
    sl_msm_close(msm);
    free(bits);
    free(full_at);
    free(full);
}

/* All combinations, or one in `step` of them. */
static void check_grid(sl_group group, const size_t *sizes, size_t sizes_n, int step) {
    FOR_SETS(set) {
        for (size_t s = 0; s < sizes_n; s++) {
            for (size_t threads_n = 1; threads_n <= 3; threads_n++) {
                sl_pool *pool;
                SL_CHECK_OK(sl_pool_open(&pool, threads_n, &err));
                for (int bases = 0; bases < BASE_KINDS; bases++) {
                    sum_case c;
                    case_open(&c, group, sizes[s], (base_kind)bases, *set, pool);
                    for (int kind = 0; kind < SCALAR_KINDS; kind++) {
                        if ((kind + 3 * bases + 5 * (int)threads_n + (int)s) % step != 0) {
                            continue;
                        }
                        case_scalars(&c, (scalar_kind)kind);
                        const size_t chunk_n = kind % 2 == 0 ? c.n + 1 : c.n / 3 + 1;
                        check_dense(&c, chunk_n, 0, 0, *set, pool);
                        check_split(&c, chunk_n, *set, pool);
                    }
                    case_close(&c);
                }
                sl_pool_close(pool);
            }
        }
    }
}

SL_TEST(g1_small) {
    static const size_t sizes[] = {0, 1, 2, 33};
    check_grid(SL_G1, sizes, SL_ARRAY_N(sizes), 13);
}

SL_TEST(g2_small) {
    static const size_t sizes[] = {1, 32};
    check_grid(SL_G2, sizes, SL_ARRAY_N(sizes), 13);
}

SL_TEST(g1_middle) {
    static const size_t sizes[] = {513};
    check_grid(SL_G1, sizes, SL_ARRAY_N(sizes), 17);
}

SL_TEST_FULL(g1_grid) {
    static const size_t sizes[] = {0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 1023, 1024, 1025, 4097};
    check_grid(SL_G1, sizes, SL_ARRAY_N(sizes), 3);
}

SL_TEST_FULL(g2_grid) {
    static const size_t sizes[] = {0, 1, 2, 31, 32, 33, 64, 1025};
    check_grid(SL_G2, sizes, SL_ARRAY_N(sizes), 3);
}

/* Windows of every width that a plan can have, narrow sums in wide windows and the other way round. */
SL_TEST(windows) {
    FOR_SETS(set) {
        sl_pool *pool;
        SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
        sum_case c;
        case_open(&c, SL_G1, 40, BASES_SEQUENCE, *set, pool);
        for (unsigned windows_n = 17; windows_n <= 51; windows_n += 3) {
            case_scalars(&c, windows_n % 2 == 0 ? RANDOM : MINUS_ONES);
            check_dense(&c, 40, windows_n, 0, *set, pool);
        }
        case_close(&c);
        sl_pool_close(pool);
    }
}

/* Many scalars: several batches, lists cut between threads, giant lists. */
SL_TEST_FULL(large) {
    FOR_SETS(set) {
        sl_pool *pool;
        SL_CHECK_OK(sl_pool_open(&pool, 3, &err));
        sum_case c;
        case_open(&c, SL_G1, 70001, BASES_SEQUENCE, *set, pool);
        for (int kind = 0; kind < SCALAR_KINDS; kind++) {
            case_scalars(&c, (scalar_kind)kind);
            check_dense(&c, 40000, 0, 0, *set, pool);
            check_split(&c, 70001, *set, pool);
        }
        case_close(&c);
        sl_pool_close(pool);
    }
}

/* More threads than there are bases, windows or processors. */
SL_TEST_FULL(many_threads) {
    static const size_t threads[] = {34, 600};
    FOR_SETS(set) {
        for (size_t i = 0; i < SL_ARRAY_N(threads); i++) {
            sl_pool *pool;
            SL_CHECK_OK(sl_pool_open(&pool, threads[i], &err));
            for (int g = 0; g < 2; g++) {
                sum_case c;
                case_open(&c, g == 0 ? SL_G1 : SL_G2, 33, BASES_OPPOSITE, *set, pool);
                /* Every thread has its scratch: with the most threads, memory is all that a sum costs. */
                for (int kind = i == 0 ? 0 : 1; kind < SCALAR_KINDS; kind += i == 0 ? 1 : 5) {
                    case_scalars(&c, (scalar_kind)kind);
                    check_dense(&c, 33, 0, 0, *set, pool);
                    check_split(&c, 20, *set, pool);
                }
                case_close(&c);
            }
            sl_pool_close(pool);
        }
    }
}

/* The same from bases that were decoded before, the last one first. */
static void check_decoded(const sum_case *c, unsigned windows_n, const sl_kernels *set, sl_pool *pool) {
    const sl_curve_kernels *curve = c->group == SL_G1 ? set->g1 : set->g2;
    SL_ALIGNED(16) uint8_t got[192];
    sl_buf slots = SL_BUF_EMPTY;
    SL_CHECK_OK(sl_buf_alloc(&slots, c->n * curve->slot_bytes, "slots", &err));
    SL_CHECK(curve->decode(slots.data, c->keys, NULL, c->n, true) == c->n);
    uint32_t *at = malloc(c->n * sizeof *at);
    sl_fr *full = malloc(c->n * sizeof *full);
    SL_CHECK(at != NULL && full != NULL);
    for (size_t i = 0; i < c->n; i++) {
        at[i] = (uint32_t)(c->n - 1 - i);
        full[i] = c->scalars[at[i]];
    }
    sl_msm *msm = msm_open(c, c->n, c->n, windows_n, 0, set, pool);
    SL_CHECK(sl_msm_streams(msm, &msm->windows[0], c->n));
    const sl_msm_chunk chunk = {.slots = slots.data, .n = c->n, .full_at = at, .full = full, .full_n = c->n};
    SL_CHECK_OK(sl_msm_add(msm, &chunk, &err));
    result_of(got, c->group, msm);
    SL_CHECK_MEM(got, c->want, sizeof got);
    sl_msm_close(msm);
    free(at);
    free(full);
    sl_buf_release(&slots);
}

/*
 * Windows that are added in the order of their bases, at a small size because calls are made small: rounds with and
 * without conflicts, rests of all lengths, buckets that are kept, given up and become the identity again.
 */
SL_TEST(streams) {
    enum { N = 1100, WINDOWS = 29 };
    FOR_SETS(set) {
        sl_curve_kernels curves[2] = {*(*set)->g1, *(*set)->g2};
        sl_kernels small = **set;
        small.g1 = &curves[0];
        small.g2 = &curves[1];
        curves[0].pairs_max = curves[1].pairs_max = 32;
        curves[0].stream_pairs_max = curves[1].stream_pairs_max = 0;
        for (int i = 0; i < 2 * BASE_KINDS; i++) {
            const bool is_g1 = i < BASE_KINDS;
            if (!is_g1 && i % 2 == 0) {
                continue;
            }
            sl_pool *pool;
            SL_CHECK_OK(sl_pool_open(&pool, i % 3 == 0 ? 1 : 3, &err));
            sum_case c;
            case_open(&c, is_g1 ? SL_G1 : SL_G2, N, (base_kind)(i % BASE_KINDS), *set, pool);
            for (int k = 0; k < (is_g1 ? 2 : 1); k++) {
                const int kind = is_g1 ? (3 * i + 4 * k) % SCALAR_KINDS : RANDOM;
                case_scalars(&c, (scalar_kind)kind);
                if (kind % 3 < 2) {
                    check_dense(&c, N, WINDOWS, kind % 3 == 0 ? 0 : 1050, &small, pool);
                } else {
                    check_decoded(&c, WINDOWS, &small, pool);
                }
            }
            case_close(&c);
            sl_pool_close(pool);
        }
    }
}

/* Kept buckets that are filled by streaming and by lists in turns, whole windows or shares of threads. */
static void check_turns(const sum_case *c, unsigned windows_n, const sl_kernels *set, sl_pool *pool) {
    static const size_t pieces[] = {300, 60, 280, 459, 1};
    const size_t key_bytes = c->group == SL_G1 ? SL_G1_KEY_BYTES : SL_G2_KEY_BYTES;
    SL_ALIGNED(16) uint8_t got[192];
    sl_msm *msm = msm_open(c, c->n, c->n, windows_n, c->n, set, pool);
    SL_CHECK(sl_msm_streams(msm, &msm->windows[0], 280) && !sl_msm_streams(msm, &msm->windows[0], 60));
    size_t first = 0;
    for (size_t i = 0; i < SL_ARRAY_N(pieces); i++) {
        const sl_msm_chunk chunk = {.bases = c->keys + first * key_bytes, .n = pieces[i], .full = c->scalars + first};
        SL_CHECK_OK(sl_msm_add(msm, &chunk, &err));
        result_of(got, c->group, msm); /* ends the batch */
        first += pieces[i];
    }
    SL_CHECK(first == c->n);
    SL_CHECK_MSG(memcmp(got, c->want, sizeof got) == 0, "%s: %u windows, %zu threads", set->name, windows_n,
                 sl_pool_threads(pool));
    sl_msm_close(msm);
}

SL_TEST(streams_kept) {
    enum { N = 1100, WINDOWS = 29 };
    static const scalar_kind kinds[BASE_KINDS] = {SAME, RANDOM, RANDOM, WITNESS};
    FOR_SETS(set) {
        sl_curve_kernels g1 = *(*set)->g1;
        sl_kernels small = **set;
        small.g1 = &g1;
        g1.pairs_max = 32;
        g1.stream_pairs_max = 0;
        for (int i = 0; i < BASE_KINDS; i++) {
            sl_pool *pool;
            SL_CHECK_OK(sl_pool_open(&pool, (size_t)(1 + i % 4), &err));
            sum_case c;
            case_open(&c, SL_G1, N, (base_kind)i, *set, pool);
            case_scalars(&c, kinds[i]);
            check_turns(&c, WINDOWS, &small, pool);
            case_close(&c);
            sl_pool_close(pool);
        }
    }
}

/* A bad base is found wherever it is, if it is used; and only then. */
SL_TEST(bad_base) {
    enum { N = 200 };
    FOR_SETS(set) {
        sl_pool *pool;
        SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
        sum_case c;
        case_open(&c, SL_G1, N, BASES_SEQUENCE, *set, pool);
        case_scalars(&c, RANDOM);
        for (size_t bad = 0; bad < N; bad += 19) {
            uint64_t bits[(N + 63) / 64] = {0};
            const uint32_t at = (uint32_t)bad;
            c.keys[bad * SL_G1_KEY_BYTES + 95] ^= 1;
            for (int way = 0; way < 4; way++) {
                sl_msm_chunk chunk = {.bases = c.keys, .n = N, .full = c.scalars};
                memset(bits, way == 1 ? 0 : 0xff, sizeof bits);
                if (way != 0) {
                    chunk.full = NULL;
                    chunk.bits = bits;
                }
                if (way == 1) {
                    chunk.full = c.scalars;
                    chunk.full_at = &at;
                    chunk.full_n = 1;
                }
                if (way == 2) {
                    bits[bad / 64] &= ~(UINT64_C(1) << (bad % 64));
                }
                sl_msm *msm = msm_open(&c, N, N, 0, 0, *set, pool);
                const sluice_status status = sl_msm_add(msm, &chunk, &err);
                SL_CHECK(status == (way == 2 ? SLUICE_OK : SLUICE_E_CORRUPT));
                char text[64];
                (void)snprintf(text, sizeof text, "point %zu: ", bad);
                SL_CHECK_MSG(way == 2 || strstr(err.text, text) != NULL, "%s", err.text);
                sl_msm_close(msm);
            }
            c.keys[bad * SL_G1_KEY_BYTES + 95] ^= 1;
        }
        case_close(&c);
        sl_pool_close(pool);
    }
}

/* All transforms of all sets give the same bytes (what they must be is tested in unit/math/poly). */
SL_TEST(transforms) {
    sl_pool *pool;
    SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    for (unsigned log2_size = 0; log2_size <= 13; log2_size++) {
        const size_t n = (size_t)1 << log2_size;
        sl_fr *want = malloc(n * sizeof *want);
        sl_fr *v[3];
        SL_CHECK(want != NULL);
        for (int i = 0; i < 3; i++) {
            v[i] = malloc(n * sizeof *want);
            SL_CHECK(v[i] != NULL);
        }
        bool is_first = true;
        FOR_SETS(set) {
            sl_ntt *ntt;
            SL_CHECK_OK(sl_ntt_open(&ntt, log2_size, *set, pool, &err));
            for (size_t i = 0; i < 3 * n; i++) {
                v[i / n][i % n] = sl_fr_from_u64(i * i + 1);
            }
            sl_ntt_coset_forward(ntt, v[0]);
            sl_ntt_forward(ntt, v[1]);
            sl_ntt_inverse(ntt, v[2]);
            sl_ntt_coset_inverse(ntt, v[1]);
            sl_ntt_quotient(ntt, v[0], v[1], v[2]);
            if (is_first) {
                memcpy(want, v[0], n * sizeof *want);
            }
            SL_CHECK_MSG(memcmp(want, v[0], n * sizeof *want) == 0, "%s: 2^%u", (*set)->name, log2_size);
            is_first = false;
            sl_ntt_close(ntt);
        }
        for (int i = 0; i < 3; i++) {
            free(v[i]);
        }
        free(want);
    }
    sl_pool_close(pool);
}
