// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/fault.h"

#include <stdatomic.h>

#include "core/mem/buf.h"

/* What a worker has met; `task` is SIZE_MAX while there is nothing. */
typedef struct fault {
    size_t task;
    sluice_status status;
    sluice_error error;
} fault;

typedef struct run {
    sl_fault_task task;
    const void *data;
    _Atomic size_t lowest; /* failed task: later ones need not be looked at */
    fault *faults;         /* one for each worker */
} run;

static void run_task(void *data, size_t task, size_t worker) {
    run *const r = data;
    if (task > atomic_load_explicit(&r->lowest, memory_order_relaxed)) {
        return;
    }
    sluice_error error;
    const sluice_status status = r->task(r->data, task, &error);
    fault *const mine = &r->faults[worker];
    if (status == SLUICE_OK || task > mine->task) {
        return;
    }
    *mine = (fault){.task = task, .status = status, .error = error};
    size_t lowest = atomic_load_explicit(&r->lowest, memory_order_relaxed);
    while (task < lowest && !atomic_compare_exchange_weak(&r->lowest, &lowest, task)) {
    }
}

sluice_status sl_fault_first(sl_pool *pool, size_t tasks_n, sl_fault_task task, const void *data, sluice_error *err) {
    const size_t workers_n = sl_pool_threads(pool);
    sl_buf faults;
    SL_TRY(sl_buf_alloc_n(&faults, workers_n, sizeof(fault), "input check", err));
    run r = {.task = task, .data = data, .lowest = SIZE_MAX, .faults = faults.data};
    for (size_t i = 0; i < workers_n; i++) {
        r.faults[i].task = SIZE_MAX;
    }
    sl_pool_for(pool, tasks_n, run_task, &r);
    const fault *first = &r.faults[0];
    for (size_t i = 1; i < workers_n; i++) {
        if (r.faults[i].task < first->task) {
            first = &r.faults[i];
        }
    }
    sluice_status status = SLUICE_OK;
    if (first->task != SIZE_MAX) {
        status = first->status;
        if (err != NULL) {
            *err = first->error;
        }
    }
    sl_buf_release(&faults);
    return status;
}
