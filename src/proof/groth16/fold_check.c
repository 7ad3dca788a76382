// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A folded key against its key by a random linear combination. With random rho and e the number of variables, weights
 * rho^j for H'_j, rho^(m + k) for variable k:
 *
 *     sum rho^j H'_j + sum over aux rho^(m+k) L'_k - sum over inputs rho^(m+k) D_k
 *         = sum over i of s_i H_i + sum over aux rho^(m+k) L_k
 *     s = inverse coset transform of (rho^j) - inverse transform of (sum over k of C[t, k] rho^(m+k)) / Z_g
 *
 * The difference is a polynomial in rho of degree below m + e with points as coefficients.
 */
#include <inttypes.h>
#include <string.h>

#include "core/sys/random.h"
#include "math/msm/msm.h"
#include "math/poly/ntt.h"
#include "proof/groth16/fold_state.h"
#include "proof/groth16/key_reader.h"
#include "proof/r1cs/columns.h"

#define CHUNK_N ((size_t)1 << 16)
#define COPY_BYTES ((size_t)1 << 18)
#define POWERS_LOW_LOG2 14
#define RING_SLOTS_N 3
#define ROWS_TASK ((uint64_t)1 << 14)
static const char stage_name[] = "fold check";

typedef struct checking {
    const sl_r1cs *r1cs;
    const sl_params *key, *folded;
    const sl_kernels *kernels;
    sl_pool *pool;
    const sl_observer *observer;
    sl_r1cs_counts counts;
    size_t m;
    uint64_t done, total; /* points summed */
    sl_fr rho;
    sl_fr variables_first; /* rho^m: weight of variable 0 */
    sl_buf powers;         /* rho^m rho^k for low k, then rho^(2^low k): any weight is one product */
    sl_buf scalars;        /* CHUNK_N */
} checking;

static size_t high_n(const sl_r1cs_counts *counts) {
    return (size_t)((counts->inputs + counts->aux) >> POWERS_LOW_LOG2) + 1;
}

static sl_fr weight_of(const checking *c, size_t variable) {
    const size_t low_n = (size_t)1 << POWERS_LOW_LOG2;
    const sl_fr *low = c->powers.data, *high = low + low_n;
    sl_fr out;
    sl_fr_mul(&out, &low[variable & (low_n - 1)], &high[variable >> POWERS_LOW_LOG2]);
    return out;
}

static sluice_status weights_make(checking *c, sluice_error *err) {
    const size_t low_n = (size_t)1 << POWERS_LOW_LOG2;
    const sl_fr one = sl_fr_one();
    sl_fr step;
    SL_TRY(sl_fr_random(&c->rho, err));
    sl_fr_pow_u64_vt(&c->variables_first, &c->rho, c->m);
    SL_TRY(sl_buf_alloc_n(&c->powers, low_n + high_n(&c->counts), sizeof(sl_fr), "weights", err));
    SL_TRY(sl_buf_alloc_n(&c->scalars, CHUNK_N, sizeof(sl_fr), "weights", err));
    c->kernels->fr_powers(c->powers.data, &c->variables_first, &c->rho, low_n);
    sl_fr_pow_u64_vt(&step, &c->rho, low_n);
    c->kernels->fr_powers((sl_fr *)c->powers.data + low_n, &one, &step, high_n(&c->counts));
    return SLUICE_OK;
}

/* Values of C on the weights. */

typedef struct rows_job {
    const checking *c;
    sl_fr *values;
} rows_job;

static void row_term(void *data, size_t variable, unsigned matrix, uint64_t row, uint32_t coeff) {
    (void)matrix;
    const rows_job *job = data;
    const checking *c = job->c;
    sl_fr *value = &job->values[row];
    sl_fr weight = weight_of(c, variable);
    sl_fr_mul(&weight, &weight, &c->r1cs->coeffs[coeff]);
    sl_fr_add(value, value, &weight);
}

static void rows_task(void *data, size_t task, size_t worker) {
    (void)worker;
    const checking *c = ((const rows_job *)data)->c;
    const sl_column_walk walk = {4, NULL, row_term, data};
    sl_r1cs_columns_walk(c->r1cs, &walk, 0, (size_t)(c->counts.inputs + c->counts.aux), task * ROWS_TASK,
                         (task + 1) * ROWS_TASK);
}

/* *out: the weights of h, s. */
static sluice_status h_weights_make(const checking *c, sl_buf *out, sluice_error *err) {
    const sl_fr one = sl_fr_one();
    sl_buf values = SL_BUF_EMPTY;
    sl_ntt *ntt = NULL;
    const sl_fr vanishing = sl_ntt_vanishing_inverse(c->counts.domain_log2);
    SL_TRY(sl_buf_alloc_n(out, c->m, sizeof(sl_fr), "weights of h", err));
    sluice_status status = sl_buf_alloc_n(&values, c->m, sizeof(sl_fr), "weights of rows", err);
    if (status == SLUICE_OK) {
        status = sl_ntt_open(&ntt, c->counts.domain_log2, c->kernels, c->pool, err);
    }
    if (status == SLUICE_OK) {
        rows_job job = {c, values.data};
        sl_pool_for(c->pool, (size_t)((c->counts.rows + ROWS_TASK - 1) / ROWS_TASK), rows_task, &job);
        sl_ntt_inverse(ntt, values.data);
        sl_fr *s = out->data;
        c->kernels->fr_powers(s, &one, &c->rho, c->m);
        sl_ntt_coset_inverse(ntt, s);
        for (size_t i = 0; i < c->m; i++) {
            sl_fr t;
            sl_fr_mul(&t, (const sl_fr *)values.data + i, &vanishing);
            sl_fr_sub(&s[i], &s[i], &t);
        }
    }
    sl_ntt_close(ntt);
    sl_buf_release(&values);
    if (status != SLUICE_OK) {
        sl_buf_release(out);
    }
    return status;
}

/* Sums. */

/* What a sum's scalars are: a vector, or first rho^i. */
typedef struct source {
    const sl_fr *values;
    sl_fr first;
} source;

static void plan_make(sl_msm_plan *out, uint64_t points, size_t threads_n) {
    const size_t chunk_n = points < CHUNK_N ? (size_t)points : CHUNK_N;
    sl_msm_plan_make(out, SL_G1, chunk_n, (size_t)points, threads_n);
}

size_t sl_fold_check_memory(const sl_r1cs_counts *counts, const sl_kernels *kernels, size_t threads_n) {
    const size_t m = (size_t)1 << counts->domain_log2, pages = (size_t)64 << 10;
    const size_t weights = high_n(counts) + ((size_t)1 << POWERS_LOW_LOG2) + CHUNK_N;
    sl_msm_plan h, l;
    plan_make(&h, m, threads_n);
    plan_make(&l, counts->aux, threads_n);
    const size_t h_bytes = sl_msm_memory_bytes(&h, kernels), l_bytes = sl_msm_memory_bytes(&l, kernels);
    const size_t sums = SL_MAX(h_bytes, l_bytes) + RING_SLOTS_N * CHUNK_N * SL_G1_KEY_BYTES;
    const size_t transforms = m * sizeof(sl_fr) + sl_ntt_memory_bytes(counts->domain_log2, kernels, threads_n);
    return (weights + m) * sizeof(sl_fr) + SL_MAX(sums, transforms) + pages;
}

static sluice_status chunks_add(checking *c, const sl_key_range *range, source *from, sl_key_reader *reader,
                                sl_msm *msm, sluice_error *err) {
    for (uint64_t done = 0; done < range->count;) {
        sl_msm_chunk chunk = {0};
        size_t bytes;
        SL_TRY(sl_key_reader_next(reader, &chunk.bases, &bytes, err));
        chunk.n = chunk.full_n = bytes / range->element_bytes;
        chunk.full = c->scalars.data;
        if (from->values != NULL) {
            chunk.full = from->values + done;
        } else {
            sl_fr step;
            c->kernels->fr_powers(c->scalars.data, &from->first, &c->rho, chunk.n);
            sl_fr_pow_u64_vt(&step, &c->rho, chunk.n);
            sl_fr_mul(&from->first, &from->first, &step);
        }
        SL_TRY(sl_msm_add(msm, &chunk, err));
        done += chunk.n;
        c->done += chunk.n;
        SL_TRY(sl_observe_progress(c->observer, stage_name, c->done, c->total, err));
    }
    return SLUICE_OK;
}

static sluice_status section_sum(checking *c, const sl_params *params, sl_key_section section, source from, sl_g1 *sum,
                                 sluice_error *err) {
    const sl_key_range *range = &params->layout.section[section];
    const sl_key_span span = {range->offset, range->bytes, CHUNK_N * range->element_bytes};
    sl_msm_plan plan;
    sl_msm *msm;
    sl_key_reader *reader;
    sl_g1 part;
    if (range->count == 0) {
        return SLUICE_OK;
    }
    plan_make(&plan, range->count, sl_pool_threads(c->pool));
    SL_TRY(sl_msm_open(&msm, &plan, c->kernels, c->pool, err));
    sluice_status status = sl_key_reader_open(&reader, &params->file, &span, 1, RING_SLOTS_N, err);
    if (status == SLUICE_OK) {
        status = chunks_add(c, range, &from, reader, msm, err);
        sl_key_reader_close(reader);
    }
    if (status == SLUICE_OK) {
        sl_msm_result_g1(msm, &part);
        sl_g1_add(sum, sum, &part);
    } else {
        (void)sl_error_prefix(err, status, "%s: section %s", params->file.path, sl_key_section_name(section));
    }
    sl_msm_close(msm);
    return status;
}

static sluice_status sums_compare(checking *c, const sl_fr *h_weights, sluice_error *err) {
    sl_g1 left = sl_g1_identity(), right = sl_g1_identity();
    sl_fr aux_first = c->variables_first, step;
    sl_fr_pow_u64_vt(&step, &c->rho, c->counts.inputs);
    sl_fr_mul(&aux_first, &aux_first, &step);
    SL_TRY(section_sum(c, c->folded, SL_KEY_H, (source){NULL, sl_fr_one()}, &left, err));
    SL_TRY(section_sum(c, c->folded, SL_KEY_L, (source){NULL, aux_first}, &left, err));
    SL_TRY(section_sum(c, c->key, SL_KEY_H, (source){.values = h_weights}, &right, err));
    SL_TRY(section_sum(c, c->key, SL_KEY_L, (source){NULL, aux_first}, &right, err));
    for (size_t i = 0; i < c->counts.inputs; i++) { /* to the other side */
        const sl_fr weight = weight_of(c, i);
        sl_g1 t;
        sl_g1_from_affine(&t, (const sl_g1_affine *)c->folded->d.data + i);
        sl_g1_mul_vt(&t, &t, &weight);
        sl_g1_add(&right, &right, &t);
    }
    return sl_g1_eq(&left, &right) ? SLUICE_OK
                                   : SL_FAIL(err, SLUICE_E_CORRUPT,
                                             "%s: does not follow from %s: a random combination of d, h and l differs",
                                             c->folded->file.path, c->key->file.path);
}

/* The bytes that are copies: `n` at `from` of the key, at `to` of the folded one. */
static sluice_status copies_compare(const checking *c, uint64_t from, uint64_t to, uint64_t n, sluice_error *err) {
    sl_buf buffer;
    SL_TRY(sl_buf_alloc(&buffer, 2 * COPY_BYTES, "compared keys", err));
    uint8_t *a = buffer.data, *b = a + COPY_BYTES;
    sluice_status status = SLUICE_OK;
    for (uint64_t done = 0; done < n && status == SLUICE_OK;) {
        const size_t step = n - done < COPY_BYTES ? (size_t)(n - done) : COPY_BYTES;
        status = sl_file_read_at(&c->key->file, a, step, from + done, err);
        if (status == SLUICE_OK) {
            status = sl_file_read_at(&c->folded->file, b, step, to + done, err);
        }
        for (size_t i = 0; i < step && status == SLUICE_OK; i++) {
            if (a[i] != b[i]) {
                status = SL_FAIL(err, SLUICE_E_CORRUPT, "%s: byte %" PRIu64 ": expected %02x as in %s, found %02x",
                                 c->folded->file.path, to + done + i, a[i], c->key->file.path, b[i]);
            }
        }
        done += step;
    }
    sl_buf_release(&buffer);
    return status;
}

static sluice_status check_run(checking *c, sluice_error *err) {
    const sl_key_layout *from = &c->key->layout, *to = &c->folded->layout;
    const uint64_t rest = from->section[SL_KEY_A].offset - 4;
    SL_TRY(copies_compare(c, 0, to->vk_offset, from->vk_bytes, err));
    SL_TRY(copies_compare(c, rest, to->section[SL_KEY_A].offset - 4, from->bytes - rest, err));
    SL_TRY(weights_make(c, err));
    sl_buf h_weights;
    SL_TRY(h_weights_make(c, &h_weights, err));
    const sluice_status status = sums_compare(c, h_weights.data, err);
    sl_buf_release(&h_weights);
    return status;
}

static sluice_status pair_check(const checking *c, const uint8_t digest[64], sluice_error *err) {
    if (!c->folded->layout.is_folded || c->key->layout.is_folded) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "%s, %s: expected a folded key and the key that it was made from",
                       c->folded->file.path, c->key->file.path);
    }
    if (memcmp(digest, c->folded->original, 64) != 0) {
        return SL_FAIL(err, SLUICE_E_MISMATCH,
                       "%s: was made from a key of another digest than %s (it starts %02x%02x%02x%02x, this one's "
                       "%02x%02x%02x%02x)",
                       c->folded->file.path, c->key->file.path, c->folded->original[0], c->folded->original[1],
                       c->folded->original[2], c->folded->original[3], digest[0], digest[1], digest[2], digest[3]);
    }
    sl_density density;
    sl_key_layout want;
    SL_TRY(sl_r1cs_density(c->r1cs, &density, err));
    const sluice_status status = sl_key_layout_of_circuit(&want, &c->counts, &density, err);
    sl_density_release(&density);
    SL_TRY(status);
    SL_TRY(sl_key_layout_match(&c->key->layout, &want, c->key->file.path, err));
    return sl_key_layout_match(&c->folded->layout, &want, c->folded->file.path, err);
}

sluice_status sl_fold_check(const sl_r1cs *r1cs, const sl_params *key, const uint8_t digest[64],
                            const sl_params *folded, const sl_kernels *kernels, sl_pool *pool,
                            const sl_observer *observer, sluice_error *err) {
    checking c = {.r1cs = r1cs, .key = key, .folded = folded, .kernels = kernels, .pool = pool, .observer = observer};
    sl_r1cs_counts_get(r1cs, &c.counts);
    c.m = (size_t)1 << c.counts.domain_log2;
    c.total = 2 * (c.m + c.counts.aux);
    SL_TRY(pair_check(&c, digest, err));
    sl_observe_stage(observer, stage_name, false);
    const sluice_status status = check_run(&c, err);
    sl_observe_stage(observer, stage_name, true);
    sl_buf_release(&c.powers);
    sl_buf_release(&c.scalars);
    return status;
}
