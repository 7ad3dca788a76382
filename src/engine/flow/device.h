// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What proves: a device takes a witness and gives a pending proof (start), and later makes a proof of it (finish). The
 * pending proof owns all that any thread of the device may read; nothing of a caller's stack is left behind.
 *
 * Devices: `cpu` (a pool of threads; several can be opened), those of a module (device_module.h), and `fault` around
 * another, which breaks things on purpose (device_fault.h).
 *
 * Urgent work does not queue behind other work: a device that computes loop by loop does it on threads of its own.
 *
 * Threads: several starts and finishes may run at the same time; each pending proof has one owner at a time.
 */
#ifndef SL_ENGINE_FLOW_DEVICE_H
#define SL_ENGINE_FLOW_DEVICE_H

#include "proof/groth16/prover.h"

/* Memory of a thread that uploads a key, at least. */
#define SL_DEVICE_PIECE_BYTES ((size_t)64 << 10)

/* What a step works with; borrowed for the call. */
typedef struct sl_device_work {
    const sl_prover *prover;
    const sl_prove_plan *plan;  /* for as many threads as the device has */
    const char *scratch_folder; /* for a plan with a temporary file */
    const sl_observer *observer;
    sl_account *account; /* has SL_DEVICE_PIECE_BYTES a thread for a key that is uploaded; NULL: the process's own */
    const sl_fr *r, *s;  /* both NULL: random */
    bool skip_row_check;
    bool is_urgent;
} sl_device_work;

typedef struct sl_device sl_device;

typedef struct sl_device_ops {
    /* *witness is moved on success, else it is unchanged. */
    sluice_status (*start)(sl_device *device, const sl_device_work *work, sl_witness *witness, void **pending,
                           sluice_error *err);
    /* An unverified proof and its five sums. */
    sluice_status (*finish)(sl_device *device, const sl_device_work *work, void *pending, sl_proof *out,
                            sl_prove_sums *sums, sluice_error *err);
    void (*release)(sl_device *device, void *pending);
    void (*close)(sl_device *device);
} sl_device_ops;

/* The first member of every kind of device. */
struct sl_device {
    const sl_device_ops *ops;
    char name[24];
    bool is_elsewhere;  /* not on the processor: takes plans of sl_prove_plan_elsewhere */
    bool takes_witness; /* and makes rows and terms from it there */
};

/* A device of threads_n threads of its own, and as many for urgent work, "cpu 0" and so on. */
SL_NODISCARD sluice_status sl_device_cpu_open(sl_device **out, unsigned number, size_t threads_n, sluice_error *err);

SL_NODISCARD sluice_status sl_device_start(sl_device *device, const sl_device_work *work, sl_witness *witness,
                                           void **pending, sluice_error *err);
SL_NODISCARD sluice_status sl_device_finish(sl_device *device, const sl_device_work *work, void *pending, sl_proof *out,
                                            sl_prove_sums *sums, sluice_error *err);
void sl_device_release(sl_device *device, void *pending); /* accepts NULL for pending */
void sl_device_close(sl_device *device);                  /* accepts NULL */

/* Tests: makes the n-th following start or finish fail with SLUICE_E_DEVICE (0: the next), once; SIZE_MAX: none. */
void sl_device_fail_after(size_t n);
bool sl_device_fail_waits(void); /* true until that failure has happened */

#endif
