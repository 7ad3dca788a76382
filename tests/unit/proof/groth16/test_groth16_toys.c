// SPDX-License-Identifier: MIT OR Apache-2.0
/* Key, proof and verification of toy circuits: what must hold for any circuit. */
#include <pthread.h>

#include "core/sys/random.h"
#include "toys.h"

static sluice_error err;

static sluice_status verify(const toy_room *room, const sl_proof *proof) {
    sl_verifier *verifier;
    SL_CHECK_OK(sl_verifier_open(&verifier, &room->params.vk, &err));
    const sl_claim claim = {*proof, room->witness.inputs + 1, room->witness.inputs_n - 1};
    const sluice_status status = sl_verifier_check(verifier, &claim, 1, &err);
    sl_verifier_close(verifier);
    return status;
}

/* Every third toy, from the first-th on. */
static void check_toys(size_t first) {
    for (size_t i = first; i < SL_ARRAY_N(toys); i += 3) {
        toy_room room;
        sl_prover *prover;
        sl_proof one, two;
        toy_room_open(&room, &toys[i]);
        SL_CHECK_OK(sl_prover_open(&prover, room.r1cs, &room.params, &sl_kernels_portable, room.pool, &err));
        SL_CHECK_OK(sl_prover_prove(prover, &room.witness, NULL, &one, &err));
        SL_CHECK_OK(verify(&room, &one));
        if (!SANITIZED || i < 3) { /* once more: other blinding, other proof */
            SL_CHECK_OK(sl_prover_prove(prover, &room.witness, NULL, &two, &err));
            SL_CHECK_OK(verify(&room, &two));
            SL_CHECK(!sl_g1_affine_eq(&one.a, &two.a) && !sl_g2_affine_eq(&one.b, &two.b));
        }
        if (room.witness.inputs_n > 1) {
            const sl_fr unit = sl_fr_one();
            sl_fr *last = &room.witness.inputs[room.witness.inputs_n - 1];
            sl_fr_add(last, last, &unit);
            SL_CHECK_STATUS(verify(&room, &one), SLUICE_E_PROOF_INVALID);
        }
        sl_prover_close(prover);
        toy_room_close(&room);
    }
    SL_CHECK_EQ_U64(sl_mem_live(), 0);
}

SL_TEST(toys_prove_and_verify_0) {
    check_toys(0);
}

SL_TEST(toys_prove_and_verify_1) {
    check_toys(1);
}

SL_TEST(toys_prove_and_verify_2) {
    check_toys(2);
}

/* With r and s given, everything is determined, whatever the threads. */
SL_TEST(given_blinding) {
    toy_room room;
    toy_room_open(&room, toy_named("bits-150"));
    sl_fr r = sl_fr_from_u64(2), s = sl_fr_from_u64(3);
    sl_prove_sums sums[2];
    sl_proof proofs[2];
    for (size_t i = 0; i < 2; i++) {
        sl_pool *pool;
        sl_prover *prover;
        SL_CHECK_OK(sl_pool_open(&pool, 1 + 2 * i, &err));
        SL_CHECK_OK(sl_prover_open(&prover, room.r1cs, &room.params, &sl_kernels_portable, pool, &err));
        const sl_prove_options options = {.r = &r, .s = &s, .sums = &sums[i]};
        SL_CHECK_OK(sl_prover_prove(prover, &room.witness, &options, &proofs[i], &err));
        sl_prover_close(prover);
        sl_pool_close(pool);
    }
    SL_CHECK_MEM(&proofs[0], &proofs[1], sizeof proofs[0]);
    SL_CHECK_MEM(&sums[0], &sums[1], sizeof sums[0]);
    /* r = s = 0: A and B are the sums and the key's alpha and beta */
    r = s = sl_fr_zero();
    sl_prover *prover;
    SL_CHECK_OK(sl_prover_open(&prover, room.r1cs, &room.params, &sl_kernels_portable, room.pool, &err));
    const sl_prove_options options = {.r = &r, .s = &s, .sums = &sums[1]};
    SL_CHECK_OK(sl_prover_prove(prover, &room.witness, &options, &proofs[0], &err));
    SL_CHECK_MEM(&sums[0], &sums[1], sizeof sums[0]);
    sl_g1 a;
    sl_g1_from_affine(&a, &sums[0].a);
    sl_g1_add_affine(&a, &a, &room.params.vk.alpha_g1);
    sl_g1_affine want;
    sl_g1_to_affine_vt(&want, &a);
    SL_CHECK(sl_g1_affine_eq(&want, &proofs[0].a));
    sl_prover_close(prover);
    toy_room_close(&room);
}

SL_TEST(unsatisfied_witness) {
    const char *const names[] = {"cubic", "bits-33", "mimc-11", "only-inputs"};
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        toy_room room;
        sl_prover *prover;
        sl_proof proof = {0};
        const sl_proof untouched = proof;
        toy_room_open(&room, toy_named(names[i]));
        SL_CHECK_OK(sl_prover_open(&prover, room.r1cs, &room.params, &sl_kernels_portable, room.pool, &err));
        const size_t live = sl_mem_live();
        if (room.witness.aux_n == 0) {
            sl_fr_dbl(&room.witness.inputs[1], &room.witness.inputs[1]);
        } else if (strcmp(names[i], "bits-33") == 0) {
            room.witness.bits[0] ^= 16;
        } else {
            sl_fr_dbl(&room.witness.fields[room.witness.fields_n - 1], &room.witness.fields[room.witness.fields_n - 1]);
        }
        sluice_status status = sl_prover_prove(prover, &room.witness, NULL, &proof, &err);
        SL_CHECK_MSG(status == SLUICE_E_UNSATISFIED, "%s: %s: %s", names[i], sluice_status_name(status), err.text);
        SL_CHECK_MSG(strstr(err.text, "row ") != NULL, "%s", err.text);
        const sl_prove_options unchecked = {.skip_row_check = true};
        SL_CHECK_STATUS(sl_prover_prove(prover, &room.witness, &unchecked, &proof, &err), SLUICE_E_UNSATISFIED);
        SL_CHECK_MEM(&proof, &untouched, sizeof proof);
        SL_CHECK_EQ_U64(sl_mem_live(), live);
        sl_prover_close(prover);
        toy_room_close(&room);
    }
}

SL_TEST(counts_must_fit) {
    toy_room room, other;
    sl_prover *prover;
    sl_proof proof;
    toy_room_open(&room, toy_named("chain-5"));
    toy_room_open(&other, toy_named("chain-6"));
    SL_CHECK_STATUS(sl_prover_open(&prover, room.r1cs, &other.params, &sl_kernels_portable, room.pool, &err),
                    SLUICE_E_MISMATCH);
    SL_CHECK_MSG(strstr(err.text, "section ") != NULL && strstr(err.text, "another circuit") != NULL, "%s", err.text);
    SL_CHECK_OK(sl_prover_open(&prover, room.r1cs, &room.params, &sl_kernels_portable, room.pool, &err));
    SL_CHECK_STATUS(sl_prover_prove(prover, &other.witness, NULL, &proof, &err), SLUICE_E_MISMATCH);
    sl_fr_dbl(&room.witness.inputs[0], &room.witness.inputs[0]);
    SL_CHECK_STATUS(sl_prover_prove(prover, &room.witness, NULL, &proof, &err), SLUICE_E_INPUT);
    sl_prover_close(prover);
    toy_room_close(&room);
    toy_room_close(&other);
}

/* Same counts, other circuit: every check of counts passes, and only the proof's own check is left. */
static void toy_swapped(sl_cs *cs, unsigned n) {
    (void)n;
    const toy_value x = toy_aux(cs, sl_fr_from_u64(3)), y = toy_aux(cs, sl_fr_from_u64(9));
    const toy_value z = toy_aux(cs, sl_fr_from_u64(27));
    toy_row(cs, TOY_LC({x.w, 1}), TOY_LC({x.w, 1}), TOY_LC({y.w, 1}));
    toy_row(cs, TOY_LC({y.w, 1}), TOY_LC({x.w, 1}), TOY_LC({z.w, 1}));
    const toy_value out = toy_input(cs, sl_fr_from_u64(44));
    toy_row(cs, TOY_LC({z.w, 1}, {x.w, 4}, {SL_WIRE_ONE, 5}), TOY_ONE, TOY_LC({out.w, 1}));
}

SL_TEST(key_of_a_twin_circuit) {
    const toy twin = {"twin", toy_swapped, 0};
    toy_room room;
    sl_prover *prover;
    sl_proof proof;
    sl_witness witness;
    toy_room_open(&room, toy_named("cubic"));
    sl_r1cs *r1cs = toy_shape(&twin);
    toy_witness(&twin, r1cs, &witness);
    SL_CHECK_OK(sl_prover_open(&prover, r1cs, &room.params, &sl_kernels_portable, room.pool, &err));
    SL_CHECK_STATUS(sl_prover_prove(prover, &witness, NULL, &proof, &err), SLUICE_E_SELF_CHECK);
    SL_CHECK_MSG(strstr(err.text, "cubic.params") != NULL, "%s", err.text);
    sl_prover_close(prover);
    sl_witness_release(&witness);
    sl_r1cs_close(r1cs);
    toy_room_close(&room);
}

SL_TEST(failures_are_statuses) {
    toy_room room;
    sl_prover *prover;
    sl_proof proof;
    sluice_status status;
    toy_room_open(&room, toy_named("bits-33"));
    const size_t closed = sl_mem_live();
    size_t n = 0;
    do { /* the n-th allocation */
        sl_mem_fail_after(n++);
        status = sl_prover_open(&prover, room.r1cs, &room.params, &sl_kernels_portable, room.pool, &err);
        SL_CHECK(status == SLUICE_OK || status == SLUICE_E_NO_MEMORY);
        SL_CHECK(status == SLUICE_OK || sl_mem_live() == closed);
    } while (status != SLUICE_OK);
    SL_CHECK(n >= 4);
    const size_t open = sl_mem_live();
    n = 0;
    do {
        sl_mem_fail_after(n++);
        status = sl_prover_prove(prover, &room.witness, NULL, &proof, &err);
        SL_CHECK_MSG(status == SLUICE_OK || status == SLUICE_E_NO_MEMORY, "%s: %s", sluice_status_name(status),
                     err.text);
        SL_CHECK_EQ_U64(sl_mem_live(), open);
    } while (status != SLUICE_OK);
    SL_CHECK(n > 10);
    sl_mem_fail_after(SIZE_MAX);
    for (size_t i = 0; i < 2; i++) { /* r, s */
        sl_random_fail_after(i);
        SL_CHECK_STATUS(sl_prover_prove(prover, &room.witness, NULL, &proof, &err), SLUICE_E_RANDOM);
    }
    sl_random_fail_after(SIZE_MAX);
    SL_CHECK_OK(sl_prover_prove(prover, &room.witness, NULL, &proof, &err));
    sl_prover_close(prover);
    toy_room_close(&room);
}

typedef struct stages_seen {
    char names[256];
    const char *open;
    size_t peak;
    int stop_at; /* progress calls left until it asks to stop; -1: never */
} stages_seen;

static void on_stage(void *data, const char *name, bool is_end, size_t live_bytes) {
    stages_seen *seen = data;
    SL_CHECK(is_end ? seen->open == name : seen->open == NULL);
    seen->open = is_end ? NULL : name;
    SL_CHECK_EQ_U64(live_bytes, sl_mem_live());
    if (!is_end) {
        const size_t used = strlen(seen->names);
        (void)snprintf(seen->names + used, sizeof seen->names - used, "%s,", name);
        sl_mem_peak_reset();
    } else if (sl_mem_peak() > seen->peak) {
        seen->peak = sl_mem_peak();
    }
}

static int on_progress(void *data, const char *name, uint64_t done, uint64_t total) {
    stages_seen *seen = data;
    SL_CHECK(seen->open == name && done <= total && done > 0);
    return seen->stop_at >= 0 && seen->stop_at-- == 0;
}

SL_TEST(stages_plan_and_interruption) {
    toy_room room;
    sl_prover *prover;
    sl_proof proof;
    toy_room_open(&room, toy_named("bits-150"));
    SL_CHECK_OK(sl_prover_open(&prover, room.r1cs, &room.params, &sl_kernels_portable, room.pool, &err));
    const size_t open = sl_mem_live();
    stages_seen seen = {.stop_at = -1};
    const sl_observer observer = {on_stage, on_progress, &seen};
    const sl_prove_options options = {.observer = &observer};
    SL_CHECK_OK(sl_prover_prove(prover, &room.witness, &options, &proof, &err));
    SL_CHECK_MSG(strcmp(seen.names, "rows,quotient,sum h,sum l,sum a,sum b_g1,sum b_g2,check,") == 0, "%s", seen.names);
    sl_prove_plan plan;
    sl_r1cs_counts counts;
    sl_r1cs_counts_get(room.r1cs, &counts);
    SL_CHECK_OK(sl_prove_plan_make(&plan, &counts, &room.params.layout, &sl_kernels_portable, 2, 0, &err));
    SL_CHECK_MSG(seen.peak - open <= plan.peak_bytes, "took %zu, planned %zu", seen.peak - open, plan.peak_bytes);
    for (int i = 0; i < 5; i++) {
        stages_seen stopped = {.stop_at = i};
        const sl_observer stopping = {on_stage, on_progress, &stopped};
        const sl_prove_options interrupted = {.observer = &stopping};
        SL_CHECK_STATUS(sl_prover_prove(prover, &room.witness, &interrupted, &proof, &err), SLUICE_E_INTERRUPTED);
        SL_CHECK(stopped.open == NULL);
        SL_CHECK_EQ_U64(sl_mem_live(), open);
    }
    sl_prover_close(prover);
    toy_room_close(&room);
}

/* Start takes the witness, finish may be tried again, and what lies between outlives the options of start. */
SL_TEST(started_and_finished_apart) {
    toy_room room;
    sl_prover *prover;
    sl_proof whole, half, again;
    sl_pending *pending;
    toy_room_open(&room, toy_named("mimc-11"));
    SL_CHECK_OK(sl_prover_open(&prover, room.r1cs, &room.params, &sl_kernels_portable, room.pool, &err));
    const sl_fr r = sl_fr_from_u64(2), s = sl_fr_from_u64(3);
    {
        const sl_prove_options options = {.r = &r, .s = &s};
        SL_CHECK_OK(sl_prover_prove(prover, &room.witness, &options, &whole, &err));
        sl_fr wrong = sl_fr_from_u64(1);
        sl_fr_add(&wrong, &wrong, &room.witness.fields[0]);
        const sl_fr right = room.witness.fields[0];
        room.witness.fields[0] = wrong;
        SL_CHECK_STATUS(sl_prover_start(prover, &room.witness, &options, &pending, &err), SLUICE_E_UNSATISFIED);
        SL_CHECK(room.witness.storage.data != NULL); /* still the caller's */
        room.witness.fields[0] = right;
        SL_CHECK_OK(sl_prover_start(prover, &room.witness, &options, &pending, &err));
        SL_CHECK(room.witness.storage.data == NULL && room.witness.fields == NULL);
    }
    stages_seen stopped = {.stop_at = 0};
    const sl_observer stopping = {on_stage, on_progress, &stopped};
    const sl_prove_options interrupted = {.observer = &stopping};
    SL_CHECK_STATUS(sl_prover_finish(pending, &interrupted, &half, &err), SLUICE_E_INTERRUPTED);
    sl_pool *one;
    SL_CHECK_OK(sl_pool_open(&one, 1, &err));
    const sl_prove_options other_threads = {.pool = one};
    SL_CHECK_STATUS(sl_prover_finish(pending, &other_threads, &half, &err), SLUICE_E_USAGE);
    sl_pool_close(one);
    sl_prove_stats stats = {.key_wait_s = -1};
    const sl_prove_options finishing = {.stats = &stats};
    SL_CHECK_OK(sl_prover_finish(pending, &finishing, &half, &err));
    SL_CHECK(stats.key_wait_s >= 0);
    SL_CHECK_OK(sl_prover_finish(pending, NULL, &again, &err));
    SL_CHECK_MEM(&half, &whole, sizeof whole);
    SL_CHECK_MEM(&again, &whole, sizeof whole);
    sl_pending_release(pending);
    sl_pending_release(NULL);
    sl_prover_close(prover);
    toy_room_close(&room);
    SL_CHECK_EQ_U64(sl_mem_live(), 0);
}

typedef struct proof_thread {
    const sl_prover *prover;
    const toy_room *room;
    bool own_pool;
    sl_proof proof;
    sluice_status status;
} proof_thread;

static void *proof_thread_main(void *data) {
    proof_thread *thread = data;
    const sl_fr r = sl_fr_from_u64(2), s = sl_fr_from_u64(3);
    sl_prove_options options = {.r = &r, .s = &s};
    if (thread->own_pool) {
        thread->status = sl_pool_open(&options.pool, 2, NULL);
    }
    if (thread->status == SLUICE_OK) {
        thread->status = sl_prover_prove(thread->prover, &thread->room->witness, &options, &thread->proof, NULL);
    }
    sl_pool_close(options.pool);
    return NULL;
}

SL_TEST(one_prover_for_many_threads) {
    enum { THREADS_N = 4 };
    toy_room room;
    sl_prover *prover;
    toy_room_open(&room, toy_named("bits-150"));
    SL_CHECK_OK(sl_prover_open(&prover, room.r1cs, &room.params, &sl_kernels_portable, room.pool, &err));
    pthread_t threads[THREADS_N];
    proof_thread work[THREADS_N];
    for (int i = 0; i < THREADS_N; i++) {
        work[i] = (proof_thread){.prover = prover, .room = &room, .own_pool = i % 2 == 0};
        SL_CHECK(pthread_create(&threads[i], NULL, proof_thread_main, &work[i]) == 0);
    }
    for (int i = 0; i < THREADS_N; i++) {
        SL_CHECK(pthread_join(threads[i], NULL) == 0);
        SL_CHECK_OK(work[i].status);
        SL_CHECK_MEM(&work[i].proof, &work[0].proof, sizeof work[0].proof);
    }
    sl_prover_close(prover);
    toy_room_close(&room);
}
