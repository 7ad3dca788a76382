// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * How key generation, proving and checking tell what they are doing, and how they are stopped. Either function may be
 * NULL. Both are called on the thread that made the call, never from a pool.
 */
#ifndef SL_PROOF_GROTH16_OBSERVER_H
#define SL_PROOF_GROTH16_OBSERVER_H

#include "core/mem/buf.h"

typedef struct sl_observer {
    /* A stage begins or ends. Stages do not nest; `name` is static; live_bytes is sl_mem_live() at that moment. */
    void (*stage)(void *data, const char *name, bool is_end, size_t live_bytes);
    /*
     * Within a stage: done of total, in units of the stage (bytes, points, rows). Another value than 0 stops the work,
     * which then ends with SLUICE_E_INTERRUPTED and leaves nothing behind.
     */
    int (*progress)(void *data, const char *name, uint64_t done, uint64_t total);
    void *data;
} sl_observer;

/* Both accept observer == NULL. */
SL_INLINE void sl_observe_stage(const sl_observer *observer, const char *name, bool is_end) {
    if (observer != NULL && observer->stage != NULL) {
        observer->stage(observer->data, name, is_end, sl_mem_live());
    }
}

SL_NODISCARD SL_INLINE sluice_status sl_observe_progress(const sl_observer *observer, const char *name, uint64_t done,
                                                         uint64_t total, sluice_error *err) {
    if (observer != NULL && observer->progress != NULL && observer->progress(observer->data, name, done, total) != 0) {
        return SL_FAIL(err, SLUICE_E_INTERRUPTED, "%s: stopped at %llu of %llu", name, (unsigned long long)done,
                       (unsigned long long)total);
    }
    return SLUICE_OK;
}

#endif
