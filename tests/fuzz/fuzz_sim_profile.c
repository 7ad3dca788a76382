// SPDX-License-Identifier: MIT OR Apache-2.0
/* Any bytes as a profile of the simulator: refused with a text, or a run that ends or is given up. */
#include "core/mem/buf.h"
#include "engine/sim/sim.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Small enough to be run at once. */
static bool is_small(const sl_sim_profile *profile) {
    uint64_t partitions = 0;
    for (uint32_t i = 0; i < profile->loads_n; i++) {
        partitions += (uint64_t)profile->loads[i].jobs_n * profile->shapes[profile->loads[i].shape].partitions_n;
    }
    return partitions <= 2000 && profile->config.jobs_max <= 2000 && profile->config.partitions_max <= 20000;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    sluice_error err = {.text = ""};
    const size_t live = sl_mem_live();
    sl_sim_profile profile;
    sluice_status status = sl_sim_profile_read(&profile, data, size, &err);
    if (status == SLUICE_OK && is_small(&profile)) {
        const sl_sim_options options = {.seed = profile.seed, .steps_max = 20000};
        sl_sim_result result;
        status = sl_sim_run_profile(&profile, &options, &result, &err);
    }
    SL_ASSERT(status == SLUICE_OK || (err.text[0] != 0 && err.status == status));
    SL_ASSERT(sl_mem_live() == live);
    return 0;
}
