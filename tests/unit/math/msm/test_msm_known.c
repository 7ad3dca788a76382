// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Sums that other libraries computed: inputs of bench_input.h at seed 1 (blst and gnark-crypto agree on the results),
 * and the small cases of vectors/primitives/msm.txt (blst).
 */
#include "harness/test.h"

#include "core/mem/buf.h"
#include "math/curve/encoding.h"
#include "math/msm/bench_input.h"

static sluice_error err;

typedef struct sum_g {
    sl_g1_affine g1;
    sl_g2_affine g2;
} sum_g;

static sum_g sum_of(sl_group group, const sl_msm_chunk *chunk, size_t full_n, sl_pool *pool) {
    sl_msm_plan plan;
    sl_msm *msm;
    sl_msm_plan_make(&plan, group, chunk->n, full_n, sl_pool_threads(pool));
    SL_CHECK_OK(sl_msm_open(&msm, &plan, &sl_kernels_portable, pool, &err));
    SL_CHECK_OK(sl_msm_add(msm, chunk, &err));
    sum_g out = {0};
    if (group == SL_G1) {
        sl_g1 sum;
        sl_msm_result_g1(msm, &sum);
        sl_g1_to_affine_vt(&out.g1, &sum);
    } else {
        sl_g2 sum;
        sl_msm_result_g2(msm, &sum);
        sl_g2_to_affine_vt(&out.g2, &sum);
    }
    sl_msm_close(msm);
    return out;
}

/* `hex`: the compressed form. */
static void check_compressed(sl_group group, const sum_g *sum, const char *hex) {
    uint8_t want[96];
    uint8_t got[96];
    const size_t bytes = group == SL_G1 ? 48 : 96;
    sl_test_unhex(want, bytes, hex);
    bool larger;
    bool identity;
    if (group == SL_G1) {
        sl_fp_to_bytes(got, &sum->g1.x);
        larger = sl_fp_is_larger_half(&sum->g1.y);
        identity = sl_g1_affine_is_identity(&sum->g1);
    } else {
        sl_fp_to_bytes(got, &sum->g2.x.c1);
        sl_fp_to_bytes(got + 48, &sum->g2.x.c0);
        larger = sl_fp2_is_larger_half(&sum->g2.y);
        identity = sl_g2_affine_is_identity(&sum->g2);
    }
    got[0] |= (uint8_t)(0x80 | (identity ? 0x40 : larger ? 0x20 : 0));
    SL_CHECK_MEM(got, want, bytes);
}

static void check_bench(sl_group group, bool witness, size_t threads_n, const char *hex) {
    enum { N = 1 << 10 };
    sl_pool *pool;
    SL_CHECK_OK(sl_pool_open(&pool, threads_n, &err));
    const size_t slot_bytes = group == SL_G1 ? sl_kernels_portable.g1->slot_bytes : sl_kernels_portable.g2->slot_bytes;
    sl_buf slots;
    SL_CHECK_OK(sl_buf_alloc_n(&slots, N, slot_bytes, "slots", &err));
    SL_CHECK_OK(sl_bench_points_sequence(slots.data, group, N, &sl_kernels_portable, pool, &err));
    static sl_fr scalars[N];
    static sl_fr full[N];
    uint32_t full_at[N];
    uint64_t bits[N / 64];
    if (witness) {
        sl_bench_scalars_witness(scalars, 1, 0, N);
    } else {
        sl_bench_scalars_random(scalars, 1, 0, N);
    }
    sl_msm_chunk chunk = {.slots = slots.data, .n = N, .full = scalars};
    sum_g sum = sum_of(group, &chunk, N, pool);
    check_compressed(group, &sum, hex);
    chunk.full_n = sl_msm_split(bits, full_at, full, scalars, N);
    chunk.full_at = full_at;
    chunk.full = full;
    chunk.bits = bits;
    sum = sum_of(group, &chunk, chunk.full_n, pool);
    check_compressed(group, &sum, hex);
    sl_buf_release(&slots);
    sl_pool_close(pool);
}

SL_TEST(inputs) {
    SL_CHECK(sl_bench_word(1, 0) == UINT64_C(0x910a2dec89025cc1));
    sl_fr scalars[20];
    uint8_t want[32];
    uint8_t got[32];
    sl_bench_scalars_random(scalars, 1, 0, 20);
    sl_test_unhex(want, 32, "048adbf43ec909fb5d92de9863305b095d2d654b6f1f7374f902155ba328d574");
    sl_fr_to_bytes(got, &scalars[18]);
    for (int i = 0; i < 32; i++) {
        SL_CHECK(got[i] == want[31 - i]);
    }
    sl_bench_scalars_random(&scalars[0], 1, 18, 1);
    SL_CHECK(sl_fr_eq(&scalars[0], &scalars[18]));
    sl_bench_scalars_witness(scalars, 1, 0, 8);
    for (int i = 0; i < 8; i++) {
        const sl_fr expected = i == 0 || i == 7 ? sl_fr_one() : sl_fr_zero();
        SL_CHECK(sl_fr_eq(&scalars[i], &expected));
    }
}

SL_TEST(g1_random) {
    check_bench(SL_G1, false, 1,
                "87fdf13d2aa94d2e996de1a514ad1e4260154c7934668f1ba1b90e7d19e46021714b604c433e84f67096649bedec4eb3");
}

SL_TEST(g1_witness) {
    check_bench(SL_G1, true, 2,
                "9715d41f6b59d2c31c38158240be0b418ebd774de637ccbcbc2091a851fc6e6900704c20d35bd9f85f7dce8c38aeb5b7");
}

SL_TEST(g2_random) {
    check_bench(SL_G2, false, 3,
                "b772e6b1d787241001e59808accde7ed5470b55543d4b09c414598767b0993f6a9d8193b7e909a87370763ebb41108671695e5"
                "c54397986d2a50eb84e5ab145d5604e7c6791f269cb277aa974020e10b8fdaed685bbee21e7b0475f534ba665e");
}

/* "case N SUM_G1 SUM_G2" and N lines "term SCALAR G1 G2": bases that repeat, cancel and double among them. */
SL_TEST(reference) {
    enum { MOST = 64 };
    size_t bytes;
    char *text = (char *)sl_test_vector_read("primitives/msm.txt", &bytes);
    sl_pool *pool;
    SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    char *rest = NULL;
    char *line = strtok_r(text, "\n", &rest);
    int cases_n = 0;
    while (line != NULL) {
        char sums[2][200];
        size_t n;
        if (sscanf(line, "case %zu %199s %199s", &n, sums[0], sums[1]) != 3) {
            SL_CHECK(line[0] == '#');
            line = strtok_r(NULL, "\n", &rest);
            continue;
        }
        SL_CHECK(n <= MOST);
        static sl_fr scalars[MOST];
        static uint8_t keys[2][MOST * SL_G2_KEY_BYTES];
        size_t used = 0; /* terms whose point is the identity add nothing, and no key holds one */
        for (size_t i = 0; i < n; i++) {
            char hex[3][200];
            uint8_t scalar[32];
            uint8_t point[96];
            sl_g1_affine p1;
            sl_g2_affine p2;
            line = strtok_r(NULL, "\n", &rest);
            SL_CHECK(line != NULL && sscanf(line, "term %199s %199s %199s", hex[0], hex[1], hex[2]) == 3);
            sl_test_unhex(scalar, 32, hex[0]);
            SL_CHECK(sl_fr_from_bytes(&scalars[used], scalar));
            sl_test_unhex(point, 48, hex[1]);
            SL_CHECK(sl_g1_decode_compressed_vt(&p1, point, SL_POINT_IDENTITY_ALLOWED) == SL_POINT_OK);
            sl_test_unhex(point, 96, hex[2]);
            SL_CHECK(sl_g2_decode_compressed_vt(&p2, point, SL_POINT_IDENTITY_ALLOWED) == SL_POINT_OK);
            sl_g1_encode_uncompressed(keys[0] + used * SL_G1_KEY_BYTES, &p1);
            sl_g2_encode_uncompressed(keys[1] + used * SL_G2_KEY_BYTES, &p2);
            SL_CHECK(sl_g1_affine_is_identity(&p1) == sl_g2_affine_is_identity(&p2));
            used += !sl_g1_affine_is_identity(&p1);
        }
        for (int g = 0; g < 2; g++) {
            const sl_msm_chunk chunk = {.bases = keys[g], .n = used, .full = scalars};
            const sum_g sum = sum_of(g == 0 ? SL_G1 : SL_G2, &chunk, used, pool);
            check_compressed(g == 0 ? SL_G1 : SL_G2, &sum, sums[g]);
        }
        cases_n++;
        line = strtok_r(NULL, "\n", &rest);
    }
    SL_CHECK(cases_n >= 5);
    sl_pool_close(pool);
    free(text);
}
