// SPDX-License-Identifier: MIT OR Apache-2.0
/* The invariants of a scheduler's state, computed from scratch. For tests, and for the simulator at every step. */
#ifndef SL_ENGINE_SCHED_SCHED_CHECK_H
#define SL_ENGINE_SCHED_SCHED_CHECK_H

#include "engine/sched/sched.h"

/* Each invariant by its place: one line, in words; NULL behind the last one. */
const char *sl_sched_invariant(size_t i);
/* Whether one invariant holds; all actions must be taken. */
bool sl_sched_invariant_holds(const sl_sched *sched, size_t i);
/* E_INTERNAL with the first one that does not hold. */
SL_NODISCARD sluice_status sl_sched_check(const sl_sched *sched, sluice_error *err);

#endif
