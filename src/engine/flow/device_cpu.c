// SPDX-License-Identifier: MIT OR Apache-2.0
#include <stdio.h>
#include <stdlib.h>

#include "core/base/failpoint.h"
#include "core/mem/small.h"
#include "engine/flow/device.h"

typedef struct cpu_device {
    sl_device base;
    sl_pool *pools[2]; /* for other work, for urgent work */
} cpu_device;

static sl_failpoint call_failpoint = SL_FAILPOINT_INIT;

static sluice_status cpu_start(sl_device *device, const sl_device_work *work, sl_witness *witness, void **pending,
                               sluice_error *err) {
    const cpu_device *self = (const cpu_device *)device;
    const sl_prove_options options = {
        .r = work->r,
        .s = work->s,
        .pool = self->pools[work->is_urgent],
        .plan = work->plan,
        .scratch_folder = work->scratch_folder,
        .observer = work->observer,
        .skip_row_check = work->skip_row_check,
    };
    sl_pending *started;
    SL_TRY(sl_prover_start(work->prover, witness, &options, &started, err));
    *pending = started;
    return SLUICE_OK;
}

static sluice_status cpu_finish(sl_device *device, const sl_device_work *work, void *pending, sl_proof *out,
                                sl_prove_sums *sums, sluice_error *err) {
    const cpu_device *self = (const cpu_device *)device;
    const sl_prove_options options = {
        .pool = self->pools[work->is_urgent], .observer = work->observer, .sums = sums, .defer_check = true};
    return sl_prover_finish(pending, &options, out, err);
}

static void cpu_release(sl_device *device, void *pending) {
    (void)device;
    sl_pending_release(pending);
}

static void cpu_close(sl_device *device) {
    cpu_device *self = (cpu_device *)device;
    sl_pool_close(self->pools[0]);
    sl_pool_close(self->pools[1]);
    free(self);
}

static const sl_device_ops cpu_ops = {cpu_start, cpu_finish, cpu_release, cpu_close};

sluice_status sl_device_cpu_open(sl_device **out, unsigned number, size_t threads_n, sluice_error *err) {
    cpu_device *self = sl_small_alloc(1, sizeof *self);
    if (self == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a device");
    }
    self->base.ops = &cpu_ops;
    (void)snprintf(self->base.name, sizeof self->base.name, "cpu %u", number);
    sluice_status status = sl_pool_open(&self->pools[0], threads_n, err);
    if (status == SLUICE_OK) {
        status = sl_pool_open(&self->pools[1], threads_n, err);
    }
    if (status != SLUICE_OK) {
        cpu_close(&self->base);
        return status;
    }
    *out = &self->base;
    return SLUICE_OK;
}

sluice_status sl_device_start(sl_device *device, const sl_device_work *work, sl_witness *witness, void **pending,
                              sluice_error *err) {
    if (sl_failpoint_hit(&call_failpoint)) {
        return SL_FAIL(err, SLUICE_E_DEVICE, "%s: start made to fail by a test", device->name);
    }
    return device->ops->start(device, work, witness, pending, err);
}

sluice_status sl_device_finish(sl_device *device, const sl_device_work *work, void *pending, sl_proof *out,
                               sl_prove_sums *sums, sluice_error *err) {
    if (sl_failpoint_hit(&call_failpoint)) {
        return SL_FAIL(err, SLUICE_E_DEVICE, "%s: finish made to fail by a test", device->name);
    }
    return device->ops->finish(device, work, pending, out, sums, err);
}

void sl_device_release(sl_device *device, void *pending) {
    if (pending != NULL) {
        device->ops->release(device, pending);
    }
}

void sl_device_close(sl_device *device) {
    if (device != NULL) {
        device->ops->close(device);
    }
}

void sl_device_fail_after(size_t n) {
    sl_failpoint_arm(&call_failpoint, n);
}

bool sl_device_fail_waits(void) {
    return sl_failpoint_waits(&call_failpoint);
}
