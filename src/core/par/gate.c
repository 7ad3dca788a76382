// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/par/gate.h"

#include "core/base/clock.h"
#include "core/base/error.h"

static _Thread_local sl_gate *behind;

void sl_gate_init(sl_gate *gate, double hold_s) {
    *gate = (sl_gate){.hold_s = hold_s};
    (void)pthread_mutex_init(&gate->lock, NULL);
    sl_clock_cond_init(&gate->changed);
}

void sl_gate_destroy(sl_gate *gate) {
    SL_ASSERT(atomic_load(&gate->closed_n) == 0);
    (void)pthread_cond_destroy(&gate->changed);
    (void)pthread_mutex_destroy(&gate->lock);
}

void sl_gate_close(sl_gate *gate) {
    (void)pthread_mutex_lock(&gate->lock);
    if (atomic_fetch_add(&gate->closed_n, 1) == 0) {
        const double now_s = sl_clock_seconds();
        if (gate->since_s <= now_s) { /* else those behind it still have their turn */
            const double left_s = gate->owed_s - SL_GATE_SHARE * (now_s - gate->opened_s);
            gate->since_s = now_s - SL_MAX(left_s, 0);
        }
    }
    (void)pthread_mutex_unlock(&gate->lock);
}

void sl_gate_open(sl_gate *gate) {
    (void)pthread_mutex_lock(&gate->lock);
    const unsigned closed_n = atomic_fetch_sub(&gate->closed_n, 1);
    SL_ASSERT(closed_n > 0);
    if (closed_n == 1) {
        gate->opened_s = sl_clock_seconds();
        gate->owed_s = SL_MIN(gate->opened_s - gate->since_s, gate->hold_s);
        (void)pthread_cond_broadcast(&gate->changed);
    }
    (void)pthread_mutex_unlock(&gate->lock);
}

sl_gate *sl_gate_set(sl_gate *gate) {
    sl_gate *before = behind;
    behind = gate;
    return before;
}

sl_gate *sl_gate_get(void) {
    return behind;
}

static void stand(sl_gate *gate) {
    (void)pthread_mutex_lock(&gate->lock);
    while (atomic_load(&gate->closed_n) > 0) {
        const double now_s = sl_clock_seconds();
        if (now_s < gate->since_s) {
            break;
        }
        if (now_s - gate->since_s >= gate->hold_s) {
            gate->since_s = now_s + gate->hold_s / SL_GATE_SHARE;
            (void)pthread_cond_broadcast(&gate->changed);
            break;
        }
        const struct timespec until = sl_clock_after(gate->since_s + gate->hold_s - now_s);
        (void)pthread_cond_timedwait(&gate->changed, &gate->lock, &until);
    }
    (void)pthread_mutex_unlock(&gate->lock);
}

void sl_gate_pass(void) {
    if (behind != NULL && atomic_load_explicit(&behind->closed_n, memory_order_relaxed) > 0) {
        stand(behind);
    }
}
