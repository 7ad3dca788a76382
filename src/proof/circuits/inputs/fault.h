// SPDX-License-Identifier: MIT OR Apache-2.0
/* The first fault that the tasks of a parallel check meet: the one of the lowest task, whatever the threads. */
#ifndef SL_PROOF_CIRCUITS_INPUTS_FAULT_H
#define SL_PROOF_CIRCUITS_INPUTS_FAULT_H

#include "core/par/pool.h"

/* One item of a check; may be called from any thread. */
typedef sluice_status (*sl_fault_task)(const void *data, size_t task, sluice_error *err);

/*
 * Runs the tasks on the pool. Tasks behind one that has failed may be left out. Returns the status and error of the
 * failed task with the lowest number.
 */
SL_NODISCARD sluice_status sl_fault_first(sl_pool *pool, size_t tasks_n, sl_fault_task task, const void *data,
                                          sluice_error *err);

#endif
