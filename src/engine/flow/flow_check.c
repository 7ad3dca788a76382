// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Verification of a job, what a failure says, and delivery.
 *
 * All proofs of a job are checked together, after they went through their bytes and the strict reader. Those that are
 * bad are computed again; the five sums of both runs then say where the fault was.
 */
#include <stdio.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/mem/small.h"
#include "engine/flow/flow_state.h"

/* Which sums differ between two runs of one partition, and what that means. */
static const char *sums_compare(const sl_prove_sums *x, const sl_prove_sums *y) {
    const bool a = !sl_g1_affine_eq(&x->a, &y->a);
    const bool b1 = !sl_g1_affine_eq(&x->b1, &y->b1);
    const bool b2 = !sl_g2_affine_eq(&x->b2, &y->b2);
    const bool h = !sl_g1_affine_eq(&x->h, &y->h);
    const bool l = !sl_g1_affine_eq(&x->l, &y->l);
    const int others = a + b1 + b2 + l;
    if (h && others == 0) {
        return "only h differed: the quotient or its bases";
    }
    if (!h && others == 1) {
        return a    ? "only a differed: the sum over a"
               : l  ? "only l differed: the sum over l"
               : b1 ? "only b in G1 differed: the sum over b in G1"
                    : "only b in G2 differed: the sum over b in G2";
    }
    if (!h && others == 0) {
        return "no sum differed: the assembly, or the key";
    }
    return h && others == 4 ? "all sums differed: the witness" : "several sums differed: more than one fault";
}

static void diagnosis_set(sl_flow *flow, sl_flow_job *job, unsigned k, const char *what) {
    sl_flow_try *try = &job->tries[k];
    (void)snprintf(job->diagnosis, sizeof job->diagnosis, "partition %u, %s: %s", job->spec.first_partition + k,
                   flow->config.devices[try->device]->name, what);
    sl_flow_tell(flow, "diagnosed", job, NULL, 0, job->diagnosis);
}

static bool is_final(sluice_status status) {
    return status == SLUICE_E_MISMATCH || status == SLUICE_E_INPUT || status == SLUICE_E_USAGE ||
           status == SLUICE_E_INTERNAL;
}

static uint64_t text_digest(const char *text) {
    uint64_t digest = UINT64_C(0xcbf29ce484222325);
    for (; *text != 0; text++) {
        digest = (digest ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    }
    return digest | 1;
}

/*
 * A bit that falls over in memory looks like a witness that does not satisfy the circuit. A case that really does not
 * says the same, row and values, of two witnesses made anew.
 */
typedef enum unsatisfied { UNSATISFIED_NOT, UNSATISFIED_FIRST, UNSATISFIED_SAME, UNSATISFIED_OTHER } unsatisfied;

static unsatisfied unsatisfied_compare(sl_flow_try *try, const sluice_error *error) {
    const uint64_t before = try->unsatisfied;
    try->unsatisfied = error->status == SLUICE_E_UNSATISFIED ? text_digest(error->text) : 0;
    if (try->unsatisfied == 0) {
        return UNSATISFIED_NOT;
    }
    return before == 0 ? UNSATISFIED_FIRST : before == try->unsatisfied ? UNSATISFIED_SAME : UNSATISFIED_OTHER;
}

void sl_flow_fail(sl_flow *flow, sl_flow_part *part, sl_sched_stage stage, bool from_scratch, uint32_t device,
                  const sluice_error *error) {
    sl_flow_job *job = part->job;
    const unsatisfied row = unsatisfied_compare(&job->tries[part->index], error);
    const bool permanent = is_final(error->status) || row == UNSATISFIED_SAME;
    /*
     * Whom to blame: not the device for what memory, budget or the case itself may have done. A row that does not hold
     * is the case's first; if something else had failed before, it is the device's, for the next try has to be
     * elsewhere.
     */
    const bool may_be_case = row == UNSATISFIED_SAME || (row == UNSATISFIED_FIRST && part->attempt == 0);
    const bool is_machine = !is_final(error->status) && error->status != SLUICE_E_NO_MEMORY &&
                            error->status != SLUICE_E_BUDGET && !may_be_case;
    job->error = *error;
    (void)sl_error_prefix(&job->error, error->status, "partition %u: %s%s%s", job->spec.first_partition + part->index,
                          sl_sched_stage_name(stage), device == SL_SCHED_NONE ? "" : " on ",
                          device == SL_SCHED_NONE ? "" : flow->config.devices[device]->name);
    job->failures++;
    flow->failures++;
    sl_flow_tell(flow, "failed", job, part, 0, job->error.text);
    if (is_machine && device != SL_SCHED_NONE) {
        sl_flow_device_blame(flow, device);
    }
    if (error->status == SLUICE_E_NO_MEMORY || error->status == SLUICE_E_BUDGET) {
        sl_flow_budget_tell(flow); /* else all tries are made at once, against a budget that others have taken */
    }
    sl_flow_post(flow, (sl_event){
                           .type = SL_EV_FAILED,
                           .part = part->id,
                           .stage = stage,
                           .permanent = permanent,
                           .from_scratch = from_scratch,
                           .device = is_machine ? device : SL_SCHED_NONE,
                           .status = error->status,
                       });
}

/* Claims over proofs as others will read them; *bad[k] for those that cannot even be read. */
static void claims_make(const sl_flow_job *job, sl_claim *claims, bool *bad) {
    const size_t n = job->spec.source.publics_n;
    for (unsigned k = 0; k < job->spec.source.partitions_n; k++) {
        uint8_t bytes[SL_PROOF_BYTES];
        claims[k] = (sl_claim){.inputs = job->publics + (size_t)k * n, .inputs_n = n};
        sl_proof_write(bytes, &job->tries[k].proof);
        bad[k] = sl_proof_read(&claims[k].proof, bytes, NULL) != SLUICE_OK;
    }
}

/* Which proofs are bad. Another status than SLUICE_OK: the question could not be asked. */
static sluice_status proofs_check(const sl_flow_job *job, sl_claim *claims, bool *bad, sluice_error *err) {
    const sl_verifier *verifier = job->resident->verifier;
    const unsigned n = job->spec.source.partitions_n;
    claims_make(job, claims, bad);
    bool any = false;
    for (unsigned k = 0; k < n; k++) {
        any = any || bad[k];
    }
    if (!any) {
        const sluice_status status = sl_verifier_check(verifier, claims, n, err);
        if (status != SLUICE_E_PROOF_INVALID) {
            return status;
        }
    }
    for (unsigned k = 0; k < n; k++) {
        if (bad[k]) {
            continue;
        }
        const sluice_status status = sl_verifier_check(verifier, &claims[k], 1, err);
        if (status != SLUICE_OK && status != SLUICE_E_PROOF_INVALID) {
            return status;
        }
        bad[k] = status == SLUICE_E_PROOF_INVALID;
    }
    return SLUICE_OK;
}

/* With the lock: a partition's proof was good or bad; a second run is compared with the bad one before it. */
static void verdict_take(sl_flow *flow, sl_flow_job *job, unsigned k, bool is_bad) {
    sl_flow_try *try = &job->tries[k];
    if (!try->is_good && try->has_bad) {
        diagnosis_set(flow, job, k, sums_compare(&try->bad_sums, &try->sums));
    }
    try->is_good = !is_bad;
    if (!is_bad) {
        flow->faults[try->device] = 0;
        return;
    }
    try->has_bad = true;
    try->bad_sums = try->sums;
    job->rejected++;
    flow->rejected++;
    sluice_error error;
    (void)SL_FAIL(&error, SLUICE_E_SELF_CHECK,
                  "the proof does not verify: suspect the hardware, or the key file (params check)%s%s",
                  job->diagnosis[0] == 0 ? "" : "; ", job->diagnosis);
    sl_flow_fail(flow, &flow->parts[job->parts[k]], SL_AT_CHECK, true, try->device, &error);
}

/* With the lock, as the last thing: the job may be gone afterwards. */
static void job_answer(sl_flow *flow, sl_flow_job *job, sl_event_type type) {
    if (job->is_ending) {
        sl_flow_job_leave(flow, job);
        return;
    }
    job->is_busy = false;
    sl_flow_post(flow, (sl_event){.type = type, .job = job->id});
}

static void check_end(sl_flow *flow, sl_flow_job *job, const bool *bad, sluice_status status, double took_s,
                      const sluice_error *error) {
    const bool is_urgent = sl_flow_is_urgent(job);
    (void)pthread_mutex_lock(&flow->lock);
    if (status == SLUICE_OK && bad != NULL) {
        for (unsigned k = 0; k < job->spec.source.partitions_n; k++) {
            if (job->parts[k] != SL_SCHED_NONE) {
                verdict_take(flow, job, k, bad[k]);
            }
        }
        sl_flow_tell(flow, "checked", job, NULL, took_s, NULL);
    } else if (job->parts[0] != SL_SCHED_NONE) {
        sl_flow_fail(flow, &flow->parts[job->parts[0]], SL_AT_CHECK, true, SL_SCHED_NONE, error);
    }
    job_answer(flow, job, SL_EV_CHECKED);
    sl_flow_urgent_end(flow, is_urgent);
    (void)pthread_mutex_unlock(&flow->lock);
}

#define CHECK_TRIES 3

void sl_flow_run_check(void *owner, sl_item *item) {
    sl_flow *flow = owner;
    sl_flow_job *job = (sl_flow_job *)item;
    const unsigned n = job->spec.source.partitions_n;
    const double began_s = sl_clock_seconds();
    sluice_error error = {0};
    sluice_status status = SLUICE_E_NO_MEMORY;
    sl_claim *claims = NULL;
    bool *bad = NULL;
    sl_buf storage = SL_BUF_EMPTY;
    const sl_mem_scope before = sl_mem_scope_set((sl_mem_scope){flow->baseline, SL_MEM_OTHER});
    for (int i = 0; i < CHECK_TRIES && status != SLUICE_OK; i++) {
        if (storage.data == NULL) {
            status = sl_buf_alloc_n(&storage, n, sizeof *claims + sizeof *bad, "claims", &error);
            claims = storage.data;
            bad = claims == NULL ? NULL : (bool *)(claims + n);
        }
        if (storage.data != NULL) {
            status = proofs_check(job, claims, bad, &error);
        }
    }
    (void)sl_mem_scope_set(before);
    const sl_span span = {.job = job->id,
                          .partition = UINT32_MAX,
                          .stage = SL_STAGE_CHECK,
                          .device = -1,
                          .start_s = began_s - flow->began_s,
                          .end_s = sl_flow_now(flow)};
    sl_trace_span(flow->trace, &span);
    check_end(flow, job, bad, status, sl_clock_seconds() - began_s, &error);
    sl_buf_release(&storage);
}

void sl_flow_run_deliver(void *owner, sl_item *item) {
    sl_flow *flow = owner;
    sl_flow_job *job = (sl_flow_job *)item;
    const unsigned n = job->spec.source.partitions_n;
    bool is_checked = true;
    for (unsigned k = 0; k < n; k++) {
        is_checked = is_checked && job->tries[k].is_good;
        sl_proof_write(job->proofs + (size_t)k * SL_PROOF_BYTES, &job->tries[k].proof);
    }
    SL_ASSERT(is_checked); /* nothing leaves that was not verified */
    if (job->spec.deliver != NULL) {
        job->spec.deliver(job->spec.deliver_data, job->id, job->proofs, (size_t)n * SL_PROOF_BYTES);
    }
    (void)pthread_mutex_lock(&flow->lock);
    sl_flow_tell(flow, "delivered", job, NULL, 0, NULL);
    job_answer(flow, job, SL_EV_DELIVERED);
    (void)pthread_mutex_unlock(&flow->lock);
}
