// SPDX-License-Identifier: MIT OR Apache-2.0
#include <inttypes.h>

#include "engine/sim/sim_model.h"

static sluice_status deliver_audit(sl_sim *m, uint32_t id) {
    sl_sim_job *job = &m->jobs[id];
    const uint32_t n = m->profile->shapes[m->profile->loads[job->load].shape].partitions_n;
    for (uint32_t i = 0; i < n; i++) {
        const sl_sim_proof *proof = &m->proofs[job->first + i];
        if (!proof->is_proven || proof->is_wrong) {
            return SL_FAIL(m->err, SLUICE_E_INTERNAL, "job %" PRIu32 " is delivered with partition %" PRIu32 " %s", id,
                           i, proof->is_proven ? "wrong" : "missing");
        }
    }
    if (job->was_delivered) {
        return SL_FAIL(m->err, SLUICE_E_INTERNAL, "job %" PRIu32 " is delivered twice", id);
    }
    job->was_delivered = true;
    return SLUICE_OK;
}

static sluice_status end_audit(sl_sim *m, const sl_action *action) {
    sl_sim_job *job = &m->jobs[action->user];
    if (!job->is_open) {
        return SL_FAIL(m->err, SLUICE_E_INTERNAL, "job %" PRIu64 " ends twice", action->user);
    }
    if (job->was_delivered != (action->outcome == SL_OUTCOME_DELIVERED)) {
        return SL_FAIL(m->err, SLUICE_E_INTERNAL, "job %" PRIu64 " ends with another outcome than it had",
                       action->user);
    }
    job->is_open = false;
    return SLUICE_OK;
}

sluice_status sl_sim_audit_action(sl_sim *m, const sl_action *action) {
    if (action->type == SL_DO_DELIVER) {
        return deliver_audit(m, (uint32_t)action->user);
    }
    if (action->type == SL_DO_END) {
        return end_audit(m, action);
    }
    if (action->part == NONE) {
        return SLUICE_OK;
    }
    const sl_sim_part *part = &m->parts[action->part];
    const bool is_empty = action->type == SL_DO_RESERVE || action->type == SL_DO_RELEASE;
    if (is_empty && (part->alive != 0 || part->grows)) {
        return SL_FAIL(m->err, SLUICE_E_INTERNAL, "partition %" PRIu32 " has memory without a reservation",
                       action->part);
    }
    if (action->type == SL_DO_DROP && !m->jobs[part->job].was_delivered) {
        m->proofs[m->jobs[part->job].first + part->index].is_proven = false;
    }
    return SLUICE_OK;
}

sluice_status sl_sim_audit_proven(sl_sim *m, uint32_t part, bool is_wrong) {
    const sl_sim_part *p = &m->parts[part];
    sl_sim_proof *proof = &m->proofs[m->jobs[p->job].first + p->index];
    if (proof->is_proven || proof->part != part) {
        return SL_FAIL(m->err, SLUICE_E_INTERNAL, "partition %" PRIu32 " of job %" PRIu32 " is proven twice", p->index,
                       p->job);
    }
    proof->is_proven = true;
    proof->is_wrong = is_wrong;
    return SLUICE_OK;
}

sluice_status sl_sim_audit_state(sl_sim *m) {
    SL_TRY(sl_sched_check(m->sched, m->err));
    for (uint32_t i = 0; i < m->parts_max; i++) {
        if (!sl_sim_part_is_covered(m, i)) {
            return SL_FAIL(m->err, SLUICE_E_INTERNAL,
                           "invariant broken: live bytes of partition %" PRIu32 " are within its reservation", i);
        }
    }
    return SLUICE_OK;
}
