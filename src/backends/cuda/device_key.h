// SPDX-License-Identifier: MIT OR Apache-2.0
/* Keys and proofs on a device, over a table of calls: the functions of sl_module_prove. Contracts: module_prove.h. */
#ifndef SL_BACKENDS_CUDA_DEVICE_KEY_H
#define SL_BACKENDS_CUDA_DEVICE_KEY_H

#include "backends/module/module_prove.h"
#include "backends/module/module_rows.h"

extern const sl_module_prove sl_cuda_prove;

SL_NODISCARD sluice_status sl_cuda_key_open(sl_module_device *device, const sl_module_key_shape *shape,
                                            sl_module_key **out, sluice_error *err);
SL_NODISCARD sluice_status sl_cuda_key_put(sl_module_key *key, sl_module_section section, uint64_t first,
                                           const void *bytes, size_t n, sluice_error *err);
SL_NODISCARD sluice_status sl_cuda_key_ready(sl_module_key *key, sluice_error *err);
void sl_cuda_key_memory(sl_module_key *key, sl_module_memory *out);
void sl_cuda_key_close(sl_module_key *key);

SL_NODISCARD sluice_status sl_cuda_proof_open(sl_module_key *key, sl_module_proof **out, sluice_error *err);
SL_NODISCARD sluice_status sl_cuda_proof_rows(sl_module_proof *proof, unsigned vector, uint64_t first,
                                              const sl_fr *values, size_t n, sluice_error *err);
SL_NODISCARD sluice_status sl_cuda_proof_h(sl_module_proof *proof, sl_g1_affine *out, sluice_error *err);
SL_NODISCARD sluice_status sl_cuda_proof_queries(sl_module_proof *proof,
                                                 const sl_module_terms terms[SL_MODULE_SECTIONS_N],
                                                 sl_module_query_sums *out, sluice_error *err);
/* Of the sub-table for rows: module_rows.h. */
SL_NODISCARD sluice_status sl_cuda_proof_witness(sl_module_proof *proof, const sl_module_circuit *circuit,
                                                 const sl_module_witness *witness, bool is_checked,
                                                 uint32_t *broken_row, sluice_error *err);
void sl_cuda_proof_times(const sl_module_proof *proof, sl_module_proof_times *out);
void sl_cuda_proof_close(sl_module_proof *proof);
SL_NODISCARD sluice_status sl_cuda_proof_stages(sl_module_proof *proof, sluice_error *err);

#endif
