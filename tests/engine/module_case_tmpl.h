// SPDX-License-Identifier: MIT OR Apache-2.0
/* What tests of devices of a module share: flows over the module of the processor, and what it is told to do. */
#ifndef SL_TESTS_ENGINE_MODULE_CASE_TMPL_H
#define SL_TESTS_ENGINE_MODULE_CASE_TMPL_H

#include "engine/flow/device_module.h"
#include "modules/cpu_module_tmpl.h"

#include "flow_case.h"

static uint64_t budget_bytes; /* of the devices that are opened next */

static inline sl_device *module_open(unsigned number, unsigned proofs_n, bool gives_way) {
    const sl_device_module_options options = {.table = &cpu_table,
                                              .index = number,
                                              .number = number,
                                              .budget_bytes = budget_bytes,
                                              .proofs_n = proofs_n,
                                              .gives_way = gives_way,
                                              .threads_n = 2};
    sl_device *device;
    SL_CHECK_OK(sl_device_module_open(&device, &options, &err));
    return device;
}

static inline void control_reset(void) {
    atomic_store(&cpu.calls_n, 0);
    cpu.fail_at = -1;
    cpu.fail_with = SLUICE_E_DEVICE;
    cpu.stays_lost = false;
    cpu.wrong_section = -1;
    cpu.memory_bytes = 0;
    atomic_store(&cpu.is_held, false);
    atomic_store(&cpu.h_is_held, false);
    atomic_store(&cpu.uploads_n, 0);
    budget_bytes = 0;
}

/* A flow over devices_n devices of the module, with a processor in reserve if it is said so. */
static inline void module_flow_open(bench_flow *b, unsigned devices_n, bool has_reserve) {
    sl_flow_config config = {.kernels = b->kernels, .device_threads_n = 2};
    for (; config.devices_n < devices_n; config.devices_n++) {
        config.devices[config.devices_n] = b->devices[config.devices_n] = module_open(config.devices_n, 2, has_reserve);
    }
    if (has_reserve) {
        config.standby_n = 1;
        SL_CHECK_OK(sl_device_cpu_open(&config.devices[config.devices_n++], 0, 2, &err));
    }
    flow_open(b, &config);
}

static inline void module_flow_close(bench_flow *b) {
    flow_close(b);
    SL_CHECK(atomic_load(&cpu.devices_n) == 0 && atomic_load(&cpu.keys_n) == 0 && atomic_load(&cpu.proofs_n) == 0);
    SL_CHECK_EQ_U64(sl_ledger_total(SL_KIND_DEVICE).live, 0);
}

static inline uint64_t single_submit(const bench_flow *b, const sl_toy *toy, uint32_t target, uint64_t seed) {
    sl_flow_spec spec = {.target = target, .priority = SL_NORMAL};
    uint64_t job;
    SL_CHECK_OK(sl_toy_source(toy, seed, 1, &spec.source, &err));
    SL_CHECK_OK(sl_flow_submit(b->flow, &spec, &job, &err));
    return job;
}

#endif
