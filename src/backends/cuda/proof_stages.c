// SPDX-License-Identifier: MIT OR Apache-2.0
/* Stages of a proof's sums, timed and counted where that was asked for. */
#include "backends/cuda/key_state.h"
#include "backends/cuda/sums_clock.h"

/* The clock is the key's: sums take turns. */
static sluice_status clock_have(sl_module_key *key, sluice_error *err) {
    (void)pthread_mutex_lock(&key->lock);
    const sluice_status status =
        key->clock.events_n == 0 ? sl_cuda_sums_clock_open(&key->clock, key->device, err) : SLUICE_OK;
    (void)pthread_mutex_unlock(&key->lock);
    return status;
}

sluice_status sl_cuda_proof_stages(sl_module_proof *proof, sluice_error *err) {
    SL_TRY(sl_cuda_device_use(proof->key->device, err));
    SL_TRY(clock_have(proof->key, err));
    proof->has_stages = true;
    return SLUICE_OK;
}

void sl_cuda_proof_stages_add(sl_module_proof *proof, sl_cuda_group group) {
    const sl_cuda_sums_clock *clock = &proof->key->clock;
    for (unsigned i = 0; i < SL_MODULE_SUM_STAGES_N; i++) {
        sl_module_stage *to = &proof->times.stages[group][i];
        to->ms += (double)clock->ms[i];
        to->additions += clock->additions[i];
        to->bytes += clock->bytes[i];
    }
}
