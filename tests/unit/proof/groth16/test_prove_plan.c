// SPDX-License-Identifier: MIT OR Apache-2.0
/* Plans within budgets, and proofs by plans that take little: the same bytes, whatever the plan. */
#include <unistd.h>

#include "math/poly/quotient_blocks.h"
#include "proof/groth16/fold.h"
#include "toys.h"

static sluice_error err;

#define MIB ((size_t)1 << 20)
#define PORTABLE &sl_kernels_portable

/* Counts of circuits that are too large to build here. */
typedef struct shape {
    sl_r1cs_counts counts;
    sl_key_layout layout;
} shape;

static shape shape_make(uint64_t inputs, uint64_t aux, uint64_t fields, uint64_t rows, unsigned domain_log2) {
    shape out = {.counts = {.inputs = inputs,
                            .aux = aux,
                            .rows = rows,
                            .bits = aux - fields,
                            .fields = fields,
                            .domain_log2 = domain_log2}};
    const uint64_t counts[SL_KEY_SECTIONS_N] = {
        [SL_KEY_IC] = inputs,
        [SL_KEY_H] = ((uint64_t)1 << domain_log2) - 1,
        [SL_KEY_L] = aux,
        [SL_KEY_A] = inputs + aux * 9 / 10,
        [SL_KEY_B_G1] = aux * 2 / 3,
        [SL_KEY_B_G2] = aux * 2 / 3,
    };
    SL_CHECK_OK(sl_key_layout_make(&out.layout, counts, &err));
    return out;
}

static shape porep_2kib(void) {
    return shape_make(40, 2685673, 44000, 2687921, 22);
}

static shape porep_32gib(void) {
    return shape_make(147, 130169893, 1700000, 130278869, 27);
}

static sluice_status plan_make(sl_prove_plan *out, const shape *s, size_t threads_n, size_t budget) {
    return sl_prove_plan_make(out, &s->counts, &s->layout, PORTABLE, threads_n, budget, &err);
}

static void check_plan(const shape *s, const sl_prove_plan *plan, size_t budget) {
    size_t most = 0;
    for (int i = 0; i < SL_PROVE_PHASES_N; i++) {
        SL_CHECK(plan->phase[i].name != NULL && plan->phase[i].bytes > 0);
        most = SL_MAX(most, plan->phase[i].bytes);
    }
    SL_CHECK_EQ_U64(most, plan->peak_bytes);
    SL_CHECK_EQ_U64(most, SL_MAX(plan->start_bytes, plan->finish_bytes));
    SL_CHECK(budget == 0 || most <= budget);
    SL_CHECK(plan->least_bytes <= most + 4096);
    SL_CHECK((plan->block_log2 == 0) == (plan->scratch_bytes == 0));
    if (plan->block_log2 != 0) {
        SL_CHECK(sl_quotient_blocks_fit(s->counts.domain_log2, plan->block_log2));
        /* whole columns in a piece of h */
        SL_CHECK((plan->msm[SL_KEY_H].chunk_n >> (s->counts.domain_log2 - plan->block_log2)) > 0);
    }
}

SL_TEST(budgets_from_least_to_none) {
    const shape shapes[] = {porep_2kib(), porep_32gib()};
    const size_t threads[] = {1, 2, 64};
    for (size_t i = 0; i < SL_ARRAY_N(shapes); i++) {
        for (size_t k = 0; k < SL_ARRAY_N(threads); k++) {
            const shape *s = &shapes[i];
            sl_prove_plan plan, least, refused = {.least_bytes = 1, .threads_n = 12345};
            SL_CHECK_OK(plan_make(&plan, s, threads[k], 0));
            check_plan(s, &plan, 0);
            SL_CHECK_EQ_U64(plan.block_log2, 0);
            SL_CHECK_OK(plan_make(&least, s, threads[k], plan.least_bytes));
            check_plan(s, &least, plan.least_bytes);
            SL_CHECK(least.block_log2 != 0);
            SL_CHECK_EQ_U64(least.least_bytes, plan.least_bytes);
            SL_CHECK_STATUS(plan_make(&refused, s, threads[k], plan.least_bytes - 4096), SLUICE_E_BUDGET);
            SL_CHECK(refused.least_bytes == plan.least_bytes && refused.threads_n == 12345);
            SL_CHECK_STATUS(plan_make(&refused, s, threads[k], 1), SLUICE_E_BUDGET);
            char figure[32];
            (void)snprintf(figure, sizeof figure, "%zu bytes", plan.least_bytes);
            SL_CHECK_MSG(strstr(err.text, figure) != NULL, "%s", err.text);
            for (size_t budget = plan.least_bytes; budget < 2 * plan.peak_bytes; budget += budget / 3) {
                sl_prove_plan some;
                SL_CHECK_OK(plan_make(&some, s, threads[k], budget));
                check_plan(s, &some, budget);
            }
        }
    }
}

/* The figures that documentation gives. */
SL_TEST(least_and_default_of_known_shapes) {
    const shape small = porep_2kib(), large = porep_32gib();
    sl_prove_plan plan;
    SL_CHECK_OK(plan_make(&plan, &small, 2, 0));
    SL_CHECK_MSG(plan.least_bytes < 32 * MIB, "%zu", plan.least_bytes);
    SL_CHECK_OK(plan_make(&plan, &large, 2, 0));
    SL_CHECK_MSG(plan.peak_bytes < 8200 * MIB, "%zu", plan.peak_bytes); /* two vectors of 4 GiB */
    SL_CHECK_MSG(plan.least_bytes < 128 * MIB, "%zu", plan.least_bytes);
    SL_CHECK_OK(plan_make(&plan, &large, 2, 8000 * MIB));
    SL_CHECK_EQ_U64(plan.scratch_bytes, (uint64_t)12 << 30);
    SL_CHECK(plan.block_log2 >= 21); /* runs of 1 MiB */
}

/* A proof with fixed blinding by the given plan. */
static sluice_status prove(const toy_room *room, const sl_prove_plan *plan, const char *folder, sl_proof *out) {
    const sl_fr r = sl_fr_from_u64(2), s = sl_fr_from_u64(3);
    const sl_prove_options options = {.r = &r, .s = &s, .plan = plan, .scratch_folder = folder};
    sl_prover *prover;
    SL_TRY(sl_prover_open(&prover, room->r1cs, &room->params, PORTABLE, room->pool, &err));
    const sluice_status status = sl_prover_prove(prover, &room->witness, &options, out, &err);
    sl_prover_close(prover);
    return status;
}

static sl_prove_plan toy_plan(const toy_room *room) {
    sl_prove_plan plan;
    sl_r1cs_counts counts;
    sl_r1cs_counts_get(room->r1cs, &counts);
    SL_CHECK_OK(
        sl_prove_plan_make(&plan, &counts, &room->params.layout, PORTABLE, sl_pool_threads(room->pool), 0, &err));
    return plan;
}

static void use_blocks(sl_prove_plan *plan, unsigned domain_log2, unsigned block_log2, size_t piece_n) {
    SL_CHECK(sl_quotient_blocks_fit(domain_log2, block_log2));
    plan->block_log2 = block_log2;
    plan->scratch_bytes = sl_quotient_blocks_file_bytes(domain_log2);
    for (int i = SL_KEY_H; i < SL_KEY_SECTIONS_N; i++) {
        plan->msm[i].chunk_n = SL_MIN(plan->msm[i].chunk_n, piece_n);
    }
}

static const char *folder(void) {
    static char path[512];
    static const char nothing[1];
    (void)snprintf(path, sizeof path, "%s", sl_test_temp_write("scratch/empty", nothing, 0));
    *strrchr(path, '/') = 0;
    return path;
}

SL_TEST(same_proof_by_every_plan) {
    const char *const names[] = {"chain-60", "chain-62", "bits-150"}; /* domains of 2^6, 2^7 and 2^9 */
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        toy_room room;
        sl_r1cs_counts counts;
        sl_proof want, got;
        toy_room_open(&room, toy_named(names[i]));
        sl_r1cs_counts_get(room.r1cs, &counts);
        sl_prove_plan plan = toy_plan(&room);
        SL_CHECK_OK(prove(&room, &plan, NULL, &want));
        for (unsigned block_log2 = 1; block_log2 < counts.domain_log2; block_log2++) {
            if (!sl_quotient_blocks_fit(counts.domain_log2, block_log2)) {
                continue;
            }
            for (unsigned piece_log2 = counts.domain_log2 - block_log2; piece_log2 <= counts.domain_log2;
                 piece_log2 += SANITIZED ? 3 : 1) {
                plan = toy_plan(&room);
                use_blocks(&plan, counts.domain_log2, block_log2, (size_t)1 << piece_log2);
                SL_CHECK_OK(prove(&room, &plan, folder(), &got));
                SL_CHECK_MSG(memcmp(&got, &want, sizeof want) == 0, "%s in blocks of 2^%u, pieces of 2^%u", names[i],
                             block_log2, piece_log2);
            }
        }
        toy_room_close(&room);
    }
    SL_CHECK_EQ_U64(sl_mem_live(), 0);
}

/* The room with its key folded into a file of this name; close folded->params beside the room. */
static void room_fold(toy_room *folded, const toy_room *room, const char *name) {
    static const uint8_t seed[SL_SETUP_SEED_BYTES] = {1};
    sl_setup_secrets secrets;
    sl_setup_secrets_from_seed(&secrets, seed);
    const sl_fold_options options = {.secrets = &secrets};
    const char *path = sl_test_temp_path(name);
    SL_CHECK_OK(sl_fold_run(room->r1cs, &room->params, path, &options, PORTABLE, room->pool, NULL, &err));
    *folded = *room;
    SL_CHECK_OK(sl_params_open(&folded->params, path, &err));
}

SL_TEST(same_proof_by_every_plan_with_a_folded_key) {
    toy_room room, folded;
    sl_proof want, got;
    toy_room_open(&room, toy_named("bits-150"));
    room_fold(&folded, &room, "folded");
    sl_prove_plan plan = toy_plan(&room);
    SL_CHECK_OK(prove(&room, &plan, NULL, &want));
    plan = toy_plan(&folded);
    SL_CHECK_OK(prove(&folded, &plan, NULL, &got));
    SL_CHECK_MEM(&got, &want, sizeof want);
    for (unsigned block_log2 = 1; block_log2 < 9; block_log2++) {
        for (unsigned piece_log2 = 9 - block_log2; piece_log2 <= 9 && sl_quotient_blocks_fit(9, block_log2);
             piece_log2 += 2) {
            plan = toy_plan(&folded);
            use_blocks(&plan, 9, block_log2, (size_t)1 << piece_log2);
            SL_CHECK_OK(prove(&folded, &plan, folder(), &got));
            SL_CHECK_MEM(&got, &want, sizeof want);
        }
    }
    sl_params_close(&folded.params);
    toy_room_close(&room);
    SL_CHECK_EQ_U64(sl_mem_live(), 0);
}

SL_TEST(every_failure_of_a_plan_with_a_file) {
    toy_room room;
    sl_proof want, got;
    toy_room_open(&room, toy_named("chain-60"));
    sl_prove_plan plan = toy_plan(&room);
    SL_CHECK_OK(prove(&room, &plan, NULL, &want));
    use_blocks(&plan, 6, 5, 8);
    SL_CHECK_STATUS(prove(&room, &plan, NULL, &got), SLUICE_E_USAGE);
    SL_CHECK_STATUS(prove(&room, &plan, sl_test_temp_path("none"), &got), SLUICE_E_UNKNOWN);
    void (*const arm[])(size_t) = {sl_mem_fail_after, sl_scratch_fail_read_after, sl_scratch_fail_write_after};
    const sluice_status want_status[] = {SLUICE_E_NO_MEMORY, SLUICE_E_OS, SLUICE_E_OS};
    const size_t live = sl_mem_live();
    for (size_t kind = 0; kind < SL_ARRAY_N(arm); kind++) {
        sluice_status status = SLUICE_E_OS;
        for (size_t n = 0; status != SLUICE_OK; n += SANITIZED ? 5 : 1) {
            arm[kind](n);
            status = prove(&room, &plan, folder(), &got);
            arm[kind](SIZE_MAX);
            SL_CHECK(status == SLUICE_OK || status == want_status[kind]);
            SL_CHECK_EQ_U64(sl_mem_live(), live);
        }
        SL_CHECK_MEM(&got, &want, sizeof want);
    }
    SL_CHECK(unlink(sl_test_temp_path("scratch/empty")) == 0 && rmdir(sl_test_temp_path("scratch")) == 0);
    toy_room_close(&room);
}

/* A witness that is wrong is named by its row, and a key that ends while it is read is a status, in blocks, too. */
SL_TEST(bad_inputs_of_a_plan_with_a_file) {
    toy_room room;
    sl_proof proof;
    toy_room_open(&room, toy_named("chain-60"));
    sl_prove_plan plan = toy_plan(&room);
    use_blocks(&plan, 6, 5, 8);
    const sl_fr right = room.witness.fields[3];
    room.witness.fields[3] = sl_fr_from_u64(1);
    SL_CHECK_STATUS(prove(&room, &plan, folder(), &proof), SLUICE_E_UNSATISFIED);
    SL_CHECK_MSG(strstr(err.text, "row 2") != NULL, "%s", err.text);
    room.witness.fields[3] = right;
    SL_CHECK(truncate(room.path, (off_t)room.params.layout.section[SL_KEY_H].offset + 20 * SL_G1_KEY_BYTES) == 0);
    SL_CHECK_STATUS(prove(&room, &plan, folder(), &proof), SLUICE_E_TRUNCATED);
    toy_room_close(&room);
    SL_CHECK_EQ_U64(sl_mem_live(), 0);
}
