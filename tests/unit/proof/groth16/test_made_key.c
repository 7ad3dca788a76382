// SPDX-License-Identifier: MIT OR Apache-2.0
/* Keys without a file have the verifying key and the points of the file that is made from the same secrets. */
#include "proof/groth16/made_key.h"

#include <unistd.h>

#include "core/sys/file.h"
#include "math/curve/encoding.h"
#include "toys.h"

static sluice_error err;

/* A key of a toy both ways. */
typedef struct both {
    toy_room room;
    sl_params file;   /* of the file, folded or not, */
    sl_params params; /* and without */
    sl_made_key *made;
    uint8_t *bytes;
    size_t bytes_n;
} both;

static void both_open(both *b, const toy *which, bool is_folded) {
    static const uint8_t seed[SL_SETUP_SEED_BYTES] = {1};
    sl_setup_secrets secrets;
    sl_setup_result result;
    const sl_setup_options options = {.is_folded = is_folded};
    toy_room_open(&b->room, which);
    sl_setup_secrets_from_seed(&secrets, seed);
    const char *path = sl_test_temp_path("either.params");
    SL_CHECK_OK(
        sl_setup_run_with(b->room.r1cs, &secrets, path, &options, &sl_kernels_portable, b->room.pool, &result, &err));
    SL_CHECK_OK(sl_params_open(&b->file, path, &err));
    SL_CHECK_OK(sl_file_read_all(&b->bytes, &b->bytes_n, path, 1 << 20, &err));
    SL_CHECK_OK(sl_made_key_open(&b->made, &b->params, b->room.r1cs, &secrets, is_folded, &sl_kernels_portable,
                                 b->room.pool, &err));
    sl_setup_secrets_wipe(&secrets);
}

static void both_close(both *b) {
    sl_params_close(&b->params);
    sl_made_key_close(b->made);
    sl_params_close(&b->file);
    toy_room_close(&b->room);
    free(b->bytes);
}

static void check_heads(const both *b) {
    const sl_vk *x = &b->params.vk, *y = &b->file.vk;
    SL_CHECK(b->params.made == b->made && b->file.made == NULL);
    SL_CHECK(x->ic_n == y->ic_n && sl_g1_affine_eq(&x->alpha_g1, &y->alpha_g1));
    SL_CHECK(sl_g1_affine_eq(&x->beta_g1, &y->beta_g1) && sl_g1_affine_eq(&x->delta_g1, &y->delta_g1));
    SL_CHECK(sl_g2_affine_eq(&x->beta_g2, &y->beta_g2) && sl_g2_affine_eq(&x->gamma_g2, &y->gamma_g2));
    SL_CHECK(sl_g2_affine_eq(&x->delta_g2, &y->delta_g2));
    for (size_t i = 0; i < x->ic_n; i++) {
        SL_CHECK(sl_g1_affine_eq(&x->ic[i], &y->ic[i]));
    }
    SL_CHECK(b->params.layout.is_folded == b->file.layout.is_folded && b->params.layout.bytes == b->file.layout.bytes);
    for (int s = 0; s < SL_KEY_SECTIONS_N; s++) {
        SL_CHECK_EQ_U64(b->params.layout.section[s].count, b->file.layout.section[s].count);
    }
    const sl_g1_affine *d = b->params.d.data, *want = b->file.d.data;
    for (uint64_t i = 0; b->file.layout.is_folded && i < b->file.layout.d.count; i++) {
        SL_CHECK(sl_g1_affine_eq(&d[i], &want[i]));
    }
    SL_CHECK(memcmp(&b->params.identity, &b->file.identity, sizeof b->file.identity) != 0);
    SL_CHECK_OK(sl_params_check_unchanged(&b->params, &err));
}

/* Takes points in order and compares each with that of the file; ends with a failure after `most` pieces. */
typedef struct taker {
    const both *b;
    uint64_t taken[SL_KEY_SECTIONS_N];
    unsigned pieces_n, most;
} taker;

static sluice_status take(void *data, sl_key_section section, uint64_t first, const sl_fr *exponents, size_t n,
                          sluice_error *e) {
    taker *t = data;
    const sl_key_range *range = &t->b->file.layout.section[section];
    if (t->pieces_n++ == t->most) {
        return SL_FAIL(e, SLUICE_E_DEVICE, "no more");
    }
    SL_CHECK(first == t->taken[section] && n <= range->count - first);
    t->taken[section] += n;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *want = t->b->bytes + range->offset + (first + i) * range->element_bytes;
        uint8_t found[SL_G2_UNCOMPRESSED_BYTES];
        sl_g1 g1;
        sl_g2 g2;
        sl_g1_affine one;
        sl_g2_affine two;
        if (section == SL_KEY_B_G2) {
            sl_g2_from_affine(&g2, sl_made_key_base(t->b->made, SL_G2));
            sl_g2_mul_vt(&g2, &g2, &exponents[i]);
            sl_g2_to_affine_vt(&two, &g2);
            sl_g2_encode_uncompressed(found, &two);
        } else {
            sl_g1_from_affine(&g1, sl_made_key_base(t->b->made, SL_G1));
            sl_g1_mul_vt(&g1, &g1, &exponents[i]);
            sl_g1_to_affine_vt(&one, &g1);
            sl_g1_encode_uncompressed(found, &one);
        }
        SL_CHECK_MEM(found, want, range->element_bytes);
    }
    return SLUICE_OK;
}

static void check_toy(const toy *which, bool is_folded) {
    both b;
    both_open(&b, which, is_folded);
    check_heads(&b);
    for (int again = 0; again < 2; again++) {
        taker t = {.b = &b, .most = UINT32_MAX};
        const sl_made_sink sink = {&t, take};
        SL_CHECK_OK(sl_made_key_feed(b.made, &sink, b.room.pool, NULL, &err));
        for (int s = SL_KEY_H; s < SL_KEY_SECTIONS_N; s++) {
            SL_CHECK_EQ_U64(t.taken[s], b.file.layout.section[s].count);
        }
    }
    both_close(&b);
}

SL_TEST(same_points) {
    check_toy(toy_named("cubic"), false);
    check_toy(toy_named("cubic"), true);
    check_toy(toy_named("bits-33"), false);
    check_toy(toy_named("nothing"), true);
    check_toy(toy_named("only-inputs"), true);
}

SL_TEST_FULL(same_points_of_all_toys) {
    for (size_t i = 0; i < SL_ARRAY_N(toys); i++) {
        check_toy(&toys[i], false);
        check_toy(&toys[i], true);
    }
}

SL_TEST(a_sink_that_fails) {
    both b;
    both_open(&b, toy_named("cubic"), false);
    for (unsigned most = 0; most < 5; most++) { /* each section is a piece */
        taker t = {.b = &b, .most = most};
        const sl_made_sink sink = {&t, take};
        SL_CHECK_STATUS(sl_made_key_feed(b.made, &sink, b.room.pool, NULL, &err), SLUICE_E_DEVICE);
        SL_CHECK_EQ_U64(t.pieces_n, most + 1);
    }
    both_close(&b);
}

static int stop(void *data, const char *name, uint64_t done, uint64_t total) {
    (void)data;
    SL_CHECK(strcmp(name, "key") == 0 && done <= total);
    return 1;
}

SL_TEST(an_observer_that_stops) {
    both b;
    both_open(&b, toy_named("cubic"), true);
    taker t = {.b = &b, .most = UINT32_MAX};
    const sl_made_sink sink = {&t, take};
    const sl_observer observer = {.progress = stop};
    SL_CHECK_STATUS(sl_made_key_feed(b.made, &sink, b.room.pool, &observer, &err), SLUICE_E_INTERRUPTED);
    SL_CHECK_EQ_U64(t.pieces_n, 1);
    both_close(&b);
}

SL_TEST(refusals) {
    both b;
    sl_prover *prover;
    sl_proof proof;
    both_open(&b, toy_named("cubic"), false);
    SL_CHECK_OK(sl_prover_open(&prover, b.room.r1cs, &b.params, &sl_kernels_portable, b.room.pool, &err));
    SL_CHECK_STATUS(sl_prover_prove(prover, &b.room.witness, NULL, &proof, &err), SLUICE_E_USAGE);
    SL_CHECK_MSG(strstr(err.text, "a key without a file") != NULL, "%s", err.text);
    sl_prover_close(prover);

    sl_params params;
    sl_made_key *made = NULL;
    sl_setup_secrets secrets;
    SL_CHECK_OK(sl_setup_secrets_random(&secrets, &err));
    secrets.tau = sl_fr_one(); /* lies in every domain */
    SL_CHECK_STATUS(
        sl_made_key_open(&made, &params, b.room.r1cs, &secrets, false, &sl_kernels_portable, b.room.pool, &err),
        SLUICE_E_INPUT);
    SL_CHECK(made == NULL);
    sl_made_key_close(NULL);
    both_close(&b);
}

static void lonely_wire(sl_cs *cs, unsigned n) {
    (void)n;
    (void)toy_aux(cs, sl_fr_one());
}

SL_TEST(a_wire_that_no_row_uses) {
    const toy lonely = {"lonely", lonely_wire, 0};
    sl_setup_secrets secrets;
    sl_params params;
    sl_made_key *made;
    sl_pool *pool;
    SL_CHECK_OK(sl_pool_open(&pool, 1, &err));
    SL_CHECK_OK(sl_setup_secrets_random(&secrets, &err));
    sl_r1cs *r1cs = toy_shape(&lonely);
    SL_CHECK_STATUS(sl_made_key_open(&made, &params, r1cs, &secrets, false, &sl_kernels_portable, pool, &err),
                    SLUICE_E_INPUT);
    SL_CHECK_MSG(strstr(err.text, "UnconstrainedVariable") != NULL, "%s", err.text);
    sl_r1cs_close(r1cs);
    sl_pool_close(pool);
}
