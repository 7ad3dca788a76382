// SPDX-License-Identifier: MIT OR Apache-2.0
/* Proofs: row values, the quotient, and whose turn it is with what proofs share. */
#include <inttypes.h>

#include "backends/cuda/key_state.h"
#include "core/base/clock.h"

static sluice_status call_check(const sl_module_proof *proof, int code, const char *what, sluice_error *err) {
    return sl_cuda_call_check(proof->key->device, code, what, err);
}

/* --- what proofs share ---------------------------------------------------------------------------------------------
 */

static void lock(sl_module_key *key) {
    (void)pthread_mutex_lock(&key->lock);
}

static void unlock(sl_module_key *key) {
    (void)pthread_cond_broadcast(&key->changed);
    (void)pthread_mutex_unlock(&key->lock);
}

static double wait(sl_module_key *key) {
    const double since = sl_clock_seconds();
    (void)pthread_cond_wait(&key->changed, &key->lock);
    return 1000 * (sl_clock_seconds() - since);
}

/* With the lock: one that is free, or n. */
static uint32_t free_find(const bool *are_taken, uint32_t n) {
    uint32_t i = 0;
    while (i < n && are_taken[i]) {
        i++;
    }
    return i;
}

/* Room for row values, and the block where b and c stand in it. */
static void rows_take(sl_module_proof *proof) {
    sl_module_key *key = proof->key;
    const uint32_t rows_n = key->plan.rows_n;
    uint32_t found;
    lock(key);
    while ((found = free_find(key->rows_are_taken, rows_n)) == rows_n || (key->plan.is_shared && key->block_is_taken)) {
        proof->times.wait += wait(key);
    }
    key->rows_are_taken[found] = true;
    proof->rows = found;
    if (key->plan.is_shared) {
        key->block_is_taken = proof->has_block = true;
    }
    unlock(key);
}

/* And the block, if it has it. */
static void rows_put(sl_module_proof *proof) {
    sl_module_key *key = proof->key;
    lock(key);
    if (proof->rows != SL_CUDA_NO_ROWS) {
        key->rows_are_taken[proof->rows] = false;
        proof->rows = SL_CUDA_NO_ROWS;
    }
    if (proof->has_block) {
        key->block_is_taken = proof->has_block = false;
    }
    unlock(key);
}

void sl_cuda_proof_block_take(sl_module_proof *proof) {
    sl_module_key *key = proof->key;
    if (proof->has_block) {
        return;
    }
    lock(key);
    while (key->block_is_taken) {
        proof->times.wait += wait(key);
    }
    key->block_is_taken = proof->has_block = true;
    unlock(key);
}

void sl_cuda_proof_block_put(sl_module_proof *proof) {
    lock(proof->key);
    proof->key->block_is_taken = proof->has_block = false;
    unlock(proof->key);
}

sl_cuda_fr *sl_cuda_proof_vector(const sl_module_proof *proof, unsigned vector) {
    const sl_module_key *key = proof->key;
    const uint64_t bytes = key->plan.vector_bytes;
    uint8_t *at;
    if (key->plan.is_shared) {
        at = vector == 0 ? key->vectors + proof->rows * bytes : key->block + (vector - 1) * bytes;
    } else {
        at = key->vectors + (proof->rows * key->plan.vectors_n + vector) * bytes;
    }
    return (void *)at;
}

/* --- opening -------------------------------------------------------------------------------------------------------
 */

static sluice_status proof_find(sl_module_key *key, sl_module_proof **out, sluice_error *err) {
    sluice_status status = SLUICE_OK;
    uint32_t i = 0;
    lock(key);
    while (i < key->plan.shape.proofs_n && key->proofs[i].is_open) {
        i++;
    }
    if (!key->is_ready || i == key->plan.shape.proofs_n) {
        status = SL_FAIL(err, SLUICE_E_USAGE, "device %u: %s", key->device->index,
                         key->is_ready ? "as many proofs are open as the key is for" : "the key is not ready");
    } else {
        key->proofs[i].is_open = true;
        *out = &key->proofs[i];
    }
    unlock(key);
    return status;
}

/* A witness gives all rows, padding too. */
static sluice_status rows_clear(sl_module_proof *proof, sluice_error *err) {
    const sl_cuda_calls *calls = proof->key->device->calls;
    SL_TRY(sl_cuda_device_use(proof->key->device, err));
    if (proof->key->plan.witness_bytes != 0) {
        return SLUICE_OK;
    }
    for (unsigned vector = 0; vector < proof->key->plan.vectors_n; vector++) {
        const size_t bytes = sizeof(sl_cuda_fr) << proof->key->plan.shape.domain_log2;
        SL_TRY(call_check(proof, calls->fill(sl_cuda_proof_vector(proof, vector), 0, bytes, proof->stream), "fill rows",
                          err));
    }
    return SLUICE_OK;
}

sluice_status sl_cuda_proof_open(sl_module_key *key, sl_module_proof **out, sluice_error *err) {
    SL_TRY(sl_cuda_device_use(key->device, err));
    sl_module_proof *proof;
    SL_TRY(proof_find(key, &proof, err));
    proof->times = (sl_module_proof_times){0};
    proof->has_block = proof->has_witness = proof->has_sums = proof->has_stages = false;
    rows_take(proof);
    const sluice_status status = rows_clear(proof, err);
    if (status != SLUICE_OK) {
        sl_cuda_proof_close(proof);
        return status;
    }
    *out = proof;
    return SLUICE_OK;
}

void sl_cuda_proof_close(sl_module_proof *proof) {
    if (proof == NULL) {
        return;
    }
    sl_module_key *key = proof->key;
    if (proof->rows != SL_CUDA_NO_ROWS) {
        (void)key->device->calls->device_use((int)key->device->index);
        (void)key->device->calls->synchronize(proof->stream); /* rows may be on their way */
    }
    rows_put(proof);
    lock(key);
    proof->is_open = false;
    unlock(key);
}

void sl_cuda_proof_times(const sl_module_proof *proof, sl_module_proof_times *out) {
    *out = proof->times;
}

/* --- row values and h ----------------------------------------------------------------------------------------------
 */

sluice_status sl_cuda_proof_rows(sl_module_proof *proof, unsigned vector, uint64_t first, const sl_fr *values, size_t n,
                                 sluice_error *err) {
    sl_module_key *key = proof->key;
    const uint64_t domain = UINT64_C(1) << key->plan.shape.domain_log2;
    SL_TRY(sl_cuda_device_use(key->device, err));
    const bool is_there = vector < key->plan.vectors_n && first <= domain && n <= domain - first;
    if (!is_there || proof->rows == SL_CUDA_NO_ROWS || key->plan.witness_bytes != 0) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: rows %" PRIu64 " to %" PRIu64 " of vector %u%s",
                       key->device->index, first, first + n, vector,
                       !is_there                        ? ""
                       : proof->rows == SL_CUDA_NO_ROWS ? ", given after the sum over h"
                                                        : ", which are made from a witness");
    }
    return sl_cuda_ring_copy(&key->ring, sl_cuda_proof_vector(proof, vector) + first, values, n * sizeof *values,
                             proof->stream, err);
}

sluice_status sl_cuda_proof_time_add(const sl_module_proof *proof, double *sum, unsigned first, unsigned last,
                                     sluice_error *err) {
    float ms;
    SL_TRY(call_check(proof, proof->key->device->calls->event_ms(&ms, proof->events[first], proof->events[last]),
                      "time of a stage", err));
    *sum += (double)ms;
    return SLUICE_OK;
}

sluice_status sl_cuda_proof_mark(const sl_module_proof *proof, unsigned event, sluice_error *err) {
    return call_check(proof, proof->key->device->calls->event_record(proof->events[event], proof->stream), "event",
                      err);
}

sluice_status sl_cuda_proof_wait(const sl_module_proof *proof, unsigned event, sluice_error *err) {
    return call_check(proof, proof->key->device->calls->event_synchronize(proof->events[event]), "wait for a stage",
                      err);
}

sluice_status sl_cuda_proof_quotient(sl_module_proof *proof, sluice_error *err) {
    const sl_module_key *key = proof->key;
    const sl_cuda_calls *calls = key->device->calls;
    const bool is_folded = key->plan.shape.is_folded;
    sl_cuda_fr *const a = sl_cuda_proof_vector(proof, 0), *const b = sl_cuda_proof_vector(proof, 1);
    const size_t last = ((size_t)1 << key->plan.shape.domain_log2) - 1;
    SL_TRY(sl_cuda_proof_mark(proof, SL_CUDA_PROOF_BEGIN, err));
    SL_TRY(sl_cuda_quotient(key->device, &key->ntt, a, b, is_folded ? NULL : sl_cuda_proof_vector(proof, 2),
                            proof->stream, err));
    SL_TRY(sl_cuda_proof_mark(proof, SL_CUDA_PROOF_MIDDLE, err));
    SL_TRY(call_check(proof, calls->copy_out(key->top, a + last, sizeof *key->top, proof->stream),
                      "copy from the device", err));
    SL_TRY(call_check(proof, calls->synchronize(proof->stream), "wait for the quotient", err));
    if (!is_folded && !sl_fr_is_zero(key->top)) {
        return SL_FAIL(err, SLUICE_E_UNSATISFIED, "a b = c does not hold in every row: the quotient leaves a rest");
    }
    return SLUICE_OK;
}

/*
 * Where a part of the points is uploaded for each proof and the terms are there already, all sums are made here, so
 * that uploads and sums of different sections go on at the same time.
 */
static sluice_status h_run(sl_module_proof *proof, sluice_error *err) {
    sl_cuda_terms terms[SL_MODULE_SECTIONS_N] = {0};
    const bool is_all = proof->has_witness && proof->key->plan.places_n != 0;
    SL_TRY(sl_cuda_device_use(proof->key->device, err));
    if (is_all) {
        sl_cuda_witness_terms(proof, terms);
    }
    proof->sums = sl_cuda_section_sums_zero();
    SL_TRY(sl_cuda_proof_sections_sum(proof, SL_MODULE_H, is_all ? SL_MODULE_B_G2 : SL_MODULE_H, terms, &proof->sums,
                                      err));
    SL_TRY(sl_cuda_proof_mark(proof, SL_CUDA_PROOF_END, err));
    SL_TRY(sl_cuda_proof_wait(proof, SL_CUDA_PROOF_END, err));
    SL_TRY(sl_cuda_proof_time_add(proof, &proof->times.quotient, SL_CUDA_PROOF_BEGIN, SL_CUDA_PROOF_MIDDLE, err));
    SL_TRY(sl_cuda_proof_time_add(proof, &proof->times.h, SL_CUDA_PROOF_MIDDLE, SL_CUDA_PROOF_END, err));
    proof->has_sums = is_all;
    return SLUICE_OK;
}

sluice_status sl_cuda_proof_h(sl_module_proof *proof, sl_g1_affine *out, sluice_error *err) {
    sl_module_key *key = proof->key;
    SL_TRY(sl_cuda_device_use(key->device, err));
    const bool lacks_witness = key->plan.witness_bytes != 0 && !proof->has_witness;
    if (proof->rows == SL_CUDA_NO_ROWS || lacks_witness) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: a sum over h %s", key->device->index,
                       lacks_witness ? "without a witness" : "for the second time");
    }
    sl_cuda_proof_block_take(proof);
    const sluice_status status = h_run(proof, err);
    if (status != SLUICE_OK) {
        (void)key->device->calls->synchronize(proof->stream); /* others will have the memory */
    }
    rows_put(proof);
    if (status == SLUICE_OK) {
        sl_g1_to_affine_vt(out, &proof->sums.g1[SL_MODULE_H]);
    }
    return status;
}

/* --- queries -------------------------------------------------------------------------------------------------------
 */

static sluice_status terms_check(const sl_module_key *key, const sl_module_terms *terms, unsigned section,
                                 sluice_error *err) {
    const uint64_t points_n = key->plan.shape.points_n[section];
    bool is_good = terms->full_n <= key->plan.shape.full_max[section];
    uint64_t least = 0;
    for (size_t i = 0; i < terms->full_n && is_good; i++) {
        is_good = terms->full_at[i] >= least && terms->full_at[i] < points_n;
        least = (uint64_t)terms->full_at[i] + 1;
    }
    if (!is_good) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: terms of section %s: %zu scalars, of %" PRIu64 " at most%s",
                       key->device->index, sl_cuda_section_name(section), terms->full_n,
                       key->plan.shape.full_max[section],
                       terms->full_n <= key->plan.shape.full_max[section] ? ", at places out of order" : "");
    }
    return SLUICE_OK;
}

/* Uploads the terms of a section to their place in the memory for terms. */
static sluice_status terms_upload(sl_module_proof *proof, sl_cuda_terms *out, uint8_t *memory, unsigned section,
                                  const sl_module_terms *from, sluice_error *err) {
    sl_module_key *key = proof->key;
    const sl_module_key_shape *shape = &key->plan.shape;
    const uint64_t bits_bytes = sl_cuda_terms_bits_bytes(shape, section);
    uint8_t *const bits = memory + key->plan.terms_at[section];
    uint8_t *const at = bits + sl_cuda_aligned(bits_bytes);
    uint8_t *const full = at + sl_cuda_aligned(shape->full_max[section] * sizeof(uint32_t));
    if (from->bits != NULL) {
        SL_TRY(sl_cuda_ring_copy(&key->ring, bits, from->bits, bits_bytes, proof->stream, err));
    }
    SL_TRY(sl_cuda_ring_copy(&key->ring, at, from->full_at, from->full_n * sizeof(uint32_t), proof->stream, err));
    SL_TRY(sl_cuda_ring_copy(&key->ring, full, from->full, from->full_n * sizeof(sl_fr), proof->stream, err));
    *out = (sl_cuda_terms){
        .bits = from->bits == NULL ? NULL : (const void *)bits,
        .full_at = (const void *)at,
        .full = (const void *)full,
        .full_n = (uint32_t)from->full_n,
    };
    return SLUICE_OK;
}

static bool terms_are_same(const sl_module_terms *x, const sl_module_terms *y) {
    return x->bits == y->bits && x->full_at == y->full_at && x->full == y->full && x->full_n == y->full_n;
}

/* Both b have the same scalars: they are uploaded once. */
static sluice_status all_terms_upload(sl_module_proof *proof, sl_cuda_terms out[SL_MODULE_SECTIONS_N], uint8_t *memory,
                                      const sl_module_terms *terms, sluice_error *err) {
    for (unsigned s = SL_MODULE_L; s < SL_MODULE_SECTIONS_N; s++) {
        if (s == SL_MODULE_B_G2 && terms_are_same(&terms[s], &terms[SL_MODULE_B_G1])) {
            out[s] = out[SL_MODULE_B_G1];
        } else {
            SL_TRY(terms_upload(proof, &out[s], memory, s, &terms[s], err));
        }
    }
    return SLUICE_OK;
}

static sluice_status queries_sum(sl_module_proof *proof, const sl_cuda_terms *terms, sl_cuda_section_sums *sums,
                                 sluice_error *err) {
    const bool is_whole = proof->key->plan.places_n == 0; /* else groups take turns */
    SL_TRY(sl_cuda_device_use(proof->key->device, err));
    SL_TRY(sl_cuda_proof_mark(proof, SL_CUDA_PROOF_BEGIN, err));
    SL_TRY(
        sl_cuda_proof_sections_sum(proof, SL_MODULE_L, is_whole ? SL_MODULE_B_G1 : SL_MODULE_B_G2, terms, sums, err));
    SL_TRY(sl_cuda_proof_mark(proof, SL_CUDA_PROOF_MIDDLE, err));
    if (is_whole) {
        SL_TRY(sl_cuda_proof_sections_sum(proof, SL_MODULE_B_G2, SL_MODULE_B_G2, terms, sums, err));
    }
    SL_TRY(sl_cuda_proof_mark(proof, SL_CUDA_PROOF_END, err));
    SL_TRY(sl_cuda_proof_wait(proof, SL_CUDA_PROOF_END, err));
    SL_TRY(sl_cuda_proof_time_add(proof, &proof->times.l_a_b_g1, SL_CUDA_PROOF_BEGIN, SL_CUDA_PROOF_MIDDLE, err));
    return sl_cuda_proof_time_add(proof, &proof->times.b_g2, SL_CUDA_PROOF_MIDDLE, SL_CUDA_PROOF_END, err);
}

/* When the terms are on their way. */
static sluice_status queries_run(sl_module_proof *proof, const sl_cuda_terms *terms, sl_cuda_section_sums *sums,
                                 sluice_error *err) {
    sl_cuda_proof_block_take(proof);
    const sluice_status status = queries_sum(proof, terms, sums, err);
    if (status != SLUICE_OK) {
        (void)proof->key->device->calls->synchronize(proof->stream); /* others will have the block */
    }
    sl_cuda_proof_block_put(proof);
    return status;
}

static uint32_t terms_take(sl_module_proof *proof) {
    sl_module_key *key = proof->key;
    uint32_t found;
    lock(key);
    while ((found = free_find(key->terms_are_taken, key->plan.rows_n)) == key->plan.rows_n) {
        proof->times.wait += wait(key);
    }
    key->terms_are_taken[found] = true;
    unlock(key);
    return found;
}

static void terms_put(sl_module_key *key, uint32_t terms) {
    lock(key);
    key->terms_are_taken[terms] = false;
    unlock(key);
}

/* With terms of the host. */
static sluice_status queries_of_host(sl_module_proof *proof, const sl_module_terms *terms, sl_cuda_section_sums *sums,
                                     sluice_error *err) {
    sl_module_key *key = proof->key;
    sl_cuda_terms on_device[SL_MODULE_SECTIONS_N] = {0};
    for (unsigned s = SL_MODULE_L; s < SL_MODULE_SECTIONS_N; s++) {
        SL_TRY(terms_check(key, &terms[s], s, err));
    }
    const uint32_t mine = terms_take(proof);
    sluice_status status = all_terms_upload(proof, on_device, key->terms + mine * key->plan.terms_bytes, terms, err);
    if (status == SLUICE_OK) {
        status = queries_run(proof, on_device, sums, err);
    }
    if (status != SLUICE_OK) {
        (void)key->device->calls->synchronize(proof->stream); /* others will have the memory */
    }
    terms_put(key, mine);
    return status;
}

sluice_status sl_cuda_proof_queries(sl_module_proof *proof, const sl_module_terms terms[SL_MODULE_SECTIONS_N],
                                    sl_module_query_sums *out, sluice_error *err) {
    sl_module_key *key = proof->key;
    SL_TRY(sl_cuda_device_use(key->device, err));
    const bool is_of_witness = key->plan.witness_bytes != 0;
    if (proof->rows != SL_CUDA_NO_ROWS || (terms == NULL) != is_of_witness) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: queries %s", key->device->index,
                       proof->rows != SL_CUDA_NO_ROWS ? "before the sum over h"
                       : is_of_witness                ? "with terms and a witness"
                                                      : "without terms");
    }
    sl_cuda_section_sums sums = sl_cuda_section_sums_zero();
    if (proof->has_sums) {
        sums = proof->sums;
    } else if (is_of_witness) {
        sl_cuda_terms on_device[SL_MODULE_SECTIONS_N];
        sl_cuda_witness_terms(proof, on_device);
        SL_TRY(queries_run(proof, on_device, &sums, err));
    } else {
        SL_TRY(queries_of_host(proof, terms, &sums, err));
    }
    sl_g1_to_affine_vt(&out->l, &sums.g1[SL_MODULE_L]);
    sl_g1_to_affine_vt(&out->a, &sums.g1[SL_MODULE_A]);
    sl_g1_to_affine_vt(&out->b_g1, &sums.g1[SL_MODULE_B_G1]);
    sl_g2_to_affine_vt(&out->b_g2, &sums.g2);
    return SLUICE_OK;
}
