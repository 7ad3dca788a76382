// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Circuits on a device and witnesses of them: row values and the terms of queries, over a table of calls. What proofs
 * do with a witness takes no memory, and waits only where it says so.
 */
#ifndef SL_BACKENDS_CUDA_DEVICE_CIRCUIT_H
#define SL_BACKENDS_CUDA_DEVICE_CIRCUIT_H

#include "backends/cuda/device_state.h"
#include "backends/cuda/rows_work.h"
#include "backends/cuda/upload_ring.h"

/* The module's functions for circuits: module_rows.h. */
extern const sl_module_rows sl_cuda_rows_table;

/* A witness in device memory. Of the queries of L, A, B: bits of all points, and terms with scalars. */
typedef struct sl_cuda_witness {
    sl_cuda_fr *values; /* the inputs, then the field values */
    uint32_t *plane;
    uint64_t *bits[SL_MODULE_QUERIES_N];
    const uint32_t *full_at[SL_MODULE_QUERIES_N]; /* the circuit's own, for all witnesses */
    sl_cuda_fr *full[SL_MODULE_QUERIES_N];
    uint32_t *broken_row;
} sl_cuda_witness;

void sl_cuda_circuit_counts(const sl_module_circuit *circuit, sl_module_circuit_counts *out);
/* Where everything is in a block of witness_bytes, aligned to 256 bytes. */
void sl_cuda_witness_place(const sl_module_circuit *circuit, void *memory, sl_cuda_witness *out);

/* Uploads a witness by way of the ring, after which its memory may be reused, and makes its terms. */
SL_NODISCARD sluice_status sl_cuda_witness_put(const sl_module_circuit *circuit, sl_cuda_ring *ring,
                                               const sl_cuda_witness *to, const sl_module_witness *from, void *stream,
                                               sluice_error *err);

/*
 * Values of n rows, those of inputs and padding included: a, b and, unless it is NULL, c. SLUICE_E_USAGE: n is less
 * than the rows and the inputs, or more than 2^31.
 */
SL_NODISCARD sluice_status sl_cuda_rows_make(const sl_module_circuit *circuit, const sl_cuda_witness *witness,
                                             sl_cuda_fr *a, sl_cuda_fr *b, sl_cuda_fr *c, uint64_t n, bool is_checked,
                                             void *stream, sluice_error *err);

/* The first broken row of rows that were checked, or SL_MODULE_ROWS_HOLD. Waits for the stream. */
SL_NODISCARD sluice_status sl_cuda_broken_row_get(const sl_module_circuit *circuit, const sl_cuda_witness *witness,
                                                  void *stream, uint32_t *out, sluice_error *err);

#endif
