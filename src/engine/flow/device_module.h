// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Devices of a module (backends/module), "cuda 0" and so on: rows and terms by threads of the host, all sums on the
 * device. The prover on the host is the same as on the processor (prover_backend.h).
 *
 * The key of a prover is uploaded by the first start that needs it, read by all threads of the device, and stays; keys
 * that nobody uses make room for others. A device that fails is lost: whatever is under way on it ends with
 * SLUICE_E_DEVICE, and the next start opens it anew, key and all, or says that it cannot.
 */
#ifndef SL_ENGINE_FLOW_DEVICE_MODULE_H
#define SL_ENGINE_FLOW_DEVICE_MODULE_H

#include "backends/module/module_prove.h"
#include "backends/module/module_rows.h"
#include "engine/flow/device.h"

typedef struct sl_device_module_options {
    const sl_module_table *table; /* with `prove` */
    uint32_t index;               /* of the module's devices */
    unsigned number;              /* of the name, and of the ledger's kind of memory */
    uint64_t budget_bytes;        /* of the device's memory; 0: what is free */
    unsigned proofs_n;            /* computed at a time; further ones wait */
    bool is_checked;              /* its arithmetic is known to be right */
    bool gives_way;   /* a key that it has no room for fails with SLUICE_E_DEVICE, for others to take the work */
    size_t threads_n; /* of the host; as many again for urgent work */
} sl_device_module_options;

/*
 * Checks the device's arithmetic, unless it is known, and opens it. SLUICE_E_DEVICE: it computes wrongly, or there is
 * none of this number. SLUICE_E_UNKNOWN: the module makes no proofs.
 */
SL_NODISCARD sluice_status sl_device_module_open(sl_device **out, const sl_device_module_options *options,
                                                 sluice_error *err);

/* Whether devices of the module make rows and terms by themselves. */
bool sl_device_module_takes_witness(const sl_module_table *table);

/* Sums over all proofs so far, in seconds, but where units are told. */
typedef struct sl_device_module_stats {
    uint64_t proofs_n;
    double terms_s, rows_s, h_s, sums_s;                     /* of the host: calls, waiting included */
    double rows_ms, quotient_ms, h_ms, l_a_b_g1_ms, b_g2_ms; /* of the device */
    double wait_ms;                                          /* for what proofs share there */
    double upload_ms;                                        /* of rows_ms */
    uint64_t uploads_n, upload_bytes;                        /* keys */
    double upload_s;
    sl_module_memory memory; /* of the key with the largest peak */
    sl_module_device_info info;

    /* Of proofs whose stages were timed, and the key of the last one. */
    uint64_t staged_n;
    sl_module_proof_times staged; /* sums over them */
    unsigned domain_log2;
    bool is_folded;
} sl_device_module_stats;
void sl_device_module_stats_get(sl_device *device, sl_device_module_stats *out);
/* From now on proofs have the stages of their sums timed, where the module can, or no more. */
void sl_device_module_stages_take(sl_device *device, bool is_on);

#endif
