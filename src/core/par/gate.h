// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Letting urgent work pass where it shares processors with work that can wait. While a gate is closed, threads that
 * work behind it stand still at the next sl_gate_pass: between two tasks of a pool's loop, and at some places inside
 * long ones. They hold what they hold, so whoever closes a gate must need nothing that is taken behind it.
 *
 * A gate stays closed for its users at most hold_s at a stretch; then they go on for an eighth of that. Stretches add
 * up, and time while it is open counts against them eightfold: those behind it have a ninth of the time at least.
 *
 * Threads: any.
 */
#ifndef SL_CORE_PAR_GATE_H
#define SL_CORE_PAR_GATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/base/compat.h"

#define SL_GATE_SHARE 8

typedef struct sl_gate {
    atomic_uint closed_n; /* changed with the lock */
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    double hold_s;
    double since_s;  /* when the stretch began; in the future while those behind it may go on */
    double owed_s;   /* the stretch so far, when it was opened last */
    double opened_s; /* when that was */
} sl_gate;

void sl_gate_init(sl_gate *gate, double hold_s);
void sl_gate_destroy(sl_gate *gate); /* nobody uses it any more */

/* Closed as long as there were more calls of the first than of the second. */
void sl_gate_close(sl_gate *gate);
void sl_gate_open(sl_gate *gate);

/* This thread works behind a gate from now on, and so do the tasks of loops that it starts (core/par/pool.h); NULL:
 * behind none. Returns the one before. */
sl_gate *sl_gate_set(sl_gate *gate);
sl_gate *sl_gate_get(void);
/* Waits while this thread's gate is closed. Costs a read if it is not. */
void sl_gate_pass(void);

#endif
