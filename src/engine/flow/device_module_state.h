// SPDX-License-Identifier: MIT OR Apache-2.0
/* What the files of a module's device share (device_module.c, device_module_keys.c); for them only. */
#ifndef SL_ENGINE_FLOW_DEVICE_MODULE_STATE_H
#define SL_ENGINE_FLOW_DEVICE_MODULE_STATE_H

#include <pthread.h>
#include <string.h>

#include "backends/module/module_multiples.h"
#include "engine/flow/device_module.h"
#include "engine/flow/device_program.h"
#include "proof/groth16/prover_backend.h"

#define SL_MODULE_KEYS_MAX 8

/* A key on the device. */
typedef struct stored_key {
    bool is_used, is_ready; /* used and not ready: on its way */
    sl_file_identity identity;
    sl_module_circuit *circuit; /* NULL where the host makes rows and terms */
    sl_module_key *key;
    unsigned users_n, proofs_n;          /* starts that work with it; proofs that are open */
    uint64_t asked;                      /* when it was asked for last, in turns */
    uint64_t device_bytes, pinned_bytes; /* booked in the ledger */
    uint64_t budget_bytes;               /* for circuit and key, beside the device's other keys */
    bool lacks_room;                     /* it could not be opened for lack of the device's memory */
} stored_key;

typedef struct module_device {
    sl_device base;
    sl_device_module_options options;
    const sl_module_prove *prove;
    sl_pool *pools[2];    /* for other work, for urgent work */
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t changed;
    sl_module_device *device; /* NULL: could not be opened again */
    bool is_lost;
    bool takes_stages; /* of the proofs that begin */
    stored_key keys[SL_MODULE_KEYS_MAX];
    uint64_t asked_n;
    sl_device_module_stats stats;
} module_device;

sl_key_section sl_module_key_section(sl_module_section section);

/*
 * A key that is in no file (made_key.h): its points are made on the device. The tables take memory there, so they are
 * opened before the key, which may take all there is; they are closed when it is ready, or before it is closed.
 */
typedef struct sl_module_made {
    sl_module_multiples *of[2]; /* of the bases, by sl_group; NULL: the key has no points of the group */
} sl_module_made;
SL_NODISCARD sluice_status sl_module_made_open(sl_module_made *out, const module_device *self, const sl_params *params,
                                               sluice_error *err);
SL_NODISCARD sluice_status sl_module_made_fill(const sl_module_made *made, const module_device *self,
                                               const sl_device_work *work, sl_module_key *key, sluice_error *err);
void sl_module_made_close(sl_module_made *made, const module_device *self); /* accepts zero, which it leaves */
/*
 * The key of work->prover, on the device; waits while others load, or while there is no room beside what is in use.
 * Given back with sl_module_key_give, which is told whether the device has failed.
 */
SL_NODISCARD sluice_status sl_module_key_take(module_device *self, const sl_device_work *work, stored_key **out,
                                              sluice_error *err);
void sl_module_key_give(module_device *self, stored_key *key, bool is_lost);
/*
 * With the lock, which is given back meanwhile: until something has changed, but not for long. SLUICE_E_INTERRUPTED if
 * the observer says so, which is how work that was dropped ends here.
 */
SL_NODISCARD sluice_status sl_module_changed_wait(module_device *self, const sl_observer *observer, sluice_error *err);
/* An open proof of the key is closed. */
void sl_module_proof_end(module_device *self, stored_key *key);
/* Keys and device, which nobody uses, are closed. */
void sl_module_device_shut(module_device *self);

#endif
