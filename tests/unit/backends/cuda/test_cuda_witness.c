// SPDX-License-Identifier: MIT OR Apache-2.0
/* Proofs from packed witnesses: rows and terms are made where the sums are. */
#include "backends/cuda/cuda_sums.h"
#include "backends/cuda/device_circuit.h"
#include "backends/cuda/device_ntt.h"
#include "hand_circuit.h"
#include "prove_runtime.h"
#include "prove_toy.h"

#define LOG2 4

static sluice_error err;
static const sl_module_prove *const prove = &sl_cuda_prove;
static const sl_module_rows *const rows = &sl_cuda_rows_table;
static toy_key key_toy;
static toy_proof proof_toy;

/* The key's shape but for the witness_bytes: l has all wires, a inputs and five wires, b an input and two wires. */
static sl_module_key_shape shape_of(bool is_folded) {
    return (sl_module_key_shape){
        .domain_log2 = LOG2,
        .is_folded = is_folded,
        .points_n = {is_folded ? N : N - 1, AUX, INPUTS + 5, 3, 3},
        .full_max = {0, FIELDS, INPUTS + FIELDS, 2, 2},
        .proofs_n = 2,
    };
}

static void terms_set(unsigned s, uint64_t bits, const uint32_t *at, const uint64_t *full, size_t n) {
    proof_toy.bits[s][0] = bits;
    for (size_t i = 0; i < n; i++) {
        proof_toy.full_at[s][i] = at[i];
        proof_toy.full[s][i] = sl_fr_from_u64(full[i]);
    }
    proof_toy.terms[s] = (sl_module_terms){proof_toy.bits[s], proof_toy.full_at[s], proof_toy.full[s], n};
}

/* What the witness of the circuit gives. */
static void toys_make(const sl_module_key_shape *shape) {
    toy_key_make(&key_toy, shape);
    for (unsigned vector = 0; vector < 3; vector++) {
        for (size_t i = 0; i < N; i++) {
            proof_toy.rows[vector][i] = sl_fr_from_u64(hand_rows[vector][i]);
        }
    }
    terms_set(SL_MODULE_L, hand_plane[0], (const uint32_t[]){4, 8}, (const uint64_t[]){1000, 2000}, 2);
    terms_set(SL_MODULE_A, 0x2c, (const uint32_t[]){0, 1, 4, 6}, (const uint64_t[]){1, 77, 1000, 2000}, 4);
    terms_set(SL_MODULE_B_G1, 2, (const uint32_t[]){0, 2}, (const uint64_t[]){77, 2000}, 2);
    terms_set(SL_MODULE_B_G2, 2, (const uint32_t[]){0, 2}, (const uint64_t[]){77, 2000}, 2);
    toy_sums_make(&proof_toy, shape);
}

static sluice_status witness_prove(sl_module_key *key, const sl_module_circuit *circuit, bool is_checked,
                                   sluice_error *e) {
    const sl_module_witness witness = hand_witness();
    sl_module_proof *proof;
    sl_g1_affine h;
    sl_module_query_sums sums;
    uint32_t broken_row = 5;
    SL_TRY(prove->proof_open(key, &proof, e));
    sluice_status status = rows->proof_witness(proof, circuit, &witness, is_checked, &broken_row, e);
    if (status == SLUICE_OK) {
        SL_CHECK(broken_row == (is_checked ? SL_MODULE_ROWS_HOLD : 5));
        status = prove->proof_h(proof, &h, e);
    }
    if (status == SLUICE_OK) {
        SL_CHECK(sl_g1_affine_eq(&h, &proof_toy.h));
        status = prove->proof_queries(proof, NULL, &sums, e);
    }
    if (status == SLUICE_OK) {
        toy_sums_check(&sums, &proof_toy);
        sl_module_proof_times times;
        prove->proof_times(proof, &times);
        sl_module_memory memory;
        prove->key_memory(key, &memory);
        SL_CHECK(times.rows > 0 && times.quotient > 0 && times.h > 0);
        SL_CHECK((times.l_a_b_g1 > 0 && times.b_g2 > 0) == (memory.streamed == 0)); /* else they are made with h */
    }
    prove->proof_close(proof);
    return status;
}

/* A circuit, a key and two proofs, the second of which is in the place of the first. */
static sluice_status all_run(sl_module_device *device, sl_module_key_shape shape, sluice_error *e) {
    const sl_module_program program = hand_program();
    sl_module_circuit *circuit = NULL;
    sl_module_key *key = NULL;
    sl_module_circuit_counts counts;
    sluice_status status = rows->circuit_open(device, &program, &circuit, e);
    if (status == SLUICE_OK) {
        rows->circuit_counts(circuit, &counts);
        shape.witness_bytes = counts.witness_bytes;
        status = prove->key_open(device, &shape, &key, e);
    }
    if (status == SLUICE_OK) {
        status = toy_key_put(prove, key, &key_toy, 5, e);
    }
    for (unsigned i = 0; i < 2 && status == SLUICE_OK; i++) {
        status = witness_prove(key, circuit, i == 0, e);
    }
    prove->key_close(key);
    rows->circuit_close(circuit);
    return status;
}

static void check_proofs(bool is_folded) {
    sl_module_device *device = device_new();
    sl_module_key_shape shape = shape_of(is_folded);
    toys_make(&shape);
    SL_CHECK_OK(all_run(device, shape, &err));
    shape.budget_bytes = 1;
    SL_CHECK_STATUS(all_run(device, shape, &err), SLUICE_E_BUDGET);
    const char *least = strstr(err.text, "works is ");
    SL_CHECK_MSG(least != NULL, "%s", err.text);
    shape.budget_bytes = strtoull(least + strlen("works is "), NULL, 10);
    SL_CHECK_OK(all_run(device, shape, &err));
    device_done(device);
}

SL_TEST(proofs) {
    check_proofs(false);
}

SL_TEST(proofs_with_a_folded_key) {
    check_proofs(true);
}

/* Marks that are left in memory when all has been given back: of a key with a proof, and of rows alone. */
static size_t marks_left(bool keeps_marks) {
    sl_module_device *device = device_new();
    const sl_module_program program = hand_program();
    sl_module_witness witness = hand_witness();
    sl_module_key_shape shape = shape_of(true);
    sl_fr fields[FIELDS], abc[3][N];
    toys_make(&shape);
    memcpy(fields, witness.fields, sizeof fields);
    for (size_t i = 0; i < FIELDS; i++) {
        fields[i].l[0] = RUNTIME_MARK;
    }
    witness.fields = (const sl_module_value *)fields;
    sl_module_value *const values[] = {(sl_module_value *)abc[0], (sl_module_value *)abc[1], (sl_module_value *)abc[2]};
    sl_module_circuit *circuit;
    sl_module_circuit_counts counts;
    sl_module_rows_times times;
    sl_module_key *key;
    sl_module_proof *proof;
    sl_module_query_sums sums;
    sl_g1_affine h;
    uint32_t broken_row;
    SL_CHECK_OK(rows->circuit_open(device, &program, &circuit, &err));
    rows->circuit_counts(circuit, &counts);
    shape.witness_bytes = counts.witness_bytes;
    SL_CHECK_OK(prove->key_open(device, &shape, &key, &err));
    SL_CHECK_OK(toy_key_put(prove, key, &key_toy, 5, &err));
    SL_CHECK_OK(prove->proof_open(key, &proof, &err));
    SL_CHECK_OK(rows->proof_witness(proof, circuit, &witness, false, &broken_row, &err));
    SL_CHECK_OK(prove->proof_h(proof, &h, &err));
    SL_CHECK_OK(prove->proof_queries(proof, NULL, &sums, &err));
    prove->proof_close(proof);
    runtime.marks_n = 0;
    runtime.counts_marks = true;
    runtime.keeps_marks = keeps_marks;
    prove->key_close(key);
    const size_t of_key = runtime.marks_n;
    SL_CHECK_OK(rows->witness_run(circuit, &witness, N, values, &broken_row, &times, NULL, &err));
    SL_CHECK((of_key > 0) == keeps_marks && (runtime.marks_n > of_key) == keeps_marks);
    rows->circuit_close(circuit);
    runtime.counts_marks = runtime.keeps_marks = false;
    device_done(device);
    return runtime.marks_n;
}

/* The same of a sum and of vectors by themselves. */
static size_t marks_of_benches(bool keeps_marks) {
    sl_module_device *device = device_new();
    static sl_g1_affine points[N];
    sl_fr marked[N];
    for (size_t i = 0; i < N; i++) {
        marked[i] = (sl_fr){{RUNTIME_MARK, i}};
    }
    const uint64_t bits = RUNTIME_MARK;
    const sl_module_sum_shape shape = {
        .points = points, .points_n = N, .bases_n = N, .n_max = N, .bits_n_max = N, .bytes_max = 64 << 20};
    sl_module_sum *sum;
    sl_module_vectors *vectors;
    SL_CHECK_OK(sl_cuda_sums_ops.open(device, &sum, &shape, &err));
    SL_CHECK_OK(sl_cuda_sums_ops.put(sum, marked, N, &bits, N, &err));
    SL_CHECK_OK(sl_cuda_ntt_ops.open(device, &vectors, LOG2, 2, &err));
    SL_CHECK_OK(sl_cuda_ntt_ops.put(vectors, 1, 0, marked, N, &err));
    runtime.marks_n = 0;
    runtime.counts_marks = true;
    runtime.keeps_marks = keeps_marks;
    sl_cuda_sums_ops.close(sum);
    SL_CHECK_EQ_U64(runtime.marks_n, keeps_marks ? N + 1 : 0);
    sl_cuda_ntt_ops.close(vectors);
    runtime.counts_marks = runtime.keeps_marks = false;
    device_done(device);
    return runtime.marks_n;
}

SL_TEST(nothing_of_a_witness_is_left) {
    SL_CHECK(marks_left(true) > 0); /* they do get there */
    SL_CHECK_EQ_U64(marks_left(false), 0);
    SL_CHECK_EQ_U64(marks_of_benches(true), 2 * N + 1);
    SL_CHECK_EQ_U64(marks_of_benches(false), 0);
}

SL_TEST(wrong_use) {
    sl_module_device *device = device_new();
    const sl_module_program program = hand_program();
    const sl_module_witness witness = hand_witness();
    sl_module_key_shape shape = shape_of(false);
    toys_make(&shape);
    sl_module_circuit *circuit;
    sl_module_circuit_counts counts;
    sl_module_key *keys[3];
    sl_module_proof *proofs[3];
    sl_module_query_sums sums;
    sl_g1_affine h;
    uint32_t broken_row = 5;
    SL_CHECK_OK(rows->circuit_open(device, &program, &circuit, &err));
    rows->circuit_counts(circuit, &counts);
    shape.budget_bytes = UINT64_C(200) << 20;
    for (unsigned i = 0; i < 3; i++) { /* for rows of the host; for the circuit; for another one */
        shape.witness_bytes = i == 0 ? 0 : counts.witness_bytes;
        shape.full_max[SL_MODULE_A] -= i == 2;
        SL_CHECK_OK(prove->key_open(device, &shape, &keys[i], &err));
        SL_CHECK_OK(toy_key_put(prove, keys[i], &key_toy, 100, &err));
        SL_CHECK_OK(prove->proof_open(keys[i], &proofs[i], &err));
    }
    for (unsigned i = 0; i < 3; i += 2) {
        SL_CHECK_STATUS(rows->proof_witness(proofs[i], circuit, &witness, true, &broken_row, &err), SLUICE_E_USAGE);
    }
    SL_CHECK_STATUS(prove->proof_h(proofs[1], &h, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(prove->proof_rows(proofs[1], 0, 0, proof_toy.rows[0], 1, &err), SLUICE_E_USAGE);
    SL_CHECK(broken_row == 5);
    for (unsigned i = 0; i < 2; i++) { /* the last one counts */
        SL_CHECK_OK(rows->proof_witness(proofs[1], circuit, &witness, true, &broken_row, &err));
    }
    SL_CHECK_STATUS(prove->proof_queries(proofs[1], NULL, &sums, &err), SLUICE_E_USAGE);
    SL_CHECK_OK(prove->proof_h(proofs[1], &h, &err));
    SL_CHECK_OK(prove->proof_h(proofs[0], &h, &err)); /* of rows that are all 0 */
    SL_CHECK(sl_g1_affine_is_identity(&h));
    SL_CHECK_STATUS(rows->proof_witness(proofs[1], circuit, &witness, true, &broken_row, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(prove->proof_queries(proofs[1], proof_toy.terms, &sums, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(prove->proof_queries(proofs[0], NULL, &sums, &err), SLUICE_E_USAGE);
    SL_CHECK_OK(prove->proof_queries(proofs[1], NULL, &sums, &err));
    toy_sums_check(&sums, &proof_toy);
    for (unsigned i = 0; i < 3; i++) {
        prove->proof_close(proofs[i]);
        prove->key_close(keys[i]);
    }
    rows->circuit_close(circuit);
    device_done(device);
}

SL_TEST(calls_fail) {
    const sl_module_key_shape shape = shape_of(false);
    toys_make(&shape);
    size_t n = 0;
    for (bool has_failed = true; has_failed; n += 43) {
        sl_module_device *device = device_new();
        const int code = n % 2 == 0 ? RUNTIME_BROKEN : RUNTIME_OUT_OF_MEMORY;
        runtime_fail_after(n, code);
        const sluice_status status = all_run(device, shape, &err);
        has_failed = !sl_failpoint_waits(&runtime.fails);
        runtime_fail_after(SIZE_MAX, RUNTIME_BROKEN);
        const bool is_memory = status == SLUICE_E_NO_MEMORY || status == SLUICE_E_BUDGET;
        SL_CHECK(status == SLUICE_OK || (has_failed && err.text[0] != 0));
        SL_CHECK_MSG(status == SLUICE_OK || (code == RUNTIME_BROKEN ? status == SLUICE_E_DEVICE : is_memory), "%zu: %s",
                     n, err.text);
        SL_CHECK_MSG(runtime.live == 1, "call %zu: %u left", n, runtime.live);
        device_done(device);
    }
    SL_CHECK_MSG(n > 500, "%zu calls", n);
}
