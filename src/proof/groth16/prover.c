// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/prover.h"

#include <inttypes.h>
#include <stdatomic.h>

#include "core/mem/small.h"
#include "core/sys/random.h"
#include "math/msm/msm.h"
#include "math/poly/ntt.h"
#include "proof/groth16/key_reader.h"
#include "proof/groth16/query_feed.h"
#include "proof/groth16/verifier.h"

/* Points of a piece of the key file: large enough that buckets fill well, small beside the vectors of a big circuit. */
#define CHUNK_N ((size_t)1 << 17)
#define RING_SLOTS_N 3
#define ROWS_BLOCK 4096
/* Of the plan: scratch of a transform (ntt.h), and pages that buffers are rounded up to. */
#define NTT_THREAD_BYTES ((size_t)1 << 20)
#define SLACK_BYTES ((size_t)256 << 10)

struct sl_prover {
    const sl_r1cs *r1cs;
    const sl_params *params;
    const sl_kernels *kernels;
    sl_pool *pool;
    sl_r1cs_counts counts;
    sl_density density;
    sl_verifier *verifier;
};

enum { PHASE_ROWS, PHASE_QUOTIENT, PHASE_H, PHASE_L, PHASE_A, PHASE_B_G1, PHASE_B_G2 };
static const char *const phase_names[SL_PROVE_PHASES_N] = {"rows",  "quotient", "sum h",   "sum l",
                                                           "sum a", "sum b_g1", "sum b_g2"};
static const sl_key_section phase_sections[SL_PROVE_PHASES_N] = {
    [PHASE_H] = SL_KEY_H,       [PHASE_L] = SL_KEY_L,       [PHASE_A] = SL_KEY_A,
    [PHASE_B_G1] = SL_KEY_B_G1, [PHASE_B_G2] = SL_KEY_B_G2,
};

static sl_group section_group(sl_key_section section) {
    return section == SL_KEY_B_G2 ? SL_G2 : SL_G1;
}

static size_t chunk_of(const sl_key_range *range) {
    return SL_MIN(CHUNK_N * SL_G1_KEY_BYTES / range->element_bytes, (size_t)range->count);
}

/* Full-width scalars that a section's sum meets. */
static size_t full_of(sl_key_section section, const sl_key_range *range, const sl_r1cs_counts *counts) {
    const uint64_t most = counts->inputs + counts->fields;
    return section == SL_KEY_H ? (size_t)range->count : (size_t)SL_MIN(range->count, most);
}

sluice_status sl_prover_open(sl_prover **out, const sl_r1cs *r1cs, const sl_params *params, const sl_kernels *kernels,
                             sl_pool *pool, sluice_error *err) {
    sl_prover *prover = sl_small_alloc(1, sizeof *prover);
    if (prover == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a prover");
    }
    prover->r1cs = r1cs;
    prover->params = params;
    prover->kernels = kernels;
    prover->pool = pool;
    sl_r1cs_counts_get(r1cs, &prover->counts);
    sl_key_layout want;
    sluice_status status = sl_r1cs_density(r1cs, &prover->density, err);
    if (status == SLUICE_OK) {
        status = sl_key_layout_of_circuit(&want, &prover->counts, &prover->density, err);
    }
    if (status == SLUICE_OK) {
        status = sl_key_layout_match(&params->layout, &want, params->file.path, err);
    }
    if (status == SLUICE_OK) {
        status = sl_verifier_open(&prover->verifier, &params->vk, err);
    }
    if (status != SLUICE_OK) {
        sl_prover_close(prover);
        return status;
    }
    *out = prover;
    return SLUICE_OK;
}

void sl_prover_close(sl_prover *prover) {
    if (prover != NULL) {
        sl_verifier_close(prover->verifier);
        sl_density_release(&prover->density);
        free(prover);
    }
}

static void msm_plan_of(sl_msm_plan *out, sl_key_section section, const sl_key_layout *layout,
                        const sl_r1cs_counts *counts, size_t threads_n) {
    const sl_key_range *range = &layout->section[section];
    sl_msm_plan_make(out, section_group(section), chunk_of(range), full_of(section, range, counts), threads_n);
}

/* The arrays of the key as the sums read them. */
static size_t spans_make(sl_key_span *spans, const sl_key_layout *layout) {
    size_t n = 0;
    for (int phase = PHASE_H; phase < SL_PROVE_PHASES_N; phase++) {
        const sl_key_range *range = &layout->section[phase_sections[phase]];
        spans[n++] = (sl_key_span){range->offset, range->bytes, chunk_of(range) * range->element_bytes};
    }
    return n;
}

void sl_prove_plan_make(sl_prove_plan *out, const sl_r1cs_counts *counts, const sl_key_layout *layout,
                        const sl_kernels *kernels, size_t threads_n) {
    sl_key_span spans[SL_PROVE_PHASES_N];
    const size_t spans_n = spans_make(spans, layout);
    const size_t ring = sl_key_reader_memory(spans, spans_n, RING_SLOTS_N);
    const size_t vector = sizeof(sl_fr) << counts->domain_log2;
    const size_t planes = (3 * (size_t)counts->aux + (size_t)counts->inputs) / 8;
    *out = (sl_prove_plan){.prepared_bytes = planes + (size_t)counts->inputs * sizeof(sl_g1_affine) + SLACK_BYTES};
    for (int phase = 0; phase < SL_PROVE_PHASES_N; phase++) {
        size_t bytes = 3 * vector;
        if (phase == PHASE_QUOTIENT) {
            bytes += threads_n * NTT_THREAD_BYTES;
        } else if (phase >= PHASE_H) {
            sl_msm_plan plan;
            msm_plan_of(&plan, phase_sections[phase], layout, counts, threads_n);
            const size_t scalars =
                phase == PHASE_H ? vector : sl_query_feed_memory(chunk_of(&layout->section[phase_sections[phase]]));
            bytes = ring + scalars + sl_msm_memory_bytes(&plan, kernels);
        }
        out->phase[phase].name = phase_names[phase];
        out->phase[phase].bytes = bytes + SLACK_BYTES;
        out->peak_bytes = SL_MAX(out->peak_bytes, out->phase[phase].bytes);
    }
}

/* Row values and quotient. */

typedef struct rows_scan {
    const sl_fr *a, *b, *c;
    size_t n;
    atomic_bool broken;
} rows_scan;

static void rows_scan_task(void *data, size_t block, size_t worker) {
    (void)worker;
    rows_scan *scan = data;
    const size_t end = SL_MIN(scan->n, (block + 1) * ROWS_BLOCK);
    for (size_t i = block * ROWS_BLOCK; i < end; i++) {
        sl_fr product;
        sl_fr_mul(&product, &scan->a[i], &scan->b[i]);
        if (!sl_fr_eq(&product, &scan->c[i])) {
            atomic_store_explicit(&scan->broken, true, memory_order_relaxed);
            return;
        }
    }
}

/* Says which row does not hold, in the words of the circuit's scopes. SLUICE_OK if every row does. */
static sluice_status rows_explain(const sl_prover *prover, const sl_witness *witness, sluice_error *err) {
    uint64_t row;
    char path[256];
    return sl_r1cs_check(prover->r1cs, witness, prover->pool, &row, path, sizeof path, err);
}

typedef struct vectors {
    sl_buf a, b, c;
} vectors;

static void vectors_release(vectors *v) {
    sl_buf_release(&v->a);
    sl_buf_release(&v->b);
    sl_buf_release(&v->c);
}

static sluice_status vector_alloc(sl_buf *out, size_t n, const char *tag, sluice_error *err) {
    SL_TRY(sl_buf_alloc_n(out, n, sizeof(sl_fr), tag, err));
    sl_buf_mark_secret(out);
    return SLUICE_OK;
}

/* v->a, b, c become the values of all rows, the input rows and the padding to the domain included. */
static sluice_status rows_evaluate(sl_prover *prover, const sl_witness *witness, bool skip_check, vectors *v,
                                   sluice_error *err) {
    const size_t m = (size_t)1 << prover->counts.domain_log2;
    SL_TRY(vector_alloc(&v->a, m, "row values a", err));
    SL_TRY(vector_alloc(&v->b, m, "row values b", err));
    SL_TRY(vector_alloc(&v->c, m, "row values c", err));
    sl_r1cs_eval(prover->r1cs, witness, 0, m, v->a.data, v->b.data, v->c.data, prover->pool);
    if (skip_check) {
        return SLUICE_OK;
    }
    rows_scan scan = {.a = v->a.data, .b = v->b.data, .c = v->c.data, .n = (size_t)prover->counts.rows};
    sl_pool_for(prover->pool, (scan.n + ROWS_BLOCK - 1) / ROWS_BLOCK, rows_scan_task, &scan);
    if (scan.broken) {
        SL_TRY(rows_explain(prover, witness, err));
        return SL_FAIL(err, SLUICE_E_SELF_CHECK,
                       "a row did not hold when it was evaluated, yet holds now: suspect the hardware");
    }
    return SLUICE_OK;
}

/* v->a becomes the coefficients of h; b and c are given back. */
static sluice_status quotient_make(sl_prover *prover, const sl_witness *witness, vectors *v, sluice_error *err) {
    sl_ntt *ntt;
    SL_TRY(sl_ntt_open(&ntt, prover->counts.domain_log2, prover->kernels, prover->pool, err));
    sl_ntt_quotient(ntt, v->a.data, v->b.data, v->c.data);
    sl_ntt_close(ntt);
    sl_buf_release(&v->b);
    sl_buf_release(&v->c);
    const sl_fr *h = v->a.data;
    if (!sl_fr_is_zero(&h[prover->params->layout.section[SL_KEY_H].count])) {
        SL_TRY(rows_explain(prover, witness, err));
        return SL_FAIL(err, SLUICE_E_SELF_CHECK,
                       "the quotient leaves a remainder although every row holds: suspect the hardware");
    }
    return SLUICE_OK;
}

/* Sums over the arrays of the key. */

typedef struct sums {
    sl_g1 a, b1, h, l;
    sl_g2 b2;
} sums;

typedef struct sum_job {
    sl_prover *prover;
    sl_key_reader *reader;
    sl_key_section section;
    const sl_fr *coefficients; /* of h, or NULL: then the feed gives the scalars */
    sl_query_feed *feed;
    const char *stage;
    const sl_observer *observer;
} sum_job;

static sluice_status sum_run(const sum_job *job, sl_msm *msm, sluice_error *err) {
    const sl_key_range *range = &job->prover->params->layout.section[job->section];
    for (uint64_t done = 0; done < range->count;) {
        const uint8_t *bases;
        size_t bytes;
        SL_TRY(sl_key_reader_next(job->reader, &bases, &bytes, err));
        const size_t n = bytes / range->element_bytes;
        sl_msm_chunk chunk = {.bases = bases, .n = n};
        if (job->coefficients != NULL) {
            chunk.full = job->coefficients + done;
            chunk.full_n = n;
        } else {
            sl_query_chunk scalars;
            sl_query_feed_next(job->feed, n, &scalars);
            chunk.bits = scalars.bits;
            chunk.full_at = scalars.full_at;
            chunk.full = scalars.full;
            chunk.full_n = scalars.full_n;
        }
        const sluice_status status = sl_msm_add(msm, &chunk, err);
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "%s: section %s", job->prover->params->file.path,
                                   sl_key_section_name(job->section));
        }
        done += n;
        SL_TRY(sl_observe_progress(job->observer, job->stage, done, range->count, err));
    }
    return SLUICE_OK;
}

static void sum_store(sl_key_section section, sl_msm *msm, sums *out) {
    if (section == SL_KEY_B_G2) {
        sl_msm_result_g2(msm, &out->b2);
        return;
    }
    sl_g1 *const to[SL_KEY_SECTIONS_N] = {
        [SL_KEY_H] = &out->h, [SL_KEY_L] = &out->l, [SL_KEY_A] = &out->a, [SL_KEY_B_G1] = &out->b1};
    sl_msm_result_g1(msm, to[section]);
}

/* Opens a sum with its plan, runs it and keeps the result; an empty array leaves the identity that is there. */
static sluice_status sum_make(const sum_job *job, sums *out, sluice_error *err) {
    if (job->prover->params->layout.section[job->section].count == 0) {
        return SLUICE_OK;
    }
    sl_msm_plan plan;
    msm_plan_of(&plan, job->section, &job->prover->params->layout, &job->prover->counts,
                sl_pool_threads(job->prover->pool));
    sl_msm *msm;
    SL_TRY(sl_msm_open(&msm, &plan, job->prover->kernels, job->prover->pool, err));
    const sluice_status status = sum_run(job, msm, err);
    if (status == SLUICE_OK) {
        sum_store(job->section, msm, out);
    }
    sl_msm_close(msm);
    return status;
}

/* The feed of a section's scalars: which inputs and which densities take part (spec 1.3). */
static sluice_status feed_open(const sl_prover *prover, sl_query_feed *out, const sl_witness *witness,
                               sl_key_section section, sluice_error *err) {
    const sl_density *density = &prover->density;
    const size_t chunk_n = chunk_of(&prover->params->layout.section[section]);
    const uint64_t *input_density = NULL, *aux_density = NULL;
    size_t inputs_n = witness->inputs_n;
    if (section == SL_KEY_L) {
        inputs_n = 0;
    } else if (section == SL_KEY_A) {
        aux_density = density->a_aux;
    } else {
        input_density = density->b_inputs;
        aux_density = density->b_aux;
    }
    return sl_query_feed_open(out, witness, inputs_n, input_density, aux_density, prover->r1cs->wire_types, chunk_n,
                              err);
}

/* One phase; `coefficients` are those of h, NULL for the other sections. */
static sluice_status section_sum(sl_prover *prover, sl_key_reader *reader, const sl_witness *witness, int phase,
                                 const sl_fr *coefficients, const sl_observer *observer, sums *out, sluice_error *err) {
    sl_query_feed feed = {0};
    const sum_job job = {.prover = prover,
                         .reader = reader,
                         .section = phase_sections[phase],
                         .coefficients = coefficients,
                         .feed = &feed,
                         .stage = phase_names[phase],
                         .observer = observer};
    sluice_status status = SLUICE_OK;
    sl_observe_stage(observer, job.stage, false);
    if (coefficients == NULL) {
        status = feed_open(prover, &feed, witness, job.section, err);
    }
    if (status == SLUICE_OK) {
        status = sum_make(&job, out, err);
    }
    sl_query_feed_close(&feed);
    sl_observe_stage(observer, job.stage, true);
    return status;
}

/* All five sums, in the order of the file. *h_values is released as soon as it has been used. */
static sluice_status sums_make(sl_prover *prover, const sl_witness *witness, sl_buf *h_values,
                               const sl_observer *observer, sums *out, sluice_error *err) {
    sl_key_span spans[SL_PROVE_PHASES_N];
    const size_t spans_n = spans_make(spans, &prover->params->layout);
    sl_key_reader *reader;
    *out = (sums){sl_g1_identity(), sl_g1_identity(), sl_g1_identity(), sl_g1_identity(), sl_g2_identity()};
    SL_TRY(sl_key_reader_open(&reader, &prover->params->file, spans, spans_n, RING_SLOTS_N, err));
    sluice_status status = section_sum(prover, reader, witness, PHASE_H, h_values->data, observer, out, err);
    sl_buf_release(h_values);
    for (int phase = PHASE_L; phase < SL_PROVE_PHASES_N && status == SLUICE_OK; phase++) {
        status = section_sum(prover, reader, witness, phase, NULL, observer, out, err);
    }
    sl_key_reader_close(reader);
    return status;
}

/* Assembly and check. */

static void g1_add_product(sl_g1 *sum, const sl_g1 *point, const sl_fr *k) {
    sl_g1 t;
    sl_g1_mul_vt(&t, point, k);
    sl_g1_add(sum, sum, &t);
}

static void g1_add_key_product(sl_g1 *sum, const sl_g1_affine *point, const sl_fr *k) {
    sl_g1 t;
    sl_g1_from_affine(&t, point);
    g1_add_product(sum, &t, k);
}

/* Spec 1.4. */
static void proof_assemble(sl_proof *out, const sl_vk *vk, const sums *sum, const sl_fr *r, const sl_fr *s) {
    sl_fr rs;
    sl_fr_mul(&rs, r, s);

    sl_g1 a = sum->a;
    sl_g1_add_affine(&a, &a, &vk->alpha_g1);
    g1_add_key_product(&a, &vk->delta_g1, r);

    sl_g2 b, t;
    sl_g2_from_affine(&t, &vk->delta_g2);
    sl_g2_mul_vt(&t, &t, s);
    sl_g2_add_affine(&b, &sum->b2, &vk->beta_g2);
    sl_g2_add(&b, &b, &t);

    sl_g1 c;
    sl_g1_add(&c, &sum->h, &sum->l);
    g1_add_product(&c, &sum->a, s);
    g1_add_product(&c, &sum->b1, r);
    g1_add_key_product(&c, &vk->delta_g1, &rs);
    g1_add_key_product(&c, &vk->alpha_g1, s);
    g1_add_key_product(&c, &vk->beta_g1, r);

    sl_g1_to_affine_vt(&out->a, &a);
    sl_g2_to_affine_vt(&out->b, &b);
    sl_g1_to_affine_vt(&out->c, &c);
    sl_wipe(&rs, sizeof rs);
}

/*
 * The proof goes through its 192 bytes and the strict reader, so that what is checked is what others will see: points
 * of a damaged key may lead out of the subgroup, which the pairing alone need not notice.
 */
static sluice_status proof_check(const sl_prover *prover, const sl_witness *witness, const sl_proof *proof,
                                 sluice_error *err) {
    uint8_t bytes[SL_PROOF_BYTES];
    sl_claim claim = {.inputs = witness->inputs + 1, .inputs_n = witness->inputs_n - 1};
    sl_proof_write(bytes, proof);
    sluice_status status = sl_proof_read(&claim.proof, bytes, err);
    if (status == SLUICE_OK) {
        status = sl_verifier_check(prover->verifier, &claim, 1, err);
    }
    if (status != SLUICE_E_INPUT && status != SLUICE_E_PROOF_INVALID) {
        return status;
    }
    SL_TRY(rows_explain(prover, witness, err));
    SL_TRY(sl_params_check_unchanged(prover->params, err));
    return SL_FAIL(
        err, SLUICE_E_SELF_CHECK,
        "the proof does not verify although every row holds: suspect the key file %s (params check) or the hardware",
        prover->params->file.path);
}

static sluice_status witness_match(const sl_prover *prover, const sl_witness *witness, sluice_error *err) {
    const sl_r1cs_counts *counts = &prover->counts;
    if (witness->inputs_n != counts->inputs || witness->aux_n != counts->aux || witness->fields_n != counts->fields) {
        return SL_FAIL(err, SLUICE_E_MISMATCH,
                       "the circuit has %" PRIu64 " inputs, %" PRIu64 " auxiliary wires, %" PRIu64
                       " of them field values; the witness has %zu, %zu and %zu",
                       counts->inputs, counts->aux, counts->fields, witness->inputs_n, witness->aux_n,
                       witness->fields_n);
    }
    const sl_fr one = sl_fr_one();
    if (!sl_fr_eq(&witness->inputs[0], &one)) {
        return SL_FAIL(err, SLUICE_E_INPUT, "input 0 of a witness must be 1");
    }
    return SLUICE_OK;
}

static sluice_status blinding_draw(sl_fr *r, sl_fr *s, const sl_prove_options *options, sluice_error *err) {
    if (options != NULL && options->r != NULL && options->s != NULL) {
        *r = *options->r;
        *s = *options->s;
        return SLUICE_OK;
    }
    SL_TRY(sl_fr_random(r, err));
    return sl_fr_random(s, err);
}

static void sums_report(sl_prove_sums *out, const sums *sum) {
    sl_g1_to_affine_vt(&out->a, &sum->a);
    sl_g1_to_affine_vt(&out->b1, &sum->b1);
    sl_g2_to_affine_vt(&out->b2, &sum->b2);
    sl_g1_to_affine_vt(&out->h, &sum->h);
    sl_g1_to_affine_vt(&out->l, &sum->l);
}

sluice_status sl_prover_prove(sl_prover *prover, const sl_witness *witness, const sl_prove_options *options,
                              sl_proof *out, sluice_error *err) {
    const sl_observer *observer = options == NULL ? NULL : options->observer;
    vectors v = {SL_BUF_EMPTY, SL_BUF_EMPTY, SL_BUF_EMPTY};
    sums sum;
    sl_fr r, s;
    sl_proof proof;
    SL_TRY(witness_match(prover, witness, err));
    /* Before the work: a generator that fails must not cost a proof. */
    sluice_status status = blinding_draw(&r, &s, options, err);
    if (status == SLUICE_OK) {
        sl_observe_stage(observer, phase_names[PHASE_ROWS], false);
        status = rows_evaluate(prover, witness, options != NULL && options->skip_row_check, &v, err);
        sl_observe_stage(observer, phase_names[PHASE_ROWS], true);
    }
    if (status == SLUICE_OK) {
        sl_observe_stage(observer, phase_names[PHASE_QUOTIENT], false);
        status = quotient_make(prover, witness, &v, err);
        sl_observe_stage(observer, phase_names[PHASE_QUOTIENT], true);
    }
    if (status == SLUICE_OK) {
        status = sums_make(prover, witness, &v.a, observer, &sum, err);
    }
    vectors_release(&v);
    if (status == SLUICE_OK) {
        sl_observe_stage(observer, "check", false);
        proof_assemble(&proof, &prover->params->vk, &sum, &r, &s);
        status = proof_check(prover, witness, &proof, err);
        sl_observe_stage(observer, "check", true);
    }
    if (status == SLUICE_OK) {
        *out = proof;
        if (options != NULL && options->sums != NULL) {
            sums_report(options->sums, &sum);
        }
    }
    sl_wipe(&sum, sizeof sum);
    sl_wipe(&r, sizeof r);
    sl_wipe(&s, sizeof s);
    return status;
}
