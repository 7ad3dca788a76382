// SPDX-License-Identifier: MIT OR Apache-2.0
/* Devices in reserve: they get work when all others are lost. To the scheduler they are lost until then. */
#include "engine/flow/flow_state.h"

/* Tells the scheduler of all devices in reserve that they are there, or not. */
static void standby_set(sl_flow *flow, sl_event_type type) {
    const unsigned n = flow->config.devices_n;
    for (unsigned d = n - flow->config.standby_n; d < n; d++) {
        sl_flow_post(flow, (sl_event){.type = type, .device = d});
    }
}

bool sl_flow_standby_take_over(sl_flow *flow, uint32_t device) {
    const unsigned others_n = flow->config.devices_n - flow->config.standby_n;
    if (!flow->has_standby) {
        return false;
    }
    sl_sched_state state;
    sl_sched_state_get(flow->sched, &state);
    for (unsigned d = 0; d < others_n; d++) {
        if (d != device && state.device_usable[d]) {
            return false;
        }
    }
    flow->has_standby = false;
    standby_set(flow, SL_EV_DEVICE_BACK);
    for (unsigned d = others_n; d < flow->config.devices_n; d++) {
        sl_flow_tell(flow, "device back", NULL, NULL, 0, flow->config.devices[d]->name);
    }
    return true;
}

void sl_flow_device_blame(sl_flow *flow, uint32_t device) {
    if (++flow->faults[device] >= flow->config.quarantine_after && sl_flow_standby_take_over(flow, device)) {
        sl_flow_tell(flow, "device lost", NULL, NULL, 0, flow->config.devices[device]->name);
        sl_flow_post(flow, (sl_event){.type = SL_EV_DEVICE_LOST, .device = device});
    }
}

void sl_flow_standby_begin(sl_flow *flow) {
    standby_set(flow, SL_EV_DEVICE_LOST);
    flow->has_standby = true;
}
