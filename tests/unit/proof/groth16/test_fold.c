// SPDX-License-Identifier: MIT OR Apache-2.0
/* Folded keys of toy circuits: both ways of making them, proofs with them, and every way of being wrong. */
#include <unistd.h>

#include "bad_points.h"
#include "proof/groth16/fold.h"
#include "proof/groth16/params_check.h"
#include "proof/groth16/prover.h"
#include "toys.h"

static sluice_error err;
static const uint8_t seed_1[SL_SETUP_SEED_BYTES] = {1};

/* A toy with its key (of seed 1) and that folded. */
typedef struct fold_room {
    toy_room room;
    sl_params_report report;
    char path[128];
    sl_params folded;
} fold_room;

static sluice_status fold_make(const toy_room *room, const char *path, bool with_secrets, const sl_observer *observer) {
    sl_setup_secrets secrets;
    sl_setup_secrets_from_seed(&secrets, seed_1);
    const sl_fold_options options = {.secrets = with_secrets ? &secrets : NULL, .observer = observer};
    return sl_fold_run(room->r1cs, &room->params, path, &options, &sl_kernels_portable, room->pool, NULL, &err);
}

static void room_open(fold_room *r, const char *name) {
    const sl_params_check_options check = {0};
    toy_room_open(&r->room, toy_named(name));
    SL_CHECK_OK(sl_params_check(&r->room.params, &check, r->room.pool, &r->report, &err));
    (void)snprintf(r->path, sizeof r->path, "%s", sl_test_temp_path("folded"));
    SL_CHECK_OK(fold_make(&r->room, r->path, true, NULL));
    SL_CHECK_OK(sl_params_open(&r->folded, r->path, &err));
}

static void room_close(fold_room *r) {
    sl_params_close(&r->folded);
    toy_room_close(&r->room);
}

static sluice_status check(const fold_room *r, const sl_params *folded) {
    return sl_fold_check(r->room.r1cs, &r->room.params, r->report.blake2b, folded, &sl_kernels_portable, r->room.pool,
                         NULL, &err);
}

static sluice_status prove(const toy_room *room, const sl_params *key, uint8_t out[SL_PROOF_BYTES]) {
    sl_prover *prover;
    sl_proof proof;
    const sl_fr r = sl_fr_from_u64(2), s = sl_fr_from_u64(3);
    const sl_prove_options options = {.r = &r, .s = &s};
    SL_CHECK_OK(sl_prover_open(&prover, room->r1cs, key, &sl_kernels_portable, room->pool, &err));
    const sluice_status status = sl_prover_prove(prover, &room->witness, &options, &proof, &err);
    if (status == SLUICE_OK) {
        sl_proof_write(out, &proof);
    }
    sl_prover_close(prover);
    return status;
}

static void check_same_file(const char *a, const char *b) {
    uint8_t *a_bytes, *b_bytes;
    size_t a_n, b_n;
    SL_CHECK_OK(sl_file_read_all(&a_bytes, &a_n, a, 1 << 22, &err));
    SL_CHECK_OK(sl_file_read_all(&b_bytes, &b_n, b, 1 << 22, &err));
    SL_CHECK_EQ_U64(a_n, b_n);
    for (size_t i = 0; i < a_n; i++) {
        SL_CHECK_MSG(a_bytes[i] == b_bytes[i], "byte %zu of %zu", i, a_n);
    }
    free(a_bytes);
    free(b_bytes);
}

static void check_toy(const char *name) {
    fold_room r;
    uint8_t plain[SL_PROOF_BYTES], folded[SL_PROOF_BYTES];
    char derived[128];
    room_open(&r, name);
    (void)snprintf(derived, sizeof derived, "%s", sl_test_temp_path("derived"));
    SL_CHECK_OK(fold_make(&r.room, derived, false, NULL));
    check_same_file(r.path, derived);
    SL_CHECK_OK(check(&r, &r.folded));
    SL_CHECK_OK(prove(&r.room, &r.room.params, plain));
    SL_CHECK_OK(prove(&r.room, &r.folded, folded));
    SL_CHECK_MEM(plain, folded, sizeof plain);
    room_close(&r);
}

/* Every edge of the counts: no row, one row, no auxiliary wire, inputs in C or in none. */
SL_TEST(both_ways_and_the_same_proofs) {
    static const char *const names[] = {"cubic", "only-inputs", "empty-b", "nothing", "one-row", "zero-terms"};
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        check_toy(names[i]);
    }
}

/* Domains around powers of two. */
SL_TEST(both_ways_by_size) {
    static const char *const names[] = {"chain-0", "chain-1", "chain-5", "bits-1"};
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        check_toy(names[i]);
    }
}

SL_TEST(both_ways_larger) {
    check_toy("mimc-11");
    check_toy("bits-33");
}

/* Writes `bytes` over those at `offset`. */
static void file_change(const char *path, uint64_t offset, const uint8_t *bytes, size_t n) {
    FILE *f = fopen(path, "r+");
    SL_CHECK(f != NULL && fseek(f, (long)offset, SEEK_SET) == 0 && fwrite(bytes, 1, n, f) == n && fclose(f) == 0);
}

/* The folded key with one point damaged is found: by opening, by checking, or by the proof's own check. */
static void check_damage(const fold_room *r, const sl_key_range *range, uint64_t point, bad_point kind) {
    uint8_t good[SL_G1_UNCOMPRESSED_BYTES], bad[SL_G1_UNCOMPRESSED_BYTES], proof[SL_PROOF_BYTES];
    const uint64_t at = range->offset + point * sizeof good;
    sl_params damaged;
    SL_CHECK_OK(sl_file_read_at(&r->folded.file, good, sizeof good, at, &err));
    memcpy(bad, good, sizeof good);
    point_damage(bad, sizeof bad, kind);
    file_change(r->path, at, bad, sizeof bad);
    sluice_status status = sl_params_open(&damaged, r->path, &err);
    if (status == SLUICE_OK) {
        status = check(r, &damaged);
        SL_CHECK_MSG(status == SLUICE_E_CORRUPT, "kind %d: %s", (int)kind, sluice_status_name(status));
        status = prove(&r->room, &damaged, proof);
        SL_CHECK_MSG(status == SLUICE_E_CORRUPT || status == SLUICE_E_SELF_CHECK, "kind %d: %s", (int)kind,
                     sluice_status_name(status));
        sl_params_close(&damaged);
    } else {
        SL_CHECK_MSG(status == SLUICE_E_CORRUPT && range == &r->folded.layout.d, "%s", sluice_status_name(status));
    }
    file_change(r->path, at, good, sizeof good);
}

SL_TEST(damage_is_found) {
    fold_room r;
    room_open(&r, "mimc-11");
    const sl_key_layout *layout = &r.folded.layout;
    for (int kind = 0; kind < BAD_POINTS_N; kind++) {
        if (kind != BAD_INFINITY) {
            /* input 1 stands in C; the identity in its place opens, too, and is found like a wrong point */
            check_damage(&r, &layout->section[SL_KEY_H], 5, (bad_point)kind);
            check_damage(&r, &layout->section[SL_KEY_L], 2, (bad_point)kind);
        }
        check_damage(&r, &layout->d, 1, (bad_point)kind);
    }
    /* what are copies */
    uint8_t byte, other;
    const uint64_t places[] = {layout->section[SL_KEY_A].offset + 5, layout->section[SL_KEY_B_G1].offset + 95,
                               layout->bytes - 1};
    for (size_t i = 0; i < SL_ARRAY_N(places); i++) {
        SL_CHECK_OK(sl_file_read_at(&r.folded.file, &byte, 1, places[i], &err));
        other = byte ^ 1;
        file_change(r.path, places[i], &other, 1);
        SL_CHECK_STATUS(check(&r, &r.folded), SLUICE_E_CORRUPT);
        file_change(r.path, places[i], &byte, 1);
    }
    SL_CHECK_OK(check(&r, &r.folded));
    room_close(&r);
}

SL_TEST(cut_and_grown) {
    fold_room r;
    sl_params params;
    room_open(&r, "cubic");
    uint8_t *bytes;
    size_t n;
    SL_CHECK_OK(sl_file_read_all(&bytes, &n, r.path, 1 << 20, &err));
    for (size_t cut = 0; cut < n; cut += cut < 100 ? 1 : 61) {
        const char *path = sl_test_temp_write("cut", bytes, cut);
        const sluice_status status = sl_params_open(&params, path, &err);
        SL_CHECK_MSG(status == SLUICE_E_TRUNCATED || status == SLUICE_E_CORRUPT, "%zu: %s", cut,
                     sluice_status_name(status));
    }
    free(bytes);
    room_close(&r);
}

SL_TEST(refused) {
    fold_room r, other;
    sl_setup_secrets secrets;
    static const uint8_t seed_2[SL_SETUP_SEED_BYTES] = {2};
    room_open(&r, "mimc-11");
    /* another key of the same circuit, by its digest */
    other = r;
    other.report.blake2b[7] ^= 1;
    SL_CHECK_STATUS(check(&other, &r.folded), SLUICE_E_MISMATCH);
    SL_CHECK(strstr(err.text, "digest") != NULL);
    SL_CHECK_STATUS(check(&r, &r.room.params), SLUICE_E_MISMATCH); /* not folded */
    /* a folded key is not folded again */
    const sl_fold_options options = {.secrets = &secrets};
    const char *path = sl_test_temp_path("again");
    sl_setup_secrets_from_seed(&secrets, seed_1);
    SL_CHECK_STATUS(sl_fold_run(r.room.r1cs, &r.folded, path, &options, &sl_kernels_portable, r.room.pool, NULL, &err),
                    SLUICE_E_INPUT);
    /* secrets of another key; another tau alone */
    sl_setup_secrets_from_seed(&secrets, seed_2);
    SL_CHECK_STATUS(
        sl_fold_run(r.room.r1cs, &r.room.params, path, &options, &sl_kernels_portable, r.room.pool, NULL, &err),
        SLUICE_E_MISMATCH);
    const sl_fr tau = secrets.tau;
    sl_setup_secrets_from_seed(&secrets, seed_1);
    secrets.tau = tau;
    SL_CHECK_STATUS(
        sl_fold_run(r.room.r1cs, &r.room.params, path, &options, &sl_kernels_portable, r.room.pool, NULL, &err),
        SLUICE_E_MISMATCH);
    /* another circuit's key */
    sl_r1cs *cubic = toy_shape(toy_named("cubic"));
    SL_CHECK_STATUS(sl_fold_run(cubic, &r.room.params, path, &options, &sl_kernels_portable, r.room.pool, NULL, &err),
                    SLUICE_E_MISMATCH);
    sl_r1cs_close(cubic);
    /* where nothing can be written, or only in order */
    SL_CHECK_STATUS(fold_make(&r.room, "-", true, NULL), SLUICE_E_INPUT);
    SL_CHECK(fold_make(&r.room, "/no/such/folder/k", true, NULL) != SLUICE_OK);
    /* too little memory */
    sl_mem_budget_set(sl_mem_live() + ((size_t)1 << 20));
    SL_CHECK_STATUS(fold_make(&r.room, path, false, NULL), SLUICE_E_BUDGET);
    sl_mem_budget_set(0);
    SL_CHECK(access(path, F_OK) != 0);
    room_close(&r);
}

static int stop_in(void *data, const char *name, uint64_t done, uint64_t total) {
    (void)done;
    (void)total;
    return strcmp(name, data) == 0;
}

/* Either way takes no more memory than planned. */
SL_TEST(memory_is_planned) {
    fold_room r;
    sl_r1cs_counts counts;
    room_open(&r, "bits-1");
    sl_r1cs_counts_get(r.room.r1cs, &counts);
    const char *path = sl_test_temp_path("again");
    for (int with_secrets = 0; with_secrets < 2; with_secrets++) {
        sl_fold_plan plan;
        const size_t live = sl_mem_live();
        SL_CHECK_OK(sl_fold_plan_now(&plan, &counts, &r.room.params.layout, with_secrets, false, &sl_kernels_portable,
                                     2, &err));
        SL_CHECK((plan.products == 0) == (with_secrets == 1));
        sl_mem_peak_reset();
        sl_mem_budget_set(live + plan.memory_bytes);
        SL_CHECK_OK(fold_make(&r.room, path, with_secrets, NULL));
        SL_CHECK_MSG(sl_mem_peak() - live <= plan.memory_bytes, "%zu, planned %zu", sl_mem_peak() - live,
                     plan.memory_bytes);
        sl_mem_budget_set(live + plan.memory_bytes - 1);
        const sluice_status status = fold_make(&r.room, path, with_secrets, NULL);
        SL_CHECK(status == SLUICE_E_BUDGET || (with_secrets && status == SLUICE_OK)); /* smaller tables fit, too */
        sl_mem_budget_set(0);
    }
    room_close(&r);
}

SL_TEST(nothing_is_left_behind) {
    static char fold[] = "fold", fold_check[] = "fold check";
    fold_room r;
    room_open(&r, "chain-4");
    const size_t live = sl_mem_live();
    char path[160];
    (void)snprintf(path, sizeof path, "%s", sl_test_temp_path("again"));
    for (int with_secrets = 0; with_secrets < 2; with_secrets++) {
        char *const stages[] = {fold, fold_check};
        for (int i = 0; i < 2; i++) {
            const sl_observer observer = {.progress = stop_in, .data = stages[i]};
            SL_CHECK_STATUS(fold_make(&r.room, path, with_secrets, &observer), SLUICE_E_INTERRUPTED);
            SL_CHECK(access(path, F_OK) != 0);
        }
        sluice_status status;
        size_t n = 0;
        do {
            SL_CHECK(access(path, F_OK) != 0);
            SL_CHECK_EQ_U64(sl_mem_live(), live);
            sl_mem_fail_after(n);
            n += SANITIZED ? 7 : 1;
            status = fold_make(&r.room, path, with_secrets, NULL);
            sl_mem_fail_after(SIZE_MAX);
            SL_CHECK_MSG(status == SLUICE_OK || status == SLUICE_E_NO_MEMORY, "%s: %s", sluice_status_name(status),
                         err.text);
        } while (status != SLUICE_OK);
        SL_CHECK(n > 10 && unlink(path) == 0); /* the last try succeeds */
    }
    SL_CHECK_EQ_U64(sl_mem_live(), live);
    room_close(&r);
}
