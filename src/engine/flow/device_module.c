// SPDX-License-Identifier: MIT OR Apache-2.0
/* A device of a module: which proofs it makes when. Keys and their upload are device_module_keys.c's. */
#include <stdio.h>
#include <stdlib.h>

#include "backends/module/module_load.h"
#include "core/base/clock.h"
#include "core/mem/small.h"
#include "engine/flow/device_module_state.h"

/* What one start works with. */
typedef struct module_start {
    module_device *self;
    stored_key *key;
    sl_module_proof *proof;
    const sl_observer *observer; /* the caller's, or NULL */
    double stage_began_s;
    bool has_stages;             /* they are timed */
    sl_device_module_stats took; /* of this start */
} module_start;

/* The backend that the prover sees (prover_backend.h). */

static sluice_status proof_open(void *data, void **job, sluice_error *err) {
    module_start *start = data;
    module_device *self = start->self;
    sluice_status status = SLUICE_OK;
    (void)pthread_mutex_lock(&self->lock);
    while (status == SLUICE_OK && start->key->proofs_n == self->options.proofs_n) {
        status = sl_module_changed_wait(self, start->observer, err);
    }
    start->key->proofs_n += status == SLUICE_OK;
    start->has_stages = self->takes_stages && self->prove->proof_stages != NULL;
    (void)pthread_mutex_unlock(&self->lock);
    SL_TRY(status);
    status = self->prove->proof_open(start->key->key, &start->proof, err);
    if (status == SLUICE_OK && start->has_stages) {
        status = self->prove->proof_stages(start->proof, err);
        if (status != SLUICE_OK) {
            self->prove->proof_close(start->proof);
        }
    }
    if (status != SLUICE_OK) {
        sl_module_proof_end(self, start->key);
        return status;
    }
    *job = start;
    return SLUICE_OK;
}

static sluice_status proof_witness(void *job, const sl_witness *witness, bool is_checked, bool *is_broken,
                                   sluice_error *err) {
    const module_start *start = job;
    const sl_module_witness arrays = sl_device_witness(witness);
    uint32_t row = SL_MODULE_ROWS_HOLD;
    SL_TRY(start->self->options.table->rows->proof_witness(start->proof, start->key->circuit, &arrays, is_checked, &row,
                                                           err));
    *is_broken = row != SL_MODULE_ROWS_HOLD;
    return SLUICE_OK;
}

static sluice_status proof_rows(void *job, unsigned vector, uint64_t first, const sl_fr *values, size_t n,
                                sluice_error *err) {
    const module_start *start = job;
    return start->self->prove->proof_rows(start->proof, vector, first, values, n, err);
}

static sluice_status proof_h(void *job, sl_g1_affine *out, sluice_error *err) {
    const module_start *start = job;
    return start->self->prove->proof_h(start->proof, out, err);
}

static sluice_status proof_queries(void *job, const sl_query_chunk terms[SL_KEY_SECTIONS_N], sl_prove_sums *out,
                                   sluice_error *err) {
    const module_start *start = job;
    sl_module_terms sections[SL_MODULE_SECTIONS_N] = {0};
    for (int i = SL_MODULE_L; i < SL_MODULE_SECTIONS_N && terms != NULL; i++) {
        const sl_query_chunk *from = &terms[sl_module_key_section((sl_module_section)i)];
        sections[i] = (sl_module_terms){from->bits, from->full_at, from->full, from->full_n};
    }
    sl_module_query_sums sums;
    SL_TRY(start->self->prove->proof_queries(start->proof, terms == NULL ? NULL : sections, &sums, err));
    out->l = sums.l;
    out->a = sums.a;
    out->b1 = sums.b_g1;
    out->b2 = sums.b_g2;
    return SLUICE_OK;
}

static void proof_close(void *job) {
    module_start *start = job;
    sl_module_proof_times times;
    start->self->prove->proof_times(start->proof, &times);
    start->took.rows_ms = times.rows;
    start->took.quotient_ms = times.quotient;
    start->took.h_ms = times.h;
    start->took.l_a_b_g1_ms = times.l_a_b_g1;
    start->took.b_g2_ms = times.b_g2;
    start->took.wait_ms = times.wait;
    start->took.upload_ms = times.upload;
    start->took.staged = times;
    start->self->prove->proof_close(start->proof);
    sl_module_proof_end(start->self, start->key);
}

/* The observer of a start: passes on, and takes the times of stages. */

static void stage_take(void *data, const char *name, bool is_end, size_t live_bytes) {
    module_start *start = data;
    sl_device_module_stats *took = &start->took;
    const double now = sl_clock_seconds();
    if (is_end) {
        double *const into[] = {&took->terms_s, &took->rows_s, &took->h_s, &took->sums_s};
        static const char *const names[] = {"terms", "rows", "sum h", "sums"};
        for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
            if (strcmp(name, names[i]) == 0) {
                *into[i] += now - start->stage_began_s;
            }
        }
    }
    start->stage_began_s = now;
    if (start->observer != NULL && start->observer->stage != NULL) {
        start->observer->stage(start->observer->data, name, is_end, live_bytes);
    }
}

static int progress_pass(void *data, const char *name, uint64_t done, uint64_t total) {
    const module_start *start = data;
    return start->observer == NULL || start->observer->progress == NULL
               ? 0
               : start->observer->progress(start->observer->data, name, done, total);
}

/* With the lock. */
static void stats_add(sl_device_module_stats *to, const sl_device_module_stats *took) {
    to->proofs_n++;
    to->terms_s += took->terms_s;
    to->rows_s += took->rows_s;
    to->h_s += took->h_s;
    to->sums_s += took->sums_s;
    to->rows_ms += took->rows_ms;
    to->quotient_ms += took->quotient_ms;
    to->h_ms += took->h_ms;
    to->l_a_b_g1_ms += took->l_a_b_g1_ms;
    to->b_g2_ms += took->b_g2_ms;
    to->wait_ms += took->wait_ms;
    to->upload_ms += took->upload_ms;
}

/* With the lock. */
static void staged_add(sl_device_module_stats *to, const sl_module_proof_times *took) {
    to->staged_n++;
    to->staged.rows += took->rows;
    to->staged.upload += took->upload;
    to->staged.quotient += took->quotient;
    for (int group = 0; group < 2; group++) {
        for (int i = 0; i < SL_MODULE_SUM_STAGES_N; i++) {
            sl_module_stage *stage = &to->staged.stages[group][i];
            stage->ms += took->stages[group][i].ms;
            stage->additions += took->stages[group][i].additions;
            stage->bytes += took->stages[group][i].bytes;
        }
    }
}

/* The device's part of a proof, with its key at hand. */
static sluice_status start_run(module_start *start, const sl_device_work *work, sl_witness *witness,
                               sl_pending **pending, sluice_error *err) {
    const bool takes_witness = start->self->base.takes_witness;
    const sl_prover_backend backend = {
        start, proof_open, takes_witness ? proof_witness : NULL, proof_rows, proof_h, proof_queries, proof_close};
    const sl_observer observer = {stage_take, progress_pass, start};
    const sl_prove_options options = {
        .r = work->r,
        .s = work->s,
        .pool = start->self->pools[work->is_urgent],
        .plan = work->plan,
        .backend = &backend,
        .observer = &observer,
        .skip_row_check = work->skip_row_check,
    };
    return sl_prover_start(work->prover, witness, &options, pending, err);
}

static sluice_status module_start_step(sl_device *device, const sl_device_work *work, sl_witness *witness,
                                       void **pending, sluice_error *err) {
    module_device *self = (module_device *)device;
    module_start start = {.self = self, .observer = work->observer};
    sl_pending *started;
    SL_TRY(sl_module_key_take(self, work, &start.key, err));
    const sluice_status status = start_run(&start, work, witness, &started, err);
    (void)pthread_mutex_lock(&self->lock);
    if (status == SLUICE_OK) {
        stats_add(&self->stats, &start.took);
        if (start.has_stages) {
            sl_r1cs_counts counts;
            sl_r1cs_counts_get(sl_prover_r1cs(work->prover), &counts);
            self->stats.domain_log2 = counts.domain_log2;
            self->stats.is_folded = sl_prover_params(work->prover)->layout.is_folded;
            staged_add(&self->stats, &start.took.staged);
        }
    }
    (void)pthread_mutex_unlock(&self->lock);
    sl_module_key_give(self, start.key, status == SLUICE_E_DEVICE);
    if (status == SLUICE_OK) {
        *pending = started;
    }
    return status;
}

static sluice_status module_finish_step(sl_device *device, const sl_device_work *work, void *pending, sl_proof *out,
                                        sl_prove_sums *sums, sluice_error *err) {
    const module_device *self = (const module_device *)device;
    const sl_prove_options options = {
        .pool = self->pools[work->is_urgent], .observer = work->observer, .sums = sums, .defer_check = true};
    return sl_prover_finish(pending, &options, out, err);
}

static void module_release(sl_device *device, void *pending) {
    (void)device;
    sl_pending_release(pending);
}

static void module_close(sl_device *device) {
    module_device *self = (module_device *)device;
    sl_module_device_shut(self);
    sl_pool_close(self->pools[0]);
    sl_pool_close(self->pools[1]);
    (void)pthread_cond_destroy(&self->changed);
    (void)pthread_mutex_destroy(&self->lock);
    free(self);
}

static const sl_device_ops module_ops = {module_start_step, module_finish_step, module_release, module_close};

bool sl_device_module_takes_witness(const sl_module_table *table) {
    return table->rows != NULL && table->rows->proof_witness != NULL;
}

sluice_status sl_device_module_open(sl_device **out, const sl_device_module_options *options, sluice_error *err) {
    if (options->table->prove == NULL) {
        return SL_FAIL(err, SLUICE_E_UNKNOWN, "the %s module makes no proofs", options->table->name);
    }
    if (!options->is_checked) {
        SL_TRY(sl_module_device_check(options->table, options->index, err));
    }
    module_device *self = sl_small_alloc(1, sizeof *self);
    if (self == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a device");
    }
    *self = (module_device){.base = {.ops = &module_ops,
                                     .is_elsewhere = true,
                                     .takes_witness = sl_device_module_takes_witness(options->table)},
                            .options = *options,
                            .prove = options->table->prove};
    (void)snprintf(self->base.name, sizeof self->base.name, "%.12s %u", options->table->name, options->number);
    (void)pthread_mutex_init(&self->lock, NULL);
    sl_clock_cond_init(&self->changed);
    sluice_status status = sl_pool_open(&self->pools[0], options->threads_n, err);
    if (status == SLUICE_OK) {
        status = sl_pool_open(&self->pools[1], options->threads_n, err);
    }
    if (status == SLUICE_OK) {
        status = options->table->device_info(&self->stats.info, options->index, err);
    }
    if (status == SLUICE_OK) {
        status = options->table->device_open(&self->device, options->index, err);
    }
    if (status != SLUICE_OK) {
        module_close(&self->base);
        return status;
    }
    *out = &self->base;
    return SLUICE_OK;
}

void sl_device_module_stats_get(sl_device *device, sl_device_module_stats *out) {
    module_device *self = (module_device *)device;
    SL_ASSERT(device->ops == &module_ops);
    (void)pthread_mutex_lock(&self->lock);
    *out = self->stats;
    (void)pthread_mutex_unlock(&self->lock);
}

void sl_device_module_stages_take(sl_device *device, bool is_on) {
    module_device *self = (module_device *)device;
    SL_ASSERT(device->ops == &module_ops);
    (void)pthread_mutex_lock(&self->lock);
    self->takes_stages = is_on;
    (void)pthread_mutex_unlock(&self->lock);
}
