// SPDX-License-Identifier: MIT OR Apache-2.0
/* Opening a prover; starting and finishing proofs; assembly and check. */
#include "proof/groth16/prover.h"

#include <inttypes.h>

#include "core/mem/small.h"
#include "core/sys/random.h"
#include "proof/groth16/prover_state.h"

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

const sl_verifier *sl_prover_verifier(const sl_prover *prover) {
    return prover->verifier;
}

const sl_params *sl_prover_params(const sl_prover *prover) {
    return prover->params;
}

const sl_r1cs *sl_prover_r1cs(const sl_prover *prover) {
    return prover->r1cs;
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
static void proof_assemble(sl_proof *out, const sl_vk *vk, const sl_sums *sum, const sl_fr *r, const sl_fr *s) {
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
static sluice_status proof_check(const sl_prove_run *run, const sl_proof *proof, sluice_error *err) {
    const sl_prover *prover = run->prover;
    uint8_t bytes[SL_PROOF_BYTES];
    sl_claim claim = {.inputs = run->witness->inputs + 1, .inputs_n = run->witness->inputs_n - 1};
    sl_proof_write(bytes, proof);
    sluice_status status = sl_proof_read(&claim.proof, bytes, err);
    if (status == SLUICE_OK) {
        status = sl_verifier_check(prover->verifier, &claim, 1, err);
    }
    if (status != SLUICE_E_INPUT && status != SLUICE_E_PROOF_INVALID) {
        return status;
    }
    SL_TRY(sl_rows_explain(run, err));
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

static void sums_report(sl_prove_sums *out, const sl_sums *sum) {
    sl_g1_to_affine_vt(&out->a, &sum->a);
    sl_g1_to_affine_vt(&out->b1, &sum->b1);
    sl_g2_to_affine_vt(&out->b2, &sum->b2);
    sl_g1_to_affine_vt(&out->h, &sum->h);
    sl_g1_to_affine_vt(&out->l, &sum->l);
}

/* A proof between start and finish. */

struct sl_pending {
    const sl_prover *prover;
    sl_witness witness; /* its storage is empty where the witness is borrowed */
    sl_prove_plan plan;
    sl_fr r, s;
    sl_sums sums;
    double key_wait_s;
};

void sl_pending_release(sl_pending *pending) {
    if (pending == NULL) {
        return;
    }
    sl_witness_release(&pending->witness);
    sl_wipe(pending, sizeof *pending);
    free(pending);
}

/* The pool of a call, and whether the plan is for it. */
static sluice_status pool_choose(sl_pool **out, const sl_prover *prover, const sl_prove_plan *plan,
                                 const sl_prove_options *options, sluice_error *err) {
    sl_pool *pool = options->pool == NULL ? prover->pool : options->pool;
    if (plan != NULL && plan->threads_n != sl_pool_threads(pool)) {
        return SL_FAIL(err, SLUICE_E_USAGE, "a plan for %zu threads, the pool has %zu", plan->threads_n,
                       sl_pool_threads(pool));
    }
    *out = pool;
    return SLUICE_OK;
}

static sluice_status pending_run(sl_pending *pending, sl_pool *pool, const sl_prove_options *options,
                                 sluice_error *err) {
    const sl_prove_run run = {pending->prover,   &pending->witness,      &pending->plan, pool,
                              options->observer, options->scratch_folder};
    if (pending->plan.block_log2 != 0 && options->scratch_folder == NULL) {
        return SL_FAIL(err, SLUICE_E_USAGE, "the plan needs a folder for a temporary file");
    }
    /* Before the work: a generator that fails must not cost a proof. */
    SL_TRY(blinding_draw(&pending->r, &pending->s, options, err));
    if (options->backend != NULL) {
        return sl_sums_elsewhere(&run, options->backend, options->skip_row_check, &pending->sums, err);
    }
    sl_quotient h;
    SL_TRY(sl_quotient_make(&run, options->skip_row_check, &h, err));
    return sl_sum_h(&run, &h, &pending->sums, &pending->key_wait_s, err);
}

/* A pending proof that borrows the witness. */
static sluice_status pending_make(const sl_prover *prover, const sl_witness *witness, const sl_prove_options *options,
                                  sl_pending **out, sluice_error *err) {
    sl_pool *pool;
    SL_TRY(witness_match(prover, witness, err));
    SL_TRY(pool_choose(&pool, prover, options->plan, options, err));
    if (options->plan != NULL && options->plan->is_elsewhere != (options->backend != NULL)) {
        return SL_FAIL(err, SLUICE_E_USAGE, "a plan for a proof that is computed elsewhere, or not");
    }
    sl_pending *pending = sl_small_alloc(1, sizeof *pending);
    if (pending == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a proof");
    }
    *pending = (sl_pending){
        .prover = prover,
        .witness = *witness,
        .sums = {sl_g1_identity(), sl_g1_identity(), sl_g1_identity(), sl_g1_identity(), sl_g2_identity()},
    };
    pending->witness.storage = SL_BUF_EMPTY;
    sluice_status status = SLUICE_OK;
    if (options->plan != NULL) {
        pending->plan = *options->plan;
    } else if (options->backend != NULL) {
        sl_prove_plan_elsewhere(&pending->plan, &prover->counts, &prover->params->layout, sl_pool_threads(pool),
                                options->backend->witness != NULL);
    } else {
        status = sl_prove_plan_make(&pending->plan, &prover->counts, &prover->params->layout, prover->kernels,
                                    sl_pool_threads(pool), 0, err);
    }
    if (status == SLUICE_OK) {
        status = pending_run(pending, pool, options, err);
    }
    if (status != SLUICE_OK) {
        sl_pending_release(pending);
        return status;
    }
    *out = pending;
    return SLUICE_OK;
}

sluice_status sl_prover_start(const sl_prover *prover, sl_witness *witness, const sl_prove_options *options,
                              sl_pending **out, sluice_error *err) {
    const sl_prove_options defaults = {0};
    sl_pending *pending;
    SL_TRY(pending_make(prover, witness, options == NULL ? &defaults : options, &pending, err));
    sl_buf_move(&pending->witness.storage, &witness->storage);
    *witness = (sl_witness){0};
    *out = pending;
    return SLUICE_OK;
}

sluice_status sl_prover_finish(sl_pending *pending, const sl_prove_options *options, sl_proof *out, sluice_error *err) {
    const sl_prove_options defaults = {0};
    options = options == NULL ? &defaults : options;
    const sl_prover *prover = pending->prover;
    sl_prove_run run = {prover, &pending->witness, &pending->plan, NULL, options->observer, NULL};
    SL_TRY(pool_choose(&run.pool, prover, &pending->plan, options, err));
    sl_sums sums = pending->sums; /* so that finish may be called again */
    sl_proof proof;
    double wait_s = pending->key_wait_s;
    sluice_status status = pending->plan.is_elsewhere ? SLUICE_OK : sl_sums_rest(&run, &sums, &wait_s, err);
    if (status == SLUICE_OK) {
        sl_observe_stage(run.observer, "check", false);
        proof_assemble(&proof, &prover->params->vk, &sums, &pending->r, &pending->s);
        status = options->defer_check ? SLUICE_OK : proof_check(&run, &proof, err);
        sl_observe_stage(run.observer, "check", true);
    }
    if (status == SLUICE_OK) {
        *out = proof;
        if (options->sums != NULL) {
            sums_report(options->sums, &sums);
        }
        if (options->stats != NULL) {
            *options->stats = (sl_prove_stats){.key_wait_s = wait_s};
        }
    }
    sl_wipe(&sums, sizeof sums);
    return status;
}

sluice_status sl_prover_prove(const sl_prover *prover, const sl_witness *witness, const sl_prove_options *options,
                              sl_proof *out, sluice_error *err) {
    const sl_prove_options defaults = {0};
    options = options == NULL ? &defaults : options;
    sl_pending *pending;
    SL_TRY(pending_make(prover, witness, options, &pending, err));
    const sluice_status status = sl_prover_finish(pending, options, out, err);
    sl_pending_release(pending);
    return status;
}
